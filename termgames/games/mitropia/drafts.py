"""Drafts of moves: which move the points make up that a player picks on the board.

A stone or a start point takes one point, a pair two. Moving a stone takes two as well, its point
and the new one, in any order. Only `Mitropia.refuse` decides whether a move may be played.
"""

from collections.abc import Sequence
from functools import lru_cache

from termgames.core.display import OTHER_COLOUR, Draft, Pick, refused
from termgames.core.errors import Refusal
from termgames.core.game import CHANCE
from termgames.core.topology import Cell
from termgames.games.mitropia.cards import MOVE_THREE, MOVE_TWO, PAIR_PLACE
from termgames.games.mitropia.moves import Move, Pair, Point, Shift, Start, cells_of
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import ChooseStart, Settle, Stones
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones.alliance import blocs
from termgames.go.dead_stones import draft_dead

_SHIFTS = (MOVE_TWO, MOVE_THREE)


class Drafts:
    """The drafts of one game."""

    def __init__(self, game: Mitropia) -> None:
        self.game = game
        self._placings = lru_cache(maxsize=64)(self._placings_of)

    def of(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """The draft of the points picked so far."""
        chosen = tuple(picks)
        if isinstance(s.question, Settle) and s.question.agreement.dead is None:
            return draft_dead(self.game, s, picks, blocs(s.occupiers))
        placings = self._placings(s)
        seat = self.game.to_act(s)
        if not chosen:
            follow = frozenset(cell for cells in placings for cell in cells)
            colour = seat if follow else None
            return Draft((), "incomplete", self.game.prompt(s), "", follow, colour)
        cells = tuple(pick.cell for pick in chosen)
        own = all(pick.colour == seat for pick in chosen)
        move = placings.get(frozenset(cells)) if len(set(cells)) == len(cells) else None
        if move is not None and own:
            ready = f"Ready: {self.game.format(move)}."
            cleared = frozenset(cell for cell in cells if s.stones[cell])
            return Draft(chosen, "complete", ready, move=move, cleared=cleared)
        refusal = self._refuse(s, cells)
        if refusal is None and not own:
            refusal = OTHER_COLOUR
        if refusal is not None:
            return refused(chosen, refusal)
        return self._draft_second(s, chosen)

    def _draft_second(self, s: State, chosen: tuple[Pick, ...]) -> Draft[Move]:
        """The draft when the first of two points is picked: it says which may come second."""
        first = chosen[0].cell
        follow = frozenset(
            cell for cells in self._placings(s) if first in cells for cell in cells
        ) - {first}
        name, lifted = self.game.topology.names[first], bool(s.stones[first])
        if not self._shifting(s):
            prompt = f"Pick the second point of the pair, next to {name}."
        elif lifted:
            prompt = f"Pick the point to which the stone on {name} goes."
        else:
            prompt = f"Pick the stone of yours that goes to {name}."
        cleared = frozenset({first} if lifted else ())
        seat = self.game.to_act(s)
        return Draft(chosen, "incomplete", prompt, "1 of 2", follow, seat, cleared=cleared)

    @staticmethod
    def _shifting(s: State) -> bool:
        return isinstance(s.question, Stones) and s.question.card in _SHIFTS

    @staticmethod
    def _pairing(s: State) -> bool:
        return isinstance(s.question, Stones) and s.question.card == PAIR_PLACE

    def _refuse(self, s: State, cells: tuple[Cell, ...]) -> Refusal | None:
        """Why the picked cells are no move; None when they are one, or when one more cell can
        make them one."""
        placings, names = self._placings(s), self.game.topology.names
        twofold = self._shifting(s) or self._pairing(s)
        if len(cells) > 1 + twofold:
            number = "two points" if twofold else "one point"
            return Refusal("many", f"pick no more than {number}", cells[1 + twofold :])
        first = cells[0]
        if first in cells[1:]:
            return Refusal("repeated", f"{names[first]} is already picked", (first,))
        if not twofold:
            start = isinstance(s.question, ChooseStart)
            return self.game.refuse(s, Start(first) if start else Point(first))
        if len(cells) == 1:
            if any(first in placing for placing in placings):
                return None
            return self._refuse_first(s, first)
        if self._pairing(s):
            return self.game.refuse(s, Pair(min(cells), max(cells)))
        # The origin is the cell that holds a stone.
        origin, target = sorted(cells, key=lambda cell: not s.stones[cell])
        if s.stones[target]:
            text = f"{names[origin]} and {names[target]} are both occupied: pick an empty point"
            return Refusal("occupied", text, cells)
        return self.game.refuse(s, Shift(origin, target))

    def _refuse_first(self, s: State, cell: Cell) -> Refusal:
        """Why a point can be in no pair, or why no stone can be moved from or to it."""
        name, stone = self.game.topology.names[cell], s.stones[cell]
        seat = self.game.to_act(s)
        if stone and (self._pairing(s) or stone != seat + 1):
            return Refusal("occupied", f"{name} holds {SEATS[stone - 1]}'s stone", (cell,))
        if stone:
            return Refusal("stuck", f"the stone on {name} cannot go anywhere now", (cell,))
        if self._pairing(s):
            return Refusal("pair", f"no pair can be placed on {name}", (cell,))
        return Refusal("range", f"none of your stones can go to {name}", (cell,))

    def _placings_of(self, s: State) -> dict[frozenset[Cell], Move]:
        """The legal answers that a player gives by picking points, by these points."""
        if s.ending is not None or self.game.to_act(s) == CHANCE:
            return {}
        return {frozenset(_picks(move)): move for move in self.game.legal_moves(s) if _picks(move)}


def _picks(move: Move) -> tuple[Cell, ...]:
    """The cells that a player picks for a move; none for a move without cells."""
    return (move.cell,) if isinstance(move, Start) else cells_of(move)
