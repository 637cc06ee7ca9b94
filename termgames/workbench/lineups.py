"""The line-ups of a contest: who sits on which seat, and the rotations.

Players are letters, `a` the first. A line-up has a letter for each seat (`abb`). A round plays
it as often as there are seats, each player one seat further each time, so that each plays from
every seat equally often. If there are no more players than seats, all play together, and
the last player fills the seats that are left; otherwise each set of players that fills the
seats plays (`ab`, `ac`, `bc`).
"""

from functools import lru_cache
from itertools import combinations, permutations

from termgames.core.errors import OptionError

LETTERS = "abcde"


@lru_cache(maxsize=64)
def lineups(players: int, seats: int, given: str = "") -> tuple[str, ...]:
    """The line-ups that rounds take in turn: every order around the table, each once whatever
    its rotation.

    `given` says who plays, on how many seats, instead of the usual rule; OptionError when it
    does not fit the seats and players.
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


def refuse_one_sided(players: int, lineup: str) -> None:
    """OptionError where one of several players has all seats: nothing would be compared."""
    if players > 1 and len(set(lineup)) == 1:
        raise OptionError(f"--lineup {lineup} leaves players out: seat two of them at least")


def rotated(lineup: str, by: int) -> str:
    """The line-up with each player moved `by` seats further."""
    by %= len(lineup)
    return lineup[-by:] + lineup[:-by] if by else lineup


def _filled(letters: str, seats: int) -> str:
    return (letters + letters[-1] * seats)[:seats]


def _orders(table: str) -> list[str]:
    """The orders around the table of a line-up's letters, each once whatever its rotation; the
    line-up's own first."""
    orders = [table]
    for other in sorted(set(map("".join, permutations(table)))):
        if not any(rotated(other, by) in orders for by in range(len(table))):
            orders.append(other)
    return orders
