"""Why a move is played, in words, from what searches expect with it and without it, and from what
the rules say that it does.

Nothing is known here of any game: regions are connected cells whose owners change, and
lines are those that decide a game.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from termgames.core.arrays import Floats
from termgames.core.display import AnyDisplay, Line
from termgames.core.game import AnyGame, Seat
from termgames.core.text import counted, listed, points_text, sentence
from termgames.core.topology import Cell
from termgames.play.text.places import at, place
from termgames.study import lines
from termgames.study.judge import Comparison, expected_owner

_CHANGES = 0.25
"""A cell belongs to a region that a move is about where the chance that a seat owns it changes by
this much."""
_WORTH = 1.5
"""Points that a move must gain in a region, or deny to another, to be spoken of."""
_THREAT = 3.0
"""Points that a move must threaten to gain."""
KINDS: Mapping[str, str] = {
    **dict.fromkeys(("replaces", "captures"), "captures"),
    **dict.fromkeys(("wins", "comes", "draws", "needs"), "lines"),
    **dict.fromkeys(("takes", "gains", "threatens"), "ground to take"),
    **dict.fromkeys(("keeps", "saves"), "ground and stones to keep"),
    "weakens": "attacks",
}
"""What a move is about, by the verb with which its reason begins."""
OTHER = "other moves"
"""What a move is about whose reason is not known."""
_NAMED = 2
"""How many regions are named, the greatest ones, and how many effects on lines."""


@dataclass(frozen=True)
class ChangedArea:
    """Connected cells whose expected owners a move changes."""

    cells: tuple[Cell, ...]
    gained: float
    """Cells that the mover owns more, counted by their chances."""
    before: float
    """Cells that the mover would own without the move."""
    denied: tuple[float, ...]
    """By seat: cells that it owns less."""


@dataclass(frozen=True)
class Outlook:
    """Who is expected to own each cell at the end; all (cells, seats)."""

    after: Floats
    """After the move."""
    without: Floats
    """If the turn goes by instead."""
    twice: Floats | None = None
    """If the mover moves once more before he is answered; None where that cannot be."""


def regions(game: AnyGame, seat: Seat, after: Floats, without: Floats) -> list[ChangedArea]:
    """The regions that a seat gains by a move or denies to others, the greatest gain first; `after`
    and `without` as in `Outlook`."""
    mine = after[:, seat] - without[:, seat]
    theirs = np.delete(without - after, seat, axis=1).max(axis=1)
    changed = {int(cell) for cell in np.flatnonzero(np.maximum(mine, theirs) >= _CHANGES)}
    found = []
    for cells in _connected(game, changed):
        at = list(cells)
        lost = (without[at] - after[at]).sum(axis=0)
        denied = tuple(0.0 if other == seat else float(x) for other, x in enumerate(lost))
        found.append(
            ChangedArea(cells, float(mine[at].sum()), float(without[at, seat].sum()), denied)
        )
    return sorted(found, key=lambda region: -max(region.gained, *region.denied))


def _connected(game: AnyGame, cells: set[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The parts of some cells that are connected, each in ascending order."""
    left = set(cells)
    while left:
        part = [left.pop()]
        for cell in part:
            near = left.intersection(game.topology.adjacent[cell])
            left -= near
            part += near
        yield tuple(sorted(part))


def reason(
    display: AnyDisplay,
    state: Any,
    line: Sequence[Any],
    outlook: Outlook | None,
) -> str:
    """What the first move of a line does, and how it is answered, in one or two sentences; empty
    where there is nothing to say. `state` is the position as its player knows it."""
    steps = [step.move for step in lines.steps(display.game, state, line)]
    if not steps:
        return ""
    if display.game.format(steps[0]) == "pass":
        done = [*_resting(display, state, outlook)]
        return f"{sentence('; '.join(done))}." if done else ""
    done = [*_at_once(display, state, steps[0])]
    if outlook is not None and display.counts_cells:
        done += _expected(display.game, state, outlook)
    answered = _answered(display, state, steps)
    texts = [sentence(listed(done))] if done else []
    return " ".join(f"{text}." for text in (*texts, answered) if text)


def reason_compared(display: AnyDisplay, state: Any, compared: Sequence[Comparison]) -> str:
    """What the best move does that the one which was played does not, as `reason`; the searches of
    all comparisons of the two are asked, and the line is that of the last."""
    after = expected_owner([look for each in compared for look in each.after_best])
    played = expected_owner([look for each in compared for look in each.after_played])
    outlook = None if after is None or played is None else Outlook(after, played)
    return reason(display, state, compared[-1].line[:1], outlook)


def kind(reason: str) -> str:
    """What a move with that reason is about: one of `KINDS`, else OTHER."""
    return KINDS.get(reason.partition(" ")[0].lower(), OTHER)


def _resting(display: AnyDisplay, state: Any, outlook: Outlook | None) -> Iterator[str]:
    """Why a seat passes: what it has cannot change, and it wins by it."""
    game, seat = display.game, display.game.to_act(state)
    score = game.score(state)
    if outlook is not None and np.ptp(outlook.after[:, seat]) > 0:
        owned = outlook.after[:, seat]
        if (np.minimum(owned, 1 - owned) < _CHANGES).all():
            yield "nothing of yours can change"
    if score.winners == (seat,) and not display.is_early(state):
        mine, *others = (score.totals[seat], *np.delete(score.totals, seat))
        lead = points_text(min(abs(mine - other) for other in others))
        yield f"you are ahead by {lead}" if display.most_wins else f"you hold the middle by {lead}"


def _at_once(display: AnyDisplay, state: Any, move: Any) -> Iterator[str]:
    """What the rules say that a move does."""
    game, seat = display.game, display.game.to_act(state)
    after = game.apply(state, move)
    stones, then = game.stones(state), game.stones(after)
    own = game.colour(state, seat) + 1
    for other in range(game.seats):
        colour = game.colour(state, other) + 1
        if colour == own:
            continue
        name = game.seat_name(state, other)
        gone = [cell for cell, stone in enumerate(stones) if stone == colour != then[cell]]
        replaced = [cell for cell in gone if then[cell]]
        if replaced:
            yield f"replaces {name}'s {_stones_on(game, replaced)}"
        if len(gone) > len(replaced):
            yield f"captures {counted(len(gone) - len(replaced), 'stone')} of {name}"
    yield from _on_lines(seat, *map(display.lines, (state, after)))


def _on_lines(seat: Seat, before: Sequence[Line], after: Sequence[Line]) -> Iterator[str]:
    """What a move of a seat does in the lines that decide the game."""
    done = Counter[str]()
    for old, new in zip(before, after, strict=True):
        if not old.needed or not new.needed:
            done["wins"] += new.owner == seat != old.owner
            continue
        was, now = _ahead(old, seat), _ahead(new, seat)
        if now > 0 >= was:
            done["comes first in"] += 1
        elif now == 0 > was:
            done["draws level in"] += 1
        elif now > 0 and new.needed[seat] < old.needed[seat]:
            done["needs fewer stones in"] += 1
    weighed = [
        what
        for what in ("wins", "comes first in", "draws level in", "needs fewer stones in")
        if done[what]
    ]
    for what in weighed[:_NAMED]:
        yield f"{what} {counted(done[what], 'line')}"


def _ahead(line: Line, seat: Seat) -> int:
    """By how many stones a seat is nearer to winning a line than all others."""
    others = (needed for other, needed in enumerate(line.needed) if other != seat)
    return min(others) - line.needed[seat]


def _stones_on(game: AnyGame, cells: Sequence[Cell]) -> str:
    names = listed([game.topology.names[cell] for cell in cells])
    return f"{'stone' if len(cells) == 1 else 'stones'} on {names}"


def _expected(game: AnyGame, state: Any, outlook: Outlook) -> Iterator[str]:
    """What is expected of the regions that a move is about."""
    seat, named = game.to_act(state), dict[str, list[str]]()
    for region in regions(game, seat, outlook.after, outlook.without)[:_NAMED]:
        what, where, points = _effect(game, state, region)
        if points >= _WORTH:
            named.setdefault(what, []).append(_with_points(where, points))
    yield from (f"{what} {listed(where)}" for what, where in named.items())
    if outlook.twice is not None:
        for region in regions(game, seat, outlook.twice, outlook.after)[:1]:
            if region.gained >= _THREAT:
                where = place(game.topology, region.cells)
                yield f"threatens {_with_points(where, region.gained)}"


def _effect(game: AnyGame, state: Any, region: ChangedArea) -> tuple[str, str, float]:
    """What a move does to a region, as `takes`; the region, as `the centre` or `in the centre`; and
    by how many points."""
    stones, seat = game.stones(state), game.to_act(state)
    whole, inside = (name(game.topology, region.cells) for name in (place, at))
    most = int(np.argmax(region.denied))
    if region.gained < region.denied[most] / 2:
        return f"keeps {game.seat_name(state, most)} out of", whole, region.denied[most]
    own = sum(stones[cell] == game.colour(state, seat) + 1 for cell in region.cells)
    theirs = sum(stones[cell] == game.colour(state, most) + 1 for cell in region.cells)
    if most != seat and theirs > own:
        weakens = f"weakens {counted(theirs, 'stone')} of {game.seat_name(state, most)}"
        return weakens, inside, region.gained
    if own:
        return f"saves {counted(own, 'stone')}", inside, region.gained
    held = region.before > len(region.cells) / 2
    return "keeps" if held else "takes", whole, region.gained


def _with_points(where: str, points: float) -> str:
    """`the upper left corner (about 12 points)`."""
    return f"{where} (about {counted(round(points), 'point')})"


def _answered(display: AnyDisplay, state: Any, steps: Sequence[Any]) -> str:
    """`White's best reply is c4`, or how the mover goes on; empty where chance is next, the
    game is over, or the reply has no stones."""
    game, seat = display.game, display.game.to_act(state)
    after = game.apply(state, steps[0])
    for move in steps[1:]:
        actor = game.to_act(after)
        if not game.cells_of(move):
            return ""
        if actor != seat:
            name = sentence(game.seat_name(after, actor))
            return f"{name}'s best reply is {display.named(move)}"
        after = game.apply(after, move)
    return ""
