"""A game at a table elsewhere, seen and played by one of its guests."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual.binding import BindingType

from termgames.core.errors import StorageError
from termgames.play.bots.options import BotOptions
from termgames.play.bots.processes import BotProcesses
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from termgames.play.together.news import away, missing, since
from termgames.play.together.sitting import Distant
from termgames.tui.preferences import Preferences
from termgames.tui.screens.dialogs import Choice
from termgames.tui.screens.game import ADVICE, COMMANDS, KEYS, GameScreen, GameTexts
from termgames.tui.table import guests
from termgames.tui.table.commands import Action, bindings, withheld
from termgames.tui.table.connection import Connection
from termgames.tui.table.guests import Guests
from termgames.tui.table.table_screen import Part
from termgames.tui.widgets.prompt import Prompt

_ELSEWHERE = ("pause", "ponder", "stop", "redo", "new")
"""Commands that make no sense where the table is elsewhere."""


class GuestTexts(GameTexts):
    """What is said to a guest."""

    distant: Distant
    broken = False
    closed = ""

    def prompt(self) -> Prompt | None:
        """As in a game, but for what has to do with the table."""
        mirror = self.distant.mirror
        if self.distant.shown.match.over:
            return None
        if self.closed:
            return Prompt("The table has ended.", self.closed)
        if self.broken:
            return Prompt("The connection is lost.", "trying again: nothing is lost")
        if not mirror.begun:
            name = "" if mirror.welcome is None else mirror.welcome.table
            return Prompt(f"Waiting for {missing(mirror)}.", f"join with: termgames join {name}")
        if self.distant.sent is not None:
            return Prompt("Your move is on its way.", "")
        prompt = super().prompt()
        note = away(mirror)
        if prompt is None or self.distant.can_play or not note:
            return prompt
        return Prompt(prompt.sentence, note)


class GuestScreen(GameScreen):
    """One game of a table elsewhere, with the keys of a game that is played here. Dismissed, too,
    when another game of the table has begun."""

    LISTED = (*COMMANDS, *guests.COMMANDS)
    KEYS = (*KEYS, *(command.name for command in guests.COMMANDS))
    BINDINGS: ClassVar[list[BindingType]] = bindings(guests.COMMANDS)

    def __init__(self, connection: Connection, mirror: Mirror, preferences: Preferences) -> None:
        self.connection, self.mirror = connection, mirror
        live = Distant(mirror, connection.visit.send)
        nobody = BotProcesses(live.shown.match, BotOptions(), ())
        super().__init__(live, nobody, preferences)
        self.fault: StorageError | None = None
        """Why the table had to be left; None as long as there is no such reason."""
        self._distant, self._number = live, mirror.number
        self._texts = GuestTexts(live, self.table, self.entering, self.bots)
        self._texts.distant = live
        self.table.texts = self._texts

    def furnish(self, parts: Iterable[Part]) -> None:
        """The parts of a game, and the guests."""
        self.guests = Guests(self.mirror, self.connection, self.desk, self.turn)
        super().furnish((*parts, self.guests))

    def begin(self) -> None:
        """The first picture; from then on the table is heard."""
        self._follow_rules()
        self.show()
        self.show_turn()
        if told := since(self.mirror):
            self.notify(told, title="The table", timeout=15)
        self.connection.attach(self)

    # -- what comes from the table --------------------------------------------------------

    def on_connection_heard(self, message: Connection.Heard) -> None:
        """Messages of the table: take them over, and say what they tell."""
        mirror, waiting = self.mirror, self.connection.waiting
        if self.dismissed:
            return
        try:
            while waiting:
                each = waiting.popleft()
                self.guests.tell(each)
                mirror.take(each)
                if mirror.number != self._number:
                    self.dismiss(None)
                    return
        except StorageError as error:
            self._give_up(error)
            return
        self._follow_rules()
        self._distant.heard()
        self.show_turn()

    def show_turn(self) -> None:
        """Tell beyond the screen that the guest's move is wanted."""
        asked, welcome = self.mirror.asked, self.mirror.welcome
        mine = asked is not None and welcome is not None and asked.seat == welcome.seat
        self.turn.title(f"your turn: {welcome.table}" if mine and welcome else "")

    def on_guests_closed(self, message: Guests.Closed) -> None:
        """The table has ended, or sent the guest away; the end of a game stays in sight."""
        self._texts.closed = message.text
        if self.sitting.shown.match.over:
            self.notify(message.text, title="The table has ended", timeout=15)
        self.show()

    def on_connection_broken(self, message: Connection.Broken) -> None:
        """The connection broke, or is there again."""
        self._texts.broken = not message.back
        if message.over:
            self._give_up(StorageError(message.text))
            return
        self.show()

    def _give_up(self, fault: StorageError) -> None:
        """Leave a table that is lost, or is none."""
        self.fault = fault
        if not self.dismissed:
            self.dismiss(None)

    def _follow_rules(self) -> None:
        """Analysis as the table allows it."""
        over = self.sitting.shown.match.over
        allowed = self.mirror.analysis or over or self.mirror.seat is None
        self.table.analysis.on = allowed and self.desk.preferences.analysis

    # -- commands -------------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Taking back and another game are proposed to the others."""
        visit, match = self.connection.visit, self.sitting.shown.match

        def undo() -> None:
            self.sitting.undo()

        def again() -> None:
            visit.send(wire.Wish("new"))

        def may_go_on() -> bool:
            return match.over and self.mirror.seat is not None and not self._texts.closed

        def why_unasked() -> str:
            asked = self.mirror.analysis or match.over
            return "" if asked else "At this table bots give no advice before the game ends."

        def may_undo() -> bool:
            return self.sitting.shown.present and self.sitting.undo_target is not None

        own = super().own_actions(actions)
        return {
            **own,
            **dict.fromkeys(_ELSEWHERE, Action(lambda: None, lambda: False)),
            "undo": Action(undo, may_undo),
            "rematch": Action(again, may_go_on),
            **{name: withheld(actions[name], why_unasked) for name in ADVICE},
            "leave": Action(self._leave),
        }

    async def _leave(self) -> None:
        """The table goes on without the guest, who may come back."""
        match = self.sitting.shown.match
        if match.over or self.mirror.seat is None:
            self.dismiss(None)
            return
        choices = [Choice("leave; your seat stays yours", "leave"), Choice("stay", "stay")]
        if match.game.resigns and self.mirror.begun:
            choices.append(Choice("resign", "resign"))
        answer = await self.desk.dialogs.choose(
            "Leave?", "The game is not over: the others go on, or wait.", choices, safe=True
        )
        if answer == "leave":
            self.dismiss(None)
        elif answer == "resign":
            self.sitting.resign()
