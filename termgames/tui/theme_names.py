"""The names of the screen's themes, known without loading Textual: the command line lists them
in its help, completes them and refuses others. Those of the player's own are files."""

import contextlib
import re

from termgames import paths
from termgames.core.errors import OptionError
from termgames.core.text import quoted

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
