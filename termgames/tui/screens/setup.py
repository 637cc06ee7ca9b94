"""The form for a new game: which game, its options, and who plays."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static
from textual.widgets.select import NoSelection

from termgames import games
from termgames.core import maps
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Option, Value, number_text
from termgames.play.players import parse_player
from termgames.search.levels import LEVELS
from termgames.tui.newgame import NewGame, seated
from termgames.tui.widgets.keys import KeyLine

PLAYERS = ("human", *(f"bot:{level}" for level in LEVELS), "greedy", "random")
"""What the form offers for a seat."""


def map_select(value: str | None, row_id: str) -> Select[str]:
    """A choice of the maps there are; blank leaves the game its own. `value`, which may be a
    whole map, is the choice at first."""
    choices = [(Text(name), name) for name in dict.fromkeys((*maps.shipped(), *maps.own()))]
    if value is not None and all(value != name for _, name in choices):
        choices.append((Text(maps.find(value).name), value))
    start = Select.NULL if value is None else value
    return Select(choices, prompt="-", value=start, id=row_id, compact=True)


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

    def compose(self) -> ComposeResult:
        """Rows: the game where there are several, players, options."""
        with Vertical() as box:
            box.border_title = f"New game of {self._info.title}"
            with VerticalScroll(can_focus=False):
                if len(games.GAMES) > 1:
                    yield self._game_row()
                for seat in range(len(self._before.players)):
                    yield self._player_row(seat)
                for option in self._info.options:
                    yield self._option_row(option)
            with Vertical(id="foot"):
                yield Static(id="fault", markup=False)
                with Horizontal(id="buttons"):
                    yield Button("Back", id="back", compact=True)
                    yield Button("Begin", id="begin", variant="primary", compact=True)
        yield KeyLine(("begin", "focus_next"), ("cancel",))

    def on_mount(self) -> None:
        """The summary of the defaults."""
        self._check()

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
            players = seated(self._info.id, self._before.players)
            self._before = NewGame(self._info.id, {}, players)
            await self.recompose()
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
        if chosen is not None:
            self.dismiss(NewGame(self._info.id, chosen, self._players()))

    def action_cancel(self) -> None:
        """No new game."""
        self.dismiss(None)

    # -- rows ---------------------------------------------------------------------------

    def _game_row(self) -> Horizontal:
        titles = [(games.info(game_id).title, game_id) for game_id in games.GAMES]
        return Horizontal(
            Label("game"),
            Select(titles, value=self._info.id, allow_blank=False, id="game", compact=True),
            Static(self._info.summary, classes="help", markup=False),
            classes="row",
        )

    def _player_row(self, seat: int) -> Horizontal:
        now = self._before.players[seat]
        names = PLAYERS if now in PLAYERS else (*PLAYERS, now)
        return Horizontal(
            Label(self._info.seats[seat]),
            Select(
                [(parse_player(name).label, name) for name in names],
                value=now,
                allow_blank=False,
                id=f"player-{seat}",
                compact=True,
            ),
            Static("Moves first." if seat == 0 else "", classes="help", markup=False),
            classes="row",
        )

    def _option_row(self, option: Option) -> Horizontal:
        value = self._before.chosen.get(option.name)
        row_id = f"option-{option.name}"
        control: Select[str] | Input
        if option.kind in ("flag", "choice"):
            start = option.write(option.default if value is None else value)
            choices = [(text, text) for text in option.choices or ("no", "yes")]
            control = Select(choices, value=start, allow_blank=False, id=row_id, compact=True)
        elif option.kind == "map":
            control = map_select(None if value is None else str(value), row_id)
        else:
            offered = ", ".join(number_text(number) for number in option.offered)
            control = Input(
                "" if value is None else option.write(value),
                placeholder=offered,
                id=row_id,
                compact=True,
            )
        help_text = Static(option.help, classes="help", markup=False)
        return Horizontal(Label(option.name), control, help_text, classes="row")

    # -- reading the form ---------------------------------------------------------------

    def _players(self) -> tuple[str, ...]:
        seats = range(len(self._before.players))
        return tuple(str(self.query_one(f"#player-{seat}", Select).value) for seat in seats)

    def _chosen(self) -> dict[str, Value]:
        """The options that are not left at their defaults; OptionError for a bad text."""
        chosen: dict[str, Value] = {}
        for option in self._info.options:
            widget = self.query_one(f"#option-{option.name}")
            value: Value = None
            if isinstance(widget, Select) and not isinstance(widget.value, NoSelection):
                value = option.read(str(widget.value))
            elif isinstance(widget, Input) and widget.value.strip():
                value = option.read(widget.value)
            if value is not None and value != option.default:
                chosen[option.name] = value
        return chosen

    def _check(self) -> dict[str, Value] | None:
        """The options when they fit; else None, and the fault stands in the form."""
        try:
            fault = self.query_one("#fault", Static)
            button = self.query_one("#begin", Button)
        except NoMatches:  # a control reported its first value before the form was whole
            return None
        try:
            chosen = self._chosen()
            self._info.settle(chosen)
            for name in self._players():
                parse_player(name)
        except OptionError as error:
            fault.update(str(error))
            button.disabled = True
            return None
        fault.update("")
        button.disabled = False
        return chosen
