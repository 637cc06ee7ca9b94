"""How Pletore is shown: control, stones that can be replaced, the button, refusals."""

from tests.games.shown import Shown
from tests.scenes import scenes


class Scene(Shown):
    game_id = "pletore"


# Black controls a5 and can take c3; White controls c1 and e3.
@scenes(
    """
overlays show both sides, then either
  {SET} & legend 0: control: black 1, white 2, nobody 18; marked stones can be replaced
  legend 1: black controls 1 point and can replace 1 stone & legend 2: white controls 2 points
  tint 0: a5=0 c3=. a1== c1=1 e3=1 & tint 1: a5=0 a1=. c1=. & tint 2: c1=1 e3=1 a5=.
  marked 0: c3 & marked 1: c3 & marked 2:

a point is a whole move
  {SET} & pick : incomplete & next 0 & follow + a5 c3 a1 b2 & follow - a3 c5 c1 e3 e1
  pick c3: complete c3x & prompt Ready: replace the stone on c3. & pick a5: complete a5
  brief c3x: c3 replaced

refusals name the stones at fault
  {SET} & pick d3*: colour & pick d3 d2: one
  at {ROWS} | to move=white & pick a5: controlled a3 c5 & pick a3: unpinched a3
  pick c3: occupied c3

the button lies beside the board until it is taken
  game size=5 komi=5 & tokens button None & buttons button & go button & tokens button 0 & buttons
  line 0: 0.5 & go d1 / a5 & line 0: 1.5 (1 + button 0.5) & game size=5 komi=4 & tokens

a player's line adds up
  {SET} & line 0: 3 (2 + 1) & line 1: 9 (2 + 2 + komi 5)
""",
    ROWS="..b.. ..... b.w.. ..... ....w",
    SET="game size=5 komi=5 & at ..b.. ..... b.w.. ..... ....w",
)
def test_display(scene: list[str]) -> None:
    Scene().play(scene)
