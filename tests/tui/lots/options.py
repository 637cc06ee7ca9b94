"""As in `tests.toy_card_game`."""

from tests.toy_card_game.options import INFO, settle

__all__ = ["INFO", "settle"]
