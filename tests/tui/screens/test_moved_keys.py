"""The screen with keys that the player has moved in his settings."""

from __future__ import annotations

from typing import Any

import pytest

from termgames.tui.board import BoardView
from termgames.tui.config import Config
from termgames.tui.opener import Opener
from termgames.tui.screens.help import HelpScreen, keys_of
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.settings import Settings
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Button
from termgames.tui.widgets.question import QuestionBox

from .support import act, game, match_of, new_match, opened, playing, press_at_once

WASD = {
    "board.left": "f1",
    "board.right": "f2",
    "board.up": "f3",
    "board.down": "f4",
    "board.choose": "f5",
    "app.help": "f9",
    "app.settings": "f7",
    "table.hint": "f8",
}


def moved(**keys: str) -> Settings:
    """Settings whose file moves keys."""
    return Settings(ponder=False, config=Config(keys=keys))


async def go(pilot: Any, name: str, left: str, right: str, up: str, down: str) -> None:
    """Bring the cursor to a cell with these keys."""
    board = game(pilot).query_one(BoardView)
    topology = board.game.topology
    x, y = (topology.xy[topology.cell(name)] - topology.xy[board.cursor]).tolist()
    keys = [right if x > 0 else left] * (abs(x) // 2) + [down if y > 0 else up] * abs(y)
    if keys:
        await press_at_once(pilot, *keys)


@pytest.mark.parametrize(
    ("keys", "ways", "choose"),
    [
        (WASD, ("f1", "f2", "f3", "f4"), "f5"),
        ({"preset": "numpad"}, ("4", "6", "8", "2"), "5"),
    ],
)
async def test_a_whole_game_is_played_with_moved_keys_alone(
    keys: dict[str, str], ways: tuple[str, str, str, str], choose: str
) -> None:
    match = new_match()
    async with playing(match, settings=moved(**keys)) as pilot:
        for _ in range(60):
            if match.over:
                break
            legal = [
                each for each in match.game.legal_moves(match.state) if match.game.cells_of(each)
            ]
            if not legal:
                await pilot.press("p")
                continue
            text = match.game.format(legal[0])
            for name in text.split(","):
                await go(pilot, name, *ways)
                await pilot.press(choose)
            await pilot.press(choose)
            await pilot.pause()
        assert match.over


async def test_line_of_keys_help_and_palette_show_the_keys_that_hold() -> None:
    async with playing(new_match(), size=(200, 60), settings=moved(**WASD)) as pilot:
        screen = game(pilot)
        line = screen.query_one(KeyLine).render().plain
        assert " f8 Hint " in line
        assert " i Hint" not in line
        assert " f9 Help " in line
        told = {keys: text for group in keys_of(screen) for keys, text in group.rows}
        assert told["f8"] == "What a bot would play; again: take it up"
        about = {each.title: each.help for each in screen.palette()}
        assert about["Hint"].endswith("(key f8)")
        system = {each.title: each.help for each in pilot.app.get_system_commands(screen)}
        assert system["Settings"].endswith("(key f7)")
        await pilot.press("question_mark")
        assert pilot.app.screen is screen
        await pilot.press("f9")
        assert isinstance(pilot.app.screen, HelpScreen)


async def test_the_menu_tells_the_keys_that_hold() -> None:
    settings = moved(**{"menu.lessons": "f9", "menu.options": "f8"})
    async with opened(Opener.open_menu, settings=settings) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, MenuScreen)
        assert " f9 Lessons " in screen.query_one(KeyLine).render().plain
        for _ in range(9):
            await pilot.press("down")
        await pilot.press("f8")
        await pilot.press("o")
        notes = [each.message for each in pilot.app._notifications]
        assert notes == ["Choose a game first: f8 asks for its board, players and rules."]


async def test_what_is_wrong_is_told_and_the_rest_holds() -> None:
    settings = moved(**{"table.hint": "o", "table.view": "f9"})
    async with playing(new_match(), settings=settings) as pilot:
        (note,) = pilot.app._notifications
        assert note.message.startswith("settings.toml: table.hint (Hint) cannot have o")
        assert "f9" in game(pilot)._bindings.key_to_bindings


async def test_a_letter_to_which_a_command_is_moved_stands_for_no_other() -> None:
    settings = moved(**{"table.overlay": "й"})  # in the place of q, which leaves
    async with playing(new_match(), settings=settings) as pilot:
        # The other letters are in the places of j, and of w, to which nothing is bound now.
        await act(pilot, "й | overlay ; screen = GameScreen\nо ц | screen = GameScreen")  # noqa: RUF001


async def test_the_answers_to_a_question_are_called_by_the_keys_that_give_them() -> None:
    labels = {
        "labels": lambda pilot: " ".join(
            str(button.label).split()[0]
            for button in game(pilot).query(QuestionBox).first().query(Button)
        )
    }
    async with playing(match_of("plurality pie=yes"), settings=moved(preset="numpad")) as pilot:
        await act(pilot, """
            enter | plies = 1 ; labels = alt+1 alt+2
            1     | plies = 1
            alt+1 | plies = 2""", labels)  # fmt: skip
