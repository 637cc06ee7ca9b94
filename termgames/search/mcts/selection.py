"""Gathering leaves: many descents through the tree at once, as if one after the other.

Within a gathering a descent has returned nothing yet but is counted as a visit (WU-UCT:
Liu et al., "Watch the Unobserved", 2020), so the next one looks elsewhere. Descents
through different children do not touch each other: a node that is passed by k descents
allots them among its children (`allotment`), and the tree is walked level by level, which lets the
game advance all new positions of a level in one call.

Children are considered progressively (Coulom 2007; Chaslot et al. 2008), the ones with
the best AMAF estimate and prior first; all at once where nothing tells them apart. A child's
value is the mean of its playouts and of its guess, the guess counting as `trust` playouts
(RAVE: Gelly & Silver 2011); guesses come from the nearest node above with enough playouts of
its own (GRAVE: Cazenave 2015).

Where there is a policy (`policy.py`) it is asked once about every node that is expanded,
all those of a level together. Its answer counts in the guess, the less the more playouts there
are, and in how much a child is explored (PUCT: Rosin 2011; Silver et al. 2017).

Where moves may end a game suddenly (`core.packed.Decisive`), a new position is looked at for
one that wins at once, and is solved when there is one (decisive and anti-decisive moves:
Teytaud & Teytaud 2010). What won lately is tried first: it mostly wins again.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from termgames.core.arrays import Doubles, Flags, Floats, Indices, Ints, SmallInts
from termgames.core.game import OVER
from termgames.core.packed import (
    AnyPacked,
    Decisive,
    LegalInBatches,
    Placed,
    Positions,
    Stepwise,
)
from termgames.search.leaning import Leaning
from termgames.search.mcts.allotment import allot, worth
from termgames.search.mcts.tree import NONE, ROOT, Tree, answers
from termgames.search.policy import Policy
from termgames.search.settings import Settings

_FIRST_LOOKS, _RARE, _SPARED = 32, 50, 4
"""Once `_FIRST_LOOKS` positions were looked at for a win at once, and at most one in `_RARE` of all
so far had one, only one in `_SPARED` is looked at; see `_barren`."""
_LIKELY = 8
"""Moves by which a seat won at once that are remembered, the latest ones."""


@dataclass
class Gathered:
    """Where descents ended: leaves to be played out, and solved nodes."""

    leaves: list[int] = field(default_factory=list)
    """Nodes to be played out; a node that stands here several times is played out as often."""
    solved: list[tuple[int, int]] = field(default_factory=list)
    """(node, descents that ended there)."""


class Selector:
    """Chooses the leaves of one tree."""

    def __init__(
        self,
        game: AnyPacked,
        tree: Tree,
        settings: Settings,
        policy: Policy | None = None,
    ) -> None:
        self.game, self.tree, self.settings = game, tree, settings
        self.policy = policy
        who = settings.character
        self._leaning = None if who is None else Leaning(game, who, settings.lean)
        self.commuting = isinstance(game, Stepwise) and game.commuting
        self._estimates: dict[tuple[int, int], tuple[float, Floats, Floats]] = {}
        """By table and seat: playouts in the table then, guess and trust by action."""
        # An aim has winners of its own, which the game does not know.
        aimed = settings.reward.aim is not None
        self._decisive = game if isinstance(game, Decisive) and not aimed else None
        self._placed = game if isinstance(game, Placed) else None
        self._looked = self._wins_found = 0
        """Positions that were looked at for a win at once, and those in which there was one."""
        self._winning: dict[int, list[Any]] = {}
        """By seat: moves that won at once, the latest first."""
        self._passes: list[int] = []
        """New children by a pass that may end the game, which are still to be looked at."""
        self._batched = game if isinstance(game, LegalInBatches) else None
        self.full = False
        """Whether the tree is not to grow any more."""

    def gather(self, descents: int) -> Gathered:
        """Make `descents` descents from the root, which has a position and is not over.

        A leaf is gathered once: further descents that reach it go on below it. Where the
        tree is as large as it may be, they end there, and a leaf stays one.
        """
        gathered = Gathered()
        self.full = self.tree.bytes >= self.settings.most_bytes
        level = [(ROOT, descents)]
        while level:
            if self.full:
                ends = [node for node, _ in level if self.tree.children[node] is None]
                gathered.leaves += ends
                level = [at for at in level if self.tree.children[at[0]] is not None]
            self._consult([node for node, _ in level])
            below: list[tuple[int, int]] = []
            fresh: list[tuple[int, int]] = []
            for child, share in self._deal(level):
                if self.tree.place[child] == NONE:
                    fresh.append((child, share))
                elif self.tree.solved[child]:
                    gathered.solved.append((child, share))
                else:
                    below.append((child, share))
            if fresh:
                below += self._visit(fresh, gathered)
            level = below
        return gathered

    def _visit(self, fresh: list[tuple[int, int]], gathered: Gathered) -> list[tuple[int, int]]:
        """First visits: positions are made, one descent ends; the rest goes on."""
        tree, game = self.tree, self.game
        nodes = np.array([node for node, _ in fresh], np.intp)
        parents = tree.positions[tree.place[tree.parent[nodes]]]
        rows = game.advance(parents, tree.action[nodes])
        seats = game.to_act(rows)
        over = seats == OVER
        if over.any():
            self._end(nodes[over], rows[over], seats[over])
        if not over.all():
            tree.put(nodes[~over], rows[~over], seats[~over])
        below = []
        for (node, count), ends in zip(fresh, over.tolist(), strict=True):
            if ends or self.foresee(node):
                gathered.solved.append((node, count))
                continue
            gathered.leaves.append(node)
            if count > 1:
                below.append((node, count - 1))
        return below

    def _deal(self, level: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The descents from the nodes of a level, (node, descents), dealt out among their
        children, as (child, descents)."""
        if not level:
            return []
        families = [self._widened(node, count) for node, count in level]
        self._look_ahead()
        return allot(self.tree, self.settings, level, families, guided=self.policy is not None)

    def values(self, node: int, children: Indices) -> Doubles:
        """(n,): what children are worth to the seat to act when it is to choose its move, -inf
        where they are barred."""
        value = worth(self.tree, children, int(self.tree.seat[node]))
        value[self.barred(node, children)] = -np.inf
        return value

    def barred(self, node: int, children: Indices) -> Flags:
        """(n,): the children that the seat to act has no reason to choose: those that another
        seat wins, and those it does not win for certain while it does another. A search looks at
        the latter: they may win by more."""
        winner, seat = self.tree.winner[children], self.tree.seat[node]
        won = winner == seat
        if won.any():
            return np.asarray(~won)
        lost = winner != NONE
        return np.zeros(len(children), bool) if lost.all() else np.asarray(lost)

    # -- which children there are -----------------------------------------------------------

    def widen(self, node: int, more: int) -> Indices:
        """The children to choose from when `more` descents pass through the node; makes them
        where there are too few."""
        children = self._widened(node, more)
        self._look_ahead()
        return children

    def _widened(self, node: int, more: int) -> Indices:
        """The same; the passes among new children are still to be looked at."""
        tree, settings = self.tree, self.settings
        children = tree.children[node]
        visits = tree.visits[node] / settings.lanes + more
        wanted = settings.widen_first + int(settings.widen_factor * visits**settings.widen_power)
        if children is None:
            children = self._expand(node, wanted)
        elif tree.waiting[node] and (
            (len(children) < wanted and not self.full) or self._all_lost(node, children)
        ):
            # A few at once: choosing them costs the same for one as for four.
            children = self._extend(node, children, max(0, wanted - len(children)) + 3)
        elif settings.amaf and self._stale(node):
            self._guess(node, children)
        return children

    def _all_lost(self, node: int, children: Indices) -> bool:
        winner = self.tree.winner[children]
        return bool(((winner != NONE) & (winner != self.tree.seat[node])).all())

    def _consult(self, nodes: list[int]) -> None:
        """Ask the policy about those nodes that are about to be expanded."""
        tree, policy = self.tree, self.policy
        if policy is None:
            return
        nodes = [
            node for node in nodes if tree.children[node] is None and tree.likely[node] is None
        ]
        if nodes:
            self._note_answers(nodes, policy.logits(tree.positions[tree.place[nodes]]))

    def note_logits(self, leaves: list[int], logits: Floats) -> None:
        """Keep what the policy says of leaves (n, actions), for when they are expanded."""
        # A leaf may stand here several times.
        new = {leaf: at for at, leaf in enumerate(leaves) if self.tree.likely[leaf] is None}
        if new:
            self._note_answers(list(new), logits[list(new.values())])

    def _note_answers(self, nodes: list[int], logits: Floats) -> None:
        """Keep what the policy says of nodes (n, actions) that it was not asked about before."""
        tree = self.tree
        for node, likely in zip(nodes, answers(self._legal(nodes), logits), strict=True):
            tree.likely[node] = likely
            tree.likely_bytes += likely.bytes

    def _expand(self, node: int, wanted: int) -> Indices:
        if self.tree.likely[node] is None:
            self._consult([node])
        legal = self.legal(node)
        assert legal.size, "a position that is not over has a legal action"
        guess, trust = self.guesses(node, legal)
        passes = self.game.passes(self.tree.position(node))
        if passes.size:
            at = legal.searchsorted(passes)
            others = np.ones(len(legal), bool)
            others[at] = False
            rest = others.nonzero()[0]
            chosen = np.concatenate([at, rest[_highest(guess[rest], wanted)]])
        else:
            chosen = _highest(guess, wanted)
        children = self._adopt(node, legal[chosen], None, len(legal))
        self._note_guesses(node, children, guess[chosen], trust[chosen])
        if passes.size and self._after_pass(node):
            self._passes += children[: len(passes)].tolist()
        return children

    def legal(self, node: int) -> Ints:
        """The legal actions of a node, ascending.

        In the middle of a move whose actions commute, those are left out that another
        child of the parent begins with that was there first: the move is looked at there.
        """
        likely = self.tree.likely[node]
        return self._legal([node])[0] if likely is None else likely.actions

    def _legal(self, nodes: list[int]) -> list[Ints]:
        """The legal actions of each of some nodes that have no policy's answer, as in `legal`."""
        tree = self.tree
        if self._batched is None:
            legal = [self.game.legal(tree.position(node)) for node in nodes]
        else:
            flags = self._batched.legal_flags(tree.positions[tree.place[nodes]])
            which, actions = flags.nonzero()
            ends = np.searchsorted(which, np.arange(len(nodes) + 1)).tolist()
            listed = actions.astype(np.int32)
            legal = [listed[first:last] for first, last in pairwise(ends)]
        if self.commuting:
            legal = [self._begun_here(*each) for each in zip(nodes, legal, strict=True)]
        return legal

    def _begun_here(self, node: int, legal: Ints) -> Ints:
        """The legal actions of a node without those whose moves are looked at below another child
        of the parent, see `legal`; all actions where none would be left."""
        tree = self.tree
        parent = int(tree.parent[node])
        if parent == NONE or tree.seat[parent] != tree.seat[node]:
            return legal
        siblings = tree.children[parent]
        assert siblings is not None
        rest = _without(legal, tree.action.take(siblings[: siblings.searchsorted(node)]))
        return rest if rest.size else legal

    def reach(self, node: int) -> None:
        """Give a node its position if it has none; its parent has one."""
        tree = self.tree
        if tree.place[node] == NONE:
            at = np.array([node], np.intp)
            rows = self.game.advance(tree.positions[tree.place[tree.parent[at]]], tree.action[at])
            seats = self.game.to_act(rows)
            if seats[0] == OVER:
                self._end(at, rows, seats)
            else:
                tree.put(at, rows, seats)
                self.foresee(node)

    @property
    def foresees(self) -> bool:
        """Whether new positions are looked at for moves that win at once."""
        return self._decisive is not None

    def foresee(self, node: int) -> bool:
        """Whether the seat to act in a node, which has a position and no children, can win at
        once. If so, the node is solved."""
        tree, seat = self.tree, int(self.tree.seat[node])
        if self._decisive is None or seat < 0 or self._barren(node):
            return False
        self._looked += 1
        position = tree.position(node)
        winning = self._winning.setdefault(seat, [])
        action = self._decisive.win(position, winning)
        if action is None:
            return False
        self._wins_found += 1
        move = self.game.move(position, action)
        winning[:] = [move, *(other for other in winning if other != move)][:_LIKELY]
        children = self._adopt(node, np.array([action], np.int32), None, len(self.legal(node)))
        self._guess(node, children)
        end = int(children[0])
        self.reach(end)
        tree.winner[node], tree.solved[node] = seat, True
        tree.exact[node], tree.exact_share[node] = tree.exact[end], tree.exact_share[end]
        tree.conclude(node)
        return True

    def _barren(self, node: int) -> bool:
        """Whether to spare looking at this node: far from the root, where next to no position had a
        win at once, only some are looked at."""
        near = self.tree.depth[node] <= 1
        rich = self._looked < _FIRST_LOOKS or self._wins_found * _RARE > self._looked
        return not (near or rich) and node % _SPARED != 0

    def _after_pass(self, node: int) -> bool:
        """Whether one more pass may end the game. At the root it may: what came before is not
        in the tree."""
        if node == ROOT:
            return True
        above = self.tree.position(int(self.tree.parent[node]))
        return int(self.tree.action[node]) in self.game.passes(above).tolist()

    def _look_ahead(self) -> None:
        """Find out which passes among new children end the game, and solve them."""
        if not self._passes:
            return
        tree, passes = self.tree, np.array(self._passes, np.intp)
        self._passes = []
        parent = tree.positions[tree.place[tree.parent[passes]]]
        rows = self.game.advance(parent, tree.action[passes])
        seats = self.game.to_act(rows)
        over = seats == OVER
        if over.any():
            self._end(passes[over], rows[over], seats[over])
            # This takes no visit: what follows for the nodes above is concluded now.
            for node in passes[over].tolist():
                tree.conclude(node)

    def _end(self, nodes: Indices, rows: Positions, seats: SmallInts) -> None:
        """Note the exact worth of nodes in which the game is over."""
        tree = self.tree
        tree.put(nodes, rows, seats)
        reward, share = self.game.final(rows, self.settings.reward)
        tree.exact[nodes], tree.exact_share[nodes] = reward, share
        tree.solved[nodes] = True
        tree.winner[nodes] = np.where(share.max(axis=1) == 1, share.argmax(axis=1), NONE)

    def _extend(self, node: int, children: Indices, more: int) -> Indices:
        legal = self.legal(node)
        rest = _without(legal, self.tree.action[children])
        guess, _ = self.guesses(node, rest)
        children = self._adopt(node, rest[_highest(guess, more)], children, len(legal))
        self._guess(node, children)
        return children

    def _adopt(self, node: int, chosen: Ints, old: Indices | None, legal: int) -> Indices:
        """The children of a node, `old` ones and new ones for `chosen` actions, whose guesses are
        still to be noted; `legal` is how many actions are legal."""
        children = self.tree.add(node, chosen)
        likely = self.tree.likely[node]
        if likely is not None:
            logs = likely.of(chosen)
            if self._leaning is not None and self.settings.policy_weight:
                logs = logs + self.lean(node, chosen) / self.settings.policy_weight
            self.tree.chance[children] = np.exp(logs)
        if old is not None:
            children = np.concatenate([old, children])
        self.tree.children[node] = children
        self.tree.waiting[node] = legal - len(children)
        return children

    # -- guesses ----------------------------------------------------------------------------

    def _source(self, node: int) -> int:
        """The AMAF table to read from for the children of `node`, or NONE."""
        tree = self.tree
        while True:
            table = int(tree.table[node])
            enough = table != NONE and tree.amaf_lanes[table] >= self.settings.table_from
            if enough or node == ROOT:
                return table
            node = int(tree.parent[node])

    def _stale(self, node: int) -> bool:
        table = self._source(node)
        return table != NONE and self.tree.amaf_lanes[table] > 1.25 * self.tree.guessed[node]

    def _guess(self, node: int, children: Indices) -> None:
        self._note_guesses(node, children, *self.guesses(node, self.tree.action[children]))

    def _note_guesses(self, node: int, children: Indices, guess: Floats, trust: Floats) -> None:
        self.tree.guess[children], self.tree.trust[children] = guess, trust
        table = self._source(node)
        if table != NONE:
            self.tree.guessed[node] = float(self.tree.amaf_lanes[table])

    def guesses(self, node: int, actions: Ints) -> tuple[Floats, Floats]:
        """Estimated reward (n,) of actions for the seat to act, and its trust (n,)."""
        tree, settings = self.tree, self.settings
        seat = int(tree.seat[node])
        position = tree.position(node)
        prior = self.game.prior(position, actions)
        likely = tree.likely[node]
        if likely is not None:
            # A move as likely as one that the policy would draw neither gains nor loses.
            prior = prior + settings.policy_weight * (likely.of(actions) - likely.usual)
        if self._leaning is not None:
            prior = prior + self.lean(node, actions)
        table = self._source(node)
        if table == NONE or not settings.amaf:
            visited = tree.visits[node] > 0
            base = tree.reward[node, seat] / tree.visits[node] if visited else 0.5
            guess = np.asarray(base + prior, np.float32)
            return guess, np.full(len(actions), settings.prior_trust, np.float32)
        mean, trust = self._estimate(table, seat, position)
        at = self._placed.amaf_places(position, actions) if self._placed else actions
        return mean.take(at) + prior, trust.take(at)

    def lean(self, node: int, actions: Ints) -> Floats:
        """(n,): what the bot's character adds to the worth of actions; zeros for a plain bot."""
        if self._leaning is None:
            return np.zeros(len(actions), np.float32)
        return self._leaning.of(self.tree.position(node), actions)

    def _estimate(self, table: int, seat: int, position: Any) -> tuple[Floats, Floats]:
        """Guess and trust for all actions of `seat`, made anew as the table grows."""
        tree, settings = self.tree, self.settings
        lanes = float(tree.amaf_lanes[table])
        cached = self._estimates.get((table, seat))
        if cached is None or lanes > 1.2 * cached[0]:
            mean, count = self.game.amaf(position, tree.amaf_count[table], tree.amaf_reward[table])
            bias = np.float32(4 * settings.amaf_bias**2)
            trust = np.maximum(1 / (1 / np.maximum(count, 1) + bias), settings.prior_trust)
            cached = self._estimates[table, seat] = (lanes, mean, trust)
        return cached[1], cached[2]


def _highest(guess: Floats, count: int) -> Indices:
    """The `count` highest of the guesses, in order of place; all where one is as good as another,
    so that it would be left to chance which actions are looked at."""
    # Whether two differ is seen quickly in most cases.
    if len(guess) <= count or (guess[0] == guess[-1] and guess.min() == guess.max()):
        return np.arange(len(guess))
    best: Indices = (-guess).argpartition(count)[:count]
    best.sort()
    return best


def _without(actions: Ints, excluded: Ints) -> Ints:
    """`actions`, which ascend, less those `excluded`."""
    # The last place stands for whatever comes after all of them.
    free = np.zeros(int(actions[-1]) + 2, bool)
    free[actions] = True
    free.put(excluded, False, mode="clip")
    return free.nonzero()[0].astype(np.int32)
