"""A position set up by hand on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.play import store
from termgames.tui.screens.editing import EditScreen
from termgames.tui.widgets.prompt import PromptPanel
from tests.tui.board.support import place_of

from .support import act, game, match_of, opened, stage


def editing(pilot: Pilot[None]) -> EditScreen:
    screen = pilot.app.screen
    assert isinstance(screen, EditScreen)
    return screen


def put(pilot: Pilot[None], name: str) -> None:
    """The cursor comes to that point."""
    editing(pilot).board.input.point(editing(pilot).board.game.topology.cell(name))


async def click(pilot: Pilot[None], button: str) -> None:
    """A click on a1."""
    board = editing(pilot).board
    await pilot.click(board, offset=place_of(board, 0), button=int(button))


OWN = {
    "said": lambda pilot: editing(pilot).query_one(PromptPanel).text,
    "drawn": lambda pilot: editing(pilot).query_one(PromptPanel).render(),
    "texts": lambda pilot: editing(pilot).editor.texts,
    "put": lambda pilot: [stone for stone in editing(pilot).editor.stones if stone],
    "line": lambda pilot: pilot.app.screen.query_one("Input").placeholder,
    "game": lambda pilot: editing(pilot).editor.game.id,
}
VERBS = {"put": put, "click": click}
FACTS = "m writes what stones do not tell, as to move: white; other names are passes"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    store.save(match_of("plurality + d3,c4,d4"), path := tmp_path / "game.tgr")
    return path


def looking(file: Path) -> Any:
    return opened(lambda opener: opener.open_replay(store.read(file), file))


@pytest.mark.parametrize(
    "rows",
    [
        f"""
        full_stop S | screen = EditScreen ; #facts: {FACTS}
        m           | line = name: value ; keys: Write ; keys!: ⏎ Play
        p a s s e s colon space 1 enter | texts: 'passes': '1'""",
        """
        S       | screen = EditScreen
        click:1 | put = [1]
        click:1 | put = []
        click:3 | put = []
        click:1 | put = [2]
        ctrl+x  | put = []
        escape  | screen = ReplayScreen""",
        """
        S          | screen = EditScreen
        put:c3 1   | put = [1]
        escape     | screen = ChoiceDialog
        1          | screen = EditScreen ; put = [1]
        escape     | screen = ChoiceDialog
        2          | screen = ReplayScreen""",
    ],
    ids=["texts", "mouse", "not thrown away by one key"],
)
async def test_editing(file: Path, rows: str) -> None:
    async with looking(file) as pilot:
        await act(pilot, rows, OWN, VERBS)


async def test_a_position_is_set_up_and_played_on(file: Path) -> None:
    before = file.read_text()
    async with looking(file) as pilot:
        await act(pilot, """
            full_stop S      | said: white is to move.
            put:a1 1 P       | drawn: Stones come in threes
            put:a2 enter put:b1 2 put:b3 enter put:b3 enter t | said: black is to move.
                             | said!: stones
            m write:passes:_7 enter        | texts = {'to move': 'black'}
            escape m write:passes:_1 enter | texts = {'to move': 'black', 'passes': '1'}
            P      | screen = SetupScreen
            ctrl+s | screen = GameScreen ; plies = 0""", OWN, VERBS)  # fmt: skip
        sitting = game(pilot).sitting
        assert sitting.shown.match.start.diagram == (".....", "..bw.", "...b.", "b....", "bw...")
        await act(pilot, "type:pass | over")
        assert sitting.keeper.path is not None
        assert store.read(sitting.keeper.path).state == sitting.shown.match.state
    assert file.read_text() == before


@pytest.mark.parametrize("game_id", games.GAMES)
async def test_a_position_of_any_game_is_set_up_from_the_menu(game_id: str) -> None:
    assert "to move" in games.create(game_id, {}).position_names  # type: ignore[attr-defined]
    async with stage("menu") as pilot:
        await act(pilot, f"focus:#game-{game_id} S | game = {game_id}", OWN)
        await act(pilot, ("enter t " if game_id == "majorities" else "") + "P |")
        await act(pilot, "| screen = SetupScreen\nescape |")
