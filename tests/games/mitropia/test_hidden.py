"""Rule 17: what a player may know. Views, worlds, redacted answers, texts beside positions."""

import pickle
import random
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.games.mitropia import cards
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests.cases import cases
from tests.games.mitropia import scenes as mitropia
from tests.games.mitropia.play import CARDS, at, go, hands, make
from tests.scenes import parts, scenes

EMPTY = "\n".join(["......."] * 7)
EYES: tuple[int | None, ...] = (None, 0, 1, 2)


def random_states(game: Mitropia, seed: int, most: int = 250) -> list[tuple[State, Any]]:
    """States of a random game that rather plays than passes, each with its next move."""
    rng = random.Random(seed)
    state, found = game.start(), []
    while game.to_act(state) != OVER and len(found) < most:
        moves = game.legal_moves(state)
        lively = [move for move in moves if game.format(move) not in ("pass", "forfeit")]
        move = rng.choice(lively if lively and rng.random() < 0.97 else moves)
        found.append((state, move))
        state = game.apply(state, move)
    return found


def values(thing: Any) -> list[Any]:
    """All plain values inside a frozen value, in order."""
    if is_dataclass(thing):
        return [value for f in fields(thing) for value in values(getattr(thing, f.name))]
    if isinstance(thing, tuple):
        return [value for item in thing for value in values(item)]
    return [thing]


class Scene(mitropia.Scene):
    """It adds `eyes`: the hands that black, white and whoever looks on see; `become` a seat, or
    `nobody`: the state is his view; and `redacts ANSWER:` how those in turn are told of it."""

    def eyes(self) -> list[int | None]:
        return [*range(self.game.seats), None]

    def on_eyes(self, text: str) -> None:
        told = [hands(self.game.view(self.state, seat)) for seat in self.eyes()]
        shown = [", ".join("+".join(hand) or "-" for hand in each) for each in told]
        assert shown == parts(text)

    def on_become(self, text: str) -> None:
        self.state = self.game.view(self.state, None if text == "nobody" else int(text))

    def on_redacts(self, text: str) -> None:
        answer, _, told = text.partition(": ")
        move = self.game.parse(self.state, answer)
        found = [self.game.redact(self.state, move, seat) for seat in self.eyes()]
        assert [self.game.format(each) for each in found] == parts(told)


@scenes("""
rule 17: a view shows the own hand and the size of others
  game 3 cards & at EMPTY | hands=black: reject, 3 points; white: extra move
  eyes reject+3 points, ?, - / ?+?, extra move, - / ?+?, ?, - / ?+?, ?, -

rule 17: what others draw and give back is told as unseen
  game 2 cards & at EMPTY | hands=black: no move, reject, 3 points & go pass draw
  redacts card pair place: card pair place / card ? / card ?
  go card pair place & redacts discard reject: discard reject / discard ? / discard ?

rule 17: discards lie open
  game 2 & at EMPTY | hands=black: no move, reject, 3 points
  go roll / 2,2 / draw / card extra move / forfeit
  redacts discard reject: discard reject / discard reject / discard reject & no card: discard ?

rule 17: a card from an unknown hand shows itself
  # White does not know but that black has five points.
  game 2 cards & at EMPTY | hands=black: extra move; white: reject & become 1
  has extra move / 5 points & go extra move / a1 / g7 / reject & hand black: & hand white:
  asked white
  at EMPTY | hands=white: reject & become nobody & go a1 & legal let / reject / reject and replace

rule 17: the last view hides hands too
  game 2 cards & at EMPTY | hands=black: 5 points; white: 3 points & go pass / pass & totals 5 3
  save & become nobody & totals 0 0 & back & become 1 & totals 0 3

facts of a position are told again
  game 3 cards
  at EMPTY | to move=white | order=red, white, black | occupiers=red: black | passes=1 {MORE}
  told turn: white & order red white black & occupiers red=black & passes 1 & told stack: 45
  told hand_sizes: {{'black': 2, 'white': 2, 'red': 0}} & starts black=g1 white=d7 red=d4
  told laid: {{'black': ['5 points'], 'white': [], 'red': []}} & asked white
  prisoners b=wwr w=bbb

a position may be the end of a game
  # White's stone lies in black's territory, black's where both border on it.
  game 2 cards & at {ROWS} & asked black
  at {ROWS} | dead=a7, E4 & asked over & dead e4 a7 & totals 14 6
  at {ROWS} | dead=none & asked over
  never dead. b7 is empty: {ROWS} | dead=b7
  never dead. : {ROWS} | dead=z99
""",
    ROWS="w.b..w. ..b..w. ..b..w. ..b.bw. ..b..w. ..b..w. ..b..w.",
    MORE="| prisoners=black: white 2, red 1; white: black 3 | starts=red: d4"
    " | hands=black: extra move, 3 points; white: ?, ? | laid=black: 5 points")  # fmt: skip
def test_hidden(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_17_views_of_states_that_differ_in_what_is_hidden_are_the_same() -> None:
    """Byte by byte: nothing of another hand is in a view, in whatever form."""
    game = make(3, CARDS)
    text = "black: reject, {}; white: {}"
    one = at(game, EMPTY, hands=text.format("no move", "extra move, 5 points"))
    two = at(game, EMPTY, hands=text.format("3 points", "reject, pair place"))
    assert pickle.dumps(one) != pickle.dumps(two)
    assert pickle.dumps(game.view(one, 2)) == pickle.dumps(game.view(two, 2))
    assert pickle.dumps(game.view(one, None)) == pickle.dumps(game.view(two, None))
    assert pickle.dumps(game.view(one, 0)) != pickle.dumps(game.view(two, 0))


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_no_view_holds_another_hand_at_any_time(seed: int) -> None:
    """Whatever a random game came to: with other hands dealt, every view is byte by byte
    the same."""
    game = make(3)
    rng = np.random.default_rng(seed)
    for state, _ in random_states(game, seed)[::7]:
        for seat in EYES:
            seen = game.view(state, seat)
            other = game.imagine(seen, seat, rng)
            assert pickle.dumps(game.view(other, seat)) == pickle.dumps(seen)
            assert None not in [card for hand in other.cards.hands for card in hand]
            assert cards.excess_kind(other.cards, game.table.deck or ()) is None


def test_rule_17_the_stack_has_no_order_in_any_state() -> None:
    """Two ways to the same cards in hand: the states are the same."""
    game = make(2, CARDS)
    state = at(game, EMPTY)
    one = go(game, state, "pass draw", "card reject", "a1", "let", "pass draw", "card no move")
    two = go(game, state, "pass draw", "card no move", "a1", "let", "pass draw", "card reject")
    assert one.cards == two.cards
    assert values(one.cards).count(None) == 0


def test_rule_17_worlds_are_drawn_from_what_is_unseen() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: 5 points, 3 points, 3 points; white: ?, ?")
    rng = np.random.default_rng(1)
    drawn = [
        card for _ in range(300) for card in hands(game.imagine(game.view(state, 0), 0, rng))[1]
    ]
    assert "5 points" not in drawn
    assert 0 < drawn.count("3 points") < 40
    # 16 of the 47 that are unseen.
    assert 0.27 < drawn.count("extra move") / len(drawn) < 0.41


def test_rule_17_who_gave_a_card_back_remembers_it() -> None:
    game = make(3, CARDS)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "pass draw", "card extra move", "discard reject")
    assert game.view(state, 0).cards.under == ((cards.REJECT, 0),)
    assert game.view(state, 1).cards.under == ((None, 0),)
    assert game.view(state, None).cards.under == ((None, 0),)
    rng = np.random.default_rng(0)
    assert game.imagine(game.view(state, 0), 0, rng).cards.under == ((cards.REJECT, 0),)


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_the_legal_moves_of_who_is_asked_are_those_of_his_view(seed: int) -> None:
    game = make(3, {"deck": "classic"})
    for state, _ in random_states(game, seed)[::5]:
        seat = game.to_act(state)
        if seat >= 0:
            assert game.legal_moves(game.view(state, seat)) == game.legal_moves(state)


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_told_answers_lead_from_view_to_view(seed: int) -> None:
    """What a player sees of a game follows from what he was told of its answers."""
    game = make(3)
    for state, move in random_states(game, seed):
        after = game.apply(state, move)
        for seat in EYES:
            told = game.redact(state, move, seat)
            assert game.parse(state, game.format(told)) == told
            seen = game.view(state, seat)
            assert game.view(game.apply(seen, told), seat) == game.view(after, seat)


# -- positions ------------------------------------------------------------------------------

SAME = cases("""
# Which text, in one form, in another.
prisoners | black: white 2, red 1; white: black 3 | black: white 2, red 1, white: black 3
prisoners | black: white 2, red 1; white: black 3 | b: white 2, r 1; White: black 3
prisoners | black: white 2, red 1; white: black 3 | black: white 2, red 1, black 4; white: black 3
occupiers | red: black | R: b
starts | | black: a1; white: d7; red: g1
""")


@pytest.mark.parametrize(("name", "one", "other"), SAME)
def test_texts_are_read_in_several_forms(name: str, one: str, other: str) -> None:
    game = make(3, CARDS)
    order = {"order": "black white red"} if name == "starts" else {}
    read = [at(game, EMPTY, **order, **({name: text} if text else {})) for text in (one, other)]
    assert read[0] == read[1]
    if name != "starts":
        assert read[0] != game.start()
    if len(one) > 30 and name == "prisoners":
        assert read[0].board.prisoners == ((0, 2, 1), (3, 0, 0), (0, 0, 0))


def test_hidden_texts_are_redacted() -> None:
    game = make(3, CARDS)
    position_text = {"hands": "black: extra move, 3 points; white: reject", "to move": "white"}
    told = game.redact_position_text(position_text, None)
    assert told == {"hands": "black: ?, ?; white: ?", "to move": "white"}
    own = game.redact_position_text(position_text, 0)
    assert own == {"hands": "black: extra move, 3 points; white: ?", "to move": "white"}
    rows = EMPTY.splitlines()
    seen = game.view(game.position(rows, position_text), None)
    assert game.view(game.position(rows, told), None) == seen


FAULTS = cases("""
komi | 3 | komi
to_move | blue | blue
prisoners | black 3 | write 'player
prisoners | 3 | write 'player
starts | a1 b1 | write 'player
prisoners | black: three white | prisoners
prisoners | black: white 1000 | at most 999
occupiers | black: white; white: red; red: black | under himself
hands | black: ace | ace
hands | black: 5 points, 5 points | the deck has 1 5 points
laid | black: reject | no card of points
starts | black: z9 | starts
starts | black: c3; b: g7 | black is named twice
order | black, white | order
passes | 3 | passes
passes | -1 | passes
""")
FAULTS += [("prisoners", "black: white " + "9" * 5000, "at most 999")]
FAULTS += [("passes", "1" * 5000, "passes")]


@pytest.mark.parametrize(("name", "text", "fault"), FAULTS)
def test_faulty_texts_are_refused_by_name(name: str, text: str, fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        at(make(3, CARDS), EMPTY, **{name: text})


def test_texts_about_what_a_game_has_not_are_refused() -> None:
    with pytest.raises(OptionError, match="no cards"):
        at(make(3, {"pro": True}), EMPTY, hands="black: no move")
    for players, options in ((2, {}), (3, {"no-surrender": True})):
        game = make(players, options)
        with pytest.raises(OptionError, match="occupiers: nobody surrenders"):
            at(game, EMPTY, occupiers="white: black")
        assert at(game, EMPTY, occupiers="white: none").occupiers == (None,) * players
