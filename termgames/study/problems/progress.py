"""Which problems a player has solved, and his rating.

`problems.json` in the user's data folder: by player (his name as in `human:NAME`, empty for who
plays without one), by game, his rating, how many problems it is from, and the ids of those that he
tried and of those that he solved. Whatever in the file makes no sense is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from termgames import games
from termgames.play import data_files
from termgames.play.bots.calibrated_levels import levels_on
from termgames.study.problems.problem import Problem

LOWEST: Final = 0.0
"""No rating is lower: it is that of the weakest level."""
FIRST: Final = 300.0
"""The rating of a player who has tried none: between the two lowest levels of most games."""
_K_FIRST, _K_LAST, _K_HALF = 200.0, 20.0, 4
"""Points that an unlikely result moves, at first, in the end, and problems after which the first is
halved."""
_STEP = 200.0
"""Between two levels where nobody measured."""


@dataclass(frozen=True)
class SolvingRating:
    """A player's rating, and how many problems it is from."""

    elo: float = FIRST
    tried: int = 0

    def after(self, problem_elo: float, *, right: bool) -> SolvingRating:
        """The rating after the first try at a problem."""
        expected = 1 / (1 + 10 ** ((problem_elo - self.elo) / 400))
        factor = max(_K_LAST, _K_FIRST / (1 + self.tried / _K_HALF))
        elo = self.elo + factor * (right - expected)
        return SolvingRating(max(LOWEST, elo), self.tried + 1)


def elo_of(problem: Problem) -> float:
    """How hard a problem is."""
    settled = games.info(problem.game).settle(dict(problem.options))
    measured = levels_on(problem.game, settled).by_number[problem.level].elo
    return _STEP * (problem.level - 1) if measured is None else measured


_FILE = "problems.json"
_FAR = 10_000
"""No rating that was kept here is farther from 0."""


@dataclass(frozen=True)
class SolvingProgress:
    """How far a player is with the problems of a game."""

    strength: SolvingRating = field(default_factory=SolvingRating)
    tried: frozenset[str] = frozenset()
    solved: frozenset[str] = frozenset()


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def of(player: str, game_id: str) -> SolvingProgress:
    """The progress of a player; none where nothing is kept."""
    kept = data_files.table(data_files.table(data_files.load(_FILE).get(player)).get(game_id))
    elo, count = kept.get("rating"), kept.get("count")
    strength = SolvingRating()
    if isinstance(elo, int | float) and abs(elo) <= _FAR and isinstance(count, int) and count >= 0:
        strength = SolvingRating(max(LOWEST, float(elo)), int(count))
    tried, solved = (frozenset(data_files.texts(kept.get(name))) for name in ("tried", "solved"))
    return SolvingProgress(strength, tried, solved)


def following(player: str, problems: Sequence[Problem], after: int | None = None) -> int:
    """The number, from 0, of the problem that suits a player best: of those that he has not solved
    the one whose grade is nearest to his rating, an easier one first; `after` is the one that he
    comes from, which is not given again at once."""
    progress = of(player, problems[0].game)
    left = [
        at for at, each in enumerate(problems) if each.id not in progress.solved and at != after
    ]
    if not left:
        return 0 if after is None else (after + 1) % len(problems)
    return min(left, key=lambda at: (abs(elo_of(problems[at]) - progress.strength.elo), at))


def note(player: str, problem: Problem, *, right: bool, solved: bool) -> SolvingRating:
    """Keep that a problem was tried, for the first time if it was not before: only then the rating
    moves, by whether the try was `right`. `solved`: whether it is solved now. Answers the rating.
    StorageError when that cannot be written."""
    with data_files.changing(_FILE):
        now = of(player, problem.game)
        if problem.id not in now.tried:
            strength = now.strength.after(elo_of(problem), right=right)
            now = replace(now, strength=strength, tried=now.tried | {problem.id})
        if solved:
            now = replace(now, solved=now.solved | {problem.id})
        content = data_files.load(_FILE)
        games = data_files.table(content.get(player))
        games[problem.game] = {
            "rating": round(now.strength.elo, 1),
            "count": now.strength.tried,
            "tried": sorted(now.tried),
            "solved": sorted(now.solved),
        }
        data_files.keep(_FILE, {**content, player: games})
    return now.strength
