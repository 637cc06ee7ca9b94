"""The rules of Plurality by their numbers in RULES.md: diagram in, diagram out. Rules 5 to 7,
what is counted, stand in `test_territory.py`.

Diagrams show the rows from the top. Where a diagram has digits, the move that is tried
puts the mover's stones on `1` and the opponent's on `2`.
"""

from __future__ import annotations

import random

import pytest

from termgames import games
from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.game import OVER
from termgames.games.plurality.geometry import geometry
from termgames.games.plurality.rules import PASS, NameKomi, PickSide, Place, Plurality, State
from tests import diagrams
from tests.cases import cases
from tests.games.plurality.support import FIVE, HEX, play, plurality

BOARDS = {"5": FIVE, "3": HEX}


def drawn_move(game: Plurality, text: str) -> Place:
    """The tromino of the digits in a diagram."""
    one, two = diagrams.marked(game, text, "1")
    (enemy,) = diagrams.marked(game, text, "2")
    return Place((one, two), enemy)


def named(game: Plurality, cells: tuple[int, ...]) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


# -- rule 1: boards ---------------------------------------------------------------------


@pytest.mark.parametrize("size", range(5, 26))
def test_rule_1_square_boards_from_5_to_25(size: int) -> None:
    game = plurality(size=size)
    assert game.topology.kind == "square"
    assert game.topology.cells == size * size
    assert game.start().stones == bytes(size * size)


@pytest.mark.parametrize(("edge", "cells"), [(3, 19), (5, 61), (7, 127), (10, 271)])
def test_rule_1_hexhex_boards_from_3_to_10(edge: int, cells: int) -> None:
    game = plurality(hex=edge)
    assert game.topology.kind == "hexhex"
    assert game.topology.cells == cells


def test_rule_1_the_board_is_13x13_when_none_is_chosen() -> None:
    assert plurality().topology.cells == 169


@pytest.mark.parametrize("text", ["4", "26", "0", "-13", "13.0", "big", ""])
def test_rule_1_other_sizes_are_refused_with_the_range(text: str) -> None:
    option = games.info("plurality").option("size")
    with pytest.raises(OptionError, match=r"--size .*5 to 25"):
        option.read(text)


@pytest.mark.parametrize("text", ["2", "11", "x"])
def test_rule_1_other_hexhex_edges_are_refused_with_the_range(text: str) -> None:
    with pytest.raises(OptionError, match=r"--hex .*3 to 10"):
        games.info("plurality").option("hex").read(text)


def test_rule_1_hex_without_a_number_is_7_and_excludes_size() -> None:
    assert games.info("plurality").option("hex").bare == 7
    with pytest.raises(OptionError, match="--hex and --size exclude each other"):
        plurality(hex=5, size=9)


# -- rule 2: trominoes ------------------------------------------------------------------

PLACEMENTS = cases("""
# Board, who places, the diagram with the move.
5 | black | ..... ..... 112.. ..... ..... | straight, enemy at the end
5 | black | ..1.. ..2.. ..1.. ..... ..... | straight, enemy in the middle, upright
5 | white | ..... b.... .11.. ..2.. ..... | bent, by White
5 | black | ..... ..... ..... ...1. ...21 | bent, enemy at the bend
5 | white | b.... .w... .112. .b... ..... | beside older stones, a gap left in each 2x2 square
3 | black | 1.. .2.. ..1.. .... ... | hexhex, straight on a slant
3 | black | ... .... .12.. .1.. ... | hexhex, bent
3 | white | ... .11. ..2.. .... ... | hexhex, a triangle alone (rule 8)
""")


@pytest.mark.parametrize(("board", "side", "before", "name"), PLACEMENTS)
def test_rule_2_a_tromino_is_placed(board: str, side: str, before: str, name: str) -> None:
    game, other = BOARDS[board], {"black": "white", "white": "black"}[side]
    state = diagrams.position(game, before, to_move=side)
    move = drawn_move(game, before)
    assert game.refuse(state, move) is None
    assert move in game.legal_moves(state)
    result = game.apply(state, move)
    after = before.replace("1", side[0]).replace("2", other[0])
    assert diagrams.show(game, result) == after.split()
    assert game.seat_name(result, game.to_act(result)) == other


def test_rule_2_black_moves_first_and_turns_alternate() -> None:
    state = FIVE.start()
    assert FIVE.seat_name(state, FIVE.to_act(state)) == "black"
    state = play(FIVE, state, "a1,b1,c1", "a5,b5,c5")
    assert diagrams.show(FIVE, state) == ["wwb..", ".....", ".....", ".....", "bbw.."]
    assert FIVE.seat_name(state, FIVE.to_act(state)) == "black"


def test_rule_2_own_points_may_come_in_any_order_and_are_written_by_row_and_column() -> None:
    state = FIVE.start()
    for text in ("c3,d4,c4", "d4,c3,c4", " D4 C3  C4 ", "d4, c3, c4"):
        assert FIVE.format(FIVE.parse(state, text)) == "c3,d4,c4"
    assert FIVE.parse(state, "c3,c4,d4") != FIVE.parse(state, "c3,d4,c4")


def test_facts_placements_of_the_empty_boards() -> None:
    """2586 on 13x13: 286 straight and 576 bent shapes, three choices each; 5826 on 19x19."""
    for size, straight, bent in ((13, 286, 576), (19, 646, 1296)):
        game = plurality(size=size)
        shapes = [
            {tuple(game.topology.lattice[cell].tolist()) for cell in move.shape}
            for move in game.legal_moves(game.start())
            if isinstance(move, Place)
        ]
        in_line = sum(
            len({x for x, _ in shape}) == 1 or len({y for _, y in shape}) == 1 for shape in shapes
        )
        assert (in_line, len(shapes) - in_line) == (3 * straight, 3 * bent)
    assert 3 * (286 + 576) == 2586
    assert 3 * (646 + 1296) == 5826


@pytest.mark.parametrize("options", [{"size": 5}, {"size": 13}, {"hex": 3}, {"hex": 7}])
def test_nothing_refuses_on_the_empty_board(options: dict[str, int]) -> None:
    """So that nobody has to ask for each shape, nor lay out what fills blocks, before a move."""
    geometry.cache_clear()
    game = plurality(**options)
    empty = game.start().stones
    placements = game.placements(empty)
    assert "fills" not in vars(game.geometry)
    shapes = range(len(game.geometry.shapes))
    assert placements == tuple(n for n in shapes if game.geometry.may_place(empty, n))


def test_facts_bounds_of_a_game() -> None:
    """Disjoint 2x2 squares each keep a point empty: 44 placements on 13x13, 93 on 19x19."""
    for size, bound in ((13, 44), (19, 93)):
        game = plurality(size=size)
        squares: list[set[int]] = []
        for block in game.topology.blocks.tolist():
            if all(square.isdisjoint(block) for square in squares):
                squares.append(set(block))
        assert (game.topology.cells - len(squares)) // 3 == bound

        rng = random.Random(size)
        state, placed = game.start(), 0
        while game.to_act(state) != OVER:
            a, b, c = game.geometry.shapes[rng.choice(game.placements(state.stones))]
            state = game.apply(state, Place((a, b), c))
            placed += 1
        assert placed <= bound
        assert all(any(state.stones[cell] == 0 for cell in square) for square in squares)


# -- rule 3 and rule 8: what may not be full -------------------------------------------

REFUSALS = cases("""
# Board, diagram, move, code, cells.
5 | ..... ..... .b... ..... ..... | a3,c3,b3 | occupied | b3
5 | ..... ..... .bw.. ..... ..... | a3,b3,c3 | occupied | b3 c3
5 | ..... ..... ..... ..... ..... | a3,a3,b3 | repeated | a3
5 | ..... ..... ..... ..... ..... | a3,b3,a3 | repeated | a3
5 | ..... ..... ..... ..... ..... | a1,b1,d1 | apart | a1 b1 d1
# Only corners touch; round the edge of the board.
5 | ..... ..... ..... ..... ..... | a1,c3,b2 | apart | a1 b2 c3
5 | ..... ..... ..... ..... ..... | d1,e1,a2 | apart | d1 e1 a2
# A bent tromino and an older stone; two and two; one and three.
5 | ..... ..... ..w.. ..... ..... | b2,c2,b3 | block | b2 c2 b3 c3
5 | ..... ..... .bw.. ..... ..... | a4,b4,c4 | block | b3 c3 b4 c4
5 | ..... ..... .bb.. ..w.. ..... | a2,b2,a1 | block | b2 c2 b3 c3
# The middle of a straight one; in the corner; of two full squares the lower one is named.
5 | ..... .b... .w... ..... ..... | c3,c5,c4 | block | b3 c3 b4 c4
5 | ..... ..... ..... ..... ....w | d1,d2,e2 | block | d1 e1 d2 e2
5 | ..... ..... .b.w. .b.w. ..... | c2,c3,c4 | block | b2 c2 b3 c3
# Diamonds to the right, to the left, upright; a straight tromino and two older stones.
3 | ... .b.. ..... .... ... | c2,c3,d1 | block | c2 c3 d1 d2
3 | ... b... ..... .... ... | c2,c3,d2 | block | c2 c3 d1 d2
3 | ... .... ..... .w.. ... | c2,c3,d2 | block | b2 c2 c3 d2
3 | ... .... ..... bw.. ... | c1,c2,c3 | block | b1 b2 c1 c2
""")


@pytest.mark.parametrize(("board", "diagram", "text", "code", "cells"), REFUSALS)
def test_rules_2_3_8_a_refusal_names_code_and_cells(
    board: str, diagram: str, text: str, code: str, cells: str
) -> None:
    game = BOARDS[board]
    state = diagrams.position(game, diagram)
    move = game.parse(state, text)
    refusal = game.refuse(state, move)
    assert refusal is not None
    assert (refusal.code, named(game, refusal.cells)) == (code, cells)
    assert all(name in refusal.text for name in cells.split())
    assert move not in game.legal_moves(state)
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, move)
    assert caught.value.refusal == refusal
    assert str(caught.value) == refusal.text


def test_rule_3_a_refusal_says_what_would_be_full() -> None:
    square = diagrams.position(FIVE, "..... ..... ..w.. ..... .....")
    refusal = FIVE.refuse(square, FIVE.parse(square, "b2,c2,b3"))
    assert refusal is not None
    assert refusal.text == "the 2x2 square b2, c2, b3 and c3 would be full"
    diamond = diagrams.position(HEX, "... .b.. ..... .... ...")
    refusal = HEX.refuse(diamond, HEX.parse(diamond, "c2,c3,d1"))
    assert refusal is not None
    assert refusal.text == "the diamond c2, c3, d1 and d2 would be full"


@pytest.mark.parametrize("cells", [(0, 1, -1), (23, 24, 25), (-1, -2, -3), (0, 10**9, 1)])
def test_rule_2_cells_off_the_board_are_refused(cells: tuple[int, int, int]) -> None:
    refusal = FIVE.refuse(FIVE.start(), Place(cells[:2], cells[2]))
    assert refusal is not None
    assert refusal.code == "off-board"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1,a2,a6", "'a6'"),
        ("i1,h1,g1", "'i1'"),
        ("a1,a2", "two own points and the enemy's"),
        ("a1,a2,a3,a4", "two own points and the enemy's"),
        ("", "two own points and the enemy's"),
        ("5", "two own points and the enemy's"),
        ("komi five", "a whole number"),
    ],
)
def test_rule_2_a_text_that_is_no_move_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(UnreadableMove, match=words):
        FIVE.parse(FIVE.start(), text)


def test_rule_8_every_orientation_of_a_diamond_is_illegal_whoever_fills_it() -> None:
    """Each diamond of the board, with each of its cells as the stone that is there first."""
    for block in HEX.topology.blocks.tolist():
        for old in block:
            shape = sorted(set(block) - {old})
            stones = bytearray(HEX.topology.cells)
            stones[old] = 2
            state = State(bytes(stones), 0, 0.5)
            for enemy in shape:
                one, two = (cell for cell in shape if cell != enemy)
                refusal = HEX.refuse(state, Place((one, two), enemy))
                assert refusal is not None
                assert (refusal.code, refusal.cells) == ("block", tuple(block))


# -- rule 4: passes and the end ---------------------------------------------------------


def test_rule_4_two_passes_in_a_row_end_the_game() -> None:
    state = play(FIVE, FIVE.start(), "pass")
    assert FIVE.to_act(state) == 1
    assert FIVE.ending(state) is None
    state = play(FIVE, state, "pass")
    assert FIVE.to_act(state) == OVER
    assert FIVE.ending(state) == "both passed"
    assert FIVE.legal_moves(state) == []
    for move in (PASS, Place((0, 1), 2), NameKomi(1), PickSide(0)):
        refusal = FIVE.refuse(state, move)
        assert refusal is not None
        assert refusal.code == "over"
        assert "both passed" in refusal.text


def test_rule_4_a_placement_between_passes_goes_on() -> None:
    state = play(FIVE, FIVE.start(), "pass", "a1,b1,c1", "pass")
    assert FIVE.ending(state) is None
    assert FIVE.ending(play(FIVE, state, "pass")) == "both passed"


def test_rule_4_a_position_after_a_pass_ends_with_the_next() -> None:
    state = diagrams.position(FIVE, "\n".join(["....."] * 5), passes="1")
    assert FIVE.ending(play(FIVE, state, "pass")) == "both passed"


@pytest.mark.parametrize(
    ("board", "side", "before", "totals"),
    [
        ("5", "black", "..121 ww.b. b..wb b..w. wbbw.", (6, 9.5)),
        ("3", "white", "b.w b.w. w..bb 1..b 21w", (0, 11.5)),
    ],
)
def test_rule_4_the_game_ends_when_nothing_can_be_placed(
    board: str, side: str, before: str, totals: tuple[float, float]
) -> None:
    game = BOARDS[board]
    state = diagrams.position(game, before, to_move=side)
    assert game.ending(state) is None
    assert PASS in game.legal_moves(state)
    end = game.apply(state, drawn_move(game, before))
    assert game.ending(end) == "no placement left"
    assert game.to_act(end) == OVER
    assert game.legal_moves(end) == []
    assert game.score(end).totals == totals
    refusal = game.refuse(end, PASS)
    assert refusal is not None
    assert (refusal.code, "no placement left" in refusal.text) == ("over", True)


def test_rule_4_a_position_without_a_placement_is_over() -> None:
    state = diagrams.position(FIVE, "..bwb\nww.b.\nb..wb\nb..w.\nwbbw.")
    assert (FIVE.ending(state), FIVE.to_act(state)) == ("no placement left", OVER)


# -- rule 6: the pie --------------------------------------------------------------------

PIE = plurality(size=5, pie=True)


def test_rule_6_pie_the_first_names_komi_and_the_second_picks_a_side() -> None:
    start = PIE.start()
    assert [PIE.seat_name(start, seat) for seat in (0, 1)] == ["first", "second"]
    assert PIE.to_act(start) == 0
    named_komi = play(PIE, start, "komi 4")
    assert named_komi.komi == 4.5
    assert [PIE.seat_name(named_komi, seat) for seat in (0, 1)] == ["first", "second"]
    assert PIE.to_act(named_komi) == 1


@pytest.mark.parametrize(("side", "black_seat"), [("black", 1), ("white", 0)])
def test_rule_6_pie_the_side_decides_who_is_black_and_begins(side: str, black_seat: int) -> None:
    state = play(PIE, PIE.start(), "komi 4", side)
    assert PIE.to_act(state) == black_seat
    assert PIE.seat_name(state, black_seat) == "black"
    assert PIE.seat_name(state, 1 - black_seat) == "white"
    assert PIE.colour(state, black_seat) == 0
    state = play(PIE, state, "a1,b1,c1")
    assert diagrams.show(PIE, state)[-1] == "bbw.."
    assert PIE.to_act(state) == 1 - black_seat
    end = play(PIE, state, "pass", "pass")
    totals = PIE.score(end).totals
    assert (totals[black_seat], totals[1 - black_seat]) == (22, 4.5)
    assert PIE.score(end).winners == (black_seat,)
    assert PIE.utilities(end)[black_seat] == 1


@pytest.mark.parametrize(
    ("text", "komi"), [("komi 0", 0.5), ("komi -3", -2.5), ("komi 25", 25.5), ("7", 7.5)]
)
def test_rule_6_pie_komi_is_a_whole_number_and_a_half(text: str, komi: float) -> None:
    assert play(PIE, PIE.start(), text).komi == komi


@pytest.mark.parametrize("text", ["komi 5.5", "komi", "komi x", "5.5", "a1,b1,c1"])
def test_rule_6_pie_another_komi_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="a whole number"):
        PIE.parse(PIE.start(), text)


@pytest.mark.parametrize("points", [26, -26, 10**6])
def test_rule_6_pie_komi_stays_within_the_board(points: int) -> None:
    refusal = PIE.refuse(PIE.start(), NameKomi(points))
    assert refusal is not None
    assert (refusal.code, "-25 to 25" in refusal.text) == ("komi", True)


def test_rule_6_pie_moves_of_another_stage_are_refused() -> None:
    komi, side, place = NameKomi(5), PickSide(0), Place((0, 1), 2)
    stages = (
        (PIE.start(), (side, place, PASS), "name a whole number"),
        (play(PIE, PIE.start(), "komi 5"), (komi, place, PASS, PickSide(2)), "pick a side"),
        (play(PIE, PIE.start(), "komi 5", "white"), (komi, side), "place a tromino or pass"),
        (FIVE.start(), (komi, side), "place a tromino or pass"),
    )
    for state, moves, words in stages:
        for move in moves:
            refusal = PIE.refuse(state, move)
            assert refusal is not None
            assert refusal.code == "stage"
            assert words in refusal.text
            assert move not in PIE.legal_moves(state)


def test_rule_6_pie_and_komi_exclude_each_other() -> None:
    with pytest.raises(OptionError, match="--pie and --komi exclude each other"):
        plurality(pie=True, komi=5.5)


# -- positions --------------------------------------------------------------------------


def test_rule_6_under_pie_a_komi_is_named_for_a_given_position() -> None:
    state = diagrams.position(PIE, ".....\n" * 4 + "bbw..", to_move="white")
    state = play(PIE, state, "komi 2", "black")
    assert (state.turn, state.komi, PIE.to_act(state)) == (1, 2.5, 0)


@pytest.mark.parametrize(
    ("diagram", "position_text", "words"),
    [
        ("bb...\nbw...\n.....\n.....\n.....", {}, "2x2 square a4, b4, a5 and b5 .* full"),
        (".....\n.....\n.....\n.....", {}, "does not fit the board: it needs 5 rows"),
        (".....\n.....\n.....\n.....\n....", {}, "does not fit the board"),
        (".....\n" * 5, {"to_move": "red"}, "to move: 'red'"),
        (".....\n" * 5, {"komi": "3"}, "no 'komi'"),
        (".....\n" * 5, {"passes": "2"}, "'2' is neither 0 nor 1"),
        (".....\n" * 5, {"button": "yes"}, "no 'button'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    diagram: str, position_text: dict[str, str], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        diagrams.position(FIVE, diagram, **position_text)


def test_a_mark_that_is_no_stone_is_named_with_its_point() -> None:
    with pytest.raises(OptionError, match="b4 is 'x'"):
        FIVE.position([".....", ".x...", ".....", ".....", "....."], {})


def test_a_position_has_the_facts_it_was_given() -> None:
    state = diagrams.position(FIVE, ".....\n" * 4 + "bbw..", to_move="white", passes="1")
    assert (state.turn, state.komi, state.passes, state.stage) == (1, 5.5, 1, "play")
    assert diagrams.show(FIVE, state)[-1] == "bbw.."
