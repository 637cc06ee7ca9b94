"""Majorities by the numbers of its rules page, as diagrams."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.game import OVER
from termgames.games.majorities.geometry import DIRECTIONS, geometry
from termgames.games.majorities.rules import Majorities, Turn
from tests import diagrams
from tests.games.majorities import brute

CELLS = {2: 3, 3: 15, 4: 31, 5: 55, 6: 81, 7: 117, 8: 157, 9: 205}


def game(**options: Any) -> Any:
    return games.create("majorities", {k.replace("_", "-"): v for k, v in options.items()})


def place(rules: Any, text: str, **position_text: str) -> Any:
    """A diagram with its blanks, as the source prints boards."""
    return rules.position(
        diagrams.rows(text), {k.replace("_", " "): v for k, v in position_text.items()}
    )


def refusal(rules: Any, state: Any, text: str) -> str | None:
    found = rules.refuse(state, rules.parse(state, text))
    return None if found is None else found.code


# -- 1, 2: the board ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 7])
def test_rule_2_the_boards_of_the_source_character_for_character(size: int) -> None:
    topology = geometry(size).topology
    rows = topology.rows(["."] * topology.cells)
    indent = [abs(row - (size - 1)) for row in range(2 * size - 1)]
    drawn = [" " * blank + " ".join(row) for blank, row in zip(indent, rows, strict=True)]
    source = brute.DIAGRAMS[size].strip("\n").splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in source)
    assert drawn == [line[margin:].rstrip() for line in source]


@pytest.mark.parametrize("size", CELLS)
def test_rule_2_every_line_is_odd(size: int) -> None:
    board = geometry(size)
    assert board.topology.cells == CELLS[size]
    assert len(board.lines) == 3 * (2 * size - 1)
    assert all(len(line) % 2 for line in board.lines)
    for direction in range(3):
        own = board.lines[direction * board.per_direction : (direction + 1) * board.per_direction]
        assert sorted(cell for line in own for cell in line) == list(range(CELLS[size]))


def test_rule_1_lines_run_in_three_directions() -> None:
    board = geometry(3)
    names = [[board.topology.names[cell] for cell in line] for line in board.lines]
    assert names == [
        ["e1", "e2", "e3"],
        ["d1", "d3", "d4"],
        ["c1", "c2", "c5"],
        ["b1", "b3", "b4"],
        ["a1", "a2", "a3"],
        ["a3", "b4", "c5"],
        ["a2", "b3", "d4"],
        ["a1", "d3", "e3"],
        ["b1", "c2", "e2"],
        ["c1", "d1", "e1"],
        ["c1", "b1", "a1"][::-1],
        ["d1", "c2", "a2"][::-1],
        ["e1", "b3", "a3"][::-1],
        ["e2", "d3", "b4"][::-1],
        ["e3", "d4", "c5"][::-1],
    ]


def test_rule_1_voids_are_named_and_refused() -> None:
    rules = game(size=5)
    with pytest.raises(UnreadableMove, match="d4 is a void"):
        rules.parse(rules.start(), "d4")
    assert set(rules.topology.voids) == {"h2", "f4", "e6", "e8", "d4", "b2"}
    assert game(size=5, no_voids=True).topology.voids == {}


def test_nobody_passes() -> None:
    rules = game()
    with pytest.raises(UnreadableMove, match="nobody passes in this game"):
        rules.parse(rules.start(), " Pass ")


# -- 3: turns -----------------------------------------------------------------------------


def test_rule_3_one_stone_then_two() -> None:
    rules = game()
    state = rules.start()
    assert refusal(rules, state, "e4,f5") == "count"
    state = rules.apply(state, rules.parse(state, "E4"))
    assert rules.to_act(state) == 1
    assert refusal(rules, state, "a1") == "count"
    assert refusal(rules, state, "a1,e4") == "occupied"
    assert refusal(rules, state, "a1,a1") == "repeated"
    assert rules.refuse(state, Turn((0, 99))).code == "off-board"
    assert rules.refuse(state, Turn((1, 0))).code == "order"
    state = rules.apply(state, rules.parse(state, "f5 a1"))
    assert rules.to_act(state) == 0
    assert rules.stones(state).count(2) == 2


def test_rule_3_order_is_free_on_input_and_sorted_on_output() -> None:
    rules = game()
    state = rules.apply(rules.start(), rules.parse(rules.start(), "e4"))
    assert rules.parse(state, "f5,e2") == rules.parse(state, "e2, F5")
    assert rules.format(rules.parse(state, "f5,e2")) == "e2,f5"


@pytest.mark.parametrize("text", ["", "e4,f5,g6", "e4;f5", "z9", "pass"])
def test_rule_3_what_is_no_turn(text: str) -> None:
    rules = game()
    with pytest.raises(UnreadableMove):
        rules.parse(rules.start(), text)


# -- 4: winning ---------------------------------------------------------------------------

LINES = [
    # A diagram, and its lines in their order.
    (
        "bb. .-.w ..--w .-.w w.b",
        ("b....", "w....", "..b.w"),
    ),
    (
        "bbw w-wb bb--w w-wb bwb",
        ("bwbwb", "bwwbb", "bwbbw"),
    ),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_rule_4_lines_are_won_by_more_than_half(text: str, expected: tuple[str, ...]) -> None:
    rules = game(size=3)
    state = place(rules, text)
    assert tuple(rules.report_fields(state)["lines"].values()) == expected


def test_rule_4_two_directions_end_the_game_after_a_whole_turn() -> None:
    rules, full = game(size=3), game(size=3, play_out=True)
    text = "bb. b-bw b.--w .-.w w.."
    state = place(rules, text, to_move="black")
    assert rules.ending(state) is None
    after = rules.apply(state, rules.parse(state, "b1,c2"))
    assert rules.ending(after) == "black holds two directions"
    assert rules.to_act(after) == OVER
    assert rules.legal_moves(after) == []
    assert refusal(rules, after, "a2,b3") == "over"
    assert rules.score(after).winners == (0,)
    assert rules.utilities(after).tolist() == [1, 0]
    played = full.apply(state, full.parse(state, "b1,c2"))
    assert full.ending(played) is None
    while full.ending(played) is None:
        played = full.apply(played, full.legal_moves(played)[-1])
    assert full.ending(played) == "the board is full"
    assert full.utilities(played).tolist() == [1, 0]


def test_rule_4_score_tells_directions_and_lines() -> None:
    rules = game(size=3)
    state = place(rules, LINES[1][0])
    score = rules.score(state)
    assert score.totals == (3, 0)
    assert [(part.seat, part.text) for part in score.parts] == [
        (0, "horizontal: 3 to 2 lines"),
        (0, "NE/SW: 3 to 2 lines"),
        (0, "NW/SE: 3 to 2 lines"),
    ]


# -- 5: the record ------------------------------------------------------------------------


def test_rule_5_the_record_counts_lines_by_direction() -> None:
    rules = game(size=3)
    state = place(rules, LINES[0][0])
    told = rules.report_fields(state)
    assert list(told["tally"]) == list(DIRECTIONS)
    assert told["tally"]["horizontal"] == {"black": 1, "white": 0, "open": 4}
    assert told["directions"] == {"horizontal": None, "NE/SW": None, "NW/SE": None}
    assert told["stones_due"] == 2


# -- 6: variants --------------------------------------------------------------------------


def test_rule_6_half_of_an_even_line_wins_it_for_the_first() -> None:
    rules = game(size=3, no_voids=True)
    text = "... b..w ..... .... ..."
    state = place(rules, text, to_move="black")
    state = rules.apply(state, rules.parse(state, "d2,a1"))
    assert rules.report_fields(state)["lines"]["horizontal"] == ".b..."
    # White may have half of it as well: it is too late.
    state = rules.apply(state, rules.parse(state, "d3,a2"))
    assert rules.report_fields(state)["lines"]["horizontal"] == ".b..."


def test_rule_6_a_diagram_with_two_halves_must_tell_who_was_first() -> None:
    rules = game(size=3, no_voids=True)
    rows = diagrams.rows("... bbww ..... .... ...")
    with pytest.raises(OptionError, match="half of a line"):
        rules.position(rows, {})
    state = rules.position(rows, {"lines": ".w... ..... ....."})
    assert rules.report_fields(state)["lines"]["horizontal"] == ".w..."
    written = rules.position_text(state)
    assert written["lines"] == ".w... ..... ....."
    assert rules.position(rows, written) == state


def test_rule_6_stones_of_a_won_line_leave_the_board() -> None:
    rules = game(size=3, capture=True)
    text = "bw. .-.. ..--. .-.. ..."
    state = place(rules, text, to_move="black")
    after = rules.apply(state, rules.parse(state, "e3,a1"))
    assert diagrams.show(rules, after) == ["...", ".-..", "..--.", ".-..", "b.."]
    assert rules.report_fields(after)["lines"]["horizontal"] == "b...."
    # The line stays won, and its cells are played again.
    again = rules.apply(after, rules.parse(after, "e1,e2"))
    assert diagrams.show(rules, again)[0] == "ww."
    assert rules.report_fields(again)["lines"]["horizontal"] == "b...."


def test_rule_6_the_second_stone_may_go_where_the_first_cleared() -> None:
    rules = game(size=3, capture=True)
    text = "bw. .-.. ..--. .-.. ..."
    state = place(rules, text, to_move="black")
    for second in ("e1", "e2", "e3"):
        move = rules.parse(state, f"e3,{second}")
        assert rules.format(move) == f"e3,{second}"
        assert move in rules.legal_moves(state)
        expected = "".join("b" if name == second else "." for name in ("e1", "e2", "e3"))
        assert diagrams.show(rules, rules.apply(state, move))[0] == expected
    assert refusal(rules, state, "e2,e3") == "occupied"
    assert refusal(rules, state, "a1,a1") == "repeated"
    assert rules.parse(state, "a1,e3") != rules.parse(state, "e3,a1")


def test_rule_6_a_single_empty_cell_is_a_turn_of_one_stone() -> None:
    rules = game(size=3, capture=True)
    rows = ["bbw", "w-wb", "bb--w", "w-wb", "bw."]
    state = rules.position(rows, {"to move": "white", "lines": "..... ..... ....."})
    assert [rules.format(move) for move in rules.legal_moves(state)] == ["a3"]
    after = rules.apply(state, rules.parse(state, "a3"))
    assert 0 in after.stones


# -- positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "position_text", "told"),
    [
        (["..."], {}, "needs 5 rows"),
        (["...", "....", "..--.", ".-..", "..."], {}, "use - for voids alone"),
        (["..x", ".-..", "..--.", ".-..", "..."], {}, "use . b w"),
        (["...", ".-..", "..--.", ".-..", "..."], {"komi": "5"}, "has no 'komi'"),
        (["...", ".-..", "..--.", ".-..", "..."], {"to move": "red"}, "neither black nor white"),
        (["...", ".-..", "..--.", ".-..", "..."], {"lines": "b"}, "15 marks"),
    ],
)
def test_a_faulty_position_is_refused(
    rows: list[str], position_text: dict[str, str], told: str
) -> None:
    with pytest.raises(OptionError, match=told):
        game(size=3).position(rows, position_text)


def test_the_side_to_move_follows_from_the_stones() -> None:
    rules = game(size=3)
    state = rules.start()
    for _ in range(4):
        rows = diagrams.show(rules, state)
        assert rules.position(rows, {}) == state
        state = rules.apply(state, rules.legal_moves(state)[0])


# -- against the second engine --------------------------------------------------------------

SETTINGS = [
    (size, voids, capture, play_out)
    for size in (3, 5)
    for voids in (True, False)
    for capture in (True, False)
    for play_out in (True, False)
]


@given(setting=st.sampled_from(SETTINGS), data=st.data())
@settings(max_examples=30)
def test_games_agree_with_the_second_engine(
    setting: tuple[int, bool, bool, bool], data: st.DataObject
) -> None:
    """Legal turns, stones, lines, directions and the end, turn by turn."""
    size, voids, capture, play_out = setting
    rules: Majorities = game(size=size, no_voids=not voids, capture=capture, play_out=play_out)
    diagram = brute.DIAGRAMS[size]
    board = brute.Board(diagram if voids else brute.full(diagram))
    plain = brute.Game(board, capture, play_out)
    rnd = data.draw(st.randoms(use_true_random=False))
    state = rules.start()
    for ply in range(200):
        turns = plain.turns() if ply % 5 == 0 or len(plain.empty()) < 8 else None
        if turns is not None:
            legal = {rules.format(move) for move in rules.legal_moves(state)}
            assert legal == {text_of(rules, plain, turn) for turn in turns}
        if plain.over():
            break
        text = random_turn(plain, rnd)
        state = rules.apply(state, rules.parse(state, text))
        plain.play(tuple(board.point[name] for name in text.split(",")))
        marks = [plain.stones.get(board.point[name], ".") for name in rules.topology.names]
        assert marks == [".bw"[stone] for stone in state.stones]
        assert sorted(plain.won.values()) == sorted("?bw"[claim] for claim in state.claims if claim)
    assert plain.over()
    assert rules.to_act(state) == OVER
    winner = plain.winner()
    assert rules.utilities(state).tolist() == [float(winner == "b"), float(winner == "w")]
    held = [None if holder is None else holder[0] for holder in
            rules.report_fields(state)["directions"].values()]  # fmt: skip
    assert sorted(filter(None, held)) == sorted(plain.directions().values())


def text_of(rules: Majorities, plain: brute.Game, turn: tuple[brute.Point, ...]) -> str:
    names = plain.text(turn).split(",")
    return rules.format(rules.turn_of([rules.topology.cell(name) for name in names]))


def random_turn(plain: brute.Game, rnd: Any) -> str:
    """A legal turn of the second engine, without listing all of them."""
    empty = plain.empty()
    first = rnd.choice(empty)
    if plain.first or len(empty) == 1:
        return plain.text((first,))
    then = plain.copy()
    then.put(first)
    return plain.text((first, rnd.choice(then.empty())))
