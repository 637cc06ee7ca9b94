"""Games of a teacher, which may be any player and most often is another program.

Where there is a program that plays well and fast, a net learns sooner from its games than from
those of the search, which plays badly at first. The teacher plays all seats. Games begin with
random placements, and now and then one is drawn between: so games differ, and the net sees what
becomes of bad moves too. A net is to play as the teacher did; random moves are no examples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.game import Game, M, S
from termgames.core.packed import PackedGame
from termgames.play import consent
from termgames.play.bots.bot import Resigned, inform
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch, Match
from termgames.search import preset_answers
from termgames.workbench.pinned_weights import Weights, located
from termgames.workbench.train.openings import LONGEST, random_placement
from termgames.workbench.train.samples import Samples, one_game

_OPENING = 9
"""Games begin with fewer random placements than this."""
_STRAYING = 0.06
"""Chance of a random placement at every other turn."""


class Taught:
    """Games of one set-up game that a teacher plays."""

    def __init__(
        self,
        game: Game[S, M],
        packed: PackedGame[S, M],
        teacher: str,
        *,
        seed: list[int],
        weights: Sequence[Weights] = (),
    ) -> None:
        """`teacher` is a player's name; a program whose command it is gets started when a move is
        wanted. `weights` are those that the player names, as they were when the work began. What
        the player draws follows from `seed`.

        OptionError, NetError for a player who cannot play this game."""
        self.game, self.packed, self.teacher = game, packed, teacher
        self.bot = make_bot(
            located(parse_player(teacher), weights),
            game,
            seed=int(np.random.SeedSequence(seed).generate_state(1)[0]),
            options=BotOptions(allowed=frozenset(consent.commands([teacher]))),
        )

    def play(self, seed: list[int]) -> tuple[Samples, float] | None:
        """One game, the last number of its seed: its samples, and by how much the first seat was
        ahead of the second; None if the teacher made no move. To resign ends the game.

        Forfeit where a program dies, hangs or answers illegally: such a game teaches nothing."""
        rng = np.random.default_rng(seed)
        match: AnyMatch = Match(self.game, (self.teacher,) * self.game.seats, seed[-1])
        opening, examples = int(rng.integers(_OPENING)), []
        ended = match.state
        while match.prompt() is not None:
            state = match.state
            row = self._row(state)
            if row is not None:
                ended = state
                if match.ply >= LONGEST * self.packed.cells:
                    break
            strays = opening > 0 or rng.random() < _STRAYING
            opening -= 1
            if row is None:
                move = preset_answers.answer(self.packed, state)
            else:
                move = self._random_placement(row, rng) if strays else None
            if move is None:
                try:
                    inform(self.bot, match)
                    move = self.bot.think(state).move
                except Resigned:
                    break
                if row is not None:
                    examples.append((row, move))
            match.submit(move)
        if match.over:
            ended = match.state
        return self._samples(examples, ended, rng)

    def _row(self, state: Any) -> Any:
        """The packed position; None where a question beside the board is open."""
        try:
            return self.packed.pack([state])[0]
        except ValueError:
            return None

    def _random_placement(self, row: Any, rng: Rng) -> Any:
        """A random placement; None where there is none."""
        action = random_placement(self.packed, row, rng)
        return None if action is None else self.packed.move(row, action)

    def _samples(
        self, examples: list[tuple[Any, Any]], ended: Any, rng: Rng
    ) -> tuple[Samples, float] | None:
        """The samples from a teacher's answers in packed positions; answers that no search would
        consider are left out."""
        packed = self.packed
        rows, actions, visits = [], [], []
        for row, move in examples:
            legal = packed.legal(row)
            wanted = [packed.move(row, action) == move for action in legal.tolist()]
            if any(wanted):
                rows.append(row)
                actions.append(legal)
                visits.append(np.array(wanted, np.float32))
        if not rows:
            return None
        end = packed.pack([ended])
        lead = packed.standing(end)[0]
        samples = one_game(packed, rows, actions, visits, end, rng)
        return samples, float(lead[0] - lead[1])

    def close(self) -> None:
        """End the teacher's program, if it is one."""
        if isinstance(self.bot, GtpBot):
            self.bot.close()
