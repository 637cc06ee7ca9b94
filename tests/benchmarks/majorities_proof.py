"""How far a proof of Majorities comes by df-pn (Nagai 2002), which the package does not hold.

    python -m tests.benchmarks.majorities_proof start --size 4 --minutes 5
    python -m tests.benchmarks.majorities_proof late --size 4 --minutes 1 --games 3

`start` searches from the empty board; `late` takes positions of games between bots, from the last
backwards, and says from how many stones on they are solved within the minutes. Black's win is what
is to be proved. Nodes are single stones, so that turns which begin alike share them, and the search
is weak as Ueda and others (2008) call it: it adds up the greatest number and one for each further
child, since the children of a position share most of what follows.

What still matters of a position is less than its stones. A line that is decided drops out, and so
do all lines of a direction that is. A cell in one line that still matters counts as a place in it
and no more; it is not worth a stone while the line has a cell that matters twice (swap the two in
any play that follows: whoever took the better one is not worse off). A side that needs more stones
for two directions than it will still place has lost.
"""

from __future__ import annotations

import argparse
import signal
import time
from dataclasses import dataclass, field
from typing import Any

from termgames import games
from termgames.core.topology import symmetries
from termgames.games.majorities.geometry import geometry
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player

PLAYER = "mcts:playouts=5000"
"""Who plays the games of which late positions are taken."""

_BITS = 4
"""Of the number of stones in a line."""
_FIELD = (1 << _BITS) - 1
ENTRIES, EVERY = 8_000_000, 300
"""Of the table of a search from the start, at most 5 GB; seconds between two of its lines."""
INF = 1 << 40
_MIRRORED = 5
"""With so many stones at the most, images of a position are looked up as one."""

Position = tuple[int, int, int, int, int, int]
"""Empty cells in two or three lines that matter, as bits; Black's and White's stones in each line
that matters, in fields; these lines, as bits; lines and directions that are won, see `_won`;
stones on the board."""


class Board:
    """The board of one size, and what a stone does on it."""

    def __init__(self, size: int) -> None:
        board = geometry(size)
        self.size, self.span = size, board.per_direction
        self.cells = board.topology.cells
        self.lines, self.lines_of = board.lines, board.lines_of
        self.needed = board.needed
        self.on_line = [sum(1 << cell for cell in line) for line in board.lines]
        self.names = board.topology.names
        self._rich: dict[int, int] = {}
        self._costs: dict[tuple[int, int, int, int], int] = {}
        self.black_moves = [n == 0 or (n - 1) // 2 % 2 == 1 for n in range(self.cells)]
        self.left = [
            tuple(sum(m == side for m in self.black_moves[n:]) for side in (True, False))
            for n in range(self.cells + 1)
        ]
        """left[n]: how many stones Black and White will still place."""
        self.turns = [
            (turn, self._lines_turned(turn))
            for turn in symmetries(board.topology).tolist()
            if self._keeps_lines(turn)
        ]

    def _lines_turned(self, turn: list[int]) -> list[int]:
        place = {frozenset(line): number for number, line in enumerate(self.lines)}
        return [place[frozenset(turn[cell] for cell in line)] for line in self.lines]

    def _keeps_lines(self, turn: list[int]) -> bool:
        known = {frozenset(line) for line in self.lines}
        return all(frozenset(turn[cell] for cell in line) in known for line in self.lines)

    def start(self) -> Position:
        """The empty board."""
        lines = (1 << len(self.lines)) - 1
        return self.rich(lines), 0, 0, lines, 0, 0

    def rich(self, lines: int) -> int:
        """The cells that lie on two or three of these lines."""
        known = self._rich.get(lines)
        if known is None:
            known = self._rich[lines] = sum(
                1 << cell
                for cell, mine in enumerate(self.lines_of)
                if sum(lines >> line & 1 for line in mine) > 1
            )
        return known

    def moves(self, s: Position) -> list[tuple[int, tuple[int, ...]]]:
        """What the side to move may do that nothing else outdoes: the bit of the cell (0 for a cell
        in one line that matters) and its lines."""
        cells, _, _, lines, _, _ = s
        moves: list[tuple[int, tuple[int, ...]]] = []
        rest = cells
        while rest:
            bit = rest & -rest
            rest ^= bit
            moves.append((bit, self.lines_of[bit.bit_length() - 1]))
        rest = lines
        while rest:
            bit = rest & -rest
            rest ^= bit
            line = bit.bit_length() - 1
            if not cells & self.on_line[line]:
                moves.append((0, (line,)))
        return moves

    def after(self, s: Position, move: tuple[int, tuple[int, ...]], black: bool) -> Position | bool:
        """The position after a stone, or who has won (True is Black)."""
        cells, blacks, whites, lines, won, n = s
        bit, through = move
        cells &= ~bit
        decided = False
        for line in through:
            if not lines >> line & 1:
                continue
            at = _BITS * line
            if black:
                blacks += 1 << at
                if blacks >> at & _FIELD != self.needed[line]:
                    continue
            else:
                whites += 1 << at
                if whites >> at & _FIELD != self.needed[line]:
                    continue
            decided = True
            gone = _FIELD << at
            lines &= ~(1 << line)
            blacks, whites = blacks & ~gone, whites & ~gone
            direction = line // self.span
            at = 8 * direction + (0 if black else 4)
            won += 1 << at
            if won >> at & 15 == self.size:
                all_lines = ((1 << self.span) - 1) << self.span * direction
                gone = ((1 << self.span * _BITS) - 1) << self.span * direction * _BITS
                lines &= ~all_lines
                blacks, whites = blacks & ~gone, whites & ~gone
                won &= ~(255 << 8 * direction)
                held = won >> (24 if black else 27) & 7
                if held:
                    return black
                won |= 1 << direction + (24 if black else 27)
        if decided:
            cells &= self.rich(lines)
        return cells, blacks, whites, lines, won, n + 1

    def stones_needed(self, s: Position) -> tuple[int, int]:
        """How many stones Black and White need for two directions, or more."""
        _, blacks, whites, lines, won, _ = s
        answer = []
        for side, counts in ((0, blacks), (1, whites)):
            costs = []
            for direction in (0, 1, 2):
                if won >> 24 + direction & 9:
                    costs.append(0 if won >> 24 + 3 * side + direction & 1 else INF)
                    continue
                at = self.span * direction
                costs.append(
                    self._cost(
                        direction,
                        counts >> at * _BITS & (1 << self.span * _BITS) - 1,
                        lines >> at & (1 << self.span) - 1,
                        self.size - (won >> 8 * direction + 4 * side & 15),
                    )
                )
            costs.sort()
            answer.append(costs[1])
        return answer[0], answer[1]

    def _cost(self, direction: int, counts: int, lines: int, wanted: int) -> int:
        key = direction, counts, lines, wanted
        known = self._costs.get(key)
        if known is None:
            first = direction * self.span
            lacking = sorted(
                self.needed[first + line] - (counts >> _BITS * line & _FIELD)
                for line in range(self.span)
                if lines >> line & 1
            )
            known = sum(lacking[:wanted]) if len(lacking) >= wanted else INF
            self._costs[key] = known
        return known

    def first_image(self, s: Position) -> Position:
        """The same for positions that are turned or mirrored alike."""
        cells, blacks, whites, lines, won, n = s
        if won:
            return s
        images = []
        for turn, turned in self.turns:
            image = [0, 0, 0, 0]
            for cell, to in enumerate(turn):
                image[0] |= (cells >> cell & 1) << to
            for line, to in enumerate(turned):
                image[1] |= (blacks >> _BITS * line & _FIELD) << _BITS * to
                image[2] |= (whites >> _BITS * line & _FIELD) << _BITS * to
                image[3] |= (lines >> line & 1) << to
            images.append((image[0], image[1], image[2], image[3], won, n))
        return min(images)


@dataclass
class Search:
    """One search for a proof that Black wins; `seconds` of the processor at the most."""

    board: Board
    seconds: float
    entries: int = 2_000_000
    """Of the table: when half of them are new the older ones are forgotten."""
    nodes: int = 0
    stopped: bool = False
    every: float = INF
    """Seconds of the processor between two lines on how the start stands."""
    _told: float = 0
    _new: dict[Position, tuple[int, int]] = field(default_factory=dict)
    _old: dict[Position, tuple[int, int]] = field(default_factory=dict)
    _began: float = field(default_factory=time.process_time)

    @property
    def spent(self) -> float:
        """Seconds of the processor."""
        return time.process_time() - self._began

    def known(self, s: Position) -> tuple[int, int]:
        """Proof and disproof number."""
        found = self._new.get(s) or self._old.get(s)
        if found is not None:
            return found
        black, white = self.board.stones_needed(s)
        mine, others = self.board.left[s[5]]
        if black > mine:
            return INF, 0
        if white > others:
            return 0, INF
        return black * black, white * white

    def _keep(self, s: Position, numbers: tuple[int, int]) -> None:
        if len(self._new) >= self.entries // 2:
            self._old, self._new = self._new, {}
        self._new[s] = numbers

    def solve(self, s: Position) -> tuple[int, int]:
        """Proof and disproof number when it ends: solved, or out of time."""
        numbers = self.known(s)
        if numbers[0] and numbers[1]:
            numbers = self._search(s, INF, INF)
        return numbers

    def _search(self, s: Position, most_proof: int, most_disproof: int) -> tuple[int, int]:
        """Search below until one of the numbers reaches its threshold."""
        self.nodes += 1
        if not self.nodes & 255:
            self.stopped = self.stopped or self.spent > self.seconds
            if self.spent - self._told > self.every:
                self._told = self.spent
                self.tell()
        black = self.board.black_moves[s[5]]
        children: list[Position] = []
        own: list[int] = []  # the number of which the side to move wants the least
        others: list[int] = []
        seen = set()
        for move in self.board.moves(s):
            child = self.board.after(s, move, black)
            if child is True or child is False:
                return self._done(s, (0, INF) if child else (INF, 0))
            if child[5] <= _MIRRORED:
                child = self.board.first_image(child)
            if child in seen:
                continue
            seen.add(child)
            proof, disproof = self.known(child)
            if (proof if black else disproof) == 0:
                return self._done(s, (0, INF) if black else (INF, 0))
            if (disproof if black else proof) == 0:
                continue
            children.append(child)
            own.append(proof if black else disproof)
            others.append(disproof if black else proof)
        most_own, most_others = (
            (most_proof, most_disproof) if black else (most_disproof, most_proof)
        )
        while True:
            if not children:
                return self._done(s, (INF, 0) if black else (0, INF))
            least = min(own)
            total = min(INF - 1, max(others) + len(others) - 1)
            if least >= most_own or total >= most_others or self.stopped:
                return self._done(s, (least, total) if black else (total, least))
            at = own.index(least)
            own[at] = INF
            second = min(own)
            limit_own = min(most_own, second + second // 4 + 1)
            limit_others = most_others - len(others) + 1
            if black:
                proof, disproof = self._search(children[at], limit_own, limit_others)
                own[at], others[at] = proof, disproof
            else:
                proof, disproof = self._search(children[at], limit_others, limit_own)
                own[at], others[at] = disproof, proof
            if own[at] == 0:
                return self._done(s, (0, INF) if black else (INF, 0))
            if others[at] == 0:
                del children[at], own[at], others[at]

    def tell(self) -> None:
        """Say how the start stands, by what is known of the first moves."""
        start = self.board.start()
        after = {
            self.board.first_image(child)
            for move in self.board.moves(start)
            if not isinstance(child := self.board.after(start, move, True), bool)
        }
        proofs, disproofs = zip(*map(self.known, after), strict=True)
        print(
            f"{self.spent:,.0f} s of the processor, {self.nodes:,} nodes: proof number "
            f"{_shown(min(proofs))}, disproof number {_shown(max(disproofs) + len(after) - 1)}",
            flush=True,
        )

    def _done(self, s: Position, numbers: tuple[int, int]) -> tuple[int, int]:
        self._keep(s, numbers)
        return numbers


def position_of(board: Board, stones: bytes) -> Position | bool:
    """The position with these stones, 0 empty, 1 black, 2 white; or who has won."""
    s: Position | bool = board.start()
    for cell, stone in enumerate(stones):
        if stone:
            assert not isinstance(s, bool)
            s = board.after(s, (1 << cell, board.lines_of[cell]), stone == 1)
            if isinstance(s, bool):
                return s
    return s


def _start(board: Board, seconds: float) -> None:
    """Search from the empty board, and say how it stands in the end, or at ctrl-C."""
    search = Search(board, seconds, entries=ENTRIES, every=EVERY)
    signal.signal(signal.SIGINT, lambda *_: setattr(search, "stopped", True))
    first = board.start()
    search.solve(first)
    search.tell()
    told = set()
    for bit, through in board.moves(first):
        after = board.after(first, (bit, through), True)
        assert not isinstance(after, bool)
        image = board.first_image(after)
        if image not in told:
            told.add(image)
            numbers = " and ".join(map(_shown, search.known(image)))
            print(f"after {board.names[bit.bit_length() - 1]}: {numbers}", flush=True)


def _shown(number: int) -> str:
    return "infinite" if number >= INF else f"{number:,}"


def _late(board: Board, seconds: float, played: int) -> None:
    """Solve positions of games between bots, from late ones backwards, until one of each game takes
    too long."""
    game: Any = games.create("majorities", {"size": board.size})
    for seed in range(played):
        for stones in reversed(_game(game, seed)):
            s = position_of(board, stones)
            if isinstance(s, bool) or s[5] * 3 < board.cells:
                continue
            search = Search(board, seconds)
            proof, disproof = search.solve(s)
            told = "Black wins" if not proof else "White wins" if not disproof else "open"
            print(
                f"game {seed}, {s[5]} stones: {told}, {search.nodes:,} nodes, {search.spent:.1f} s",
                flush=True,
            )
            if search.stopped:
                break


def _game(game: Any, seed: int) -> list[bytes]:
    """The positions of one game between bots."""
    bots = [make_bot(parse_player(PLAYER), game, seed=2 * seed + at) for at in range(2)]
    state, boards = game.start(), []
    while (seat := game.to_act(state)) >= 0:
        boards.append(state.stones)
        state = game.apply(state, bots[seat].think(state).move)
    return boards


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("start", "late"))
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=1.0, help="of the processor, a position")
    parser.add_argument("--games", type=int, default=3, help="for late")
    chosen = parser.parse_args()
    board = Board(chosen.size)
    if chosen.what == "start":
        _start(board, 60 * chosen.minutes)
    else:
        _late(board, 60 * chosen.minutes, chosen.games)


if __name__ == "__main__":
    main()
