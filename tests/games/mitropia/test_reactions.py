"""Reactions of rule 16: every other player may reject the stones of a turn."""

from termgames.games.mitropia import cards
from tests.games.mitropia.play import CARDS, at, go, make
from tests.games.mitropia.scenes import DIAGRAMS, Scene, scenes


@scenes("""
rule 16: every other player is asked in order of play
  game 4 cards & at EMPTY | to move=red | order=red, black, blue, white
  go d4 & asked black & legal let
  go let & asked blue & legal let
  go let & asked white & legal let
  go let & asked black & lacks let

rule 16: reject undoes stones, captures and prisoners; both cards are spent, the turn is over
  game 3 cards five
  at ..... ..... w.... bb... ..w.. | to move=white | hands=white: extra move; black: reject
  go extra move / c2 / e5 / let / reject & board ..... ..... w.... bb... ..w.. & prisoners none
  hand white: & hand black: & asked red

rule 16: reject undoes a capture
  game 2 cards five & at ..... ..... ..... w.... b.... | to move=white | hands=black: reject
  go b1 & prisoners w=b
  go reject & foot w.... b.... & prisoners none & asked black

rule 16: nobody else is asked after a rejection
  game 3 cards & at EMPTY | hands=white: reject; red: reject
  go a1 / reject & asked white & lacks let & hand red: reject

rule 16: the mover's discard comes after the reactions
  game 2 & at EMPTY | hands=black: no move, reject, 3 points; white: reject
  go roll / 2,2 / draw / card move two / c1 / reject & asked black & has discard no move
  go discard no move & asked white

rule 7: positions undone by a reject have not occurred: the very stone may be played again
  game 2 cards & at EMPTY | hands=white: reject
  go d4 / reject / pass & ok d4

rule 16: nobody reacts to a card without stones
  game 2 cards & at EMPTY | hands=black: 3 points; white: reject
  go 3 points & lacks let

rule 16: reject and replace puts a stone on a cleared point, however far; nobody rejects that
  game 3 near & at EMPTY | hands=red: reject and replace
  go a2 / let / reject and replace & asked red & legal a2 & no stage: d4
  go a2 & foot r...... ....... & asked white & lacks let

rule 16: of several cleared points the reactor chooses
  game 2 cards & at EMPTY | hands=black: extra move; white: reject and replace
  go extra move / a1 / g7 / reject and replace & legal a1 / g7
  go g7 & top ......w & foot .......

rule 16: the replacing stone captures and its player is the killer
  game 2 cards five & at ..... ..... ..... w.... b.... | hands=white: reject and replace
  go b1 / reject and replace / b1 & foot w.... .w... & prisoners w=b

rule 16: after a move only the destinations are cleared
  game 2 cards & at MOVING | hands=black: move two; white: reject and replace
  go move two / d4>g7 / c1>c6 / reject and replace & points c6 g7
  board ....... ....... ....... ...b... ....... ....... ..b....

rule 16: nothing is cleared when a stone was replaced, so it is a plain reject
  game 2 classic cards five
  at ...w. ..... ..... ..... ..... | hands=white: reject and replace; black: replace any
  go replace any / d5 / reject and replace & top ...w. & asked white & has pass & hand white:

rule 16: so it is where the reactor's stone would have no liberty
  game 2 classic cards five
  at ..... ..... ..... b.... .b... | hands=white: reject and replace; black: no move
  go a1 / reject and replace & foot b.... .b... & asked white & has pass & hand white:

rule 16: accept means let in a reaction and is written so
  game 2 cards & at EMPTY & reads accept: accept & go c4 & reads let: accept & go accept
  asked white & has pass

rule 16: handicap stones are not rejected
  game 2 handicap=0,-1 cards & start
  go a1 & lacks let
""")
def test_reactions(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_16_what_a_reject_spends_is_discarded_and_leaves_no_history() -> None:
    game = make(2, CARDS)
    state = at(game, DIAGRAMS["EMPTY"], hands="black: extra move; white: reject")
    state = go(game, state, "extra move", "d4", "done", "reject")
    assert state.cards.discards[cards.EXTRA_MOVE] == state.cards.discards[cards.REJECT] == 1
    assert state.board.history.plies == 0
