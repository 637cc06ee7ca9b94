"""Contests of neighbours, levels as even steps, the table, and the command."""

import itertools
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.search.levels import LEVELS
from termgames.workbench import calibration, curve
from termgames.workbench.curve import Curve, GameShares, searching
from termgames.workbench.results import Neighbours, ResultsFolder
from tests.cli.support import Cli

SMALL = (("size", 3),)
FEW = Neighbours("majorities", SMALL, ("random", "greedy", "mcts:playouts=8"), seed=3, games=4)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


def test_neighbours_meet_and_the_next_but_one_half_as_often() -> None:
    field = Neighbours("majorities", SMALL, ("random", "greedy", "mcts", "uct"), games=10)
    met = {contest.players: games for contest, games in field.contests()}
    assert met == {
        ("random", "greedy"): 10,
        ("greedy", "mcts"): 10,
        ("mcts", "uct"): 10,
        ("random", "mcts"): 6,
        ("greedy", "uct"): 6,
    }


def test_results_are_gone_on_with_and_fitted(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path / "results")
    some = folder.play(FEW)
    first = [next(some) for _ in range(3)]
    some.close()
    rest = list(folder.play(FEW))
    assert len(first) + len(rest) == 4 + 4 + 2
    standings, _, wanted = rest[0]
    assert (standings.games, wanted) == (4, 4)
    assert not list(folder.play(FEW))
    found, games = folder.fit("majorities", dict(SMALL))
    assert games == {"": 10, "random": 6, "greedy": 8, "mcts:playouts=8": 6}
    assert found.elo("random") < found.elo("mcts:playouts=8")
    assert folder.fit("majorities", {"size": 4})[1] == {"": 0}, "another board"


@pytest.mark.parametrize(
    "content", ["[1]", "3", '{"majorities": [{"x": 1}]}', '{"majorities": {}}', "[" * 100_000]
)
def test_a_table_of_something_else_is_refused_before_anything_is_played(
    cli: Cli, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "levels.json"
    path.write_text(content)
    results = tmp_path / "results"
    asked = ["--curve", "8,16", "--resume", str(results), "--choose", "--out", str(path)]
    done = cli("calibrate", "majorities", *asked)
    assert done.code == 1
    assert f"cannot read {path} as a table of levels" in done.err
    assert not list(results.glob("*"))
    assert path.read_text() == content


# -- levels -----------------------------------------------------------------------------------


def elo(player: str) -> float:
    """100 Elo a doubling, and 60 less for each temperature above the next."""
    if "policy" in player:
        return 0.0
    cold = {"0.15": 180, "0.07": 120, "0.03": 60}
    playouts, _, temperature = player.removeprefix("mcts:playouts=").partition(",temperature=")
    return 100 * math.log2(int(playouts)) - cold.get(temperature, 0)


def played_out(*players: str, strength: Mapping[str, float] | None = None) -> Curve:
    """The curve of games among neighbours that came out as `strength` says, or `elo` expects."""
    games: list[list[GameShares]] = []
    known = {player: (strength or {}).get(player) or elo(player) for player in players}
    for lower, higher in itertools.pairwise(sorted(players, key=known.__getitem__)):
        share = 1 / (1 + 10 ** ((known[lower] - known[higher]) / 400))
        games += [[((lower, higher), (1 - share, share))] * 2] * 100
    return curve.fit(games)


WARM = [searching(150, temperature) for temperature in (0.15, 0.07, 0.03)]


def test_levels_are_even_steps_of_strength() -> None:
    found = played_out(*WARM, *(searching(n) for n in (300, 1_000, 3_000, 9_000, 27_000)))
    known = calibration.choose_levels(found, longest=200_000, weakest=150)
    assert known.by_number[1].level.playouts == 150
    assert known.by_number[9].level == LEVELS[9]
    timed = calibration.with_seconds(known, {2: 0.25})
    rated = calibration.with_ratings(timed, found, 200_000, {"": 99})
    elos = [rung.elo for rung in rated.by_number.values()]
    steps = [higher - lower for lower, higher in itertools.pairwise(elos)]
    whole = elo(searching(200_000)) - elo(WARM[0])
    assert steps == pytest.approx([whole / 8] * 8, abs=12)
    assert elos[0] == 0
    assert rated.games == 99
    assert (rated.by_number[2].takes, rated.by_number[3].takes) == (0.25, None)
    searches = [calibration.search_of(rung, 200_000) for rung in known.by_number.values()]
    known_to = [rung.step_error for rung in rated.by_number.values()]
    steps = [round(found.error(b, a), 1) for a, b in itertools.pairwise(searches)]
    assert known_to == [None, *steps]
    temperatures = [rung.level.temperature for rung in known.by_number.values()]
    assert temperatures == [level.temperature for level in LEVELS.values()]


# -- the table --------------------------------------------------------------------------------


def test_a_ladder_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    known = CalibratedLevels(
        {
            n: CalibratedLevel(replace(level, unguided=n < 3), n - 1.0, 2.0, 1.5, 3, 0.5)
            for n, level in LEVELS.items()
        },
        {},
        True,
        7,
        61,
    )
    for options in ({"size": 3}, {}):
        calibration.write(path, CalibratedLevels({}), "majorities", options, {"chosen": "one"})
        calibration.write(path, known, "majorities", options, {"rated": "other"})
    calibration.write(path, known, "plurality", {}, {"rated": "third"})
    table = json.loads(path.read_text())
    assert list(table) == ["majorities", "plurality"]
    assert [board["options"] for board in table["majorities"]] == [{}, {"size": 3}]
    assert [board["cells"] for board in table["majorities"]] == [55, 15]
    read = calibrated_levels.read(table["majorities"][0])
    assert read.by_number == known.by_number
    small, large = table["majorities"][1], table["plurality"][0]
    assert (small["chosen"], small["rated"], large["rated"]) == ("one", "other", "third")


# -- the command ------------------------------------------------------------------------------


def test_the_command_measures_chooses_and_writes(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrated_levels, "table", lambda file: {})
    monkeypatch.setattr(calibration, "longest_playouts", lambda *_, **__: 5_000)
    monkeypatch.setattr(calibration, "seconds_a_move", lambda *_, **__: {2: 0.125})
    out, results = tmp_path / "levels.json", str(tmp_path / "results")
    asked = ["calibrate", "majorities", "--size", "4", "--resume", results, "--seed", "2"]
    searches = "8:0.15,8:0.07,8:0.03,16,64"
    done = cli(*asked, "--curve", searches, "--games", "8", "--json")
    assert done.code == 0
    assert done.err.count("\n") == 4 * 8 + 3 * 4
    told = json.loads(done.out)
    assert told["4"]["playouts"] == LEVELS[4].playouts
    assert told["1"]["elo"] == 0
    done = cli(*asked, "--choose", "--weakest", "8", "--out", str(out))
    assert done.code == 0
    board = json.loads(out.read_text())["majorities"][0]
    assert board["options"] == {"size": 4}
    assert board["levels"]["1"]["playouts"] == 8
    assert board["levels"]["2"]["takes"] == 0.125
    assert (board["games"], board["longest"]) == (44, 5_000)
