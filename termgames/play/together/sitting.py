"""The sitting of a guest: a live game whose moves are judged and kept at a table elsewhere."""

from collections.abc import Callable
from typing import Any

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.play.events import Changed, Event, Thinker
from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.live import Live
from termgames.play.sitting.thinkers import Nobody
from termgames.play.together import wire
from termgames.play.together.clocks import ToldTiming
from termgames.play.together.mirror import Mirror


class Distant(Live):
    """The game of a mirror, for the guest of its seat; what he does is sent to the table.

    A move of his own is on the board once the table has it. Nothing is saved here.
    """

    def __init__(
        self,
        mirror: Mirror,
        send: Callable[[wire.FromGuest], None],
        listen: Callable[[Event], None] = lambda event: None,
    ) -> None:
        assert mirror.match is not None
        others: dict[Seat, Thinker] = {
            seat: Nobody() for seat in range(mirror.match.game.seats) if seat != mirror.seat
        }
        super().__init__(mirror.match, bots=others, listen=listen)
        self.shown.view.apart = True
        self.timing = ToldTiming(self.shown, self.thinkers, self.taught, mirror)
        self.mirror, self._send = mirror, send
        self.sent: Any = None
        """The guest's move that the table has not answered yet."""
        self._answers = mirror.answers

    def advance(self) -> None:
        """Pass for a guest who rests. Everything else goes on at the table by itself."""
        prompt = self._match.prompt()
        if prompt is not None and self.can_play:
            move = self.resting.answer(prompt)
            if move is not None:
                self._send_move(move)

    @property
    def can_play(self) -> bool:
        """Whether a move made on the board now would be sent to the table."""
        asked = self.mirror.asked
        return self.sent is None and asked is not None and asked.seat == self.seat and self._mine

    @property
    def _mine(self) -> bool:
        return self.shown.present and self.seat in self.humans

    def play(self, move: Any) -> Refusal | None:
        """Send a move to the table. Answers why it cannot be played, as far as the guest may
        know."""
        if self.seat is not None:
            self.resting.end(self.seat)
        return self._send_move(move)

    def _send_move(self, move: Any) -> Refusal | None:
        prompt, asked = self._match.prompt(), self.mirror.asked
        if prompt is None or asked is None or not self.can_play:
            return Refusal("turn", "it is not your turn")
        refusal: Refusal | None = self._match.game.refuse(prompt.state, move)
        if refusal is None:
            self.sent = move
            self._send(wire.MakeMove(asked.serial, self._match.game.format(move)))
            self.shown.listen(Changed())
        return refusal

    def heard(self) -> None:
        """Messages of the table have come: show what they have changed."""
        if self.mirror.answers != self._answers:
            self.sent, self._answers = None, self.mirror.answers
        self.advance()
        self.shown.listen(Changed())

    def accept_for(self, seat: Seat, when: When | None) -> None:
        """Tell the table whether moves of others are accepted for the guest."""
        self.shown.auto_answers.set(seat, when)
        self._send(wire.Always(when == "all"))

    def resign(self, seat: Seat | None = None) -> None:
        """Give the game up, at the table."""
        self._send(wire.Resign())

    def undo(self) -> bool:
        """Propose to take a move back; whether there is one."""
        if self.undo_target is None:
            return False
        self._send(wire.Wish("undo"))
        return True

    def redo(self) -> bool:
        """False: what was taken back is played again by its player."""
        return False
