"""The end of a game of Mitropia: agreeing on dead stones, and the count (rules 18 to 22).

`count` goes from the last board to the totals and keeps every step, so that a screen can
show them one by one. It takes the board, the prisoners, the alliances, the points on cards and
the stones agreed dead; `counted` takes them from a state.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core.errors import Refusal
from termgames.core.game import NEUTRAL, Score, ScorePart, Seat
from termgames.core.regions import territory
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.options import SEATS, Scoring
from termgames.games.mitropia.questions import Settle
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.alliance import Occupiers, blocs
from termgames.games.mitropia.stones.placing import sides
from termgames.games.mitropia.stones.prisoners import Prisoners, divide, no_prisoners, plus
from termgames.games.mitropia.turns.reactions import AGREED, play_on
from termgames.go.board import groups
from termgames.go.dead_stones import Agree, Dead, Decline


@dataclass(frozen=True)
class Taken:
    """Stones that are removed before the count."""

    cells: tuple[Cell, ...]
    """Ascending."""
    gained: Prisoners
    """What each player gains of them."""


@dataclass(frozen=True)
class Fill:
    """One prisoner put back (rule 20): its holder, its colour, and the point of that colour's
    territory on which it is put."""

    holder: Seat
    colour: Seat
    cell: Cell


@dataclass(frozen=True)
class Count:
    """The whole count; everything by seat unless it says otherwise."""

    scoring: Scoring
    breathless: tuple[Taken, ...]
    """Groups without liberties, which are removed first, all together."""
    dead: tuple[Taken, ...]
    """Stones agreed dead: one entry for each owner of a territory they lie in, and one for
    stones that nobody gains."""
    stones: bytes
    """(cells,): the board after both were removed."""
    prisoners: Prisoners
    """Holder x colour, after both and before any is put back."""
    owner: tuple[int, ...]
    """(cells,): the seat whose territory each point is, NEUTRAL, or NOBODY for a stone."""
    fills: tuple[Fill, ...]
    """In the order in which they are put back, colour by colour; none in area scoring."""
    ground: tuple[int, ...]
    """Points of territory before prisoners are put back."""
    area: tuple[int, ...]
    """Stones on the board; all 0 where they do not count."""
    territory: tuple[int, ...]
    """`ground` less the prisoners put back; in area scoring `ground` and `area` together."""
    kept: tuple[int, ...]
    """Prisoners that were not put back; all 0 in area scoring."""
    cards: tuple[int, ...]
    """Points on cards."""
    occupiers: Occupiers
    shared_win: bool = False
    """Whether the occupied share the win of the head of their bloc (a house rule)."""

    @property
    def own(self) -> tuple[int, ...]:
        """Each seat's own total, before anything goes to an occupier."""
        return tuple(map(sum, zip(self.territory, self.kept, self.cards, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Rules 13 and 21: the points of a bloc count for its head."""
        totals = [0] * len(self.own)
        for points, top in zip(self.own, blocs(self.occupiers), strict=True):
            totals[top] += points
        return tuple(totals)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All players with the highest total of those who are not occupied (rule 21), and where the
        win is shared those under them."""
        free = [seat for seat, above in enumerate(self.occupiers) if above is None]
        best = max(self.totals[seat] for seat in free)
        first = {seat for seat in free if self.totals[seat] == best}
        heads = blocs(self.occupiers) if self.shared_win else range(len(self.occupiers))
        return tuple(seat for seat, head in enumerate(heads) if head in first)

    def report_fields(self, names: Sequence[str]) -> Mapping[str, Any]:
        """The count as JSON values: by what is counted, then by the seat's name."""

        def by_name(values: Sequence[Any]) -> dict[str, Any]:
            return dict(zip(names, values, strict=True))

        return {
            "scoring": self.scoring,
            "territory_left": by_name(self.territory),
            "prisoners_left": by_name(self.kept),
            "card_points": by_name(self.cards),
            "own_total": by_name(self.own),
            "total": by_name(self.totals),
            "territory": by_name(self.ground),
            "prisoners": by_name([by_name(held) for held in self.prisoners]),
            "occupiers": by_name([None if s is None else names[s] for s in self.occupiers]),
            "winners": [names[seat] for seat in self.winners],
        }


def count(
    topology: Topology,
    stones: bytes,
    prisoners: Prisoners,
    occupiers: Occupiers,
    order: Sequence[Seat],
    cards: Sequence[int],
    dead: Collection[Cell] = (),
    scoring: Scoring = "territory",
    *,
    fill: bool = True,
    shared_win: bool = False,
) -> Count:
    """Count a board as it stands.

    `order` is the seats in order of play, `cards` the points on cards by seat, laid down
    or in hand. A cell in `dead` names its whole group, allies' stones included. Without `fill`
    prisoners count one point each and fill nothing.
    """
    seats = len(order)
    bloc = blocs(occupiers)
    alive = bytearray(stones)
    breathless: list[Taken] = []
    named, doomed = set(dead), set[Cell]()
    for group in groups(topology, stones, bloc):
        if not group.liberties:
            breathless.append(Taken(group.cells, divide(topology, stones, group, None, order)))
        elif named.intersection(group.cells):
            doomed.update(group.cells)
    for cell in (*doomed, *(cell for taken in breathless for cell in taken.cells)):
        alive[cell] = 0
    owner = tuple(territory(topology, np.frombuffer(alive, np.uint8)[None], bloc)[0].tolist())
    dead_taken = _dead(stones, sorted(doomed), owner, bloc)
    for taken in (*breathless, *dead_taken):
        prisoners = plus(prisoners, taken.gained)

    ground = tuple(owner.count(seat) for seat in range(seats))
    if scoring == "area":
        fills: tuple[Fill, ...] = ()
        area = tuple(alive.count(seat + 1) for seat in range(seats))
        left = tuple(map(sum, zip(ground, area, strict=True)))
        kept = (0,) * seats
    else:
        fills = _fills(prisoners, owner, bloc, order) if fill else ()
        area = (0,) * seats
        filled = [fill.colour for fill in fills]
        left = tuple(ground[seat] - filled.count(seat) for seat in range(seats))
        back = [fill.holder for fill in fills]
        kept = tuple(sum(prisoners[seat]) - back.count(seat) for seat in range(seats))
    return Count(
        scoring,
        tuple(breathless),
        dead_taken,
        bytes(alive),
        prisoners,
        owner,
        fills,
        ground,
        area,
        left,
        kept,
        tuple(cards),
        occupiers,
        shared_win,
    )


def _dead(
    stones: bytes, cells: Sequence[Cell], owner: Sequence[int], bloc: Sequence[Seat]
) -> tuple[Taken, ...]:
    """Rule 18: the dead stones, by the owner of the territory they lie in, who gains those of
    players outside his bloc. Nobody gains the others, or those in neutral territory."""
    seats = len(bloc)
    by_winner: dict[int, list[Cell]] = {}
    for cell in cells:
        winner = owner[cell]
        friend = winner != NEUTRAL and bloc[winner] == bloc[stones[cell] - 1]
        by_winner.setdefault(NEUTRAL if friend else winner, []).append(cell)
    taken = []
    for winner, cells_there in sorted(by_winner.items()):
        table = [list(line) for line in no_prisoners(seats)]
        if winner != NEUTRAL:
            for cell in cells_there:
                table[winner][stones[cell] - 1] += 1
        taken.append(Taken(tuple(cells_there), tuple(map(tuple, table))))
    return tuple(taken)


def _fills(
    prisoners: Prisoners, owner: Sequence[int], bloc: Sequence[Seat], order: Sequence[Seat]
) -> tuple[Fill, ...]:
    """Rule 20: prisoners go back into the territory of their colour until it is full,
    their holders taking turns; those of a bloc-mate's colour stay with their holder."""
    fills = []
    for colour in order:
        left = {
            holder: prisoners[holder][colour] for holder in order if bloc[holder] != bloc[colour]
        }
        turns = [
            holder
            for turn in range(max(left.values(), default=0))
            for holder, number in left.items()
            if turn < number
        ]
        cells = [cell for cell, seat in enumerate(owner) if seat == colour]
        # Whichever list is shorter ends it: no prisoners left, or no points.
        fills += [Fill(holder, colour, cell) for holder, cell in zip(turns, cells, strict=False)]
    return tuple(fills)


# -- of a state ------------------------------------------------------------------------------


def settle(table: Table, s: State, q: Settle, m: Move) -> State | Refusal:
    """The state after a proposal or an answer. The game ends when all agree; when one declines,
    play goes on."""
    refusal = q.agreement.refuse(table.topology, s.stones, m)
    if refusal is not None:
        return refusal
    assert isinstance(m, Dead | Agree | Decline)
    agreement = q.agreement.answered(table.topology, s.stones, m, sides(s.occupiers))
    if agreement.outcome == "open":
        return replace(s, question=Settle(agreement))
    if agreement.outcome == "declined":
        return play_on(table, s)
    dead = agreement.dead or ()
    return replace(s, question=None, dead=dead, ending=AGREED)


def proposals(table: Table, s: State, q: Settle) -> Iterator[Move]:
    """The answers; of all sets of dead stones only the empty one."""
    return iter(q.agreement.answers())


def counted(table: Table, s: State) -> Count:
    """The count of the position as it stands, without stones agreed or proposed dead."""
    dead = s.dead
    if isinstance(s.question, Settle):
        dead = s.question.agreement.dead or ()
    points = [cards.points(s.cards, seat) for seat in range(table.players)]
    return count(
        table.topology,
        s.stones,
        s.board.prisoners,
        s.occupiers,
        s.order,
        points,
        dead,
        table.scoring,
        fill=table.plays("prisoners", "fill"),
        shared_win=table.plays("shared-win", "yes"),
    )


def score(s: State, c: Count) -> Score:
    """The count of a position with its parts; each part names the player for whom it counts."""
    heads = alliance.blocs(s.occupiers)
    parts = []
    for seat, head in enumerate(heads):
        whose = "" if head == seat else f" of {SEATS[seat]}"
        # Points that count for an occupier, or that hold a stone, are not marked as his.
        cells = tuple(
            cell
            for cell, owner in enumerate(c.owner)
            if owner == seat == head and not s.stones[cell]
        )
        put_back = c.ground[seat] + c.area[seat] - c.territory[seat]
        lines = (
            (c.area[seat], "stone", whose, ()),
            (c.ground[seat], "point of territory", whose, cells),
            (-put_back, "prisoner put back into it", whose, ()),
            (c.kept[seat], "prisoner", whose, ()),
            (c.cards[seat], "point", f" on cards{whose}", ()),
        )
        for points, what, of, where in lines:
            if points:
                parts.append(ScorePart(head, points, _many(points, what) + of, where))
    return Score(tuple(map(float, c.totals)), tuple(parts), c.winners)


def _many(points: int, what: str) -> str:
    """`3 points of territory`, `1 prisoner put back into it`."""
    word, blank, rest = what.partition(" ")
    plural = "" if abs(points) == 1 else "s"
    return f"{abs(points)} {word}{plural}{blank}{rest}"
