"""Monte Carlo tree search over packed positions, with many playouts in one call.

A round gathers leaves (`selection`), plays all of them out in one call of the game's kernel, and
adds the results to the nodes above them (`backup`), mixed with the values of a value net where
there is one (Silver et al. 2016; `worth`). Rewards are vectors with one entry a seat and each
seat maximizes its own (max^n: Luckhardt & Irani 1986). Nodes whose worth is known for certain are
solved (MCTS-Solver: Winands et al. 2008). The tree is kept from move to move.

Not done here: chance and hidden hands (`ismcts`), transpositions.
"""

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, Unpack

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Floats
from termgames.core.evaluation import Evaluation
from termgames.core.exact import Solver
from termgames.core.game import OVER, M, S
from termgames.core.packed import PackedGame, Positions, most_actions
from termgames.search import anytime, exact, small_ends
from termgames.search.ends import Ends
from termgames.search.limits import Candidate, Limit, Listeners, ShouldStop, Thought
from termgames.search.mcts.backup import Backup
from termgames.search.mcts.final_move import Chooser
from termgames.search.mcts.lines import Lines
from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import NONE, ROOT, Tree
from termgames.search.mcts.worth import Evaluator, Provisional, SecondLook, joined, provisional
from termgames.search.pace import Pace
from termgames.search.parallel import Helpers
from termgames.search.policy import NetValue, Policy, Prediction
from termgames.search.settings import Settings, suited

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
        self.temperature = temperature
        self.solver = solver
        self.rng = np.random.Generator(np.random.SFC64(seed))
        self.evaluator = Evaluator(game, self.settings.reward, policy, self.rng)
        """Plays leaves out, and asks the net."""
        self.clock = clock
        self.playouts = 0
        """Playouts made for the latest move."""
        self.helpers = Helpers([])
        """Helpers that make some of the playouts, in other processes."""
        self.pace, self.opening = Pace(), Pace()
        """See `anytime.AnytimeSearch`."""
        self._second_look = SecondLook(self.evaluator, clock)
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
        row = self.game.pack([state])
        if int(self.game.to_act(row)[0]) == OVER:
            raise ValueError("nobody is to act in a position that is over")
        if self.solver is not None:
            solved = exact.answer(
                self.solver, state, self.game.seats, limit, self.clock, self.candidates
            )
            if solved is not None:
                return solved
        small = self._small_end(row, limit, began, around.get("should_stop"))
        return small or self._search(state, limit, began, **around)

    def _small_end(
        self, row: Positions, limit: Limit, began: float, should_stop: ShouldStop | None
    ) -> Thought | None:
        """The best move in a position (1,) where the rest of the game is small enough to be looked
        at whole. Who draws among good moves does not look."""
        if self.temperature > 0:
            return None
        ranked = [
            Candidate(move, (move,), tuple(map(float, value)), None, 0)
            for action, value in small_ends.ranked(
                self.game, row, self.settings, limit, should_stop, self.clock
            )
            for move in [self.game.move(row[0], action)]
        ]
        if not ranked:
            return None
        return Thought(
            ranked[0].move,
            value=ranked[0].shares,
            line=ranked[0].line,
            candidates=tuple(ranked[: self.candidates]),
            seconds=self.clock() - began,
            note="looked at to the end",
        )

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
        seconds = self._second_look.seconds
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
        if self.evaluator.net is not None:
            most = settings.net_batch(visits, alone=self.evaluator.by_net_alone)
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
        if self.evaluator.net is None or not leaves:
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
        if not self.evaluator.by_net_alone:
            return self.evaluator.predicted(rows)
        parts = [part for _, part in self.helpers.evaluate(rows, lanes, self.evaluator.predicted)]
        if len(parts) == 1:
            return parts[0]
        logits, values = zip(*parts, strict=True)
        return np.concatenate(logits), NetValue.joined(values)

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
        play_out = self.evaluator.played_out
        for part, result in self.helpers.evaluate(rows, lanes, play_out, self._patience):
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
            assert self.evaluator.net is not None
            result = self.evaluator.net.mix(result, counted.net)
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
        if self.candidates:
            self.lines.note_totals(leaves, score, lanes)

    # -- the tree from move to move -----------------------------------------------------------

    def plant(self, row: NDArray[Any] | None) -> None:
        """A new tree, with one position (1,) as its root."""
        self.tree = Tree(self.game.dtype, self.game.seats, self.game.features)
        self.evaluator.begin_question(None)
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
        self.lines = Lines(self.game, self.tree)

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
        if self.lines.one_move_only:
            return "only move"
        children = np.array(self.lines.children(ROOT), np.intp)
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
    def can_report(self) -> bool:
        """See `anytime.AnytimeSearch`."""
        return bool(self.lines.moves(self.lines.expected([])))

    def _chosen(self, node: int) -> int:
        """The child to play: the best one, or one drawn by the temperature."""
        if self.temperature > 0:
            return self.chooser.draw(node, self.temperature, self.rng)
        return self.chooser.best(node)

    def decision(self, seconds: float, note: str | None) -> Thought:
        """See `anytime.AnytimeSearch`."""
        tree = self.tree
        if note is None:
            line = self.lines.expected([])
        else:
            self._catch_up()
            chosen = self._chosen(ROOT)
            if self._end is None or self._second_look.seconds <= self._end - self.clock():
                chosen = self.chooser.rest_instead(ROOT, chosen, self.ends, self._second_look)
            line = [self.chooser.hopeless_instead(ROOT, chosen)]
            while not self.lines.moves(line):
                self.selector.reach(line[-1])
                line.append(self._chosen(line[-1]))
            line = self.lines.expected(line)
        best = line[0]
        after = tree.shares(best if tree.has_value(best) else ROOT)
        sure = tree.solved[ROOT] or tree.winner[ROOT] != NONE
        playouts = math.inf if sure else float(tree.visits[ROOT])
        moves = self.lines.moves(line)
        return Thought(
            move=moves[0],
            value=anytime.told(tree.shares(ROOT), after, playouts),
            after=tuple(after.tolist()),
            visits=int(tree.visits[best]),
            owner=self.ends.mean_owner,
            score=self.ends.mean_score,
            line=tuple(moves),
            playouts=self.playouts,
            seconds=seconds,
            candidates=self.lines.candidates(line, self.candidates) if self.candidates else (),
            note=note or "",
        )
