"""Packages of extras, which not everybody has."""

import contextlib
from collections.abc import Iterator

from termgames.core.errors import OptionError
from termgames.core.text import quotable


@contextlib.contextmanager
def extra(name: str, needed: str, otherwise: str = "") -> Iterator[None]:
    """Meanwhile packages of an extra are imported: where one is missing or broken, an OptionError
    says what is `needed`, as "png needs Pillow", how to install it, and what to do `otherwise`."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("termgames"):
            raise
        missing = isinstance(error, ModuleNotFoundError)
        broken = "" if missing else f" ({quotable(str(error))})"
        raise OptionError(
            f"{needed}{broken}: install it with pip install 'termgames[{name}]'{otherwise}"
        ) from None
