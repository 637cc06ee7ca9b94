"""The exercises of all players of this computer: `exercises.jsonl` in the user's data folder.

The first line names the format, each other one is an exercise as JSON. A line that makes no sense
is told and passed over, and stays where it is. The file is replaced in one step.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import counted, lines_in, quoted
from termgames.play import data_files, store
from termgames.play.text.statistics import name_of
from termgames.study.exercises import exercise
from termgames.study.exercises.exercise import Exercise

_FILE = "exercises.jsonl"
FORMAT = "termgames-exercises 1"
MOST = 1000
"""Exercises of all players together."""
_MOST_BYTES = 30_000_000
NEW = 10
"""So many exercises that were never answered come at a time."""


@dataclass(frozen=True)
class Shelf:
    """What the file holds."""

    exercises: Mapping[str, Exercise] = field(default_factory=dict)
    """By their ids, in the order in which they came."""
    damaged: tuple[str, ...] = ()
    """Lines that are no exercises."""
    faults: tuple[str, ...] = ()
    """What is wrong with them, a line each."""

    @property
    def players(self) -> list[str]:
        """Who has exercises."""
        return list(dict.fromkeys(each.player for each in self.exercises.values()))

    def player(self, name: str | None) -> str:
        """Whose exercises are meant by a name; without one those of who has no name, else of the
        only player who has some. OptionError for somebody who has none, and where several could be
        meant."""
        if name is None and ("" in self.players or not self.players):
            return ""
        if name is None:
            if len(self.players) == 1:
                return self.players[0]
            raise OptionError(f"whose mistakes? name one with --name: {', '.join(self.players)}")
        alike = [each for each in self.players if each.casefold() == name.casefold()]
        found = name if name in alike else next(iter(alike), None)
        if found is None:
            known = ", ".join(map(name_of, self.players)) or "nobody yet"
            raise OptionError(f"--name {quoted(name)} has no mistakes here: {known} has")
        return found

    def of(self, player: str) -> list[Exercise]:
        """A player's exercises, those that come back first before the others."""
        own = [each for each in self.exercises.values() if each.player == player]
        return sorted(own, key=lambda each: each.memory.due)

    def today(self, player: str, now: float | None = None) -> list[Exercise]:
        """A player's exercises that are due today: those that he has met, then the costliest of
        those that he has not, `NEW` of them at most."""
        end = exercise.end_of_day(time.time() if now is None else now)
        due = [each for each in self.of(player) if each.memory.due < end]
        fresh = sorted((each for each in due if each.memory.new), key=lambda each: -each.lost)
        return [*(each for each in due if not each.memory.new), *fresh[:NEW]]


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def load() -> Shelf:
    """The exercises; StorageError where the file cannot be read, or is of another version."""
    try:
        text = files.text(path(), _MOST_BYTES)
    except FileNotFoundError:
        return Shelf()
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(store.cannot("read", path(), error)) from None
    except RuntimeError as error:  # a `~` that stands for no folder
        raise StorageError(f"cannot tell the data folder: {error}; set TERMGAMES_DATA") from None
    first, *lines = [line for line in lines_in(text) if line.strip()] or [""]
    try:
        written = files.parsed(first)
    except ValueError:
        written = None
    if written != {"format": FORMAT}:
        raise StorageError(
            f"{path()}: line 1: these are no exercises that this version reads ({FORMAT}): "
            "move the file away to begin anew"
        )
    return _read(lines)


def _read(lines: Iterable[str]) -> Shelf:
    exercises: dict[str, Exercise] = {}
    damaged, faults = [], []
    for number, line in enumerate(lines, 2):
        try:
            each = exercise.read(files.parsed(line))
            exercises[each.id] = each
        except ValueError as error:  # so is a text that cannot be encoded
            damaged.append(line)
            faults.append(f"{path()}: line {number} is no exercise and is passed over: {error}")
    return Shelf(exercises, tuple(damaged), tuple(faults))


def add(exercises: Iterable[Exercise]) -> int:
    """Take exercises up that are not there yet, due at once; how many these are. StorageError, also
    where there are too many."""
    now, fresh = time.time(), 0

    def added(known: dict[str, Exercise]) -> None:
        """Put the new ones among those that are known."""
        nonlocal fresh
        for each in exercises:
            if each.id not in known:
                if len(each.record) > exercise.MOST_RECORD:
                    raise StorageError("the record of this game is too long for an exercise")
                known[each.id] = replace(each, memory=exercise.Memory(now))
                fresh += 1
        if fresh and len(known) > MOST:
            raise StorageError(
                f"there is room for {counted(MOST, 'exercise')}: drop some with "
                "termgames mistakes --drop ID"
            )

    _change(added)
    return fresh


def change(name: str, changed: Callable[[Exercise], Exercise]) -> None:
    """Change the exercise of an id; OptionError where there is none. StorageError."""

    def with_change(known: dict[str, Exercise]) -> None:
        known[name] = changed(_named(known, name))

    _change(with_change)


def answer(name: str, right: bool) -> None:
    """Keep that the exercise of an id was answered, and when it comes back; errors as `change`."""
    now = time.time()
    change(
        name,
        lambda each: replace(each, memory=exercise.after_answer(each.memory, right, now)),
    )


def drop(name: str) -> None:
    """Take the exercise of an id away; errors as `change`."""

    def without(known: dict[str, Exercise]) -> None:
        del known[_named(known, name).id]

    _change(without)


def _named(known: Mapping[str, Exercise], name: str) -> Exercise:
    if name not in known:
        raise OptionError(f"there is no exercise {quoted(name)}: see termgames mistakes --list")
    return known[name]


def _change(change: Callable[[dict[str, Exercise]], None]) -> None:
    """Change the exercises in the file, while no other window does."""
    with data_files.changing(_FILE):
        shelf = load()
        known = dict(shelf.exercises)
        change(known)
        if known == shelf.exercises:
            return
        rows = [json.dumps({"format": FORMAT}), *(json.dumps(e.fields()) for e in known.values())]
        text = "\n".join([*rows, *shelf.damaged]) + "\n"
        if len(text.encode()) > _MOST_BYTES and len(known) >= len(shelf.exercises):
            raise StorageError(
                "there is no room for more mistakes: drop some with termgames mistakes --drop ID"
            )
        store.write_text(path(), text, files.Rights.PRIVATE)
