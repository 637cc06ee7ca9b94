"""What the saved games say of who played them: results, streaks, ratings."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from termgames.core.errors import StorageError
from termgames.play.history import ended, figures
from termgames.play.history.figures import PersonFigures
from termgames.play.text import statistics
from termgames.tui.screens.base import Screen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static


class StatisticsScreen(Screen[None]):
    """The figures of one person, by game, board, opponent and seat; of who played most at first."""

    DEFAULT_CSS = """
    StatisticsScreen {
        & > Vertical { padding: 1 2 0 2; }
        & #person { text-style: bold; height: auto; }
        & #summary { height: auto; margin-bottom: 1; color: $text-muted; }
        & VerticalScroll { height: 1fr; }
        & #figures { width: auto; height: auto; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,right", "turn(1)", "Next person", key_display="tab", id="results.next"),
        Binding("shift+tab,left", "turn(-1)", "The one before", show=False, id="results.previous"),
        Binding("escape,q", "back", "Back", key_display="esc", id="results.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._people: list[PersonFigures] = []
        self._shown = 0

    def compose(self) -> ComposeResult:
        """The person, his games in a line, and the tables below."""
        with Vertical():
            yield Static("Results", id="person")
            yield Static("Reading the saved games", id="summary")
            with VerticalScroll():
                yield Static(id="figures")
        yield KeyLine(("turn",), ("back",))

    def on_mount(self) -> None:
        """Read the saved games beside the screen."""
        self.query_one(VerticalScroll).focus()
        self.read()

    def on_resize(self) -> None:
        """Tables that do not fit lose a column."""
        self._draw()

    @work(thread=True)
    def read(self) -> None:
        """Count the saved games; hands the figures to the screen's own thread."""

        def progress(done: int, of: int) -> None:
            self.app.call_from_thread(self.say, f"Reading the saved games, {done} of {of}")

        try:
            found = ended.ended_games(progress)
        except StorageError as error:
            self.app.call_from_thread(self.say, str(error))
            return
        people = [figures.of(person, found) for person in figures.people(found)]
        self.app.call_from_thread(self.fill, people)

    def say(self, text: str) -> None:
        """A line in place of the figures."""
        if not self.dismissed:
            self.query_one("#summary", Static).update(text)

    def fill(self, people: list[PersonFigures]) -> None:
        """Show the figures, those of the first person at first."""
        if self.dismissed:
            return
        self._people = people
        if not people:
            self.say(statistics.NOTHING)
        self._draw()
        self.refresh_bindings()

    def _draw(self) -> None:
        if not self._people:
            return
        shown = self._people[self._shown]
        number = f"  ({self._shown + 1} of {len(self._people)})" if self._people[1:] else ""
        self.query_one("#person", Static).update(f"{statistics.name_of(shown.person)}{number}")
        self.say(statistics.summary(shown))
        parts: list[Content] = []
        # A blank on either side, and a bar beside the tables.
        for section in statistics.sections(shown, self.size.width - 6):
            heading = Content.styled(section.heading, "bold $primary")
            parts += [heading, *map(Content, section.lines), Content("")]
        self.query_one("#figures", Static).update(Content("\n").join(parts))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nobody to turn to where one person plays alone."""
        return action != "turn" or len(self._people) > 1

    def action_turn(self, step: int) -> None:
        """The figures of another person."""
        self._shown = (self._shown + step) % len(self._people)
        self._draw()

    def action_back(self) -> None:
        """Leave."""
        self.dismiss(None)
