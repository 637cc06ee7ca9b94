"""As in `tests.play.lots`."""

from tests.play.lots.options import INFO, settle

__all__ = ["INFO", "settle"]
