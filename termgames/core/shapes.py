"""Values of JSON as what types say."""

import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from termgames.core.text import quoted

_MOST = 2**53
"""Numbers are smaller."""
_HALF = re.compile("[\ud800-\udfff]")
"""A half of a character, which JSON may hold."""


def of_json(kind: Any, value: Any, where: str = "it", *, exact: bool = False) -> Any:
    """A value of JSON as a type: a dataclass, or what fields of one may be. Fields that are missing
    have their defaults, names that a dataclass does not have are left out, or with `exact` refused.
    ValueError where it is none, in which `where` names the value."""
    part_of = partial(of_json, exact=exact)
    origin, parts, make = get_origin(kind), get_args(kind), kind
    if origin is UnionType:
        fits = [each for each in parts if each is type(value)] or parts
        return part_of(fits[0], value, where)
    if is_dataclass(kind) and isinstance(value, dict):
        known = hints(make)
        if exact and (odd := value.keys() - known.keys()):
            raise ValueError(f"{where} has no {', '.join(odd)}")
        given = {
            name: part_of(known[name], value[name], f"{where}.{name}")
            for name in known
            if name in value
        }
        try:
            return make(**given)
        except TypeError:
            missing = ", ".join(name for name in known if name not in given)
            raise ValueError(f"{where} lacks one of {missing}") from None
    if origin is tuple and isinstance(value, list):
        kinds = parts[:1] * len(value) if parts[-1] is ... else parts
        return tuple(part_of(*each, where) for each in zip(kinds, value, strict=True))
    if origin is Mapping and isinstance(value, dict):
        return {name: part_of(parts[1], each, where) for name, each in value.items()}
    plain = (int, float) if kind is float else kind
    wrong = origin or not isinstance(value, plain) or isinstance(value, bool) > (kind is bool)
    if isinstance(value, int | float):
        wrong = wrong or not abs(value) < _MOST  # of NaN, too
    elif isinstance(value, str):
        wrong = wrong or _HALF.search(value)
    if wrong:
        raise ValueError(f"{where} is not what it should be, but {quoted(repr(value), 40)}")
    return value


@cache
def hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass' fields by name."""
    return get_type_hints(kind)
