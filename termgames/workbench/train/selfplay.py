"""Self-play: many games of the search against itself, all their playouts in common calls.

A bundle of games is played together, move by move. Each game has a search of its own; the
leaves that all searches gather are played out in one call of the kernel, whose fixed price is
then shared by many lanes. Everything follows from the bundle's seed.

Games begin with random placements, and for some plies moves are drawn in proportion to their
visits, so that games differ. Most games that are decided are stopped early. Where the first
player is ahead from the start, as without komi, the seats play for a lead larger or smaller
than the usual one, so that both can still win.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core.arrays import Floats, Ints, Rng
from termgames.core.evaluation import Evaluation, Points, Reward, highest
from termgames.core.game import OVER
from termgames.core.net_game import NetGame
from termgames.core.nets import Net
from termgames.core.packed import AnyPacked, Positions
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.selection import Gathered
from termgames.search.mcts.tree import NONE, ROOT
from termgames.search.policy import NetPolicy, Policy, predicts_values, unlearned
from termgames.search.settings import suited
from termgames.workbench.train.plan import Plan, set_up
from termgames.workbench.train.samples import Samples, joined, one_game

DRAWN = 0.15
"""Plies for each cell of the board in which chance has a part in choosing the moves."""
LONGEST = 2.5
"""Plies a cell after which a game is stopped."""
_LANES = 4
"""Playouts a visit of a leaf."""
_LEAVES = 8
"""Leaves a game gathers at once: few, since those of all games are played out together."""
_FIRST_VISITS = 16
"""Visits of the root before the tree grows."""
_GIVEN_UP = 0.8
"""Part of the games that are stopped once they are decided; the others are played out."""
_DECIDED = 0.03
"""Share of the win below which, or above one less which, a game is decided."""
_SURE = 4
"""For how many plies in a row a game must be decided before it is stopped."""
_UNEVEN = 2.0
"""Standard deviation, in points, of the noise added to the lead that the sides play for."""
_POINTS = 0.5
"""The least weight of points beside the win, in games where they count at all: so that play
stays good after the game is decided."""
_EXPLORE = 0.3
"""The most weight of exploration: more would make play worse and visits less clear."""
_SHARPNESS = 0.06
"""Samples hold visits, divided by e for each time that a move's reward is this much below the
best: a search with few playouts spreads them over more moves than it would later favour."""


@dataclass(eq=False)
class _RunningGame:
    """One game and its search."""

    search: Mcts[Any, Any]
    rows: list[np.void]
    """The positions that were searched, one packed row each."""
    actions: list[Ints]
    """The legal actions of each."""
    visits: list[Floats]
    """The part of the search's visits that each of these actions got."""
    opening: int
    """Random placements still to come."""
    to_the_end: bool
    """Whether it is played to the end, decided or not."""
    ply: int = 0
    decided_plies: int = 0
    """Plies in a row for which it was decided."""
    over: bool = False


class SelfPlay:
    """A bundle of games of one set-up game."""

    def __init__(
        self,
        game: AnyPacked,
        start: Any,
        policy: Policy | None,
        playouts: int,
        games: int,
        seed: Sequence[int],
        *,
        ahead: float = 0.0,
    ) -> None:
        """`start` is a state in which the first move is to be searched, with `playouts`. `ahead`:
        by how many points the first seat of two is expected to win."""
        self.game, self.policy, self.playouts = game, policy, playouts
        self.rng = np.random.Generator(np.random.SFC64(seed))
        settings = suited(game, policy=policy)
        reward = settings.reward
        if game.seats == 2 and reward.weight > 0:
            reward = _evened(reward, ahead + self.rng.normal(0, _UNEVEN))
        self.settings = replace(
            settings,
            lanes=_LANES,
            lanes_late=_LANES,
            leaves=_LEAVES,
            explore=min(settings.explore, _EXPLORE),
            reward=reward,
        )
        self.row = game.pack([start])
        self.games = [self._new_game() for _ in range(games)]

    def _new_game(self) -> _RunningGame:
        seed = int(self.rng.integers(2**62))
        search = Mcts(self.game, seed=seed, settings=self.settings, policy=self.policy)
        search.plant(self.row)
        return _RunningGame(
            search, [], [], [], int(self.rng.integers(7)), bool(self.rng.random() >= _GIVEN_UP)
        )

    def play(self) -> Samples:
        """Play all games to their ends; the samples of all."""
        samples = []
        while going := [running for running in self.games if not running.over]:
            self._open(going)
            self._search([running for running in going if not running.over])
            for running in going:
                if not running.over:
                    self._move(running)
                if running.over and running.rows:
                    samples.append(self._samples_of(running))
        return joined(samples, self.game)

    # -- searching --------------------------------------------------------------------------

    def _open(self, games: list[_RunningGame]) -> None:
        """Play the random placements with which games begin."""
        for running in games:
            while running.opening and not running.over:
                running.opening -= 1
                row = running.search.tree.position(ROOT)
                action = random_placement(self.game, row, self.rng)
                if action is not None:
                    after = self.game.advance(self._rows(running), np.array([action], np.int32))
                    running.search.plant(after)
                    running.over = bool(self.game.to_act(after)[0] == OVER)
                    running.ply += 1

    @staticmethod
    def _rows(running: _RunningGame) -> Positions:
        tree = running.search.tree
        return tree.positions[tree.place[[ROOT]]]

    def _search(self, games: list[_RunningGame]) -> None:
        """Spend the playouts of one move in the searches of all these games."""
        begin = [
            (running, Gathered([ROOT] * _FIRST_VISITS))
            for running in games
            if running.search.tree.visits[ROOT] < _FIRST_VISITS * _LANES
        ]
        self._play_out(begin)
        for running in games:
            running.search.playouts = 0
        while busy := [running for running in games if self._searches_on(running)]:
            self._play_out([(running, running.search.selector.gather(_LEAVES)) for running in busy])

    def _searches_on(self, running: _RunningGame) -> bool:
        """Whether a game's search has playouts left and its answer is still open."""
        tree = running.search.tree
        children = tree.children[ROOT]
        alone = children is not None and len(children) == 1 and not tree.waiting[ROOT]
        decided = tree.solved[ROOT] or tree.winner[ROOT] != NONE or alone
        return not decided and running.search.playouts < self.playouts

    def _play_out(self, gathered: list[tuple[_RunningGame, Gathered]]) -> None:
        """Play out what several searches gathered, in one call of the kernel."""
        rows = [
            running.search.tree.positions[running.search.tree.place[gathered_leaves.leaves]]
            for running, gathered_leaves in gathered
            if gathered_leaves.leaves
        ]
        result = logits = None
        if rows:
            positions, reward = np.concatenate(rows), self.settings.reward
            result = self.game.evaluate(positions, _LANES, self.rng, reward)
            if predicts_values(self.policy):
                logits, value = self.policy.predict(positions, reward)
                result = self.policy.mix(result, value)
        first = 0
        for running, gathered_leaves in gathered:
            last = first + len(gathered_leaves.leaves)
            if logits is not None:
                running.search.selector.note_logits(gathered_leaves.leaves, logits[first:last])
            if result is not None and first < last:
                part = _part(result, first, last)
                running.search.absorb(gathered_leaves.leaves, part, _LANES)
            running.search.absorb_solved(gathered_leaves.solved, _LANES)
            first = last

    # -- moving -----------------------------------------------------------------------------

    def _move(self, running: _RunningGame) -> None:
        """Keep a sample of what the search found, then play a move."""
        search, tree = running.search, running.search.tree
        node = search.chooser.best(ROOT)
        children = tree.children[ROOT]
        assert children is not None
        visits = tree.visits[children].astype(np.float64)
        row = tree.position(ROOT)
        if visits.sum() > 0 and len(children) > 1:
            worth = search.selector.values(ROOT, children)
            target = (visits + 1e-3) * np.exp((worth - worth.max()) / _SHARPNESS)
            legal = search.selector.legal(ROOT)
            visit_parts = np.zeros(len(legal), np.float32)
            visit_parts[np.searchsorted(legal, tree.action[children])] = target / target.sum()
            running.rows.append(row.copy())
            running.actions.append(legal)
            running.visits.append(visit_parts)
        draws = running.ply < DRAWN * self.game.cells
        if draws and not tree.solved[ROOT] and tree.winner[ROOT] == NONE and visits.sum() > 0:
            placing = ~np.isin(tree.action[children], self.game.passes(row))
            weights = visits * placing
            if weights.sum() > 0:
                node = int(self.rng.choice(children, p=weights / weights.sum()))
        shares = tree.shares(ROOT)
        decided = shares.max() > 1 - _DECIDED
        running.decided_plies = running.decided_plies + 1 if decided else 0
        search.selector.reach(node)
        running.over = bool(tree.seat[node] == OVER) or running.ply > LONGEST * self.game.cells
        running.over |= running.decided_plies >= _SURE and not running.to_the_end
        running.ply += 1
        search.follow(node)

    def _samples_of(self, running: _RunningGame) -> Samples:
        """The samples of a finished game; its search's tree is dropped."""
        end = self._rows(running)
        running.search.plant(None)
        return one_game(self.game, running.rows, running.actions, running.visits, end, self.rng)


def _part(result: Evaluation, first: int, last: int) -> Evaluation:
    """The results of leaves `first` to `last` - 1. `owner` stays that of all positions together:
    what a search sums up of it (`Mcts.ends`) means nothing here."""
    return Evaluation(
        result.reward[first:last],
        result.share[first:last],
        result.score[first:last],
        result.owner,
        result.amaf_count[first:last],
        result.amaf_reward[first:last],
    )


def _evened(reward: Reward, lead: float) -> Reward:
    """The reward where the first of two seats has to win by more than that many points."""
    handicap = np.array([lead, -lead], np.float32) / 2
    margin, aim = reward.margin, reward.aim or highest

    def rest(points: Points) -> Points:
        return np.asarray(points - handicap, np.float32)

    return replace(
        reward,
        weight=max(reward.weight, _POINTS),
        margin=lambda points: margin(rest(points)),
        aim=lambda points: aim(rest(points)),
    )


def random_placement(game: AnyPacked, row: Any, rng: Rng) -> int | None:
    """An action that is legal in a position and no pass, drawn by chance; None where there is
    none."""
    legal = np.setdiff1d(game.legal(row), game.passes(row))
    return int(rng.choice(legal)) if legal.size else None


@dataclass(frozen=True)
class Bundle:
    """Games that are played together, as a task for a worker."""

    plan: Plan
    generation: int
    number: int
    """From 0."""
    ahead: float
    """By how many points the first seat is expected to win."""
    net: Net | None
    """The net that the search plays them with; None for hand-made knowledge."""

    @property
    def games(self) -> int:
        """How many; the last bundle of a generation has what is left."""
        return min(self.plan.bundle, self.plan.games - self.number * self.plan.bundle)


def play_bundle(bundle: Bundle) -> Samples:
    """Play the games of a bundle; all random numbers follow from its plan's seed and its number."""
    plan = bundle.plan
    _, packed, start = set_up(plan.game_id, plan.options)
    policy = unlearned(packed)
    if bundle.net is not None:
        assert isinstance(packed, NetGame)
        policy = NetPolicy(packed, bundle.net)
    seed = plan.seed, bundle.generation, bundle.number
    ahead = bundle.ahead
    return SelfPlay(packed, start, policy, plan.playouts, bundle.games, seed, ahead=ahead).play()
