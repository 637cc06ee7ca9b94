"""Plain mode with three seats, chance, hidden hands and questions out of turn."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from termgames.core.display import Question
from termgames.play.match import Match
from termgames.play.text.line_game import LineGame
from termgames.search.limits import OnProgress, ShouldStop, Thought
from tests.play.text.test_line_game import Script, play
from tests.toy_card_game.display import LotsDisplay
from tests.toy_card_game.rules import Lots, Move, State, create


def lots_match(lots: Lots, *begun: str, humans: Sequence[int] = (0, 1, 2)) -> Match:
    """A match after some moves, chance among them; then chance is drawn."""
    players = tuple("human" if seat in humans else "random" for seat in range(3))
    match = Match(lots, players, 1, draws=False)
    for text in begun:
        match.submit(lots.parse(match.state, text))
    match.go_on()
    return match


def hot_seat(lots: Lots, *lines: str) -> tuple[Script, Match]:
    return play(*lines, match=lots_match(lots, "die red"))


def test_people_at_one_keyboard_see_cards_on_request_only(lots: Lots) -> None:
    match = lots_match(lots, "die red", "draw", "card 6", "draw", "card 2", "draw", "card 3")
    script, _ = play("moves", "board", "hand", "quit", match=match)
    before, after = script.text.split("red holds: card 6")
    assert "card 6" not in before
    assert before.count("chance card ?") == 3
    assert not any(f"card {card}" in after for card in (2, 3))
    assert "score: red 0, blue 0, green 0" in before


def test_the_keyboard_is_handed_over_and_a_hand_goes_out_of_sight(lots: Lots) -> None:
    match = lots_match(lots, "die red", "draw", "card 6", "draw", "card 2", "draw", "card 3")
    script, _ = play("hand", "pass", "pass", "quit", match=match)
    assert "The keyboard goes to red." in script.said
    at = script.said.index("The keyboard goes to blue.")
    assert script.said[at - 1].count("\n") >= 50
    at = script.said.index("The keyboard goes to green.")
    assert "\n\n" not in script.said[at - 1]


@pytest.mark.parametrize("looking", ["legal", "what", "hint"])
def test_whatever_may_name_a_card_goes_out_of_sight(lots: Lots, looking: str) -> None:
    match = lots_match(lots, "die red", "draw", "card 6", "draw", "card 2", "draw", "card 3")
    script, _ = play(looking, "pass", "quit", match=match)
    at = script.said.index("The keyboard goes to blue.")
    assert script.said[at - 1].count("\n") >= 50


def test_questions_out_of_turn_and_talk(lots: Lots) -> None:
    script, match = hot_seat(lots, "ask green", "no", "b2", "quit")
    assert [lots.format(move) for move in match.moves[1:]] == [
        "ask green",
        "no",
        "b2",
        "let",
        "let",
    ]
    assert "Yes or no?" in script.said
    assert script.said.count("Let the stone stand?") == 0, "nobody holds a card"
    assert "3. red b2" in script.said
    again, _ = hot_seat(lots, "b2", "board", "quit")
    assert again.said.count("last move: b2, marked *") == 2
    # The board is drawn at the start, and when a stone came.
    assert sum(line.startswith("score:") for line in script.said) == 2


def test_no_example_shows_a_card_to_who_shares_the_keyboard(lots: Lots) -> None:
    script, match = hot_seat(lots, "draw", "draw", "draw", "b2", "help", "quit")
    prompt = match.prompt()
    assert prompt is not None
    assert len(lots.legal_moves(prompt.state)) > 1, "there are cards to answer with"
    page = next(text for text in script.said if "save FILE" in text)
    assert page.splitlines()[0] == "A move: let"


def test_the_example_is_the_answer_that_needs_no_card_in_whatever_order_they_are(
    lots: Lots, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = LotsDisplay.question

    def reversed_answers(display: LotsDisplay, state: State) -> Question[Move] | None:
        asked = question(display, state)
        return asked and replace(asked, answers=asked.answers[::-1])

    monkeypatch.setattr(LotsDisplay, "question", reversed_answers)
    script, _ = hot_seat(lots, "draw", "draw", "draw", "b2", "help", "quit")
    assert script.text.count("A move: let") == 1
    assert "A move: veto" not in script.text


def test_moves_of_others_are_accepted_without_asking(lots: Lots) -> None:
    """The open question is answered at once; the next ones are not asked, until that is taken
    back in a turn of one's own."""
    drawn = ("draw", "draw", "draw")
    lines = (*drawn, "b2", "always accept", "let", "pass", "pass", "a1", "quit")
    script, match = hot_seat(lots, *lines)
    assert "blue accepts all moves of others without being asked." in script.said
    texts = [lots.format(move) for move in match.moves]
    assert texts[7:] == ["b2", "let", "let", "pass", "pass", "a1", "let"]
    assert match.prompt().seat == 2  # type: ignore[union-attr]
    assert "10. blue> " not in script.said
    lines = (*drawn, "b2", "always let", "let", "always ask", "pass", "pass", "a1", "quit")
    script, match = hot_seat(lots, *lines)
    assert "blue is asked about moves of others while holding a card." in script.said
    assert "10. blue> " in script.said
    assert match.prompt().seat == 1  # type: ignore[union-attr]


def test_a_lone_human_may_be_asked_only_with_a_choice(lots: Lots) -> None:
    said, match = against_a_bot("always choice", "pass", "quit")
    assert "red is asked about moves of others only when there is a choice." in said
    assert [match.game.format(move) for move in match.moves][-2:] == ["a1", "let"]
    assert "Write always accept, always ask or always choice." in against_a_bot("always", "quit")[0]
    shared = hot_seat(lots, "always choice", "quit")[0]
    reason = "the others may conclude from it whether you hold such a card"
    chosen = "red is asked about moves of others only when there is a choice"
    assert f"{chosen}: {reason}." in shared.said


class Placing:
    """A bot that puts a stone on the first free point, passes where there is none, and lets
    everything stand."""

    def __init__(self, game: Lots) -> None:
        self.game = game

    def think(self, state: State, **_: Any) -> Thought:
        legal = self.game.legal_moves(state)
        usual = ("let", "place", "pass")
        return Thought(next(move for word in usual for move in legal if move.word == word))


def against_a_bot(*lines: str, players: int = 2) -> tuple[list[str], Match]:
    """What is said and asked, line by line, to the player of red against bots."""
    lots = create({"players": players, "talk": "free"})
    match = Match(lots, ("human", *["random"] * (players - 1)), 1, draws=False)
    match.submit(lots.parse(match.state, "die red"))
    script = Script(*lines)
    LineGame(
        match,
        bots={seat: Placing(lots) for seat in range(1, players)},
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
    ).run()
    return script.text.split("\n"), match


@pytest.mark.usefixtures("lots")
def test_who_rests_passes_until_something_matters() -> None:
    said, match = against_a_bot("rest", "quit", players=3)
    assert [match.game.format(move) for move in match.moves][1] == "pass"
    assert any(line.startswith("You pass until a stone or point of yours") for line in said)
    assert "Note: red rests no longer: the places of the players changed." in said
    assert "You cannot pass just now." not in said
    assert "rest          pass until" in "\n".join(against_a_bot("help", "quit", players=3)[0])
    assert not any("rest   " in line for line in against_a_bot("help", "quit")[0]), "of two players"


def arrivals(said: list[str]) -> list[tuple[str, int]]:
    """Where undo and redo said that they went, each checked against the next prompt."""
    found = []
    for at, line in enumerate(said):
        told = re.fullmatch(r"(Back|Now) at turn (\d+)\.", line)
        if told is not None:
            prompt = next(later for later in said[at:] if later.endswith("> "))
            assert prompt.startswith(f"{told[2]}. red> "), (line, prompt)
            found.append((told[1], int(told[2])))
    return found


@pytest.mark.usefixtures("lots")
@pytest.mark.parametrize(
    ("beginning", "let", "decisions"),
    [(["always accept"], [], [2, 6, 9, 13]), ([], ["let"], [2, 5, 6, 8, 9, 12, 13, 15])],
    ids=["always accept", "asked"],
)
def test_undo_and_redo_stop_where_the_person_is_asked(
    beginning: list[str], let: list[str], decisions: list[int]
) -> None:
    """Each undo goes to the decision before the last, until there is none; redo comes back
    the same way. An answer that was given for the person is no decision."""
    turns = [*beginning, *(["draw", *let, "pass", *let] * 2)]
    steps = len(decisions) + 1
    said, match = against_a_bot(*turns, *["undo"] * steps, *["redo"] * steps, "quit")
    went = arrivals(said)

    def turn(number: int) -> int:
        """The number of the turn that begins with the move of that number, chance left out."""
        return 1 + sum(match.actor(ply) >= 0 for ply in range(number - 1))

    assert [number for way, number in went if way == "Back"] == list(map(turn, decisions[::-1]))
    assert [number for way, number in went if way == "Now"] == list(map(turn, [*decisions[1:], 16]))
    assert "There is nothing to take back." in said
    assert "There is nothing to play again." in said
    assert match.ply == 15


class Slow:
    """A bot that lets everything stand: after long thought when it has a choice."""

    def __init__(self, game: Lots) -> None:
        self.game = game

    def think(
        self,
        state: State,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        assert should_stop is not None
        while len(self.game.legal_moves(state)) > 1 and not should_stop():
            time.sleep(0.005)
        return Thought(Move("let"))


@pytest.mark.parametrize("cards", [(), ("draw", "card 2", "draw", "card 3", "draw", "card 1")])
def test_bots_answer_out_of_turn_after_a_fixed_time(lots: Lots, cards: tuple[str, ...]) -> None:
    """A person watches: with and without cards it takes the same."""
    match = lots_match(lots, "die red", *cards, humans=(0,))
    asked: list[float] = []

    def ask(_: str) -> str:
        asked.append(time.monotonic())
        if len(asked) > 1:
            raise EOFError
        return "b2"

    class Passing(Slow):
        """Passes in its turn."""

        def think(self, state: State, **options: Any) -> Thought:
            reacts = state.stage == "react"
            return super().think(state, **options) if reacts else Thought(Move("pass"))

    bots = {seat: Passing(lots) for seat in (1, 2)}
    LineGame(match, bots=bots, ask=ask, say=lambda _: None, warn=lambda _: None).run()
    assert asked[1] - asked[0] == pytest.approx(0.6, abs=0.2)
