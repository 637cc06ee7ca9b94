"""Long work is stopped anywhere, and goes on where it stopped: with the same result, and nothing
that was kept is done again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from termgames.core import net_files
from termgames.search import exact
from termgames.workbench import calibration
from termgames.workbench.workers import AtOnce
from tests.cli.support import Cli, Done

_WORKS = """
arena     | arena plurality --size 5 --a greedy --b random --games 5 --json --resume KEPT | 3 | 1
balance   | balance pletore --size 4 --player greedy --games 6 --json --resume KEPT | 4 | 1
calibrate | calibrate majorities --size 3 --curve 4,8 --games 4 --json --resume KEPT | 3 | 1
estimates | estimates majorities --size 5 --player mcts:playouts=3 --playouts 9 --games 20 --json \
--resume KEPT | 3 | 1
problems  | puzzles make majorities --size 3 --count 2 --out OUT --resume KEPT | 1 | 1
openings  | explore make majorities --size 4 --playouts 40 --player mcts:playouts=10 --count 20 \
--out OUT --resume KEPT | 5 | 1
training  | train pletore --size 4 --games 4 --playouts 16 --channels 4 --generations 2 --gate 0 \
--steps 3 --out KEPT | 1 | 1
"""
_ROWS = [[part.strip() for part in row.split("|")] for row in _WORKS.strip().split("\n")]
WORKS = {name: (command.split(), int(stop), seed) for name, command, stop, seed in _ROWS}
"""By name: the command, before which task it is interrupted, and its seed."""


class Work:
    """One of these, kept in a place of its own."""

    def __init__(self, cli: Cli, name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        command, self.stop, seed = WORKS[name]
        place.mkdir()
        self.kept, self.out = place / "kept", place / "out.txt"
        places = {"KEPT": str(self.kept), "OUT": str(self.out)}
        self.command = [places.get(word, word) for word in command]
        self.seed, self._cli, self._patch = seed, cli, monkeypatch

    def run(self, seed: str | None = None, stop: int = 10**9) -> tuple[Done, int]:
        """What the command left behind, and how many tasks were done; before the one of that
        number it is interrupted. An empty seed is not told."""
        done, submit = 0, AtOnce.submit

        def interrupted(workers: AtOnce, *task: Any) -> Any:
            nonlocal done
            if done == stop:
                raise KeyboardInterrupt
            done += 1
            return submit(workers, *task)

        with self._patch.context() as patch:
            patch.setattr(AtOnce, "submit", interrupted)
            seed = self.seed if seed is None else seed
            return self._cli(*self.command, *(("--seed", seed) if seed else ())), done

    def result(self, done: Done) -> Any:
        """What all this was done for."""
        assert done.code == 0, done.err
        if self.out.exists():
            lines = self.out.read_text().splitlines()
            return [line for line in lines if not line.startswith("made")]
        if nets := sorted(self.kept.glob("*/net.npz")):
            weights = [net_files.load(path).weights for path in nets]
            return [{name: array.tobytes() for name, array in one.items()} for one in weights]
        return {**json.loads(done.out.splitlines()[-1]), "seconds": 0}

    def files(self) -> list[Path]:
        """What is kept, a line each task."""
        return [self.kept] if self.kept.is_file() else sorted(self.kept.glob("*.results"))


@pytest.fixture
def work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[[str, str], Work]:
    monkeypatch.setattr(calibration, "seconds_a_move", lambda *_, **__: {})  # by the clock
    cli = Cli(monkeypatch, capsys)
    return lambda name, place: Work(cli, name, tmp_path / place, monkeypatch)


@pytest.mark.parametrize("name", WORKS)
def test_work_goes_on_where_it_stopped(
    work: Callable[[str, str], Work], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "estimates":
        monkeypatch.setattr(exact, "MOST", 1000)  # proofs are tried elsewhere
    whole, cut = work(name, "whole"), work(name, "cut")
    done, tasks = whole.run()
    wanted = whole.result(done)
    stopped, before = cut.run(stop=cut.stop)
    assert (stopped.code, before) == (130, cut.stop)
    assert "the same command goes on from here" in stopped.err
    # Somebody else's power failed in the middle of a line.
    for file in cut.files():
        file.write_text(file.read_text() + '{"number": 1, "li')
    done, after = cut.run()
    assert cut.result(done) == wanted
    assert before + after == tasks
    done, again = cut.run(seed="")
    assert (cut.result(done), again) == (wanted, 0)


def test_what_is_not_kept_is_told(work: Callable[[str, str], Work]) -> None:
    begun = work("balance", "begun")
    begun.command.remove("--resume")
    begun.command.remove(str(begun.kept))
    done, _ = begun.run(stop=2)
    said = "interrupted after 2 games: with --resume they would be kept"
    assert (done.code, said in done.err, begun.kept.exists()) == (130, True, False)


@pytest.mark.parametrize("name", [name for name in WORKS if name != "calibrate"])
def test_what_was_begun_with_another_seed_is_not_mixed(
    work: Callable[[str, str], Work], name: str
) -> None:
    begun = work(name, "begun")
    begun.run(stop=begun.stop)
    kept = [file.read_bytes() for file in begun.files()]
    other, tasks = begun.run(seed="99")
    assert (other.code, tasks) == (2, 0)
    assert "seed" in other.error
    assert [file.read_bytes() for file in begun.files()] == kept


@pytest.mark.parametrize("name", [name for name in WORKS if name != "training"])
def test_a_line_that_cannot_be_is_refused(work: Callable[[str, str], Work], name: str) -> None:
    begun = work(name, "begun")
    begun.run(stop=begun.stop)
    (file,) = begun.files()
    for line in ('{"key": 5}', "[1]", "7"):
        file.write_text((before := file.read_text()) + f"{line}\n")
        done, tasks = begun.run()
        assert (done.code, tasks) == (1, 0)
        assert "holds a line that is no" in done.error
        assert not list(file.parent.glob(".*.lock"))
        file.write_text(before)
