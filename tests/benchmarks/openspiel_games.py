"""Majorities, Plurality and Pletore for OpenSpiel's search: states on bits.

A Python game is played out by OpenSpiel's C++ search one call a ply, and its state is copied
with `copy.deepcopy` for every simulation. The readable rules would cost it a hundred times
what these states do: boards are bits of Python's whole numbers, tables do the rest, and a
copy is a few references. `tests/benchmarks/test_openspiel.py` replays their random games
through the readable rules.

Actions are steps where a move has parts: the stones of a turn one after the other in
Majorities, the tromino and then which of its cells is the opponent's in Plurality. Random
play stays as it would be with whole moves, but for passes in Plurality, which are three
times as likely; a tree of steps is what a search of some thousand simulations needs.

Nothing here needs OpenSpiel itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core.topology import square
from termgames.games.majorities.geometry import geometry as lines_of
from termgames.games.plurality.geometry import geometry as trominoes_of

DRAW, OPEN = 0.5, -1.0


def set_bits(mask: int, octets: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    octet_row = np.frombuffer(mask.to_bytes(octets, "little"), np.uint8)
    found: list[int] = np.unpackbits(octet_row, bitorder="little").nonzero()[0].tolist()
    return found


class Majorities:
    """Default rules of a size: `size` cells an edge, play ends once somebody holds two
    directions after a turn. An action is the cell of a stone."""

    def __init__(self, size: int) -> None:
        board = lines_of(size)
        self.topology = board.topology
        self.cells = self.actions = board.topology.cells
        self.longest = self.cells
        octet = 0xFF
        self.adds = [sum(1 << 8 * line for line in lines) for lines in board.lines_of]
        """What a stone adds to the counters of its lines, eight bits each."""
        # With this on top the high bit of a counter tells that the line is won.
        self.short = sum((128 - n) << 8 * line for line, n in enumerate(board.needed))
        span = board.per_direction
        won = sum(128 << 8 * line for line in range(span))
        self.won = [won << 8 * span * direction for direction in range(3)]
        self.needed = size
        assert max(board.needed) + 128 <= octet

    def start(self) -> MajoritiesState:
        """An empty board, the first player to place one stone."""
        return MajoritiesState(self, list(range(self.cells)), [0, 0], 0, 1, OPEN)

    def text(self, state: MajoritiesState, actions: Sequence[int]) -> str:
        """A turn as it is written."""
        return ",".join(self.topology.names[cell] for cell in sorted(actions))

    def read(self, state: MajoritiesState, text: str) -> list[int]:
        """The actions of a turn."""
        return [self.topology.by_name[name] for name in text.lower().split(",")]


class MajoritiesState:
    """Empty cells, counters of the lines by player, who moves, stones due, black's share."""

    __slots__ = ("counts", "due", "empty", "game", "share", "turn")

    def __init__(
        self,
        game: Majorities,
        empty: list[int],
        counts: list[int],
        turn: int,
        due: int,
        share: float,
    ) -> None:
        self.game, self.empty, self.counts = game, empty, counts
        self.turn, self.due, self.share = turn, due, share

    def __deepcopy__(self, memo: dict[int, Any]) -> MajoritiesState:
        counts = self.counts.copy()
        return MajoritiesState(
            self.game, self.empty.copy(), counts, self.turn, self.due, self.share
        )

    def legal(self) -> list[int]:
        """Empty cells, ascending."""
        return self.empty

    def apply(self, action: int) -> None:
        """Place a stone of the player to move."""
        game, turn = self.game, self.turn
        self.empty.remove(action)
        self.counts[turn] += game.adds[action]
        self.due -= 1
        if self.due:
            return
        held = self.counts[turn] + game.short
        directions = 0
        for won in game.won:
            directions += (held & won).bit_count() >= game.needed
        if directions > 1:
            self.share = 1.0 - turn
        self.turn, self.due = 1 - turn, 2


class Plurality:
    """Square boards, default rules, any komi. An action is a tromino, the pass, or after a
    tromino which of its cells, in their order, is the opponent's."""

    def __init__(self, size: int, komi: float = 5.5) -> None:
        self.topology = square(size)
        self.komi = komi
        board = trominoes_of(self.topology)
        self.shapes = board.shapes
        self.number = board.number
        self.passing = len(self.shapes)
        self.enemy = self.passing + 1
        self.actions = self.enemy + 3
        self.octets = (self.passing + 8) // 8
        self.longest = 4 * size * size
        self.width = size + 1
        self.bits = [1 << _padded(cell, size) for cell in range(size * size)]
        self.all = sum(self.bits)
        self.covers = [sum(self.bits[cell] for cell in shape) for shape in self.shapes]
        self._tables()

    def _tables(self) -> None:
        """overlaps[shape]: all shapes that share a cell with it; blocks[shape]: the squares it
        touches, each with the shapes that would fill it by what is empty of it."""
        through = [0] * self.topology.cells
        for number, shape in enumerate(self.shapes):
            for cell in shape:
                through[cell] |= 1 << number
        self.overlaps = [through[a] | through[b] | through[c] for a, b, c in self.shapes]
        at: list[list[tuple[int, dict[int, int]]]] = [[] for _ in range(self.topology.cells)]
        for block in self.topology.blocks.tolist():
            fills: dict[int, int] = {}
            for part in range(1, 15):
                rest = [cell for i, cell in enumerate(block) if part >> i & 1]
                killed = (1 << self.passing) - 1
                for cell in rest:
                    killed &= through[cell]
                fills[sum(self.bits[cell] for cell in rest)] = killed
            entry = (sum(self.bits[cell] for cell in block), fills)
            for cell in block:
                at[cell].append(entry)
        self.blocks = [
            list({id(entry): entry for cell in shape for entry in at[cell]}.values())
            for shape in self.shapes
        ]

    def start(self) -> PluralityState:
        """An empty board, Black to move."""
        return PluralityState(self, self.all, 0, (1 << self.passing) - 1, 0, 0, -1, OPEN)

    def text(self, state: PluralityState, actions: Sequence[int]) -> str:
        """A turn as it is written: own cells, then the opponent's."""
        if actions[0] == self.passing:
            return "pass"
        names = [self.topology.names[cell] for cell in self.shapes[actions[0]]]
        names.append(names.pop(actions[1] - self.enemy))
        return ",".join(names)

    def read(self, state: PluralityState, text: str) -> list[int]:
        """The actions of a turn."""
        if text.lower() == "pass":
            return [self.passing]
        cells = [self.topology.by_name[name] for name in text.lower().split(",")]
        one, two, three = sorted(cells)
        return [self.number[one, two, three], self.enemy + sorted(cells).index(cells[2])]


class PluralityState:
    """Empty cells and black stones as bits, placements that are legal as bits, who moves,
    passes in a row, the tromino being placed or -1, black's share."""

    __slots__ = ("black", "empty", "game", "passes", "placeable", "shape", "share", "turn")

    def __init__(
        self,
        game: Plurality,
        empty: int,
        black: int,
        placeable: int,
        turn: int,
        passes: int,
        shape: int,
        share: float,
    ) -> None:
        self.game, self.empty, self.black, self.placeable = game, empty, black, placeable
        self.turn, self.passes, self.shape, self.share = turn, passes, shape, share

    def __deepcopy__(self, memo: dict[int, Any]) -> PluralityState:
        return PluralityState(
            self.game,
            self.empty,
            self.black,
            self.placeable,
            self.turn,
            self.passes,
            self.shape,
            self.share,
        )

    def legal(self) -> list[int]:
        """Trominoes and the pass; or the cells of the tromino being placed."""
        game = self.game
        if self.shape >= 0:
            return [game.enemy, game.enemy + 1, game.enemy + 2]
        return set_bits(self.placeable | 1 << game.passing, game.octets)

    def apply(self, action: int) -> None:
        """Carry out one step."""
        game = self.game
        if action < game.passing:
            self.shape = action
            return
        if action == game.passing:
            self.passes += 1
        else:
            self._place(game, action - game.enemy)
        self.turn = 1 - self.turn
        if self.passes == 2 or not self.placeable:
            self._count(game)

    def _place(self, game: Plurality, choice: int) -> None:
        shape, cover = self.shape, game.covers[self.shape]
        self.empty = empty = self.empty ^ cover
        enemy = game.bits[game.shapes[shape][choice]]
        self.black |= enemy if self.turn else cover ^ enemy
        killed = game.overlaps[shape]
        for block, fills in game.blocks[shape]:
            # Nothing fills a block that is full already, which no rule allows.
            killed |= fills.get(empty & block, 0)
        self.placeable &= ~killed
        self.shape, self.passes = -1, 0

    def _count(self, game: Plurality) -> None:
        black, white = 0.0, game.komi
        for region, blacks, whites in self.regions():
            if blacks > whites:
                black += region
            elif whites > blacks:
                white += region
        self.share = DRAW if black == white else float(black > white)

    def regions(self) -> list[tuple[int, int, int]]:
        """Cells, black and white stones of every empty region."""
        game, width = self.game, self.game.width
        left, found = self.empty, []
        stones = game.all ^ self.empty
        while left:
            region, grown = 0, left & -left
            while grown != region:
                region = grown
                around = region | region << 1 | region >> 1 | region << width | region >> width
                grown = around & left
            left ^= region
            touched = around & stones
            blacks = (touched & self.black).bit_count()
            found.append((region.bit_count(), blacks, touched.bit_count() - blacks))
        return found


class Pletore:
    """Square boards, a komi named beforehand, the button where parity puts it into play. An
    action is a point (a stone there, in the enemy's place where he has one), the pass, or
    the button."""

    def __init__(self, size: int, komi: int = 7) -> None:
        self.topology = square(size)
        self.size, self.komi, self.width = size, komi, size + 1
        self.passing = size * self.width
        self.button = self.passing + 1
        self.actions = self.button + 1
        self.octets = (self.actions + 7) // 8
        self.longest = 40 * size * size
        self.all = sum(1 << _padded(cell, size) for cell in range(size * size))
        self.reach = [1 << i for i in range(8) if 1 << i < size]
        """Distances that a board is crossed by in doubling steps."""

    def start(self) -> PletoreState:
        """An empty board, Black to move."""
        button = -1 if (self.komi - self.size) % 2 == 0 else -2
        return PletoreState(self, [0, 0], 0, 0, button, OPEN)

    def text(self, state: PletoreState, actions: Sequence[int]) -> str:
        """A turn as it is written."""
        (action,) = actions
        if action >= self.passing:
            return "pass" if action == self.passing else "button"
        y, x = divmod(action, self.width)
        replaces = state.stones[1 - state.turn] >> action & 1
        return self.topology.names[y * self.size + x] + ("x" if replaces else "")

    def read(self, state: PletoreState, text: str) -> list[int]:
        """The action of a turn."""
        plain = text.lower()
        if plain in ("pass", "button"):
            return [self.passing if plain == "pass" else self.button]
        return [_padded(self.topology.by_name[plain.removesuffix("x")], self.size)]

    def pinched(self, black: int, white: int) -> tuple[int, int]:
        """The points that either player pinches, empty or not."""
        empty, width = self.all & ~(black | white), self.width
        steps = []
        for stride in (1, width):
            up = down = empty
            masks = []
            for distance in self.reach:
                masks.append((stride * distance, up, down))
                up &= up << stride * distance
                down &= down >> stride * distance
            steps.append((stride, masks))
        found = []
        for own in (black, white):
            both = self.all
            for stride, masks in steps:
                forth = back = own
                for shift, up, down in masks:
                    forth |= forth << shift & up
                    back |= back >> shift & down
                both &= forth << stride | back >> stride
            found.append(both)
        return found[0], found[1]


class PletoreState:
    """Stones as bits by player, who moves, passes in a row, the button (-2 none, -1 free,
    else its holder), black's share."""

    __slots__ = ("button", "game", "passes", "share", "stones", "turn")

    def __init__(
        self, game: Pletore, stones: list[int], turn: int, passes: int, button: int, share: float
    ) -> None:
        self.game, self.stones, self.turn = game, stones, turn
        self.passes, self.button, self.share = passes, button, share

    def __deepcopy__(self, memo: dict[int, Any]) -> PletoreState:
        stones = self.stones.copy()
        return PletoreState(self.game, stones, self.turn, self.passes, self.button, self.share)

    def legal(self) -> list[int]:
        """Points, the pass, the button."""
        game, turn = self.game, self.turn
        black, white = self.stones
        pinched = game.pinched(black, white)
        own, other = pinched[turn], pinched[1 - turn]
        empty = game.all & ~(black | white)
        free = empty & (own | ~other)
        found = free | self.stones[1 - turn] & own & ~other
        if self.button == -1:
            found |= 1 << game.button
        elif not empty & ~(own ^ other):
            found |= 1 << game.passing
        if game.size % 2 == 0 and turn and not white and black.bit_count() == 1 and self.button < 0:
            place = _padded(game.size**2 - 1 - self._cell(black), game.size)
            found &= ~(1 << place)
        return set_bits(found, game.octets)

    def _cell(self, bit: int) -> int:
        y, x = divmod(bit.bit_length() - 1, self.game.width)
        return y * self.game.size + x

    def apply(self, action: int) -> None:
        """Place, replace, pass, or take the button."""
        game, turn = self.game, self.turn
        if action < game.passing:
            bit = 1 << action
            self.stones[turn] |= bit
            self.stones[1 - turn] &= ~bit
            self.passes = 0
        elif action == game.passing:
            self.passes += 1
            if self.passes == 2:
                black, white = self.points()
                self.share = DRAW if black == white else float(black > white)
        else:
            self.button, self.passes = turn, 0
        self.turn = 1 - turn

    def points(self) -> tuple[float, float]:
        """Stones, controlled points, komi and button."""
        game = self.game
        black, white = self.stones
        pinched = game.pinched(black, white)
        empty = game.all & ~(black | white)
        totals = [
            self.stones[seat].bit_count()
            + (empty & pinched[seat] & ~pinched[1 - seat]).bit_count()
            + (0.5 if self.button == seat else 0.0)
            for seat in (0, 1)
        ]
        return totals[0], totals[1] + game.komi


def _padded(cell: int, size: int) -> int:
    """A cell's bit: each row has one more, which is never set."""
    y, x = divmod(cell, size)
    return y * (size + 1) + x


State = MajoritiesState | PluralityState | PletoreState
Rules = Majorities | Plurality | Pletore


@lru_cache(maxsize=8)
def rules(game: str, size: int, komi: float | None = None) -> Rules:
    """The game of that name, with its default komi where none is given."""
    if game == "majorities":
        return Majorities(size)
    if game == "plurality":
        return Plurality(size, *(() if komi is None else (komi,)))
    return Pletore(size, *(() if komi is None else (int(komi),)))
