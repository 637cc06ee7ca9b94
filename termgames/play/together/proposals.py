"""What guests propose to each other, and how they vote."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from termgames.core.game import Seat
from termgames.play.together import wire
from termgames.play.together.guests import Declined, Guests

PROPOSALS = {"undo": "to take a move back", "new": "to begin another game"}


class Proposals:
    """One proposal at a time. `agreed` does what all have agreed to, `undo` or `new`."""

    def __init__(
        self, guests: Guests, agreed: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        """`changed` is called when something is open that was not, or no longer."""
        self._guests, self._agreed, self._changed = guests, agreed, changed
        self.open: wire.Proposed | None = None
        """What is not settled."""
        self._made = 0

    def make(self, what: str, by: Seat, asked: Iterable[Seat]) -> None:
        """A seat proposes something to the seats that are `asked`."""
        self._made += 1
        self._ask(wire.Proposed(self._made, what, by, tuple(asked)))

    def vote(self, seat: Seat, vote: wire.Vote, name: str) -> None:
        """A seat, whose guest is called so, answers a proposal, or withdraws its own; Declined
        where it is not asked."""
        proposal = self.open
        withdrawn = proposal is not None and seat == proposal.by and not vote.yes
        if (
            proposal is None
            or proposal.number != vote.number
            or not (withdrawn or seat in proposal.waiting)
        ):
            raise Declined("vote", "you are not asked about that")
        if vote.yes:
            self.excuse(seat)
            return
        self.drop()
        if not withdrawn:
            self._guests.note(f"{name} does not want {PROPOSALS[proposal.what]}.")

    def excuse(self, seat: Seat) -> None:
        """The vote of a seat is wanted no more: it has agreed, or nobody sits there."""
        if self.open is not None and seat in self.open.waiting:
            left = tuple(each for each in self.open.waiting if each != seat)
            self._ask(replace(self.open, waiting=left))

    def drop(self) -> None:
        """What was proposed is off."""
        proposal, self.open = self.open, None
        if proposal is not None:
            self._guests.tell(replace(proposal, waiting=()))
            self._changed()

    def _ask(self, proposal: wire.Proposed) -> None:
        """Wait for those who have not voted; where nobody is left, it is done."""
        agreed = not proposal.waiting
        self.open = None if agreed else proposal
        self._guests.tell(replace(proposal, agreed=agreed))
        self._changed()
        if agreed:
            self._agreed(proposal.what)
