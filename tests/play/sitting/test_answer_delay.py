"""The time a bot takes over a question out of turn tells nothing."""

from __future__ import annotations

from termgames.play.sitting.answer_delay import AnswerDelay
from termgames.search.limits import Thought


class Ears:
    """What was delivered and stopped, in order."""

    def __init__(self) -> None:
        self.heard: list[object] = []
        self.tact = AnswerDelay(
            lambda serial, thought: self.heard.append((serial, thought.move)), self.heard.append
        )


def test_an_answer_out_of_turn_waits_for_its_time() -> None:
    ears = Ears()
    ears.tact.on_question(7)
    ears.tact.on_answer(7, Thought("let"))
    assert ears.heard == []
    ears.tact.due(7)
    assert ears.heard == [(7, "let")]


def test_who_thinks_too_long_is_stopped_and_then_heard_at_once() -> None:
    ears = Ears()
    ears.tact.on_question(7)
    ears.tact.due(7)
    assert ears.heard == [7]
    ears.tact.on_answer(7, Thought("reject"))
    assert ears.heard == [7, (7, "reject")]


def test_other_answers_are_not_held_back() -> None:
    ears = Ears()
    ears.tact.on_question(7)
    ears.tact.on_answer(8, Thought("c4"))
    ears.tact.on_question(9)
    ears.tact.due(7)
    assert ears.heard == [(8, "c4")]
