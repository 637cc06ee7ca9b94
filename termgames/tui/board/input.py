"""`BoardInput`, what keys and mouse do on a board: they move the cursor and make a move. It needs
no screen: it says what happened by calling back."""

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from termgames.core.display import AnyDisplay, Draft, Pick
from termgames.core.errors import Refusal
from termgames.core.game import AnyGame
from termgames.core.topology import Cell, Topology
from termgames.play.pictures.seen import Scene
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.entry import Entry, Outcome

HighlightKind = Literal["fault", "hint"]
Event = Literal["draft", "move", "entry", "refusal", "cursor"]
_EDITS = ("back", "clear", "toggle_colour", "rotate", "reshape", "cycle")
"""What keys do to the move in the making, as `Entry` calls it."""


class BoardInput:
    """The cursor, the move in the making, and what was refused.

    `happened` gets the name of an event and its value: "draft" with the new draft, "move" with a
    move that was decided on, "entry" with whether whole moves are laid now, "refusal" with the
    reason, "cursor" with its cell. `changed` is called when other highlights have to be drawn; it
    is told whether the cursor was moved by keys, so that it has to be brought into sight.
    """

    def __init__(
        self,
        game: AnyGame,
        display: AnyDisplay,
        *,
        happened: Callable[[Event, Any], None],
        changed: Callable[[bool], None],
        drawn: Callable[[], Topology],
    ) -> None:
        """`drawn` answers the topology as it is drawn now."""
        self.entry = Entry(display, game.seats)
        self._pointing = True
        self.untouched = True
        """Whether no key and no mouse has done anything in this position yet."""
        self.hinted = False
        """Whether a move was proposed in this position, be it one without stones."""
        self.highlights = Scene()
        self._game, self._display = game, display
        self._happened, self._changed_by = happened, changed
        self._moves, self._drawn = CursorMoves(game.topology), drawn
        self._state: Any = None
        self._stones = bytes(game.topology.cells)
        self._reported: Draft[Any] | None = None
        self._refused = self._laid = False
        self._usable: tuple[bool, ...] = ()

    def show(
        self, state: Any, *, can_play: bool, colour: int | None, pointing: bool = True
    ) -> None:
        """A new position: the draft and all highlights are dropped."""
        self._pointing = pointing
        self._state, self._stones = state, self._game.stones(state)
        self.highlights, self.hinted = Scene(), False
        self.entry.show(state, can_play=can_play, colour=colour)
        self._reported, self._refused, self.untouched = None, False, True
        self._go_to_origin()

    def _go_to_origin(self) -> None:
        """Where one of a few marked points has to be picked next, put the cursor on the nearest."""
        follow = self.entry.picked().follow
        if follow and self.cell not in follow:
            marked = {origin.cell for origin in self.entry.origins()}
            if follow <= marked:
                self._moves.put(min(follow, key=self._moves.distance))

    @property
    def cell(self) -> Cell:
        """The cell that the next key acts on."""
        return self._moves.cell

    @property
    def draft(self) -> Draft[Any]:
        """The move in the making: the picks', or the stamp's at the cursor."""
        return self.entry.draft(self.cell)

    def scene(self, *, active: bool) -> Scene:
        """Everything that is highlighted, `active` while keys go to the board. What the screen
        wants highlighted is at fault until the next key, all else until the next position."""
        entry, highlights, cursor, stones = self.entry, self.highlights, self.cell, self._stones
        draft, colour = entry.picked(), entry.next_colour()
        stamp = None if self._laid else entry.stamp(cursor)
        refusal = stamp and stamp.draft.refusal
        picks = stamp.picks if stamp else entry.picks
        hover = Pick(cursor, colour) if colour is not None and cursor in draft.follow else None
        if entry.marking:
            hover, picks = None, tuple(Pick(cell, stones[cell] - 1) for cell in draft.cleared)
        inviting = frozenset[Cell]()
        if entry.picks and not entry.marking:
            inviting = _worth_marking(draft.follow, stones)
        if not active:
            hover = None
            if highlights.proposed or highlights.hints:
                # A move that is typed takes the place of one that is picked.
                picks = ()
        faded = frozenset[Cell]()
        marked = {origin.cell for origin in entry.origins()} if draft.follow else set()
        if draft.status == "incomplete" and not draft.follow <= marked and not inviting:
            usable = draft.follow | {pick.cell for pick in draft.picks}
            empty = (cell for cell, stone in enumerate(stones) if not stone)
            faded = frozenset(cell for cell in empty if cell not in usable)
        scene = replace(
            highlights,
            cursor=cursor,
            active=active,
            framed=stamp is None,
            picks=picks,
            hover=hover,
            refused=refusal is not None,
            faults=highlights.faults | (frozenset(refusal.cells) if refusal else frozenset()),
            faded=faded,
            inviting=inviting,
            cleared=draft.cleared,
            along=self._game.topology.aligned[cursor],
        )
        return scene if self._pointing else replace(scene, cursor=None, along=frozenset())

    def highlight(self, cells: Iterable[Cell], kind: HighlightKind = "fault") -> None:
        """Highlight cells in place of those before: as at fault until the next key, or as a
        hint until the next position."""
        self._light(**{f"{kind}s": frozenset(cells)})

    def _light(self, **changed: Any) -> None:
        """Change what the screen wants highlighted."""
        self.highlights = replace(self.highlights, **changed)
        self._changed_by(False)

    def propose(self, move: Any | None) -> None:
        """Show the stones of a move that may be played here, as a hint, or drop them.

        They last until the next position.
        """
        self.hinted = move is not None
        self._light(proposed=() if move is None else self._stones_of(move))

    def _stones_of(self, move: Any) -> tuple[Pick, ...]:
        """The stones that lie where a move was made."""
        after = self._game.stones(self._game.apply(self._state, move))
        cells = self._game.cells_of(move)
        return tuple(Pick(cell, after[cell] - 1) for cell in cells if after[cell])

    def annotate(
        self, labels: Mapping[Cell, Sequence[str]], stones: Sequence[Pick] | None = None
    ) -> None:
        """Write on cells, see `Scene`, and show stones that lie there in a line of play, or leave
        the proposed ones as they are (None). They last until the next position."""
        proposed = self.highlights.proposed if stones is None else tuple(stones)
        self._light(labels=labels, proposed=proposed)

    def take_up(self, move: Any) -> bool:
        """Make a move that may be played here the move in the making; False where laying its
        stones is not all of it: nothing is picked then but the stones that it marks as dead."""
        self.hinted, marking = True, self.entry.marking
        self._light(proposed=())
        picks = self._dead(move) if marking else self._stones_of(move)
        if picks and self.entry.open:
            at = self.entry.take_up(picks)
            if self.entry.draft(at).status == "complete":
                self._go(partial(self._moves.put, at))
                return not marking
            self._moves.put(at)
        # It does more than lay stones, as one that moves a stone does, or something else.
        self.clear()
        return False

    def _dead(self, move: Any) -> tuple[Pick, ...]:
        """The stones that a move proposes as dead."""
        agreement = self._display.agreement(self._game.apply(self._state, move))
        dead = (agreement.dead or ()) if agreement is not None else ()
        return tuple(Pick(cell, self._stones[cell] - 1) for cell in dead)

    # -- actions ------------------------------------------------------------------------

    def run(self, name: str, *arguments: Any) -> None:
        """Do what a key does, by the action's name."""
        if name in _EDITS:
            self._edit(partial(getattr(self.entry, name), *arguments))
        else:
            getattr(self, name)(*arguments)

    def can(self, name: str) -> bool:
        """Whether there is anything to do by that name: some actions need the stamp to be on or a
        pick to be there."""
        entry = self.entry
        if name in ("rotate", "reshape"):
            return entry.stamp_on
        if name == "toggle_stamp":
            return entry.can_stamp
        if name == "cycle":
            return entry.stamp_on or len({pick.colour for pick in entry.picks}) > 1
        if name == "toggle_colour":
            return entry.other_colour() is not None
        if name == "seek":
            return bool(entry.picked().follow)
        if name in ("back", "clear"):
            # With nothing to take back the screen may use the key.
            return bool(entry.picks) or self._refused
        return True

    def keys_changed(self) -> bool:
        """Whether the set of keys that do something differs from that at the last call."""
        draft, before = self.draft, self._usable
        picked = bool(draft.picks), bool(draft.follow), draft.move is not None
        self._usable = (*picked, *map(self.can, (*_EDITS, "seek", "toggle_stamp")))
        return self._usable != before

    def walk(self, right: int, down: int, steps: int = 1) -> None:
        """Move the cursor."""
        self._go(partial(self._moves.go, (right, down), steps))

    def row_end(self, side: int) -> None:
        """Move the cursor to an end of its row."""
        self._go(partial(self._moves.row_end, side))

    def seek(self, step: int) -> None:
        """Move the cursor to the next cell, or the one before, that the draft can go on with."""
        cells = sorted(self.entry.picked().follow)
        if cells:
            at = bisect_left(cells, self.cell) if step < 0 else bisect(cells, self.cell)
            self._go(partial(self._moves.put, cells[(at + min(step, 0)) % len(cells)]))

    def point(self, cell: Cell) -> None:
        """The mouse points at a cell."""
        if cell != self.cell:
            self._go(partial(self._moves.put, cell), follow=False)

    def choose(self, again: bool) -> None:
        """Place the stamp; or choose the cell, take it back, or play a complete draft."""
        if self.entry.stamp_on:
            self._carry_out(self.entry.place(self.cell))
        else:
            self._carry_out(self.entry.pick(self.cell, again=again))

    def submit(self) -> None:
        """Make the move of the picks."""
        self._carry_out(self.entry.submit())

    def clear(self) -> None:
        """Take back all picks."""
        self._edit(self.entry.clear)

    def toggle_stamp(self) -> None:
        """Switch between picking cells and the stamp."""
        self._forget_refusal()
        if self.entry.toggle_stamp():
            self._reported = None
            self._changed()
            self._happened("entry", self.entry.stamp_on)

    # -- what follows -------------------------------------------------------------------

    def _edit(self, change: Callable[[], object]) -> None:
        """Change the move in the making."""
        self._forget_refusal()
        change()
        self._changed()

    def _forget_refusal(self) -> None:
        """Forget the last refusal; the draft is posted again, so that its text goes as well."""
        self.highlights = replace(self.highlights, faults=frozenset())
        self._laid = False
        if self.untouched or self._refused:
            self._reported = None
        self.untouched = self._refused = False

    def _carry_out(self, outcome: Outcome) -> None:
        self._forget_refusal()
        refusal: Refusal | None = outcome.refusal
        self._laid = outcome.move is not None
        if refusal is None:
            self._changed()
        else:
            self.highlight(refusal.cells)
            self.report()
            self._refused = True
            self._happened("refusal", refusal)
        if outcome.move is not None:
            self._happened("move", outcome.move)

    def _go(self, move: Callable[[], None], *, follow: bool = True) -> None:
        """Move the cursor; `follow` unless the mouse moved it."""
        before = self.cell
        self._moves.lie(self._drawn())
        move()
        self._forget_refusal()
        moved = self.cell != before
        self._changed(follow=moved and follow)
        if moved:
            self._happened("cursor", self.cell)

    def _changed(self, *, follow: bool = False) -> None:
        """Draw the highlights anew, and report the draft when it has changed."""
        self._changed_by(follow)
        self.report()

    def report(self) -> None:
        """Pass the draft to `happened`, unless it is the one that was passed last."""
        draft = self.draft
        if draft != self._reported:
            self._reported = draft
            self._happened("draft", draft)


def _worth_marking(follow: frozenset[Cell], stones: bytes) -> frozenset[Cell]:
    """The cells that a move can go on with; where most of the free ones are among them, those
    with a stone alone."""
    most = 2 * len(follow) > stones.count(0)
    return frozenset(cell for cell in follow if stones[cell]) if most else follow
