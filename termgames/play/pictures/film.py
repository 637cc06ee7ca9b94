"""The positions of a film: the first, and one after each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from termgames.play.sitting.shown import Shown
from termgames.play.text import words
from termgames.play.text.turns import Turns


@dataclass(frozen=True)
class Frame:
    """A position of a film."""

    ply: int
    """How many moves of the record lead to it."""
    caption: str
    """The turn that led to it: `12. white c4,c5,d5`."""


def frames(shown: Shown, first: int, last: int) -> Iterator[Frame]:
    """The position after `first` moves, and those after the turns that follow, up to `last`."""
    turns = Turns(shown)
    turns.update()
    yield Frame(first, "")
    for turn in turns.lines():
        end = min(turn.end, last)
        if first < end and turn.first < last:
            name = shown.match.actor_name(turn.first)
            yield Frame(end, words.move_line(turn.number, name, turn.text))
