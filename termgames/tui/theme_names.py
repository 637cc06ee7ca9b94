"""The names of the screen's themes, known without loading Textual: the command line lists them
in its help, completes them and refuses others."""

from __future__ import annotations

from collections.abc import Collection

from termgames.core.errors import OptionError
from termgames.core.text import quoted

DARK, LIGHT = "termgames-dark", "termgames-light"
NAMES = (
    DARK,
    LIGHT,
    "ansi-dark",
    "ansi-light",
    "atom-one-dark",
    "atom-one-light",
    "catppuccin-frappe",
    "catppuccin-latte",
    "catppuccin-macchiato",
    "catppuccin-mocha",
    "dracula",
    "flexoki",
    "gruvbox",
    "monokai",
    "nord",
    "rose-pine",
    "rose-pine-dawn",
    "rose-pine-moon",
    "solarized-dark",
    "solarized-light",
    "textual-dark",
    "textual-light",
    "tokyo-night",
)
"""Our own first, then those that come with Textual."""


def checked(text: str, source: str = "--theme", names: Collection[str] = NAMES) -> str:
    """The theme that a text names; OptionError, naming where the text comes from and the
    themes there are, for any other text."""
    name = text.strip().lower()
    if name not in names:
        raise OptionError(f"{source} {quoted(text)} is unknown: choose one of {', '.join(names)}")
    return name
