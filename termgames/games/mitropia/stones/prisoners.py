"""Who gets how many stones of a captured group (rule 10), and trades of prisoners (rule 16).

Prisoners keep their colour: `prisoners[holder][colour]`, both by seat. `order` is the seats in
order of play.
"""

from collections.abc import Sequence

from termgames.core.game import Seat
from termgames.core.topology import Topology
from termgames.go.board import Group

Prisoners = tuple[tuple[int, ...], ...]
"""prisoners[holder][colour]."""


def no_prisoners(seats: int) -> Prisoners:
    """A table without prisoners."""
    return ((0,) * seats,) * seats


def plus(one: Prisoners, other: Prisoners) -> Prisoners:
    """The sum of two tables."""
    return tuple(
        tuple(a + b for a, b in zip(mine, more, strict=True))
        for mine, more in zip(one, other, strict=True)
    )


def held(prisoners: Prisoners, seat: Seat) -> int:
    """How many prisoners a seat holds, of all colours."""
    return sum(prisoners[seat])


def order_from(order: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The seats in order of play beginning with `seat`."""
    place = list(order).index(seat)
    return (*order[place:], *order[:place])


def captors(
    topology: Topology, stones: bytes, group: Group, order: Sequence[Seat]
) -> tuple[Seat, ...]:
    """The players with a stone next to the group and none in it, in order of play."""
    around = {stones[other] for cell in group.cells for other in topology.adjacent[cell]}
    inside = {stones[cell] for cell in group.cells}
    return tuple(seat for seat in order if seat + 1 in around - inside)


def divide(
    topology: Topology, stones: bytes, group: Group, killer: Seat | None, order: Sequence[Seat]
) -> Prisoners:
    """What each player gains by the capture of one group (rule 10).

    `stones` is the board with the killing stone, before this group and any other that the same
    move captures are removed. Each captor gets the number of stones divided by the number of
    captors, rounded down; the killer also gets the remainder. `killer` is None for groups
    without liberties at the count (rule 18): then the first captor in order of play takes the
    killer's part, and without captors nobody gains. The stones of a group of several colours
    are sorted by the colours' order of play, and the captors take them from the front, beginning
    with the killer.
    """
    taking = captors(topology, stones, group, order)
    if killer is None:
        if not taking:
            return no_prisoners(len(order))
        killer = taking[0]
    row = [seat for seat in order for cell in group.cells if stones[cell] == seat + 1]
    share = len(row) // len(taking) if taking else 0
    table = [[0] * len(order) for _ in order]
    for seat in order_from(order, killer):
        if seat in taking:
            for colour in row[:share]:
                table[seat][colour] += 1
            del row[:share]
    for colour in row:
        table[killer][colour] += 1
    return tuple(map(tuple, table))


def tradable(
    prisoners: Prisoners, player: Seat, give: int, other: Seat, take: int, *, several: bool = False
) -> bool:
    """Whether `other` is another player, `player` holds `give` prisoners or more, and `other`
    holds `take` or more; with `several` any, and all others together `take` or more."""
    there = held(prisoners, other)
    if several:
        there = there and sum(map(sum, prisoners)) - held(prisoners, player)
    return player != other and held(prisoners, player) >= give and there >= take


def trade(
    prisoners: Prisoners,
    player: Seat,
    give: int,
    other: Seat,
    take: int,
    order: Sequence[Seat],
    *,
    several: bool = False,
) -> Prisoners:
    """The table after `player` gave `give` prisoners for `take` of `other`'s (rule 16).

    With `several` what `other` lacks comes from the players after him in order of play. All give
    from what they held before the trade. Stones of the receiver's own colour leave the
    game (rule 20). AssertionError unless the trade is `tradable`.
    """
    assert tradable(prisoners, player, give, other, take, several=several)
    table = [list(line) for line in prisoners]
    handed, owed = [(player, other, give)], take
    for giver in order_from(order, other):
        number = 0 if giver == player else min(owed, held(prisoners, giver))
        handed.append((giver, player, number))
        owed -= number
    for giver, receiver, number in handed:
        for colour in _chosen(prisoners[giver], number, receiver, order):
            table[giver][colour] -= 1
            if colour != receiver:
                table[receiver][colour] += 1
    return tuple(map(tuple, table))


def _chosen(piles: Sequence[int], number: int, receiver: Seat, order: Sequence[Seat]) -> list[Seat]:
    """The colours of the `number` stones handed over. Each comes from the largest pile left, the
    first of equal ones in order of play; the receiver's own colour comes last."""
    left = list(piles)
    chosen: list[Seat] = []
    for _ in range(number):
        # max() returns the first of equals.
        colour = max(order, key=lambda seat: (left[seat] > 0, seat != receiver, left[seat]))
        left[colour] -= 1
        chosen.append(colour)
    return chosen
