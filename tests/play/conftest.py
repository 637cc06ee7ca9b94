"""The toy game, registered for the test that asks for it."""

from __future__ import annotations

import pytest

from termgames.games import GAMES
from tests.toy_card_game.rules import Lots, create


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> Lots:
    """Three seats; the game is known by its name as well."""
    monkeypatch.setitem(GAMES, "lots", "tests.toy_card_game")
    return create({"players": 3, "talk": "free"})
