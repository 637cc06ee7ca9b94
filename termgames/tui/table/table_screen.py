"""What all screens with a table have in common: a sitting, parts, and an order of keys."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from textual import events, on
from textual.app import ComposeResult, SystemCommand
from textual.message import Message

from termgames.play.events import Changed, Estimated, Event
from termgames.play.sitting.study import Sitting
from termgames.tui.analyst import Analyst
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen
from termgames.tui.table import entering
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.answers import Answers
from termgames.tui.table.commands import Action, Command, CommandTable, keys_by_name
from termgames.tui.table.desk import Desk, PreferencesChanged
from termgames.tui.table.entering import Entering
from termgames.tui.table.hint import Hint
from termgames.tui.table.table import Table
from termgames.tui.widgets.entry import MoveEntry
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.question import QuestionBox

S = TypeVar("S", bound=Sitting)
T = TypeVar("T")

LAST_KEYS = ("help", "leave")
"""The end of every line of keys; these are never left out."""


class Part(Protocol):
    """A part of a screen that does something when a key is pressed."""

    def actions(self) -> dict[str, Action]:
        """What its commands do, by their names."""


class TableScreen(Screen[T], Generic[S, T]):
    """A screen with a table. Each kind makes its parts, and hands them to `furnish`."""

    LISTED: ClassVar[Sequence[Command]]
    """The commands there are."""
    KEYS: ClassVar[Sequence[str]]
    """Commands in the order in which the line of keys shows them, before `LAST`."""
    LAST: ClassVar[Sequence[str]] = LAST_KEYS

    commands: CommandTable

    def __init__(self, sitting: S, preferences: Preferences) -> None:
        super().__init__()
        self.sitting = sitting
        self.desk = Desk(self, preferences)
        self.table = Table(sitting, self.desk)
        self.board = self.table.board
        self.answers = Answers(sitting, self.board, self.desk)
        self.answers.advised = self.table.analysis.hint.advises
        self.entry = MoveEntry(self.answers.judge, id="entry")
        """The line for typed moves."""
        self.entering = Entering(self.table, self.entry, self.answers)
        self.table.column.below_prompt = (self.entry,)

    def furnish(self, parts: Iterable[Part]) -> None:
        """Take these parts, beside those of every table."""
        actions: dict[str, Action] = {}
        usual: tuple[Part, ...] = (self.table, self.table.column, self.answers, self.entering)
        for part in (*usual, *parts):
            actions |= part.actions()
        self.commands = CommandTable(self.LISTED, actions | self.own_actions(actions), self.desk)

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """What the screen itself does, or in another way than its parts, whose `actions` are."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        yield KeyLine(self.KEYS, self.LAST)

    def on_mount(self) -> None:
        """Listen to the sitting, and begin."""
        self.table.texts.commands = self.commands
        self.sitting.shown.listen = self.hear
        self.begin()

    def on_unmount(self) -> None:
        """Nobody listens any more."""
        self.sitting.shown.listen = _ignore

    def begin(self) -> None:
        """The first picture."""
        self.show()

    def hear(self, event: Event) -> None:
        """An event of the sitting."""
        match event:
            case Changed():
                self.show()
            case Estimated():
                self.table.weigh()

    def show(self) -> None:
        """Everything as the sitting has it."""
        self.answers.refusal = None
        self.table.show()
        self.entering.show_question()

    def hidden_keys(self) -> Collection[str]:
        """Keys that would do nothing on the board, or be refused."""
        return {*self.table.position.hidden_keys(), *self.answers.hidden_keys()}

    # -- what the parts report ----------------------------------------------------------

    @property
    def takes_moves(self) -> bool:
        """Whether what the player enters is heard."""
        return True

    @entering.hears
    def entered(self, message: Message) -> None:
        """The player entered something."""
        if self.takes_moves:
            self.entering.hear(message)

    def on_paste(self, event: events.Paste) -> None:
        """A move copied from elsewhere."""
        self.entering.paste(event)

    def on_question_box_cards_wanted(self, message: QuestionBox.CardsWanted) -> None:
        """The player wants to see the hand before answering."""
        self.action_run("cards")

    def on_answers_refused(self, message: Answers.Refused) -> None:
        """What was tried may not be done."""
        self.table.show_prompt()

    @on(Analysis.TextChanged)
    @on(Hint.Changed)
    def show_thinking(self) -> None:
        """There is something else to say about the position."""
        self.table.show_thinking()

    def on_analysis_switched(self, message: Analysis.Switched) -> None:
        """Candidates are seen, or no longer."""
        self.table.show()

    def on_hint_board_wanted(self, message: Hint.BoardWanted) -> None:
        """A hint was taken up."""
        self.table.focus_board()

    def on_analyst_reported(self, message: Analyst.Reported) -> None:
        """A bot beside the game has an opinion, or a better one."""
        if self.table.analysis.on_report(message):
            self.table.show_players()
            if message.final:
                self.table.show_graph()

    def on_analyst_ended(self, message: Analyst.Ended) -> None:
        """A bot beside the game broke down."""
        if self.table.analysis.on_end(message):
            self.notify(message.fault, title="No analysis", severity="warning")

    def on_preferences_changed(self, message: PreferencesChanged) -> None:
        """The player changed how things are shown."""
        if message.values.keys() & {"look", "ascii"}:
            self.table.dress_anew()

    # -- commands -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that do nothing now."""
        return bool(self.commands.state(str(parameters[0]))) if action == "run" else True

    def action_run(self, name: str) -> None:
        """Run a command by its name."""
        self.commands.run(name)

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers here."""
        return list(self.commands.palette(self.action_run, keys_by_name(self)))


def _ignore(event: Event) -> None:
    """Hear nothing."""
