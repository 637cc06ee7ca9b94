"""The results of a contest in a file, so that the contest can be continued."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.text import quotable
from termgames.workbench.arena import Contest, GameResult
from termgames.workbench.journal import Journal
from termgames.workbench.weights import digests

SUFFIX = ".results"
"""The ending of such files' names in a folder of results."""


class Results:
    """One file of results. StorageError when it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path, "results of an arena")
        self._contest: Contest | None = None
        """The contest that the file is about; None while that is not known."""

    def close(self) -> None:
        """Let others go on with the file."""
        self.journal.close()

    def open_for(self, contest: Contest, *, seeded: bool) -> Contest:
        """The contest that the file is about. Unless the caller chose a seed (`seeded`) the
        contest takes the file's. OptionError when the file is about another contest."""
        header = _header(contest)
        # Older files do not say: bots had one process then, and which weights is unknown.
        older = {"cores": 1, "weights": header["weights"]}
        file_header = self.journal.open_for(header, older=older, seeded=seeded)
        self._contest = replace(contest, seed=file_header["seed"])
        return self._contest

    def games(self) -> Iterator[GameResult]:
        """The games in the file, one after the other, each number once: of those played twice,
        by runs on two computers, the first counts. StorageError for one that cannot be, as of
        the contest where it is known which that is."""
        seen: set[int] = set()
        for fields in self.journal.lines():
            try:
                game = _game(fields)
            except (ValueError, TypeError, KeyError):
                raise self.journal.damaged("a line that is no game") from None
            why = self._impossible(game)
            if why:
                raise self.journal.damaged(f"a game that cannot be: {quotable(why)}")
            if game.number not in seen:
                seen.add(game.number)
                yield game

    def _impossible(self, game: GameResult) -> str:
        """Why a game cannot be one of the contest, as far as it is known which that is."""
        if self._contest is None:
            return ""
        try:
            return _impossible(self._contest, game)
        except (OptionError, TypeError, IndexError) as error:
            return f"its contest cannot be: {error}"

    def is_about(self, game_id: str, options: Mapping[str, object]) -> bool:
        """Whether the file holds results of that game and board; not if it is empty."""
        if not self.journal.path.stat().st_size:
            return False
        header = self.journal.header()
        return bool((header.get("game"), header.get("options")) == (game_id, dict(options)))

    def stored(self) -> tuple[Contest, list[GameResult]]:
        """The contest in the file's first line, and its games. Nothing is changed."""
        self._contest = self._header_contest()
        return self._contest, list(self.games())

    def _header_contest(self) -> Contest:
        """The contest in the first line."""
        header = self.journal.header()
        try:
            contest = Contest(
                header["game"],
                tuple(header["options"].items()),
                tuple(header["players"]),
                **{name: header[name] for name in _SETTINGS},
                cores=header.get("cores", 1),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self.journal.damaged() from None
        texts = (contest.game_id, contest.lineup, *contest.players)
        if not contest.players or not all(isinstance(text, str) for text in texts):
            raise self.journal.damaged()
        return contest

    def add(self, game: GameResult) -> None:
        """Append a game's result; its record is not kept."""
        fields = asdict(game)
        del fields["record"]
        self.journal.add(fields)


_SETTINGS = ("seed", "time", "time_scale", "lineup")
"""Fields of a contest that its file has under the same names."""


def _header(contest: Contest) -> dict[str, object]:
    return {
        "game": contest.game_id,
        "options": dict(contest.options),
        "players": list(contest.players),
        **{name: getattr(contest, name) for name in (*_SETTINGS, "cores")},
        "weights": digests(contest.players),
    }


def _impossible(contest: Contest, game: GameResult) -> str:
    """Why a game cannot be of a contest; empty where it can."""
    lineup = contest.seated(game.number)
    if game.lineup != lineup:
        return f"game {game.number + 1} as {lineup} was asked for, not as {game.lineup}"
    if not all(len(row) == len(lineup) for row in (game.seats, game.shares, game.scores)):
        return "it has another number of seats"
    whole = sum(game.shares)
    if min(game.shares) < 0 or min(abs(whole), abs(whole - 1)) > _ROUNDING:
        return f"shares of the win that sum to {whole:g}"
    return ""


_ROUNDING = 1e-9
_MOST_GAMES = 10_000_000
"""Numbers of games that a contest may come to."""
_LARGEST = 1e15
"""Numbers in results are smaller than this."""
_KINDS: Mapping[str, tuple[type, ...]] = {"int": (int,), "str": (str,), "float": (int, float)}
"""What a result holds for a field of `GameResult`, by its type: that itself, or a list of it where
the type is a tuple."""


def _game(fields: dict[str, Any]) -> GameResult:
    """A result from its fields; ValueError, TypeError or KeyError where it is none."""
    # Older files do not hold what thinking took, nor how games ended.
    fields = {"cpu": [], "asked": [], "forfeit": "", "ending": "", "record": "", **fields}
    for field in dataclasses.fields(GameResult):
        value, kind = fields[field.name], str(field.type)
        if not kind.startswith("tuple"):
            _refuse_another([value], _KINDS[kind])
        elif isinstance(value, list):
            _refuse_another(value, _KINDS[kind.removeprefix("tuple[").removesuffix(", ...]")])
            fields[field.name] = tuple(value)
        else:
            raise TypeError(field.name)
    if not 0 <= fields["number"] < _MOST_GAMES:
        raise ValueError("number")
    for name in ("cpu", "asked"):
        spent = fields[name]
        if len(spent) not in (0, len(fields["seats"])) or min(spent, default=0) < 0:
            raise ValueError(name)
    return GameResult(**fields)


def _refuse_another(values: Sequence[Any], kinds: tuple[type, ...]) -> None:
    """TypeError unless all values are of one of the kinds, ValueError unless all numbers among them
    are below `_LARGEST`."""
    for value in values:
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise TypeError(value)
        # Written so that NaN is refused, too.
        if isinstance(value, int | float) and not abs(value) < _LARGEST:
            raise ValueError(value)
