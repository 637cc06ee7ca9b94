"""The results of contests in files, so that contests can be continued; and contests of neighbours,
whose results lie in one folder.

Neighbours are players in a row, the weakest first. Each meets the next one and, in half as many
games, the next but one, in rounds of the arena: the same openings with seats swapped, or one player
against several of the other, on every seat. The folder has a file for each contest, and every fit
uses all of them. Levels take part under the names of the searches they are
(`mcts:playouts=64,temperature=0.15`), so that results stay true when the levels change.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from termgames import games, paths
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import Value
from termgames.core.shapes import of_json
from termgames.core.text import quotable
from termgames.workbench import curve
from termgames.workbench.arena import Contest, GameResult, Task, game_of, play_games
from termgames.workbench.curve import Curve
from termgames.workbench.journal import Journal, digests
from termgames.workbench.standings import Standings
from termgames.workbench.workers import Workers

SUFFIX = ".results"
"""The ending of such files' names in a folder of results."""
_SETTINGS = ("seed", "time", "time_scale", "lineup")
"""Fields of a contest that its file has under the same names."""
_LATER: dict[str, object] = {"cores": 1, "random_plies": None}
"""Those that older files do not have, and how games were played then."""
_ROUNDING = 1e-9
_MOST_GAMES = 10_000_000
"""Numbers of games that a contest may come to."""
_REACH = 2
"""How many places up the row a player's opponents stand."""
_DIGEST, _LONGEST_NAMES = 12, 80
"""Digits that tell the files of one folder apart, and characters of players in their names."""


class Results(Journal[GameResult]):
    """One file of results. StorageError when it cannot be read or written."""

    what, one, kind, left_out = "results of an arena", "game", GameResult, ("record",)
    contest: Contest | None = None
    """The contest that the file is about; None while that is not known."""

    def begin(self, contest: Contest, *, seeded: bool) -> Contest:
        """The contest that the file is about. Unless the caller chose a seed (`seeded`) the
        contest takes the file's. OptionError when the file is about another contest."""
        header = {
            "game": contest.game_id,
            "options": dict(contest.options),
            "players": list(contest.players),
            **{name: getattr(contest, name) for name in (*_SETTINGS, *_LATER)},
            "weights": digests(contest.players),
        }
        older = {**_LATER, "weights": header["weights"]}
        self.contest = replace(contest, seed=self.open_for(header, older=older, seeded=seeded))
        return self.contest

    def refuse(self, row: GameResult) -> None:
        """ValueError for what can be no game, StorageError for one that is not of the contest, as
        far as it is known which that is."""
        for spent in (row.cpu, row.asked):
            if len(spent) not in (0, len(row.seats)) or min(spent, default=0) < 0:
                raise ValueError(spent)
        if not 0 <= row.number < _MOST_GAMES:
            raise ValueError(row.number)
        if self.contest is not None and (why := _impossible(self.contest, row)):
            raise self.damaged(f"a game that cannot be: {quotable(why)}")

    def is_about(self, game_id: str, options: Mapping[str, object]) -> bool:
        """Whether the file holds results of that game and board; not if it is empty."""
        if not self.path.stat().st_size:
            return False
        header = self.header()
        return bool((header.get("game"), header.get("options")) == (game_id, dict(options)))

    def stored(self) -> tuple[Contest, list[GameResult]]:
        """The contest in the file's first line, and its games. Nothing is changed."""
        header = self.header()
        try:
            told = {
                "game_id": header["game"],
                "options": list(map(list, header["options"].items())),
                "players": header["players"],
                **{name: header.get(name, usual) for name, usual in _LATER.items()},
                **{name: header[name] for name in _SETTINGS},
            }
            contest: Contest = of_json(Contest, told)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise self.damaged() from None
        if not contest.players:
            raise self.damaged()
        self.contest = contest
        return contest, list(self.rows())


def _impossible(contest: Contest, game: GameResult) -> str:
    """Why a game cannot be of a contest; empty where it can."""
    try:
        lineup = contest.seated(game.number)
    except (OptionError, TypeError, IndexError) as error:
        return f"its contest cannot be: {error}"
    if game.lineup != lineup:
        return f"game {game.number + 1} as {lineup} was asked for, not as {game.lineup}"
    if not all(len(row) == len(lineup) for row in (game.seats, game.shares, game.scores)):
        return "it has another number of seats"
    whole = sum(game.shares)
    if min(game.shares) < 0 or min(abs(whole), abs(whole - 1)) > _ROUNDING:
        return f"shares of the win that sum to {whole:g}"
    return ""


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
        self, comparison: Neighbours, workers: Workers | None = None
    ) -> Iterator[tuple[Standings, GameResult, int]]:
        """Play the games that are missing, none of a new round once a contest has taken its
        budget; yield each with its contest and how many games of that are wanted."""
        running: dict[Contest, tuple[Results, Standings, int]] = {}

        def tasks() -> Iterator[Task]:
            for contest, wanted in comparison.contests():
                results = Results(self._file(contest))
                begun = results.begin(contest, seeded=False)
                standings = Standings(begun, results.rows())
                running[begun] = results, standings, wanted
                for number in range(wanted):
                    spent = comparison.budget and standings.seconds >= comparison.budget
                    if spent and number % standings.seats == 0:
                        break
                    if not standings.has(number):
                        yield begun, number

        try:
            for (contest, _), game in play_games(tasks(), workers):
                results, standings, wanted = running[contest]
                results.add(game)
                standings.add(game)
                yield standings, game, wanted
        finally:
            for results, _, _ in running.values():
                results.close()

    def extent(self, comparison: Neighbours) -> tuple[int, int]:
        """How many games are wanted, and how many of them are played."""
        wanted = played = 0
        for contest, number in comparison.contests():
            path = self._file(contest)
            wanted += number
            if path.exists():
                played += sum(game.number < number for game in Results(path).rows())
        return wanted, played

    def fit(self, game_id: str, options: Mapping[str, Value]) -> tuple[Curve, dict[str, int]]:
        """The strengths that explain all results on that board; and the number of games of each
        player, and of all under the name ""."""
        rounds: dict[tuple[Path, int], list[curve.GameShares]] = {}
        counts = {"": 0}
        for path in sorted(self.path.glob(f"*{SUFFIX}")):
            results = Results(path)
            if not results.is_about(game_id, options):
                continue
            contest, played = results.stored()
            for player in ("", *contest.players) if played else ():
                counts[player] = counts.get(player, 0) + len(played)
            for game in played:
                names = [contest.player(letter) for letter in game.lineup]
                number = game.number // game_of(contest).seats
                rounds.setdefault((path, number), []).append((names, game.shares))
        return curve.fit(list(rounds.values())), counts

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
