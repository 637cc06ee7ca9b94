"""What some seats can force, whatever all the others do: proof-number search through the rules
alone (Allis 1994; depth first as by Nagai 2002). It reaches far where little of the game is left,
or where what is asked is often decided before the end.

Results are proofs, also where repetitions are forbidden. Positions that are reached in several ways
are looked at once, so the past of a position in the search is that of one of these ways. A proof is
accepted only where the past makes no difference: its moves lead back to no earlier board, and no
answer of the others was left out because in one of the ways it would have repeated a board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.game import OVER, AnyGame, Editable, Seat, has_chance, has_secrets

_INFINITE = 10**9
_DEEPEST = 150
"""Moves that are looked ahead, at most."""


def _undecided(state: Any) -> None:
    """Nothing is decided before the end."""


def unhurried() -> bool:
    """There is time."""
    return False


@dataclass(eq=False, slots=True)
class _Position:
    """A position of the search, reached in one of its ways."""

    state: Any
    stones: bytes
    ours: bool
    """Whether one of the seats that are to force something is to act."""
    proof: int = 1
    disproof: int = 1
    children: dict[Any, _Position | None] | None = None
    """By move; each None until it is looked at, and all until one is."""
    under_way: bool = False
    """Whether it lies on the way that is being looked at."""
    moves: int = 0
    """Once it is proved: how many moves the proof has until all is decided, at most."""


class Forced:
    """Proofs in one set-up game without luck and secrets, in which the players do not agree on dead
    stones. Positions are remembered from one question to the next."""

    def __init__(
        self,
        game: AnyGame,
        seats: Collection[Seat],
        goal: Callable[[Any], bool],
        decided: Callable[[Any], bool | None] = _undecided,
        late: Callable[[], bool] = unhurried,
    ) -> None:
        """Whether `seats` can force an end of the game of which `goal` is true.

        `decided` says of a position before the end whether they have reached it or never will,
        however play goes on, and None where that is open; play is not followed beyond. What it says
        must follow from the board, the seat to act and the texts beside the board.

        `late` is asked at each position whose moves are looked at: once it says true, searches end
        as they do at their limit."""
        assert isinstance(game, Editable), "positions have diagrams"
        assert not has_chance(game), "nothing is left to chance"
        assert not has_secrets(game), "everybody knows everything"
        self.game, self.seats = game, frozenset(seats)
        self.goal, self.decided, self._late = goal, decided, late
        self.looked_at = 0
        """Positions whose moves were looked at."""
        self._from_diagram = game.position
        self._texts = game.position_text
        self._nodes: dict[Any, _Position] = {}
        self._most = 0
        self._worked: Counter[tuple[bool, Any]] = Counter()
        """How often a move was the one that settled a position, by whether it is of the seats that
        force: such moves are looked at first."""

    def proves(self, state: Any, most: int) -> bool:
        """Whether there is a proof that the seats can force it from `state`, found by looking at no
        more than `most` further positions. False is no proof that they cannot."""
        self._most = self.looked_at + most
        root = self._node(state)
        if root.proof and root.disproof:
            self._search(root, _INFINITE, _INFINITE, 0)
        return not root.proof and self._is_sound(root)

    def line(self, state: Any) -> tuple[Any, ...]:
        """How play goes on from a position for which there is a proof; the others hold out as long
        as they can."""
        moves, node = [], self._node(state)
        while node.children:
            move, node = _best(node) if node.ours else _longest(node)
            moves.append(move)
        return tuple(moves)

    # -- the search --------------------------------------------------------------------------

    def _node(self, state: Any) -> _Position:
        game = self.game
        to_act, stones = game.to_act(state), game.stones(state)
        won = self.goal(state) if to_act == OVER else self.decided(state)
        key = (stones, to_act, won, *self._texts(state).values())
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = _Position(state, stones, to_act in self.seats)
            if won is not None:
                node.children = {}
                node.proof, node.disproof = (0, _INFINITE) if won else (_INFINITE, 0)
        return node

    def _search(self, node: _Position, proof: int, disproof: int, depth: int) -> None:
        """Look at a position until one of its numbers reaches a bound, or the limit is reached."""
        if depth > _DEEPEST:
            node.proof, node.disproof = _INFINITE, 0
            return
        if node.children is None:
            self.looked_at += 1
            if self._late():
                self._most = self.looked_at
            moves = self.game.legal_moves(node.state)
            ours, worked = node.ours, self._worked
            node.children = dict.fromkeys(sorted(moves, key=lambda move: -worked[ours, move]))
        children, node.under_way = node.children, True
        number = _proof if node.ours else _disproof
        while True:
            _update(node, children.values())
            if (
                node.proof >= proof
                or node.disproof >= disproof
                or not (node.proof and node.disproof)
                or self.looked_at >= self._most
            ):
                break
            move, second = _least(children, number)
            child = children[move]
            if child is None:
                child = children[move] = self._node(self.game.apply(node.state, move))
                if not (child.proof if node.ours else child.disproof):
                    self._worked[node.ours, move] += 1
            elif node.ours:
                rest = min(_INFINITE, disproof - node.disproof + _disproof(child))
                self._search(child, min(proof, second + 1), rest, depth + 1)
            else:
                rest = min(_INFINITE, proof - node.proof + _proof(child))
                self._search(child, rest, min(disproof, second + 1), depth + 1)
        node.under_way = False

    # -- whether the past makes a difference ---------------------------------------------------

    def _is_sound(self, root: _Position) -> bool:
        own: list[tuple[bytes, bytes]] = []
        others: list[tuple[bytes, bytes]] = []
        seen, waiting = {root}, [root]
        while waiting:
            node = waiting.pop()
            if not node.children:
                continue
            after = [_best(node)[1]] if node.ours else [child for _, child in _proved(node)]
            (own if node.ours else others).extend((node.stones, child.stones) for child in after)
            if not node.ours and not self._lists_all(node):
                return False
            waiting += (child for child in after if child not in seen)
            seen.update(after)
        round_about = _in_circles([*own, *others])
        return not any(before != after and {before, after} <= round_about for before, after in own)

    def _lists_all(self, node: _Position) -> bool:
        """Whether a position has the moves that it would have without its past."""
        game, state = self.game, node.state
        marks = "." + game.marks
        rows = game.topology.rows([marks[stone] for stone in node.stones])
        try:
            fresh = self._from_diagram(rows, self._texts(state))
        except OptionError:
            return False
        assert node.children is not None, "it is proved"
        return game.to_act(fresh) == game.to_act(state) and all(
            move in node.children for move in game.legal_moves(fresh)
        )


def _proof(node: _Position | None) -> int:
    return 1 if node is None else _INFINITE if node.under_way else node.proof


def _disproof(node: _Position | None) -> int:
    return 1 if node is None else 0 if node.under_way else node.disproof


def _update(node: _Position, children: Collection[_Position | None]) -> None:
    """Bring the numbers of a position up to date, and what they say of its proof."""
    proofs, disproofs = map(_proof, children), map(_disproof, children)
    if node.ours:
        node.proof, node.disproof = min(proofs), min(_INFINITE, sum(disproofs))
    else:
        node.proof, node.disproof = min(_INFINITE, sum(proofs)), min(disproofs)
    if not node.proof and not node.moves:
        counts = [child.moves for child in children if child is not None and not child.proof]
        node.moves = 1 + (min(counts) if node.ours else max(counts))


def _least(
    children: Mapping[Any, _Position | None], number: Callable[[_Position | None], int]
) -> tuple[Any, int]:
    """The move to the child with the least number, and the least number of the others."""
    first, *others = sorted((number(child), at) for at, child in enumerate(children.values()))
    return list(children)[first[1]], others[0][0] if others else _INFINITE


def _proved(node: _Position) -> list[tuple[Any, _Position]]:
    """The moves whose positions are proved."""
    assert node.children is not None, "it is proved"
    moves = node.children.items()
    return [(move, child) for move, child in moves if child is not None and not child.proof]


def _best(node: _Position) -> tuple[Any, _Position]:
    """The shortest way of the seats that force: its proof is older, so that following such moves
    never leads in a circle."""
    return min(_proved(node), key=lambda each: each[1].moves)


def _longest(node: _Position) -> tuple[Any, _Position]:
    return max(_proved(node), key=lambda each: each[1].moves)


def _in_circles(steps: Iterable[tuple[bytes, bytes]]) -> set[bytes]:
    """The boards that may lie on a way back to themselves: those left when boards to which no step
    leads, and boards from which none leads, are taken away again and again."""
    left = {step for step in steps if step[0] != step[1]}
    while True:
        stay = {a for a, _ in left} & {b for _, b in left}
        kept = {step for step in left if step[0] in stay and step[1] in stay}
        if len(kept) == len(left):
            return stay
        left = kept
