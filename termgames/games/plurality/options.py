"""Plurality's options (rules 1, 6, 7); standard library only."""

from collections.abc import Mapping

from termgames.core.errors import OptionError
from termgames.core.fair_komi import fair_komi
from termgames.core.options import (
    GameInfo,
    Option,
    Preset,
    Value,
    hexhex_board,
    number_text,
    square_board,
)

AUTHORS_KOMI = {13: 5.5, 19: 6.5}
"""White's bonus by the author, on the two square boards that he names (rule 6)."""
_FOR_WHITE = "White has it a little easier at the author's komi"


def measured_komi(size: int, *, hexagonal: bool) -> float:
    """The bonus, a whole number and a half, with which bots won equally often on that board or on
    the measured one nearest to it (rule 6)."""
    fair = fair_komi("plurality", size, hexagonal=hexagonal)
    assert fair is not None, "boards of both kinds were measured"
    return fair.playable


def default_komi(size: int, hexagonal: bool) -> float:
    """White's bonus when none is chosen: the author's where he names one, else the measured one
    (rule 6)."""
    named = None if hexagonal else AUTHORS_KOMI.get(size)
    return measured_komi(size, hexagonal=hexagonal) if named is None else named


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
    """That a whole komi makes draws possible; which komi was measured where the author's is played
    and differs (rule 6); else an empty text."""
    komi, size = settled["komi"], settled["size"]
    if isinstance(komi, float) and komi == int(komi):
        return "a whole komi: the game can be a draw"
    if isinstance(size, int) and komi is not None and komi == AUTHORS_KOMI.get(size):
        measured = measured_komi(size, hexagonal=False)
        if measured != komi:
            return f"the author's; {number_text(measured)} is even between bots"
    return ""


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
            "White's bonus in points (default: the author's 5.5 on 13x13 and 6.5 on 19x19, else "
            "as measured); whole ones allow draws.",
            replaces=("pie",),
        ),
        Option(
            "pie",
            "flag",
            "The first player names komi, a whole number to which half a point is added; the "
            "second picks a side.",
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
        Preset("standard", {}, "13x13", 20, 1, _FOR_WHITE),
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
