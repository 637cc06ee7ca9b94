"""The rules of Tri-Color by their numbers in RULES.md: diagram in, diagram out."""

import pytest

from termgames.core.errors import OptionError
from termgames.games.tricolor.state import next_seats, player
from tests.games.tricolor.support import Scene, acting, tricolor
from tests.scenes import go as play
from tests.scenes import scenes


@scenes("""
rule 1: on hexagons stones have six neighbours
  game hex=3 & start & go c3 / c2 / c4 / pass / b2 / b3 / pass / d2
  save & go a1 & board ... .b.. .bag. .bg. g..
  back & go d3 & board ... .bg. .b.g. .bg. ...

rule 1: maps have edges at their gaps
  game map=.../.-./... & start & go a3 / b3 / pass / pass / a2 & board .b. b-. ...

rule 2: liberties are taken by two colours together; only the mover's stone is new
  game size=5 & at .b... bag.. ..... ..... ..... | to move=gamma
  go b3 & board .b... b.g.. .g... ..... .....

rule 2: groups of both opponents at once: one by one, the first would save the other
  game size=5 & at ..baa ..bg. ...a. ..... ..... | to move=beta
  go e4 & board ..b.. ..b.b ...a. ..... .....

rule 2: a capture comes before suicide
  game size=5 & at .ab.. ab... b.... ..... ..... | to move=beta
  go a5 & board b.b.. .b... b.... ..... .....

rule 2: stones of different colours share no liberties: gamma's neighbour has two
  game size=5 & at ag... ..... ..... ..... ..... | to move=beta
  go a4 & board .g... b.... ..... ..... .....

rule 2: captures on hexagons
  game hex=3 & start & go a1 / a2 / pass / pass / b1 / pass / pass / b2
  board ... .... ..... bb.. .b. & totals 0 19 0

rule 2: suicide is refused
  game size=5 & at .b... b.... ..... ..... ..... | to move=alpha
  no suicide: a5
  fault a5
  at .b... g.... ..... ..... ..... | to move=alpha
  no suicide: a5
  fault a5
  at a.b.. abb.. b.... ..... ..... | to move=alpha
  no suicide: b5
  fault a4 a5 b5
  at .aab. aab.. b.... ..... ..... | to move=beta
  no suicide: a5
  fault a5
  at .ab.. aab.. bb... ..... ..... | to move=beta & ok a5
  at .aab. aab.. bb... ..... ..... | to move=beta & ok a5

rule 2: an occupied point is refused
  game size=5 & start & go c3 / d3 / e3
  no occupied: c3
  why c3 holds your own stone & fault c3
  no occupied: d3
  why d3 holds beta's stone & fault d3
  no occupied: e3
  why e3 holds gamma's stone & fault e3

rule 3: a ko may be retaken once: what was there at the start is nobody's
  game size=5 & at KO | to move=beta & go b4 / pass / c4
  board .ab.. a.ab. .ab.. ..... ....g
  no superko: b4
  why b4 would repeat the position after move 1, which was beta's, too & fault c4

rule 3: another player's position may be brought back
  # Gamma passed when the stones lay so, alpha makes them lie so again.
  game size=5 order=thue-morse & at KO | to move=gamma & go pass / b4 / pass / c4
  board .ab.. a.ab. .ab.. ..... ....g

rule 3: what a pass left counts as the passer's
  game size=5 & at KO | to move=alpha & go pass / b4 / pass
  no superko: c4
  why c4 would repeat the position after move 1, which was alpha's, too
  # Without the pass, the position was nobody's.
  at KO | to move=beta & go b4 / pass & ok c4

rule 3: a stone elsewhere lifts the bar
  game size=5 & at KO | to move=beta & go b4 / e5 / c4 & ok b4
  at KO | to move=beta & go b4 / pass / c4 / e5 / pass / a1 & ok b4

rule 3: it counts who made the move, not who is next
  # Gamma is after alpha in turn 5, beta in turn 7: by who is next alpha might retake here.
  game size=5 order=thue-morse & at .ag.. a.ag. .ag.. ..... ....b | turn=5 & go pass / b4
  asked alpha
  no superko: c4

rule 4: three passes end the game
  game size=5 & start & go c3 / pass / pass & asked alpha
  go pass & asked over & ending all have passed & legal
  no over: pass
  why the game is over: all have passed

rule 4: a stone breaks the run
  game size=5 & start & go pass / pass / c3 / pass / pass & ending none
  go pass & ending all have passed

rule 4: each of the three must pass
  # alpha beta gamma beta gamma alpha: after beta's stone three passes are two players'.
  game size=5 order=thue-morse & start & go a1 / b1 / pass / pass / pass & passed 1 2 & ending none
  go pass & ending all have passed

moves are read, and what is no move is unreadable
  game size=5 & start & reads c4: c4 /  C4  & reads pass: pass
  reads resign with gamma: Resign  GAMMA
  unread .:  / z9 / i1 / c4,d5 / resign / resign with me / dead

given positions are checked
  game size=5 & never to move. 'black' is none of alpha, beta, gamma: {EMPTY} | to move=black
  never a Tri-Color position has no 'komi': {EMPTY} | komi=5
  never turn. 4 is beta's: {EMPTY} | turn=4 | to move=alpha
  never turn. '-1' is no number of turns: {EMPTY} | turn=-1
  never turn. '10000' is no number of turns from 0 to 9999: {EMPTY} | turn=10000
  never passed. 'me': {EMPTY} | passed=alpha me
  never nothing to play: {EMPTY} | passed=alpha beta gamma

given positions begin where they say
  game size=5 & at EMPTY | turn=7 | passed=gamma & asked beta & told passed: ['gamma']
  go pass / c3 / pass & ending none
  at EMPTY | to move=B | passed=g, Alpha & asked beta & told passed: ['alpha', 'gamma']
  game size=5 order=thue-morse & at EMPTY | turn=7 & asked alpha & at EMPTY | to move=gamma
  asked gamma
""", EMPTY=Scene.diagrams["EMPTY"])  # fmt: skip
def test_rules(scene: list[str]) -> None:
    Scene().play(scene)


@pytest.mark.parametrize("size", [3, 5, 13, 25])
def test_rule_1_square_boards(size: int) -> None:
    game = tricolor(size=size)
    assert game.topology.cells == size * size
    assert acting(game, game.start()) == "alpha"
    chosen = {"size": 13, "hex": None, "map": None, "order": "cyclic", "dead-stones": "none"}
    assert tricolor().options == tricolor(shared="nobody").options == {**chosen, "shared": None}


def test_rule_1_one_board_at_a_time() -> None:
    for other in ({"hex": 5}, {"map": "ring"}):
        with pytest.raises(OptionError, match="exclude each other"):
            tricolor(size=9, **other)


def test_rule_8_the_thue_morse_order() -> None:
    game = tricolor(size=9, order="thue-morse")
    state, seats = game.start(), []
    for number in range(12):
        seats.append(acting(game, state)[0])
        state = play(game, state, game.topology.names[number * 5 % 81])
    assert "".join(seats) == "abgbgagabbga"
    assert next_seats("cyclic", 4) == (1, 2, 0)
    assert next_seats("thue-morse", 2) == (2, 1, 0)
    assert next_seats("thue-morse", 8) == (1, 2, 0)
    counts = [player("thue-morse", turn) for turn in range(81)]
    assert [counts.count(seat) for seat in range(3)] == [27, 27, 27]
