"""Rules 15 and 16: the decks, and what each card does."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from termgames.core.errors import Refusal
from termgames.games.mitropia import cards
from termgames.games.mitropia.house import DECKS
from termgames.games.mitropia.moves import Drawn, Point
from termgames.games.mitropia.stones import placing
from tests.games.mitropia.play import CARDS, PLAIN, at, code, go, legal, make
from tests.games.mitropia.scenes import DIAGRAMS, MAPS, Scene, scenes

EMPTY = DIAGRAMS["EMPTY"]


# -- the deck -------------------------------------------------------------------------------


def test_rule_15_the_decks_have_50_and_52_cards() -> None:
    named = [f"{name}: {n}" for name, n in zip(cards.NAMES, DECKS["revised"], strict=True)]
    assert ", ".join(named) == (
        "no move: 6, extra move: 16, reject: 4, reject and replace: 2, move anywhere: 4, "
        "pair place: 4, replace any: 0, move two: 2, move three: 1, 3 points: 3, 5 points: 1, "
        "trade 1-2: 4, trade 2-5: 2, trade 3-8: 1"
    )
    assert sum(DECKS["revised"]) == 50
    assert sum(DECKS["classic"]) == 52
    assert DECKS["classic"][cards.REPLACE_ANY] == 2


@pytest.mark.parametrize(("deck", "kinds"), [("revised", 13), ("classic", 14)])
def test_rule_15_a_card_is_drawn_by_what_is_left(deck: str, kinds: int) -> None:
    game = make(2, CARDS, deck=deck)
    state = go(game, at(game, EMPTY, hands="white: 5 points, reject"), "pass draw")
    weights = {game.format(move): weight for move, weight in game.chances(state)}
    assert len(weights) == kinds - 1
    assert "card 5 points" not in weights
    assert weights["card reject"] == 3
    assert weights["card extra move"] == 16
    assert legal(game, state) == list(weights)
    assert code(game, state, "card 5 points") == "card"


def drawn_empty(cards_left: int = 0) -> cards.Cards:
    """A game's cards with nothing but discards and so many in the stack."""
    deck = DECKS["revised"]
    held = cards.full_stack(deck, 2)
    for kind, count in enumerate(deck):
        for _ in range(count):
            if held.stack > cards_left:
                held = cards.discarded(cards.drawn(held, 0, kind), 0, kind)
    return held


def test_rule_15_when_the_stack_is_empty_the_discards_are_shuffled() -> None:
    deck = DECKS["revised"]
    held = drawn_empty()
    assert (held.stack, sum(held.discards)) == (0, 50)
    assert dict(cards.outcomes(held, deck)) == {k: n for k, n in enumerate(deck) if n}
    held = cards.drawn(held, 1, cards.REJECT)
    assert (held.stack, sum(held.discards)) == (49, 0)
    assert cards.unseen(held, deck)[cards.REJECT] == 3


def test_rule_15_a_card_given_back_goes_under_the_stack() -> None:
    """It is drawn when the shuffled cards are gone, before the discards are shuffled."""
    deck = DECKS["revised"]
    held = drawn_empty(cards_left=3)
    for kind in (cards.TRADE_2_5, cards.TRADE_2_5, cards.TRADE_3_8):
        held = cards.drawn(held, 0, kind)
    held = cards.given_back(held, 0, cards.TRADE_3_8)
    held = cards.given_back(held, 0, cards.TRADE_2_5)
    assert held.stack == 0
    assert cards.outcomes(held, deck) == [(cards.TRADE_3_8, 1)]
    held = cards.drawn(held, 1, cards.TRADE_3_8)
    assert cards.outcomes(held, deck) == [(cards.TRADE_2_5, 1)]
    held = cards.drawn(held, 1, cards.TRADE_2_5)
    assert len(cards.outcomes(held, deck)) > 2  # the discards


def test_rule_15_cards_played_and_discarded_lie_open_and_are_drawn_again_last() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: extra move")
    state = go(game, state, "extra move", "a1", "done", "let")
    assert state.cards.discards[cards.EXTRA_MOVE] == 1
    state = go(game, state, "pass draw")
    assert dict(game.chances(state))[Drawn(cards.EXTRA_MOVE)] == 15


@scenes(
    """
rule 15: after pass draw the card too many goes under the stack
  game 2 cards & at EMPTY | hands=black: no move, reject, 3 points
  go pass draw / card extra move & asked black
  says Too many cards: choose one to give back under the stack.
  go discard no move & asked white & hand black: extra move, reject, 3 points

rule 15: without cards nothing is drawn, played or asked
  game 3 dice & at EMPTY & lacks pass draw
  no no-cards: pass draw
  go roll / 4,4 & has forfeit & lacks draw
  no no-cards: no move
  go a1 & asked white & legal roll / pass

rule 16: no move does nothing and is spent
  game 2 cards & at EMPTY | hands=black: no move
  go no move & hand black: & asked white & passes 0 & idle 1

rule 16: a card must be in the hand
  game 2 cards & at EMPTY | hands=white: no move
  no hand: no move

rule 16: rejections are not played in one's own turn
  game 2 cards & at EMPTY | hands=black: reject, reject and replace
  no stage: reject / reject and replace

rule 16: move anywhere knows no distance
  game 2 near & at EMPTY | hands=black: move anywhere
  no range: g7
  go move anywhere & has a1 / d4 / a7 / g1 / g7
  no owed: done
  go g7 & top ......b & asked white

rule 16: points are laid down and kept
  game 2 cards & at EMPTY | hands=black: 3 points, 5 points & totals 8 0
  go 5 points & hand black: 3 points & totals 8 0 & passes 0 & idle 1

rule 16: extra move puts two stones and the second is optional
  game 2 cards & at EMPTY | hands=black: extra move
  go extra move
  no owed: done
  go a1 & has done & save
  # One round of reactions after both.
  go g7 & top ......b & foot b...... & asked white & legal let
  back & go done & asked white

rule 16: the second stone may go from the first
  game 2 range=5 & at EMPTY | hands=black: extra move
  go extra move / c4 & ok f6
  no range: g7

rule 16: each stone of an extra move is judged by itself: a ko taken by the first stays one
  game 2 cards & at {ko} | to move=white | hands=white: extra move
  go extra move / b6 & prisoners w=b
  go done / all let
  no superko: c6

rule 16: a pair is judged together and one of it is in range
  game 2 near & at EMPTY | hands=black: pair place
  go pair place & has a3,a4
  no range: a4,a5
  no pair: a1,b2
  no stage: a1
  save & go a4,a3 & foot b...... b...... ....... .......
  back & go a3,b3 & foot bb..... ....... ....... & asked white

rule 16: a pair has and takes liberties together
  game 2 cards five & at ..... ..... bbb.. wwwb. ..wb. | hands=black: pair place
  go pair place / a1,b1 & foot ...b. bb.b. & prisoners b=wwww
  # Where white has another liberty they have none themselves.
  at ..... ..... bbb.. www.. ..wb. | hands=black: pair place
  go pair place
  no suicide: a1,b1

rule 16: replace any turns an opponent's stone at any distance
  # Replacing white's f2 leaves g2 its liberty; red's g1 has none next to it.
  game 3 range=1 classic & at {three} | hands=black: replace any
  go replace any & points f2 g1 g2
  no replace: f1 / a1
  go f2 & foot .....bw .....br & prisoners none

rule 16: replace any captures
  game 2 classic cards five & at ..... ..... ..... bb... wwb.. | hands=black: replace any
  go replace any / b1 & foot bb... .bb.. & prisoners b=w

rule 16: replace any is no suicide
  game 2 classic cards five & at ..... ..... w.... ww... www.. | hands=black: replace any
  go replace any & ok a3
  no suicide: a1

rule 16: an ally's stone is not replaced
  game 3 classic cards five
  at ..... ..... ..... ..w.. .b.r. | hands=black: replace any | occupiers=white: black
  go replace any & points d1

rule 16: move two lifts a stone and puts it near another
  # c1 and the start point are far from d5.
  game 2 near & at MOVING | hands=black: move two
  go move two & ok c1>d5 & lacks done
  no range: d4>d5
  no own: c1>c1 / e4>e5
  no occupied: c1>d4
  go c1>d5 & board ....... ....... ...b... ...b... ....... ....... ....... & has done

rule 16: destinations are five apart, no stone moves twice, two move at the most
  game 2 cards & at MOVING | hands=black: move two
  go move two / d4>g7 & ok c1>c6
  no moved: g7>a7
  no near: c1>e6
  go c1>c6 & asked white & board ......b ..b.... ....... ....... ....... ....... .......

rule 16: move three lifts up to three
  game 2 cards & at {lifted} | hands=black: move three
  go move three / a7>a1 / b7>d4 & asked black
  go c7>g6 & asked white & top ....... ......b

rule 16: a stone that moves captures
  game 2 cards five & at ..... ....b b.... wb... ..... | hands=black: move two
  go move two & save
  go e4>a1 / done & foot .b... b.... & prisoners b=w
  # Lifted, the stone on b2 leaves white a liberty: nothing is taken.
  back & go b2>a1 & prisoners none

rule 16: moving a stone may not repeat a position
  game 2 cards five & at b.... ..... ..... ..... ..... | hands=black: move two, move two
  go move two / a5>e5 / done / let / pass / move two
  no superko: e5>a5

rule 16: a card that finds no point is not played
  game 2 range=1 five
  at ..... ..... w.... ww... .w... | hands=black: extra move, pair place, move two
  no no-point: extra move / pair place / move two

rule 16: a trade names another player with enough prisoners
  game 3 cards
  at EMPTY | hands=black: trade 1-2, trade 2-5, trade 3-8 | prisoners={held}
  has trade 1-2 red / trade 2-5 red & lacks trade 3-8 red
  no trade: trade 1-2 white / trade 1-2 black / trade 3-8 red / trade 1-2 blue
  # Black's own stone leaves the game; of white's four he has all.
  go trade 2-5 red & prisoners b=wwww w=r r=ww & asked white & passes 0 & idle 1
""",
    ko=".bw.... b.bw... .bw.... ....... ....... ....... .......",
    three="....... ....... ....... ....... ....... .....ww .....br",
    lifted="bbb.... ....... ....... ....... ....... ....... .......",
    held="black: white 2; white: red 1; red: black 1, white 4",
)
def test_cards(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_16_all_shifts_listed_are_those_not_refused() -> None:
    game = make(2, {"range": "3"})
    text = ".bw.... b.bw... .bwb... ....wb. .wb.... w.w...b .w..b.w"
    state = go(game, at(game, text, hands="black: move three"), "move three")
    for _ in range(3):
        listed = set(legal(game, state)) - {"done"}
        names = game.topology.names
        allowed = {
            f"{a}>{b}" for a in names for b in names if code(game, state, f"{a}>{b}") is None
        }
        assert listed == allowed
        state = go(game, state, sorted(listed)[len(listed) // 2])


# -- properties of the deck -----------------------------------------------------------------


def test_cards_are_never_lost() -> None:
    """Whatever is done, all cards of the deck are somewhere."""
    deck = DECKS["classic"]
    held = cards.full_stack(deck, 2)
    for turn, (kind, _) in enumerate(pairwise(list(range(14)) * 4)):
        known = dict(cards.outcomes(held, deck))
        drawn = kind if kind in known else min(known)
        held = cards.drawn(held, turn % 2, drawn)
        change = (cards.discarded, cards.given_back)[turn % 3 == 0]
        if turn % 5:
            held = change(held, turn % 2, drawn)
        count = Counter(card for hand in held.hands for card in hand)
        count.update(card for card, _ in held.under)
        count.update(dict(enumerate(held.discards)))
        stack = cards.unseen(held, deck)
        assert sum(stack) == held.stack
        assert all(count[k] + stack[k] == n for k, n in enumerate(deck))


@pytest.mark.parametrize("seed", range(2))
def test_rule_16_what_finds_one_point_agrees_with_what_lists_them(seed: int) -> None:
    """In random games that go on until the board is full."""
    game = make(2, PLAIN, board=MAPS["five"])
    rng = np.random.default_rng(seed)
    state, without = game.start(), 0
    for _ in range(60):
        seat = game.to_act(state)
        for reach in (1, 2, None):
            before = (game.table, state, seat, reach)
            shifts = list(placing.shifts(*before, ()))
            assert placing.any_point(*before) == bool(list(placing.points(*before)))
            assert placing.any_shift(*before) == bool(shifts)
            paired = {
                (one, other)
                for one, others in enumerate(game.topology.adjacent)
                for other in others
                if one < other
                and not isinstance(
                    placing.pair(game.table, state, seat, one, other, reach), Refusal
                )
            }
            assert set(placing.pairs(*before)) == paired
            without += not shifts
        choices = [move for move in game.legal_moves(state) if isinstance(move, Point)]
        if not choices:
            break
        state = game.apply(state, choices[int(rng.integers(len(choices)))])
    assert without
