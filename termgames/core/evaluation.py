"""Results of playouts, and the rewards that a search computes from win shares and points.

Below, n is a number of positions, of playouts or of final scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from termgames.core.arrays import Bytes, Floats, Indices, SmallInts

_MOST_MARGIN = 1e6
"""Margins are clipped to this. No board has more points, but a komi may be so large that it is
infinite in single precision."""


Points = Floats
"""(n, seats): final scores."""


def lead(score: Points) -> Floats:
    """(n, seats): points ahead of the best other seat, negative behind it."""
    if score.shape[1] == 2:  # most games, and often of few positions
        return np.asarray(score - score[:, ::-1])
    ahead = np.empty_like(score)
    for seat in range(score.shape[1]):
        ahead[:, seat] = score[:, seat] - np.delete(score, seat, axis=1).max(axis=1)
    return ahead


def highest(score: Points) -> Floats:
    """(n, seats): win shares as if the most points won, whatever the game's own rule is."""
    best = score == score.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Reward:
    """What a search maximizes: the win share, and a little of how clearly it is won.

    A seat's reward is (1 - weight) * share + weight * clearness. Clearness rises smoothly
    from 0 to 1 with the seat's margin in points: (1 + margin / (scale + |margin|)) / 2.
    So a bot that is far ahead or behind still has something to play for. Rewards lie between
    0 and 1. Those of two seats sum to 1 if their margins do to 0, as their leads do.
    """

    weight: float = 0.0
    scale: float = 10.0
    margin: Callable[[Points], Floats] = lead
    """The margins (n, seats) that belong to final scores (n, seats): the greater, the better
    for the seat. A game in which the most points do not win has a margin of its own."""
    aim: Callable[[Points], Floats] | None = None
    """The win shares (n, seats) that belong to final scores (n, seats), for a bot that plays
    for something else than to win. None stands for the game's own."""

    def leaning(self, points: float) -> Reward:
        """The same with more weight on points, all of it at 1; below 0 with less, none at -1."""
        room = self.weight if points < 0 else 1 - self.weight
        return replace(self, weight=self.weight + points * room)

    def shares(self, share: Floats, score: Points) -> Floats:
        """(n, seats): the win shares to play for, from the game's own and the final scores."""
        return share if self.aim is None else self.aim(score)

    def of(self, share: Floats, score: Points) -> Floats:
        """(n, seats) rewards from the game's win shares and final scores, both (n, seats)."""
        assert share.shape == score.shape
        assert share.ndim == 2
        share = self.shares(share, score)
        if self.weight == 0:
            return share
        margin = np.clip(self.margin(score), -_MOST_MARGIN, _MOST_MARGIN)
        clearness = (1 + margin / (self.scale + np.abs(margin))) / 2
        return np.asarray((1 - self.weight) * share + self.weight * clearness, np.float32)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The results of `lanes` playouts from each of n positions.

    AMAF ("all moves as first") sums say how playouts ended in which a certain kind of move
    occurred anywhere. A feature stands for a kind of move by a certain seat; its reward is the
    reward of that seat. Games number their features from 0 to `features - 1`.
    """

    reward: Floats
    """(n, seats): averaged over the playouts of each position."""
    share: Floats
    """(n, seats): win shares, averaged likewise."""
    score: Floats
    """(n, seats): final totals, averaged likewise."""
    owner: Floats
    """(cells, seats): in how many of all playouts each seat owned each cell at the end."""
    amaf_count: Floats
    """(n, features): in how many playouts of the position the feature occurred."""
    amaf_reward: Floats
    """(n, features): the rewards of these playouts, summed."""

    def mixed(self, reward: Floats, share: Floats, weight: Floats, seats: Indices) -> Evaluation:
        """The results if each playout of a position had ended with a weighted mean: of `reward` and
        `share` (n, seats), estimated elsewhere, with `weight` (n,), and of its own result with
        1 - `weight`. `seats` (features,): the seat whose reward each AMAF feature sums up. Scores
        and owners stay those of the playouts."""
        weight = weight[:, None]
        rest = 1 - weight
        reward, share = weight * reward, weight * share
        return replace(
            self,
            reward=rest * self.reward + reward,
            share=rest * self.share + share,
            amaf_reward=rest * self.amaf_reward + reward[:, seats] * self.amaf_count,
        )


def evaluated(
    reward: Floats, share: Floats, score: Points, owner: SmallInts, first: Bytes, lanes: int
) -> Evaluation:
    """The results of L = P * lanes playouts, position-major, added up by position.

    `reward`, `share` and `score` are (L, seats); `owner` (L, cells) is the seat that owns each
    cell at the end, below 0 for none; `first` (L, cells) is 1 + the seat that first put a stone
    on the cell, 0 for none. AMAF feature seat * cells + cell: that seat was the first on the cell.
    """
    seats, cells = reward.shape[1], first.shape[1]
    by_lane, *others = (each.reshape(-1, lanes, seats) for each in (reward, share, score))
    count = len(by_lane)
    stones = first.reshape(count, lanes, cells)
    # Counts and sums of rewards in one matrix product: its left side holds ones and rewards.
    weights = np.ones((count, 2, lanes), np.float32)
    sums = np.empty((count, 2, seats, cells), np.float32)
    for seat in range(seats):
        weights[:, 1] = by_lane[:, :, seat]
        sums[:, :, seat] = weights @ (stones == seat + 1).astype(np.float32)
    owned = np.stack([(owner == seat).sum(axis=0) for seat in range(seats)], axis=1)
    return Evaluation(
        reward=by_lane.mean(axis=1),
        share=others[0].mean(axis=1),
        score=others[1].mean(axis=1),
        owner=owned.astype(np.float32),
        amaf_count=sums[:, 0].reshape(count, -1),
        amaf_reward=sums[:, 1].reshape(count, -1),
    )


def expected_values(
    points: Floats, shares: Callable[[Points], Floats], reward: Reward
) -> tuple[Floats, Floats]:
    """Rewards and win shares (n, seats): means over `points` (n, draws, seats), equally likely
    final scores of n positions. `shares` computes the game's own win shares (m, seats) from final
    scores (m, seats)."""
    seats = points.shape[2]
    drawn = points.reshape(-1, seats)
    share = shares(drawn)
    by_draw = reward.of(share, drawn), reward.shares(share, drawn)
    rewards, won = (
        each.reshape(len(points), -1, seats).mean(axis=1, dtype=np.float32) for each in by_draw
    )
    return rewards, won
