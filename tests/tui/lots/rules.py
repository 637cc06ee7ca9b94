"""As in `tests.play.lots`."""

from tests.play.lots.rules import create

__all__ = ["create"]
