"""Majorities by the numbers of its rules page, as diagrams."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames import games
from termgames.core.game import OVER
from termgames.games.majorities.geometry import geometry
from termgames.games.majorities.rules import Majorities, Turn
from tests import diagrams, scenes
from tests.games.majorities import brute

CELLS = {2: 3, 3: 15, 4: 31, 5: 55, 6: 81, 7: 117, 8: 157, 9: 205}


def game(**options: Any) -> Any:
    return games.create("majorities", {k.replace("_", "-"): v for k, v in options.items()})


class Scene(scenes.Scene):
    """A scene of Majorities: it adds the `lines` of each direction by who won them, or some by
    their cells, `line`; the `voids`; and that a position `goes` into texts and back."""

    game_id = "majorities"

    def on_lines(self, text: str) -> None:
        lines = self.game.report_fields(self.state)["lines"].values()
        wanted = text.split()
        assert all(want in ("*", line) for want, line in zip(wanted, lines, strict=True)), lines

    def on_line(self, text: str) -> None:
        names = self.game.topology.names
        lines = {
            " ".join(sorted(names[cell] for cell in line)) for line in self.game.geometry.lines
        }
        assert set(scenes.parts(text)) <= lines

    def on_voids(self, text: str) -> None:
        assert " ".join(sorted(self.game.topology.voids)) == text

    def on_goes(self, text: str) -> None:
        written = self.game.position_text(self.state)
        assert written["lines"] == text
        assert self.game.position(diagrams.show(self.game, self.state), written) == self.state


@scenes.scenes("""
rule 1: lines run in three directions
  {THREE} & line e1 e2 e3 / d1 d3 d4 / c1 c2 c5 / b1 b3 b4 / a1 a2 a3
  line a3 b4 c5 / a2 b3 d4 / a1 d3 e3 / b1 c2 e2 / c1 d1 e1
  line a1 b1 c1 / a2 c2 d1 / a3 b3 e1 / b4 d3 e2 / c5 d4 e3

rule 1: voids are named and refused
  game size=5 & voids b2 d4 e6 e8 f4 h2 & unread d4 is a void: d4
  game size=5 no-voids & voids & unread there is no passing in this game:  Pass

rule 3: one stone, then two
  game & no count: e4,f5 & go E4 & asked white & no count: a1 & no occupied: a1,e4
  no repeated: a1,a1 & reads e2,f5: f5,e2 / e2, F5 & go f5 a1 & asked black
  unread .: e4,f5,g6 / e4;f5 / z9 / pass

rule 4: lines are won by more than half
  {THREE} & at bb. .-.w ..--w .-.w w.b & lines b.... w.... ..b.w
  told directions: {{'horizontal': None, 'NE/SW': None, 'NW/SE': None}} & told stones_due: 2
  at bbw w-wb bb--w w-wb bwb & lines bwbwb bwwbb bwbbw & totals 3 0
  parts 0 horizontal: 3 to 2 lines / 0 NE/SW: 3 to 2 lines / 0 NW/SE: 3 to 2 lines

rule 4: two directions end the game after a whole turn
  {THREE} & at bb. b-bw b.--w .-.w w.. | to move=black & ending none & go b1,c2
  ending black holds two directions & asked over & legal & no over: a2,b3 & winners 0 & shares 1 0
  game size=3 play-out & at bb. b-bw b.--w .-.w w.. | to move=black & go b1,c2 & ending none

rule 6: half of an even line wins it for the first
  # White may have half of it as well: it is too late.
  game size=3 no-voids & at ... b..w ..... .... ... | to move=black & go d2,a1 & lines .b... * *
  go d3,a2 & lines .b... * *

rule 6: a diagram with two halves must tell who was first
  game size=3 no-voids & never half of a line: ... bbww ..... .... ...
  at ... bbww ..... .... ... | lines=.w... ..... ..... & lines .w... * * & goes .w... ..... .....

rule 6: stones of a won line leave the board, and its cells are played again
  {WON} & go e3,a1 & board ... .-.. ..--. .-.. b.. & lines b.... * * & go e1,e2 & top ww.
  lines b.... * *

rule 6: the second stone may go where the first cleared
  {WON} & has e3,e1 / e3,e2 / e3,e3 & reads e3,e1: e3,e1 & reads a1,e3: a1,e3 & no occupied: e2,e3
  no repeated: a1,a1 & save & go e3,e1 & top b.. & back & go e3,e2 & top .b.

rule 6: a single empty cell is a turn of one stone
  game size=3 capture & at bbw w-wb bb--w w-wb bw. | to move=white | lines=..... ..... .....
  legal a3 & go a3

rule 8: a cube has rows, columns and pillars, named by layer, column and row
  {CUBE} & cells 27 & line 1a1 1b1 1c1 / 2a3 2b3 2c3 / 1a1 1a2 1a3 / 3c1 3c2 3c3 / 1b2 2b2 3b2
  asked black & no count: 2b2,1a1 & go 2b2 & reads 1a1,3c3: 3c3 1A1 & go 3c3,1a1 & asked black
  unread .: 4a1 / 1d1 / 1a4 / a1 / 2b & no occupied: 2b2,1a2

rule 8: five of nine lines win a direction of the cube
  {CUBE} & at b.. bw. bb. bb. w.. bb. w.. bb. w.. | to move=black
  lines b..b.b.b. b..bb.w.. bbbb..... & ending none & go 2b2,1c3
  lines b.bb.b.b. b..bb.w.. bbbbb.... & ending black holds two directions
  game cube=3 & wrong exclude each other: cube=3 size=4 / cube=3 capture / cube=3 no-voids
  wrong is even: cube=4 / cube=6 & wrong out of range: cube=2 / cube=9

positions that cannot be
  {THREE} & never needs 5 rows: ... & never use - for voids alone: ... .... ..--. .-.. ...
  never use . b w: ..x .-.. ..--. .-.. ... & never has no 'komi': {EMPTY} | komi=5
  never neither black nor white: {EMPTY} | to move=red & never 15 marks: {EMPTY} | lines=b
""", THREE="game size=3", CUBE="game cube=3", EMPTY="... .-.. ..--. .-.. ...",
    WON="game size=3 capture & at bw. .-.. ..--. .-.. ... | to move=black")  # fmt: skip
def test_rules(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_3_turns_off_the_board_or_out_of_order_are_refused() -> None:
    rules = game()
    state = rules.apply(rules.start(), rules.parse(rules.start(), "e4"))
    assert rules.refuse(state, Turn((0, 99))).code == "off-board"
    assert rules.refuse(state, Turn((1, 0))).code == "order"


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
