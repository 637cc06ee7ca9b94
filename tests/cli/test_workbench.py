"""Training, contests and measurements, and what is told while many games are played."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termgames.play.children import pipes
from termgames.workbench import bench as measuring
from termgames.workbench.commands import bench, many_games
from termgames.workbench.commands.many_games import GamesProgress
from termgames.workbench.train import campaign
from termgames.workbench.train.plan import Plan
from termgames.workbench.workers import AtOnce, Workers
from tests.cli.support import Cli

TRAIN = (
    "train pletore --size 5 --games 2 --playouts 16 --generations 1 --steps 2 --gate 0 --out learnt"
)


def test_a_tiny_training(cli: Cli) -> None:
    done = cli.script(TRAIN)
    done.tells("generation 0: 2 steps on & .weights = pletore.npz & .options = {'size': 5}")
    again = cli.script(f"{TRAIN} --json")
    assert (again.code, again.err, again.told["generations"]) == (0, "", done.told["generations"])
    arena = "--a mcts:playouts=64,policy=learnt/pletore.npz --b random --games 1 --json"
    assert cli.script(f"arena pletore --size 5 {arena}").code == 0
    cli.script(f"arena majorities --size 3 {arena}").tells("code 1 & are not for majorities")


def test_what_fails_while_working_is_no_wrong_usage(cli: Cli) -> None:
    plan = Plan("pletore", {"size": 5}, 1, 16, 2, 1, bundle=2, steps=2)
    with campaign.Campaign(plan, Path() / "learnt", print).begun():
        cli.script(TRAIN).tells("code 1 & another training runs in")
    cli.script(f"{TRAIN} --seed 5").tells(
        "code 2 & learnt holds a training with another --seed: choose another --out"
    )
    cli.script(f"{TRAIN} --hours 1e-9").tells("code 1 & give it more --hours")
    for name, text in (("spent", "null"), ("campaign", "[]")):
        cli.script(f"edit learnt/{name}.json '' {text} >> {TRAIN}").tells(
            f"code 1 & {name}.json is damaged"
        )
        (Path() / "learnt" / "spent.json").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("words", "helpers"), [("", 0), ("--cores 3", 2), ("--cores 3 --a mcts:playouts=16", 0)]
)
def test_cores_are_the_processes_of_a_bot_limited_by_time(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: str, helpers: int
) -> None:
    modules: list[str] = []
    start = pipes.start

    def noted(module: str, *more: Any, **named: Any) -> Any:
        modules.append(module)
        return start(module, *more, **named)

    monkeypatch.setattr(pipes, "start", noted)
    one = "arena plurality --size 5 --a mcts:time=0.001 --b random --games 1 --seed 1"
    assert cli.script(f"{one} {words}").code == 0
    assert modules == ["termgames.play.children.child"] * helpers


def test_bench(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_QUICK_SECONDS", 0.01)
    monkeypatch.setattr(bench, "_QUICK_BATCHES", (64,))
    monkeypatch.setitem(measuring.BOARDS, "plurality", {"5x5": {"size": 5}})
    done = cli.script("bench plurality --quick --json")
    rows = json.loads(done.out)
    assert all(row["playouts"] > 0 and row["ratio"] > 0 for row in rows)
    assert "measuring" in done.err
    table = cli.script("bench plurality --quick").out.splitlines()
    assert (table[0].split()[-1], len(table)) == ("ratio", len(rows) + 1)


# -- many games ----------------------------------------------------------------------------------


def telling(
    monkeypatch: pytest.MonkeyPatch, games: int, seconds: float, **how: Any
) -> GamesProgress:
    """What tells of games, after so many, each of which took so many seconds."""
    clock = SimpleNamespace(now=1000.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(many_games, "time", clock)
    progress = GamesProgress(how, lambda: ({"elo_diff": [-5.0, 1.0, 7.0]}, "Elo +1"))
    progress.workers = Workers(AtOnce(), lambda: 3)
    progress.begin(1200, 200)
    clock.now += 500  # nobody could play yet: that is no part of the rate
    for number in range(games):
        progress.counted(f"game {number}")
        clock.now += seconds
    return progress


def test_how_it_stands_is_told_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    telling(monkeypatch, 61, 1.0)
    out, err = capsys.readouterr()
    (line,) = (line for line in err.splitlines() if not line.startswith("game "))
    assert line == "261 of 1,200 games, 60 a minute; 16 min to go; Elo +1; 3 workers"
    assert out == ""


def test_programs_are_told_the_same_in_json(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    telling(monkeypatch, 61, 2.0, as_json=True)
    *_, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (last["event"], last["games"], last["wanted"]) == ("progress", 261, 1200)
    assert (last["rate"], last["workers"], last["elo_diff"]) == (0.5, 3, [-5.0, 1.0, 7.0])


def test_on_a_terminal_it_stands_at_the_bottom(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    progress = telling(monkeypatch, 3, 1.0)
    progress.line("a worker has come")
    progress.end()
    shown = capsys.readouterr().err
    assert "\r\x1b[2K202 of 1,200 games, 60 a minute; 17 m" in shown
    assert shown.count("\n") == 4, "what stands at the bottom takes no line"
    assert shown.endswith("\r\x1b[2K")
    # Whatever is told goes above it: the line is emptied first.
    assert "\r\x1b[2Ka worker has come\n" in shown
