"""Strength over playouts, fitted to results."""

import math

import numpy as np
import pytest

from termgames.workbench.curve import GameShares, fit, searching

COLD = tuple(searching(playouts) for playouts in (125, 500, 2_000, 8_000))
WARM = searching(125, 0.06)


def worth(player: str) -> float:
    """Elo as it is in these tests: 80 a doubling, 150 less at the temperature."""
    if player == "greedy":
        return -600.0
    playouts = float(player.partition("=")[2].partition(",")[0])
    return 80 * math.log2(playouts / 1000) - (150 if "temperature" in player else 0)


def rounds(players: tuple[str, ...], number: int, seats: int = 2) -> list[list[GameShares]]:
    """Every pair's rounds, with the shares that each table is expected to bring."""
    found = []
    for index, lower in enumerate(players):
        for higher in players[index + 1 : index + 3]:
            table = [lower] + [higher] * (seats - 1)
            chances = 10 ** (np.array([worth(player) for player in table]) / 400)
            shares = (chances / chances.sum()).tolist()
            found += [[(table, shares)] * seats] * number
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_strengths_that_made_the_games_are_found_again(seats: int) -> None:
    players = ("greedy", WARM, *COLD)
    found = fit(rounds(players, 40, seats))
    for player in players:
        expected = worth(player) - worth(COLD[0])
        assert found.elo(player) - found.elo(COLD[0]) == pytest.approx(expected, abs=25)
    # What never played follows, and its interval widens beyond the last that did.
    assert found.elo(searching(1_000)) - found.elo(COLD[1]) == pytest.approx(80, abs=10)
    beyond = searching(64_000)
    assert found.elo(beyond) - found.elo(COLD[3]) == pytest.approx(240, abs=30)
    assert found.error(beyond, COLD[0]) > found.error(COLD[3], COLD[0]) > 0


def test_playouts_for_an_elo_are_those_that_have_it() -> None:
    found = fit(rounds((WARM, *COLD), 20))
    for playouts, temperature in ((300, 0.0), (5_000, 0.0), (700, 0.06)):
        elo = found.elo(searching(playouts, temperature))
        assert found.playouts(elo, temperature) == pytest.approx(playouts, rel=0.06)
