"""`termgames solve`: who wins a small game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termgames.workbench.commands.solve import PositionsProgress
from tests.cli.support import Cli


def test_the_command(cli: Cli) -> None:
    told = json.loads(cli("solve", "majorities", "--size", "3", "--json").out)
    assert list(told) == ["value", "winner", "openings", "line", "states", "seconds"]
    assert (told["value"], told["winner"]) == (-1, "white")
    assert told["openings"] == dict.fromkeys(told["openings"], "white")
    assert len(told["openings"]) == 15
    assert len(told["line"]) == 8
    assert told["states"] == 1_704_511
    assert told["seconds"] > 0
    out = cli("solve", "majorities", "--size", "2").out.splitlines()
    assert out[0] == "White wins in 2 turns"
    same = json.loads(cli("solve", "majorities", "--size", "2", "--json").out)
    assert f"a best game: {'  '.join(same['line'])}" in out


def test_points(cli: Cli, tmp_path: Path) -> None:
    """Black's points less White's, from the start and after some moves, to a machine and to a
    reader; and where komi is on offer."""
    told = json.loads(cli("solve", "pletore", "--size", "3", "--komi", "1", "--json").out)
    assert list(told) == ["value", "winner", "openings", "line", "states", "seconds"]
    assert (told["value"], told["winner"]) == (1.5, "black")
    assert len(told["openings"]) == 10
    assert (told["openings"]["b2"], told["openings"]["button"]) == (1.5, -3.5)
    after = cli("solve", "pletore", "--size", "3", "--komi", "1", "--after", "button")
    assert after.out.splitlines()[0] == "White wins by 3½"
    chosen = ("--komi", "offer", "--after", "komi 1 white button")
    same = json.loads(cli("solve", "pletore", "--size", "3", *chosen, "--json").out)
    later = ("--komi", "1", "--after", "button")
    assert (
        same["value"]
        == json.loads(cli("solve", "pletore", "--size", "3", *later, "--json").out)["value"]
    ), "moves of two words are read"
    offer = cli("solve", "pletore", "--size", "3", "--komi", "offer", "--after", "3", "--json")
    assert json.loads(offer.out)["openings"] == {"white": -0.5, "black": -0.5}


def test_what_was_stopped_goes_on(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The part that is done is kept, and the command that is given again begins with it."""
    file, told = tmp_path / "state.npz", list[int]()

    def stopping(self: PositionsProgress, done: int, total: int) -> None:
        told.append(done)
        if len(told) == 30:
            raise KeyboardInterrupt

    monkeypatch.setattr(PositionsProgress, "__call__", stopping)
    board = ("solve", "pletore", "--size", "3", "--state", str(file))
    stopped = cli(*board)
    assert stopped.code == 130
    assert told[0] == 0
    going_on = len(told)
    assert cli(*board).code == 0
    assert told[going_on] == told[going_on - 1] > 0
    kept = f"{told[going_on]:,} of them are kept, and the same command goes on from there"
    assert kept in stopped.err
    file.write_bytes(b"nothing")
    damaged = cli(*board)
    assert (damaged.code, "delete it" in damaged.error) == (1, True)


def test_what_was_stopped_while_tables_were_made_is_not_kept(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said, and that the command begins where this one did: anew, or with the file."""
    board = ("solve", "pletore", "--size", "3", "--state", str(tmp_path / "state.npz"))
    nothing = "nothing new is kept, and the same command begins where this one did"

    def stopping(*_: object) -> None:
        raise KeyboardInterrupt

    for place in (
        "games.pletore.exact.Boards.levels",
        "workbench.commands.solve.PositionsProgress.__call__",
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"termgames.{place}", stopping)
            stopped = cli(*board)
        assert (stopped.code, stopped.out) == (130, "")
        assert nothing in stopped.err
        assert not list(tmp_path.iterdir())
    assert cli(*board).code == 0
    before = (tmp_path / "state.npz").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("termgames.play.solutions.take_up", stopping)
        stopped = cli(*board)
    assert f"stopped before the first position was done: {nothing}" in stopped.err
    assert (tmp_path / "state.npz").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("pletore", "--size", "5"), "cannot be solved: choose a smaller board, as plurality"),
        (("pletore", "--size", "3", "--komi", "offer", "--after", "komi"), "move 1, 'komi'"),
        (("pletore", "--size", "3", "--after", "b2 b2"), "--after, move 2, 'b2'"),
        (("pletore", "--size", "3", "--after", "b2 k9"), "--after, move 2, 'k9'"),
        (("majorities", "--size", "3", "--state", "x"), "is not kept"),
        (("plurality", "--size", "5", "--after", "pass pass"), "the game is over"),
        (("majorities",), "out of reach"),
        (("majorities", "--size", "3", "--capture"), "cannot be solved"),
        (("plurality",), "cannot be solved"),
    ],
)
def test_the_command_says_what_it_cannot(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    done = cli("solve", *arguments)
    assert done.code == 2
    assert told in done.error
