"""The search against itself: many games at once, all their playouts in common calls.

A bundle of games is played move by move together. Each has a search of its own; what their
searches gather is played out in one call of the kernel, which then has so many lanes that
the price of a call does not matter. Everything follows from the bundle's seed.

Games begin with random placements, and for some plies moves are drawn by their visits, so
that games differ; of games that are decided most are given up. Where equals would not win
alike, as without komi, seats play for being better than what was given to even it out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import OVER
from termgames.core.packed import Evaluation, PackedGame, Points, Positions, Reward
from termgames.lab.train.samples import Samples, joined
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.selection import Gathered
from termgames.search.mcts.tree import NONE, ROOT
from termgames.search.policy import Policy
from termgames.search.settings import suited

_LANES = 4
_LEAVES = 8
"""Leaves a game gathers at once: few, since those of all games are played out together."""
_OVERTURE = 16
"""Visits of the root before the tree grows."""
_GIVEN_UP = 0.8
"""Part of the games that end when they are decided."""
_DECIDED = 0.03
"""Share of the win below which, or above one less which, a game is decided."""
_SURE = 4
"""How many plies in a row it must be."""
_LONGEST = 2.5
"""Plies a cell after which a game is stopped."""
_UNEVEN = 2.0
"""Standard deviation, in points, of what is given to even sides out."""
_POINTS = 0.5
"""How much points count beside the win at least, where they count at all: to go on playing
well when the game is decided."""
_EXPLORE = 0.3
"""Weight of exploration at the most: games are to be played well, and clear lessons wanted."""
_CLEAR = 0.06
"""What is taught are visits, but those of moves that are worth so much less than the best a
factor e less: few playouts spread over more moves than they would favour in the end."""
_COUNTED = 64
"""Playouts that tell who owns what in the end."""


@dataclass(frozen=True)
class Manner:
    """How games are played."""

    playouts: int
    """A move."""
    games: int = 32
    """In a bundle."""
    drawn: float = 0.15
    """Plies a cell for which moves are drawn by their visits."""


@dataclass(eq=False)
class _Table:
    """One game and its search."""

    search: Mcts[Any, Any]
    rows: list[Any]
    """The positions that were searched, one packed row each."""
    actions: list[NDArray[np.int32]]
    visits: list[NDArray[np.float32]]
    opening: int
    """Random placements still to come."""
    stays: bool
    """Whether it is played to the end, decided or not."""
    ply: int = 0
    sure: int = 0
    """Plies in a row for which it was decided."""
    over: bool = False


def _evened(reward: Reward, ahead: NDArray[np.float32]) -> Reward:
    """The reward of a game in which each seat was given points, less `ahead` (seats,)."""
    margin, aim = reward.margin, reward.aim

    def held(points: Points) -> NDArray[np.float32]:
        return margin(points - ahead)

    def shares(points: Points) -> NDArray[np.float32]:
        if aim is not None:
            return aim(points - ahead)
        lead = np.asarray(points - ahead, np.float32)
        best = lead == lead.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)

    return replace(reward, margin=held, aim=shares)


class Bundle:
    """Games of one set-up game, played together."""

    def __init__(
        self,
        game: PackedGame[Any, Any],
        start: Any,
        policy: Policy | None,
        manner: Manner,
        seed: list[int],
        *,
        ahead: float = 0.0,
    ) -> None:
        """`start` is a state in which the first move is to be searched. `ahead`: by how
        many points the first seat of two is expected to win."""
        self.game, self.manner = game, manner
        self.rng = np.random.Generator(np.random.SFC64(seed))
        settings = suited(game)
        reward = settings.reward
        if game.seats == 2 and reward.weight > 0:
            half = np.float32(ahead + self.rng.normal(0, _UNEVEN)) / 2
            weight = max(reward.weight, _POINTS)
            reward = _evened(replace(reward, weight=weight), np.array([half, -half], np.float32))
        self.settings = replace(
            settings,
            lanes=_LANES,
            lanes_late=_LANES,
            leaves=_LEAVES,
            explore=min(settings.explore, _EXPLORE),
            reward=reward,
        )
        self.row = game.pack([start])
        self.tables = [self._table(policy) for _ in range(manner.games)]
        self.leads: list[float] = []
        """By how much the first seat was ahead of the second one when games ended."""

    def _table(self, policy: Policy | None) -> _Table:
        seed = int(self.rng.integers(2**62))
        search = Mcts(self.game, seed=seed, settings=self.settings, policy=policy)
        search.plant(self.row)
        return _Table(
            search, [], [], [], int(self.rng.integers(7)), bool(self.rng.random() >= _GIVEN_UP)
        )

    def play(self, on_ply: Callable[[int, int], None] | None = None) -> Samples:
        """What all games teach. `on_ply` is told the ply and how many games go on."""
        lessons = []
        while going := [table for table in self.tables if not table.over]:
            self._open(going)
            self._search([table for table in going if not table.over])
            for table in going:
                if not table.over:
                    self._move(table)
                if table.over and table.rows:
                    lessons.append(self._taught(table))
            if on_ply is not None:
                on_ply(max(table.ply for table in going), len(going))
        return _bound(lessons, self.game)

    # -- searching --------------------------------------------------------------------------

    def _open(self, tables: list[_Table]) -> None:
        """Random placements at the beginning."""
        for table in tables:
            while table.opening and not table.over:
                table.opening -= 1
                row = table.search.tree.position(ROOT)
                legal = np.setdiff1d(self.game.legal(row), self.game.passes(row))
                if legal.size:
                    action = self.rng.choice(legal)
                    after = self.game.advance(self._rows(table), np.array([action], np.int32))
                    table.search.plant(after)
                    table.over = bool(self.game.to_act(after)[0] == OVER)
                    table.ply += 1

    @staticmethod
    def _rows(table: _Table) -> Positions:
        tree = table.search.tree
        return tree.positions[tree.place[[ROOT]]]

    def _search(self, tables: list[_Table]) -> None:
        """Spend a move's playouts in every game."""
        begin = [
            (table, Gathered([ROOT] * _OVERTURE))
            for table in tables
            if table.search.tree.visits[ROOT] < _OVERTURE * _LANES
        ]
        self._play_out(begin)
        for table in tables:
            table.search.playouts = 0
        while busy := [table for table in tables if self._open_question(table)]:
            self._play_out([(table, table.search.selector.gather(_LEAVES)) for table in busy])

    def _open_question(self, table: _Table) -> bool:
        tree = table.search.tree
        children = tree.children[ROOT]
        alone = children is not None and len(children) == 1 and not tree.waiting[ROOT]
        settled = tree.solved[ROOT] or tree.winner[ROOT] != NONE or alone
        return not settled and table.search.playouts < self.manner.playouts

    def _play_out(self, gathered: list[tuple[_Table, Gathered]]) -> None:
        """One call of the kernel for what several searches gathered."""
        rows = [
            table.search.tree.positions[table.search.tree.place[found.leaves]]
            for table, found in gathered
            if found.leaves
        ]
        result = None
        if rows:
            result = self.game.evaluate(
                np.concatenate(rows), _LANES, self.rng, self.settings.reward
            )
        first = 0
        for table, found in gathered:
            last = first + len(found.leaves)
            part = None if result is None or first == last else _part(result, first, last)
            table.search.absorb(found, part, _LANES)
            first = last

    # -- moving -----------------------------------------------------------------------------

    def _move(self, table: _Table) -> None:
        """Note what the search found, play the move."""
        search, tree = table.search, table.search.tree
        node = search.choose(ROOT)
        children = tree.children[ROOT]
        assert children is not None
        visits = tree.visits[children].astype(np.float64)
        row = tree.position(ROOT)
        if visits.sum() > 0 and len(children) > 1:
            worth = search.selector.values(ROOT, children)
            taught = (visits + 1e-3) * np.exp((worth - worth.max()) / _CLEAR)
            legal = search.selector.legal(ROOT)
            went = np.zeros(len(legal), np.float32)
            went[np.searchsorted(legal, tree.action[children])] = taught / taught.sum()
            table.rows.append(row.copy())
            table.actions.append(legal)
            table.visits.append(went)
        drawn = table.ply < self.manner.drawn * self.game.cells
        if drawn and not tree.solved[ROOT] and tree.winner[ROOT] == NONE and visits.sum() > 0:
            placing = ~np.isin(tree.action[children], self.game.passes(row))
            weights = visits * placing
            if weights.sum() > 0:
                node = int(self.rng.choice(children, p=weights / weights.sum()))
        shares = tree.shares(ROOT)
        decided = shares.max() > 1 - _DECIDED
        table.sure = table.sure + 1 if decided else 0
        search.selector.reach(node)
        table.over = bool(tree.seat[node] == OVER) or table.ply > _LONGEST * self.game.cells
        table.over |= table.sure >= _SURE and not table.stays
        table.ply += 1
        search.follow(node)

    def _taught(self, table: _Table) -> Samples:
        """What a finished game teaches; its search is forgotten."""
        rows = np.array(table.rows, self.game.dtype)
        end = self._rows(table)
        ended = self.game.to_act(end)[0] == OVER
        if ended:
            end = rows[-1:]
        counted = self.game.evaluate(end, _COUNTED, self.rng, self.settings.reward)
        owner = counted.owner / np.float32(_COUNTED)
        if ended:
            points = self.game.standing(self._rows(table))[0]
            self.leads.append(float(points[0] - points[1]))
        table.search.plant(None)
        sizes = [len(actions) for actions in table.actions]
        return Samples(
            rows,
            np.cumsum([0, *sizes], dtype=np.int64),
            np.concatenate(table.actions),
            np.concatenate(table.visits),
            np.ascontiguousarray(owner.T[self.game.to_act(rows)]),
        )


def _part(result: Evaluation, first: int, last: int) -> Evaluation:
    """What some of the positions gave; the owners are those of all, and not to be used."""
    return Evaluation(
        result.reward[first:last],
        result.share[first:last],
        result.owner,
        result.amaf_count[first:last],
        result.amaf_reward[first:last],
    )


def _bound(lessons: list[Samples], game: PackedGame[Any, Any]) -> Samples:
    if lessons:
        return joined(lessons)
    return Samples(
        np.zeros(0, game.dtype),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, np.float32),
        np.zeros((0, game.cells), np.float32),
    )
