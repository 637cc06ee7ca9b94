"""Occupiers, blocs, and to whom a player may surrender (rules 11 to 14).

`occupiers[seat]` is the player who occupies a seat, or None. A bloc is an unoccupied player,
called its head, with all players whom he occupies directly or through others. Alliances
never change the stones on the board.
"""

from termgames.core.game import Seat
from termgames.core.topology import Topology

Occupiers = tuple[Seat | None, ...]


def head(occupiers: Occupiers, seat: Seat) -> Seat:
    """The player at the top of the seat's bloc, the seat itself if it is free."""
    while (above := occupiers[seat]) is not None:
        seat = above
    return seat


def blocs(occupiers: Occupiers) -> tuple[Seat, ...]:
    """blocs[seat] is the head of the seat's bloc; equal heads are allies (rule 12)."""
    return tuple(head(occupiers, seat) for seat in range(len(occupiers)))


def surrendered(occupiers: Occupiers, seat: Seat, host: Seat) -> Occupiers:
    """The occupiers after `host` has accepted the surrender of `seat`, who keeps those whom he
    occupies (rule 11)."""
    return (*occupiers[:seat], host, *occupiers[seat + 1 :])


def independent(occupiers: Occupiers, seat: Seat) -> Occupiers:
    """The occupiers after `seat` has declared independence; he keeps those whom he occupies
    (rule 14)."""
    return (*occupiers[:seat], None, *occupiers[seat + 1 :])


def contacts(topology: Topology, stones: bytes, seat: Seat, seats: int) -> tuple[int, ...]:
    """(seats,): how many stones of each colour are next to a stone of `seat`.

    A stone counts once, however many stones it touches; the seat's own entry is 0.
    """
    touching = [0] * seats
    for cell, stone in enumerate(stones):
        if stone and stone != seat + 1:
            touching[stone - 1] += any(
                stones[other] == seat + 1 for other in topology.adjacent[cell]
            )
    return tuple(touching)


def hosts(topology: Topology, stones: bytes, occupiers: Occupiers, seat: Seat) -> tuple[Seat, ...]:
    """The players to whom `seat` may surrender now, ascending; may be empty.

    A free player may surrender to the players outside his bloc with the most stones in contact,
    at least one (rule 11); an occupied player to everybody outside the bloc with more stones in
    contact than his occupier (rule 14). Does not check
    whether it is his turn and whether the game has surrender at all.
    """
    seats = len(occupiers)
    touching = contacts(topology, stones, seat, seats)
    bloc = blocs(occupiers)
    outside = [other for other in range(seats) if bloc[other] != bloc[seat]]
    most = max((touching[other] for other in outside), default=0)
    occupier = occupiers[seat]
    if occupier is not None:
        return tuple(other for other in outside if touching[other] > touching[occupier])
    return tuple(other for other in outside if most and touching[other] == most)
