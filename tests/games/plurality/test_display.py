"""What a front end is told of Plurality: drafts, stamps, overlays, questions."""

import pytest

from termgames import games
from termgames.games.plurality.options import measured_komi
from termgames.games.plurality.rules import NameKomi, PickSide
from tests.games.plurality.support import FIVE, plurality
from tests.games.shown import Shown
from tests.scenes import scenes


class Scene(Shown):
    game_id = "plurality"


@scenes(
    """
a draft says what is missing, and whose stone is next
  {FIVE} & pick : incomplete own 0/2, enemy 0/1 & next 0
  pick c3: incomplete own 1/2, enemy 0/1 & next 0 & pick c3*: incomplete own 0/2, enemy 1/1 & next 0
  pick c3 c5: incomplete own 2/2, enemy 0/1 & pick c3* c4: incomplete own 1/2, enemy 1/1 & next 0
  pick c3 c4: incomplete own 2/2, enemy 0/1 & next 1 & prompt Pick the third point of the tromino.
  pick c3 c4 d4*: complete c3,c4,d4 & next None & pick d4* c3 c4: complete c3,c4,d4
  pick c3 c5 c4*: complete c3,c5,c4

a refused draft names the cells at fault
  {FIVE} & pick a1 e5: apart a1 e5 & pick a1 a2 c3*: apart a1 a2 c3 & pick a1 a1: repeated a1
  pick c3 c4 d4: colours c3 c4 d4 & pick c3* c4*: colours c3 c4 & pick c3 c4* d4*: colours c3 c4 d4
  pick a1 a3 e5: apart a1 a3 e5
  # The 2x2 squares b3-c4 and c3-d4 lack one stone each.
  at ..... .bb.. .w... ...w. .b... & pick b4: occupied b4 & pick a3 b3: occupied b3
  pick c3: room b3 b4 c3 c4 & pick d3 c3: room b3 b4 c3 c4 & pick a3 a4 a5*: block a3 a4 b3 b4

territory tells its owner and what is settled
  # a1 is White's and closed; the rest touches more black stones and is open.
  {FIVE} & at ..... ..... b.b.. wbb.. .w... & tint 0: a1=1! e5=0 a2=.
  legend 0: territory: black 18, white 1, neutral 0 & status decided: 1
  status points still open: 18

a pass is a button, and scores tell komi
  {FIVE} & buttons pass & line 0: 0 & line 1: 0.5 (0 + komi 0.5) & asks
  game size=5 komi=-13.5 & line 1: -13.5 (0 + komi -13.5)
""",
    FIVE="game size=5",
)
def test_display(scene: list[str]) -> None:
    Scene().play(scene)


def test_stamps_count_modulo_and_their_variants_are_the_odd_stone() -> None:
    state, shown, scene = FIVE.start(), games.display(FIVE), Scene()
    scene.game = FIVE
    at, odd = FIVE.topology.cell("c3"), []
    for variant in range(3):
        stamp = shown.stamp(state, at, 0, 0, variant)
        odd.append(scene.names(pick.cell for pick in stamp.picks if pick.colour == 1))
        assert stamp == shown.stamp(state, at, 2, -2, variant + 3)
    assert odd == ["d3", "c3", "b3"]
    over = shown.stamp(state, FIVE.topology.cell("a3"), 0, 0, 0)
    assert scene.names(pick.cell for pick in over.picks) == "a3 b3"
    assert over.draft.refusal.code == "off-board"


@pytest.mark.parametrize("size", [13, 19])
def test_pie_asks_for_komi_then_side(size: int) -> None:
    game = plurality(size=size, pie=True)
    usual = game.fair_offer
    assert usual + 0.5 == measured_komi(size, hexagonal=False)
    shown = games.display(game)
    state = game.start()
    asked = shown.question(state)
    assert asked.number == (-size * size, size * size, usual)
    answer = game.parse(state, asked.template % usual)
    assert answer == NameKomi(usual)
    assert shown.buttons(state) == ()
    assert shown.draft(state, ()).follow == frozenset()

    state = game.apply(state, answer)
    asked = shown.question(state)
    assert asked.answers == (("black", PickSide(0)), ("white", PickSide(1)))
    state = game.apply(state, PickSide(0))
    # The second player is Black now: overlays go by seat, player lines follow the colour.
    assert shown.player_line(state, 0) == f"{usual}.5 (0 + komi {usual}.5)"
    assert shown.player_line(state, 1) == "0"
    assert shown.question(state) is None
