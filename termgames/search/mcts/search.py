"""Monte Carlo tree search over packed positions, with many playouts in one call.

A round gathers leaves (`selection`), plays all of them out in one call of the game's kernel, and
adds the results to the nodes above them (`backup`), mixed with the values of a value net where
there is one (Silver et al. 2016; `provisional`). Rewards are vectors with one entry a seat and each
seat maximizes its own (max^n: Luckhardt & Irani 1986). Nodes whose worth is known for certain are
solved (MCTS-Solver: Winands et al. 2008). The tree is kept from move to move.

Not done here: chance and hidden hands (`ismcts`), transpositions.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, Unpack

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Floats
from termgames.core.evaluation import Evaluation
from termgames.core.exact import Solver
from termgames.core.game import OVER, M, S
from termgames.core.packed import PackedGame, Positions, Remembering, complete_move, most_actions
from termgames.search import anytime, exact
from termgames.search.ends import Ends
from termgames.search.leaves import LeafResults, Leaves
from termgames.search.limits import Candidate, Limit, Listeners, ShouldStop, Thought
from termgames.search.mcts.backup import Backup
from termgames.search.mcts.final_move import CHECK, Chooser
from termgames.search.mcts.provisional import Provisional, joined, provisional
from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import NONE, ROOT, Tree
from termgames.search.pace import Pace
from termgames.search.parallel import Helpers
from termgames.search.points import Points
from termgames.search.policy import NetValue, Policy, Prediction, predicts_values
from termgames.search.settings import Settings, suited

_LINE = 8
"""Most moves of a line."""
_HARMLESS = 16
"""Moves that give no seat a win at once after which a search trusts that there is no threat."""


class Mcts(Generic[S, M]):
    """A search of one game, used again for every move of it.

    `think` may be asked about any state. The part of the tree below it is kept where the tree
    holds it fewer than two rounds below the state before: even where the order of play changes
    from round to round, no seat waits longer for its turn. Not to be used by several threads.
    """

    def __init__(
        self,
        game: PackedGame[S, M],
        *,
        seed: int | None,
        settings: Settings | None = None,
        temperature: float = 0.0,
        solver: Solver[S, M] | None = None,
        policy: Policy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`settings` replace those that suit the game and the policy. The `solver` decides wherever
        its effort is within the limit."""
        self.game = game
        self.candidates = 0
        """How many of the best moves a thought lists."""
        self.settings = settings or suited(game, policy=policy)
        self.policy = policy
        self.net = policy if predicts_values(policy) else None
        """The policy, where it is a value net."""
        self.by_net_alone = self.net is not None and self.net.net.alone
        """Whether its values need no playouts beside them."""
        self.temperature = temperature
        self.solver = solver
        self.rng = np.random.Generator(np.random.SFC64(seed))
        self.clock = clock
        self.playouts = 0
        """Playouts made for the latest move."""
        self.helpers = Helpers([])
        """Helpers that make some of the playouts, in other processes."""
        self.pace, self.opening = Pace(), Pace()
        """See `anytime.AnytimeSearch`."""
        self._checks = Pace()
        """How long it takes to look at a move once more when it was chosen."""
        self._end: float | None = None
        """When the answer has to be there, by the clock; None without a limit of time."""
        self._processes = 1
        """How many processes made the latest round, this one included."""
        self.plant(None)

    def think(self, state: S, limit: Limit, **around: Unpack[Listeners]) -> Thought:
        """The best move of the seat to act, within `limit`; the game is not over.

        Playouts kept from the move before do not count against the limit.
        """
        began = self.clock()
        seat = int(self.game.to_act(self.game.pack([state]))[0])
        if seat == OVER:
            raise ValueError("nobody is to act in a position that is over")
        if self.solver is not None:
            solved = exact.answer(
                self.solver, state, self.game.seats, limit, self.clock, self.candidates
            )
            if solved is not None:
                return solved
        return self._search(state, limit, began, **around)

    def ponder(self, state: S, seconds: float, should_stop: ShouldStop) -> None:
        """Think about a position in which another seat is to act, to know more when it has
        moved; the game is not over. Ends at most a round after `should_stop` says so."""
        self._search(state, Limit(seconds), self.clock(), should_stop=should_stop)

    def _search(self, state: S, limit: Limit, began: float, **around: Unpack[Listeners]) -> Thought:
        self._move_to(state)
        self.playouts = 0
        self._end = None if limit.seconds is None else began + limit.seconds
        self._foresee()
        self._open(limit, began)
        return anytime.run(self, limit, began, self.clock, **around)

    def _foresee(self) -> None:
        """In games that any move may end: find out what wins at once, and which moves let
        another win at once, however few playouts are allowed."""
        tree, selector = self.tree, self.selector
        if not selector.foresees or tree.solved[ROOT]:
            return
        if tree.children[ROOT] is None and selector.foresee(ROOT):
            return
        # If there is a threat, nearly all moves fail to meet it, which shows in the first few.
        harmless = 0
        for child in selector.widen(ROOT, 0).tolist():
            selector.reach(child)
            harmless += int(not tree.solved[child])
            if harmless == _HARMLESS:
                return

    def _open(self, limit: Limit, began: float) -> None:
        """Playouts from the root itself, until there are enough to order its moves by."""
        tree, table = self.tree, int(self.tree.table[ROOT]) if self.tree.size else NONE
        playouts = tree.visits[ROOT] if table == NONE else tree.amaf_lanes[table]
        wanted = self.settings.opening_playouts(limit)
        if playouts < wanted and tree.winner[ROOT] == NONE and not tree.solved[ROOT]:
            anytime.open_with(self, wanted, limit, began, self.clock, self._play_out_root)

    def _play_out_root(self, playouts: int) -> None:
        """Make that many playouts from the root, or some more, shared among the processes."""
        shares = self.helpers.processes
        unit = 8 if playouts >= 8 * shares else 1
        lanes = -(-playouts // (unit * shares)) * unit
        self._play_out(*self._ask_net([ROOT] * shares, lanes), lanes)

    def closing(self, limit: Limit) -> float:
        """See `anytime.AnytimeSearch`: the time to look once more whether to rest. It is not looked
        at where it would take more than half of the limit."""
        assert limit.seconds is not None
        if not self.chooser.checks_rest(ROOT, ROOT, self.ends):
            return 0.0
        seconds = self._checks.seconds(CHECK)
        return seconds if seconds <= limit.seconds / 2 else 0.0

    # -- one round --------------------------------------------------------------------------

    @property
    def least(self) -> int:
        """See `anytime.AnytimeSearch`: those of one visit of a leaf."""
        settings = self.settings
        late = self.tree.size and self.tree.visits[ROOT] >= settings.late_from
        return settings.lanes_late if late else settings.lanes

    def round(self, limit: Limit) -> None:
        """See `anytime.AnytimeSearch`."""
        settings, visits, lanes = self.settings, float(self.tree.visits[ROOT]), self.least
        descents = settings.descents(
            limit,
            visits=visits,
            playouts=self.playouts,
            lanes=lanes,
            processes=self._processes,
        )
        most = descents
        if self.net is not None:
            most = settings.net_batch(visits, alone=self.by_net_alone)
        leaves: list[int] = []
        solved: list[tuple[int, int]] = []
        counted: list[Provisional] = []
        while descents > 0:
            self.absorb_solved(solved, lanes)
            gathered = self.selector.gather(min(most, descents))
            descents -= most
            unsure, values = self._ask_net(gathered.leaves, lanes)
            leaves, counted, solved = leaves + unsure, counted + values, gathered.solved
        self._play_out(leaves, counted, lanes)
        self.absorb_solved(solved, lanes)

    def _ask_net(self, leaves: list[int], lanes: int) -> tuple[list[int], list[Provisional]]:
        """Ask the net about leaves, and let the tree count its values as many times as the leaves
        will have playouts. Answers those that need playouts, and what the tree counts for them:
        nothing where there is no value net."""
        if self.net is None or not leaves:
            return leaves, []
        tree, nodes = self.tree, np.array(leaves, np.intp)
        rows = tree.positions[tree.place[nodes]]
        logits, value = self._predict(rows, lanes)
        self.selector.note_logits(leaves, logits)
        values = provisional(tree, leaves, value)
        self._backup.add(nodes, values.reward, values.share, np.full(len(nodes), lanes))
        unsure = value.weight < 1
        if not unsure.all():
            sure = ~unsure
            ends = Ends.predicted(value.owner[sure], value.score[sure], lanes)
            self._note_ends(nodes[sure].tolist(), ends, value.score[sure], lanes)
        return nodes[unsure].tolist(), [values[unsure]] if unsure.any() else []

    def _predict(self, rows: Positions, lanes: int) -> Prediction:
        """What the net says of positions. Where they need no playouts helpers ask theirs."""
        if not self.by_net_alone:
            return self._ask(rows)
        parts = [
            part for _, part in self.helpers.evaluate(rows, lanes, lambda own, _: self._ask(own))
        ]
        if len(parts) == 1:
            return parts[0]
        logits, values = zip(*parts, strict=True)
        return np.concatenate(logits), NetValue.joined(values)

    def _ask(self, rows: Positions) -> Prediction:
        assert self.net is not None
        return self.net.predict(rows, self.settings.reward)

    def _play_out(self, leaves: list[int], counted: list[Provisional], lanes: int) -> None:
        """Play leaves out, and back everything up. Where provisional values are `counted` for them
        the search need not wait for its helpers: their results are absorbed before the next leaves
        are played out, or the search ends."""
        self._catch_up()
        self._processes = self.helpers.processes
        if leaves:
            self._late = self._parts_absorbed(leaves, lanes, joined(counted) if counted else None)
            next(self._late, None)
            if not counted:
                self._catch_up()

    def _parts_absorbed(
        self, leaves: list[int], lanes: int, counted: Provisional | None
    ) -> Iterator[None]:
        """Absorb the results of leaves, those of each process as a step; those of this one come
        first."""
        rows = self.tree.positions[self.tree.place[leaves]]
        for part, result in self.helpers.evaluate(rows, lanes, self.played_out, self._patience):
            self.absorb(leaves[part], result, lanes, None if counted is None else counted[part])
            yield

    @property
    def _patience(self) -> float | None:
        """Seconds within which results of helpers are of use; None without a limit."""
        return None if self._end is None else self._end - self.clock()

    def _catch_up(self) -> None:
        """Wait for what helpers still play out of the latest round, and absorb it."""
        for _ in self._late:
            pass

    def begin_question(self, judgement: None) -> None:
        """See `leaves.LeafEvaluator`."""
        if isinstance(self.game, Remembering):
            self.game.forget()

    def evaluate(self, leaves: Leaves, lanes: int) -> LeafResults:
        """See `leaves.LeafEvaluator`: leaves are positions, none of them over."""
        return self._ask(leaves) if self.by_net_alone else self.played_out(leaves, lanes)

    def played_out(self, leaves: Leaves, lanes: int) -> Evaluation:
        """The results of `lanes` playouts from each of some positions, none of them over."""
        return self.game.evaluate(leaves, lanes, self.rng, self.settings.reward)

    def _look_again(self, rows: Positions, lanes: int) -> Evaluation:
        began = self.clock()
        result = self.played_out(rows, lanes)
        self._checks.note(len(rows) * lanes, self.clock() - began)
        return result

    def absorb(
        self,
        leaves: list[int],
        result: Evaluation,
        lanes: int,
        counted: Provisional | None = None,
    ) -> None:
        """Add to the nodes above them what `lanes` playouts gave from each of some leaves, in
        their order. Where provisional values are `counted` for the leaves already, the playouts,
        mixed with the net's values, replace these. The arrays of `result` are written to."""
        nodes = np.array(leaves, np.intp)
        if counted is not None:
            assert self.net is not None
            result = self.net.mix(result, counted.net)
        self._note_ends(leaves, Ends.of(result, lanes), result.score, lanes)
        weight = np.full(len(nodes), lanes)
        if counted is None:
            self._backup.add(nodes, result.reward, result.share, weight)
        else:
            reward, share = result.reward - counted.reward, result.share - counted.share
            self._backup.add(nodes, reward, share, weight, counted=True)
        if self.settings.amaf and self.tree.features:
            self._backup.add_amaf(leaves, result, lanes)

    def absorb_solved(self, solved: list[tuple[int, int]], lanes: int) -> None:
        """Add the worth of solved nodes to those above them, `lanes` times for each descent that
        ended there; `solved` as in `selection.Gathered`."""
        if not solved:
            return
        tree = self.tree
        nodes = np.array([node for node, _ in solved], np.intp)
        weight = np.array([times for _, times in solved]) * lanes
        self._backup.add(nodes, tree.exact[nodes], tree.exact_share[nodes], weight)
        for node in nodes.tolist():
            tree.conclude(node)
        self.playouts += int(weight.sum())

    def _note_ends(self, leaves: list[int], ends: Ends, score: Floats, lanes: int) -> None:
        """Count `lanes` playouts of each of some leaves, and `ends`, what they ended with. Where
        candidates are wanted, the leaves' final totals `score` (n, seats) are added to the points
        of the nodes above that may end the first move."""
        self.playouts += lanes * len(leaves)
        self.ends += ends
        if not self.candidates:
            return
        tree, steps = self.tree, most_actions(self.game)
        for node, totals in zip(leaves, score, strict=True):
            while node != ROOT:
                if tree.depth[node] <= steps:
                    self.points.add(node, totals, lanes)
                node = int(tree.parent[node])

    # -- the tree from move to move -----------------------------------------------------------

    def plant(self, row: NDArray[Any] | None) -> None:
        """A new tree, with one position (1,) as its root."""
        self.tree = Tree(self.game.dtype, self.game.seats, self.game.features)
        self.begin_question(None)
        self.helpers.begin_question(None)
        if row is not None:
            root = self.tree.add(NONE, np.array([NONE], np.int32))
            self.tree.put(root, row, self.game.to_act(row))
        self._renew()

    def _renew(self) -> None:
        self._late = iter(())
        """What is still to be absorbed of the latest round, part by part."""
        self.selector = Selector(self.game, self.tree, self.settings, self.policy)
        self._backup = Backup(self.game, self.tree, self.settings)
        self.chooser = Chooser(self.game, self.tree, self.selector, self.settings)
        self.ends = Ends.none(self.game.cells, self.game.seats)
        self.points = Points()

    def _move_to(self, state: S) -> None:
        """Make `state` the root, with the tree below it if it is in the tree."""
        row = self.game.pack([state])
        node = self._find(row)
        if node is None:
            self.plant(row)
        elif node != ROOT:
            self.follow(node)

    def follow(self, node: int) -> None:
        """Make a node, which has a position, the root, with the tree below it."""
        self.tree = self.tree.subtree(node)
        self._renew()

    def _find(self, row: Positions) -> int | None:
        """The visited node with a position (1,), fewer than two rounds below the root; None where
        there is none. Of several it is the most visited one of those nearest to the root."""
        tree, size = self.tree, self.tree.size
        depth, visits = tree.depth[:size], tree.visits[:size]
        there = (tree.place[:size] != NONE) & (tree.seat[:size] == self.game.to_act(row))
        there &= depth <= (2 * self.game.seats - 1) * most_actions(self.game)
        nodes = np.flatnonzero(there)
        nodes = nodes[np.lexsort((-visits[nodes], depth[nodes]))]
        same = (node for node in nodes.tolist() if self.game.same(tree.position(node), row[0]))
        return next(same, None)

    def _children(self, node: int) -> list[int]:
        children = self.tree.children[node]
        return [] if children is None else children.tolist()

    # -- decisions ----------------------------------------------------------------------------

    @property
    def can_decide(self) -> bool:
        """Always true."""
        return True

    def reason_to_end(self, progress: float) -> str | None:
        """See `anytime.AnytimeSearch`."""
        tree = self.tree
        if tree.solved[ROOT]:
            return "proven"
        if tree.winner[ROOT] != NONE and progress >= self.settings.proven_part:
            # Who wins is certain: what is left is by how much, which is worth less time.
            return "proven"
        if progress >= 1:
            return ""
        if self._one_move_only:
            return "only move"
        children = np.array(self._children(ROOT), np.intp)
        # With the first action of a move settled, the rest of it may still be open.
        partial = most_actions(self.game) > 1
        if partial or len(children) < 2 or not self.playouts or not progress:
            return None
        if progress >= self.settings.proven_part and not tree.waiting[ROOT]:
            # All others may be lost; what this one is worth needs less time. But where it is a pass
            # others may lose by less.
            winners = tree.winner[children]
            undecided = children[np.isin(winners, (NONE, tree.seat[ROOT]))]
            if len(undecided) == 1 and not self.chooser.passing(ROOT, undecided)[0]:
                return "only move"
        if self.temperature > 0:
            return None
        # Ignore refuted moves when comparing visits.
        open_ones = children[~self.selector.barred(ROOT, children)]
        if len(open_ones) < 2:
            return None
        safe = anytime.out_of_reach(tree.visits[open_ones], self.playouts, progress)
        return "cannot be caught" if safe else None

    @property
    def _one_move_only(self) -> bool:
        """Whether one action is legal after the other until a move is complete."""
        line: list[int] = []
        while not self._moves(line):
            node = line[-1] if line else ROOT
            children = self._children(node)
            if len(children) != 1 or self.tree.waiting[node]:
                return False
            line += children
        return True

    @property
    def can_report(self) -> bool:
        """See `anytime.AnytimeSearch`."""
        return bool(self._moves(self._most_visited([])))

    def choose(self, node: int) -> int:
        """The child that the seat to act in a node is to play, as the tree stands."""
        return self.chooser.best(node)

    def _draw(self, node: int) -> int:
        return self.chooser.draw(node, self.temperature, self.rng)

    def decision(self, seconds: float, note: str | None) -> Thought:
        """See `anytime.AnytimeSearch`."""
        tree = self.tree
        if note is None:
            line = self._most_visited([])
        else:
            self._catch_up()
            choose = self._draw if self.temperature > 0 else self.choose
            chosen = choose(ROOT)
            if self._end is None or self._checks.seconds(CHECK) <= self._end - self.clock():
                chosen = self.chooser.rest_instead(ROOT, chosen, self.ends, self._look_again)
            line = [chosen]
            while not self._moves(line):
                self.selector.reach(line[-1])
                line.append(choose(line[-1]))
            line = self._most_visited(line)
        best = line[0]
        source = best if tree.has_value(best) else ROOT
        moves = self._moves(line)
        return Thought(
            move=moves[0],
            value=tuple(tree.shares(source).tolist()),
            visits=int(tree.visits[best]),
            owner=self.ends.mean_owner,
            score=self.ends.mean_score,
            line=tuple(moves),
            playouts=self.playouts,
            seconds=seconds,
            candidates=self._ranked(line) if self.candidates else (),
            note=note or "",
        )

    def _ranked(self, chosen: list[int]) -> tuple[Candidate, ...]:
        """The move that begins the line `chosen`, then those that were looked at most."""
        tree, ranked = self.tree, [self._candidate(chosen)]
        waiting: list[tuple[float, list[int]]] = [(0.0, [])]
        while waiting and len(ranked) < self.candidates:
            _, path = heapq.heappop(waiting)
            if path and self._moves(path):
                candidate = self._candidate(path)
                if all(candidate.move != other.move for other in ranked):
                    ranked.append(candidate)
                continue
            for child in self._children(path[-1] if path else ROOT):
                if tree.visits[child] > 0:
                    heapq.heappush(waiting, (-float(tree.visits[child]), [*path, child]))
        return tuple(ranked)

    def _candidate(self, line: list[int]) -> Candidate:
        """The first move of a line of nodes below the root, which has one."""
        tree = self.tree
        last = next(at for at in range(len(line)) if self._moves(line[: at + 1]))
        node, moves = line[last], self._moves(self._most_visited(line[: last + 1]))
        shares = tree.shares(node if tree.has_value(node) else ROOT)
        return Candidate(
            moves[0],
            tuple(moves),
            tuple(np.clip(shares, 0, 1).tolist()),
            self.points.mean(node),
            int(tree.visits[node]),
        )

    def _most_visited(self, line: list[int]) -> list[int]:
        """A line of nodes below the root, continued by the most visited children."""
        visits, line = self.tree.visits, list(line)
        while len(line) < _LINE:
            visited = [x for x in self._children(line[-1] if line else ROOT) if visits[x] > 0]
            if not visited:
                break
            line.append(max(visited, key=lambda child: float(visits[child])))
        return line

    def _moves(self, line: list[int]) -> list[M]:
        """The whole moves of a line of nodes that begins below the root."""
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
