"""No class of the screens does everything: each has few members."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from textual.app import App
from textual.screen import Screen

from termgames import tui

MOST = 40
"""Members of a class, with what it only does in another way than Textual. What the screens with a
table share stands once in a class above them, which is held to the same number."""
MOST_IN_ALL = 64
"""Members of a class and our own classes above it; screens of tasks have two such classes."""


def own_members(kind: type) -> set[str]:
    """The names that a class defines itself."""
    return {name for name in vars(kind) if not (name.startswith("__") and name.endswith("__"))}


def members(kind: type) -> set[str]:
    """The names that a class and our own classes above it define."""
    ours = [each for each in kind.__mro__ if each.__module__.startswith("termgames.")]
    return {name for each in ours for name in own_members(each)}


def classes() -> Iterator[type]:
    """Every screen, and every class that parts of screens and the board are made of."""
    for info in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for kind in vars(importlib.import_module(info.name)).values():
            own = inspect.isclass(kind) and kind.__module__ == info.name
            parts = (".screens.", ".table.", ".board.")
            if own and (issubclass(kind, Screen | App) or any(p in info.name for p in parts)):
                yield kind


def test_no_class_of_the_screens_has_many_members() -> None:
    sizes = {kind.__qualname__: len(own_members(kind)) for kind in classes()}
    assert {"GameScreen", "TableScreen", "Table", "BoardView", "Canvas"} <= sizes.keys()
    assert not {name: size for name, size in sizes.items() if size > MOST}
    in_all = {kind.__qualname__: len(members(kind)) for kind in classes()}
    assert not {name: size for name, size in in_all.items() if size > MOST_IN_ALL}
