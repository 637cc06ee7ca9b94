"""Turns that are passed for a human until they matter to him."""

from __future__ import annotations

from typing import Any

from termgames import games
from termgames.play.events import Answer, Event, Notice
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.sitting.live import Live
from termgames.play.text import prompts
from termgames.search.limits import Thought
from tests import diagrams
from tests.games.mitropia.play import CARDS, at, make
from tests.play.sitting.test_live import Bot

BOARD = """
    . . . . . . .
    . . . . . . .
    a a a a a a a
    . . . . . . .
    . . . . . b b
    g g g . b . b
    . g . . b . b
"""
"""Alpha has all that lies above."""
CLOSE = """
    . . . . . . .
    . a a a a a a
    . a . a . a .
    . . . . . . .
    . . . . . b b
    g g g . b . b
    . g . . b . b
"""
"""Alpha has nine stones, and beta almost as many."""


class Table:
    """Alpha is human, beta and gamma are bots; alpha is to move."""

    def __init__(self, diagram: str = BOARD) -> None:
        rules = games.create("tricolor", {"size": 7})
        state = diagrams.position(rules, diagram, **{"to move": "alpha"})
        players = ("human", "bot:1", "bot:1")
        self.match = Match(rules, players, start=StartPosition(state))
        self.bots, self.events = {1: Bot(), 2: Bot()}, list[Event]()
        self.live = Live(self.match, bots=self.bots, listen=self.events.append)
        self.live.advance()

    def answer(self, *texts: str) -> None:
        """What the bots do, in turn."""
        for text in texts:
            seat = self.match.to_act
            serial, state = self.bots[seat].asked[-1]
            move = self.match.game.parse(state, text)
            self.live.thinkers.hear(seat, Answer(serial, Thought(move)))

    @property
    def texts(self) -> list[str]:
        return list(self.match.texts())

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]


def test_who_rests_passes_until_something_of_his_is_touched() -> None:
    table = Table()
    table.live.resting.switch()
    assert table.texts == ["pass"], "at once, where it is his turn"
    table.answer("d3", "d1")
    assert table.texts[-1] == "pass"
    assert table.match.to_act == 1
    _, note = prompts.waiting(table.live, 1)
    assert note.startswith("you pass until")
    table.answer("d2", "a4")
    assert table.match.to_act == 0, "a4 is beside his stones"
    assert not table.live.resting.seats
    assert table.notices == ["alpha rests no longer: the stones changed at a4"]


def test_a_point_of_his_is_his_too() -> None:
    table = Table()
    table.live.resting.switch()
    table.answer("d3", "g7")
    assert table.match.to_act == 0, "though it is beside none of his stones"


def test_somebody_who_puts_no_stone_may_end_play() -> None:
    table = Table()
    table.live.resting.switch()
    table.answer("pass", "d1")
    assert table.texts[-1] == "pass", "gamma put one since"
    table.answer("d2", "pass")
    assert table.match.to_act == 0
    assert table.notices == ["alpha rests no longer: gamma put no stone, and play may end"]


def test_the_same_key_and_any_move_of_ones_own_end_a_rest() -> None:
    table = Table()
    table.live.resting.switch()
    table.live.resting.switch()
    table.answer("d3", "d1")
    assert table.match.to_act == 0
    table.live.resting.switch()
    assert table.live.resting.seats
    assert table.live.undo()
    assert not table.live.resting.seats, "who takes back wants to move"
    table.live.resting.switch()
    table.answer("d2", "pass")
    assert not table.live.resting.seats


def test_a_change_of_places_ends_a_rest() -> None:
    table = Table(CLOSE)
    totals = table.match.game.score(table.match.state).totals
    assert totals == (9, 8, 5), "the outside counts for nobody"
    table.live.resting.switch()
    table.answer("d3", "d1")
    assert table.notices == ["alpha rests no longer: the places of the players changed"]


def test_letting_a_stone_stand_is_no_end_of_a_rest() -> None:
    rules: Any = make(3, CARDS)
    rows = "\n".join(["......."] * 7)
    state = at(rules, rows, hands="black: reject")
    match = Match(rules, ("human", "bot:1", "bot:1"), 1, start=StartPosition(state))
    bots = {1: Bot(), 2: Bot()}
    live = Live(match, bots=bots, delays=False)
    live.advance()
    live.resting.switch()
    serial, seen = bots[1].asked[-1]
    live.thinkers.hear(1, Answer(serial, Thought(rules.parse(seen, "g7"))))
    serial, seen = bots[2].asked[-1]
    live.thinkers.hear(2, Answer(serial, Thought(rules.parse(seen, "let"))))
    assert live.reaction
    assert match.to_act == 0
    assert live.play(rules.parse(match.state, "let")) is None
    assert live.resting.seats == {0}
