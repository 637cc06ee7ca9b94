"""The rules of Hex, by their numbers."""

from __future__ import annotations

import pytest

from termgames import games
from tests.scenes import Scene, scenes


class Hex(Scene):
    game_id = "hex"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "hex", "tests.sixth_game.termgames_hex")


@scenes("""
rule 2: stones go on empty cells
  game size=3 & go a1 & no occupied: a1 & ok b1

rule 3: a swap answers the first stone alone
  game size=3 & no swap: swap & go b2 & seats black white
  go swap & seats white black & asked white & board ... .b. ... & no swap: swap
  game size=3 swap=no & go b2 & no swap: swap

rule 4: a chain between the own edges wins, straight up a column
  game size=3 & go b1 / a1 / b2 / a2 / b3 & asked over & winners 0 & shares 1 0

rule 4: b2 and a3 do not touch
  game size=3 & go c1 / a1 / b1 / a2 / a3 / b3 / b2 & asked white

rule 4: White from left to right
  game size=3 & go a1 / a2 / c1 / b2 / c3 / c2 & asked over & winners 1 & shares 0 1

rule 4: the second player plays Black, and c3 touches b2
  game size=3 & go b1 / swap / a2 / b2 / b3 / c3 & asked over & winners 1 & shares 0 1
""")
def test_rules(scene: list[str]) -> None:
    Hex().play(scene)
