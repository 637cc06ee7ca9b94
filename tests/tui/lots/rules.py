"""As in `tests.toy_card_game`."""

from tests.toy_card_game.rules import create

__all__ = ["create"]
