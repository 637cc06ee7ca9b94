"""Dice, hidden hands and questions out of turn on the screen."""

from __future__ import annotations

import time
from typing import Any

import pytest
from textual.widgets import Button

from termgames import games
from termgames.play.sitting.answer_delay import SECONDS
from termgames.tui.board import BoardView
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import PlayersPanel

from .support import WORDS, act, acted, game, screen_text, sit, table, told, walk
from .tables import quiet, red_first, seated

THREE = ("human", "human", "human")
ONE = ("human", "bot:1", "bot:1")
SEATS = {"three": THREE, "one": ONE, "two": ("human", "human", "bot:1"), "none": ("bot:1",) * 3}


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


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


async def put(pilot: Any, name: str) -> None:
    """One stone by the keys."""
    await walk(pilot, name)
    await pilot.press("enter")


OWN = {
    "held": lambda pilot: str(table(pilot).query_one("#held").render()),
    "card": lambda pilot: f"card {card(pilot)}" in screen_text(pilot),
    "laid": lambda pilot: f"lay {pilot.card}" in WORDS["moves"](pilot),
    "dialog": lambda pilot: f"lay {card(pilot)}" in screen_text(pilot),
    "labels": lambda pilot: " ".join(str(each.label) for each in table(pilot).query(Button)),
    "fresh": lambda pilot: table(pilot).query_one("#held").has_class("-fresh"),
    "b2": lambda pilot: table(pilot).query_one(BoardView).canvas._position.stones[4],
    "count": lambda pilot: table(pilot).query_one(CountList).has_focus,
    "lines": lambda pilot: str(table(pilot).query_one(PlayersPanel).render()),
    "hands": lambda pilot: [len(hand) for hand in match_of(pilot).state.hands],
}
VERBS = {
    "put": put,
    "note": lambda pilot, _: setattr(pilot, "card", card(pilot)),
}
test_scenes = acted(
    """
    == a hot seat game hands over and hides hands meanwhile | three
      | screen = GameScreen
    d | screen = ChoiceDialog
    1 | moves: draw ; can_play ; text!: draw ?
    p p | screen = HandoverScreen ; text: Pass the keyboard to ; text: Red (player 1) ; held!: cards
    u | screen = GameScreen
    p | screen = HandoverScreen
    sit: | lines: Red
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
    == answers that tell the hand stay with the cards | two
    sit: d 1 sit: put:b2 | seat = 0
    sit:       | labels = 1 let 2 cards
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
    sit: put:b2                | moves: let let
    sit: p sit: p sit: p       | over ; tab = story ; #told: The game took 6 turns.
    v                          | tab = count ; count ; b2
    down                       | prompt: Without stones ; prompt: red 1 ; !b2
    escape                     | b2 ; prompt: Red (player 1) wins
    == holdings have a tab of their own | one
        | tabs!: holdings
    d 1 | can_play ; plies != 2
    c 1 | can_play ; hands = [0, 0, 0]
    v v | tab = holdings ; #beside: laid
    == bots of a hidden game go on among themselves | none
      | over ; prompt: Nobody wins
    == leaving from the handover asks and giving up is not offered | three
    q        | screen = ChoiceDialog ; text!: resign
    1        | exit
    == no story is told before the end | three
    sit: put:b2 | tabs!: story ; !#told
    """,
    OWN,
    VERBS,
    stage,
)


async def test_one_human_sees_his_cards_and_nobody_elses() -> None:
    async with stage("one drawing") as pilot:
        await act(pilot, "d 1 | can_play ; hands = [1, 1, 1]", OWN)
        await act(pilot, "| lines: 1 card", OWN)
        shown = screen_text(pilot)
        assert f"cards card {card(pilot)}" in OWN["held"](pilot)
        assert sum(text.count("card ?") for text in table(pilot).query_one(MoveList).texts) == 2
        assert not any(f"card {card(pilot, seat)}" in shown for seat in (1, 2))
        assert table(pilot).sitting.shown.expectations == {}
        assert "50%" not in shown


async def test_a_question_out_of_turn_is_answered_by_its_number_and_bots_take_their_time() -> None:
    async with stage("one placing") as pilot:
        began = time.monotonic()
        await act(pilot, """
            y y    | held: asked about every move
            put:b2 | prompt: Let the stone stand?""", OWN, VERBS)  # fmt: skip
        assert time.monotonic() - began > 3 * SECONDS * 0.95, "three answers of bots"
        await act(pilot, "  | moves: b2 let let a1 let\n1 | moves: let let a1 let let")


async def test_moves_tell_who_made_them() -> None:
    async with stage("one placing") as pilot:
        await act(pilot, "y y p 2 | can_play ; moves: let")
        moves = table(pilot).query_one(MoveList)
        moves.scroll_to(0, 0, animate=False)
        line = " ".join(moves.render_line(y).text for y in range(moves.virtual_size.height))
        chips = [table(pilot).table.appearance.chip(colour).plain for colour in range(3)]
        assert line.index(chips[0]) < line.index(chips[1]) < line.index(chips[2])


async def test_the_first_handover_says_when_one_is_asked() -> None:
    notes = list[bool]()
    async with stage("three") as pilot:
        for key in ("d", "d", "d", "p", "d", "p", "p"):
            await pilot.pause()
            if isinstance(pilot.app.screen, HandoverScreen):
                said = " ".join(screen_text(pilot).split())
                notes.append("when a card of yours can answer" in said)
                await sit(pilot)
            await act(pilot, key + (" 1 |" if key == "d" else " |"))
    assert notes == [True] * 3 + [False], "each is told once"


async def test_a_rest_is_told_and_taken_back_by_the_same_key() -> None:
    async with seated(red_first(*ONE), BOTS["placing"], size=(120, 40)) as pilot:
        await act(pilot, """
              | keys: Rest
            z | told: red rests no longer ; told: You pass until a stone ; moves: pass ; can_play
            """)  # fmt: skip
        live = game(pilot).sitting
        live.resting.begin(0)
        game(pilot).show()
        assert game(pilot).key_names()["rest"] == "Rest no more"
        await pilot.press("z")
        assert not live.resting.seats
        assert told(pilot)
