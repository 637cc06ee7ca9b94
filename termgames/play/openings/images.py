"""Positions up to the symmetries of the board.

A position's key names the image of it that comes first, in the order of its bytes, when the board
is turned in all ways: its stones, and the texts beside the diagram, in which points are turned too.
Moves are turned as texts, point by point.
"""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import blake2b
from typing import Any

from termgames.core.game import AnyGame, Editable
from termgames.core.topology import images, symmetries

_POINT = re.compile(r"[a-z]+[0-9]+")


class BoardImages:
    """The images of the positions of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def _there(self) -> list[dict[str, str]]:
        """By way: for the name of each point that of the point it is turned to."""
        names = self.game.topology.names
        return [
            {name: names[to] for name, to in zip(names, way, strict=True)}
            for way in symmetries(self.game.topology).tolist()
        ]

    @cached_property
    def _back(self) -> list[dict[str, str]]:
        return [{to: name for name, to in way.items()} for way in self._there]

    @property
    def ways(self) -> int:
        """In how many ways the board can be turned, not at all being the first."""
        return len(self._there)

    def of(self, state: Any) -> tuple[str, tuple[int, ...]]:
        """The key of a position, and the ways that turn it to the image which that names: more than
        one where the position is symmetric itself."""
        game = self.game
        stones = [image.tobytes() for image in images(game.topology, game.stones(state))]
        first = min(stones)
        ways = [way for way, image in enumerate(stones) if image == first]
        beside = game.position_text(state) if isinstance(game, Editable) else {}
        texts = "\n".join([*(f"{name}: {text}" for name, text in beside.items())])
        turned = {way: self.turned(texts, way) for way in ways}
        text = min(turned.values())
        what = f"{game.prompt(state)}\n{text}".encode() + b"\0" + first
        key = blake2b(what, digest_size=5).hexdigest()
        return key, tuple(way for way in ways if turned[way] == text)

    def turned(self, text: str, way: int) -> str:
        """A text in which every point is turned."""
        return _renamed(text, self._there[way])

    def carried(self, text: str, way: int, to: int) -> str:
        """A text about a position that `way` turns to its image, for one that `to` turns to it."""
        return _renamed(self.turned(text, way), self._back[to])


def _renamed(text: str, names: dict[str, str]) -> str:
    return _POINT.sub(lambda found: names.get(found[0], found[0]), text)
