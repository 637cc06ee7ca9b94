"""Majorities' options (rules 1, 4, 6); standard library only."""

from __future__ import annotations

from collections.abc import Mapping

from termgames.core.options import GameInfo, Option, Preset, Value


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; every combination is allowed."""
    size = chosen.get("size")
    return {
        "size": 5 if size is None else size,
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
            "Hexhex board with N cells an edge, 2 to 9 (default 5).",
            low=2,
            high=9,
            offered=(3, 4, 5, 6, 7),
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
