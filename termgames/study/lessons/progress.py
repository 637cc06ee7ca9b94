"""Which tasks of which courses a player has done.

`lessons.json` in the user's data folder: by player (his name as in `human:NAME`, empty for who
plays without one), by course, the titles of the tasks done. A title that the course has no more
does no harm. Whatever in the file makes no sense is passed over.
"""

from __future__ import annotations

from pathlib import Path

from termgames.play import data_files
from termgames.study.lessons.reading import Outline

_FILE = "lessons.json"


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def done(player: str, course: str) -> frozenset[str]:
    """The titles of the tasks that a player has done."""
    courses = data_files.table(data_files.load(_FILE).get(player))
    return frozenset(data_files.texts(courses.get(course)))


def count(player: str, course: str, outline: Outline) -> tuple[int, int]:
    """How many tasks of a course a player has done, its game among them, and how many it has."""
    titles = [section.title for section in outline.steps]
    titles_done = done(player, course)
    return sum(title in titles_done for title in titles), len(titles)


def mark(player: str, course: str, title: str) -> None:
    """Keep that a task is done; StorageError when that cannot be written."""
    if title in done(player, course):
        return
    with data_files.changing(_FILE):
        content = data_files.load(_FILE)
        courses = data_files.table(content.get(player))
        titles = [*data_files.texts(courses.get(course)), title]
        data_files.keep(_FILE, {**content, player: {**courses, course: titles}})
