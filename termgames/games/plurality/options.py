"""Plurality's options (rules 1, 6, 7); standard library only."""

from __future__ import annotations

from collections.abc import Mapping

from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Option, Preset, Value, hexhex_board, square_board


def default_komi(size: int, hexhex: bool) -> float:
    """White's default bonus: 6.5 on square boards above size 15, else 5.5 (rule 6)."""
    return 6.5 if size > 15 and not hexhex else 5.5


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; OptionError for two that exclude each other. On a hexhex board
    `size` is None and `hex` is the edge; with the pie rule `komi` is None."""
    if chosen.get("hex") is not None and chosen.get("size") is not None:
        raise OptionError(
            "--hex and --size exclude each other: --hex N gives the edge of the board"
        )
    pie = bool(chosen.get("pie"))
    komi = chosen.get("komi")
    if pie and komi is not None:
        raise OptionError(
            "--pie and --komi exclude each other: with --pie the first player names komi"
        )
    edge = chosen.get("hex")
    size = chosen.get("size")
    if edge is None and size is None:
        size = 13
    if komi is None and not pie:
        side = edge if edge is not None else size
        assert isinstance(side, int)
        komi = default_komi(side, edge is not None)
    return {
        "size": size,
        "hex": edge,
        "komi": komi,
        "pie": pie,
        "ties": chosen.get("ties") or "neutral",
    }


def remark(settled: Mapping[str, Value]) -> str:
    """A warning that a whole komi makes draws possible (rule 6), else an empty text."""
    komi = settled["komi"]
    whole = isinstance(komi, float) and komi == int(komi)
    return "a whole komi: the game can be a draw" if whole else ""


INFO = GameInfo(
    id="plurality",
    title="Plurality",
    author="João Pedro Neto",
    players="2",
    summary="Drop trominoes with one enemy stone in them; own what you surround more.",
    options=(
        square_board(5, 25, usual=13, offered=(9, 11, 13, 15, 17, 19)),
        hexhex_board(bare=7),
        Option(
            "komi",
            "float",
            "White's bonus in points (default 5.5; 6.5 above size 15); whole ones allow draws.",
            replaces=("pie",),
        ),
        Option(
            "pie",
            "flag",
            "The first player names komi, a whole number to which half a point is added; the "
            "second picks a side. The usual komi is 5 (so 5.5), above size 15 it is 6.",
            default=False,
            title="pie rule",
            replaces=("komi",),
        ),
        Option(
            "ties",
            "choice",
            "Territories with equal counts: neutral, or by parity (odd White's, even Black's).",
            default="neutral",
            choices=("neutral", "parity"),
            words=("nobody's", "by parity"),
        ),
    ),
    settle=settle,
    remark=remark,
    goal="Surround points with more stones than your opponent.",
    presets=(
        Preset("quick game", {"size": 7}, "7x7", 5),
        Preset("standard", {}, "13x13", 20),
        Preset("tournament", {"size": 19, "pie": True}, "19x19, komi offered", 45),
        Preset("hexagons", {"hex": 7}, "hexagons, 7 an edge", 20),
    ),
    picture=(
        "WWWWwBb",
        "WwwWwBw",
        "WbWWbBb",
        "wbbbwbB",
        "BwBBBBB",
        "BbwBBBB",
        "BBBBBBB",
    ),
)
