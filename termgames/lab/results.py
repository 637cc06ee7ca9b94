"""The results of a contest in a file, so that the contest can be continued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from termgames.lab.arena import Contest, GameResult
from termgames.lab.journal import Journal

SUFFIX = ".results"
"""The ending of such files' names in a folder of results."""


class Results:
    """One file of results. StorageError when it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path, "results of an arena")

    def close(self) -> None:
        """Let others go on with the file."""
        self.journal.close()

    def load(self, contest: Contest, *, seeded: bool) -> tuple[Contest, list[GameResult]]:
        """The contest with the games played so far, see `begun`."""
        return self.begun(contest, seeded=seeded), list(self.games())

    def begun(self, contest: Contest, *, seeded: bool) -> Contest:
        """The contest that the file is about. Unless the caller chose a seed (`seeded`) the
        contest takes the file's. OptionError when the file is about another contest."""
        header = _header(contest)
        # Older files do not say: bots had one process then, and which weights is unknown.
        older = {"cores": 1, "weights": header["weights"]}
        begun = self.journal.begun(header, older=older, seeded=seeded)
        return replace(contest, seed=begun["seed"])

    def games(self) -> Iterator[GameResult]:
        """The games in the file, one after the other, each number once: of those played twice,
        by runs on two computers, the first counts."""
        seen: set[int] = set()
        for fields in self.journal.lines():
            try:
                game = _game(fields)
            except (ValueError, TypeError, KeyError):
                raise self.journal.damaged("a line that is no game") from None
            if game.number not in seen:
                seen.add(game.number)
                yield game

    def stored(self) -> tuple[Contest, list[GameResult]]:
        """The contest in the file's first line, and its games. Nothing is changed."""
        header = self.journal.header()
        try:
            contest = Contest(
                header["game"],
                tuple(header["options"].items()),
                tuple(header["players"]),
                header["seed"],
                header["time"],
                header["time_scale"],
                header["lineup"],
                header.get("cores", 1),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self.journal.damaged() from None
        return contest, list(self.games())

    def add(self, game: GameResult) -> None:
        """Append a game's result; its record is not kept."""
        fields = asdict(game)
        del fields["record"]
        self.journal.add(fields)


def _header(contest: Contest) -> dict[str, object]:
    return {
        "game": contest.game_id,
        "options": dict(contest.options),
        "players": list(contest.players),
        "seed": contest.seed,
        "time": contest.time,
        "time_scale": contest.time_scale,
        "lineup": contest.lineup,
        "cores": contest.cores,
        "weights": {one.path: one.digest for one in contest.weights},
    }


def _game(fields: dict[str, object]) -> GameResult:
    def listed(name: str) -> tuple[object, ...]:
        value = fields[name]
        if not isinstance(value, list):
            raise TypeError(name)
        return tuple(value)

    # Older files do not hold what thinking took.
    fields = {"cpu": [], "asked": [], **fields}
    lists = {name: listed(name) for name in ("seats", "shares", "scores", "cpu", "asked")}
    return GameResult(**{**fields, **lists})  # type: ignore[arg-type]
