"""A game at a table elsewhere, seen and played by one of its guests."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from termgames.core.errors import StorageError
from termgames.core.text import escaped, listed, quotable
from termgames.play.bots.options import BotOptions
from termgames.play.bots.processes import BotProcesses
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from termgames.play.together.news import proposal_line, seat_lines, seat_news
from termgames.play.together.sitting import Distant
from termgames.play.together.visit import RETRIES, Visit
from termgames.tui.preferences import Preferences
from termgames.tui.screens.dialogs import Choice, LineDialog
from termgames.tui.screens.game import COMMANDS, KEYS, GameScreen, GameTexts
from termgames.tui.table.commands import Action, Command, bindings
from termgames.tui.widgets.prompt import Prompt

_ELSEWHERE = ("pause", "ponder", "stop", "redo", "new")
"""Commands that make no sense where the table is elsewhere."""
_OWN = (
    Command("talk", "t", "Talk", "Say something to the others at the table", "Talk"),
    Command("guests", "G", "Table", "Who sits where, what was said, what a host can do", "Table"),
)
_TALK_KEPT = 8
"""Lines of talk that the dialog of the table shows."""
_VOTES = (Choice("yes", "yes"), Choice("no", "no"))


class Connection:
    """Listens to a table in a thread of its own, and comes back when the connection breaks; what it
    hears is posted to a widget."""

    class Heard(Message):
        """Messages of the table came, see `waiting`."""

    class Broken(Message):
        """The connection broke, and is tried again, or was found again (`back`), or is given up
        (`over`); `text` says why it broke."""

        def __init__(self, text: str, *, back: bool = False, over: bool = False) -> None:
            super().__init__()
            self.text, self.back, self.over = text, back, over

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.waiting: deque[wire.FromTable] = deque()
        """What came and was not taken over yet. A screen that goes leaves the rest to the next."""
        self._target: Widget | None = None
        self._started = False

    def attach(self, target: Widget) -> None:
        """From now on `target` gets the messages."""
        self._target = target
        self._post(self.Heard())
        if not self._started:
            self._started = True
            threading.Thread(target=self._listen, name="table", daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                messages = self.visit.receive()
                self.waiting += messages
                self._post(self.Heard())
                if any(isinstance(message, wire.Closed) for message in messages):
                    return
            except StorageError as error:
                self._post(self.Broken(str(error)))
                if not self._come_back():
                    self._post(self.Broken(str(error), over=True))
                    return

    def _come_back(self) -> bool:
        for _ in range(RETRIES):
            time.sleep(1)
            try:
                self.visit.come_back()
            except StorageError:
                continue
            self._post(self.Broken("", back=True))
            return True
        return False

    def _post(self, message: Message) -> None:
        if self._target is not None:
            self._target.post_message(message)


class GuestTexts(GameTexts):
    """What is said to a guest."""

    distant: Distant
    broken = False
    closed = ""

    def prompt(self) -> Prompt | None:
        """As in a game, but for what has to do with the table."""
        mirror = self.distant.mirror
        if self.closed:
            return Prompt("The table has ended.", self.closed)
        if self.broken:
            return Prompt("The connection is lost.", "it is tried again: nothing is lost")
        if not mirror.begun:
            name = "" if mirror.welcome is None else mirror.welcome.table
            return Prompt(f"Waiting for {_missing(mirror)}.", f"join with: termgames join {name}")
        if self.distant.sent is not None:
            return Prompt("Your move is on its way.", "")
        prompt = super().prompt()
        away = _away(mirror)
        if prompt is None or self.distant.can_play or not away:
            return prompt
        return Prompt(prompt.sentence, f"{listed(away)} {'is' if len(away) == 1 else 'are'} away")


class GuestScreen(GameScreen):
    """One game of a table elsewhere, with the keys of a game that is played here. Dismissed with
    True when another game of the table has begun."""

    LISTED = (*COMMANDS, *_OWN)
    KEYS = (*KEYS, *(command.name for command in _OWN))
    BINDINGS: ClassVar[list[BindingType]] = bindings(_OWN)

    def __init__(self, connection: Connection, mirror: Mirror, preferences: Preferences) -> None:
        self.connection, self.mirror = connection, mirror
        live = Distant(mirror, connection.visit.send)
        nobody = BotProcesses(live.shown.match, BotOptions(), ())
        super().__init__(live, nobody, preferences)
        self._distant, self._number = live, mirror.number
        self._texts = GuestTexts(live, self.table, self.entering, self.bots)
        self._texts.distant = live
        self.table.texts = self._texts
        self._talk: list[str] = []

    def begin(self) -> None:
        """The first picture; from then on the table is heard."""
        self._follow_rules()
        self.show()
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
                self._tell(each)
                mirror.take(each)
                if mirror.number != self._number:
                    self.dismiss(None)
                    return
        except StorageError as error:
            self.notify(str(error), title="The table", severity="error", timeout=30)
            return
        self._follow_rules()
        self._distant.heard()

    def on_connection_broken(self, message: Connection.Broken) -> None:
        """The connection broke, or is there again."""
        self._texts.broken = not message.back
        if message.over:
            self.notify(quotable(message.text), title="The table is lost", severity="error",
                        timeout=60)  # fmt: skip
        self.show()

    def _tell(self, message: wire.FromTable) -> None:
        mirror = self.mirror
        match message:
            case wire.Said(_, name, text):
                line = f"{escaped(name)}: {escaped(text)}"
                self._talk = [*self._talk, line][-_TALK_KEPT:]
                self.notify(line, timeout=10)
            case wire.Note(text):
                self.notify(quotable(text), timeout=10)
            case wire.Refused(_, _, text):
                self.notify(quotable(text), title="Not done", severity="warning")
            case wire.Seats():
                for line in seat_news(mirror, message):
                    self.notify(line)
            case wire.Proposed():
                self._hear_proposal(message)
            case wire.Closed(text):
                self._texts.closed = quotable(text)
            case wire.Asked(_, ply, seat) if seat == mirror.seat and self._news(ply):
                self.app.bell()

    def _news(self, ply: int) -> bool:
        """Whether a question is another one than that open before."""
        before = self.mirror.asked
        return before is None or before.ply != ply

    def _hear_proposal(self, proposed: wire.Proposed) -> None:
        if not proposed.waiting and proposed.agreed:
            return  # what was agreed on follows at once
        if self.mirror.seat in proposed.waiting:
            self.desk.run(self._vote, proposed)
        else:
            self.notify(proposal_line(self.mirror, proposed))

    async def _vote(self, proposed: wire.Proposed) -> None:
        text = proposal_line(self.mirror, proposed).partition(":")[0] + "."
        answer = await self.desk.dialogs.choose("The table", text, _VOTES)
        if self.mirror.proposal is None or self.mirror.proposal.number != proposed.number:
            return
        self.connection.visit.send(wire.Vote(proposed.number, answer == "yes"))

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

        def advice(name: str) -> Callable[[], None]:
            def run() -> None:
                if self.mirror.analysis or match.over:
                    actions[name].run()
                else:
                    self.notify("At this table nobody asks bots for advice before the end.")

            return run

        own = super().own_actions(actions)
        return {
            **own,
            **dict.fromkeys(_ELSEWHERE, Action(lambda: None, lambda: False)),
            "undo": Action(undo, lambda: self.sitting.shown.present and self.sitting.can_undo),
            "rematch": Action(again, lambda: match.over and self.mirror.seat is not None),
            "analysis": replace(actions["analysis"], run=advice("analysis")),
            "hint": replace(actions["hint"], run=advice("hint")),
            "estimate": replace(actions["estimate"], run=advice("estimate")),
            "leave": Action(self._leave),
            "talk": Action(self._say),
            "guests": Action(self._show_guests),
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

    async def _say(self) -> None:
        """Ask for a line of talk, and send it."""

        def send(text: str) -> str:
            self.connection.visit.send(wire.Talk(text))
            return ""

        await self.desk.dialogs.show(LineDialog("Say to the others", "", send, verb="Say"))

    async def _show_guests(self) -> None:
        """Who sits where, what was said, and the host's choices."""
        mirror = self.mirror
        lines = [*seat_lines(mirror), *(["", *self._talk] if self._talk else [])]
        welcome = mirror.welcome
        if welcome is not None:
            lines += ["", f"Table {welcome.table}. Your key: {welcome.key}"]
        choices = [Choice("back to the game", "stay")]
        orders: list[wire.Order] = []
        if welcome is not None and welcome.host:
            for text, order in _orders(mirror):
                choices.append(Choice(text, str(len(orders))))
                orders.append(order)
        answer = await self.desk.dialogs.choose("The table", "\n".join(lines), choices, safe=True)
        if answer.isdecimal():
            self.connection.visit.send(orders[int(answer)])


def _missing(mirror: Mirror) -> str:
    """The seats that the game waits for."""
    if mirror.seats is None or mirror.match is None:
        return "the table"
    names = [
        mirror.match.seat_name(each.seat)
        for each in mirror.seats.seats
        if each.kind == "free" or not each.ready
    ]
    return listed(names) or "the table"


def _away(mirror: Mirror) -> list[str]:
    """The names of guests who are away."""
    seats = () if mirror.seats is None else mirror.seats.seats
    return [
        escaped(quotable(each.name, 40))
        for each in seats
        if each.kind == "guest" and not each.present
    ]


def _orders(mirror: Mirror) -> list[tuple[str, wire.Order]]:
    """What a host can do now, in words."""
    if mirror.seats is None or mirror.match is None:
        return []
    orders = []
    if not mirror.seats.begun:
        orders.append(("begin now, bots on free seats", wire.Order("start")))
    for each in mirror.seats.seats:
        seat = mirror.match.seat_name(each.seat)
        if each.kind != "bot" and not each.present:
            orders.append((f"let a bot play {seat}", wire.Order("bot", each.seat, "bot")))
        if each.kind == "guest" and each.seat != mirror.seat:
            orders.append((f"free {seat} for others", wire.Order("free", each.seat)))
    talk = mirror.seats.talk
    switch = "no talk any more" if talk else "let guests talk"
    orders.append((switch, wire.Order("talk", value="no" if talk else "yes")))
    orders.append(("end the table", wire.Order("end")))
    return orders
