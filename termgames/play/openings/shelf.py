"""Which trees of openings there are: a file a game, read when it is asked for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from termgames import games, paths
from termgames.core.game import AnyGame
from termgames.play.openings import tree
from termgames.play.openings.found import Openings
from termgames.play.openings.tree import OpeningTree
from termgames.play.text_files import file_text

SUFFIX = ".openings"
_MOST_BYTES = 4_000_000
BESIDE = {"komi", "pie"}
"""Options that do not change which moves there are: with others a tree's figures are those of its
own."""


def shipped() -> tuple[str, ...]:
    """The games that have a tree, in their order."""
    return tuple(name for name in games.GAMES if _file(name).is_file())


def of_game(game: AnyGame) -> Openings | None:
    """The openings on the board of a game and by its rules; None where no tree is of these.
    LessonError where the file has a fault."""
    if game.id not in games.GAMES or not _file(game.id).is_file():
        return None
    found = _read(game.id)
    return Openings(game, found) if fits(found, game) else None


def fits(of: OpeningTree, game: AnyGame) -> bool:
    """Whether a tree is of the board and the rules of a game."""
    if of.game != game.id:
        return False
    there = games.info(of.game).settle(of.options)
    return all(game.options[name] == value for name, value in there.items() if name not in BESIDE)


def load(path: Path) -> OpeningTree:
    """The tree in a file; LessonError."""
    return tree.read(file_text(path, _MOST_BYTES, "make a smaller tree"), str(path))


def commands() -> list[str]:
    """The commands that explore the trees there are."""
    return [command(_read(name)) for name in shipped()]


def command(of: OpeningTree) -> str:
    """The command that explores a tree."""
    return f"termgames openings {of.game} {games.info(of.game).as_typed(of.options)}".rstrip()


def _file(game_id: str) -> Path:
    return paths.assets() / "openings" / f"{game_id}{SUFFIX}"


@lru_cache(maxsize=8)
def _read(game_id: str) -> OpeningTree:
    return load(_file(game_id))
