"""The menu that `termgames` alone opens."""

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
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
from termgames.core.errors import StorageError, TermgamesError
from termgames.core.game import drawn_marks
from termgames.core.options import GameInfo
from termgames.play import store
from termgames.play.bots.players import FIRST, label_of
from termgames.play.history import ended, ladder
from termgames.play.match import AnyMatch
from termgames.play.new_game import NewGame, first_game
from termgames.play.pictures.seen import Position
from termgames.play.store import Saved
from termgames.study.lessons import shelf
from termgames.study.problems import shelf as problems
from termgames.tui.app_keys import key_name
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen
from termgames.tui.widgets.card import PICTURE, Card, board_picture, game_picture
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

Entry = Literal["games", "statistics", "practise", "join", "rules", "quit"]

ENTRIES: tuple[tuple[str, Entry, str], ...] = (
    ("y,r", "games", "games"),
    ("m", "practise", "mistakes"),
    ("j", "join", "tables"),
    ("t", "statistics", "results"),
)
"""The entries below the games: keys, entry and name of each; the first key is shown."""
GAME_CARDS = "#games Card.-game"
CARD = 39
"""Columns of a card with a picture in it, and of the gap beside it."""
BESIDE = 56
"""Columns that cards without pictures need: beside them there may be room for one."""
TALL = 17
"""Rows of a card with a picture in it."""
AROUND = 5
"""Rows of the name and the line below it, the entries below the cards, and the line of keys."""


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

    A card a game, before them one for the game that was not finished. Wide terminals show a picture
    on every card, others one beside the cards, narrow ones none.
    """

    DEFAULT_CSS = """
    MenuScreen {
        & #name { text-align: center; text-style: bold; color: $primary; }
        & #told { text-align: center; height: 1; }
        & #middle { height: 1fr; align: center middle; }
        & #middle > VerticalScroll { width: 56; max-width: 100%; height: auto; max-height: 100%; }
        & ItemGrid { height: auto; grid-size: 1; }
        & #entries { height: 1; margin-top: 1; layout: grid; grid-size: 4; }
        & #picture { display: none; width: auto; height: auto; margin-left: 2; }
        & .fault { color: $text-error; padding: 0 3; text-wrap: nowrap; text-overflow: ellipsis; }
        &.-airy #games { grid-gutter: 1 0; margin-top: 1; }
        &.-beside #picture { display: block; }
        &.-low #name, &.-low #told { display: none; }
    }
    """
    AUTO_FOCUS: ClassVar[str | None] = GAME_CARDS
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
            "l", "lessons", "Lessons", tooltip="Learn the game with its lessons", id="menu.lessons"
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
            show=False,
            tooltip="Go on with the game you left last",
            id="menu.continue",
        ),
        *(
            Binding(keys, f"pick({entry!r})", name.capitalize(), show=False, id=f"menu.{entry}")
            for keys, entry, name in ENTRIES
        ),
        Binding(
            "u",
            "pick('rules')",
            "Rules",
            show=False,
            tooltip="The rules of all games",
            id="menu.rules",
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
        self._touched = False
        """Whether the player has pressed anything yet."""

    def compose(self) -> ComposeResult:
        """The name, the cards, and the entries below them."""
        with Horizontal(id="middle"):
            with VerticalScroll(can_focus=False):
                yield Static("t e r m g a m e s", id="name")
                yield Static(id="told")
                with ItemGrid(id="games"):
                    unfinished = Card("Continue", id="continue")
                    unfinished.display = False
                    yield unfinished
                    for info in self._infos.values():
                        below = info.goal or info.summary
                        card = Card(info.title, _facts(info), below, id=f"game-{info.id}")
                        card.add_class("-game")
                        yield card
                for fault in games.faults():
                    line = Static(fault, classes="fault")
                    line.tooltip = Content(fault)
                    yield line
                with Horizontal(id="entries"):
                    for keys, entry, name in ENTRIES:
                        key = key_name(self.app, f"menu.{entry}", keys[0])
                        yield Card(key, name, quick=True, id=f"entry-{entry}")
            yield Static(id="picture")
        yield KeyLine(("choose", "lessons", "problems", "options"), ("help", "pick"))

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """A game may have been left or ended, and boards be liked otherwise. Whether a game is
        unfinished takes a moment to find out."""
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
        """Find the game that was left last, and what else there is to tell; hands all of it to the
        screen's own thread."""
        learnt = {name: shelf.count("", *shelf.find(name)) for name in shelf.shipped()}
        new, last, match = not any(done for done, _ in learnt.values()), None, None
        # Whoever opens the saved games is told what is wrong.
        with contextlib.suppress(StorageError):
            last = store.last_unfinished()
            new = new and next(store.saved_games(), None) is None
        with contextlib.suppress(TermgamesError):
            match = None if last is None else store.read(last.path, draws=False)
        self._tell(self.offer, last, match)
        with contextlib.suppress(StorageError):
            self._even = ladder.even_bots("", ended.ended_games(most=ended.MOST_FRESH))
        self._tell(self.tell_progress, learnt, new)
        self._tell(self.count, "practise", _due())
        self._tell(self.count, "join", _tables())

    def _tell(self, show: Callable[..., None], *what: object) -> None:
        """Show what a thread has found, unless the screen has been closed meanwhile."""
        with contextlib.suppress(NoMatches):
            self.app.call_from_thread(show, *what)

    def offer(self, saved: Saved | None, match: AnyMatch | None = None) -> None:
        """Offer to go on with a game, which stands as in `match`, or do so no more."""
        card = self.query_one("#continue", Card)
        self._unfinished = saved
        if saved is not None and saved.summary is not None:
            about = saved.summary
            options = about.info.chosen_line(about.options)
            title = ", ".join(filter(None, (about.info.title, options)))
            picture = self.query_one(f"#game-{about.info.id}", Card).picture
            if match is not None:
                last = match.game.cells_of(match.move_at(match.ply - 1)) if match.ply else ()
                game, position = (
                    match.game,
                    Position(match.game.stones(match.state), frozenset(last)),
                )
                look, marks = self._preferences.look, drawn_marks(game)
                drawn = board_picture(game.topology, position, game.seats, marks, look, self.app)
                picture = drawn or picture
            who = " v ".join(label_of(name) for name in about.players)
            when = time.strftime("%d %b %H:%M", time.localtime(saved.when))
            card.show(title, f"{when}, after turn {about.turns}: {who}")
            card.draw(picture)
        elif card.has_focus:
            self.query(GAME_CARDS).first().focus()
        card.display = saved is not None
        if card.display and not self._touched:
            card.focus()
        if card.has_focus:
            self.on_card_entered(Card.Entered(card))
        self._arrange(*self.size)
        self.refresh_bindings()

    def count(self, entry: Entry, number: int) -> None:
        """Tell how many things wait behind an entry."""
        name = next(name for _, each, name in ENTRIES if each == entry)
        self.query_one(f"#entry-{entry}", Card).show(f"{name} {number or ''}".rstrip(), "")

    def tell_progress(self, learnt: Mapping[str, tuple[int, int]], new: bool) -> None:
        """Tell of each game how many lessons were done of how many, and which bot is an even game;
        and somebody who is `new` where to begin."""
        lessons = key_name(self.app, "menu.lessons", "l")
        text = Text.assemble(
            "New here? Choose a game and press ", (lessons, "bold"), " for its lessons."
        )
        self.query_one("#told", Static).update(text if new else "")
        for info in self._infos.values():
            done, of = learnt.get(info.id, (0, 0))
            facts = _facts(info, self._even.get(info.id)) + (f", lessons {done}/{of}" * bool(done))
            self.query_one(f"#game-{info.id}", Card).show(facts, info.goal or info.summary)

    def _draw(self) -> None:
        """The pictures as the player likes boards."""
        for info in self._infos.values():
            picture = game_picture(info, self._preferences.look, self.app)
            self.query_one(f"#game-{info.id}", Card).draw(picture)

    def _arrange(self, width: int, height: int) -> None:
        cards = [card for card in self.query(Card) if card.display and not card.has_class("-quick")]
        columns = min(len(cards), (width - 2) // CARD)
        lines = -(-len(cards) // max(1, columns))
        columns = -(-len(cards) // lines)
        tall = columns > 1 and lines * TALL + AROUND <= height
        for card in cards:
            card.set_class(tall, "-tall")
        self._lay_out(cards, columns if tall else 1)
        middle = self.query_one("#middle > VerticalScroll")
        middle.styles.width = columns * CARD if tall else BESIDE
        self.set_class(not tall and width >= BESIDE + PICTURE[0] + 2, "-beside")
        self.set_class(not tall and len(cards) * 3 + AROUND <= height, "-airy")
        self.set_class(height < 18, "-low")

    def _lay_out(self, cards: Sequence[Card], columns: int) -> None:
        """The cards in so many columns, those of the last line in the middle of it."""
        self.query_one(ItemGrid).styles.grid_size_columns = columns
        missing = -len(cards) % columns
        for number, card in enumerate(cards):
            last = number >= len(cards) - columns + missing
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


def _due() -> int:
    """How many mistakes are due today."""
    from termgames.study.exercises import shelf  # few players need it

    with contextlib.suppress(StorageError):
        found = shelf.load()
        return sum(len(found.today(player)) for player in found.players)
    return 0


def _tables() -> int:
    """How many tables are open, those that do not answer soon among them."""
    from termgames.play.together import link

    silent: list[str] = []
    with contextlib.suppress(StorageError):
        return len(list(link.tables(silent.append))) + len(silent)
    return 0


def _facts(info: GameInfo, even: str | None = None) -> str:
    """The text beside a game: players, or the bot that is an even game, board and minutes of the
    game that Enter begins."""
    preset = info.presets[0]
    minutes = f"{preset.minutes} min" if preset.minutes else ""
    who = f"{info.players} players" if even is None else label_of(even)
    return ", ".join(filter(None, (who, preset.board, minutes)))
