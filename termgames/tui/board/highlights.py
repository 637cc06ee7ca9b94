"""The highlights over the position: the cursor, the move in the making, faults, hints."""

from dataclasses import replace

from termgames.core.display import Pick
from termgames.core.topology import Cell
from termgames.play.pictures.seen import Scene
from termgames.tui.board.entry import Entry


def scene_of(
    entry: Entry,
    highlights: Scene,
    stones: bytes,
    cursor: Cell,
    *,
    active: bool,
    laid: bool = False,
) -> Scene:
    """The `highlights` of the screen (cells at fault until the next key, all else until the next
    position) and everything else highlighted over `stones` (cells,); `active` while keys go to the
    board, `laid` while the cursor has not moved since the stamp was laid there: the stamp is shown
    again when it moves."""
    draft = entry.picked()
    stamp = None if laid else entry.stamp(cursor)
    picks, colour = entry.picks, entry.next_colour()
    hover = Pick(cursor, colour) if colour is not None and cursor in draft.follow else None
    if stamp is not None:
        picks = stamp.picks
    if entry.marking:
        hover = None
        picks = tuple(Pick(cell, stones[cell] - 1) for cell in draft.cleared)
    refused = stamp is not None and stamp.draft.status == "refused"
    faults = highlights.faults
    if refused and stamp is not None and stamp.draft.refusal is not None:
        faults |= frozenset(stamp.draft.refusal.cells)
    inviting: frozenset[Cell] = frozenset()
    if entry.picks and not entry.marking:
        inviting = _worth_marking(draft.follow, stones)
    if not active:
        hover = None
        if highlights.proposed or highlights.hints:
            # A move that is typed takes the place of one that is picked.
            picks = ()
    faded: frozenset[Cell] = frozenset()
    marked = {origin.cell for origin in entry.origins()} if draft.follow else set()
    if draft.status == "incomplete" and not draft.follow <= marked and not inviting:
        usable = draft.follow | {pick.cell for pick in draft.picks}
        faded = frozenset(
            cell for cell, stone in enumerate(stones) if not stone and cell not in usable
        )
    return replace(
        highlights,
        cursor=cursor,
        active=active,
        framed=stamp is None,
        picks=picks,
        hover=hover,
        refused=refused,
        faults=faults,
        faded=faded,
        inviting=inviting,
        cleared=draft.cleared,
    )


def _worth_marking(follow: frozenset[Cell], stones: bytes) -> frozenset[Cell]:
    """The cells that a move can go on with; where most of the free ones are among them, those
    with a stone alone."""
    most = 2 * len(follow) > stones.count(0)
    return frozenset(cell for cell in follow if stones[cell]) if most else follow
