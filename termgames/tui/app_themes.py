"""The themes of the screens around the board; board looks are in `themes`."""

from __future__ import annotations

from textual.theme import Theme

from termgames.tui import theme_names

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
    variables={"footer-key-foreground": "#c9a26b", "footer-background": "#1e2128"},
)
LIGHT = Theme(
    name=theme_names.LIGHT,
    dark=False,
    background="#f4f1ea",
    surface="#ebe6db",
    panel="#e0d9ca",
    foreground="#2b2a27",
    primary="#8a6a43",
    secondary="#a48a63",
    accent="#2f6f8f",
    warning="#9a6200",
    error="#b3202c",
    success="#3f7d4e",
    variables={"footer-key-foreground": "#8a6a43", "footer-background": "#ebe6db"},
)
SKINS = (DARK, LIGHT)
