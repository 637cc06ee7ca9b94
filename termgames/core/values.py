"""Frozen dataclasses that are quick to define.

For each frozen dataclass Python writes and compiles six methods, which takes longer than loading a
module. A board on the screen needs a hundred of them: that was a tenth of the time to its first
picture. The classes made here are dataclasses like any other, but their methods are made of parts
that are compiled already.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True):
        """As `dataclasses.dataclass`, without its other options. Classes that are not frozen, or
        inherit fields, are left to Python; the fields of others are all arguments."""

        def made(kind: type) -> type:
            if not frozen or any(map(dataclasses.is_dataclass, kind.__mro__[1:])):
                return dataclasses.dataclass(frozen=frozen, eq=eq)(kind)
            return _made(kind, eq=eq)

        return made if kind is None else made(kind)


def _made(kind: Any, *, eq: bool) -> type:
    dataclasses.dataclass(init=False, repr=False, eq=False)(kind)
    kind.__dataclass_params__.frozen = True
    fields = dataclasses.fields(kind)
    methods: list[Callable[..., Any]] = [_init(kind, fields), *_refusing(kind, fields)]
    if "__repr__" not in vars(kind):
        methods.append(_repr(fields))
    if eq and "__eq__" not in vars(kind):
        methods.append(_eq(fields))
    if eq and vars(kind).get("__hash__") is None:
        methods.append(_hash(fields))
    for method in methods:
        setattr(kind, method.__name__, method)
    return kind  # type: ignore[no-any-return]


def _init(kind: Any, fields: Sequence[Field[Any]]) -> Callable[..., None]:
    assert all(field.init and not field.kw_only for field in fields)
    names = tuple(field.name for field in fields)
    known = frozenset(names)
    defaults = [(field.name, field.default) for field in fields if field.default is not MISSING]
    factories = [
        (field.name, field.default_factory)
        for field in fields
        if field.default_factory is not MISSING
    ]
    finishes = hasattr(kind, "__post_init__")

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        own = vars(self)
        own.update(zip(names, values, strict=False))
        own.update(named)
        given = len(own)
        if given < len(names):
            for name, default in defaults:
                own.setdefault(name, default)
            for name, factory in factories:
                if name not in own:
                    own[name] = factory()
        if given != len(values) + len(named) or own.keys() != known:
            raise TypeError(f"{kind.__qualname__}() takes {', '.join(names)}, each once")
        if finishes:
            self.__post_init__()

    return __init__


def _refusing(kind: Any, fields: Sequence[Field[Any]]) -> tuple[Callable[..., None], ...]:
    """What refuses to change a value. A class below it that is no dataclass may have attributes
    beside the fields."""
    names = frozenset(field.name for field in fields)

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    return __setattr__, __delattr__


def _repr(fields: Sequence[Field[Any]]) -> Callable[..., str]:
    names = tuple(field.name for field in fields if field.repr)

    @recursive_repr()
    def __repr__(self: Any) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({', '.join(values)})"

    return __repr__


def _eq(fields: Sequence[Field[Any]]) -> Callable[..., bool]:
    values = _values([field.name for field in fields if field.compare])

    def __eq__(self: Any, other: Any) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hash(fields: Sequence[Field[Any]]) -> Callable[..., int]:
    hashed = (field.compare if field.hash is None else field.hash for field in fields)
    values = _values([field.name for field, in_it in zip(fields, hashed, strict=True) if in_it])

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these attributes, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
