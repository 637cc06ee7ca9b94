"""Bots against bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.core.game import OVER
from termgames.play import arena, record, store
from termgames.play.arena import Contest, Played, Tally, play_game, play_games
from tests.cli.support import Cli

SMALL = Contest("plurality", (("size", 6),), "greedy", "random", seed=11)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


def opening(game: Played) -> list[str]:
    match = record.load(game.record)
    length = arena._opening_length(SMALL.seed, game.number // 2)
    return [match.game.format(move) for move in match.moves[:length]]


def test_games_follow_from_the_seed() -> None:
    again = play_game(SMALL, 3)
    assert play_game(SMALL, 3).record == again.record
    assert play_game(SMALL, 4).record != again.record


def test_pairs_share_an_opening_and_swap_seats() -> None:
    games = [play_game(SMALL, number) for number in range(8)]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert opening(first) == opening(second)
        assert "pass" not in opening(first)
        assert 2 <= len(opening(first)) <= 4
        assert (first.a_seat, second.a_seat) == ("black", "white")
    assert len({tuple(opening(game)) for game in games}) == 4


def test_a_game_is_told_as_it_was() -> None:
    game = play_game(SMALL, 1)
    match = record.load(game.record)
    result = match.result()
    assert result is not None
    assert match.players == ("random", "greedy")
    assert match.game.to_act(match.state) == OVER
    assert game.moves == match.ply
    assert game.scores == result.score.totals
    assert game.a_points == float(result.winners == (1,))


def test_openings_leave_the_game_open() -> None:
    tiny = Contest("plurality", (("hex", 3),), "random", "random", seed=2)
    for number in range(0, 20, 2):
        match = record.load(play_game(tiny, number).record)
        assert match.ply >= 2


def test_several_processes_play_the_same_games() -> None:
    alone = {game.number: game.record for game in play_games(SMALL, range(4))}
    together = {game.number: game.record for game in play_games(SMALL, range(4), processes=2)}
    assert together == alone


def played(number: int, a_points: float, winners: tuple[str, ...]) -> Played:
    seat = ("black", "white")[number % 2]
    return Played(number, a_points, seat, winners, (1.0, 2.0), 30, 0.5, "")


def test_the_tally() -> None:
    tally = Tally(SMALL)
    tally.add(played(0, 1.0, ("black",)))
    tally.add(played(1, 1.0, ("white",)))
    tally.add(played(3, 0.0, ("black",)))
    tally.add(played(2, 0.5, ("black", "white")))
    assert tally.score() == (2, 1, 1)
    assert tally.by_seat() == {"black": {"a": 1, "b": 1}, "white": {"a": 1, "b": 0}}
    summary = tally.summary(12.345)
    assert summary["games"] == 4
    assert summary["a"] == {"player": "greedy", "wins": 2}
    assert summary["b"] == {"player": "random", "wins": 1}
    assert (summary["draws"], summary["moves"], summary["seconds"]) == (1, 120, 12.35)


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    asked = ["--a", "greedy", "--b", "random", "--games", "5", "--seed", "11", "--size", "6"]
    done = cli("arena", "plurality", *asked, "--save", str(folder))
    assert done.code == 0
    told = json.loads(done.out.splitlines()[-1])
    assert told["game"] == "plurality"
    assert told["games"] == 5 == told["a"]["wins"] + told["b"]["wins"] + told["draws"]
    low, estimate, high = told["elo_diff"]
    assert low <= estimate <= high
    assert done.err.count("\n") == 5
    assert "game 5/5" in done.err
    files = sorted(folder.iterdir())
    assert len(files) == 5
    assert [store.read(file).players[0] for file in files[:2]] == ["greedy", "random"]
    assert sum(store.read(file).ply for file in files) == told["moves"]
    only = cli("arena", "plurality", *asked, "--json")
    assert only.out.count("\n") == 1
    same = {key: value for key, value in json.loads(only.out).items() if key != "seconds"}
    assert same == {key: value for key, value in told.items() if key != "seconds"}


def test_time_and_its_scale_reach_the_bots(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    make_bot = arena.make_bot

    def watching(*given: Any, **named: Any) -> Any:
        seen.append((named["time"], named["time_scale"]))
        return make_bot(*given, **named)

    monkeypatch.setattr(arena, "make_bot", watching)
    asked = ["--a", "random", "--b", "random", "--games", "1", "--size", "5"]
    cli("arena", "plurality", *asked, "--time", "2", "--time-scale", "0.5")
    assert seen == [(2.0, 0.5)] * 2


def test_an_interrupt_tells_what_was_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    real = arena.play_game

    def interrupted(contest: Contest, number: int) -> Played:
        if number == 2:
            raise KeyboardInterrupt
        return real(contest, number)

    monkeypatch.setattr(arena, "play_game", interrupted)
    asked = ["--a", "random", "--b", "random", "--games", "9", "--size", "5"]
    done = cli("arena", "plurality", *asked)
    assert done.code == 130
    assert json.loads(done.out.splitlines()[-1])["games"] == 2
    assert "interrupted after 2 games" in done.err
