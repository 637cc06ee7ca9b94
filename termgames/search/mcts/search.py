"""Monte Carlo tree search over packed positions, with many playouts in one call.

A round gathers leaves (`select.py`), plays all of them out in one call of the game's
kernel, and backs the results up the tree. Rewards are vectors with one entry a seat and
each seat maximizes its own (max^n: Luckhardt & Irani 1986). Nodes whose worth is known for
certain are solved (MCTS-Solver: Winands et al. 2008). The tree is kept from move to move.

Not done here: chance and hidden hands (`hidden.py`), transpositions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.exact import Solver
from termgames.core.game import OVER
from termgames.core.packed import Evaluation, PackedGame
from termgames.search import exact, steps, stopping
from termgames.search.limits import Limit, OnProgress, ShouldStop, Thought
from termgames.search.mcts.final_move import Chooser
from termgames.search.mcts.selection import Gathered, Selector
from termgames.search.mcts.sync import Peers, Report, Shares, path_of
from termgames.search.mcts.tree import NONE, ROOT, Tree
from termgames.search.policy import Policy
from termgames.search.settings import Settings, suited

_LINE = 8
"""Most moves of a line."""
_HARMLESS = 16
"""Moves that let nobody win at once after which a search trusts that there is no threat."""


@dataclass
class _Sums:
    """AMAF sums on their way up the tree."""

    count: NDArray[np.float32]
    reward: NDArray[np.float32]
    gained: NDArray[np.float32]
    """(seats,): rewards of the playouts, summed."""
    lanes: int


def _meet(level: dict[int, _Sums], node: int, sums: _Sums) -> None:
    """Let sums arrive at a node where others may be already."""
    others = level.setdefault(node, sums)
    if others is not sums:
        others.count += sums.count
        others.reward += sums.reward
        others.gained += sums.gained
        others.lanes += sums.lanes


class Mcts:
    """A search of one game, used again for every move of it.

    `think` may be asked about any state: where it can be reached from the one before in
    as many moves as there are seats, what is known about it is kept. One search serves
    one thread.
    """

    def __init__(
        self,
        game: PackedGame[Any, Any],
        *,
        seed: int | None,
        settings: Settings | None = None,
        temperature: float = 0.0,
        solver: Solver[Any, Any] | None = None,
        policy: Policy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`settings` replace those that suit the game; `solver` takes over where it can."""
        self.game = game
        self.settings = settings or suited(game)
        self.policy = policy
        self.temperature = temperature
        self.solver = solver
        self.rng = np.random.Generator(np.random.SFC64(seed))
        self.clock = clock
        self.playouts = 0
        """Made for the move that was thought about last, by others too where they told."""
        self.shares = Shares()
        self.plant(None)

    def think(
        self,
        state: Any,
        limit: Limit,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
        peers: Peers | None = None,
    ) -> Thought:
        """The best move of the seat to act, within `limit`; the game is not over.

        Playouts kept from the move before do not count against the limit, those that
        `peers` make do.
        """
        began = self.clock()
        seat = int(self.game.to_act(self.game.pack([state]))[0])
        if seat == OVER:
            raise ValueError("nobody is to act in a position that is over")
        if self.solver is not None:
            known = exact.answer(self.solver, state, seat, self.game.seats, limit, self.clock)
            if known is not None:
                return known
        return self._search(state, limit, began, on_progress, should_stop, peers)

    def ponder(
        self, state: Any, seconds: float, should_stop: ShouldStop, peers: Peers | None = None
    ) -> None:
        """Think about a position in which somebody else is to act, for the sake of what is
        known when he has; the game is not over. Whoever waits is not kept waiting for more
        than a round."""
        self._search(state, Limit(seconds), self.clock(), None, should_stop, peers)

    def _search(
        self,
        state: Any,
        limit: Limit,
        began: float,
        on_progress: OnProgress | None,
        should_stop: ShouldStop | None,
        peers: Peers | None,
    ) -> Thought:
        self._move_to(state)
        self.playouts = self.shares.playouts = 0
        reported = began
        self._foresee()
        self._overture(limit)
        before = self.clock()
        while True:
            now = self.clock()
            # Another round is begun where at least half of it will be within the time.
            progress = limit.used(self.playouts, now - began + (now - before) / 2)
            before = now
            if peers is not None:
                peers.exchange()
            note = self._settled(progress)
            if note is None and should_stop is not None and should_stop():
                note = "stopped"
            if note is not None:
                if peers is not None:
                    peers.conclude(note)
                choose = self._draw if self.temperature > 0 else self.choose
                return self._thought(choose, now - began, note)
            if on_progress is not None and now - reported >= stopping.REPORT:
                on_progress(self._thought(self.choose, now - began))
                reported = now
            lanes = self._lanes()
            self._round(self.selector.gather(self._descents(limit, lanes)), lanes)

    def _foresee(self) -> None:
        """Find out, where moves may end the game suddenly, what wins at once, and which
        moves let another win at once: however few playouts are allowed."""
        tree, selector = self.tree, self.selector
        if not selector.foresees or tree.solved[ROOT]:
            return
        if tree.children[ROOT] is None and selector.foresee(ROOT):
            return
        # Where there is a threat, nearly all moves fail to meet it, and are soon seen to.
        harmless = 0
        for child in selector.widen(ROOT, 0).tolist():
            selector.reach(child)
            harmless += int(not tree.solved[child])
            if harmless == _HARMLESS:
                return

    def _overture(self, limit: Limit) -> None:
        """Playouts from the root itself, until there are enough to order its moves by."""
        tree, table = self.tree, int(self.tree.table[ROOT]) if self.tree.size else NONE
        known = tree.visits[ROOT] if table == NONE else tree.amaf_lanes[table]
        wanted = self.settings.overture
        if limit.playouts is not None:
            wanted = min(wanted, max(8, limit.playouts // 4))
        if known < wanted and tree.winner[ROOT] == NONE and not tree.solved[ROOT]:
            self._round(Gathered([ROOT]), -(-wanted // 8) * 8)

    # -- one round --------------------------------------------------------------------------

    def _lanes(self) -> int:
        settings = self.settings
        late = self.tree.visits[ROOT] >= settings.late_from
        return settings.lanes_late if late else settings.lanes

    def _descents(self, limit: Limit, lanes: int) -> int:
        """Leaves of the next round: few while little is known, never more than are left."""
        settings = self.settings
        seen = float(self.tree.visits[ROOT]) / settings.lanes
        count = int(min(settings.leaves, max(4, seen / settings.patience)))
        if limit.playouts is not None:
            count = min(count, -(-(limit.playouts - self.playouts) // lanes))
        return max(1, count)

    def _round(self, found: Gathered, lanes: int) -> None:
        """Play the leaves out, back everything up."""
        result = None
        if found.leaves:
            rows = self.tree.positions[self.tree.place[found.leaves]]
            result = self.game.evaluate(rows, lanes, self.rng, self.settings.reward)
        self.absorb(found, result, lanes)

    def absorb(self, found: Gathered, result: Evaluation | None, lanes: int) -> None:
        """Back up what `lanes` playouts from each leaf gave, in their order, and what is
        known; `result` is used up, and None where there are no leaves."""
        tree = self.tree
        if result is not None:
            leaves = np.array(found.leaves, np.intp)
            self.owner += result.owner
            self.owned += lanes * len(leaves)
            self._back_up(leaves, result.reward, result.share, np.full(len(leaves), lanes))
            if self.settings.amaf and tree.features:
                self._back_up_amaf(found.leaves, result, lanes)
            self.playouts += lanes * len(leaves)
        if found.known:
            nodes = np.array([node for node, _ in found.known], np.intp)
            weight = np.array([times for _, times in found.known]) * lanes
            self._back_up(nodes, tree.exact[nodes], tree.exact_share[nodes], weight)
            for node in nodes.tolist():
                tree.conclude(node)
            self.playouts += int(weight.sum())

    def _back_up(
        self,
        nodes: NDArray[np.intp],
        reward: NDArray[np.float32],
        share: NDArray[np.float32],
        weight: NDArray[np.intp],
    ) -> None:
        """Add results (n, seats), each worth `weight` playouts, to nodes and all above."""
        tree = self.tree
        rewards = reward * weight[:, None].astype(np.float64)
        shares = share * weight[:, None].astype(np.float64)
        while len(nodes):
            np.add.at(tree.visits, nodes, weight)
            np.add.at(tree.reward, nodes, rewards)
            np.add.at(tree.share, nodes, shares)
            nodes = tree.parent[nodes].astype(np.intp)
            inside = nodes != NONE
            nodes, weight = nodes[inside], weight[inside]
            rewards, shares = rewards[inside], shares[inside]

    def _back_up_amaf(self, leaves: list[int], result: Evaluation, lanes: int) -> None:
        """Add the leaves' AMAF sums to the tables above them, with the moves between.

        Sums that meet on the way up go on as one. `result` is used up.
        """
        tree = self.tree
        depths = tree.depth[leaves].tolist()
        levels: list[dict[int, _Sums]] = [{} for _ in range(max(depths) + 1)]
        for index, (leaf, depth) in enumerate(zip(leaves, depths, strict=True)):
            sums = _Sums(
                result.amaf_count[index],
                result.amaf_reward[index],
                lanes * result.reward[index],
                lanes,
            )
            _meet(levels[depth], leaf, sums)
        for depth in range(len(levels) - 1, -1, -1):
            for node, sums in levels[depth].items():
                self._tabulate(node, sums)
                if node == ROOT:
                    continue
                above = int(tree.parent[node])
                amaf_features = self.game.amaf_features(tree.position(above), tree.action[node])
                amaf_features = amaf_features[amaf_features >= 0]
                sums.count[amaf_features] += sums.lanes
                sums.reward[amaf_features] += sums.gained[tree.seat[above]]
                _meet(levels[depth - 1], above, sums)

    def _tabulate(self, node: int, sums: _Sums) -> None:
        """Add sums to the node's AMAF table, which it gets when it is worth one."""
        tree, settings = self.tree, self.settings
        table = int(tree.table[node])
        if table == NONE:
            early = tree.visits[node] < settings.table_at * settings.lanes
            if node != ROOT and (early or 2 * tree.table_bytes >= settings.most_bytes):
                return
            table = tree.open_table(node)
        tree.amaf_count[table] += sums.count
        tree.amaf_reward[table] += sums.reward
        tree.amaf_lanes[table] += sums.lanes

    # -- searches of the same position by others -----------------------------------------------

    def report(self) -> Report:
        """What is new since the last report."""
        return self.shares.report(self.tree, self.owner, self.owned, self.playouts)

    def hear(self, report: Report) -> None:
        """Add what a search of the same position reported to what is known here."""
        self.shares.hear(report, self.tree, self.selector)
        self.owner += report.owner
        self.owned += report.owned
        self.playouts += report.playouts

    # -- the tree from move to move -----------------------------------------------------------

    def plant(self, row: NDArray[Any] | None) -> None:
        """A new tree, with one position (1,) as its root."""
        self.tree = Tree(self.game.dtype, self.game.seats, self.game.features)
        self.shares.move(None)
        if row is not None:
            root = self.tree.add(NONE, np.array([NONE], np.int32))
            self.tree.put(root, row, self.game.to_act(row))
        self._renew()

    def _renew(self) -> None:
        self.selector = Selector(self.game, self.tree, self.settings, self.policy)
        self.chooser = Chooser(self.game, self.tree, self.selector, self.settings)
        self.owner = np.zeros((self.game.cells, self.game.seats), np.float32)
        self.owned = 0

    def _move_to(self, state: Any) -> None:
        """Make `state` the root, keeping what is known about it."""
        row = self.game.pack([state])
        node = self._find(row[0])
        if node is None:
            self.plant(row)
        elif node != ROOT:
            self.follow(node)

    def follow(self, node: int) -> None:
        """Make a node the root, keeping what is known about it; it has a position."""
        self.shares.move(path_of(self.tree, node))
        self.tree = self.tree.subtree(node)
        self._renew()

    def _find(self, row: Any) -> int | None:
        """The visited node at most a round of moves below the root with that position."""
        if not self.tree.size:
            return None
        level = [ROOT]
        for _ in range(self.game.seats * steps.steps(self.game) + 1):
            for node in level:
                if self.game.same(self.tree.position(node), row):
                    return node
            level = [
                child
                for node in level
                for child in self._children(node)
                if self.tree.place[child] != NONE
            ]
        return None

    def _children(self, node: int) -> list[int]:
        children = self.tree.children[node]
        return [] if children is None else children.tolist()

    # -- decisions ----------------------------------------------------------------------------

    def _settled(self, progress: float) -> str | None:
        """Why the search may end now ("" when a limit is reached), or None."""
        tree = self.tree
        if tree.solved[ROOT]:
            return "proven"
        if tree.winner[ROOT] != NONE and progress >= self.settings.proven_part:
            # Who wins is certain: what is left is by how much, which is worth less time.
            return "proven"
        if progress >= 1:
            return ""
        children = self._children(ROOT)
        if len(children) == 1 and not tree.waiting[ROOT]:
            return "only move"
        # With the first action of a move settled, the rest of it may still be open.
        partial = steps.steps(self.game) > 1
        if partial or len(children) < 2 or not self.playouts:
            return None
        if progress >= self.settings.proven_part and not tree.waiting[ROOT]:
            # All others may be lost; what this one is worth needs less time.
            undecided = np.isin(tree.winner[children], (NONE, tree.seat[ROOT]))
            if undecided.sum() == 1:
                return "only move"
        if self.temperature > 0:
            return None
        safe = stopping.out_of_reach(tree.visits[children], self.playouts, progress)
        return "cannot be caught" if safe else None

    def choose(self, node: int) -> int:
        """The child that the seat to act in a node is to play, with what is known."""
        return self.chooser.best(node)

    def _draw(self, node: int) -> int:
        return self.chooser.drawn(node, self.temperature, self.rng)

    def _thought(self, choose: Callable[[int], int], seconds: float, note: str = "") -> Thought:
        """The decision, its actions picked by `choose` among the children of a node."""
        tree = self.tree
        best = choose(ROOT)
        line = [best]
        while not self._moves(line):
            self.selector.reach(line[-1])
            line.append(choose(line[-1]))
        while len(line) < _LINE:
            visited = [child for child in self._children(line[-1]) if tree.visits[child] > 0]
            if not visited:
                break
            line.append(max(visited, key=lambda child: float(tree.visits[child])))
        known = best if tree.visits[best] > 0 or tree.solved[best] else ROOT
        moves = self._moves(line)
        return Thought(
            move=moves[0],
            value=tuple(tree.shares(known).tolist()),
            visits=int(tree.visits[best]),
            owner=self.owner / np.float32(max(self.owned, 1)),
            line=tuple(moves),
            playouts=self.playouts,
            seconds=seconds,
            note=note,
        )

    def _moves(self, line: list[int]) -> list[Any]:
        """The whole moves of a line of nodes that begins below the root."""
        tree, moves = self.tree, []
        position, actions = tree.position(ROOT), []
        for node in line:
            actions.append(int(tree.action[node]))
            move = steps.complete_move(self.game, position, actions)
            if move is not None:
                moves.append(move)
                if tree.place[node] == NONE:
                    break
                position, actions = tree.position(node), []
        return moves
