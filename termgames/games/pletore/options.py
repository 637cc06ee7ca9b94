"""Pletore's options (rules 1, 6, 7); standard library only."""

from collections.abc import Mapping

from termgames.core.errors import OptionError
from termgames.core.fair_komi import FairKomi, fair_komi
from termgames.core.options import GameInfo, Option, Preset, Value, square_board

OFFER = "offer"
"""The value of --komi under which the first player names komi."""


def fair(size: int) -> FairKomi:
    """What was measured on that board (rule 7), or on the nearest one whose size is as odd or even,
    so that the komi leaves the button in play (rule 6)."""
    least, most = (3, 19) if size % 2 else (4, 18)
    measured = fair_komi("pletore", min(max(size, least), most))
    assert measured is not None, "boards of these sizes were measured"
    return measured


def default_komi(size: int) -> int:
    """The komi when none is chosen (rule 7): the measured one, odd or even as the size is."""
    return int(fair(size).playable)


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; OptionError when komi is outside -N²…N² (rule 7)."""
    size = chosen.get("size")
    if size is None:
        size = 13
    assert isinstance(size, int)
    komi = chosen.get("komi")
    if komi is None:
        komi = default_komi(size)
    elif isinstance(komi, int) and abs(komi) > size * size:
        raise OptionError(
            f"--komi {komi} is more than the board holds: choose {-size * size} to {size * size}"
        )
    return {"size": size, "komi": komi}


INFO = GameInfo(
    id="pletore",
    title="Pletore",
    author="Luis Bolaños Mures",
    players="2",
    summary="Own what you alone see along a row and a column; replace what stands there.",
    options=(
        square_board(3, 25, usual=13, offered=(9, 11, 13, 15, 17, 19, 8, 10, 12, 14, 16, 18)),
        Option(
            "komi",
            "int",
            "White's bonus, a whole number; the button is in play when komi and size are "
            "both odd or both even (default: as measured). offer: the first player names "
            "it, the second picks a side.",
            choices=(OFFER,),
        ),
    ),
    settle=settle,
    goal="Own the points that only your stones see.",
    presets=(
        Preset("quick game", {"size": 7}, "7x7", 5),
        Preset("standard", {}, "13x13", 25),
        Preset("tournament", {"size": 19, "komi": OFFER}, "19x19, komi offered", 60),
    ),
    picture=(
        ".......",
        "..B.bb.",
        "..b.bB.",
        ".Wwwbb.",
        ".Www...",
        ".wwW...",
        ".......",
    ),
)
