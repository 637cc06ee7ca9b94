"""Bots against bots."""

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import OptionError, StorageError
from termgames.core.game import OVER
from termgames.core.text import counted
from termgames.play import record, store
from termgames.workbench import arena
from termgames.workbench.arena import Contest, GameResult, play_game
from termgames.workbench.lineups import lineups, rotated
from termgames.workbench.ratings import sprt
from termgames.workbench.results import Results
from termgames.workbench.standings import Standings, progress_line, summary_text
from tests.cli.support import Cli

SMALL = Contest("plurality", (("size", 6),), ("greedy", "random"), seed=11)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


def opening(game: GameResult) -> list[str]:
    match = record.load(game.record)
    length = match.ply - sum(game.asked)
    return [match.game.format(move) for move in match.moves[:length]]


def test_pairs_share_an_opening_and_swap_seats() -> None:
    games = [play_game(SMALL, number) for number in range(8)]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert opening(first) == opening(second)
        assert "pass" not in opening(first)
        assert 2 <= len(opening(first)) <= 4
        assert (first.lineup, second.lineup) == ("ab", "ba")
    assert len({tuple(opening(game)) for game in games}) == 4


@pytest.mark.parametrize("plies", [0, 1, 3])
def test_games_begin_with_as_many_random_placements_as_are_asked_for(
    plies: int, cli: Cli, tmp_path: Path
) -> None:
    kept = ["--seed", "11", "--games", "2", "--size", "6", "--resume", str(tmp_path / "kept")]
    asked = ["arena", "plurality", "--a", "greedy", "--b", "random", *kept]
    done = cli(*asked, "--random-plies", str(plies))
    begun = f"after {counted(plies, 'random placement')}" if plies else "from the start"
    assert f"shares by seat {begun}: black" in done.out
    assert json.loads(done.out.splitlines()[-1])["random_plies"] == [plies, plies]
    contest, (first, second) = Results(tmp_path / "kept").stored()
    assert contest.random_plies == plies
    assert first.moves - sum(first.asked) == plies == second.moves - sum(second.asked)
    assert "random_plies" in cli(*asked).error


def test_a_game_is_told_as_it_was() -> None:
    game = play_game(SMALL, 1)
    match = record.load(game.record)
    result = match.result()
    assert match.players == ("random", "greedy")
    assert match.game.to_act(match.state) == OVER
    assert game.moves == match.ply
    assert game.scores == result.score.totals
    assert game.shares == tuple(float(seat in result.winners) for seat in range(2))
    assert game.seats == ("black", "white")


def played(number: int, *shares: float) -> GameResult:
    """A game of greedy, who is a and begins in the even ones, with the shares by seat."""
    lineup = "ba" if number % 2 else "ab"
    return GameResult(number, lineup, ("black", "white"), shares, (1.0, 2.0), 30, 0.5)


def test_the_tally() -> None:
    standings = Standings(SMALL)
    for number, share in ((0, 1.0), (1, 0.0), (3, 1.0), (2, 0.5)):
        standings.add(played(number, share, 1 - share))
    assert (standings.wins("a"), standings.wins("b"), standings.wins("")) == (2, 1, 1)
    assert standings.by_seat() == {"black": {"a": 1, "b": 1}, "white": {"a": 1, "b": 0}}
    assert standings.seat_shares() == {"black": 0.625, "white": 0.375}
    summary = standings.summary(12.345)
    assert summary["games"] == 4
    assert summary["a"] == {"player": "greedy", "wins": 2}
    assert summary["b"] == {"player": "random", "wins": 1}
    assert (summary["draws"], summary["moves"], summary["seconds"]) == (1, 120, 12.35)
    assert summary["players"]["a"]["share"][1] == 0.625
    assert summary["players"]["b"]["par"] == 0.5


# -- more than two ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "given", "expected_lineups"),
    [
        (2, 2, "", ("ab",)),
        (2, 3, "", ("abb",)),
        (2, 3, "aab", ("aab",)),
        (3, 3, "", ("abc", "acb")),
        (3, 2, "", ("ab", "ac", "bc")),
        (2, 5, "", ("abbbb",)),
        (2, 4, "aabb", ("aabb", "abab")),
    ],
)
def test_lineups(players: int, seats: int, given: str, expected_lineups: tuple[str, ...]) -> None:
    assert lineups(players, seats, given) == expected_lineups


def test_a_round_has_everybody_on_every_seat() -> None:
    rounds = [rotated("abc", by) for by in range(3)]
    assert rounds == ["abc", "cab", "bca"]
    for letter in "abc":
        assert sorted(lineup.index(letter) for lineup in rounds) == [0, 1, 2]
    assert len(lineups(5, 5)) == 24


@pytest.mark.parametrize("given", ["ab", "abcd", "abz"])
def test_a_lineup_that_does_not_fit_is_refused(given: str) -> None:
    with pytest.raises(OptionError, match="write 3 letters, one a seat, of a, b, as abb"):
        lineups(2, 3, given)


def three(lots: Any, *players: str, lineup: str = "") -> Contest:
    return Contest("lots", (), players or ("greedy", "random"), seed=5, lineup=lineup)


def test_rounds_of_three_keep_dice_and_deck(lots: Any) -> None:
    contest = three(lots, "random", "random")
    games = [play_game(contest, number) for number in range(6)]
    assert [game.lineup for game in games] == ["abb", "bab", "bba"] * 2
    seeds = [record.load(game.record).seed for game in games]
    assert len(set(seeds)) == 2
    assert seeds[0] == seeds[1] == seeds[2]
    first = {record.load(game.record).moves[0] for game in games[:3]}
    assert len(first) == 1


def shared(number: int, lineup: str, *shares: float) -> GameResult:
    return GameResult(number, lineup, ("red", "blue", "green"), shares, (3.0, 2.0, 1.0), 10, 0.1)


def test_a_tally_of_three_seats(lots: Any) -> None:
    standings = Standings(three(lots))
    for number, row in enumerate(("abb 1 0 0", "bab .5 0 .5", "bba 0 0 0", "abb .5 .5 0")):
        lineup, *shares = row.split()
        standings.add(shared(number, lineup, *map(float, shares)))
    assert (standings.wins("a"), standings.wins("b"), standings.wins("")) == (1, 1, 2)
    assert standings.par("a") == pytest.approx(1 / 3)
    assert standings.par("b") == pytest.approx(2 / 3)
    assert standings.share("a")[1] == pytest.approx(1.5 / 4)
    assert standings.share("b")[1] == pytest.approx(1.5 / 4)
    assert standings.by_seat()["red"] == {"a": 1, "b": 0}
    assert "nobody wins 3:2:1" in progress_line(shared(2, "bba", 0, 0, 0), standings, 9)
    drawn = progress_line(shared(1, "bab", 0.5, 0, 0.5), standings, 9)
    assert "draw of red and green 3:2:1" in drawn
    table = summary_text(standings).splitlines()
    assert " ".join(table[0].split()) == "player games wins share 95 % par Elo 95 % CPU/move"
    assert table[1].startswith("a greedy")
    assert "33.3%" in table[1]
    assert table[-1].startswith("shares by seat from the start: red 50.0%")


def test_ratings_of_a_field(lots: Any) -> None:
    """c beats b beats a; everybody meets everybody, and the intervals hold the estimates."""
    standings = Standings(three(lots, "random", "greedy", "bot:1"))
    for number in range(60):
        lineup = standings.contest.seated(number)
        winner = "c" if number % 10 < 6 else "b" if number % 10 < 9 else "a"
        standings.add(shared(number, lineup, *(float(letter == winner) for letter in lineup)))
    elo = standings.elo()
    assert elo["a"][1] < elo["b"][1] < elo["c"][1]
    assert sum(found[1] for found in elo.values()) == pytest.approx(0, abs=1e-6)
    assert all(low <= estimate <= high for low, estimate, high in elo.values())
    # 6 wins to 3 among equals' thirds: 120 points apart, a little less for the prior.
    assert elo["c"][1] - elo["b"][1] == pytest.approx(120, abs=10)
    summary = standings.summary(1.0)
    assert "elo_diff" not in summary
    assert set(summary["players"]) == {"a", "b", "c"}


# -- a sequential test ------------------------------------------------------------------------


def test_the_sequential_test_ends_on_the_right_side() -> None:
    even = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)] * 100
    assert sprt(even, 0, 60).accepted == "elo0"
    better = [(1.0, 1.0), (1.0, 0.0), (1.0, 0.5), (0.0, 1.0)] * 40
    assert sprt(better, 0, 60).accepted == "elo1"
    assert sprt(even[:4], 0, 60).accepted == "open"
    assert sprt([], 0, 60).ratio == 0


# -- results in a file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"number": -5}, {"number": 10**12}, {"number": "3"}, {"number": True}, {"number": 1},
        {"lineup": "xy"}, {"lineup": 3}, {"seats": ["black"]}, {"seats": [1, 2]},
        {"shares": [float("nan"), 1.0]}, {"shares": [0.2, 0.2]}, {"scores": ["3", "4"]},
        {"scores": [float("inf"), 0.0]}, {"cpu": [None, 1]}, {"moves": "many"}, {"ending": []},
        {"shares": [0, 10**400]}, {"scores": [10**400, 1]}, {"cpu": [-1, 1]}, {"asked": [1]},
        {"record": 5},
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    path = tmp_path / "results"
    file = Results(path)
    file.begin(SMALL, seeded=True)
    file.add(play_game(SMALL, 0))
    head, line = path.read_text().splitlines()
    path.write_text(f"{head}\n{json.dumps({**json.loads(line), **changed})}\n")
    with pytest.raises(StorageError, match=r"holds a (line that is no game|game that cannot be)"):
        list(file.rows())
    with pytest.raises(StorageError):
        file.stored()


# -- the command ------------------------------------------------------------------------------


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
        seen.append((named["options"].time, named["options"].time_scale))
        return make_bot(*given, **named)

    monkeypatch.setattr(arena, "make_bot", watching)
    asked = ["--a", "random", "--b", "random", "--games", "1", "--size", "5"]
    cli("arena", "plurality", *asked, "--time", "2", "--time-scale", "0.5")
    assert seen == [(2.0, 0.5)] * 2


def test_several_bots_are_ranked(cli: Cli, lots: Any) -> None:
    asked = ["--a", "random", "--b", "random", "--c", "random", "--games", "6", "--seed", "2"]
    done = cli("arena", "lots", *asked, "--jobs", "1")
    assert done.code == 0
    assert done.out.splitlines()[0].startswith("player")
    told = json.loads(done.out.splitlines()[-1])
    assert set(told["players"]) == {"a", "b", "c"}
