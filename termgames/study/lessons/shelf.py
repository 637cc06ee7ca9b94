"""Which courses there are: those that come with the program, and the player's own."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import LessonError, OptionError
from termgames.core.text import nearest, quoted
from termgames.play import data_files
from termgames.play.data_files import file_text
from termgames.study.lessons.reading import Outline, outline

if TYPE_CHECKING:
    from termgames.study.lessons.course import Course

SUFFIX = ".lesson"
_MOST_BYTES = 100_000


def shipped() -> tuple[str, ...]:
    """The names of the courses that come with games, ours and those of other packages, in their
    order."""
    return tuple(name for name in games.names() if _of_game(name).is_file())


def _of_game(game_id: str) -> Path:
    """The file of the course that comes with a game, if it brings one: its id, in our folder of
    lessons or in the folder of its package."""
    if game_id in games.GAMES:
        return paths.assets() / "lessons" / f"{game_id}{SUFFIX}"
    return games.folder(game_id) / f"{game_id}{SUFFIX}"


def own() -> tuple[str, ...]:
    """The names of the player's courses: `*.lesson` in his folder, without the ending."""
    try:
        paths_here = paths.user_lessons().glob(f"*{SUFFIX}")
        return tuple(sorted({path.stem for path in paths_here} - set(shipped())))
    except (OSError, RuntimeError):
        return ()


def of_game(game_id: str) -> tuple[tuple[str, str], ...]:
    """Name and title of the courses of a game, the one that comes with the program first; those
    that cannot be read are left out."""
    courses = []
    for name in (game_id, *own()):
        with suppress(LessonError, OptionError):
            course, written = find(name)
            if written.game_id == game_id:
                courses.append((course, written.title))
    return tuple(courses)


def find(name: str) -> tuple[str, Outline]:
    """A course by its name or the path of its file: the name its progress is kept under, and
    the course as it is written. OptionError where there is none, LessonError for its faults."""
    wanted = name.strip()
    if wanted.lower() in shipped():
        return wanted.lower(), _shipped(wanted.lower())
    if wanted in own():
        return wanted, load(paths.user_lessons() / f"{wanted}{SUFFIX}")
    if path := files.named(wanted):
        return str(path.resolve()), load(path)
    hint = nearest(wanted, [*shipped(), *own()])
    raise OptionError(f"there is no course {quoted(wanted)}: give a name or a file's path; {hint}")


def course(name: str) -> Course:
    """The course of a name, made ready; LessonError with file, line and remedy."""
    from termgames.study.lessons.course import ready  # the rules: lists need none of them

    return ready(*find(name))


def load(path: Path) -> Outline:
    """The course in a file as it is written; LessonError."""
    return outline(file_text(path, _MOST_BYTES, "make several courses"), str(path))


@lru_cache(maxsize=16)
def _shipped(name: str) -> Outline:
    return load(_of_game(name))


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
