"""Contests of neighbours: players in a row, the weakest first, and the results in one folder.

Each player meets the next one and, in half as many games, the next but one, in rounds of the
arena: the same openings with seats swapped, or one player against several of the other, on every
seat. The folder has a file for each contest, and every fit uses all of them. Levels take part under
the names of the searches they are (`mcts:playouts=64,temperature=0.15`), so that results stay true
when the levels change.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from termgames import games, paths
from termgames.core.errors import StorageError
from termgames.core.options import Value
from termgames.workbench import curve
from termgames.workbench.arena import Contest, GameResult, Task, game_of, play_games
from termgames.workbench.curve import Curve
from termgames.workbench.results import SUFFIX, Results
from termgames.workbench.workers import Workers

_REACH = 2
"""How many places up the row a player's opponents stand."""
_DIGEST, _LONGEST_NAMES = 12, 80
"""Digits that tell the files of one folder apart, and characters of players in their names."""


@dataclass(frozen=True)
class Neighbours:
    """Which players are compared, on which board."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    players: tuple[str, ...]
    """The weakest first."""
    seed: int = 1
    games: int = 40
    """Games of neighbours; those further apart play half as many."""
    budget: float | None = None
    """The most CPU seconds for a contest, which always ends with a whole round."""

    def contests(self) -> Iterator[tuple[Contest, int]]:
        """Each contest with its number of games, in whole rounds."""
        seats = games.create(self.game_id, dict(self.options)).seats
        for distance in range(1, _REACH + 1):
            for lower, higher in zip(self.players, self.players[distance:], strict=False):
                # One against several of the other, both ways round.
                ways = [(lower, higher), (higher, lower)][: 1 if seats == 2 else 2]
                rounds = -(-self.games // (distance * seats * len(ways)))
                for pair in ways:
                    contest = Contest(self.game_id, self.options, pair, self.seed)
                    yield contest, rounds * seats


class ResultsFolder:
    """A folder with results of contests. StorageError when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            paths.make_private(path)
        except OSError as error:
            raise StorageError(
                f"cannot make the folder {path}: {error.strerror}; choose another --resume"
            ) from None

    def play(
        self,
        comparison: Neighbours,
        workers: Workers | None = None,
    ) -> Iterator[tuple[Contest, GameResult, int, int]]:
        """Play the games that are missing; yield each with its contest and how many of the
        contest's games are played and wanted."""
        running: dict[Contest, _Running] = {}

        def tasks() -> Iterator[Task]:
            for contest, wanted in comparison.contests():
                one = _Running(Results(self._file(contest)), contest, wanted)
                running[one.contest] = one
                yield from one.missing(comparison.budget)

        try:
            for (contest, _), game in play_games(tasks(), workers):
                one = running[contest]
                one.add(game)
                yield contest, game, len(one.done), one.wanted
        finally:
            for one in running.values():
                one.results.close()

    def extent(self, comparison: Neighbours) -> tuple[int, int]:
        """How many games are wanted, and how many of them are played."""
        wanted = played = 0
        for contest, number in comparison.contests():
            path = self._file(contest)
            wanted += number
            if path.exists():
                played += sum(game.number < number for game in Results(path).games())
        return wanted, played

    def fit(self, game_id: str, options: Mapping[str, Value]) -> Curve:
        """The strengths that explain all results on that board."""
        rounds: dict[tuple[int, int], list[curve.GameShares]] = {}
        for number, (contest, played) in enumerate(self._about(game_id, options)):
            seats = game_of(contest).seats
            for game in played:
                names = [contest.player(letter) for letter in game.lineup]
                rounds.setdefault((number, game.number // seats), []).append((names, game.shares))
        return curve.fit(list(rounds.values()))

    def games(self, game_id: str, options: Mapping[str, Value]) -> dict[str, int]:
        """The number of games of each player, and of all under the name ""."""
        counts = {"": 0}
        for contest, played in self._about(game_id, options):
            counts[""] += len(played)
            for player in contest.players:
                counts[player] = counts.get(player, 0) + len(played)
        return counts

    def _about(
        self, game_id: str, options: Mapping[str, Value]
    ) -> list[tuple[Contest, list[GameResult]]]:
        """All contests on that board with games in the folder, and these."""
        files = [Results(path) for path in sorted(self.path.glob(f"*{SUFFIX}"))]
        stored = [each.stored() for each in files if each.is_about(game_id, options)]
        return [(contest, played) for contest, played in stored if played]

    def _file(self, contest: Contest) -> Path:
        """Where the contest's results are, or will be. Files of older versions are named after
        the players alone."""
        names = "~".join(re.sub(r"[^\w.]+", "-", player) for player in contest.players)
        older = self.path / f"{names}{SUFFIX}"
        if os.path.exists(older) and Results(older).is_about(
            contest.game_id, dict(contest.options)
        ):
            return older
        about = json.dumps([contest.game_id, contest.options, contest.players])
        digest = hashlib.sha256(about.encode()).hexdigest()[:_DIGEST]
        return self.path / f"{contest.game_id}~{names[:_LONGEST_NAMES]}~{digest}{SUFFIX}"


class _Running:
    """A contest that is being played."""

    def __init__(self, results: Results, contest: Contest, wanted: int) -> None:
        self.results, self.wanted = results, wanted
        self.contest = results.open_for(contest, seeded=False)
        self.spent = 0.0
        """CPU seconds that the players took."""
        self.done: set[int] = set()
        """Numbers of the games played."""
        for game in results.games():
            self._count(game)

    def missing(self, budget: float | None) -> Iterator[Task]:
        """The games to play; after `budget` seconds no new round is begun."""
        for number in range(self.wanted):
            begins = number % game_of(self.contest).seats == 0
            if begins and budget is not None and self.spent >= budget:
                return
            if number not in self.done:
                yield self.contest, number

    def add(self, game: GameResult) -> None:
        """Keep a game."""
        self.results.add(game)
        self._count(game)

    def _count(self, game: GameResult) -> None:
        self.done.add(game.number)
        self.spent += sum(game.cpu)
