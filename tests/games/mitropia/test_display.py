"""How Mitropia is shown: drafts for all stones, questions and buttons for the rest, and what
lies beside the board. That drafts and buttons cover the legal answers is a contract test."""

from typing import Any

from termgames.games.mitropia.display import display
from termgames.games.mitropia.moves import Play
from termgames.games.mitropia.rules import Mitropia
from tests.games.mitropia import scenes as mitropia
from tests.games.mitropia.boards import BLACK, RED, WHITE
from tests.games.mitropia.play import at as position
from tests.games.mitropia.play import code
from tests.games.mitropia.play import go as play
from tests.games.mitropia.table import on
from tests.games.shown import Shown
from tests.scenes import scenes

OPEN = mitropia.DIAGRAMS["OPEN"]


class Scene(Shown, mitropia.Scene):
    """Names of players are those of colours."""


@scenes("""
a turn's prompt names what is possible now
  {NEAR} & at OPEN | hands=black: no move & says Place a stone within 2 steps, play a card or pass.
  at BESIDE & says Place a stone within 2 steps, pass or surrender.
  at BESIDE | occupiers=black: white
  says Place a stone within 2 steps, pass or declare independence.
  game 3 dice seven & at OPEN & says Roll or pass. & go roll / 1,4
  says Place a stone within 4 steps or forfeit.

a stone is one pick
  # Two steps from b6, and from the start point a1.
  {NEAR} & at OPEN & pick : incomplete & next 0 & prompt Place a stone within 2 steps or pass.
  follow + d6 b4 a1 c1 a3 & follow - e6 b6 d4 d1 & pick d6: complete d6 & pick e6: range e6
  pick d4: occupied d4 & pick d6 c6: many c6 & pick d6@1: colour

rule 16: a pair is two picks in any order
  {CARDS} & at OPEN | hands=black: pair place & go pair place & pick b7: incomplete 1 of 2
  prompt Pick the second point of the pair, next to b7. & follow a7 c7
  pick b7 c7: complete b7,c7 & pick c7 b7: complete b7,c7
  # e7 is four steps from b6: f7, which is five, does not go with it.
  pick e7: incomplete 1 of 2 & follow d7 e6 & pick g4: pair g4 & pick b6: occupied b6
  pick b7 d7: pair b7 d7

rule 16: a stone is moved by picking it and its new point
  # Nothing of Black's remains but his start point, a1.
  {CARDS} & at OPEN | hands=black: move two & go move two & pick b6: incomplete 1 of 2 & cleared b6
  prompt Pick the point to which the stone on b6 goes. & follow a1 a2 a3 a4 b1 b2 b3 c1 c2 d1
  pick c1: incomplete 1 of 2 & prompt Pick the stone of yours that goes to c1. & cleared
  follow b6 & pick b6 c1: complete b6>c1 & pick c1 b6: complete b6>c1 & buttons
  pick d4: occupied d4 & pick g7: range g7 & pick b6 g7: range g7 & pick b6 d4: occupied b6 d4
  pick c1 c2: own & pick b6 c1 c2: many c2 & pick b6 b6: repeated b6 & go b6>c1 & buttons done

rule 16: an opposing stone is replaced by picking it
  {CARDS} & at OPEN | hands=black: replace any & go replace any & pick : incomplete & follow d4 f2
  pick d4: complete d4 & cleared d4 & pick b6: replace

rule 4: the first choice is on buttons, a pair asks for a card
  {DICE} & at BESIDE & buttons roll / pass / pass and draw a card / surrender to white
  at OPEN & buttons roll / pass / pass and draw a card & go roll / 4,4
  asks draw a card / no card & buttons

rule 16: a reaction is a private question, and who has no card is asked the same
  game 3 seven range=3 & at OPEN | hands=white: reject, no move & go c6 & asks accept / reject
  private yes & go let & asks accept

rule 4: too many cards are a private question
  {CARDS} & at OPEN | hands=black: extra move, no move, no move, reject & go no move & asks
  at OPEN | hands=black: extra move, no move, no move, reject, 3 points & go no move
  asks no move / extra move / reject / 3 points & private yes

rule 11: an offer of surrender is a question
  game 3 seven range=none & at BESIDE & go surrender to white & asks decline / accept & go accept
  line 0: 0 (0 to white)

rule 18: dead stones are marked by groups
  game 3 seven range=none agree dice & at ....... .bb.... ....... ...w... ....... .....r. .......
  go pass / pass / pass & buttons none dead & pick b6: complete dead b6 & cleared b6 c6
  pick a1: empty a1 & go dead b6 & pick : incomplete & asks decline / agree & marked 0: b6 c6

status tells dice, range and cards
  {DICE} & at OPEN | hands=white: reject | passes=1 & status cards to draw: 49
  status cards played: 0 & status passed in a row: 1 of 3 & go roll / 1,1 / no draw
  status dice: 1 and 1 & status range: 1 step
  {CARDS} & at OPEN | hands=black: move anywhere & go move anywhere & status range: no limit

rule 19: territory is shown by whom it counts for and by whose it is
  {BLOC} & at BLOC & legend 0: territory: black 3, white 3, red 0; neutral 6
  at BLOC | occupiers=red: white & legend 0: territory: black 3, white with red 6; neutral 3
  legend 1: own territory of each player: black 3, white 6, red 0 & tint 0: a1=0 b1=.
  at BLOC | occupiers=white: red & tint 0: g1=2 & tint 1: g1=1
  at BLOC | occupiers=black: red; white: red
  legend 0: territory: red with black and white 12; neutral 0

a player's line tells what his total is made of, as far as there is room
  {BLOC} & at BLOC & line 1: 3 & at BLOC | prisoners=white: red 2 & line 1: 5 (3 + 2 prisoners)
  at BLOC | prisoners=white: red 1 & line 1: 4 (3 + 1 prisoner)
  at BLOC | hands=white: 5 points & line 1: 8 (3 + 5 on cards)
  at BLOC | occupiers=white: red & line 1: 0 (3 to red) & at BLOC | occupiers=red: white & line 1: 6
  at BLOC | occupiers=red: white | prisoners=red: black 5 & line 1: 8 (6 + 2 of allies)
  at BLOC | occupiers=red: white | prisoners=white: red 2; red: black 5 | hands=white: 5 points
  line 1: 15 & at BLOC | occupiers=red: white | prisoners=white: red 222; red: black 225
  line 1: 450 (6 + 222 prisoners + 222 of allies)
  at BLOC | occupiers=red: white | prisoners=white: red 999; red: black 998 & line 1: 2000
  at BLOC | occupiers=white: red; red: black | hands=white: 3 points & line 1: 0 (6 to black)
""", NEAR="game 3 seven range=2", CARDS="game 3 seven range=3 classic", DICE="game 3 seven",
    BLOC="game 3 bloc range=none")  # fmt: skip
def test_display(scene: list[str]) -> None:
    Scene().play(scene)


def carded(hand: str, **more: Any) -> tuple[Mitropia, Any]:
    rules = on(OPEN, range=3, deck="classic")
    return rules, position(rules, OPEN, hands=f"black: {hand}", **more)


def test_rule_17_a_hand_is_shown_to_its_player_alone() -> None:
    rules, state = carded("extra move, reject, trade 1-2")
    shown = display(rules)
    for viewer in (WHITE, RED, None):
        assert shown.hand(rules.view(state, viewer), BLACK) == 3
    own = shown.hand(rules.view(state, BLACK), BLACK)
    assert not isinstance(own, int)
    assert [card.name for card in own] == ["extra move", "reject", "trade 1-2"]
    assert own[0].plays == (("play extra move", Play(1)),)
    assert own[1].why == "reject answers others' stones: play it when you are asked"
    assert own[2].why == "trade 1-2 needs 1 of your prisoners and another player who has 2"
    assert all(card.about for card in own)
    assert shown.hand(rules.view(state, WHITE), WHITE) == []


def test_rule_17_cards_on_buttons_are_those_of_the_hand_and_no_others() -> None:
    """Whoever looks at a view in which the hand is face down sees no card on a button."""
    rules, state = carded("extra move, no move")
    shown = display(rules)
    hand = shown.hand(state, BLACK)
    assert not isinstance(hand, int)
    playable = {move for card in hand for _, move in card.plays}
    assert {move for _, move in shown.buttons(state) if isinstance(move, Play)} == playable
    others = shown.buttons(rules.view(state, WHITE))
    assert not any(isinstance(move, Play) for _, move in others)


def test_rule_10_prisoners_are_a_table_of_holders_and_colours() -> None:
    rules = on(OPEN)
    assert display(rules).tables(position(rules, OPEN)) == ()
    state = position(rules, OPEN, prisoners="white: black 2, red 1", order="red, black, white")
    (table,) = display(rules).tables(state)
    assert table.columns == (BLACK, WHITE, RED)
    assert table.rows == ((RED, (0, 0, 0)), (BLACK, (0, 0, 0)), (WHITE, (2, 0, 1)))


def test_rule_5_the_range_is_what_the_rules_allow() -> None:
    """Of the empty points; stones do not matter."""
    rules = on(OPEN, range=None)
    state = play(rules, position(rules, OPEN), "roll", "2,3")
    near = display(rules).within(state)
    for cell, stone in enumerate(state.stones):
        if not stone:
            found = code(rules, state, rules.topology.names[cell])
            assert (found == "range") == (cell not in near)
    assert rules.topology.cell("d4") not in near
    assert rules.topology.cell("b6") in near
    assert display(rules).within(play(rules, state, "forfeit")) == frozenset()
