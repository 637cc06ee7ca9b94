"""No class of the screens does everything: each has few members."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from textual.app import App
from textual.screen import Screen

from termgames import tui

MOST, MOST_IN_ALL = 40, 64
"""Members of a class, with what it only does in another way than Textual; and with those of our
own classes above it, of which screens of tasks have two."""


def classes() -> Iterator[type]:
    """Every screen, and every class that parts of screens and the board are made of."""
    for info in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for kind in vars(importlib.import_module(info.name)).values():
            own = inspect.isclass(kind) and kind.__module__ == info.name
            parts = (".screens.", ".table.", ".board.")
            if own and (issubclass(kind, Screen | App) or any(p in info.name for p in parts)):
                yield kind


def test_no_class_of_the_screens_has_many_members() -> None:
    found = {kind.__qualname__ for kind in classes()}
    assert {"GameScreen", "TableScreen", "Table", "BoardView", "Canvas"} <= found
    for kind in classes():
        ours = [each for each in kind.__mro__ if each.__module__.startswith("termgames.")]
        names = [{name for name in vars(each) if name[:2] != "__"} for each in ours]
        assert len(names[0]) <= MOST, kind
        assert len(set().union(*names)) <= MOST_IN_ALL, kind
