"""The themes of the screens around the board; board looks are in `themes`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.theme import Theme

from termgames import paths
from termgames.core.errors import OptionError
from termgames.tui import theme_names
from termgames.tui.themes import Look

LEGIBLE = {"text-muted": "auto 70%", "text-disabled": "auto 60%"}
"""For every theme: Textual's own of these are paler than text may be."""


@dataclass
class BoardTheme(Theme):
    """A theme with a board of its own."""

    board: Look | None = None


def _theme(
    name: str,
    dark: bool,
    colours: Mapping[str, str],
    scrollbar: str = "",
    board: Look | None = None,
) -> BoardTheme:
    """A theme of these colours, by Textual's names for them."""
    variables = {
        **LEGIBLE,
        "scrollbar": scrollbar or colours["primary"],
        "footer-key-foreground": colours["primary"],
        "footer-background": colours.get("surface", colours["background"]),
    }
    told: dict[str, Any] = dict(colours)
    return BoardTheme(name, dark=dark, variables=variables, board=board, **told)


def _skin(name: str, dark: bool, colours: str) -> BoardTheme:
    return _theme(name, dark, dict(zip(_PARTS, colours.split(), strict=True)), scrollbar="#8a7a5c")


_PARTS = (
    *("background", "surface", "panel", "foreground", "primary"),
    *("secondary", "accent", "warning", "error", "success"),
)
DARK = _skin(
    theme_names.DARK,
    True,
    "#16181d #1e2128 #262a33 #d7dae0 #c9a26b #8a7a5c #7fb4ca #e0a458 #e0787f #8fbc8f",
)
LIGHT = _skin(
    theme_names.LIGHT,
    False,
    "#f4f1ea #ebe6db #e0d9ca #2b2a27 #755730 #a48a63 #2f6f8f #9a6200 #b3202c #3f7d4e",
)
_DARK_16 = _skin(
    theme_names.DARK,
    True,
    "#000000 #000000 #000000 #e5e5e5 #cdcd00 #7f7f7f #00cdcd #ffff00 #ff0000 #00cd00",
)
_LIGHT_16 = _skin(
    theme_names.LIGHT,
    False,
    "#ffffff #ffffff #e5e5e5 #000000 #0000ee #7f7f7f #cd00cd #cd0000 #cd0000 #0000ee",
)


def skins(depth: str) -> tuple[Theme, Theme]:
    """The dark and the light theme for a terminal with so many colours, see `depth.Depth`."""
    return (_DARK_16, _LIGHT_16) if depth == "16" else (DARK, LIGHT)


def read_own() -> tuple[list[BoardTheme], list[str]]:
    """The player's own themes, and a line about each one that is broken."""
    themes, faults = [], []
    for name in theme_names.own():
        try:
            if name in theme_names.NAMES:
                path = paths.user_themes() / f"{name}.toml"
                raise OptionError(f"the theme {path} is left out: {name} is taken, rename it")
            themes.append(reread(name))
        except OptionError as error:
            faults.append(str(error))
    return themes, faults


def reread(name: str) -> BoardTheme:
    """One of the player's own themes, as its file is now; OptionError as in `own_themes.load`."""
    from termgames.tui import own_themes  # most players have none to be read

    own = own_themes.load(name)
    return _theme(own.name, own.dark, own.colours, board=own.board)


def board_of(theme: Theme) -> Look | None:
    """The board that a theme of the player's own brings with it."""
    return theme.board if isinstance(theme, BoardTheme) else None
