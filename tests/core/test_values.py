"""Frozen dataclasses that share their methods: as Python's own, in all that can be seen."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest

from termgames.core import values

T = TypeVar("T")
Maker = Callable[..., Any]


def classes(maker: Maker) -> dict[str, Any]:
    """Classes of all kinds; their names are those that `pickle` finds below."""

    @maker(frozen=True)
    class Empty:
        pass

    @maker(frozen=True)
    class One:
        number: int

    @maker(frozen=True)
    class Full(Generic[T]):
        """What a field can be."""

        name: str
        item: T
        count: int = 3
        listed: list[int] = field(default_factory=list, hash=False)
        remark: str = field(default="", compare=False)
        secret: str = field(default="s", repr=False)

        @cached_property
        def doubled(self) -> int:
            return 2 * self.count

    @maker(frozen=True, eq=False)
    class Single:
        number: int

    @maker(frozen=True)
    class Checked:
        number: int

        def __post_init__(self) -> None:
            if self.number < 0:
                raise ValueError("below zero")

    @maker(frozen=True)
    class Own:
        number: int

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "mine"

    @maker(frozen=True)
    class Longer(One):
        text: str = "t"

    class Beside(One):
        """No dataclass itself."""

    @maker
    class Loose:
        number: int = 1

    made = (Empty, One, Full, Single, Checked, Own, Longer, Beside, Loose)
    for kind in made:
        kind.__qualname__ = kind.__name__
    return {kind.__name__: kind for kind in made}


OURS, THEIRS = classes(values.dataclass), classes(dataclasses.dataclass)
globals().update(OURS)


def outcome(work: Callable[[], Any]) -> Any:
    """What comes of it, or the kind of error."""
    try:
        return work()
    except Exception as error:
        return type(error)


CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Empty", (), {}),
    ("Empty", (1,), {}),
    ("One", (1,), {}),
    ("One", (float("nan"),), {}),
    ("One", (), {"number": 1}),
    ("One", (), {}),
    ("One", (1, 2), {}),
    ("One", (1,), {"number": 1}),
    ("One", (), {"nothing": 1}),
    ("Full", ("a", 1), {}),
    ("Full", ("a",), {"item": 2, "remark": "r"}),
    ("Full", ("a",), {"count": 2}),
    ("Full", ("a",), {"item": 2, "wrong": 5}),
    ("Full", ("a", 1, 2, [3], "r", "t"), {}),
    ("Full", ("a", 1, 2, [3], "r", "t", 7), {}),
    ("Full", ("a", 1), {"name": "b"}),
    ("Single", (1,), {}),
    ("Checked", (1,), {}),
    ("Checked", (-1,), {}),
    ("Own", (1,), {}),
    ("Longer", (1,), {}),
    ("Longer", (1, "u"), {}),
    ("Beside", (1,), {}),
    ("Loose", (2,), {}),
]


@pytest.mark.parametrize(("name", "arguments", "named"), CALLS, ids=str)
def test_they_are_made_and_compared_as_python_does(
    name: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    def seen(kind: Any) -> Any:
        one, same = kind(*arguments, **named), kind(*arguments, **named)
        return (
            repr(one) if name != "Beside" else None,
            outcome(lambda: one == same),
            one != same,
            one == one,
            one == object(),
            outcome(lambda: hash(one) == hash(same)),
            dataclasses.astuple(one),
            dataclasses.asdict(one),
            dataclasses.astuple(copy.copy(one)),
            kind.__match_args__,
            kind.__dataclass_params__.frozen,
            [entry.name for entry in dataclasses.fields(one)],
        )

    ours, theirs = outcome(lambda: seen(OURS[name])), outcome(lambda: seen(THEIRS[name]))
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("name", ["One", "Full", "Single", "Longer", "Beside"])
def test_they_cannot_be_changed(name: str) -> None:
    arguments = (1, 2) if name in ("Full", "Longer") else (1,)
    first = "name" if name == "Full" else "number"
    for kind in (OURS[name], THEIRS[name]):
        one = kind(*arguments)
        with pytest.raises(FrozenInstanceError, match=first):
            setattr(one, first, 5)
        with pytest.raises(FrozenInstanceError, match=first):
            delattr(one, first)
        if name == "Beside":
            one.more = 1
            del one.more
        else:
            with pytest.raises(FrozenInstanceError):
                one.more = 1


def test_what_is_left_out_of_the_comparison() -> None:
    for kind in (OURS["Full"], THEIRS["Full"]):
        one, other = kind("a", 1, remark="x"), kind("a", 1, remark="y")
        assert one == other
        assert hash(one) == hash(other) == hash(kind("a", 1, listed=[4]))
        assert one != kind("a", 1, secret="t")
        assert one.listed is not other.listed
        assert one.doubled == 6
        assert one == other, "what is kept beside the fields is no part of the value"


def test_copies_and_pickles_and_patterns() -> None:
    one = OURS["Full"]("a", (1, 2), remark="r")
    assert dataclasses.replace(one, count=5) == OURS["Full"]("a", (1, 2), 5)
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again.remark == "r"
    match again:
        case Full(name, item):  # type: ignore[name-defined]  # noqa: F821
            assert (name, item) == ("a", (1, 2))
        case _:
            pytest.fail("no match")


def test_one_that_holds_itself_can_be_shown() -> None:
    for kind in (OURS["One"], THEIRS["One"]):
        held: list[Any] = []
        held.append(kind(held))
        assert repr(held[0]) == "One(number=[...])"
