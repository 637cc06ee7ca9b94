"""The rules of Plurality by their numbers in RULES.md: diagram in, diagram out. Rules 5 to 7,
what is counted, stand in `test_territory.py`.

Diagrams show the rows from the top. Where a diagram has digits, the move that is tried
puts the mover's stones on `1` and the opponent's on `2`.
"""

import random

import pytest

from termgames.core.errors import IllegalMove
from termgames.core.game import OVER
from termgames.games.plurality.geometry import geometry
from termgames.games.plurality.rules import Place, Plurality, State
from tests import diagrams
from tests.cases import cases
from tests.games.plurality.support import FIVE, HEX, Scene, plurality
from tests.scenes import scenes

BOARDS = {"5": FIVE, "3": HEX}


def drawn_move(game: Plurality, text: str) -> Place:
    """The tromino of the digits in a diagram."""
    one, two = diagrams.marked(game, text, "1")
    (enemy,) = diagrams.marked(game, text, "2")
    return Place((one, two), enemy)


def named(game: Plurality, cells: tuple[int, ...]) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


@scenes(
    """
rule 1: boards are square or hexagonal
  game & cells 169 & game size=5 & cells 25 & game size=25 & cells 625
  game hex=3 & cells 19 & game hex=10 & cells 271 & game hex=7 & cells 127
  wrong --size .*5 to 25: size=4 / size=26 / size=0 / size=-13 / size=13.0 / size=big
  wrong --hex .*3 to 10: hex=2 / hex=11 / hex=x
  wrong --hex and --size exclude each other: hex=5 size=9

rule 2: black moves first, and turns alternate
  {FIVE} & asked black & go a1,b1,c1 / a5,b5,c5 & board wwb.. ..... ..... ..... bbw.. & asked black

rule 2: texts of trominoes
  {FIVE} & reads c3,d4,c4: c3,d4,c4 / d4,c3,c4 /  D4 C3  C4 & reads c3,c4,d4: c3,c4,d4
  unread 'a6': a1,a2,a6 & unread 'i1': i1,h1,g1 & unread a whole number: komi five
  unread two own points and the enemy's: a1,a2 / a1,a2,a3,a4 / / 5

rule 3: a refusal says what would be full
  {FIVE} & at ..... ..... ..w.. ..... ..... & no block: b2,c2,b3
  why the 2x2 square b2, c2, b3 and c3 would be full
  game hex=3 & at ... .b.. ..... .... ... & no block: c2,c3,d1
  why the diamond c2, c3, d1 and d2 would be full

rule 4: two passes in a row end the game
  {FIVE} & go pass & asked white & ending none & go pass & asked over & ending both passed
  legal & no over: pass / a1,b1,c1

rule 4: a placement between passes goes on
  {FIVE} & go pass / a1,b1,c1 / pass & ending none & go pass & ending both passed
  at {EMPTY} | passes=1 & go pass & ending both passed

rule 4: the game ends when nothing can be placed
  {FIVE} & at ..... ww.b. b..wb b..w. wbbw. & has pass & ending none & go c5,e5,d5
  ending no placement left & asked over & legal & totals 6 9.5 & no over: pass
  game hex=3 komi=5.5 & at b.w b.w. w..bb ...b ..w | to move=white & go a1,a2,b1
  ending no placement left & totals 0 11.5
  {FIVE} & at ..bwb ww.b. b..wb b..w. wbbw. & asked over & ending no placement left

rule 6: the pie
  wrong --pie and --komi exclude each other: pie komi=5.5
  game size=5 pie & seats first second & asked first & no stage: black / pass
  unread a whole number: komi 5.5 / komi / komi x / 5.5 / a1,b1,c1
  no komi: komi 26 / komi -26 & save & go komi 0 & komi 0.5 & back & go komi -3 & komi -2.5
  back & go 7 & komi 7.5 & back & go komi 25 & komi 25.5 & back & go komi 4 & komi 4.5
  seats first second & asked second & no stage: komi 5 / pass & save
  go black & seats white black & asked black & no stage: komi 5 / white & go a1,b1,c1
  foot bbw.. & asked white & go pass / pass & totals 4.5 22 & winners 1 & back
  go white & seats black white & asked black & go a1,b1,c1 / pass / pass & totals 22 4.5 & winners 0

rule 6: under pie a komi is named for a given position
  game size=5 pie & at ..... ..... ..... ..... bbw.. | to move=white & go komi 2 / black
  komi 2.5 & seats white black & asked white

positions have what they were given, or cannot be
  {FIVE} & at ..... ..... ..... ..... bbw.. | to move=white | passes=1 & asked white & komi 5.5
  foot bbw.. & lacks a1,a2,b1 & go pass & ending both passed
  never 2x2 square a4, b4, a5 and b5 .* full: bb... bw... ..... ..... .....
  never does not fit the board. it needs 5 rows: ..... ..... ..... .....
  never does not fit the board: ..... ..... ..... ..... .... & never b4 is 'x': ..... .x... {THREE}
  never to move. 'red': {EMPTY} | to move=red & never no 'komi': {EMPTY} | komi=3
  never '2' is neither 0 nor 1: {EMPTY} | passes=2 & never no 'button': {EMPTY} | button=yes
""",
    FIVE="game size=5 komi=5.5",
    EMPTY="..... ..... ..... ..... .....",
    THREE="..... ..... .....",
)
def test_rules(scene: list[str]) -> None:
    Scene().play(scene)


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


@pytest.mark.parametrize("cells", [(0, 1, -1), (23, 24, 25), (-1, -2, -3), (0, 10**9, 1)])
def test_rule_2_cells_off_the_board_are_refused(cells: tuple[int, int, int]) -> None:
    refusal = FIVE.refuse(FIVE.start(), Place(cells[:2], cells[2]))
    assert refusal.code == "off-board"


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
    assert (refusal.code, named(game, refusal.cells)) == (code, cells)
    assert all(name in refusal.text for name in cells.split())
    assert move not in game.legal_moves(state)
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, move)
    assert caught.value.refusal == refusal
    assert str(caught.value) == refusal.text


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
                assert (refusal.code, refusal.cells) == ("block", tuple(block))
