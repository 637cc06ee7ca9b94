"""Functions compiled by numba where it is there; elsewhere plain Python, hundreds of times slower.

What was compiled is kept beside the sources. Numba looks only whether a function's own file has
changed, not what it calls, so that there is a folder for each state of all files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _as_it_is(function: _Function) -> _Function:
    return function


def _kept_in(folder: Path) -> str:
    sources = b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
    return str(folder / "__pycache__" / hashlib.sha256(sources).hexdigest()[:12])


compiled: Callable[[_Function], _Function] = _as_it_is
IS_FAST = False
"""Whether numba is there."""
try:
    import numba
except ImportError:
    pass
else:
    IS_FAST = True
    numba.config.CACHE_DIR = _kept_in(Path(__file__).parent)
    compiled = numba.njit(cache=True)
