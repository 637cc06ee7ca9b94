"""The results of a contest in a file, so that the contest can be continued.

The file has lines of JSON: first the contest, then each game when it ends. When the last line
is incomplete it is dropped, and its game is played again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from termgames.core.errors import OptionError, StorageError
from termgames.lab.arena import Contest, GameResult
from termgames.play import store

SUFFIX = ".results"
"""The ending of such files' names in a folder of results."""


class Results:
    """One file of results. StorageError when it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, contest: Contest, *, seeded: bool) -> tuple[Contest, list[GameResult]]:
        """The contest with the games played so far; a file that does not exist or is empty gets
        its first line.

        Unless the caller chose a seed (`seeded`) the contest takes the file's. OptionError when
        the file is about another contest.
        """
        try:
            lines = self.path.read_text("utf-8").splitlines(keepends=True)
        except FileNotFoundError:
            lines = []
        except (OSError, UnicodeDecodeError) as error:
            raise StorageError(f"cannot read {self.path}: {error}") from None
        if not lines:
            self._append(_header(contest), fresh=True)
            return contest, []
        try:
            header = json.loads(lines[0])
            seed = int(header["seed"])
        except (ValueError, TypeError, KeyError):
            raise StorageError(f"{self.path} holds no results of an arena") from None
        if not seeded:
            contest = replace(contest, seed=seed)
        # Older files do not say: bots had one process then.
        header.setdefault("cores", 1)
        wanted = json.loads(json.dumps(_header(contest)))
        for name, value in wanted.items():
            if header.get(name) != value:
                raise OptionError(
                    f"{self.path} is about another contest: its {name} is {header.get(name)}, "
                    f"not {value}"
                )
        whole = [line for line in lines[1:] if line.endswith("\n")]
        if len(whole) < len(lines) - 1:
            store.write_text(self.path, "".join([lines[0], *whole]))
        try:
            return contest, [_game(json.loads(line)) for line in whole]
        except (ValueError, TypeError, KeyError):
            raise StorageError(f"{self.path} holds a line that is no game") from None

    def stored(self) -> tuple[Contest, list[GameResult]]:
        """The contest in the file's first line, and its games."""
        try:
            header = json.loads(self.path.read_text("utf-8").splitlines()[0])
            contest = Contest(
                header["game"],
                tuple(header["options"].items()),
                tuple(header["players"]),
                int(header["seed"]),
                header["time"],
                header["time_scale"],
                header["lineup"],
                header.get("cores", 1),
            )
        except OSError as error:
            raise StorageError(f"cannot read {self.path}: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            raise StorageError(f"{self.path} holds no results of an arena") from None
        return self.load(contest, seeded=False)

    def add(self, game: GameResult) -> None:
        """Append a game's result; its record is not kept."""
        fields = asdict(game)
        del fields["record"]
        self._append(fields)

    def _append(self, value: dict[str, object], *, fresh: bool = False) -> None:
        try:
            with open(self.path, "w" if fresh else "a", encoding="utf-8") as file:
                file.write(json.dumps(value) + "\n")
        except OSError as error:
            raise StorageError(f"cannot write {self.path}: {error.strerror}") from None


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
