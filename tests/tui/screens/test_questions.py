"""Questions beside the board, of every game: no key that is meant for the board answers one,
and the line of keys says which ones do."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Button, Input, OptionList

from termgames import games
from termgames.core.display import Question
from termgames.tui.board import BoardView
from termgames.tui.board import keys as board_keys
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.widgets.question import DIGITS, KEYS, QuestionBox

from .questions import QUESTIONS, there
from .support import acted, keys, match_of, playing, sit, table

test_scenes = acted(
    """
    == a stone and the enter after it resign nothing | play tricolor + c3 c4 c5 resign_with_beta
    enter space a enter d enter | plies = 4 ; seat = 1 ; keys: 1 decline 2 agree
    2                           | over ; #prompt: (alpha and beta resigned together)
    == leaving what is not kept risks nothing by enter | play plurality + a1,b1,c1
    q               | screen = ChoiceDialog ; keys: 3 resign
    r p space enter | !over ; !exit
    == what is kept may be left | play kept plurality + a1,b1,c1
    q               | screen = ChoiceDialog ; keys: 3 resign
    r p space enter | exit
    """
)


def test_questions_of_all_kinds_are_met() -> None:
    kinds = {which for _, which in QUESTIONS}
    assert {"number", "decline agree", "accept", "black white"} <= kinds, kinds
    assert any("draw" in which for which in kinds)


def test_digits_answer_and_are_keys_of_nothing_else() -> None:
    owners = (BoardView, DIGITS), (GameScreen, DIGITS), (ChoiceDialog, KEYS)
    for owner, digits in owners:
        for binding in owner._merged_bindings or ():
            key, bound = binding
            if key in digits:
                number = digits.index(key) + 1
                answers = (f"answer({number})", f"run('answer_{number}')")
                # With no question open they show the lines of candidates.
                lines = (f"run('line_{number}')",) if owner is GameScreen else ()
                assert bound.action in (*answers, *lines), (owner, key)


@pytest.mark.parametrize(("name", "which"), QUESTIONS)
async def test_no_key_of_the_board_answers(name: str, which: str) -> None:
    match = there(name, which)
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        box = table(pilot).query_one(QuestionBox)
        ply = match.ply
        focused = pilot.app.focused
        assert not isinstance(focused, Button | OptionList), "Enter would answer"
        if isinstance(focused, Input):
            await pilot.press("escape")
            await pilot.pause()
        assert table(pilot).board.has_focus
        bound = [key for known in board_keys.BINDINGS for key in known.key.split(",")]  # type: ignore[union-attr]
        for key in bound:
            if key != "tab":  # That one goes to the answers, on purpose.
                await pilot.press(key)
        await pilot.pause()
        assert match.ply == ply
        for number, label in enumerate(box.labels[:9], 1):
            assert f" {number} {label} " in keys(pilot) or "^p More" in keys(pilot)
        assert " 1 " in keys(pilot) or not box.labels


@pytest.mark.parametrize(("name", "which"), QUESTIONS)
async def test_stepping_aside_and_coming_back(name: str, which: str) -> None:
    match = there(name, which)
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert table(pilot).board.has_focus
        assert " tab " in keys(pilot).lower() or "⇥" in keys(pilot)
        await pilot.press("tab")
        await pilot.pause()
        box = table(pilot).query_one(QuestionBox)
        assert box.has_focus_within
        assert "Answers" not in keys(pilot)
        if not box.labels or box.private:
            return
        before = match.ply
        await pilot.press("escape", "1")
        await pilot.pause()
        assert match.ply > before, "from the board, too"
        question = games.display(match.game).question(match.state_at(before))
        assert question is not None
        assert match.moves[before] == question.answers[0][1]


@pytest.mark.parametrize(("name", "which"), QUESTIONS)
def test_the_first_answer_does_not_end_the_game(name: str, which: str) -> None:
    match = there(name, which)
    question = games.display(match.game).question(match.state)
    assert question is not None
    endings = [
        match.game.ending(match.game.apply(match.state, move)) for _, move in question.answers
    ]
    assert not endings or endings[0] is None


async def test_answers_beyond_the_digits_are_told_how_to_be_reached() -> None:
    many = Question[Any]("?", tuple((f"answer {n}", n) for n in range(1, 13)))
    match = match_of("pletore")
    async with playing(match, size=(60, 24)) as pilot:
        column = table(pilot).table.column
        column.show_question(many)
        await pilot.pause()
        box = pilot.app.screen.query_one(QuestionBox)
        note = box.query_one(".unnumbered")
        assert "Tab" in str(note.render())
        assert note.region.bottom <= box.region.bottom
        await pilot.press("tab")
        await pilot.pause()
        assert str(pilot.app.focused.label).strip() == "answer 11"
        column.show_question(None)
        column.show_question(Question[Any]("?", many.answers[:10]))
        await pilot.pause()
        assert not pilot.app.screen.query(".unnumbered"), "all have their digit"


@pytest.mark.parametrize(
    ("answers", "beside"),
    [(("yes", "no"), True), (("go on all alone", "ask again later"), False)],
    ids=["short", "long"],
)
async def test_every_answer_can_be_read(answers: tuple[str, ...], beside: bool) -> None:
    """Short ones stand side by side, long ones below each other."""
    asked = Question[Any]("?", tuple((text, number) for number, text in enumerate(answers)))
    match = match_of("pletore")
    async with playing(match, size=(60, 24)) as pilot:
        table(pilot).table.column.show_question(asked)
        await pilot.pause()
        box = pilot.app.screen.query_one(QuestionBox)
        places = [button.region for button in box.query(Button)]
        assert all(box.region.contains_region(place) for place in places)
        assert all(place.width >= len(text) for place, text in zip(places, answers, strict=True))
        assert (len({place.y for place in places}) == 1) == beside
