"""The lowest level of the bot that finds a right answer nine times in ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from termgames.core.game import AnyGame
from termgames.play.bots import allowance
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.mcts.search import Mcts

TRIES, FOUND = 10, 9
_UNHURRIED = BotOptions(time=3600.0)
"""No time limit that matters: playouts alone limit the levels."""
HIGHEST = 8
"""The highest level that playouts limit; a problem that it misses has the grade above."""


@dataclass(frozen=True)
class Grade:
    """How hard a problem is for the bots."""

    level: int
    """1 to `HIGHEST` + 1."""
    wrong: Counter[Any]
    """The wrong answers that levels below gave, each with how often."""


def playouts_of(game: AnyGame, level: int) -> int:
    """How many playouts a level makes for a move on the game's board."""
    found = allowance.level_of(parse_player(f"bot:{level}"), game)
    assert found is not None, "it is a level"
    assert found.playouts is not None, "playouts limit it"
    return found.playouts


class Grader:
    """Bots of all levels on one board, which start each try with nothing in mind."""

    def __init__(self, game: AnyGame, seed: int, highest: int) -> None:
        self.game, self.highest = game, highest
        levels = range(1, highest + 1)
        self._bots = {
            level: make_bot(
                parse_player(f"bot:{level}"), game, seed=seed + level, options=_UNHURRIED
            )
            for level in levels
        }

    def answer(self, level: int, state: Any) -> Any:
        """A move of a level."""
        bot: Any = self._bots[level]
        if isinstance(search := getattr(bot, "search", None), Mcts):
            search.plant(None)  # the tree of an earlier try
        return bot.think(state).move

    def grade(self, state: Any, right: Collection[Any]) -> Grade:
        """The grade of a position whose right moves are given; above `highest` all levels miss
        it."""
        wrong: Counter[Any] = Counter()
        for level in self._bots:
            missed = 0
            for _ in range(TRIES):
                move = self.answer(level, state)
                if move not in right:
                    wrong[move] += 1
                    missed += 1
                if missed > TRIES - FOUND:
                    break
            else:
                return Grade(level, wrong)
        return Grade(self.highest + 1, wrong)
