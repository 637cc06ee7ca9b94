"""The rules of Pletore by their numbers in RULES.md: diagram in, diagram out.

Diagrams show the rows from the top; `1` marks the point that is spoken of.
"""

import re
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import IllegalMove
from termgames.core.game import OVER
from termgames.core.two_player import PASS
from termgames.games.pletore.options import default_komi
from termgames.games.pletore.rules import BUTTON, Place, Pletore, Replace
from tests import diagrams, scenes
from tests.cases import cases
from tests.games.pletore.support import pletore

FIVE = pletore(size=5, komi=4)  # no button


def named(game: Pletore, cells: Any) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


class Scene(scenes.Scene):
    game_id = "pletore"


@scenes.scenes("""
rule 1: boards are square, from 3 to 25
  game & cells 169 & asked black & game size=3 & cells 9 & game size=25 & cells 625
  wrong --size .*3 to 25: size=2 / size=26 / size=-5 / size=5.0 / size=big / size=offer

rule 2: occupied points are pinched too
  {FIVE} & at {PINCHED} & told replaceable: ['c3'] & told control: {{'black': 1, 'white': 0}}
  told komi: 4 & told button: none

rule 3: a stone is not placed on a stone, but replaces one
  {FIVE} & at {PINCHED} & reads c3x: C3 / c3x & reads button: button & no occupied: a3
  why a3 holds your own stone & fault a3 & go c3 & board ..b.. ..... b.b.. ..... .....
  unread .: f1 / i1 / x / c3xx / c 3 / c3,c4 / komi x / 7

rule 4: the mirror point is barred
  {FOUR} & go a1 & no mirror: d4 & fault a1 & start & go b3 & no mirror: c2 & fault b3
  start & go d2 & no mirror: a3 & ok b3 / c2 / d4

rule 4: only White's first stone is concerned
  {FOUR} & go a1 / b1 & has d4 & go d4 & has c4

rule 4: the button is no stone
  game size=4 komi=4 & go a1 / button / b1 & has d4 / c4 & start & go button / a1 & has d4

rule 4: odd boards know no mirror rule
  {FIVE} & go a1 & has e5

rule 5: two passes in a row end the game
  {FIVE} & at {FULL} & go pass & ending none & go pass & asked over & ending both passed
  no over: pass

rule 5: a stone between breaks the row of passes
  {FIVE} & at {FULL} | to move=white & go pass / c4 / pass & ending none
  go pass & ending both passed

rule 5: stones, controlled points, komi and button
  game size=5 komi=5 & at ..b.. ..... b.... b.... ....w | button=white & totals 6 6.5 & winners 1
  parts 0 3 stones / 0 3 points controlled / 1 1 stone / 1 0 points controlled / {OPEN}

rule 6: nobody passes while the button is there
  game size=5 komi=5 & at {FULL} & no button: pass & has button & totals 24 6 & go button
  asked white & totals 24.5 6 & has pass & no taken: button

rule 6: the button may be taken at any time
  game size=5 komi=5 & go button / c3 & told button: black & totals .5 6

rule 7: komi is at most the board, a whole number or an offer
  game size=5 komi=25 & komi 25 & game size=5 komi=-25 & komi -25
  wrong --komi .*-25 to 25: size=5 komi=26 / size=5 komi=-26
  wrong --komi takes a whole number or offer: komi=5.5 / komi=nan / komi= / komi=some

rule 7: the second player chooses sides
  game size=5 komi=offer & seats first second & asked first & no komi: komi 26 & go komi 7
  seats first second & asked second & legal black / white & no stage: komi 3 / button & save
  go black & seats white black & asked black & totals 7 0 & has button & back
  go white & seats black white & asked black & komi 7 & start & go komi 6 / white & lacks button
  start & go komi -25 & ok white & {FIVE} & no stage: white

positions that cannot be
  {FIVE} & never .: {EMPTY} | to move=red & never .: {EMPTY} | komi=5.5 & never .: {EMPTY} | komi=26
  never .: {EMPTY} | passes=2 & never .: {EMPTY} | button=lost & never .: {EMPTY} | button=free
  never .: {EMPTY} | komi=5 | button=none & never .: {EMPTY} | hands=none
  never .: ..... ..... ..... ..... & never .: .... .... .... .... ....
  never .: ..x.. ..... {THREE}
""", FIVE="game size=5 komi=4", FOUR="game size=4 komi=5", EMPTY="..... ..... ..... ..... .....",
    FULL="bbbbb bw..b bbbbb bbbbb bbbbb", PINCHED="..b.. ..... b.w.. ..... .....",
    OPEN="-1 18 points open / 1 komi 5 / 1 button", THREE="..... ..... .....")  # fmt: skip
def test_rules(scene: list[str]) -> None:
    Scene().play(scene)


# -- rule 2: seeing, pinching, controlling ----------------------------------------------

CONTROL = cases("""
a row and a column | ..b.. ..... b.1.. ..... ..... | black
both ways along both | ..b.. ..... b.1.b ..... ..b.. | black
two along the row only | ..... ..... b.1.b ..... ..... | nobody
one stone | ..... ..... b.1.. ..... ..... | nobody
nothing in sight | b.... ..... ..1.. ..... ....w | nobody
the sight is blocked by the other side | ..b.. ..w.. b.1.. ..... ..... | nobody
blocked on one side, seen from the other | ..b.. ..w.. b.1.. ..... ..b.. | black
both pinch it | ..b.. ..... b.1.w ..... ..w.. | nobody
the other sees it along the row only | ..b.. ..... b.1.w ..... ..... | black
a corner | 1...w ..... ..... ..... w.... | white
next to stones | ..... ..w.. .w1.. ..... ..... | white
""")


@pytest.mark.parametrize(("name", "text", "who"), CONTROL)
def test_rule_2_control(name: str, text: str, who: str) -> None:
    state = diagrams.position(FIVE, text)
    (cell,) = diagrams.marked(FIVE, text, "1")
    owner = np.frombuffer(FIVE.owner(state), np.int8)[cell]
    assert ("black", "white", "nobody")[owner] == who
    assert (cell in FIVE.uncontrolled(state.stones)) == (who == "nobody")


# -- rule 3: a turn ---------------------------------------------------------------------

TURNS = cases("""
# Position with the point tried, side to move, the refusal's code and its cells.
an open point | ..... ..... ..1.. ..... ..... | black | |
a point of one's own | ..b.. ..... b.1.. ..... ..... | black | |
a point both pinch | ..b.. ..... b.1.w ..... ..w.. | black | |
a point the enemy controls | ..b.. ..... b.1.. ..... ..... | white | controlled | a3 c5
controlled from three sides | ..b.. ..w.. b.1.b ..... ..b.. | white | controlled | c1 a3 e3
# The stone on c3 is to be replaced.
a controlled enemy stone | ..b.. ..... b.w.. ..... ..... | black | |
by White | ..... ..... w.b.. ..... ..w.. | white | |
pinched by nobody | ..... ..... b.w.. ..... ..... | black | unpinched | c3
guarded by the enemy | ..b.. ..... b.w.w ..... ..w.. | black | guarded | c1 e3
guarded by Black | ..w.. ..... w.b.b ..... ..b.. | white | guarded | c1 e3
an own stone | ..b.. ..... b.b.. ..... ..... | black | replace |
no stone | ..b.. ..... b.... ..... ..... | black | replace |
# All pass, or may not.
everything controlled | bbbbb bw..b bbbbb bbbbb bbbbb | pass | |
a full board | bbbbb bbbbb wwwww bbbbb bbbbb | pass | |
one point open | .w.bb bbbbb bbbbb bbbbb bbbbb | pass | uncontrolled | a5
a point both pinch | wwwww w.bbb bbbbb bbbbb bbbbb | pass | uncontrolled | b4
""")


@pytest.mark.parametrize(("name", "text", "mover", "code", "cells"), TURNS)
def test_rule_3_a_turn(name: str, text: str, mover: str, code: str, cells: str) -> None:
    state = diagrams.position(FIVE, text, to_move="black" if mover == "pass" else mover)
    move = Place(diagrams.marked(FIVE, text, "1")[0]) if "1" in text else Replace(12)
    move = PASS if mover == "pass" else move
    refusal = FIVE.refuse(state, move)
    assert (refusal.code if refusal else "") == code
    assert (move in FIVE.legal_moves(state)) == (not code)
    assert named(FIVE, refusal.cells if refusal else ()) == cells
    if refusal:
        with pytest.raises(IllegalMove):
            FIVE.apply(state, move)
        return
    after = FIVE.apply(state, move)
    assert FIVE.to_act(after) == 1 - FIVE.to_act(state)
    rows = "".join(reversed(text.replace("1", mover[0]).split()))
    expected = rows if isinstance(move, Place) else rows[:12] + mover[0] + rows[13:]
    if move != PASS:
        assert "".join(reversed(diagrams.show(FIVE, after))) == expected


@pytest.mark.parametrize("size", [3, 4, 8, 13])
@pytest.mark.parametrize("komi", [-3, -2, 0, 5, 6])
def test_rule_6_the_button_follows_parity(size: int, komi: int) -> None:
    game = pletore(size=size, komi=komi)
    in_play = size % 2 == komi % 2
    assert (BUTTON in game.legal_moves(game.start())) == in_play
    assert game.report_fields(game.start())["button"] == ("free" if in_play else "none")
    if not in_play:
        refusal = game.refuse(game.start(), BUTTON)
        assert refusal.code == "no-button"


@pytest.mark.parametrize("size", [3, 4])
def test_rule_6_no_finished_game_is_a_draw(size: int) -> None:
    """Komi that would leave the score level is split by the button."""
    for komi in range(-2, 3):
        game = pletore(size=size, komi=komi)
        state = game.start()
        while game.to_act(state) != OVER:
            state = game.apply(state, game.legal_moves(state)[-1])
        assert not game.score(state).draw


def test_rule_7_default_komi_keeps_the_button_in_play() -> None:
    for size in range(3, 26):
        assert default_komi(size) % 2 == size % 2


def test_the_rules_page_gives_the_default_komi_of_every_size() -> None:
    rows = re.findall(r"(?m)^\| (\d[\d, ]*) \| (\d+) \|$", games.rules_text("pletore"))
    told = {int(size): int(komi) for sizes, komi in rows for size in sizes.split(", ")}
    assert told == {size: default_komi(size) for size in range(3, 26)}
