"""Groups that cannot be captured even if their colour never answers, and the ground they hold.

Benson, "Life in the Game of Go" (1976), for any number of colours. The other colours are taken
for one opponent. They may even capture each other's stones to make room, so their stones count as
room here, where Benson counts only empty points. The result stays true whatever is played, until
the colour itself fills its ground.
"""

from collections import Counter
from collections.abc import Iterator

from termgames.core.topology import Cell, Topology
from termgames.go.board import Group, groups


def ground(topology: Topology, stones: bytes) -> Iterator[tuple[int, set[Cell]]]:
    """The regions of empty points that a colour holds for good: pairs of 1 + the colour, and the
    region.

    A region is held if it is empty, only groups that are alive border it, and all of its points lie
    beside one and the same of them. No other colour can live there.
    """
    by_colour: dict[int, list[Group]] = {}
    for group in groups(topology, stones):
        by_colour.setdefault(stones[group.cells[0]], []).append(group)
    for colour, own in by_colour.items():
        for region in _held(topology, stones, own):
            yield colour, region


def alive(topology: Topology, stones: bytes, colour: int) -> set[Cell]:
    """The stones of a colour, from 0, that nobody can ever capture unless it fills its own ground,
    as Benson's rule finds them; there may be more."""
    own = [each for each in groups(topology, stones) if stones[each.cells[0]] == 1 + colour]
    lasting, _ = _lasting(topology, own)
    return {cell for number in lasting for cell in own[number].cells}


def _held(topology: Topology, stones: bytes, own: list[Group]) -> list[set[Cell]]:
    """The regions that a colour's groups `own` hold for good."""
    _, regions = _lasting(topology, own)
    return [cells for cells, vital in regions if vital and not any(stones[at] for at in cells)]


def _lasting(
    topology: Topology, own: list[Group]
) -> tuple[set[int], list[tuple[set[Cell], set[int]]]]:
    """The numbers of a colour's groups that are alive, and the regions that they alone border, each
    with the groups for which it is an eye."""
    beside = [{near for cell in group.cells for near in topology.adjacent[cell]} for group in own]
    regions = []
    for cells in _regions(topology, {cell for group in own for cell in group.cells}):
        around = {number for number, rim in enumerate(beside) if not cells.isdisjoint(rim)}
        # Others cannot fill a region that lies wholly beside a group: one liberty stays.
        vital = {number for number in around if cells <= beside[number]}
        regions.append((cells, around, vital))
    lasting = set(range(len(own)))
    while True:
        regions = [region for region in regions if region[1] <= lasting]
        eyes = Counter(number for _, _, vital in regions for number in vital)
        kept = {number for number in lasting if eyes[number] >= 2}
        if kept == lasting:
            break
        lasting = kept
    return lasting, [(cells, vital) for cells, _, vital in regions]


def _regions(topology: Topology, own: set[Cell]) -> Iterator[set[Cell]]:
    """The connected sets of points without a colour's `own` stones."""
    left = set(range(topology.cells)) - own
    while left:
        region = {left.pop()}
        edge = list(region)
        while edge:
            new = left.intersection(topology.adjacent[edge.pop()])
            left -= new
            region |= new
            edge += new
        yield region
