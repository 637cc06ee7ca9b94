"""A move in the making: the cells picked for it, or a whole move laid at the cursor (the stamp),
and what the keys do to them. It needs no screen.

The entry asks the game's `Display` what the picks amount to and knows no rule itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from termgames.core.display import AnyDisplay, Draft, Origin, Pick, Stamp
from termgames.core.errors import Refusal
from termgames.core.topology import Cell

NOTHING: Draft[Any] = Draft((), "incomplete", "")
"""The draft while no move can be entered."""

_FORMS, _TURNS = 4, 6
"""Upper bounds of the number of forms that a stamp has, and of ways to turn it."""


@dataclass(frozen=True)
class Outcome:
    """What a key or click led to besides a changed draft: a move to play, or a refusal."""

    move: Any = None
    refusal: Refusal | None = None


class Entry:
    """The draft of one position, in one of two ways of entry.

    Cell by cell, or with the stamp: a whole move at the cursor, which turns and changes
    its form. The way of entry and the stamp's form outlast the position.
    """

    def __init__(self, display: AnyDisplay, colours: int) -> None:
        self._display = display
        self._colours = colours
        self._state: Any = None
        self._drafts: dict[tuple[Pick, ...], Draft[Any]] = {}
        self._stamps: dict[tuple[Cell, int, int, int], Stamp[Any] | None] = {}
        self._wanted: int | None = None
        self.open = False
        self.colour: int | None = None
        self.picks: tuple[Pick, ...] = ()
        self.stamp_on = False
        self.form = self.turn = self.variant = 0

    @property
    def marking(self) -> bool:
        """Whether picks mark stones, see `Draft`; `submit` makes the move then."""
        return self.open and self._draft(()).marks

    @property
    def can_stamp(self) -> bool:
        """Whether the game has whole moves that can be laid on the board at once."""
        return self._display.can_stamp

    def show(self, state: Any, *, can_play: bool, colour: int | None) -> None:
        """A new position: the draft starts empty. Of the same one it stays as it is."""
        if state is self._state and (can_play, colour) == (self.open, self.colour):
            return
        self._state = state
        self._drafts.clear()
        self._stamps.clear()
        self.open, self.colour = can_play, colour
        self.clear()

    def origins(self) -> Sequence[Origin]:
        """The marked points of the position."""
        return self._display.origins(self._state)

    # -- what there is ------------------------------------------------------------------

    def draft(self, at: Cell) -> Draft[Any]:
        """The draft to show when the cursor is on `at`: the stamp's there, or the picks'."""
        stamp = self.stamp(at)
        if stamp is not None:
            return stamp.draft
        draft = self._draft(self.picks)
        return draft if self._wanted is None else replace(draft, next_colour=self._wanted)

    def picked(self) -> Draft[Any]:
        """The draft of the picks alone, whether or not the stamp is on."""
        return self._draft(self.picks)

    def stamp(self, at: Cell) -> Stamp[Any] | None:
        """The stamp at `at`, or None when it is off."""
        if not (self.stamp_on and self.open and self.can_stamp):
            return None
        key = (at, self.form, self.turn, self.variant)
        if key not in self._stamps:
            self._stamps[key] = self._display.stamp(self._state, *key)
        return self._stamps[key]

    def next_colour(self) -> int | None:
        """The colour of the stone the next pick places, or None when nothing is placed."""
        if not self.open or self.stamp_on:
            return None
        return self._wanted if self._wanted is not None else self._draft(self.picks).next_colour

    # -- cell by cell -------------------------------------------------------------------

    def pick(self, cell: Cell, *, again: bool) -> Outcome:
        """Choose `cell`, or take it back when it is chosen.

        On a complete draft, its own cells play the move; `again` says whether another
        cell does so too or begins a new draft.
        """
        if not self.open:
            return Outcome()
        if self.marking:
            return self._mark(cell)
        draft = self._draft(self.picks)
        # A chosen cell is taken back, unless the game lets it be chosen once more.
        chosen = cell not in draft.follow and any(pick.cell == cell for pick in self.picks)
        if draft.status == "complete" and (chosen or again):
            return Outcome(move=draft.move)
        if chosen:
            self._set(tuple(pick for pick in self.picks if pick.cell != cell))
            return Outcome()
        colour = self.next_colour()
        if colour is None:
            colour = self.colour or 0
        wider = self._draft((*self.picks, Pick(cell, colour)))
        if wider.status == "refused" and draft.status == "complete":
            wider = self._draft((Pick(cell, self._draft(()).next_colour or 0),))
        if wider.status == "refused":
            return Outcome(refusal=wider.refusal)
        self._set(wider.picks)
        if wider.status == "complete" and len(wider.picks) == 1 and not wider.follow:
            # Nothing is left to choose: a second key for one stone would only annoy.
            return Outcome(move=wider.move)
        return Outcome()

    def submit(self) -> Outcome:
        """The move that the picks amount to, or why they are none."""
        draft = self._draft(self.picks)
        return Outcome(draft.move, draft.refusal)

    def _mark(self, cell: Cell) -> Outcome:
        """Mark the group of a stone as dead, or take the mark back."""
        if cell in self._draft(self.picks).cleared:
            left = [pick for pick in self.picks if cell not in self._draft((pick,)).cleared]
            self._set(tuple(left))
            return Outcome()
        wider = self._draft((*self.picks, Pick(cell, self.colour or 0)))
        if wider.refusal is None:
            self._set(wider.picks)
        return Outcome(refusal=wider.refusal)

    def back(self) -> None:
        """Take back the last pick."""
        self._set(self.picks[:-1])

    def clear(self) -> None:
        """Take back all picks."""
        self._set(())

    def toggle_colour(self) -> bool:
        """Change the colour of the next stone; False when there is no choice."""
        colour = self.other_colour()
        if colour is not None:
            self._wanted = colour
        return colour is not None

    def other_colour(self) -> int | None:
        """Another colour that the next stone may have, or None when there is no choice."""
        draft, now = self._draft(self.picks), self.next_colour()
        if now is None or not draft.follow:
            return None
        probe = min(draft.follow)
        others = ((now + step) % self._colours for step in range(1, self._colours))
        tried = ((other, self._draft((*self.picks, Pick(probe, other)))) for other in others)
        return next((other for other, draft in tried if draft.status != "refused"), None)

    # -- the stamp ----------------------------------------------------------------------

    def toggle_stamp(self) -> bool:
        """Switch between cell by cell and the stamp; False when the game has no stamp."""
        if not self.can_stamp:
            return False
        self.stamp_on = not self.stamp_on
        self.clear()
        return True

    def place(self, at: Cell) -> Outcome:
        """Play the stamp at `at`."""
        stamp = self.stamp(at)
        return Outcome() if stamp is None else Outcome(stamp.draft.move, stamp.draft.refusal)

    def rotate(self, by: int) -> None:
        """Turn the stamp."""
        self.turn += by

    def reshape(self) -> None:
        """The next form of the stamp."""
        self.form += 1

    def cycle(self) -> None:
        """Give the one stone of the other colour to another cell, of the stamp or of the picks."""
        if self.stamp_on:
            self.variant += 1
        elif self.picks:
            before = (self.picks[-1], *self.picks)
            pairs = zip(self.picks, before, strict=False)
            self._set(tuple(Pick(pick.cell, other.colour) for pick, other in pairs))

    def take_up(self, picks: tuple[Pick, ...]) -> Cell:
        """Make the stones of a legal move the draft, or turn and shape the stamp into them. Returns
        the cell where the cursor belongs then."""
        if self.marking:
            self.clear()
            for pick in picks:
                if pick.cell not in self.picked().cleared:  # one stands for its group
                    self._set((*self.picks, pick))
            return picks[-1].cell
        before, wanted = (self.form, self.turn, self.variant), set(picks)
        ways = product(
            (pick.cell for pick in picks), range(_FORMS), range(_TURNS), range(len(picks))
        )
        for at, *way in ways if self.stamp_on else ():
            self.form, self.turn, self.variant = way
            stamp = self.stamp(at)
            if stamp is not None and set(stamp.picks) == wanted:
                return at
        self.form, self.turn, self.variant = before
        self.stamp_on = False
        self._set(picks)
        return picks[-1].cell

    def _draft(self, picks: tuple[Pick, ...]) -> Draft[Any]:
        if not self.open:
            return NOTHING
        if picks not in self._drafts:
            self._drafts[picks] = self._display.draft(self._state, picks)
        return self._drafts[picks]

    def _set(self, picks: tuple[Pick, ...]) -> None:
        self.picks = picks
        self._wanted = None
