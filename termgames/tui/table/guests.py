"""What guests of a table do beside moves: they talk, agree, and see who sits where."""

from textual.message import Message

from termgames.core.text import quotable
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from termgames.play.together.news import (
    key_lines,
    proposal_line,
    seat_lines,
    seat_news,
    talk_line,
)
from termgames.tui.screens.dialogs import Choice, ChoiceDialog, LineDialog
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.connection import Connection
from termgames.tui.table.desk import Desk
from termgames.tui.table.turn import Turn

COMMANDS = (
    Command("talk", "colon", "Talk", "Say something to the others at the table", "Talk"),
    Command(
        "guests", "G", "Table", "Who sits where, what was said, and what the host can do", "Table"
    ),
)
_TALK_KEPT = 8
"""Lines of talk that the dialog of the table shows."""
_VOTES = (Choice("yes", "yes"), Choice("no", "no"))
_TALK, _WITHDRAW = "talk", "withdraw"


class Guests:
    """Tells what happens at the table of a connection beside the moves, and asks what the guest is
    to answer."""

    class Closed(Message):
        """The table has ended, or sent the guest away: `text` says why."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, mirror: Mirror, connection: Connection, desk: Desk, turn: Turn) -> None:
        self._mirror, self._visit, self._desk = mirror, connection.visit, desk
        self._turn = turn
        self._talk: list[str] = []
        self._asked = 0
        """The number of the proposal that was asked about last."""
        self._question: ChoiceDialog | None = None
        """The dialog that asks about it."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {"talk": Action(self._say), "guests": Action(self._show)}

    def tell(self, message: wire.FromTable) -> None:
        """Say what a message tells that the mirror has not taken over yet."""
        mirror, desk = self._mirror, self._desk
        match message:
            case wire.Said():
                line = talk_line(message)
                self._talk = [*self._talk, line][-_TALK_KEPT:]
                desk.notify(line, timeout=10)
            case wire.Note(text):
                desk.notify(quotable(text), timeout=10)
            case wire.Refused(_, _, text):
                desk.notify(quotable(text), title="Not done", severity="warning")
            case wire.Seats():
                for line in seat_news(mirror, message):
                    desk.notify(line)
            case wire.Proposed():
                self._hear_proposal(message)
            case wire.Welcome():
                self._asked = 0  # who is back is told anew what is open
                self._ask_no_more()
            case wire.Closed(text):
                self._ask_no_more()
                desk.post(self.Closed(quotable(text)))
            case wire.Asked(_, ply, seat) if seat == mirror.seat and self._is_new(ply):
                welcome = mirror.welcome
                self._turn.call(f"Your turn: {welcome.table}" if welcome else "Your turn")

    def _is_new(self, ply: int) -> bool:
        """Whether a question is another one than that open before."""
        before = self._mirror.asked
        return before is None or before.ply != ply

    def _hear_proposal(self, proposed: wire.Proposed) -> None:
        if self._mirror.seat in proposed.waiting:
            if proposed.number != self._asked:
                self._asked = proposed.number
                self._desk.run(self._vote, proposed)
            return
        self._ask_no_more()
        if proposed.waiting or not proposed.agreed:  # what was agreed on follows at once
            self._desk.notify(proposal_line(self._mirror, proposed))

    async def _vote(self, proposed: wire.Proposed) -> None:
        """Ask for a vote, once no other dialog is open; it is wanted no more where the proposal was
        settled meanwhile, or another window of the seat has voted."""
        await self._desk.dialogs.none_open()
        if not self._is_asked(proposed):
            return
        text = proposal_line(self._mirror, proposed).partition(":")[0] + "."
        self._question = ChoiceDialog("The table", text, _VOTES)
        answer = await self._desk.dialogs.show(self._question)
        self._question = None
        if answer and self._is_asked(proposed):
            self._visit.send(wire.Vote(proposed.number, answer == "yes"))

    def _is_asked(self, proposed: wire.Proposed) -> bool:
        """Whether the guest's vote on a proposal is wanted."""
        open_now = self._mirror.proposal
        same = open_now is not None and open_now.number == proposed.number == self._asked
        return same and open_now is not None and self._mirror.seat in open_now.waiting

    def _ask_no_more(self) -> None:
        """Close the dialog that asks for a vote."""
        if self._question is not None:
            self._question.dismiss("")

    async def _say(self) -> None:
        """Ask for a line of talk, and send it."""

        def send(text: str) -> str:
            self._visit.send(wire.Talk(text))
            return ""

        await self._desk.dialogs.show(LineDialog("Say to the others", "", send, verb="Say"))

    async def _show(self) -> None:
        """Who sits where, what was said, and what can be done: to talk, and the host's choices."""
        mirror = self._mirror
        lines = [*seat_lines(mirror), *(["", *self._talk] if self._talk else [])]
        orders: list[wire.Order] = []
        choices = [Choice("back to the game", "stay"), Choice("say something", _TALK)]
        if mirror.proposal is not None and mirror.proposal.by == mirror.seat:
            choices.append(Choice("withdraw what you proposed", _WITHDRAW))
        welcome = mirror.welcome
        if welcome is not None:
            lines += ["", f"Table {welcome.table}. Your key: {welcome.key}", *key_lines(mirror)]
        if welcome is not None and welcome.host:
            for text, order in _orders(mirror):
                choices.append(Choice(text, str(len(orders))))
                orders.append(order)
        answer = await self._desk.dialogs.choose("The table", "\n".join(lines), choices, safe=True)
        if answer == _TALK:
            await self._say()
        elif answer == _WITHDRAW and mirror.proposal is not None:
            self._visit.send(wire.Vote(mirror.proposal.number, yes=False))
        elif answer.isdecimal():
            self._visit.send(orders[int(answer)])


def _orders(mirror: Mirror) -> list[tuple[str, wire.Order]]:
    """What a host can do now, in words."""
    if mirror.seats is None or mirror.match is None:
        return []
    orders = []
    if not mirror.seats.begun:
        orders.append(("begin now, bots on free seats", wire.Order("start")))
    for each in mirror.seats.seats:
        seat = mirror.seat_name(each.seat)
        if each.kind != "bot" and not each.present:
            orders.append((f"let a bot play {seat}", wire.Order("bot", each.seat, "bot")))
        if each.kind == "guest" and not each.present and mirror.seats.begun:
            orders.append((f"let {seat} pass meanwhile", wire.Order("pass", each.seat)))
        if each.kind == "guest" and each.seat != mirror.seat:
            orders.append((f"free {seat} for others", wire.Order("free", each.seat)))
    talk = mirror.seats.talk
    switch = "no talk any more" if talk else "let guests talk"
    orders.append((switch, wire.Order("talk", value="no" if talk else "yes")))
    orders.append(("end the table", wire.Order("end")))
    return orders
