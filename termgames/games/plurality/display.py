"""How Plurality is shown and how its moves are put together; no screen, no colours here.

`Plurality.refuse` alone decides whether a move is legal. This module decides only which cells are
worth picking next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from termgames.core import komi_offer
from termgames.core.display import Display, Draft, Overlay, Pick, Question, Stamp, refused
from termgames.core.errors import Refusal
from termgames.core.game import NEUTRAL, OVER, Seat
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.options import number_text
from termgames.core.regions import regions
from termgames.core.topology import Cell, Topology
from termgames.core.two_player import BLACK, PASS, WHITE
from termgames.games.plurality.rules import Move, Place, Plurality, State
from termgames.games.plurality.scoring import owners

_ORDER = ("first", "second", "third")
_KINDS = "exactly one of the three must be the opponent's"


@dataclass(frozen=True)
class _Form:
    """A form of the stamp: for each way to turn it, the lattice steps from its middle to its two
    ends."""

    name: str
    turns: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


def forms(topology: Topology) -> tuple[_Form, ...]:
    """The forms of trominoes, given from their middle cell (for a triangle, from a corner)."""
    ways = topology.steps
    count = len(ways)

    def pairs(apart: int, turns: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
        return tuple((ways[(turn + apart) % count], ways[turn]) for turn in range(turns))

    straight = _Form("straight", pairs(count // 2, count // 2))
    if not topology.hexagonal:
        return straight, _Form("bent", pairs(1, count))
    return straight, _Form("bent", pairs(2, count)), _Form("triangle", pairs(1, count))


class PluralityDisplay(Display[State, Move]):
    """Shows territory; collects trominoes cell by cell or as a stamp."""

    game: Plurality
    counts_cells = True
    can_stamp = True
    endings = MappingProxyType({"no placement left": "no tromino fits any more"})
    legend = MappingProxyType(
        {
            "score": "the empty points that you would own; White adds komi, for moving second",
            "points still open": "empty points that a tromino can still change",
            "decided": "empty points that no tromino can reach any more: their owner stays",
            "territory": "the tint of empty points: who would own them; solid where it is decided",
        }
    )

    def __init__(self, game: Plurality) -> None:
        super().__init__(game)
        self.forms = forms(game.topology)
        self._legal = lru_cache(maxsize=64)(self._legal_of)
        self._all_cells = lru_cache(maxsize=64)(self._all_cells_of)

    # -- what is seen -------------------------------------------------------------------

    def overlays(self, s: State) -> Sequence[Overlay]:
        """Territory as it stands; firm where no placement can touch it any more (rule 5)."""
        game = self.game
        board = np.frombuffer(s.stones, np.uint8)[None]
        colours = owners(game.topology, board, parity=game.parity)[0].tolist()
        seat_of = {BLACK: s.black_seat, WHITE: 1 - s.black_seat}
        settled = self._settled(s)
        owner = tuple(seat_of.get(colour, colour) for colour in colours)
        count = {colour: colours.count(colour) for colour in (BLACK, WHITE, NEUTRAL)}
        legend = f"territory: black {count[BLACK]}, white {count[WHITE]}, neutral {count[NEUTRAL]}"
        return (Overlay("territory", legend, owner, settled),)

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        """How many empty points are still open, and how many are settled, once any are."""
        settled = sum(self._settled(s))
        still_open = ("points still open", str(s.stones.count(0) - settled))
        return (still_open, ("decided", str(settled))) if settled else (still_open,)

    def player_line(self, s: State, seat: Seat) -> str:
        """The score, and how much of it is komi."""
        total = self.game.score(s).totals[seat]
        if s.stage != "play" or self.game.colour(s, seat) != WHITE or not s.komi:
            return number_text(total)
        return f"{number_text(total)} ({number_text(total - s.komi)} + komi {number_text(s.komi)})"

    def largest_lead(self, s: State) -> float:
        """The lead if the side that is ahead, by settled points and komi, gets all open points."""
        decided = self.overlays(s)[0]
        owner = [seat for seat, firm in zip(decided.owner, decided.firm, strict=True) if firm]
        lead = owner.count(s.black_seat) - owner.count(1 - s.black_seat) - s.komi
        return s.stones.count(0) - len(owner) + abs(lead)

    # -- beside the board ---------------------------------------------------------------

    def question(self, s: State) -> Question[Move] | None:
        """The question for komi, or for a side; None during play."""
        game = self.game
        return komi_offer.question(s, game.prompt(s), game.topology.cells, game.fair_offer)

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        """The pass, which is legal throughout play."""
        return () if self._closed(s) else (("pass", PASS),)

    def happened(self, before: State, move: Move, after: State) -> str:
        """A sentence for a komi or a side; else who played what."""
        if isinstance(move, NameKomi | PickSide):
            return komi_offer.happened(move, number_text(after.komi))
        return super().happened(before, move, after)

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """What up to three picks amount to, whatever the order of their colours."""
        chosen = tuple(picks)
        if self._closed(s):
            refusal = self.game.refuse(s, PASS) if chosen else None
            if refusal is None:
                return Draft(chosen, "incomplete", self.game.prompt(s))
            return refused(chosen, refusal)
        own = tuple(pick.cell for pick in chosen if pick.colour == s.turn)
        enemy = tuple(pick.cell for pick in chosen if pick.colour != s.turn)
        missing = f"own {len(own)}/2, enemy {len(enemy)}/1"
        if len(own) > 2 or len(enemy) > 1:
            # Report a fault of the cells first: changing the colours would not help.
            refusal = self._refuse_cells(s, (*own, *enemy)) or Refusal(
                "colours", _KINDS, tuple(pick.cell for pick in chosen)
            )
            return refused(chosen, refusal, missing)
        if len(chosen) == 3:
            move = Place((own[0], own[1]), enemy[0])
            refusal = self.game.refuse(s, move)
            if refusal is not None:
                return refused(chosen, refusal, missing)
            ready = f"Ready: {self.game.format(move)}."
            return Draft(chosen, "complete", ready, missing, move=move)
        refusal = self._refuse_cells(s, (*own, *enemy))
        if refusal is not None:
            return refused(chosen, refusal, missing)
        return Draft(
            chosen,
            "incomplete",
            f"Pick the {_ORDER[len(chosen)]} point of the tromino.",
            missing,
            self._follow(s.stones, (*own, *enemy)),
            next_colour=s.turn if len(own) < 2 else 1 - s.turn,
        )

    def stamp(self, s: State, at: Cell, form: int, turn: int, variant: int) -> Stamp[Move]:
        """A tromino with its middle at `at`. `form` and `turn` are indices into `forms` and its
        turns, taken modulo their number; `variant` 0 puts the enemy's stone on one end, 1 on the
        middle, 2 on the other end."""
        topology = self.game.topology
        shape = self.forms[form % len(self.forms)]
        (ax, ay), (bx, by) = shape.turns[turn % len(shape.turns)]
        x, y = topology.lattice[at].tolist()
        off = topology.cells
        one = topology.at_lattice.get((x + ax, y + ay), off)
        other = topology.at_lattice.get((x + bx, y + by), off)
        cells = (one, at, other)
        odd = 2 - variant % 3
        picks = tuple(
            Pick(cell, 1 - s.turn if index == odd else s.turn)
            for index, cell in enumerate(cells)
            if cell != off
        )
        if self._closed(s) or len(picks) == 3:
            return Stamp(picks, self.draft(s, picks), shape.name)
        first, second = (cell for index, cell in enumerate(cells) if index != odd)
        refusal = self.game.refuse(s, Place((first, second), cells[odd]))
        assert refusal is not None
        return Stamp(picks, refused(picks, refusal), shape.name)

    def _closed(self, s: State) -> bool:
        """Whether no stones may be placed: an offer is open, or the game is over."""
        return s.stage != "play" or self.game.to_act(s) == OVER

    def _legal_of(self, stones: bytes) -> frozenset[int]:
        return frozenset(self.game.placements(stones))

    def _all_cells_of(self, stones: bytes) -> frozenset[Cell]:
        """The cells that some legal placement covers."""
        covered = self.game.geometry.cells[list(self.game.placements(stones))]
        return frozenset(covered.ravel().tolist())

    def _through(self, cells: Sequence[Cell]) -> list[int]:
        """The shapes, legal or not, that cover one or two cells."""
        through = self.game.geometry.through
        if len(cells) == 1:
            return list(through[cells[0]])
        return [number for number in through[cells[0]] if number in through[cells[1]]]

    def _follow(self, stones: bytes, cells: Sequence[Cell]) -> frozenset[Cell]:
        """The cells that complete `cells` (none to two), or go on from them, to a legal
        placement."""
        if not cells:
            return self._all_cells(stones)
        shapes, legal = self.game.geometry.shapes, self._legal(stones)
        covered = {c for number in self._through(cells) if number in legal for c in shapes[number]}
        return frozenset(covered.difference(cells))

    def _refuse_cells(self, s: State, cells: Sequence[Cell]) -> Refusal | None:
        """Why no legal placement covers `cells` (up to three), or None if one does."""
        if not cells:
            return None
        twice = tuple(cell for cell in cells if cells.count(cell) > 1)
        if len(cells) == 3:
            return self.game.refuse(s, Place((cells[0], cells[1]), cells[2]))
        names = self.game.topology.listing(cells)
        if twice:
            return Refusal("repeated", f"{names}: choose two different points", twice[:1])
        taken = tuple(cell for cell in cells if s.stones[cell])
        if taken:
            verb = "is" if len(taken) == 1 else "are"
            return Refusal(
                "occupied", f"{self.game.topology.listing(taken)} {verb} occupied", taken
            )
        numbers = self._through(cells)
        if not numbers:
            return Refusal(
                "apart", f"no tromino joins {names}: they are too far apart", tuple(cells)
            )
        if not self._legal(s.stones).isdisjoint(numbers):
            return None
        return self._refuse_room(s, cells, numbers)

    def _refuse_room(self, s: State, cells: Sequence[Cell], numbers: Sequence[int]) -> Refusal:
        """Why none of the shapes `numbers` through `cells` is legal: the block that one of them
        would fill, of several the one nearest to full; if there is none, the stones around."""
        names = self.game.topology.listing(cells)
        shapes = self.game.geometry.shapes
        refusals = [
            self.game.refuse(s, Place((a, b), c)) for a, b, c in (shapes[n] for n in numbers)
        ]
        blocks = [refusal for refusal in refusals if refusal and refusal.code == "block"]
        if blocks:

            def others(refusal: Refusal) -> int:
                return sum(not s.stones[cell] and cell not in cells for cell in refusal.cells)

            worst = min(blocks, key=others)
            return Refusal("room", f"no tromino fits on {names}: {worst.text}", worst.cells)
        around = {c for number in numbers for c in shapes[number] if s.stones[c]}
        return Refusal(
            "room", f"no tromino fits on {names}: there is no room around", tuple(sorted(around))
        )

    def _settled(self, s: State) -> tuple[bool, ...]:
        """(cells,): whether a cell is empty and lies in a settled region, which no legal placement
        touches (rule 5)."""
        board = np.frombuffer(s.stones, np.uint8)[None]
        label = regions(self.game.topology, board).label[0]
        reachable = np.zeros(self.game.topology.cells + 1, bool)
        if s.ending is None:
            reachable[label[list(self._all_cells(s.stones))]] = True
        settled = (board[0] == 0) & ~reachable[label]
        return tuple(settled.tolist())


display = PluralityDisplay
"""The display of a Plurality game."""
