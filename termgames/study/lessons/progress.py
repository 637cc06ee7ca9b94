"""Which tasks of which courses a player has done.

`lessons.json` in the user's data folder: by player (his name as in `human:NAME`, empty for who
plays without one), by course, the titles of the tasks done. A title that the course has no more
does no harm. Whatever in the file makes no sense is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core.errors import StorageError
from termgames.play import locks, store
from termgames.study.lessons.reading import Outline

_MOST_BYTES = 1_000_000
_Progress = Mapping[str, Mapping[str, tuple[str, ...]]]


def path() -> Path:
    """The file, which may not be there."""
    return paths.user_data() / "lessons.json"


def done(player: str, course: str) -> frozenset[str]:
    """The titles of the tasks that a player has done."""
    return frozenset(_load().get(player, {}).get(course, ()))


def following(player: str, course: str, titles: Sequence[str]) -> int:
    """The number, from 0, of the first lesson that a player has not done; the first of all where
    he has done all of them."""
    titles_done = done(player, course)
    return next((at for at, title in enumerate(titles) if title not in titles_done), 0)


def count(player: str, course: str, outline: Outline) -> tuple[int, int]:
    """How many tasks of a course a player has done, its game among them, and how many it has."""
    titles = [section.title for section in outline.steps]
    titles_done = done(player, course)
    return sum(title in titles_done for title in titles), len(titles)


def started(player: str) -> bool:
    """Whether a player has done any task of any course."""
    return any(_load().get(player, {}).values())


def mark(player: str, course: str, title: str) -> None:
    """Keep that a task is done; StorageError when that cannot be written."""
    if title in done(player, course):
        return
    try:
        paths.make_private(path().parent)
    except (OSError, RuntimeError) as error:
        raise StorageError(f"your progress is not kept: {error}") from None
    with locks.changing(path()):
        progress = {name: dict(courses) for name, courses in _load().items()}
        courses = progress.setdefault(player, {})
        courses[course] = (*courses.get(course, ()), title)
        store.write_text(path(), json.dumps(progress, indent=1, ensure_ascii=False) + "\n")


def _load() -> _Progress:
    try:
        if path().stat().st_size > _MOST_BYTES:
            return {}
        value = json.loads(path().read_text("utf-8"))
    except (OSError, ValueError, RecursionError, RuntimeError):
        return {}
    return {
        player: {
            course: tuple(title for title in titles if isinstance(title, str))
            for course, titles in _mapping(courses).items()
            if isinstance(titles, list)
        }
        for player, courses in _mapping(value).items()
    }


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
