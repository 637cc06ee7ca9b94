"""No class of the screens does everything: each has few members, and knows no screen."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

from termgames import tui
from termgames.tui.table.desk import Desk
from tests.tui.screens.support import new_match, playing, table

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
    assert {
        "GameScreen",
        "ReplayScreen",
        "TableScreen",
        "Table",
        "Answers",
        "BoardView",
        "Canvas",
        "BoardInput",
    } <= sizes.keys()
    assert not {name: size for name, size in sizes.items() if size > MOST}
    in_all = {kind.__qualname__: len(members(kind)) for kind in classes()}
    assert not {name: size for name, size in in_all.items() if size > MOST_IN_ALL}


async def test_the_parts_of_a_screen_hold_values_and_know_it_through_the_desk_alone() -> None:
    async with playing(new_match("human", "random")) as pilot:
        screen = table(pilot)
        parts: list[Any] = [
            part
            for owner in (screen, screen.table)
            for part in vars(owner).values()
            if type(part).__module__.startswith("termgames.tui.")
            and not isinstance(part, DOMNode | Desk)
        ]
        names = {type(part).__name__ for part in parts}
        assert {"Analysis", "Answers", "Appearance", "Bots", "Handover"} <= names
        for part in parts:
            assert not [name for name, held in vars(part).items() if isinstance(held, Screen | App)]
