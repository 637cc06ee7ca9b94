"""Rules 18 to 22 in play: agreement, resumption, the count, who wins.

The count itself is tested in `test_counting.py` on boards alone.
"""

from termgames.games.mitropia.options import INFO
from tests.games.mitropia.play import PLAIN, at, make
from tests.games.mitropia.scenes import DIAGRAMS, MAPS, Scene, scenes


@scenes("""
rule 18: the next in order proposes and all must agree
  game 3 plain agree five & at HALVES | order=red, black, white | to move=black
  go pass / pass / pass & asked black & ending none & legal dead none & ok dead e4
  no empty: dead e5
  no stage: agree
  go dead e4 & dead e4 & asked white
  go agree & asked red
  go agree & asked over & ending all passed and agreed on the dead stones

rule 18: dead stones become prisoners of the territory's player
  # e4 stands: nobody's territory. Then ten points of white's, and one prisoner put back.
  game 2 plain agree five & at HALVES
  go pass / pass & totals 5 0
  go dead e4 & totals 4 10
  go agree & totals 4 10 & winners 1

rule 18: after a decline all stand where nothing is put, and no count changes
  game 2 plain agree five
  at HALVES | prisoners=white: black 2 | passes=1 | idle turns=7 | to move=white
  go pass / dead none / decline & asked black & has e5 & passes 0 & idle 0 & totals 3 0 & save
  # Once a stone was put the players are asked again.
  go e5 / pass / pass & ok dead e4
  go dead e4,e5 / decline / pass / pass & asked over
  back & go pass / pass & ending all passed & totals 3 0

rule 18: a rejected stone leaves the disagreement as it was
  game 2 cards agree five & at HALVES | hands=white: reject
  go pass / pass / dead e4 / decline / e5 / reject / pass / pass & asked over

rule 18: --dead-stones none skips the agreement
  game 2 plain five & at HALVES
  go pass / pass & asked over & ending all passed

rule 18: a dead group of allies is named by any of its stones
  game 3 plain agree five & at ..... ..... .bbb. b.... wr... | occupiers=white: red
  go pass / pass / pass / dead a1 & dead a1 b1

rule 20: prisoners are put back and the rest counts
  game 2 plain five & at SETTLED | prisoners=white: black 7; black: white 4 & totals 0 8

rule 21: cards count
  game 2 cards five
  at SETTLED | hands=black: 3 points; white: extra move | laid=black: 5 points & totals 13 10
  at SETTLED | laid=black: 5 points & totals 10 10 & winners 0 1

rule 21: an occupied player cannot win
  game 3 cards five
  at .bw.. .bw.. .bw.. .bw.. .bw.r | laid=black: 5 points, 3 points | occupiers=black: red
  totals 0 0 13 & winners 2

rule 22: area counts stones and leaves prisoners out
  game 2 plain area five & at SETTLED | prisoners=white: black 7 & totals 10 15
""")
def test_endings(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_18_agreement_is_for_tables_and_not_for_programs() -> None:
    assert INFO.settle({})["dead-stones"] == "none"
    assert INFO.played({})["dead-stones"] == "agree"


def test_rules_19_and_20_parts_of_a_score_are_told() -> None:
    game = make(2, PLAIN, board=MAPS["five"])
    state = at(game, DIAGRAMS["SETTLED"], prisoners="white: black 7; black: white 4")
    parts = {(part.seat, part.text): part for part in game.score(state).parts}
    assert parts[0, "5 points of territory"].points == 5
    assert len(parts[1, "10 points of territory"].cells) == 10
    assert {"5 prisoners put back into it", "2 prisoners"} <= {text for _, text in parts}
    assert game.count(state)["territory_left"] == {"black": 0, "white": 6}
    assert game.count(state)["prisoners_left"] == {"black": 0, "white": 2}
