"""Functions compiled by numba where it is there; elsewhere plain Python, some 200 times as slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _as_it_is(function: _Function) -> _Function:
    return function


try:
    from numba import njit

    compiled: Callable[[_Function], _Function] = njit(cache=True)
except ImportError:
    compiled = _as_it_is
