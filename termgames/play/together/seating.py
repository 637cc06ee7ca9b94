"""Who sits where at a table, and the keys by which guests take their seats again."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.core.game import Seat
from termgames.play.together.rations import Allowance
from termgames.play.together.wire import MOST_NAME, Join

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of keys: none that is easily taken for another."""
_LONG = 16
"""Letters of a key: 79 bits."""
WATCH = "watch"
"""The name of the place to watch from, in keys."""
_LATELY = 5.0
"""Seconds in which a ration is as large again."""
_MOST_CAME, _MOST_CAME_TO_WATCH = 8, 30
"""How often a seat may be taken again in a row; how many may come to watch."""
_MOST_TOLD, _MOST_TOLD_WATCHING = 6, 12
"""What a seat may tell everybody in a row, as talk and proposals; and all who watch together."""


class NoSeat(TermgamesError):
    """A guest does not get the seat that he wants; the text says why."""


def fresh_key(name: str) -> str:
    """A key that cannot be guessed. It begins with a name, for people alone."""
    from secrets import choice  # slow to import

    plain = "".join(char for char in name.lower() if char.isascii() and char.isalnum())
    drawn = "".join(choice(_LETTERS) for _ in range(_LONG))
    return "-".join([plain[:8] or "seat", *(drawn[at : at + 4] for at in range(0, _LONG, 4))])


def _same(key: str, typed: str) -> bool:
    """Whether somebody has typed a key, with whatever dashes and capitals. The time it takes tells
    nothing of the key."""
    plain = (re.sub(r"[\W_]", "", each).lower().encode() for each in (key, typed))
    return hmac.compare_digest(*plain)


def plain_name(name: str) -> str:
    """A guest's name as others are shown it: some letters, digits, blanks and `-_.'`; empty where
    nothing of it is left. Names of records have the same form."""
    cut = " ".join(name[: 4 * MOST_NAME].split())
    kept = (char for char in cut if char.isalnum() or char in " -_.'")
    return " ".join("".join(kept).split())[:MOST_NAME].strip()


@dataclass(eq=False)
class Chair:
    """A seat that no bot plays, or the place to watch from (`seat` is None)."""

    seat: Seat | None
    key: str
    name: str = ""
    """What its guest is called; empty as long as nobody has taken it."""
    taken: bool = False
    ready: bool = False
    away: int = 0
    """How often its guest has gone."""
    present: int = 0
    """How many guests are there with its key."""
    passes: bool = False
    """Whether it passes as long as nobody is there with its key."""
    seen: int | None = None
    """How many moves had been played when its guest left last."""

    def __post_init__(self) -> None:
        watched = self.seat is None
        came = _MOST_CAME_TO_WATCH if watched else _MOST_CAME
        told = _MOST_TOLD_WATCHING if watched else _MOST_TOLD
        self.came, self.told = Allowance(came, came / _LATELY), Allowance(told, told / _LATELY)


@dataclass
class Seating:
    """The places of a table, by seat, and the host's key."""

    places: dict[Seat, Chair]
    watch: Chair = field(default_factory=lambda: Chair(None, fresh_key(WATCH)))
    host_key: str = field(default_factory=lambda: fresh_key("host"))

    def to_json(self) -> dict[str, Any]:
        """Everything that is to outlive the process of the table."""
        places = [*self.places.values(), self.watch]
        return {
            "host": self.host_key,
            "places": [
                {"seat": each.seat, "key": each.key, "name": each.name, "taken": each.taken}
                | {"seen": each.seen}
                for each in places
            ],
        }

    @staticmethod
    def from_json(value: Any) -> Seating:
        """What `to_json` made; ValueError for anything else."""
        try:
            places = [
                Chair(
                    _whole(each["seat"]),
                    str(each["key"]),
                    plain_name(str(each["name"])),
                    taken=each["taken"] is True,
                    ready=each["taken"] is True,
                    seen=_whole(each["seen"]),
                )
                for each in value["places"]
            ]
            watch = next(place for place in places if place.seat is None)
            by_seat = {place.seat: place for place in places if place.seat is not None}
            return Seating(by_seat, watch, str(value["host"]))
        except (KeyError, TypeError, StopIteration):
            raise ValueError("it holds no seats of a table") from None

    @staticmethod
    def of(names: Iterable[tuple[Seat, str]]) -> Seating:
        """Fresh places for these seats, with the names of the seats for their keys."""
        return Seating({seat: Chair(seat, fresh_key(name)) for seat, name in names})

    def by_key(self, key: str) -> Chair | None:
        """The place that a key stands for, None for another text."""
        places = [*self.places.values(), self.watch]
        same = [_same(place.key, key) for place in places]
        return next((place for place, equal in zip(places, same, strict=True) if equal), None)

    def add(self, seat: Seat, name: str) -> None:
        """A free place for a seat, with a fresh key; the one before is void."""
        self.places[seat] = Chair(seat, fresh_key(name))

    def is_host(self, key: str) -> bool:
        """Whether a key is the host's."""
        return _same(self.host_key, key)

    def place(self, join: Join, bots: Collection[Seat], name: Callable[[Seat], str]) -> Chair:
        """The place that a guest gets; NoSeat. A free seat is none of those that `bots` play, and
        has another key from now on, which begins with the seat's `name`."""
        known = self.by_key(join.key) if join.key else None
        if known is not None:
            return known
        if join.key and not (join.lenient or self.is_host(join.key)):
            raise NoSeat("that key opens nothing here")
        if join.watch:
            return self.watch
        seat = self._free(bots) if join.seat is None else join.seat
        if seat not in self.places:
            raise NoSeat("that seat is none of those that guests can take")
        if seat in bots:
            raise NoSeat("a bot plays that seat: its key takes it again")
        place = self.places[seat]
        if place.taken:
            raise NoSeat("that seat is taken: its key takes it again")
        # Whoever was given the key of this seat must not play it beside the one who took it.
        place.key = fresh_key(name(seat))
        return place

    def _free(self, bots: Collection[Seat]) -> Seat:
        """The first free seat; NoSeat."""
        for seat, place in self.places.items():
            if not place.taken and seat not in bots:
                return seat
        raise NoSeat("every seat is taken: watch, or take yours again with its key")


def _whole(value: Any) -> int | None:
    """A whole number of at least 0, or None; TypeError."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise TypeError
