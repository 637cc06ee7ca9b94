"""Dice, hidden hands and questions out of turn on the screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Button

from termgames.tui.board import BoardView
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.moves import MoveList

from .support import WORDS, act, acted, quiet, red_first, screen_text, seated, table

ONE = ("human", "bot:1", "bot:1")
SEATS = {"three": ("human",) * 3, "one": ONE, "two": ("human", "human", "bot:1")}
SEATS["none"] = ("bot:1",) * 3
pytestmark = pytest.mark.usefixtures("lots")


def choosing(*wanted: str) -> Any:
    """A bot that makes the first of these moves there is, and else passes."""

    def choose(rules: Any, state: Any) -> Any:
        words = {move.word: move for move in reversed(rules.legal_moves(state))}
        return next(words[word] for word in (*wanted, "pass") if word in words)

    return choose


BOTS = {"placing": choosing("let", "place"), "drawing": choosing("let", "draw"), "": quiet}


def stage(opening: str, _: object = None) -> Any:
    """`one placing`: who sits there, and what the bots do."""
    who, _, bots = opening.partition(" ")
    return seated(red_first(*SEATS[who]), BOTS[bots])


def match_of(pilot: Any) -> Any:
    return table(pilot).sitting.shown.match


def card(pilot: Any, seat: int = 0) -> str:
    """The first card that a player holds."""
    return str(match_of(pilot).state.hands[seat][0])


def hand_is_hidden(pilot: Any) -> bool:
    """The player's card is seen, those of the others are not."""
    shown, listed = screen_text(pilot), table(pilot).query_one(MoveList).texts
    assert sum(text.count("card ?") for text in listed) == 2
    assert "50%" not in shown
    others = any(f"card {card(pilot, seat)}" in shown for seat in (1, 2))
    return f"cards card {card(pilot)}" in OWN["held"](pilot) and not others


OWN = {
    "held": lambda pilot: str(table(pilot).query_one("#held").render()),
    "card": lambda pilot: f"card {card(pilot)}" in screen_text(pilot),
    "laid": lambda pilot: f"lay {pilot.card}" in WORDS["moves"](pilot),
    "dialog": lambda pilot: f"lay {card(pilot)}" in screen_text(pilot),
    "buttons": lambda pilot: " ".join(str(each.label) for each in table(pilot).query(Button)),
    "fresh": lambda pilot: table(pilot).query_one("#held").has_class("-fresh"),
    "b2": lambda pilot: table(pilot).query_one(BoardView).canvas._position.stones[4],
    "counted": lambda pilot: table(pilot).query_one(CountList).has_focus,
    "hands": lambda pilot: [len(hand) for hand in match_of(pilot).state.hands],
    "hidden": hand_is_hidden,
    "names": lambda pilot: table(pilot).key_names()["rest"],
}
VERBS = {
    "put": lambda pilot, name: act(pilot, f"walk:{name} enter |"),
    "note": lambda pilot, _: setattr(pilot, "card", card(pilot)),
    "rest": lambda pilot, _: table(pilot).sitting.resting.begin(0) or table(pilot).show(),
}
test_scenes = acted(
    """
    == a hot seat game hands over and hides hands meanwhile | three
      | screen = GameScreen
    d | screen = ChoiceDialog
    1 | moves: draw ; can_play ; text!: draw ?
    p p | screen = HandoverScreen ; text: when a card of yours can answer
        | text: Pass the keyboard to ; text: Red (player 1) ; held!: cards
    u | screen = GameScreen
    p | screen = HandoverScreen
    sit: | panel: Red
    == in the hot seat cards lie face down until asked for | three
    sit: d 1 sit: p sit: p sit: | held: 1 face down ; !card
    c                           | screen = CardsDialog ; dialog
    escape                      | screen = GameScreen
    note: c 1                   | laid
    == who lets everything stand is not asked | one placing
        | held!: asked
    y   | held: accepts all moves unasked
    p 2 | can_play ; moves: a1 let let b1 let let
    y   | held!: accepts all moves unasked ; held: asked about every move
    == a question out of turn is answered by its number | one placing
    y y    | held: asked about every move
    put:b2 | prompt: Let the stone stand? ; moves: b2 let let a1 let
    1      | moves: let let a1 let let
    == answers that tell the hand stay with the cards | two
    sit: d 1 sit: put:b2 | seat = 0
    sit:       | buttons = 1 let 2 cards
    c enter    | screen = CardsDialog
    down enter | moves: veto ; !b2
    == table talk is offered and answered beside the board | three
    sit:   | prompt: ask blue
    d 2    | last = ask blue
    sit: 2 | last = no
    sit:   | prompt!: ask blue
    == dice lie in the panel and stand out for a moment | one
      | held: 1 6 ; !fresh
    == the count is walked through on the board | three
    sit: put:b2                | moves: let let ; tabs!: story ; !#told
    sit: p sit: p sit: p       | over ; tab = story ; #told: The game took 6 turns.
    v                          | tab = count ; counted ; b2
    down                       | prompt: Without stones ; prompt: Red 1 ; !b2
    escape                     | b2 ; prompt: Red (player 1) wins
    == holdings have a tab of their own | one
        | tabs!: holdings
    d 1 | can_play ; plies != 2
    c 1 | can_play ; hands = [0, 0, 0]
    v | tab = holdings ; #beside: laid
    == bots of a hidden game go on among themselves | none
      | over ; prompt: Nobody wins
    == leaving from the handover asks and giving up is not offered | three
    q        | screen = ChoiceDialog ; text!: resign
    1        | exit
    == one human sees his cards and nobody elses | one drawing
    d 1 | can_play ; hands = [1, 1, 1] ; panel: 1 card ; hidden
    == a rest is told and taken back by the same key | one placing
          | keys: Rest
    z     | told: red stops resting ; told: You pass until a stone ; moves: pass ; can_play
    rest: | names = Stop resting
    z     | !~sitting.resting.seats
    """,
    OWN,
    VERBS,
    stage,
)
