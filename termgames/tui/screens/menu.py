"""The menu that `termgames` alone opens."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.message import Message

from termgames import games
from termgames.core.errors import StorageError
from termgames.core.options import GameInfo
from termgames.play import store
from termgames.play.bots.players import FIRST, label_of
from termgames.play.history import ended, ladder
from termgames.play.new_game import NewGame, first_game
from termgames.play.store import Saved
from termgames.study.lessons import progress, shelf
from termgames.study.problems import shelf as problems
from termgames.tui import themes
from termgames.tui.app_keys import key_name
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen
from termgames.tui.widgets.card import PICTURE, Card, board_picture
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

Entry = Literal["resume", "replay", "statistics", "rules", "practise", "join", "quit"]

ENTRIES: tuple[tuple[str, Entry, str], ...] = (
    ("r", "resume", "resume"),
    ("y", "replay", "replays"),
    ("t", "statistics", "results"),
    ("u", "rules", "rules"),
    ("m", "practise", "mistakes"),
    ("j", "join", "tables"),
)
"""The entries below the games: key, entry and name of each; the last two where there is
something to practise, and where a table is open."""
_AT_TIMES: tuple[Entry, ...] = ("practise", "join")
"""Those that are not always there."""
CARD = 39
"""Columns of a card with a picture in it, and of the gap beside it."""
BESIDE = 56
"""Columns that cards without pictures need: beside them there may be room for one."""
TALL = 17
"""Rows of a card with a picture in it."""
AROUND = 5
"""Rows of the name, the entries below the cards, and the line of keys."""


class StudyWanted(Message):
    """The lessons or the problems of a game were chosen."""

    def __init__(self, kind: Literal["lessons", "problems"], game_id: str) -> None:
        super().__init__()
        self.kind, self.game_id = kind, game_id


_OF_A_GAME = {
    "menu.options": "asks for its board, players and rules",
    "menu.lessons": "opens its lessons",
    "menu.problems": "opens its problems",
    "menu.position": "sets up a position of it",
}
"""Commands that do something with the game under the cursor, and what."""


class MenuScreen(Screen[None]):
    """The menu; it stays below every screen that is opened from it.

    A card a game, before them the game that was not finished. Wide terminals show a picture on
    every card, others one beside the cards, narrow ones none.
    """

    DEFAULT_CSS = """
    MenuScreen {
        & #name { text-align: center; text-style: bold; color: $primary; margin-bottom: 1; }
        & #newcomer { text-align: center; margin-bottom: 1; display: none; }
        & #middle { height: 1fr; align: center middle; }
        & #middle > VerticalScroll { width: 56; max-width: 100%; height: auto; max-height: 100%; }
        & ItemGrid { height: auto; grid-size: 1; }
        & #entries { height: auto; align-horizontal: center; }
        & #entries.-many { layout: grid; grid-size: 3; grid-gutter: 0 2; grid-rows: 1; }
        & #picture { display: none; width: auto; height: auto; margin-left: 2; }
        & .fault { color: $text-error; padding: 0 3; text-wrap: nowrap; text-overflow: ellipsis; }
        & #continue, & #games { margin-bottom: 1; }
        &.-airy #games { grid-gutter: 1 0; }
        &.-beside #picture { display: block; }
        &.-low #name { display: none; }
    }
    """
    AUTO_FOCUS: ClassVar[str | None] = "#games Card"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,space",
            "choose",
            "Play",
            tooltip="Play, or open what is under the cursor",
            id="menu.play",
        ),
        Binding(
            "o",
            "options('form')",
            "Options",
            tooltip="Choose board, players and rules first",
            id="menu.options",
        ),
        Binding(
            "S",
            "options('position')",
            "Set up",
            show=False,
            tooltip="Set up a position, and play on from it",
            id="menu.position",
        ),
        Binding(
            "l", "lessons", "Lessons", tooltip="Learn the game by its lessons", id="menu.lessons"
        ),
        Binding(
            "p",
            "problems",
            "Problems",
            tooltip="Solve problems of the game, from easy to hard",
            id="menu.problems",
        ),
        Binding(
            "c",
            "continue",
            "Continue",
            tooltip="Go on with the game that was left last",
            id="menu.continue",
        ),
        *(
            Binding(key, f"pick({entry!r})", name.capitalize(), show=False, id=f"menu.{entry}")
            for key, entry, name in ENTRIES
        ),
        Binding("q", "pick('quit')", "Quit", id="menu.quit"),
        Binding("up", "go(0,-1)", "Up", show=False, priority=True, id="menu.up"),
        Binding("down", "go(0,1)", "Down", show=False, priority=True, id="menu.down"),
        Binding("left", "go(-1,0)", "Left", show=False, id="menu.left"),
        Binding("right", "go(1,0)", "Right", show=False, id="menu.right"),
        Binding("question_mark,f1", "app.help", "Help", tooltip="Keys and rules", id="app.help"),
    ]

    class Picked(Message):
        """An entry was chosen."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    class Wanted(Message):
        """A new game: as it stands, after a form, or from a position that is set up."""

        def __init__(self, new: NewGame, how: Literal["play", "form", "position"]) -> None:
            super().__init__()
            self.new, self.how = new, how

    class Continued(Message):
        """A saved game is to go on."""

        def __init__(self, saved: Saved) -> None:
            super().__init__()
            self.saved = saved

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._infos = {info.id: info for info in games.infos()}
        self._taught = frozenset(shelf.shipped())
        """The games that have lessons."""
        self._with_problems = frozenset(problems.shipped())
        self._unfinished: Saved | None = None
        self._even: Mapping[str, str] = {}
        """By game, the bot that would be an even game for who plays here."""
        self._there: set[Entry] = set()
        """Entries that are not always there, while they are."""
        self._touched = False
        """Whether the player has pressed anything yet."""

    def compose(self) -> ComposeResult:
        """The name, the cards, and the entries below them."""
        with Horizontal(id="middle"):
            with VerticalScroll(can_focus=False):
                yield Static("t e r m g a m e s", id="name")
                lessons = key_name(self.app, "menu.lessons", "l")
                text = Text.assemble(
                    "New here? Choose a game and press ", (lessons, "bold"), " for its lessons."
                )
                yield Static(text, id="newcomer")
                unfinished = Card("Continue", id="continue")
                unfinished.display = False
                yield unfinished
                with ItemGrid(id="games"):
                    for info in self._infos.values():
                        below = info.goal or info.summary
                        yield Card(info.title, _facts(info), below, id=f"game-{info.id}")
                for fault in games.faults():
                    line = Static(fault, classes="fault")
                    line.tooltip = Content(fault)
                    yield line
                with Horizontal(id="entries"):
                    for key, entry, name in ENTRIES:
                        key = key_name(self.app, f"menu.{entry}", key)
                        card = Card(key, name, quick=True, id=f"entry-{entry}")
                        card.display = entry not in _AT_TIMES
                        yield card
            yield Static(id="picture")
        yield KeyLine(("choose", "lessons", "problems", "options", "continue"), ("help", "pick"))

    def on_mount(self) -> None:
        """Show the games; whether one is unfinished takes a moment to find out."""
        self._draw()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """A game may have been left or ended."""
        super().on_screen_resume(event)
        self._draw()
        self.look_for_unfinished()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the arrangement that the size allows."""
        self._arrange(event.size.width, event.size.height)

    @on(events.Key)
    @on(events.MouseDown)
    def _touch(self, event: events.Key | events.MouseDown) -> None:
        """From now on the cursor is left where the player put it. Keys that ask something of a game
        say so where no game is under the cursor."""
        self._touched = True
        if self._game_under_cursor is not None or not isinstance(event, events.Key):
            return
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if binding.id in _OF_A_GAME:
                key = self.app.get_key_display(binding)
                self.notify(f"Choose a game first: {key} {_OF_A_GAME[binding.id]}.")

    # -- what is shown ------------------------------------------------------------------

    @work(thread=True, exclusive=True)
    def look_for_unfinished(self) -> None:
        """Find the game that was left last; hands it to the screen's own thread."""
        learnt = {name: progress.count("", *shelf.find(name)) for name in shelf.shipped()}
        new = not any(done for done, _ in learnt.values())
        try:
            last = store.last_unfinished()
            new = new and next(store.saved_games(), None) is None
        except StorageError:
            last = None  # whoever opens the saved games is told what is wrong
        self.app.call_from_thread(_tell_progress, self, learnt, new=new)
        self.app.call_from_thread(self.offer, last)
        self.app.call_from_thread(self.offer_entries, set(_entries_there()))
        with contextlib.suppress(StorageError):
            self._even = ladder.even_bots("", ended.ended_games(most=ended.MOST_FRESH))

    def offer(self, saved: Saved | None) -> None:
        """Offer to go on with a game, or do so no more."""
        try:
            card = self.query_one("#continue", Card)
        except NoMatches:  # the screen has been closed meanwhile
            return
        self._unfinished = saved
        if saved is not None and saved.summary is not None:
            about = saved.summary
            options = about.info.chosen_line(about.options)
            title = ", ".join(filter(None, (about.info.title, options)))
            who = " v ".join(label_of(name) for name in about.players)
            when = time.strftime("%d %b %H:%M", time.localtime(saved.when))
            card.show(title, f"{who}, after turn {about.turns}, {when}")
            card.draw(self.query_one(f"#game-{about.info.id}", Card).picture)
        elif card.has_focus:
            self.query("#games Card").first().focus()
        card.display = saved is not None
        if card.display and not self._touched:
            card.focus()
        if card.has_focus:
            self.on_card_entered(Card.Entered(card))
        self._arrange(*self.size)
        self.refresh_bindings()

    def offer_entries(self, there: set[Entry]) -> None:
        """Offer those of the entries that are not always there, and the others no more."""
        self._there = there
        for entry in _AT_TIMES:
            for card in self.query(f"#entry-{entry}"):  # none where the screen has been closed
                if card.has_focus and entry not in there:
                    self.query("#games Card").first().focus()
                card.display = entry in there
        self.query("#entries").set_class(bool(there), "-many")
        self.refresh_bindings()

    def _draw(self) -> None:
        """The pictures as the player likes boards."""
        glyphs = themes.ASCII if self.app.has_class("-ascii") else themes.UNICODE
        for info in self._infos.values():
            picture = board_picture(info, self._preferences.look, glyphs, self.app)
            self.query_one(f"#game-{info.id}", Card).draw(picture)

    def _arrange(self, width: int, height: int) -> None:
        cards = [card for card in self.query(Card) if card.display and not card.has_class("-quick")]
        number = len(self._infos)
        columns = min(number, (width - 2) // CARD)
        lines = -(-number // max(1, columns))
        has_unfinished = self._unfinished is not None
        tall = columns > 1 and lines * TALL + 3 * has_unfinished + AROUND <= height
        for card in self.query("#games Card"):
            card.set_class(tall, "-tall")
        self._lay_out(columns if tall else 1)
        middle = self.query_one("#middle > VerticalScroll")
        middle.styles.width = columns * CARD if tall else BESIDE
        self.set_class(not tall and width >= BESIDE + PICTURE[0] + 2, "-beside")
        self.set_class(not tall and len(cards) * 3 + AROUND <= height, "-airy")
        self.set_class(height < 18, "-low")

    def _lay_out(self, columns: int) -> None:
        """The cards in so many columns, those of the last line in the middle of it."""
        self.query_one(ItemGrid).styles.grid_size_columns = columns
        missing = -len(self._infos) % columns
        for number, card in enumerate(self.query("#games Card")):
            last = number >= len(self._infos) - columns + missing
            card.styles.offset = (missing * CARD // 2 if last else 0, 0)

    def on_card_entered(self, message: Card.Entered) -> None:
        """Draw the game that has the keys, where that is done beside the cards."""
        if message.card.picture:
            self.query_one("#picture", Static).update(message.card.picture)
        self.refresh_bindings()

    def key_names(self) -> dict[str, str]:
        card = self.focused
        if isinstance(card, Card) and not self._game_under_cursor:
            return {"choose": "Continue" if card.id == "continue" else "Open"}
        return {}

    # -- choosing -----------------------------------------------------------------------

    @property
    def _game_under_cursor(self) -> GameInfo | None:
        card = self.focused
        name = (card.id or "") if card is not None else ""
        return self._infos.get(name.removeprefix("game-")) if name.startswith("game-") else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Options and lessons belong to games; without an unfinished game nothing goes on."""
        if action == "options":
            return self._game_under_cursor is not None
        if action == "lessons":
            info = self._game_under_cursor
            return info is not None and info.id in self._taught
        if action == "pick" and parameters[0] in _AT_TIMES:
            return parameters[0] in self._there
        if action == "problems":
            info = self._game_under_cursor
            return info is not None and info.id in self._with_problems
        return action != "continue" or self._unfinished is not None

    def action_choose(self) -> None:
        """Choose what is under the cursor."""
        if isinstance(self.focused, Card):
            self.post_message(Card.Chosen(self.focused))

    def on_card_chosen(self, message: Card.Chosen) -> None:
        """A card was chosen, by a key or a click."""
        kind, _, name = (message.card.id or "").partition("-")
        if kind == "continue":
            self.action_continue()
        elif kind == "game":
            self.post_message(
                self.Wanted(first_game(self._infos[name], self._even.get(name, FIRST)), "play")
            )
        else:
            self.action_pick(next(entry for _, entry, _ in ENTRIES if entry == name))

    def action_pick(self, entry: Entry) -> None:
        """Choose an entry by its key."""
        self.post_message(self.Picked(entry))

    def action_continue(self) -> None:
        """Go on with the unfinished game."""
        if self._unfinished is not None:
            self.post_message(self.Continued(self._unfinished))

    def action_options(self, how: Literal["form", "position"]) -> None:
        """Ask for the options of the game under the cursor, or set up a position of it."""
        info = self._game_under_cursor
        if info is not None:
            self.post_message(self.Wanted(first_game(info, self._even.get(info.id, FIRST)), how))

    def action_lessons(self) -> None:
        """Learn the game under the cursor."""
        info = self._game_under_cursor
        if info is not None:
            self.post_message(StudyWanted("lessons", info.id))

    def action_problems(self) -> None:
        """Solve problems of the game under the cursor."""
        info = self._game_under_cursor
        if info is not None:
            self.post_message(StudyWanted("problems", info.id))

    def action_go(self, x: int, y: int) -> None:
        """The next card that way: of those in the next row, or in this one, the nearest."""
        self._touched, here = True, self.focused
        if not isinstance(here, Card):
            return
        left, top = here.region.center
        ways = []
        for card in self.query(Card):
            if card.display and card is not here:
                across, down = card.region.center[0] - left, card.region.center[1] - top
                ahead, aside = (across * x, abs(down)) if x else (down * y, abs(across))
                if ahead > 0 and (y or aside < 2):
                    ways.append((ahead, aside, card))
        if ways:
            # At once: the next key goes on from there.
            self.set_focus(min(ways, key=lambda way: way[:2])[2])


def _entries_there() -> Iterator[Entry]:
    """Which of the entries that are not always there have something to offer."""
    from termgames.play.together import link  # few players need either
    from termgames.study.exercises import shelf

    with contextlib.suppress(StorageError):
        found = shelf.load()
        if any(map(found.today, found.players)):
            yield "practise"
    with contextlib.suppress(StorageError):
        silent: list[str] = []
        if any(link.tables(silent.append)) or silent:
            yield "join"


def _tell_progress(menu: MenuScreen, learnt: Mapping[str, tuple[int, int]], *, new: bool) -> None:
    """Tell how many lessons of each game were done of how many, and somebody who is `new` where
    to begin."""
    with contextlib.suppress(NoMatches):  # the screen has been closed meanwhile
        menu.query_one("#newcomer").display = new
        for name, (done, of) in learnt.items():
            if done:
                info = games.info(name)
                beside = f"{_facts(info)}, lessons {done}/{of}"
                menu.query_one(f"#game-{name}", Card).show(beside, info.goal or info.summary)


def _facts(info: GameInfo) -> str:
    """The text beside a game: players, board and minutes of the game that Enter begins."""
    preset = info.presets[0]
    minutes = f"{preset.minutes} min" if preset.minutes else ""
    return ", ".join(filter(None, (f"{info.players} players", preset.board, minutes)))
