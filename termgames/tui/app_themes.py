"""The themes of the screens around the board; board looks are in `themes`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual.theme import Theme

from termgames import paths
from termgames.core.errors import OptionError
from termgames.tui import theme_names
from termgames.tui.themes import Look

if TYPE_CHECKING:
    from termgames.tui.own_themes import OwnTheme

LEGIBLE = {"text-muted": "auto 70%", "text-disabled": "auto 60%"}
"""For every theme: Textual's own of these are paler than text may be."""


@dataclass
class BoardTheme(Theme):
    """A theme with a board of its own."""

    board: Look | None = None


DARK = Theme(
    name=theme_names.DARK,
    dark=True,
    background="#16181d",
    surface="#1e2128",
    panel="#262a33",
    foreground="#d7dae0",
    primary="#c9a26b",
    secondary="#8a7a5c",
    accent="#7fb4ca",
    warning="#e0a458",
    error="#e0787f",
    success="#8fbc8f",
    variables={
        **LEGIBLE,
        "scrollbar": "#8a7a5c",
        "footer-key-foreground": "#c9a26b",
        "footer-background": "#1e2128",
    },
)
LIGHT = Theme(
    name=theme_names.LIGHT,
    dark=False,
    background="#f4f1ea",
    surface="#ebe6db",
    panel="#e0d9ca",
    foreground="#2b2a27",
    primary="#755730",
    secondary="#a48a63",
    accent="#2f6f8f",
    warning="#9a6200",
    error="#b3202c",
    success="#3f7d4e",
    variables={
        **LEGIBLE,
        "scrollbar": "#8a7a5c",
        "footer-key-foreground": "#755730",
        "footer-background": "#ebe6db",
    },
)
_DARK_16 = replace(
    DARK,
    background="#000000",
    surface="#000000",
    panel="#000000",
    foreground="#e5e5e5",
    primary="#cdcd00",
    secondary="#7f7f7f",
    accent="#00cdcd",
    warning="#ffff00",
    error="#ff0000",
    success="#00cd00",
    variables={**DARK.variables, "footer-key-foreground": "#cdcd00"},
)
_LIGHT_16 = replace(
    LIGHT,
    background="#ffffff",
    surface="#ffffff",
    panel="#e5e5e5",
    foreground="#000000",
    primary="#0000ee",
    secondary="#7f7f7f",
    accent="#cd00cd",
    warning="#cd0000",
    error="#cd0000",
    success="#0000ee",
    variables={**LIGHT.variables, "footer-key-foreground": "#0000ee"},
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
            from termgames.tui import own_themes  # most players have none to be read

            themes.append(_theme(own_themes.load(name)))
        except OptionError as error:
            faults.append(str(error))
    return themes, faults


def reread(name: str) -> BoardTheme:
    """One of the player's own themes, as its file is now; OptionError as in `own_themes.load`."""
    from termgames.tui import own_themes

    return _theme(own_themes.load(name))


def board_of(theme: Theme) -> Look | None:
    """The board that a theme of the player's own brings with it."""
    return theme.board if isinstance(theme, BoardTheme) else None


def _theme(own: OwnTheme) -> BoardTheme:
    colours: dict[str, Any] = dict(own.colours)
    variables = {
        **LEGIBLE,
        "scrollbar": colours["primary"],
        "footer-key-foreground": colours["primary"],
        "footer-background": colours.get("surface", colours["background"]),
    }
    return BoardTheme(own.name, dark=own.dark, variables=variables, board=own.board, **colours)
