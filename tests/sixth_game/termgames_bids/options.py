"""The options of Bids; standard library only."""

from __future__ import annotations

from termgames.core.options import GameInfo, Option, with_defaults

OPTIONS = (
    Option("cards", "int", "Cards in each hand, 3 to 7.", default=5, low=3, high=7),
    Option("click", "flag", "Bids are cells of the board."),
)

INFO = GameInfo(
    id="bids",
    title="Bids",
    author="Merrill Flood",
    players="3",
    summary="Bid secretly for prizes that come in any order.",
    options=OPTIONS,
    settle=with_defaults(OPTIONS),
    seats=("red", "blue", "green"),
)
