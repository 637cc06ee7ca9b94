"""Majorities' options (rules 1, 4, 6, 7); standard library only."""

from collections.abc import Mapping

from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Option, Preset, Value

CUBES = (3, 5, 7)
"""The edges of cubes."""


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values. OptionError for a cube with an even edge, which needs voids,
    and for options that a cube has not."""
    size, cube = chosen.get("size"), chosen.get("cube")
    if cube is not None:
        if cube not in CUBES:
            raise OptionError(f"--cube {cube} is even: choose 3, 5 or 7")
        for name in ("size", "no-voids", "capture"):
            if chosen.get(name):
                raise OptionError(f"--cube and --{name} exclude each other")
    return {
        "size": 5 if size is None and cube is None else size,
        "cube": cube,
        "play-out": bool(chosen.get("play-out")),
        "no-voids": bool(chosen.get("no-voids")),
        "capture": bool(chosen.get("capture")),
    }


INFO = GameInfo(
    id="majorities",
    title="Majorities",
    author="Bill Taylor",
    players="2",
    summary="Two stones a turn: win most of a line, most of the lines, two directions of three.",
    options=(
        Option(
            "size",
            "int",
            "Hexhex board with N cells an edge, 2 to 13 (default 5).",
            low=2,
            high=13,
            offered=(3, 4, 5, 6, 7),
        ),
        Option(
            "cube",
            "int",
            "A cube of N layers of NxN cells in place of the hexagon: 3, 5 or 7.",
            low=3,
            high=7,
            offered=CUBES,
            replaces=("size", "no-voids", "capture"),
        ),
        Option(
            "play-out",
            "flag",
            "Play until the board is full, also when two directions are won before.",
            default=False,
            title="play to the end",
        ),
        Option(
            "no-voids",
            "flag",
            "The full board; whoever first occupies half of a line or more wins it.",
            default=False,
            title="gaps in the board",
            words=("on", "off"),
        ),
        Option(
            "capture",
            "flag",
            "All stones in a line that is won leave the board; the line stays won.",
            default=False,
        ),
    ),
    settle=settle,
    goal="Win most lines in two of the three directions.",
    presets=(
        Preset("quick game", {"size": 4}, "4 cells an edge", 6),
        Preset("standard", {}, "5 cells an edge", 15),
        Preset("tournament", {"size": 7}, "7 cells an edge", 30),
    ),
    picture=(
        "-.bb",
        "b..ww",
        "b.-.ww",
        "w..w-b-",
        "w.-b.b",
        "...bw",
        "-wbw",
    ),
)
