"""What is shown of Tri-Color, and stones and dead groups in the picking."""

import pytest

from tests.games.shown import Shown
from tests.games.tricolor import support
from tests.scenes import scenes


class Scene(Shown, support.Scene):
    pass


@pytest.mark.usefixtures("counted_at_once")
@scenes("""
the area is a tint of the empty points, and players' lines tell area and standing
  {SET} & tint 0: a5=0 e5=1 a1=2 b1=2 c5== c4== e2== d1== a4=.
  legend 0: area: alpha 4, beta 4, gamma 7; neutral 10
  line 0: 4 middle (3 + 1) & line 1: 4 middle (3 + 1) & line 2: 7 high (5 + 2)

who would win now
  game size=5 & status if it ended now: nobody wins & save & at {ROWS} & go pass
  status if it ended now: alpha and beta win & status passed: alpha & go pass / pass
  reason alpha and beta share the middle score & back & go c3 & status if it ended now: alpha wins
  go pass / pass / pass & reason the others have nothing

refusals
  game size=5 & go c3 & pick c3: occupied c3 & pick d3@0: colour & pick d3 e3: one

dead groups are marked by picks
  {PAUSED} & pick : complete dead none & cleared & follow + b5 d5 a4 e4 a2 c1 & follow - a5 c5 c3
  pick e4: complete dead e4 & cleared d5 d4 e4 & prompt Ready: dead e4. & follow - d5 d4 e4
  pick e4 c1: complete dead c1,e4 & cleared d5 d4 e4 a2 b2 c2 d2 c1 & pick c3: empty c3

proposed stones are marked and counted away
  {PAUSED} & marked 0: & brief dead d5: dead d5 & brief dead d5,d4,e4,a2: dead: 4 points
  asks & buttons none dead & go dead d5 & marked 0: d5 d4 e4 & asks decline / agree
  legend 0: area: alpha 4, beta 0

questions are asked beside the board
  game size=5 & asks & buttons pass / resign with beta / resign with gamma & go resign with gamma
  asks decline / agree & pick : incomplete & follow & pick c3: stage & buttons
  go decline & buttons pass / resign with beta & go pass / pass / pass & buttons
  {PAUSED} & go dead none & buttons

captured stones are told
  game size=5 & at .b... bag.. ..... ..... ..... | to move=gamma
  happened b3: captured 1 stone of alpha
  at ..baa ..bg. ...a. ..... ..... | to move=beta
  happened e4: 2 stones of alpha and 1 stone of gamma
""", ROWS=".a.b. aa.bb ..... gggg. ..g..", SET="game size=5 & at .a.b. aa.bb ..... gggg. ..g..",
    PAUSED="game size=5 dead-stones=agree & at .a.b. aa.bb ..... gggg. ..g.. & go pass / "
    "pass / pass",
)  # fmt: skip
def test_display(scene: list[str]) -> None:
    Scene().play(scene)
