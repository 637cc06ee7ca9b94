"""Themes of the player's own: TOML files in the folder `themes` of the configuration.

A file's name is the theme's; `own` lists them.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.text import listed, quotable, quoted
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


DARK, LIGHT = "termgames-dark", "termgames-light"
# fmt: off
NAMES = (
    DARK, LIGHT, "ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light",
    "catppuccin-frappe", "catppuccin-latte", "catppuccin-macchiato", "catppuccin-mocha",
    "dracula", "flexoki", "gruvbox", "monokai", "nord", "rose-pine", "rose-pine-dawn",
    "rose-pine-moon", "solarized-dark", "solarized-light", "textual-dark", "textual-light",
    "tokyo-night",
)
# fmt: on
"""Our own first, then those that come with Textual."""


_OWN = re.compile(r"[a-z0-9][a-z0-9-]*")


def own() -> tuple[str, ...]:
    """The names of the player's own themes, broken or not; files without a proper name are
    left out."""
    try:
        stems = sorted(path.stem for path in paths.user_themes().glob("*.toml"))
    except (OSError, RuntimeError):
        return ()
    return tuple(stem for stem in stems if _OWN.fullmatch(stem))


def all_names() -> tuple[str, ...]:
    """All of these, and the player's own."""
    return (*NAMES, *(name for name in own() if name not in NAMES))


def checked(text: str, source: str = "--theme") -> str:
    """The theme that a text names; OptionError, naming where the text comes from and the
    themes there are, for any other text, and for a theme of the player's own that is broken."""
    name = text.strip().lower()
    if name not in NAMES and name in own():
        _load(name)
    elif name not in NAMES:
        names = ", ".join([*NAMES, *_sound()])
        raise OptionError(f"{source} {quoted(text)} is unknown: choose one of {names}")
    return name


def _sound() -> list[str]:
    """The names of the player's own themes that are not broken."""
    sound = []
    for name in own():
        with contextlib.suppress(OptionError):
            _load(name)
            sound.append(name)
    return [name for name in sound if name not in NAMES]


def _load(name: str) -> None:
    """OptionError, which says why, for a theme of the player's own that is broken."""
    from termgames.tui import own_themes  # needs more than the command line otherwise does

    own_themes.load(name)
