"""The application as the command line would start it, driven by a pilot."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from termgames import games
from termgames.core.options import Value
from termgames.play import store
from termgames.play.match import AnyMatch, Match
from termgames.play.new_game import NewGame, first_game
from termgames.play.save_file import SaveFile
from termgames.study.lessons import shelf
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.board import BoardView
from termgames.tui.opener import Opener
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.prompt import PromptPanel
from tests.contract.support import MAP
from tests.tui.scenes import Verbs, Words, follow, scenes

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


def table(pilot: Pilot[None]) -> Any:
    """The screen with a table that is in front, or the one under a dialog."""
    return [each for each in pilot.app.screen_stack if isinstance(each, TableScreen)][-1]


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


# -- scenes -----------------------------------------------------------------------------------

SMALL = {
    "majorities": "size=3",
    "mitropia": "map=tiny players=2",
    "pletore": "size=5",
    "plurality": "size=5 komi=5.5",
    "tricolor": "size=5",
}
"""The options of a game where an opening says nothing of them."""


def match_of(opening: str) -> AnyMatch:
    """`plurality size=7 seats=human,bot:1 seed=3 + c4,c5,d5 pass`: a match, and what is played
    before it is seen. `*3` are three times the first legal move, `~roll` such moves until that is
    offered."""
    head, _, moves = opening.partition("+")
    name, *words = head.split()
    said = dict(word.split("=", 1) for word in f"{SMALL[name]} {' '.join(words)}".split())
    if {"hex", "pie"} & said.keys():
        said.pop("size" if "hex" in said else "komi")
    seed, players = int(said.pop("seed", 1)), said.pop("seats", "")
    options: dict[str, Any] = {
        key: MAP if text == "tiny" else games.info(name).option(key).read(text)
        for key, text in said.items()
        if text
    }
    rules = games.create(name, options)
    match = Match(rules, tuple(filter(None, players.split(","))) or ("human",) * rules.seats, seed)
    for text in moves.split():
        if text[0] == "*":
            for _ in range(int(text[1:])):
                match.submit(first_legal(match))
        elif text[0] == "~":
            while text[1:] not in dict(games.display(rules).buttons(match.state)):
                match.submit(first_legal(match))
        else:
            match.submit(rules.parse(match.state, text.replace("_", " ")))
    return match


def first_legal(match: AnyMatch) -> Any:
    return next(iter(match.game.legal_moves(match.state)))


def stage(opening: str, path: Path | None = None) -> AbstractAsyncContextManager[Pilot[None]]:
    """The application as an opening says: `play` or `replay` and a match, `menu`, `files resume`,
    `course tricolor 0`, `form plurality`; each with a size as `60x24` if it is not 80x24, `ascii`,
    and `kept` if it has a file."""
    kind, *words = opening.split()
    sizes = [word for word in words if re.fullmatch(r"\d+x\d+", word)][:1]
    rest = " ".join(word for word in words if word not in (*sizes, "ascii", "kept"))
    size = tuple(map(int, sizes[0].split("x"))) if sizes else (80, 24)
    begin: Callable[[Opener], Any]
    if kind == "menu":
        begin = Opener.open_menu
    elif kind == "files":
        begin = lambda opener: opener.open_files(rest)  # type: ignore[arg-type]  # noqa: E731
    elif kind == "course":
        name, step = rest.split()
        course = shelf.course(name)
        titles = [each.title.replace(" ", "_") for each in course.steps]
        at = titles.index(step) if step in titles else int(step)
        begin = lambda opener: opener.open_course(course, "", at)  # noqa: E731
    elif kind == "form":
        begin = lambda opener: opener.open_form(first_game(games.info(rest)))  # noqa: E731
    elif kind == "replay":
        match, file = match_of(rest), path or Path("none.tgr")
        begin = lambda opener: opener.open_replay(match, file)  # noqa: E731
    else:
        match = match_of(rest)
        begin = lambda opener: opener.open_game(match, path and SaveFile(path))  # noqa: E731
    settings = Settings(ponder=False, ascii=True) if "ascii" in words else None
    return opened(begin, size, settings)  # type: ignore[arg-type]


def saved(opening: str) -> Path:
    """A game that is kept among the player's own."""
    match = match_of(opening)
    path = store.new_file(match.game.id)
    store.save(match, path)
    return path


async def sit(pilot: Pilot[None]) -> None:
    """The next player takes the keyboard, where that is asked for."""
    await pilot.pause()
    if isinstance(pilot.app.screen, HandoverScreen):
        await pilot.press("enter")
        await pilot.pause()


@asynccontextmanager
async def form(
    before: NewGame, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], SetupScreen, list[NewGame | None]]]:
    """The form of a new game, and what it was dismissed with."""
    wanted: list[NewGame | None] = []
    async with opened(lambda opener: None, size) as pilot:
        screen = SetupScreen(before)
        await pilot.app.push_screen(screen, wanted.append)
        await pilot.pause()
        yield pilot, screen, wanted


def told(pilot: Pilot[None]) -> str:
    """Every message that was shown."""
    return "\n".join(str(note.message) for note in pilot.app._notifications)


def keys(pilot: Pilot[None]) -> str:
    """The line of keys in front."""
    return str(pilot.app.screen.query_one(KeyLine).render())


def text_of(pilot: Pilot[None], selector: str) -> str:
    """What a widget says, in front or on the table below; `_` stands for a blank."""
    selector = selector.replace("_", " ")
    found = pilot.app.screen.query(selector) or table(pilot).query(selector)
    return "\n".join(str(each.render()) for each in found)


def screen_text(pilot: Pilot[None]) -> str:
    """Everything that is to be read on the terminal."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def _shown(pilot: Pilot[None]) -> Any:
    return table(pilot).sitting.shown


def _names(pilot: Pilot[None], cells: Iterable[int]) -> str:
    return " ".join(table(pilot).board.game.topology.names[cell] for cell in cells)


def _moves(pilot: Pilot[None], which: slice = slice(None)) -> str:
    return " ".join(_shown(pilot).game.format(move) for move in _shown(pilot).match.moves[which])


WORDS: Words = {
    "keys": keys,
    "prompt": prompt_text,
    "told": told,
    "hint": lambda pilot: str(table(pilot).query_one("#thinking").render()),
    "text": screen_text,
    "screen": lambda pilot: type(pilot.app.screen).__name__,
    "stack": lambda pilot: len(pilot.app.screen_stack),
    "focus": lambda pilot: (
        pilot.app.focused and (pilot.app.focused.id or type(pilot.app.focused).__name__)
    ),
    "exit": lambda pilot: pilot.app._exit and pilot.app.return_code == 0,
    "ply": lambda pilot: _shown(pilot).ply,
    "plies": lambda pilot: _shown(pilot).match.ply,
    "over": lambda pilot: _shown(pilot).match.over,
    "moves": _moves,
    "last": lambda pilot: _moves(pilot, slice(-1, None)),
    "players": lambda pilot: " ".join(_shown(pilot).match.players),
    "options": lambda pilot: _shown(pilot).game.options,
    "stones": lambda pilot: sum(map(bool, _shown(pilot).game.stones(_shown(pilot).position))),
    "present": lambda pilot: _shown(pilot).present,
    "seat": lambda pilot: table(pilot).sitting.seat,
    "trying": lambda pilot: table(pilot).sitting.trying,
    "aside": lambda pilot: table(pilot).sitting.aside,
    "can_play": lambda pilot: table(pilot).sitting.can_play,
    "picks": lambda pilot: _names(pilot, (pick.cell for pick in table(pilot).board.draft.picks)),
    "cleared": lambda pilot: _names(pilot, sorted(table(pilot).board.draft.cleared)),
    "faults": lambda pilot: table(pilot).board.input.highlights.faults,
    "cursor": lambda pilot: _names(pilot, [table(pilot).board.cursor]),
    "stamping": lambda pilot: table(pilot).board.stamping,
    "overlay": lambda pilot: table(pilot).board.canvas.overlay,
    "zoom": lambda pilot: table(pilot).board.canvas.zoom,
    "narrow": lambda pilot: table(pilot).table.narrow,
    "analysis": lambda pilot: table(pilot).table.analysis.on,
    "tab": lambda pilot: table(pilot).table.tabs.current,
    "tabs": lambda pilot: " ".join(table(pilot).table.tabs.names()),
    "dark": lambda pilot: pilot.app.current_theme.dark,
    "#": lambda asked: text_of(*asked),
    ".": lambda asked: text_of(*asked),
    "@": lambda asked: table(asked[0]).query_one(asked[1][1:]).region,
}
"""`#id` and `.class` are what a widget says; `@#id` is where it lies."""


def _resize(pilot: Pilot[None], size: str) -> Any:
    return pilot.resize_terminal(*map(int, size.split("x")))


def _play(pilot: Pilot[None], move: str) -> None:
    shown = _shown(pilot)
    refused = table(pilot).sitting.play(shown.game.parse(shown.position, move.replace("_", " ")))
    assert refused is None, refused


async def _click_key(pilot: Pilot[None], label: str) -> None:
    await pilot.click(KeyLine, offset=(keys(pilot).index(label.replace("_", " ")), 0))


async def _fill(pilot: Pilot[None], said: str) -> None:
    """`#id=text`: what a line or a choice of a form holds."""
    selector, _, text = said.partition("=")
    pilot.app.screen.query_one(selector.replace("_", " ")).value = text  # type: ignore[attr-defined]


VERBS: Verbs = {
    "at_once": lambda pilot, keys: press_at_once(pilot, *keys.split("&")),
    "type": lambda pilot, move: enter(pilot, move.replace("_", " ")),
    "place": lambda pilot, move: place(pilot, move),
    "walk": lambda pilot, name: walk(pilot, name),
    "play": _play,
    "size": _resize,
    "click": lambda pilot, selector: pilot.click(selector),
    "key": _click_key,
    "fill": _fill,
    "focus": lambda pilot, selector: pilot.app.screen.query_one(selector).focus() and None,
    "look": lambda pilot, ply: _shown(pilot).look(int(ply)),
    "resign": lambda pilot, _: table(pilot).sitting.resign(),
    "write": lambda pilot, text: press_at_once(pilot, *text.replace("_", " ")),
    "sit": lambda pilot, _: sit(pilot),
    "work": lambda pilot, _: pilot.app.workers.wait_for_complete(),
}
"""`work:` waits until what the screen looks for beside is found."""


async def act(pilot: Pilot[None], rows: str, words: Words = WORDS, verbs: Verbs = VERBS) -> None:
    """Go through a scene; words and verbs of the module's own come first."""
    await follow(pilot, rows, {**WORDS, **words}, {**VERBS, **verbs})


def acted(
    text: str, words: Words = WORDS, verbs: Verbs = VERBS, stage: Callable[..., Any] = stage
) -> Any:
    """A test of each scene of a text."""

    @pytest.mark.parametrize(("opening", "rows"), scenes(text))
    async def test(opening: str, rows: str, tmp_path: Path) -> None:
        file = tmp_path / "game.tgr" if "kept" in opening.split() else None
        async with stage(opening, file) as pilot:
            await act(pilot, rows, words, verbs)

    return test
