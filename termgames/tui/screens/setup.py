"""The form for a new game: which game, on what board, who plays; the rest is a key away."""

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from termgames import games
from termgames.core import maps
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo, Option, Preset, Value, number_text
from termgames.play import clock, consent, profiles
from termgames.play.bots import calibrated_levels, gtp_bot
from termgames.play.bots.calibrated_levels import CalibratedLevels
from termgames.play.bots.players import FIRST, parse_player
from termgames.play.history import ended, figures, ladder
from termgames.play.history.figures import Strength
from termgames.play.history.rating import even_level
from termgames.play.match import AnyMatch
from termgames.play.new_game import (
    NewGame,
    first_game,
    read_seconds,
    read_seed,
    refuse_to_teach,
    seated,
)
from termgames.tui import state_file
from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.card import game_picture
from termgames.tui.widgets.formrow import FormRow, TextRow
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Button, Select, Static
from termgames.tui.widgets.mapview import preview
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.seatform import SeatForm

BESIDE = 6
"""Rows of the border, the foot with the explanation of a row, and the line of keys."""
TIGHTER = 2
"""So many of these rows are left out where the others do not fit."""
LEVELS, PREVIEW = 4, 10
"""Rows of two texts that stand between the form's rows where there is room: how the levels were
measured, and the picture of the map."""
WIDE = 104
"""Columns from which on every row has its explanation beside it, and the board is drawn."""
ORDINARY, TEACHING, RATED = "ordinary", "teaching", "rated"
MANNER = Option(
    "manner", "choice",
    "Teaching: a bot tells you when your move loses a lot, and offers to take it back. Rated:"
    " against the level that is even for you, without hints and without taking back; the "
    "result changes your rating.",
    default=ORDINARY, choices=(ORDINARY, TEACHING, RATED),
)  # fmt: skip
OWN = "own"
"""The value of the kind of game that is no preset."""


class KindRow(FormRow):
    """The kind of game: a preset, or the player's own choice of options."""

    def __init__(self, info: GameInfo) -> None:
        super().__init__("kind")
        self._info, self._own = info, ""
        self.last_set = "0"
        """The value that the row itself has set: a change to it is none of the player's."""
        self._select = Select(self._kinds(), value="0", allow_blank=False, id="kind")

    def controls(self) -> Iterable[Widget]:
        """The presets."""
        yield self._select

    def changed(self, value: object) -> bool:
        """Whether the player changed the row to a preset; a message may be out of date."""
        return value == self._select.value and value not in (OWN, self.last_set)

    def show(self, settled: Mapping[str, Value], own: str) -> None:
        """Show which preset the options are, or else what they are in words (`own`)."""
        select = self._select
        preset = self._info.preset(settled)
        kind = OWN if preset is None else str(self._info.presets.index(preset))
        own = (own or "the usual options") if preset is None else ""
        with self.prevent(Select.Changed):
            if own != self._own:
                self._own = own
                select.set_options(self._kinds())
            select.value = self.last_set = kind
        minutes = preset.minutes if preset is not None else 0
        self.say(f"About {minutes} minutes." if minutes else "")

    def _kinds(self) -> list[tuple[str, str]]:
        kinds = [(preset.line, str(number)) for number, preset in enumerate(self._info.presets)]
        return [*kinds, (f"own choice: {self._own}", OWN)] if self._own else kinds


class GameRow(FormRow):
    """Which game."""

    def __init__(self, info: GameInfo) -> None:
        super().__init__("game", info.goal or info.summary)
        self._info = info

    def controls(self) -> Iterable[Widget]:
        """All games there are."""
        titles = [(info.title, info.id) for info in games.infos()]
        yield Select(titles, value=self._info.id, allow_blank=False, id="game")


class SetupScreen(ModalScreen[NewGame | None]):
    """The form; dismissed with what was chosen, or None. `before` fills it in.

    It opens with game, kind and players; all other options are folded away. A refusal is shown at
    its row. Of a game that goes on from a position, only players, clock, time and seed are
    chosen.
    """

    DEFAULT_CSS = """
    SetupScreen {
        align: center middle;
        & > Vertical {
            width: 78;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            background: $surface;
            border: round $primary;
            border-title-color: $text;
            padding: 0 1;
        }
        &.-wide > Vertical { width: 132; }
        & #middle { height: auto; }
        & VerticalScroll { height: auto; width: 1fr; }
        & #picture { display: none; width: auto; height: auto; margin: 1 0 1 2; }
        &.-wide #picture { display: block; }
        &.-wide FormRow .help { display: block; }
        &.-wide FormRow.-refused .help { display: none; }
        & #rest { height: auto; }
        & #levels { height: auto; color: $text-muted; padding-left: 19; }
        & #foot { height: auto; }
        & #about { height: auto; min-height: 2; max-height: 3; color: $text-muted; }
        & #about.-short { min-height: 1; max-height: 1; }
        &.-wide #about { display: none; }
        & #buttons { height: auto; align-horizontal: right; }
        & Button { margin-left: 2; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next", id="form.next"),
        Binding("ctrl+s,f10", "begin", "Begin", key_display="^s", id="form.begin"),
        Binding(
            "ctrl+o",
            "fold",
            "More",
            key_display="^o",
            tooltip="More options, or fewer",
            id="form.fold",
        ),
        Binding("escape", "cancel", "Back", id="form.cancel"),
    ]

    def __init__(self, before: NewGame) -> None:
        super().__init__()
        self._info: GameInfo = games.info(before.game_id)
        self._before = before
        self._fill()

    def _fill(self) -> None:
        """Make what the form holds, for the game chosen."""
        before, info = self._before, self._info
        profiled = profiles.OPTION in {option.name for option in info.options}
        first = None if profiled else 0
        if before.opening is not None:
            first = before.opening.to_act
        levels = calibrated_levels.levels_on(info.id, info.settle({}))
        self._kind = KindRow(info)
        self._seat_rows = [
            SeatForm(seat, side, player, levels, profiled=profiled, moves_first=seat == first)
            for seat, (side, player) in enumerate(
                zip(info.seats, seated(info.id, before.players), strict=True)
            )
        ]
        self._option_rows = [
            OptionRow(option, before.chosen.get(option.name)) for option in _options(self._info)
        ]
        time = "" if before.time is None else number_text(before.time)
        self._time = TextRow(
            "time a move", "Seconds a bot thinks about a move.", time, "as its level", id="time"
        )
        self._clock = TextRow(
            "clock",
            f"How much time each player has, as {clock.FORMS}; for one: {info.seats[0]}=5m.",
            before.clock,
            "none",
            id="clock",
        )
        seed = "" if before.seed is None else str(before.seed)
        self._seed = TextRow("seed", "The same seed, the same luck.", seed, "a new one", id="seed")
        rated = before.rated and before.opening is None
        manner = TEACHING if before.teach else RATED if rated else ORDINARY
        self._manner = OptionRow(MANNER, manner)
        self._levels, self._picture = Static(id="levels"), Static(id="picture")
        self._about = Static(id="about")
        for row in (self._kind, *self._option_rows):
            row.display = before.opening is None
        self._first: list[FormRow] = []
        """Game and kind, where they are chosen."""
        if before.opening is None:
            self._first = [*([GameRow(info)] if len(games.names()) > 1 else ()), self._kind]
        self._box = Vertical()
        self._scroll, self._rest = VerticalScroll(can_focus=False), Vertical(id="rest")
        self._rest.display = self.unfolded = False
        """Whether all options are shown."""
        self._tight = self._brief = False
        """Whether room is short for all rows, and for what stands beside them too."""
        self._asked = False
        """Whether all will be looked at as soon as the changes at hand are done."""
        self._strengths: Mapping[str, Mapping[str, Strength]] = {}
        """By person and game, as soon as they are known."""
        self._begin = Button("Begin", id="begin", primary=True)
        self._more = Button("More options", id="more")

    @property
    def _rows(self) -> list[FormRow]:
        return [
            self._kind,
            *self._seat_rows,
            *self._option_rows,
            self._clock,
            self._time,
            self._seed,
            self._manner,
        ]

    def compose(self) -> ComposeResult:
        """Rows: the game where there are several, kind, players; then all options."""
        # Later this would style all rows anew.
        self.set_class(self.app.size.width >= WIDE, "-wide")
        with self._box:
            new = "New game of" if self._before.opening is None else "Play on from here:"
            self._box.border_title = Content(f"{new} {self._info.title}")
            with Horizontal(id="middle"):
                with self._scroll:
                    yield from (*self._first, *self._seat_rows)
                    with self._rest:
                        yield from (self._levels, *self._option_rows)
                        yield from (self._clock, self._manner, self._time, self._seed)
                yield self._picture
            with Vertical(id="foot"):
                yield self._about
                with Horizontal(id="buttons"):
                    yield self._more
                    yield Button("Back", id="back")
                    yield self._begin
        yield KeyLine(("begin", "fold", "focus_next"), ("cancel",))

    def key_names(self) -> Mapping[str, str]:
        """Whether the key shows more options or fewer."""
        return {"fold": "Fewer" if self.unfolded else "More options"}

    def on_mount(self) -> None:
        """The summary of the defaults."""
        self._check()
        self.look_for_strength()

    @work(thread=True)
    def look_for_strength(self) -> None:
        """Read how games ended; hands it to the screen's own thread."""
        with contextlib.suppress(StorageError):
            played = ended.ended_games(most=ended.MOST_FRESH)
            strengths = {name: figures.even_levels(name, played) for name in figures.people(played)}
            self.app.call_from_thread(self.propose, strengths)

    def propose(self, strengths: Mapping[str, Mapping[str, Strength]]) -> None:
        """Say from now on which level would be an even game for a person, as his strength in each
        game has it."""
        self._strengths = strengths
        if not self.dismissed:
            if self._manner.value == RATED:
                self._seat_even()
            self._check()

    def on_resize(self) -> None:
        """What does not fit between the border, the foot and the keys is scrolled."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self._fit(sum(row.display for row in self._seat_rows))
        self._check()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Scroll so that all of the row with the focus is seen, and show its explanation."""
        row = _row_of(event.widget)
        if row is not None:
            row.scroll_visible(animate=False)
        self._about.update(_said_of(row))

    def on_input_changed(self, event: Widget) -> None:
        """Say at once what does not fit."""
        self._changed()

    def on_input_submitted(self) -> None:
        """Enter in a field begins the game."""
        self.action_begin()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Another game has other options; another choice may not fit."""
        if event.select.id == "game" and event.value != self._info.id:
            self._info = games.info(str(event.value))
            remembered = state_file.remembered(self._info)
            known = self._strengths.get("", {}).get(self._info.id)
            even = FIRST if known is None or known.even is None else f"bot:{known.even}"
            new = replace(first_game(self._info, even), clock=self._clock.text)
            self._before = remembered or new
            self._fill()
            await self.recompose()
            if self.dismissed:
                return
            self.on_resize()
            self.query_one("#game", Select).focus()
        elif event.select.id == "kind" and self._kind.changed(event.value):
            preset = self._info.presets[int(str(event.value))]
            for row in self._option_rows:
                row.put(preset.chosen.get(row.option.name))
            self._seat_human(preset)
        elif event.select is self._manner.control and event.value == RATED:
            self._seat_even()
        self._changed()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin, or back."""
        does = {"begin": self.action_begin, "more": self.action_fold}
        does.get(event.button.id or "", self.action_cancel)()

    def action_fold(self) -> None:
        """Show all options, or the first ones alone."""
        self._rest.display = self.unfolded = not self.unfolded
        self._make_room()
        self._more.label = Content("Fewer options" if self.unfolded else "More options")
        if self.unfolded:
            rows = (*self._option_rows, self._time)
            self.call_after_refresh(next(row for row in rows if row.display).take_keys)
        elif self.focused is not None and self._rest in self.focused.ancestors:
            self._seat_rows[0].take_keys()
        self.refresh_bindings()

    def action_begin(self) -> None:
        """Begin when everything fits, else go to the row that does not."""
        chosen = self._check()
        if chosen is None:
            refused = next((row for row in self._rows if row.fault), None)
            if refused is not None:
                self._unfold_for(refused)
                self.call_after_refresh(refused.take_keys)
            return
        rows = [row for row in self._seat_rows if row.display]
        players = tuple(row.player for row in rows)
        time, seed = read_seconds(self._time.text), read_seed(self._seed.text)
        opening, manner, clocks = self._before.opening, self._manner.value, self._clock.text
        taught, rated = manner == TEACHING, manner == RATED
        new = NewGame(self._info.id, chosen, players, time, seed, opening, taught, rated, clocks)
        consent.remember_typed(filter(None, (row.typed_command for row in rows)))
        try:
            for row in rows:
                row.keep()
            if opening is None:
                state_file.remember(self._info, new)
        except StorageError as error:
            self.app.notify(str(error), title="The form is not remembered", severity="warning")
        self.dismiss(new)

    def action_cancel(self) -> None:
        """No new game."""
        self.dismiss(None)

    # -- rows ---------------------------------------------------------------------------

    def _unfold_for(self, row: FormRow) -> None:
        """A row that is refused is seen."""
        if not self.unfolded and self._rest in row.ancestors:
            self.action_fold()

    # -- reading the form ---------------------------------------------------------------

    def _seats(self, settled: Mapping[str, Value]) -> list[SeatForm]:
        """The rows of those who play with these options; the other rows are hidden."""
        playing = len(self._info.seated(settled))
        rows = self._seat_rows
        for seat, row in enumerate(rows):
            row.display = seat < playing
        return rows[:playing]

    def _chosen(self) -> dict[str, Value]:
        """The options that are not left at their defaults; a bad text is told at its row and
        left out."""
        chosen: dict[str, Value] = {}
        for row in self._option_rows:
            option = row.option
            try:
                value = row.value
            except OptionError as error:
                row.refuse(_in_words(self._info, error))
                continue
            if value is not None and (value != option.default or option.played is not None):
                chosen[option.name] = value
        return chosen

    def _changed(self) -> None:
        """A row was changed: blank those that it excludes, and look at all again."""
        row = _row_of(self.focused)
        if isinstance(row, OptionRow) and row.chosen:
            for other in self._option_rows:
                if other.option.name in row.option.replaces and other.chosen:
                    other.put(None)
        # One choice changes many rows, each of which tells of it.
        if not self._asked:
            self._asked = self.call_later(self._check)

    def _check(self) -> dict[str, Value] | None:
        """The options when they fit; else None, and every fault stands at its row."""
        self._asked = False
        for row in self._rows:
            row.refuse("")
        for read, line in ((read_seconds, self._time), (read_seed, self._seed)):
            try:
                read(line.text)
            except OptionError as error:
                line.refuse(str(error))
        if self._manner.value == TEACHING:
            players = [row.player for row in self._seat_rows if row.display]
            try:
                refuse_to_teach(players)
            except OptionError as error:
                self._manner.refuse(_in_words(self._info, error))
        chosen = self._chosen()
        try:
            settled = self._info.settle(chosen)
        except OptionError as error:
            self._row_at_fault(error).refuse(_in_words(self._info, error))
        else:
            for row in self._option_rows:
                row.show_usual(settled[row.option.name])
            self._fit(len(self._info.seated(settled)))
            options = {option.name: option for option in _options(self._info)}
            own = ", ".join(
                f"{options[name].title or name} {options[name].worded(value)}"
                for name, value in chosen.items()
                if value != options[name].played
            )
            self._kind.show(settled, own)
            _check_clock(self._clock, self._info, settled)
            self._check_seats(chosen, settled)
            if self._manner.value == RATED:
                rows = self._seats(settled)
                _check_rated(self._manner, self._info, settled, rows, self._before.opening)
            self._show_board(settled)
        wrong = [row for row in self._rows if row.fault]
        self._begin.disabled = bool(wrong)
        for row in wrong:
            self._unfold_for(row)
        self._about.update(_said_of(_row_of(self.focused)))
        return None if wrong else chosen

    def _fit(self, seats: int) -> None:
        """Make room for the rows with so many players."""
        rows = 1 + len(self._rows) - len(self._seat_rows) + seats
        room = self.app.size.height - BESIDE
        self._tight = rows > room
        self._scroll.styles.max_height = room + TIGHTER * self._tight
        aside = LEVELS + PREVIEW * any(row.preview is not None for row in self._option_rows)
        self._brief = rows + aside > room
        self._make_room()

    def _make_room(self) -> None:
        """Where room is short, all options take that of the first rows, which are seen again where
        the others are folded away."""
        short = self.unfolded and self._tight
        for row in self._first:
            row.display = not short
        self._box.styles.margin = (0, 0, 0 if short else 1, 0)
        self._about.set_class(short, "-short")

    def _check_seats(self, chosen: Mapping[str, Value], settled: Mapping[str, Value]) -> None:
        """Refuse players who cannot be, and say how strong the others are."""
        levels, rows = calibrated_levels.levels_on(self._info.id, settled), self._seats(settled)
        from_profiles = chosen.get(profiles.OPTION) == profiles.FROM_PROFILES
        even = _even_level(rows, self._strengths, self._info.id, levels)
        cards = self._info.cards(settled)
        for row in rows:
            row.refuse(row.check(levels, from_profiles=from_profiles, even=even, cards=cards))
            if not row.fault and parse_player(row.player).command:
                row.refuse(gtp_bot.refusal(games.create(self._info.id, chosen)))
        rated = any(not row.fault and row.rated for row in rows)
        basis = calibrated_levels.basis(levels) if rated else ""
        self._levels.update(basis)
        self._levels.display = bool(basis) and not self._brief

    def _seat_even(self) -> None:
        """Put the level that is an even game for the human on the other seats, the weakest where
        that is not known."""
        try:
            settled = self._info.settle(self._chosen())
        except OptionError:
            return
        levels, rows = calibrated_levels.levels_on(self._info.id, settled), self._seats(settled)
        even = _even_level(rows, self._strengths, self._info.id, levels)
        for row in rows:
            if row.name_of_human is None:
                row.seat(FIRST if even is None else f"bot:{even}")

    def _seat_human(self, preset: Preset) -> None:
        """Let a human who plays alone, and gives no name, sit where a kind of game seats him."""
        rows = self._seat_rows[: len(self._info.seated(self._info.settle(preset.chosen)))]
        mine = [row for row in rows if row.name_of_human is not None]
        if len(mine) == 1 and not mine[0].name_of_human and rows[preset.seat].rated:
            bot = rows[preset.seat].player.partition(",")[0]
            rows[preset.seat].seat("human")
            mine[0].seat(bot)

    def _row_at_fault(self, error: OptionError) -> FormRow:
        """The row that was changed last, where the fault names it; else the first one named."""
        names = re.findall(r"--([a-z-]+)", str(error))
        rows = {row.option.name: row for row in self._option_rows}
        here = _row_of(self.focused)
        if isinstance(here, OptionRow) and here.option.name in names:
            return here
        return next((rows[name] for name in names if name in rows), self._kind)

    def _show_board(self, settled: Mapping[str, Value]) -> None:
        """What the map looks like that is chosen, or that follows from what is; for other
        boards the picture of the game."""
        ascii = self.app.has_class("-ascii")
        code, players = settled.get("map"), settled.get("players")
        if code is None:
            picture = game_picture(self._info, "", self.app)
        else:
            number = players if isinstance(players, int) else None
            picture = preview(maps.find(str(code)), number, ascii=ascii)
        # A game that goes on does not begin on the board of the picture.
        self._picture.update("" if self._before.opening is not None else picture)
        for line in filter(None, (row.preview for row in self._option_rows)):
            line.display = code is not None and not (self.has_class("-wide") or self._brief)
            line.update(picture if code is not None else "")


def _options(info: GameInfo) -> list[Option]:
    """The options in the order of their rows: the number of players first."""
    return sorted(info.options, key=lambda option: option.name != "players")


def _row_of(widget: Widget | None) -> FormRow | None:
    """The row that a control belongs to."""
    ancestors = () if widget is None else widget.ancestors
    return next((row for row in ancestors if isinstance(row, FormRow)), None)


def _said_of(row: FormRow | None) -> str:
    """The explanation of a row, to be shown below all of them."""
    return "" if row is None else row.about


def _in_words(info: GameInfo, error: OptionError) -> str:
    """A fault with the options called as the form calls them."""
    titles = {option.name: option.title or option.name for option in info.options}
    return re.sub(r"--([a-z-]+)", lambda hit: titles.get(hit[1], hit[1]), str(error))


def _check_clock(row: TextRow, info: GameInfo, settled: Mapping[str, Value]) -> None:
    """Refuse a text that is no clock."""
    texts = [text for text in row.text.split(",") if text.strip()]
    try:
        clock.read_all(texts, info.seated(settled))
    except OptionError as error:
        row.refuse(str(error))


def _check_rated(
    row: FormRow,
    info: GameInfo,
    settled: Mapping[str, Value],
    seats: Sequence[SeatForm],
    opening: AnyMatch | None,
) -> None:
    """Refuse a rated game whose result tells nothing."""
    try:
        if opening is not None:
            raise OptionError("a rated game begins on the empty board")
        ladder.refuse(info, settled, [seat.player for seat in seats if not seat.fault])
    except OptionError as error:
        row.refuse(_in_words(info, error))


def _even_level(
    rows: Sequence[SeatForm],
    strengths: Mapping[str, Mapping[str, Strength]],
    game_id: str,
    levels: CalibratedLevels,
) -> int | None:
    """The level that would be an even game for the human, where one plays alone."""
    names = [row.name_of_human for row in rows if row.name_of_human is not None]
    if len(names) != 1:
        return None
    known = strengths.get(names[0], {}).get(game_id)
    return None if known is None else even_level(known.rating.elo, levels)
