"""Self-play by a value net alone: many games together, without a single playout.

A search with playouts takes a second for a move or two; here a net looks at a few dozen positions
for a move, so that thousands of games are played an hour. They begin with random placements, and
for some plies chance has a say in what is looked at, so that games differ. In most of them two
seats play for leads around the one that the net expects after the random placements, so that either
can win. Most games of two end as soon as the net knows who will own everything; playouts from the
last position say who does. Three play to the end, and for the result as it is: the middle score may
hang on a point that a player gives away. In half of their games no player passes while he has
another move: two who share the win would pass, the third has nothing to gain, and the net would see
no board that others have filled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core.arrays import Floats, Indices, Ints
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.packed import AnyPacked, Positions
from termgames.search.policy import NetPolicy
from termgames.search.settings import suited
from termgames.workbench.train.gumbel import GumbelSearch
from termgames.workbench.train.openings import DRAWN, LONGEST, handicapped, random_placement
from termgames.workbench.train.samples import Samples, joined, one_game
from termgames.workbench.train.selfplay import SelfPlaySettings

_CANDIDATES = 12
"""The most actions that a search looks at from its root."""
_NOISE, _LATER_NOISE = 1.0, 0.25
"""How much chance decides which these are, at first and later."""
_AS_IT_IS = 0.25
"""Part of the games that are played for the result as it is."""
_UNEVEN = 4.0
"""Standard deviation, in points, of the lead that makes a game even for its seats."""
_POINTS = 0.5
"""The least weight of points in the reward."""
_OPEN, _QUIET = 6.0, 3
"""Plies with fewer open cells than that after which a game is settled."""
_TO_THE_END = 0.1
"""Part of the games that are played on all the same."""
_GOING_ON = 0.5
"""Part of the games of three in which no player passes while he has another move."""
_RANDOM = 7
"""Fewer random placements than this begin a game."""


@dataclass(eq=False)
class _Record:
    """One game so far."""

    rows: list[np.void]
    actions: list[Ints]
    improved: list[Floats]
    """The part of each of the actions in the improved policy."""
    random: int
    """Random placements that it began with."""
    to_the_end: bool
    ply: int = 0
    quiet_plies: int = 0
    """Plies in a row in which few cells were open."""


class NetPlay:
    """A bundle of games of one set-up game."""

    def __init__(
        self,
        game: AnyPacked,
        start: Any,
        policy: NetPolicy,
        play_settings: SelfPlaySettings,
        seed: list[int],
    ) -> None:
        """`start` is a state in which the first move is to be searched; the `policy` predicts
        values."""
        self.game, self.policy, self.play_settings = game, policy, play_settings
        self.rng = np.random.Generator(np.random.SFC64(seed))
        reward = suited(game, policy=policy).reward
        self.reward = reward
        to_the_end = 1.0
        if self._even:
            self.reward = replace(reward, weight=max(reward.weight, _POINTS))
            to_the_end = _TO_THE_END
        self.search = GumbelSearch(game, policy, play_settings.playouts, _CANDIDATES)
        count = play_settings.games
        self.positions: Positions = np.repeat(game.pack([start]), count)
        self.records = [
            _Record([], [], [], int(random), bool(whole))
            for random, whole in zip(
                self.rng.integers(_RANDOM, size=count),
                self.rng.random(count) < to_the_end,
                strict=True,
            )
        ]
        self.handicaps = np.zeros((count, game.seats), np.float32)
        """Points that are taken off the scores of each seat before the result of a game is
        counted."""
        self.going_on = np.zeros(count, bool)
        """In which games no player passes while he has another move."""
        if not self._even:
            self.going_on = self.rng.random(count) < _GOING_ON
        self.leads: list[float] = []
        """By how much the first seat was ahead of the second one when games ended."""
        self.learnt_from = 0
        """Games that gave samples."""

    @property
    def _even(self) -> bool:
        """Whether games are made even, by points taken off the scores."""
        return self.game.seats == 2

    def play(self) -> Samples:
        """Play all games to their ends; the samples of all."""
        self._open()
        samples: list[Samples] = []
        going = np.arange(len(self.records))
        while len(going):
            over = self.game.to_act(self.positions[going]) == OVER
            over |= np.array([self._is_enough(self.records[number]) for number in going])
            samples += [self._samples_of(number) for number in going[over].tolist()]
            going = going[~over]
            if len(going):
                self._move(going)
        samples = [part for part in samples if len(part)]
        self.learnt_from = len(samples)
        return joined(samples, self.game)

    def _is_enough(self, record: _Record) -> bool:
        if record.ply > LONGEST * self.game.cells:
            return True
        return record.quiet_plies >= _QUIET and not record.to_the_end

    def _open(self) -> None:
        """Play the random placements, and draw what makes each game of two even."""
        for number, record in enumerate(self.records):
            for _ in range(record.random):
                placement = random_placement(self.game, self.positions[number], self.rng)
                if placement is None:
                    break
                action = np.array([placement], np.int32)
                self.positions[[number]] = self.game.advance(self.positions[[number]], action)
                record.ply += 1
        if not self._even:
            return
        as_it_is = self.rng.random(len(self.records)) < _AS_IT_IS
        points = self.policy.points(self.positions)
        lead = points[:, 0] - points[:, 1] + self.rng.normal(0, _UNEVEN, len(self.records))
        self.handicaps[:, 0] = np.where(as_it_is, 0, lead / 2)
        self.handicaps[:, 1] = -self.handicaps[:, 0]

    def _move(self, going: Indices) -> None:
        """Search the positions of these games, keep what was found, and play the moves."""

        def rewards(numbers: Indices) -> Reward:
            if not self._even:
                return self.reward
            return handicapped(self.reward, self.handicaps[going[numbers]])

        positions = self.positions[going]
        early = np.array([self.records[number].ply for number in going.tolist()])
        noise = np.where(early < DRAWN * self.game.cells, _NOISE, _LATER_NOISE)
        results = self.search(
            positions, rewards, noise.astype(np.float32), self.rng, self.going_on[going]
        )
        for at, number in enumerate(going.tolist()):
            record = self.records[number]
            legal = np.flatnonzero(results.legal[at]).astype(np.int32)
            if len(legal) > 1:
                record.rows.append(positions[at].copy())
                record.actions.append(legal)
                record.improved.append(results.improved[at, legal])
            record.quiet_plies = record.quiet_plies + 1 if results.open_cells[at] < _OPEN else 0
            record.ply += 1
        self.positions[going] = self.game.advance(positions, results.action.astype(np.int32))

    def _samples_of(self, number: int) -> Samples:
        """The samples of a game that has ended."""
        record, end = self.records[number], self.positions[[number]]
        if not record.rows:
            return joined([], self.game)
        if self.game.to_act(end)[0] == OVER:
            points = self.game.standing(end)[0]
            self.leads.append(float(points[0] - points[1]))
        return one_game(self.game, record.rows, record.actions, record.improved, end, self.rng)
