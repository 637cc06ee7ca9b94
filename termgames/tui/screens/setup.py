"""The form for a new game: which game, its options, and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from termgames import games
from termgames.core import maps
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo, Option, Value
from termgames.play import profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevels
from termgames.play.new_game import NewGame, seated
from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Button, Label, Select, Static
from termgames.tui.widgets.mapview import preview
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.seatform import SeatForm

BESIDE = 6
"""Rows of the border, the foot with a fault of a line, and the line of keys."""


class SetupScreen(ModalScreen[NewGame | None]):
    """The form; dismissed with what was chosen, or None. `before` fills it in."""

    DEFAULT_CSS = """
    SetupScreen {
        align: center middle;
        & > Vertical {
            width: 78;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            margin-bottom: 1;
            background: $surface;
            border: round $primary;
            border-title-color: $text;
            padding: 0 1;
        }
        & VerticalScroll { height: auto; padding: 0 1; }
        & #foot { dock: bottom; height: auto; background: $surface; }
        & .row { height: auto; }
        & Label { width: 11; text-align: right; margin-right: 2; text-style: bold; }
        & Input, & Select { width: 24; margin-right: 2; }
        & .help { width: 1fr; color: $text-muted; }
        & #levels { width: 1fr; height: auto; padding-left: 13; }
        & #fault { height: auto; color: $text-error; padding: 0 1; }
        & #buttons { height: auto; padding: 0 1; align-horizontal: right; }
        & Button { margin-left: 2; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next"),
        Binding("ctrl+s,f10", "begin", "Begin", key_display="^s"),
        Binding("escape", "cancel", "Back"),
    ]

    def __init__(self, before: NewGame) -> None:
        super().__init__()
        self._info: GameInfo = games.info(before.game_id)
        self._before = before
        self._fill()

    def _fill(self) -> None:
        """Make what the form holds, for the game chosen."""
        names = {option.name for option in self._info.options}
        players = seated(self._info.id, self._before.players)
        levels = self._ladder(self._info.settle({}))
        self._seat_rows = [
            SeatForm(seat, side, player, levels, profiled=profiles.OPTION in names)
            for seat, (side, player) in enumerate(zip(self._info.seats, players, strict=True))
        ]
        self._option_rows = [
            OptionRow(option, self._before.chosen.get(option.name)) for option in self._options()
        ]
        self._scroll = VerticalScroll(can_focus=False)
        self._levels, self._fault = Static(id="levels", classes="help"), Static(id="fault")
        self._begin = Button("Begin", id="begin", primary=True)

    def compose(self) -> ComposeResult:
        """Rows: the game where there are several, players, options."""
        with Vertical() as box:
            box.border_title = Content(f"New game of {self._info.title}")
            with self._scroll:
                if len(games.names()) > 1:
                    yield self._game_row()
                yield from (*self._seat_rows, self._levels, *self._option_rows)
            with Vertical(id="foot"):
                yield self._fault
                with Horizontal(id="buttons"):
                    yield Button("Back", id="back")
                    yield self._begin
        yield KeyLine(("begin", "focus_next"), ("cancel",))

    def on_mount(self) -> None:
        """The summary of the defaults."""
        self._check()

    def on_resize(self, event: events.Resize) -> None:
        """What does not fit between the border, the foot and the keys is scrolled."""
        self._scroll.styles.max_height = event.size.height - BESIDE

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The row that is at hand is seen whole, with what is said of it."""
        for row in event.widget.ancestors:
            if isinstance(row, Widget) and row.has_class("row"):
                row.scroll_visible(animate=False)
                return

    def on_input_changed(self) -> None:
        """Say at once what does not fit."""
        self._check()

    def on_input_submitted(self) -> None:
        """Enter in a field begins the game."""
        self.action_begin()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Another game has other options; another choice may not fit."""
        if event.select.id == "game" and event.value != self._info.id:
            self._info = games.info(str(event.value))
            self._before = NewGame(self._info.id, {}, self._before.players)
            self._fill()
            await self.recompose()
            self.query_one("#game", Select).focus()
        self._check()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin, or back."""
        if event.button.id == "begin":
            self.action_begin()
        else:
            self.action_cancel()

    def action_begin(self) -> None:
        """Begin when everything fits."""
        chosen = self._check()
        if chosen is None:
            return
        rows = [row for row in self._seat_rows if row.display]
        try:
            for row in rows:
                row.keep()
        except StorageError as error:
            self.app.notify(str(error), title="The profiles are not kept", severity="warning")
        self.dismiss(NewGame(self._info.id, chosen, tuple(row.player for row in rows)))

    def action_cancel(self) -> None:
        """No new game."""
        self.dismiss(None)

    # -- rows ---------------------------------------------------------------------------

    def _game_row(self) -> Horizontal:
        titles = [(info.title, info.id) for info in games.infos()]
        return Horizontal(
            Label("game"),
            Select(titles, value=self._info.id, allow_blank=False, id="game"),
            Static(self._info.summary, classes="help"),
            classes="row",
        )

    def _options(self) -> list[Option]:
        """In the order of their rows: how many play comes first."""
        return sorted(self._info.options, key=lambda option: option.name != "players")

    # -- reading the form ---------------------------------------------------------------

    def _seats(self, settled: Mapping[str, Value]) -> list[SeatForm]:
        """The rows of those who play with these options; the others are put away."""
        playing = len(self._info.seated(settled))
        rows = self._seat_rows
        for seat, row in enumerate(rows):
            row.display = seat < playing
        return rows[:playing]

    def _ladder(self, settled: Mapping[str, Value]) -> CalibratedLevels:
        """The levels of bots on the board that is chosen."""
        return calibrated_levels.levels_on(self._info.id, settled)

    def _chosen(self) -> dict[str, Value]:
        """The options that are not left at their defaults; OptionError for a bad text."""
        chosen: dict[str, Value] = {}
        for option, row in zip(self._options(), self._option_rows, strict=True):
            value = row.value
            if value is not None and (value != option.default or option.played is not None):
                chosen[option.name] = value
        return chosen

    def _check(self) -> dict[str, Value] | None:
        """The options when they fit; else None, and the fault stands in the form."""
        try:
            chosen = self._chosen()
            settled = self._info.settle(chosen)
            levels, rows = self._ladder(settled), self._seats(settled)
            wrong = next(filter(None, (row.check(levels) for row in rows)), "")
            basis = calibrated_levels.basis(levels) if any(row.rated for row in rows) else ""
            self._levels.update(basis)
            self._levels.display = bool(basis)
            self._show_map(settled)
        except OptionError as error:
            wrong = str(error)
        self._fault.update(wrong)
        self._begin.disabled = bool(wrong)
        return None if wrong else chosen

    def _show_map(self, settled: Mapping[str, Value]) -> None:
        """What the map looks like that is chosen, or that follows from what is."""
        for line in filter(None, (row.preview for row in self._option_rows)):
            code, players = settled.get("map"), settled.get("players")
            line.display = code is not None
            if code is not None:
                number = players if isinstance(players, int) else None
                ascii = self.app.has_class("-ascii")
                line.update(preview(maps.find(str(code)), number, ascii=ascii))
