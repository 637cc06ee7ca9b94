"""What is asked beside the turns: dead stones (rule 4), resigning together (rule 7)."""

import pytest

from termgames.core.errors import IllegalMove
from termgames.games.tricolor.rules import Propose
from termgames.go.dead_stones import Dead
from tests.games.tricolor.support import ASKING, FIVE, Scene, position, tricolor
from tests.scenes import go as play
from tests.scenes import scenes


@scenes("""
rule 4: the next in order proposes and the others answer, which are no turns
  game size=5 dead-stones=agree & at TALK | to move=alpha
  go pass / pass / pass & asked alpha & turn 3
  go dead none & asked beta & ending none
  go agree & asked gamma & ending none
  go agree & turn 3 & asked over & ending all agree on the dead stones
  at TALK | to move=gamma & go pass / pass / pass & asked gamma
  go dead none & asked alpha
  go agree & asked beta

rule 4: by Thue-Morse answers come in the order in which they play
  # Turn 6: gamma alpha beta, then beta gamma alpha.
  game size=5 order=thue-morse dead-stones=agree & at TALK | turn=6
  go pass / pass / pass & asked beta
  go dead none & asked gamma
  go agree & asked alpha

rule 4: agreed stones are removed and the board is counted
  game size=5 dead-stones=agree & at TALK | to move=alpha & go pass / pass / pass & totals 8 6 7
  # Nothing is removed before all agree, but the count is told as it would be.
  go dead c4 & board aaa.b a.gab aaabb ..gbb ggggg & totals 10 6 6 & dead c4
  says Alpha proposes as dead: c4. Agree?
  go agree / agree & board aaa.b a..ab aaabb ..gbb ggggg & dead c4 & totals 10 6 6 & winners 1 2

rule 4: a group is named by any of its stones
  game size=5 dead-stones=agree & at TALK | to move=alpha
  go pass / pass / pass / dead a3,e5 / agree / agree & board ..... ..ga. ..... ..g.. ggggg

rule 4: without agreement play goes on with the next in order
  game size=5 dead-stones=agree & at TALK | to move=beta & go pass / pass / pass / dead c4 & save
  go decline & asked beta & turn 4 & board aaa.b a.gab aaabb ..gbb ggggg & passed & ok a2
  back & go agree / decline & asked beta & turn 4 & passed & ok a2

rule 4: every stone is alive where none was put since an agreement failed
  game size=5 dead-stones=agree & at TALK | to move=alpha
  go pass / pass / pass / dead c4 / decline & says nobody places one
  go pass / pass & ending none & save
  # A stone: they are asked again.
  go a2 / pass / pass / pass & legal dead none
  go dead c4 / agree / agree & ending all agree on the dead stones
  back & go pass & ending all have passed & board aaa.b a.gab aaabb ..gbb ggggg & totals 8 6 7

rule 4: without the option all stones are alive at once
  game size=5 & at TALK & go pass / pass / pass & ending all have passed

rule 4: what may be answered
  game size=5 dead-stones=agree & start
  no stage: dead none / agree / decline
  at TALK | to move=alpha & go pass / pass / pass & legal dead none & ok dead a5,c4
  no empty: dead d5
  no stage: pass / d5 / agree / decline / resign with beta
  go dead c4 & legal agree / decline
  no stage: pass / d5 / dead none / resign with gamma

rule 3: superko remembers what stood before the pause; answers leave moves and plies in step
  game size=5 dead-stones=agree & at KO | to move=alpha
  go pass / pass / pass / dead none / agree / decline / resign with beta / decline / a1 / b4 / pass
  no superko: c4
  why c4 would repeat the position after move 9, which was alpha's, too

rule 7: two resign and the third wins alone
  game size=5 & at TALK | to move=alpha & go resign with beta & asked beta & legal agree / decline
  go agree & ending alpha and beta resigned together & asked over & winners 2 & totals 8 6 7
  at TALK | to move=alpha & go resign with gamma & asked gamma
  go agree & ending alpha and gamma resigned together & winners 1
  at TALK | to move=gamma & go resign with beta & asked beta
  go agree & ending beta and gamma resigned together & winners 0

rule 7: declined, the proposer goes on with his turn; it is no break in the passes
  game size=5 & at TALK | to move=beta
  go pass / resign with alpha / decline & asked gamma & turn 2 & passed 1 & ok a2

rule 7: one proposal to each opponent a turn
  game size=5 & start & go resign with beta / decline
  no declined: resign with beta
  go resign with gamma / decline
  no declined: resign with gamma
  go c3 / pass / pass & ok resign with beta

rule 7: nobody resigns alone
  game size=5 & start
  no seat: resign with alpha

rule 7: a proposal is talk: not listed, and while it is open nothing else may be done
  game size=5 & start & lacks resign with beta / resign with gamma & go resign with gamma
  legal agree / decline & told stage: resignation & told proposer: alpha & told ply: 0
  no stage: pass / resign with beta / dead none / c3
  says alpha proposes that you both resign; beta would win. Agree?

prompts tell who has passed, and what is proposed
  game size=5 & start & go pass & says Place a stone or pass; alpha has passed.
  go pass & says pass as alpha and beta did
  game size=5 dead-stones=agree & at TALK & go pass / pass / pass / dead none
  says Alpha proposes that all stones are alive. Agree?
""")
def test_talk(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_7_only_seats_can_be_asked_and_nobody_resigns_a_game() -> None:
    assert FIVE.resigns is False
    for seat in (-1, 3):
        refusal = FIVE.refuse(FIVE.start(), Propose(seat))
        assert refusal.code == "seat"
    end = play(FIVE, position(Scene.diagrams["TALK"], to_move="gamma"), "resign with beta", "agree")
    assert FIVE.utilities(end).tolist() == [1, 0, 0]


def test_rule_4_points_off_the_board_are_not_dead() -> None:
    asked = play(ASKING, position(Scene.diagrams["TALK"], game=ASKING), "pass", "pass", "pass")
    assert tricolor().options["dead-stones"] == "none"
    assert ASKING.report_fields(asked)["stage"] == "dead stones"
    with pytest.raises(IllegalMove, match="off the board"):
        ASKING.apply(asked, Dead((25,)))
