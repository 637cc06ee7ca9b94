"""Tri-Color's options (rules 1, 4, 8); standard library only."""

from collections.abc import Mapping

from termgames.core.errors import OptionError
from termgames.core.options import (
    GameInfo,
    Option,
    Preset,
    Value,
    dead_stones,
    hexhex_board,
    square_board,
)

CYCLIC, THUE_MORSE = "cyclic", "thue-morse"
NOBODYS, ALL = "nobody", "all"
"""Whose the empty points are that several players share."""

SEATS = ("alpha", "beta", "gamma")


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; exactly one of `size`, `hex` and `map` is not None, and
    `shared` is None where shared points are nobody's: so records of such games are as they were
    before there was a choice. OptionError where several boards are chosen."""
    boards = {name: chosen.get(name) for name in ("size", "hex", "map")}
    given = [f"--{name}" for name, value in boards.items() if value is not None]
    if len(given) > 1:
        raise OptionError(f"{' and '.join(given)} exclude each other: each gives the board")
    if not given:
        boards["size"] = 13
    return {
        **boards,
        "order": chosen.get("order") or CYCLIC,
        "dead-stones": chosen.get("dead-stones") or "none",
        "shared": ALL if chosen.get("shared") == ALL else None,
    }


INFO = GameInfo(
    id="tricolor",
    title="Tri-Color Balancing Go",
    author="anonymous",
    players="3",
    summary="Go for three on one board: the middle score wins.",
    seats=SEATS,
    options=(
        square_board(3, 25, usual=13, offered=(9, 13, 19, 7, 11, 15, 17)),
        hexhex_board(bare=6),
        Option(
            "map",
            "map",
            "A board of any shape, a map's name or file; termgames lab maps lists them.",
            replaces=("size", "hex"),
        ),
        Option(
            "order",
            "choice",
            "Who plays after whom: in turn, or by the ternary Thue-Morse sequence.",
            default=CYCLIC,
            choices=(CYCLIC, THUE_MORSE),
            words=("in turn", "Thue-Morse"),
        ),
        dead_stones(),
        Option(
            "shared",
            "choice",
            "For whom empty points count that stones of several players reach.",
            default=NOBODYS,
            choices=(NOBODYS, ALL),
            title="shared points",
            words=("nobody's", "all count them"),
        ),
    ),
    settle=settle,
    rules_since=6,
    aims=("area",),
    goal="Go for three: finish with the middle score.",
    to_win="finish with the middle score",
    presets=(
        Preset("quick game", {"size": 7}, "7x7", 10),
        Preset("standard", {}, "13x13", 40),
        Preset("even order", {"order": THUE_MORSE}, "13x13, Thue-Morse", 40),
        Preset("hexagons", {"hex": 6}, "hexagons, 6 an edge", 30),
    ),
    picture=(
        "...g...",
        "agbbag.",
        ".aagg..",
        "....aa.",
        ".ag.bb.",
        ".gbbb.a",
        "..g..b.",
    ),
    marks="abg",
)
