"""`termgames arena`: what its options do to the bots that play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.play.children import pipes

from .support import Cli

SHORT = ["plurality", "--size", "5", "--a", "mcts:time=0.001", "--b", "random", "--games", "1"]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that processes were started for, while games are played here."""
    modules: list[str] = []
    start = pipes.start

    def noted(module: str, *more: Any, **named: Any) -> Any:
        modules.append(module)
        return start(module, *more, **named)

    monkeypatch.setattr(pipes, "start", noted)
    return modules


@pytest.mark.parametrize(("cores", "helpers"), [((), 0), (("--cores", "3"), 2)])
def test_cores_are_the_processes_of_a_bot_limited_by_time(
    cli: Cli, begun: list[str], cores: tuple[str, ...], helpers: int
) -> None:
    assert cli("arena", *SHORT, *cores, "--seed", "1").code == 0
    assert begun == ["termgames.play.children.child"] * helpers


def test_a_test_that_is_decided_plays_no_further_game(cli: Cli, tmp_path: Path) -> None:
    asked = ["arena", *SHORT, "--a", "greedy", "--games", "60", "--sprt", "0,200", "--seed", "1"]
    asked += ["--resume", str(tmp_path / "results"), "--json"]
    first, again = (json.loads(cli(*asked).out.splitlines()[-1]) for _ in range(2))
    assert first["sprt"]["accepted"] == again["sprt"]["accepted"] != "open"
    assert first["games"] == again["games"] < 60


def test_bots_of_limited_playouts_stay_alone(cli: Cli, begun: list[str]) -> None:
    limited = ["--a", "mcts:playouts=16"]
    assert cli("arena", *SHORT, *limited, "--cores", "3", "--seed", "1").code == 0
    assert begun == []


def test_a_lineup_that_seats_one_of_two_players_is_refused(cli: Cli) -> None:
    done = cli("arena", *SHORT, "--lineup", "aa", "--seed", "1")
    assert done.code == 2
    assert "--lineup aa leaves players out" in done.error
