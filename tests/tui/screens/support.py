"""The application as the command line would start it, driven by a pilot."""

from __future__ import annotations

import asyncio
import inspect
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from textual import events
from textual.pilot import Pilot

from termgames import games
from termgames.play import clock, store
from termgames.play.advice import Advice, Estimate
from termgames.play.bots.options import BotOptions
from termgames.play.events import Answer
from termgames.play.match import AnyMatch, Match
from termgames.play.match_time import MatchTime
from termgames.play.new_game import NewGame, first_game
from termgames.play.save_file import SaveFile
from termgames.search.limits import Candidate, Thought
from termgames.study.drills.lessons import Lessons
from termgames.study.lessons import shelf
from termgames.tui import config
from termgames.tui.analyst import Analyst
from termgames.tui.app import TermgamesApp
from termgames.tui.board import BoardView
from termgames.tui.config import Settings
from termgames.tui.opener import Opener
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.prompt import PromptPanel
from tests.contract.support import MAP
from tests.tui.scenes import Verbs, Words, follow, scenes

NAMED = {"enter": "\r", "space": " ", "comma": ","}
"""The characters of keys that have a name."""


@asynccontextmanager
async def opened(
    begin: Callable[[Opener], None],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Pilot[None]]:
    """The application with what `begin` opens. If nothing else is said, bots in processes of their
    own do not think while the player does: it would only take time from the tests."""
    app = TermgamesApp(settings or settings_of(ponder=False), begin)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot
        app.exit()  # as the player does: what is still being opened is left alone


def settings_of(file: config.Config | None = None, **values: Any) -> Settings:
    """What the command line gives over all that is set, or over what a file says alone."""
    return Settings((file or config.told()).over({"cores": 1, **values}, "command line"))


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
        event = events.Key(key, key if len(key) == 1 else NAMED.get(key))
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
    before it is seen. `clock=10m_white:5m`; `*3` are three times the first legal move, `~roll`
    such moves until that is offered."""
    head, _, moves = f"{opening} ".partition(" + ")
    name, *words = head.split()
    said = dict(word.split("=", 1) for word in f"{SMALL[name]} {' '.join(words)}".split())
    if {"hex", "pie"} & said.keys():
        said.pop("size" if "hex" in said else "komi")
    seed, players = int(said.pop("seed", 1)), said.pop("seats", "")
    clocks = said.pop("clock", "").replace("_", " ").replace(":", "=").split()
    options: dict[str, Any] = {
        key: MAP if text == "tiny" else games.info(name).option(key).read(text)
        for key, text in said.items()
        if text
    }
    rules = games.create(name, options)
    match = Match(rules, tuple(filter(None, players.split(","))) or ("human",) * rules.seats, seed)
    if clocks:
        names = [rules.seat_name(match.state, seat) for seat in range(rules.seats)]
        match.time = MatchTime(clock.read_all(clocks, names))
    for text in moves.replace("GAME", " ".join(GAME)).split():
        if text[0] == "*":
            for _ in range(int(text[1:])):
                match.submit(first_legal(match))
        elif text[0] == "~":
            while text[1:] not in dict(games.display(rules).buttons(match.state)):
                match.submit(first_legal(match))
        else:
            match.submit(rules.parse(match.state, text.replace("_", " ")))
    return match


GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
"""A short game of Plurality; `+ GAME` in an opening."""


def first_legal(match: AnyMatch) -> Any:
    return next(iter(match.game.legal_moves(match.state)))


def stage(opening: str, path: Path | None = None) -> AbstractAsyncContextManager[Pilot[None]]:
    """The application as an opening says: `play` or `replay` and a match, `menu`, `files`,
    `course tricolor 0`, `form plurality size=5`; each with a size as `60x24` if it is not 80x24,
    `ascii`, `off` without analysis, and `kept` if it has a file."""
    kind, *words = opening.split()
    flags = {word for word in words if re.fullmatch(r"\d+x\d+|ascii|off|kept", word)}
    rest = " ".join(word for word in words if word not in flags)
    size = next((word for word in flags if word[0].isdigit()), "80x24")

    def begin(opener: Any) -> None:
        if kind == "menu":
            opener.open_menu()
        elif kind == "files":
            opener.open_files()
        elif kind == "form":
            opener.open_form(new_game(rest))
        elif kind == "course":
            name, step = rest.split()
            course = shelf.course(name)
            titles = [each.title.replace(" ", "_") for each in course.steps]
            at = titles.index(step) if step in titles else int(step)
            opener.open_row(Lessons(course, ""), at)
        elif kind == "replay":
            opener.open_replay(match, path or Path("none.tgr"))
        else:
            opener.open_game(match, path and SaveFile(path))

    match = match_of(rest) if kind in ("play", "replay") else None
    if kind == "replay" and path:
        store.save(match, path)
    flagged = {"ascii": True} if "ascii" in flags else {}
    flagged |= {"analysis": False} if "off" in flags else {}
    settings = settings_of(ponder=False, **flagged)
    return opened(begin, tuple(map(int, size.split("x"))), settings)


def new_game(text: str) -> NewGame:
    """What a form begins with: `mitropia players=2 seats=human:Ann,bot:1`, or a name alone for
    what is proposed to a newcomer. In seats `+` stands for a comma, `_` for a blank."""
    name, *words = text.split()
    if not words:
        return first_game(games.info(name))
    said = dict(word.split("=", 1) for word in words)
    seats = said.pop("seats", "").replace("_", " ").split(",")
    players = tuple(seat.replace("+", ",") for seat in seats if seat)
    read = games.info(name).option
    options = {key: read(key).read(value) for key, value in said.items() if value}
    return NewGame(name, options, players) if players else NewGame(name, options)


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


def told(pilot: Pilot[None]) -> str:
    """Every message that was shown."""
    return "\n".join(str(note.message) for note in pilot.app._notifications)


def keys(pilot: Pilot[None]) -> str:
    """The line of keys in front."""
    return str(pilot.app.screen.query_one(KeyLine).render())


def text_of(pilot: Pilot[None], selector: str) -> str:
    """What a widget says, in front or on the table below; `_` stands for a blank."""
    return "\n".join(str(each.render()) for each in _found(pilot, selector.replace("_", " ")))


def _found(pilot: Pilot[None], selector: str) -> Any:
    name = selector.removeprefix("@")
    return pilot.app.screen.query(name) or table(pilot).query(name)


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


def _along(start: Any, path: str) -> Any:
    """An attribute of an attribute, asked if it is a method."""
    for name in path.split("."):
        start = getattr(start, name)
        start = start() if inspect.ismethod(start) else start
    return start


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
    "stamping": lambda pilot: table(pilot).board.stamping,
    "overlay": lambda pilot: table(pilot).board.canvas.overlay,
    "narrow": lambda pilot: table(pilot).table.narrow,
    "analysis": lambda pilot: table(pilot).table.analysis.on,
    "tab": lambda pilot: table(pilot).table.tabs.current,
    "tabs": lambda pilot: " ".join(table(pilot).table.tabs.names()),
    "dark": lambda pilot: pilot.app.current_theme.dark,
    "panel": lambda pilot: str(table(pilot).query_one("#players").render()),
    "draft": lambda pilot: table(pilot).board.draft.status,
    "hints": lambda pilot: _names(pilot, sorted(table(pilot).board.input.highlights.hints)),
    "ghosts": lambda pilot: ",".join(
        _names(pilot, [each.cell]) for each in table(pilot).board.input.highlights.proposed
    ),
    "labels": lambda pilot: " / ".join(
        f"{_names(pilot, [cell])} {' '.join(label)}"
        for cell, label in sorted(table(pilot).board.input.highlights.labels.items())
    ),
    "notes": lambda pilot: " / ".join(
        line for line in pilot.file.read_text().splitlines() if line.startswith("|")
    ),
    "count": lambda pilot: pilot.app.screen.query_one("DataTable").row_count,
    "#": lambda asked: text_of(*asked),
    ".": lambda asked: text_of(*asked),
    "@": lambda asked: _found(*asked).first().region,
    "?": lambda asked: table(asked[0]).commands.state(asked[1][1:]),
    "+": lambda asked: asked[0].app.screen.query_one(asked[1][1:]).display,
    "~": lambda asked: _along(table(asked[0]), asked[1][1:]),
    "$": lambda asked: _along(asked[0].app.screen, asked[1][1:]),
}
"""`#id` and `.class` are what a widget says; `@#id` is where it lies, `+#id` whether it is there;
`?undo` whether a command may be given; `~board.stamping` is of the table, `$focused.id` of the
screen in front."""


def _play(pilot: Pilot[None], move: str) -> None:
    shown = _shown(pilot)
    refused = table(pilot).sitting.play(shown.game.parse(shown.position, move.replace("_", " ")))
    assert refused is None, refused


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
    "size": lambda pilot, size: pilot.resize_terminal(*map(int, size.split("x"))),
    "click": lambda pilot, selector: pilot.click(selector),
    "key": lambda pilot, label: pilot.click(
        KeyLine, offset=(keys(pilot).index(label.replace("_", " ")), 0)
    ),
    "fill": _fill,
    "focus": lambda pilot, selector: pilot.app.screen.query_one(selector).focus() and None,
    "look": lambda pilot, ply: _shown(pilot).look(int(ply)),
    "resign": lambda pilot, _: table(pilot).sitting.resign(),
    "write": lambda pilot, text: press_at_once(pilot, *text.replace("_", " ")),
    "sit": lambda pilot, _: sit(pilot),
    "advise": lambda pilot, wanted: advise(pilot, wanted),
    "work": lambda pilot, _: pilot.app.workers.wait_for_complete(),
}
"""`work:` waits until what the screen looks for beside is found."""


async def act(pilot: Pilot[None], rows: str, words: Words = WORDS, verbs: Verbs = VERBS) -> None:
    """Go through a scene; words and verbs of the module's own come first."""
    await follow(pilot, rows, {**WORDS, **words}, {**VERBS, **verbs})


def acted(
    text: str, words: Words = WORDS, verbs: Verbs = VERBS, stage: Callable[..., Any] = stage
) -> Any:
    """A test of each scene of a text; `TMP` is a folder of its own, the file of a game that is
    kept lies in it."""

    @pytest.mark.parametrize(("opening", "rows"), scenes(text))
    async def test(opening: str, rows: str, tmp_path: Path) -> None:
        file = tmp_path / "game.tgr" if "kept" in opening.split() else None
        async with stage(opening, file) as pilot:
            pilot.file = file
            await act(pilot, rows.replace("TMP", str(tmp_path)), words, verbs)

    return test


# -- advice and bots of this process -----------------------------------------------------------

LINES = (("c3,c4,d4", "a3,b3,a4", "d1,d2,e1"), ("b3,b4,b5", "d3,d4,d5"))
"""What an analyst would play first, and how it would go on."""


def advise(pilot: Any, wanted: Any = "") -> None:
    """Hints say this move, or the button that is called so; with none, `LINES` are ranked."""
    shown, found = _shown(pilot), []
    for number, texts in enumerate(LINES if wanted == "" else ()):
        state, moves = shown.position, []
        for text in texts:
            moves.append(shown.game.parse(state, text))
            state = shown.game.apply(state, moves[-1])
        shares = (0.6 - number / 10, 0.4 + number / 10)
        found.append(Candidate(moves[0], tuple(moves), shares, (14.0, 10.0), 300 - number))
    analysis, thought = table(pilot).table.analysis, Advice(wanted)
    if found:
        owner = np.full((shown.game.topology.cells, 2), 0.5, np.float32)
        best, score = found[0].move, (14.0, 10.0)
        told = {"value": (0.6, 0.4), "visits": 300, "owner": owner, "score": score}
        estimate = Estimate(told["value"], score, playouts=700)
        thought = Advice(
            best, **told, playouts=700, candidates=(*found,), settled=True, estimate=estimate
        )
    elif isinstance(wanted, str):
        button = dict(shown.display.buttons(shown.position)).get(wanted)
        thought = Advice(button or shown.game.parse(shown.position, wanted.replace("_", " ")))
    bot: Any = SimpleNamespace(rest=int, close=int, answered=lambda: setattr(bot, "asked", None))
    bot.answered()

    def ask(state: Any) -> None:
        bot.asked = state
        analysis.on_report(Analyst.Reported(bot, state, thought, final=True))

    bot.ask = ask
    analysis._start = lambda: bot


class LocalRoom:
    """Stands in for a `BotProcesses`: bots answer at once, in this process."""

    options = BotOptions()

    def __init__(self, match: Match, choose: Callable[[Any, Any], Any]) -> None:
        self.match, self.choose, self.hear = match, choose, None
        self.pondering: set[int] = set()
        """The seats whose bots may think while others do."""
        bots = [seat for seat, name in enumerate(match.players) if not name.startswith("human")]
        self.thinkers = {
            seat: SimpleNamespace(ask=partial(self.answer, seat), stop=int) for seat in bots
        }
        self.restart, self.patience = self.thinkers.get, lambda seat: 60.0
        self.rest = self.pondering.clear

    def answer(self, seat: int, serial: int, state: Any, seconds: float | None = None) -> None:
        move, seats = self.choose(self.match.game, state), self.match.game.seats
        thought = Thought(move, value=(0.5,) * seats, playouts=7, line=(move,))
        if self.hear is not None:
            self.hear(seat, Answer(serial, thought))

    def attach(self, hear: Any) -> None:
        self.hear = hear

    def close(self) -> None:
        self.hear = None

    def ponder(self, seats: Any) -> None:
        self.pondering.clear()
        self.pondering.update(seats)


def quiet(game: Any, state: Any) -> Any:
    """Lets everything stand, agrees, says no, and passes; with none of them it moves first."""
    moves = {game.format(move): move for move in reversed(game.legal_moves(state))}
    wanted = ("let", "agree", "dead none", "no", "pass", *reversed(moves))
    return next(moves[text] for text in wanted if text in moves)


def red_first(*players: str) -> Match:
    """A match of the toy card game in which the first player begins."""
    rules = games.create("lots", {"players": len(players)})
    return next(m for seed in range(99) if (m := Match(rules, players, seed)).state.mover == 0)


def seated(
    match: Match, choose: Any = quiet, size: tuple[int, int] = (80, 24), **settings: Any
) -> AbstractAsyncContextManager[Pilot[None]]:
    """A match on the screen, with bots of this process."""
    room: Any = LocalRoom(match, choose)
    chosen = settings_of(**{"ponder": False, **settings})
    return opened(lambda opener: opener.open_game(match, None, room), size, chosen)
