"""A match that is looked through, and other moves tried in it."""

from collections.abc import Sequence
from typing import Any

from termgames.core.errors import IllegalMove, Refusal, StorageError, UnreadableMove
from termgames.core.game import Seat
from termgames.play.advice import Lesson
from termgames.play.clock import TimeLeft
from termgames.play.events import LineChanged, NotesChanged
from termgames.play.match import AnyMatch, LostGame
from termgames.play.notes import Node, Place
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.timing import ClockNow
from termgames.play.sitting.variations import Variations


class Study:
    """One match being looked through, from its start on; nobody is asked anything, and nothing is
    saved.

    `tree` has the game and the variations beside it. What is shown is a match of its own: the game,
    or the line of a variation in its place.
    """

    reaction = awaits_bot = False
    undo_target: int | None = None
    lesson: Lesson | None = None

    def __init__(self, match: AnyMatch) -> None:
        """The variations are those in the notes of `match`, which nothing else changes, see
        `Variations`."""
        self.tree = Variations(match)
        self.tree.at = 0
        copy = match.copy()
        copy.notes = match.notes
        self.shown = Shown(copy)
        self.trying = False
        """Whether moves are tried on the board."""

    @property
    def clocks(self) -> list[ClockNow]:
        """The clocks of all seats that have one, as they were in the position shown."""
        match, ply = self.shown.match, self.shown.ply
        end = ply == match.ply
        clocks = []
        for seat in range(match.game.seats):
            left = match.time.left(seat, ply)
            if left is not None:
                flagged = end and match.loss == LostGame(seat, on_time=True)
                clocks.append(ClockNow(seat, TimeLeft(0.0) if flagged else left, False))
        return clocks

    # -- what there is to do ------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The seat to act in the position shown, None where the game is over."""
        actor = self.shown.match.actor(self.shown.ply)
        return actor if actor >= 0 else None

    @property
    def asked(self) -> Any:
        """The position shown."""
        return self.shown.position

    @property
    def can_play(self) -> bool:
        """Whether moves are tried, and one can be made here."""
        return self.trying and self.seat is not None

    going_on = can_play

    @property
    def hand_seat(self) -> Seat | None:
        """The seat to act, while moves are tried."""
        return self.seat if self.trying else None

    @property
    def aside(self) -> bool:
        """Whether a variation is shown, and not the game."""
        return self.tree.line() is not self.tree.match

    # -- going about --------------------------------------------------------------------

    def catch_up(self) -> None:
        """Put the tree's cursor at the position shown, after `Shown.look`."""
        if self.tree.ply != self.shown.ply:
            self.tree.look(self.shown.ply)

    def go(self, place: Place) -> None:
        """Show a position of the game or of a variation."""
        self.tree.at = place
        self._show()

    def to_game(self) -> None:
        """Show the game again, where the variation shown has left it."""
        self.tree.to_game()
        self._show()

    def beside(self, by: int) -> None:
        """Show the move that was tried before or after the one shown, if there is one."""
        if self.tree.beside(by):
            self._show()

    def follow(self, match: AnyMatch) -> None:
        """Show `match`, the same game as it went on elsewhere. If the last position was shown, the
        new last one is. StorageError when it is another game."""
        game, shown = self.tree.match, self.shown
        now, before = ((it.game.id, it.game.options, it.start.source) for it in (match, game))
        if now != before:
            raise StorageError("the file holds another game now")
        at_the_end = shown.ply == shown.match.ply
        for followed in (game, shown.match):
            followed.follow(match)
        shown.look(match.ply if at_the_end else shown.ply)

    # -- trying -------------------------------------------------------------------------

    def switch(self) -> None:
        """Try moves on the board, or no more."""
        self.trying = not self.trying
        self.shown.listen(LineChanged())

    def play(self, move: Any) -> Refusal | None:
        """Make another move than the game's, or the same, in the position shown. Why that is not
        possible, and nothing has changed then; None when it was made."""
        if not self.can_play:
            return Refusal("turn", "no moves are made here")
        before = self.tree.notes.count
        refusal = self.tree.play(move)
        if refusal is None:
            self._show(noted=self.tree.notes.count != before)
        return refusal

    def add_line(self, ply: int, moves: Sequence[str], comment: str) -> None:
        """Add a variation (see `Variations.add_line`, also for errors) and go to its first move.
        Where not all moves can be made one after the other, as dice come between them, it is the
        first alone."""
        try:
            end = self.tree.add_line(ply, moves, comment)
        except (IllegalMove, UnreadableMove):
            end = self.tree.add_line(ply, moves[:1], comment)
        self.tree.at = end
        self.tree.look(ply + 1)
        self._show(noted=True)

    def remove(self, node: Node) -> None:
        """Delete a move of a variation and all after it."""
        self.tree.remove(node)
        self._show(noted=True)

    def say(self, text: str) -> None:
        """Comment on the position shown; NotesFull for a text that is too long."""
        self.tree.say(text)
        self._show(noted=True)

    def _show(self, *, noted: bool = False) -> None:
        """Show where the tree's cursor is; `noted` is whether the notes have changed."""
        if noted:
            self.shown.listen(NotesChanged())
        line, shown = self.tree.line(), self.shown
        shown.match.follow(line)
        shown.look(self.tree.ply)
        shown.listen(LineChanged())


Sitting = Live | Study
