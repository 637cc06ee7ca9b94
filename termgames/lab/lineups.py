"""Who sits where: the line-ups of a contest and their rotations.

Players are letters, `a` the first. A line-up names a letter for each seat; in a round it is
played as often as there are seats, shifted by one seat each time, so that everybody has
played from every seat as often as he is in it. With as many players as seats or fewer, all
play together, and the last one named fills the seats that are left (`abb`); with more,
everybody meets everybody (`ab`, `ac`, `bc`).
"""

from __future__ import annotations

from itertools import combinations, permutations

from termgames.core.errors import OptionError

LETTERS = "abcde"


def lineups(players: int, seats: int, given: str = "") -> tuple[str, ...]:
    """The line-ups that rounds take in turn.

    Those that are rotations of each other count once. `given` replaces what the numbers
    say, but for its order around the table; OptionError when it does not fit.
    """
    letters = LETTERS[:players]
    if given:
        if len(given) != seats or not set(given) <= set(letters):
            raise OptionError(
                f"--lineup {given} does not fit: write {seats} letters, one a seat, of "
                f"{', '.join(letters)}, as {_filled(letters, seats)}"
            )
        tables = [given]
    elif players <= seats:
        tables = [_filled(letters, seats)]
    else:
        tables = ["".join(chosen) for chosen in combinations(letters, seats)]
    return tuple(order for table in tables for order in _orders(table))


def rotated(lineup: str, by: int) -> str:
    """The line-up with everybody moved on by so many seats."""
    by %= len(lineup)
    return lineup[-by:] + lineup[:-by] if by else lineup


def _filled(letters: str, seats: int) -> str:
    return (letters + letters[-1] * seats)[:seats]


def _orders(table: str) -> list[str]:
    """The ways to sit around the table, each once whatever the rotation; the given one
    first."""
    orders = [table]
    for other in sorted(set(map("".join, permutations(table)))):
        if not any(rotated(other, by) in orders for by in range(len(table))):
            orders.append(other)
    return orders
