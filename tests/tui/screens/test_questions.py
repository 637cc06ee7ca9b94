"""Questions beside the board, of every game: no key that is meant for the board answers one,
and the line of keys says which ones do."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from textual.widgets import Button, Input, OptionList

from termgames import games
from termgames.core.display import Question
from termgames.core.options import Value
from termgames.play.match import Match
from termgames.tui.board import BoardView
from termgames.tui.board import keys as board_keys
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.question import DIGITS, KEYS, QuestionBox
from tests.contract.support import MAP

from .support import game, playing, table

SETTINGS: dict[str, tuple[str, dict[str, Value]]] = {
    "plurality": ("plurality", {"size": 5, "pie": True}),
    "pletore": ("pletore", {"size": 5, "komi": "offer"}),
    "tricolor": ("tricolor", {"size": 5, "dead-stones": "agree"}),
    "mitropia": ("mitropia", {"map": MAP, "players": 3, "dead-stones": "agree"}),
}


def kind(match: Match) -> str:
    """What is asked: the answers that everybody may have; a number."""
    question = games.display(match.game).question(match.state)
    if question is None:
        return ""
    common = [label for label, _ in question.answers if not question.private or label == "accept"]
    return " ".join(common) or ("number" if question.number else "cards")


def chooses(match: Match) -> bool:
    """Whether the player has more than one answer: nobody else is asked to accept a move."""
    return len(match.game.legal_moves(match.state)) > 1


@cache
def asked(name: str) -> dict[str, tuple[int, list[str]]]:
    """By the kind of a question the seed and the players' moves that lead to it: the first one
    met in random games."""
    game_id, options = SETTINGS[name]
    questions: dict[str, tuple[int, list[str]]] = {}
    for seed in range(12):
        rng = random.Random(seed)
        rules = games.create(game_id, dict(options))
        match = Match(rules, ("human",) * rules.seats, seed)
        display = games.display(rules)
        for _ in range(120):
            if match.over:
                break
            accepts = display.let(match.state) is not None
            if kind(match) not in questions and not (accepts and not chooses(match)):
                plies = [ply for ply in range(match.ply) if not match.by_chance(ply)]
                texts = [rules.format(match.moves[ply]) for ply in plies]
                questions[kind(match)] = (seed, texts)
            # Talk and passes lead to questions that stones do not.
            beside = [move for _, move in display.buttons(match.state)]
            moves = list(rules.legal_moves(match.state))
            match.submit(rng.choice(beside if beside and rng.random() < 0.5 else moves))
    questions.pop("", None)
    return questions


def there(name: str, which: str) -> Match:
    """A match in which that is asked."""
    game_id, options = SETTINGS[name]
    rules = games.create(game_id, dict(options))
    seed, texts = asked(name)[which]
    match = Match(rules, ("human",) * rules.seats, seed)
    for text in texts:
        match.submit(rules.parse(match.state, text))
    return match


QUESTIONS = [(name, which) for name in SETTINGS for which in asked(name)]


def test_questions_of_all_kinds_are_met() -> None:
    kinds = {which for _, which in QUESTIONS}
    assert {"number", "decline agree", "accept", "black white"} <= kinds, kinds
    assert any("draw" in which for which in kinds)


def test_digits_answer_and_are_keys_of_nothing_else() -> None:
    owners = (BoardView, DIGITS), (GameScreen, DIGITS), (ChoiceDialog, KEYS)
    for owner, keys in owners:
        for binding in owner._merged_bindings or ():
            key, bound = binding
            if key in keys:
                number = keys.index(key) + 1
                answers = (f"answer({number})", f"run('answer_{number}')")
                # With no question open they show the lines of candidates.
                lines = (f"run('line_{number}')",) if owner is GameScreen else ()
                assert bound.action in (*answers, *lines), (owner, key)


async def sit(pilot: Any) -> None:
    await pilot.pause()
    if isinstance(pilot.app.screen, HandoverScreen):
        await pilot.press("enter")
        await pilot.pause()


def line(pilot: Any) -> str:
    return str(table(pilot).query_one(KeyLine).render().plain)


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
        keys = [key for known in board_keys.BINDINGS for key in known.key.split(",")]  # type: ignore[union-attr]
        for key in keys:
            if key != "tab":  # That one goes to the answers, on purpose.
                await pilot.press(key)
        await pilot.pause()
        assert match.ply == ply
        for number, label in enumerate(box.labels[:9], 1):
            assert f" {number} {label} " in line(pilot) or "^p More" in line(pilot)
        assert " 1 " in line(pilot) or not box.labels


@pytest.mark.parametrize(("name", "which"), QUESTIONS)
async def test_stepping_aside_and_coming_back(name: str, which: str) -> None:
    match = there(name, which)
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert table(pilot).board.has_focus
        assert " tab " in line(pilot).lower() or "⇥" in line(pilot)
        await pilot.press("tab")
        await pilot.pause()
        box = table(pilot).query_one(QuestionBox)
        assert box.has_focus_within
        assert "Answers" not in line(pilot)
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


async def test_a_stone_and_the_enter_after_it_resign_nothing() -> None:
    """The proposal comes while Enter is being pressed."""
    rules = games.create("tricolor", {"size": 5})
    match = Match(rules, ("human",) * 3, 1)
    for text in ("c3", "c4", "c5", "resign with beta"):
        match.submit(rules.parse(match.state, text))
    async with playing(match) as pilot:
        await pilot.press("enter", "space", "a", "enter", "d", "enter")
        await pilot.pause()
        assert match.ply == 4
        assert game(pilot).sitting.seat == 1
        assert " 1 decline  2 agree " in line(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert match.over
        assert "(alpha and beta resigned together)" in str(
            table(pilot).query_one("#prompt").render()
        )


@pytest.mark.parametrize("saved", [True, False])
async def test_leaving_risks_nothing_by_enter(saved: bool, tmp_path: Any) -> None:
    rules = games.create("plurality", {"size": 5})
    match = Match(rules, ("human", "human"), 1)
    match.submit(rules.parse(match.state, "a1,b1,c1"))
    async with playing(match, tmp_path / "x.tgr" if saved else None) as pilot:
        await pilot.press("q")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        told = str(dialog.query_one(KeyLine).render().plain)
        assert "3 resign" in told
        await pilot.press("r", "p", "space")
        await pilot.press("enter")
        await pilot.pause()
        assert not match.over
        assert (pilot.app.return_code == 0) == saved, "what is kept may be left"


async def test_answers_beyond_the_digits_are_told_how_to_be_reached() -> None:
    many = Question[Any]("?", tuple((f"answer {n}", n) for n in range(1, 13)))
    match = Match(games.create("pletore", {"size": 5}), ("human", "human"), 1)
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
    match = Match(games.create("pletore", {"size": 5}), ("human", "human"), 1)
    async with playing(match, size=(60, 24)) as pilot:
        table(pilot).table.column.show_question(asked)
        await pilot.pause()
        box = pilot.app.screen.query_one(QuestionBox)
        places = [button.region for button in box.query(Button)]
        assert all(box.region.contains_region(place) for place in places)
        assert all(place.width >= len(text) for place, text in zip(places, answers, strict=True))
        assert (len({place.y for place in places}) == 1) == beside
