"""Themes of the player's own: TOML files in the folder `themes` of the configuration.

A file's name is the theme's; `theme_names.own` lists them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.text import listed, quotable
from termgames.tui.themes import Look

NEEDED = ("background", "foreground", "primary")
OPTIONAL = ("surface", "panel", "secondary", "accent", "warning", "error", "success")
BOARD = tuple(field.name for field in fields(Look) if field.name not in ("name", "light", "plate"))
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MOST_BYTES = 20_000


@dataclass(frozen=True)
class OwnTheme:
    """A theme as its file has it: colours as `#rrggbb`, and a board where it has one."""

    name: str
    dark: bool
    colours: Mapping[str, str]
    board: Look | None = None


def load(name: str) -> OwnTheme:
    """A theme by its name; OptionError, in one line with the file and the remedy, where the file
    cannot be read or says something else than a theme does."""
    path = paths.user_themes() / f"{name}.toml"
    try:
        values = files.toml_table(path, _MOST_BYTES)
    except files.TooLarge:
        raise _fault(path, f"it is larger than {_MOST_BYTES} bytes") from None
    except OSError as error:
        raise _fault(path, f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _fault(path, "it is not UTF-8 text") from None
    except ValueError as error:
        raise _fault(path, f"it is not TOML: {error}") from None
    board = values.pop("board", None)
    dark = values.pop("dark", True)
    if not isinstance(dark, bool):
        raise _fault(path, "dark is neither true nor false")
    _check(path, values, NEEDED, OPTIONAL)
    if board is not None and not isinstance(board, dict):
        raise _fault(path, "board is no table: write [board] above its colours")
    return OwnTheme(name, dark, values, None if board is None else _board(path, name, board))


def _board(path: Path, name: str, values: dict[str, Any]) -> Look:
    players, named = values.pop("players", None), values.pop("named", "")
    needed = tuple(part for part in BOARD if part not in ("players", "named"))
    _check(path, values, needed, ())
    if not isinstance(players, list) or not 2 <= len(players) <= 6:
        raise _fault(path, "players is no list of two to six colours")
    _check(path, {f"players, number {at}": text for at, text in enumerate(players, 1)}, (), None)
    if not isinstance(named, str) or len(named) > len(players):
        raise _fault(path, 'named is no text with at most a letter for each of players, as "bw"')
    return Look(name=name, players=tuple(players), named=named, **values)


def _check(
    path: Path, values: Mapping[str, Any], needed: tuple[str, ...], more: tuple[str, ...] | None
) -> None:
    """Refuse what is missing, unknown (unless `more` is None) or no colour."""
    missing = [name for name in needed if name not in values]
    if missing:
        raise _fault(path, f"{listed(missing)} missing")
    for name, value in values.items():
        if more is not None and name not in (*needed, *more):
            names = listed([*needed, *more], "or")
            raise _fault(path, f"{name!r} is unknown: write {names}")
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise _fault(path, f"{name} is {value!r}: write a colour as #rrggbb")


def _fault(path: Path, text: str) -> OptionError:
    return OptionError(quotable(f"the theme {path} is left out: {text}", 400))
