"""Lines of play in a tree: the moves that a search expects, and the candidates for the next one."""

import heapq
from typing import Generic

import numpy as np

from termgames.core.arrays import Floats
from termgames.core.game import M, S
from termgames.core.packed import PackedGame, complete_move, most_actions
from termgames.search.ends import Points
from termgames.search.limits import Candidate
from termgames.search.mcts.tree import NONE, ROOT, Tree

_LINE = 8
"""Most moves of a line."""


class Lines(Generic[S, M]):
    """The lines of one tree. A line is a list of nodes that begins below the root."""

    def __init__(self, game: PackedGame[S, M], tree: Tree) -> None:
        self.game, self.tree = game, tree
        self.points = Points()
        """Final totals of the playouts through the nodes that may end the first move."""

    def children(self, node: int) -> list[int]:
        """The children of a node; none where it was not expanded."""
        children = self.tree.children[node]
        return [] if children is None else children.tolist()

    def moves(self, line: list[int]) -> list[M]:
        """The whole moves of a line."""
        tree, moves = self.tree, []
        position, actions = tree.position(ROOT), []
        for node in line:
            actions.append(int(tree.action[node]))
            move = complete_move(self.game, position, actions)
            if move is not None:
                moves.append(move)
                if tree.place[node] == NONE:
                    break
                position, actions = tree.position(node), []
        return moves

    def expected(self, line: list[int]) -> list[int]:
        """A line, continued by the most visited children."""
        visits, line = self.tree.visits, list(line)
        while len(line) < _LINE:
            visited = [x for x in self.children(line[-1] if line else ROOT) if visits[x] > 0]
            if not visited:
                break
            line.append(max(visited, key=lambda child: float(visits[child])))
        return line

    @property
    def one_move_only(self) -> bool:
        """Whether one action is legal after the other until a move is complete."""
        line: list[int] = []
        while not self.moves(line):
            node = line[-1] if line else ROOT
            children = self.children(node)
            if len(children) != 1 or self.tree.waiting[node]:
                return False
            line += children
        return True

    def note_totals(self, leaves: list[int], score: Floats, lanes: int) -> None:
        """Note the final totals `score` (n, seats), means over `lanes` playouts from each of n
        leaves."""
        tree, steps = self.tree, most_actions(self.game)
        for node, totals in zip(leaves, score, strict=True):
            while node != ROOT:
                if tree.depth[node] <= steps:
                    self.points.add(node, totals, lanes)
                node = int(tree.parent[node])

    def candidates(self, chosen: list[int], count: int) -> tuple[Candidate, ...]:
        """At most `count` candidates: the move that begins the line `chosen`, then those that were
        looked at most."""
        tree, ranked = self.tree, [self._candidate(chosen)]
        waiting: list[tuple[float, list[int]]] = [(0.0, [])]
        while waiting and len(ranked) < count:
            _, path = heapq.heappop(waiting)
            if path and self.moves(path):
                candidate = self._candidate(path)
                if all(candidate.move != other.move for other in ranked):
                    ranked.append(candidate)
                continue
            for child in self.children(path[-1] if path else ROOT):
                if tree.visits[child] > 0:
                    heapq.heappush(waiting, (-float(tree.visits[child]), [*path, child]))
        return tuple(ranked)

    def _candidate(self, line: list[int]) -> Candidate:
        """The first move of a line, which has one."""
        tree = self.tree
        last = next(at for at in range(len(line)) if self.moves(line[: at + 1]))
        node, moves = line[last], self.moves(self.expected(line[: last + 1]))
        shares = tree.shares(node if tree.has_value(node) else ROOT)
        return Candidate(
            moves[0],
            tuple(moves),
            tuple(np.clip(shares, 0, 1).tolist()),
            self.points.mean(node),
            int(tree.visits[node]),
        )
