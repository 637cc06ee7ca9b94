"""Rules 11 to 14 in play: surrender, allied groups, a change of occupier, independence.

Who may surrender to whom is tested in `test_alliance.py` on boards alone.
"""

from tests.games.mitropia.play import PLAIN, at, go, make
from tests.games.mitropia.scenes import MAPS, Scene, scenes

CORNER = "..... ..... ..... bb... wr..."


@scenes("""
rule 11: surrender is to the player with most stones in contact
  game 3 plain five & at ..... ..... .wbw. ..r.. ..... & has surrender to white
  no surrender: surrender to red

rule 11: of equal ones any will do, but nobody surrenders to himself
  game 3 plain five & at TOUCHING & has surrender to white / surrender to red
  no surrender: surrender to black

rule 11: the other accepts or declines at once and keeps his turn
  game 3 dice five & at TOUCHING
  go surrender to red & save & asked red & legal accept / decline & no stage: pass
  go accept & occupiers black=red & asked white
  go pass & has roll
  back & go decline & occupiers none & asked white

rule 11: it is instead of rolling
  game 3 dice five & at TOUCHING & has surrender to red
  go roll / 1,2 & no stage: surrender to red

rule 11: without contact nobody surrenders
  game 3 plain five & at b.... ..... ..w.. ..... ....r & no surrender: surrender to white

rule 11: nor with two players
  game 2 plain five & at ..... ..... .wbw. ..... ..... & no no-surrender: surrender to white

rule 22: --no-surrender plays without
  game 3 plain no-surrender five & at TOUCHING & no no-surrender: surrender to white

rule 12: allies form groups with common liberties, and fall together
  game 3 plain five & at ..... ..... ..... bb... wr... | occupiers=white: red
  go c1 & foot ..b.. & prisoners b=wr

rule 12: others do not; who is next to a captured stone takes no share of one (rule 10)
  game 3 plain five & at ..... ..... ..... bb... wr...
  go c1 & foot w.b.. & prisoners b=r

rule 12: allies do not take each other's stones
  game 3 plain five & at ..... ..... ..... r.... w.... | occupiers=white: red | to move=red
  go b1 & foot r.... wr...
  at ..... ..... ..... r.... w.... | to move=red
  go b1 & foot r.... .r...

rule 12: a stone without liberties of its own lives by an ally
  game 3 plain five & at ..... ..... ..... br... .b... | to move=white & no suicide: a1
  at ..... ..... ..... br... .b... | to move=white | occupiers=black: white & ok a1
  # Where the bloc has no liberty either it is suicide; an enemy would have taken two.
  at ..... ..... r.... br... .br.. | to move=white | occupiers=black: white & no suicide: a1
  at ..... ..... r.... br... .br.. | to move=white
  go a1 & foot .r... w.r..

rule 12: an occupier who surrenders brings his occupied along
  game 4 plain five & at ..... ..w.. ..br. ..u.. ..... | occupiers=blue: black
  no surrender: surrender to blue
  go surrender to red / accept & occupiers black=red blue=black
  go pass & no surrender: surrender to black

rule 13: an occupied player scores for his occupier
  game 3 plain five
  at .b.w. bb.ww ..... rr... .r... | occupiers=black: white | prisoners=black: red 2 & totals 0 3 0

rule 14: a change of occupier needs strictly more stones and no leave
  game 3 plain five & at TOUCHING | occupiers=black: white & no surrender: surrender to red
  at ..... ..r.. .wb.. ..r.. ..... | occupiers=black: white
  go surrender to red & save & asked red
  go decline & occupiers black=white
  back & go accept & occupiers black=red & asked white

rule 14: independence costs the turn and is asked of nobody
  game 3 cards five & at TOUCHING | occupiers=black: white & has independence
  go independence & occupiers none & asked white & passes 0
  at TOUCHING & no independence: independence

rule 14: groups left without liberties stay until a move touches them
  game 3 plain five & at ..... ..... ..... bb... wr... | occupiers=white: red | to move=white
  go independence & foot wr...
  go e5 / e4 & foot wr...
  # Black takes red's stone next to it: it can breathe again.
  go pass / pass / c1 & foot w.b..

rule 14: a move that touches such a group takes it
  game 3 cards classic five
  at ..... ..... b.... wb... wr... | occupiers=white: red | to move=white | hands=black: replace any
  go independence / pass / replace any / a1 & foot .b... br... & prisoners b=w
""")
def test_surrender(scene: list[str]) -> None:
    Scene().play(scene)


def test_rules_6_and_14_only_where_nobody_surrenders_is_such_a_group_impossible() -> None:
    game = make(3, PLAIN, board=MAPS["five"])
    state = at(game, CORNER, occupiers="white: red", to_move="white")
    assert game.impossible(go(game, state, "independence")) is None
    game = make(3, PLAIN, {"no-surrender": True}, board=MAPS["five"])
    refusal = game.impossible(at(game, CORNER, to_move="white"))
    assert refusal.text == "a1 has no liberty"
    assert game.impossible(at(game, CORNER.replace("r", "."), to_move="white")) is None


def test_rule_14_groups_left_without_liberties_go_first_in_the_count() -> None:
    """Black and red stand next to white's stone: the remainder to the first in order."""
    game = make(3, PLAIN, board=MAPS["five"])
    state = at(game, CORNER, occupiers="white: red", to_move="white")
    state = go(game, state, "independence", "pass", "pass", "pass")
    assert game.count(state)["prisoners"]["black"]["white"] == 1
