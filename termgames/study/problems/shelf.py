"""Which problems there are: a file a game, read when it is asked for."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from termgames import games, paths
from termgames.core.errors import OptionError
from termgames.core.text import nearest, quoted
from termgames.play.data_files import file_text
from termgames.study.problems.problem import Problem, head, read, text

SUFFIX = ".problems"
_MOST_BYTES = 2_000_000


def shipped() -> tuple[str, ...]:
    """The games that have problems, in their order."""
    return tuple(name for name in games.GAMES if _file(name).is_file())


def of_game(game_id: str) -> tuple[Problem, ...]:
    """The problems of a game, from easy to hard; OptionError where it has none, LessonError
    where its file has a fault."""
    if game_id not in shipped():
        hint = nearest(game_id, shipped())
        raise OptionError(f"there are no problems of {quoted(game_id)}: {hint}")
    return _read(game_id)


def load(path: Path) -> list[Problem]:
    """The problems in a file; LessonError."""
    return read(file_text(path, _MOST_BYTES, "make several files"), str(path))


def written(game_id: str, problems: Sequence[Problem]) -> str:
    """The text of a file with these problems in their order."""
    return head(games.info(game_id)) + "\n".join(map(text, problems))


def _file(game_id: str) -> Path:
    return paths.assets() / "problems" / f"{game_id}{SUFFIX}"


@lru_cache(maxsize=8)
def _read(game_id: str) -> tuple[Problem, ...]:
    return tuple(load(_file(game_id)))
