"""The application as the command line would start it, driven by a pilot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot

from termgames import games
from termgames.core.options import Value
from termgames.play.match import Match
from termgames.play.save_file import SaveFile
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.board import BoardView
from termgames.tui.opener import Opener
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.widgets.prompt import PromptPanel

NAMED = {"enter": "\r", "space": " ", "comma": ","}
"""The characters of keys that have a name."""


def new_match(*players: str, **options: Value) -> Match:
    """A match of Plurality, on 5x5 when nothing else is said."""
    if "hex" not in options:
        options.setdefault("size", 5)
    if not options.get("pie"):
        options.setdefault("komi", 5.5)
    return Match(games.create("plurality", options), players or ("human", "human"), 1)


@asynccontextmanager
async def opened(
    begin: Callable[[Opener], None],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Pilot[None]]:
    """The application with what `begin` opens. If nothing else is said, bots in processes of their
    own do not think while the player does: it would only take time from the tests."""
    app = TermgamesApp(settings or Settings(ponder=False), begin)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot
        app.exit()  # as the player does: what is still being opened is left alone


@asynccontextmanager
async def playing(
    match: Match,
    path: Path | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Pilot[None]]:
    """A match on the screen."""
    async with opened(
        lambda opener: opener.open_game(match, path and SaveFile(path)), size, settings
    ) as pilot:
        yield pilot


def table(pilot: Pilot[None]) -> GameScreen | ReplayScreen:
    """The screen with a table that is in front, or the one under a dialog."""
    screens = pilot.app.screen_stack
    return [each for each in screens if isinstance(each, GameScreen | ReplayScreen)][-1]


def game(pilot: Pilot[None]) -> GameScreen:
    """The same, where a game is played."""
    screen = table(pilot)
    assert isinstance(screen, GameScreen)
    return screen


def prompt_text(pilot: Pilot[None]) -> str:
    """What the player is told."""
    return table(pilot).query_one(PromptPanel).text


async def until(pilot: Pilot[None], happened: Callable[[], Any], seconds: float = 15) -> None:
    """Wait for something that another process brings about."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)
        await pilot.pause()


def at_once(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without a pause, as a terminal hands them over when they come in one piece."""
    for key in keys:
        character = key if len(key) == 1 else NAMED.get(key)
        event = events.Key(key, character)
        event.set_sender(pilot.app)
        pilot.app.post_message(event)


async def press_at_once(pilot: Pilot[None], *keys: str) -> None:
    """The same, until all of them have been dealt with."""
    at_once(pilot, *keys[:-1])
    await pilot.press(*keys[-1:])
    await until(pilot, lambda: not pilot.app._typed_ahead.waits)


async def walk(pilot: Pilot[None], name: str) -> None:
    """Bring the cursor to a cell with the arrow keys."""
    board = table(pilot).query_one(BoardView)
    topology = board.game.topology
    x, y = (topology.xy[topology.cell(name)] - topology.xy[board.cursor]).tolist()
    aside = ["right" if x > 0 else "left"] * (abs(x) // 2)
    await press_at_once(pilot, *aside, *["down" if y > 0 else "up"] * abs(y))


async def place(pilot: Pilot[None], move: str) -> None:
    """Play a move cell by cell with the keys."""
    for name in move.split(","):
        await walk(pilot, name)
        await pilot.press("enter")
    await pilot.press("enter")
    await pilot.pause()


async def enter(pilot: Pilot[None], move: str) -> None:
    """Play a move by typing it, without a pause between its characters."""
    await pilot.press("m")
    await press_at_once(pilot, *("comma" if char == "," else char for char in move), "enter")
    await pilot.pause()
