"""What KataGo's net is told of positions, and what is made of what it says; without the net."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.katago_net.answers import Outputs, answers
from tests.benchmarks.katago_net.boards import BLACK, WHITE, place
from tests.benchmarks.katago_net.features import features
from tests.benchmarks.katago_net.positions import PASS, Game
from tests.benchmarks.katago_net.queries import QueryError, parsed

COLOURS = {"X": BLACK, "O": WHITE}


def game_of(diagram: str) -> Game:
    """A game that begins from a diagram: X black, O white."""
    lines = diagram.split()
    game = Game(len(lines))
    game.put(
        [
            (COLOURS[sign], place(len(lines), x, y))
            for y, line in enumerate(lines)
            for x, sign in enumerate(line)
            if sign in COLOURS
        ]
    )
    return game


def plane(game: Game, number: int, mover: int = BLACK) -> str:
    """A plane of the features: # where it is 1."""
    planes, _, _ = features([game.position(mover, 0, passing_ends=False)])
    return "\n".join("".join(".#"[int(cell)] for cell in line) for line in planes[0, number])


def text(diagram: str) -> str:
    return "\n".join(diagram.split())


def test_liberties() -> None:
    game = game_of("X.... ....O ..O.. .OX.. ...X.")
    assert plane(game, 1) == text("#.... ..... ..... ..#.. ...#.")
    assert plane(game, 2) == text("..... ....# ..#.. .#... .....")
    assert plane(game, 3) == text("..... ..... ..... ..... .....")
    assert plane(game, 4) == text("#.... ..... ..... ..#.. .....")
    assert plane(game, 5) == text("..... ....# ..#.. .#... ...#.")
    assert plane(game_of("XO... ..... ..... ..... ....."), 3).index("#") == 0


LADDER = """
    .........
    ..XX.....
    .XO......
    ..X......
    .........
    .........
    .........
    .........
    .........
"""
CHASED = """
    .........
    .........
    ..#......
    .........
    .........
    .........
    .........
    .........
    .........
"""


def changed(diagram: str, x: int, y: int, sign: str) -> str:
    lines = diagram.split()
    lines[y] = lines[y][:x] + sign + lines[y][x + 1 :]
    return "\n".join(lines)


def test_a_chain_in_atari_is_caught_in_a_ladder_unless_a_stone_breaks_it() -> None:
    assert plane(game_of(LADDER), 14) == text(CHASED)
    broken = changed(LADDER, 6, 6, "O")
    assert "#" not in plane(game_of(broken), 14)
    # Chased to the other side it is caught all the same.
    assert plane(game_of(changed(LADDER, 7, 1, "O")), 14) == text(CHASED)


def test_moves_that_begin_a_ladder() -> None:
    game = game_of(changed(LADDER, 2, 3, "."))
    assert plane(game, 14) == text(CHASED)
    begin = plane(game, 17).split()
    assert [(x, y) for y in range(9) for x in range(9) if begin[y][x] == "#"] == [(2, 3)]
    # Those that would catch the mover's own chain are not marked.
    assert "#" not in plane(game, 17, WHITE)
    assert plane(game, 14, WHITE) == text(CHASED)


def test_a_chain_that_takes_its_way_out_is_not_caught() -> None:
    """White's stone on the edge, where Black's two below it can be taken."""
    caught = game_of(".XO... ..XX.. ...... ...... ...... ......")
    assert plane(caught, 14) == text("..#... ...... ...... ...... ...... ......")
    taking = game_of(".XO... .OXXO. ..OO.. ...... ...... ......")
    assert plane(taking, 14).split()[0][2] == "."


def test_ladders_before_the_last_moves() -> None:
    game = game_of(changed(LADDER, 6, 6, "."))
    game.play(WHITE, place(9, 6, 6))
    game.play(BLACK, place(9, 7, 0))
    assert [("#" in plane(game, number, WHITE)) for number in (14, 15, 16)] == [False, False, True]
    assert plane(game, 9, WHITE).split()[0] == ".......#."
    assert plane(game, 10, WHITE).split()[6] == "......#.."


def test_area_of_what_is_pass_alive_and_of_what_is_not() -> None:
    game = game_of(
        """
        .X.XO..
        XXXXO..
        O...OOO
        .......
        ...XXX.
        ..XX.XX
        ..X.O.X
        """
    )
    # Black's corner lives; below Black has one eye alone, where White's stone leaves cells open.
    assert plane(game, 18) == text(
        """
        ####...
        ####...
        .......
        .......
        ...###.
        ..##.##
        ..#...#
        """
    )
    assert plane(game, 19) == text(
        """
        ....###
        ....###
        #...###
        .......
        .......
        .......
        ....#..
        """
    )


def test_stones_in_an_eye_of_a_living_chain_are_dead() -> None:
    game = game_of(".XO.X .XXXX XX... ..... .....")
    assert plane(game, 18) == text("##### ##### ##### ##### #####")
    assert plane(game, 19).count("#") == 0


def test_ko_and_repetition() -> None:
    diagram = ".XO.. X.XO. .XO.. ..... ....."
    game = game_of(diagram)
    game.play(WHITE, place(5, 1, 1))
    ban = text("..... ..#.. ..... ..... .....")
    assert plane(game, 6) == ban
    _, _, allowed = features([game.position(BLACK, 0, passing_ends=False)])
    assert not allowed[0, 7]
    # Passes lift the ban of ko, but not the one of boards that were there.
    game.play(BLACK, PASS)
    game.play(WHITE, PASS)
    position = game.position(BLACK, 0, passing_ends=False)
    assert position.kos[0] == 0
    assert position.repeating == (place(5, 2, 1),)
    assert plane(game, 6) == ban
    # With another stone on the board nothing is repeated.
    game.play(BLACK, place(5, 4, 4))
    game.play(WHITE, place(5, 0, 4))
    assert "#" not in plane(game, 6)


def test_history_is_hidden_when_a_pass_would_end_the_game() -> None:
    game = game_of("..... ..... ..... ..... .....")
    game.play(BLACK, place(5, 2, 2))
    game.play(WHITE, PASS)
    hidden = game.position(BLACK, 0, passing_ends=False)
    assert (hidden.moves, len(hidden.boards)) == ((), 1)
    shown = game.position(BLACK, 0, passing_ends=True)
    assert shown.moves == (PASS, place(5, 2, 2))
    _, numbers, _ = features([hidden, shown])
    assert numbers[:, [0, 14]].tolist() == [[0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("size", "komi", "wave"), [(9, 0.5, -0.5), (9, 0, 0), (9, 1.5, 0.5), (6, 0.5, 0.5), (6, 7, 0)]
)
def test_komi(size: int, komi: float, wave: float) -> None:
    """White's points, and on which side of a draw they are: draws are possible with an odd komi on
    a board with an odd number of cells."""
    _, numbers, _ = features([Game(size).position(WHITE, komi, passing_ends=False)])
    assert numbers[0, 5] == pytest.approx(komi / 20)
    assert numbers[0, 18] == pytest.approx(wave)


QUERY: dict[str, Any] = {
    "id": "7",
    "initialStones": [["B", "c3"]],
    "initialPlayer": "W",
    "moves": [["W", "e5"]],
    "rules": {
        "ko": "POSITIONAL",
        "scoring": "AREA",
        "tax": "NONE",
        "suicide": False,
        "hasButton": False,
    },
    "komi": 0,
    "boardXSize": 5,
    "boardYSize": 5,
    "maxVisits": 1,
    "includePolicy": True,
    "includeOwnership": True,
    "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
}


def test_a_query_of_the_judge() -> None:
    (question,), warnings = parsed(json.dumps(QUERY))
    assert not warnings
    assert (question.number, question.turn, question.perspective) == ("7", 1, BLACK)
    position = question.position
    assert (position.mover, position.moves) == (BLACK, (place(5, 4, 0),))
    planes, _, _ = features([position])
    assert planes[0, 1].nonzero() == (2, 2)
    assert planes[0, 2].nonzero() == (0, 4)


def test_queries_that_are_not_understood() -> None:
    turns, warnings = parsed(json.dumps(QUERY | {"analyzeTurns": [0, 1], "colour": 3}))
    assert [question.turn for question in turns] == [0, 1]
    assert [warning["field"] for warning in warnings] == ["colour"]
    wrong: list[tuple[str, Any]] = [
        ("rules", QUERY["rules"] | {"scoring": "TERRITORY"}),
        ("rules", "japanese"),
        ("moves", [["W", "c3"]]),
        ("moves", [["W", "i3"]]),
        ("boardXSize", 20),
        ("komi", 0.3),
        ("komi", float("nan")),
        ("overrideSettings", {"wideRootNoise": 0.1}),
        ("analyzeTurns", [2]),
        ("id", 3),
    ]
    for field, value in wrong:
        with pytest.raises(QueryError) as caught:
            parsed(json.dumps(QUERY | {field: value}))
        assert caught.value.answer()["field"] == field
    for line in ("", "[]", "{", "[" * 10**5):
        with pytest.raises(QueryError):
            parsed(line)


def test_answers_are_as_black_sees_them() -> None:
    black, white = (
        parsed(json.dumps(QUERY | {"moves": moves, "id": str(n)}))[0][0]
        for n, moves in enumerate([[["W", "e5"]], [["B", "e5"]]])
    )
    _, _, allowed = features([black.position, white.position])
    ownership = np.zeros((2, 25), np.float32)
    ownership[:, 3] = 1
    outputs = Outputs(
        np.zeros((2, 26), np.float32),
        np.array([[2, 0, 9]] * 2, np.float32),
        np.array([[0.1, -3, 0.2, 0]] * 2, np.float32),
        ownership,
    )
    first, second = answers([black, white], outputs, allowed)
    assert first["policy"].count(-1) == 2
    assert first["policy"][-1] == pytest.approx(1 / 24)
    assert first["rootInfo"]["winrate"] == pytest.approx(0.880797, abs=1e-6)
    assert second["rootInfo"]["winrate"] == pytest.approx(0.119203, abs=1e-6)
    assert first["rootInfo"]["scoreLead"] == pytest.approx(4, abs=1e-5)
    assert second["rootInfo"]["scoreLead"] == pytest.approx(-4, abs=1e-5)
    assert first["ownership"][3] == -second["ownership"][3] == pytest.approx(0.761594, abs=1e-6)
    assert first["rootInfo"]["scoreStdev"] == pytest.approx(20 * np.log1p(np.exp(-3)))
