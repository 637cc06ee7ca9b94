"""What boards and players look like: glyph sets, colours, and a player's mark beside the board.

Two players called black and white stand on a board of a middle tone, on which both have a
contrast of at least 3 to 1. More players get five colours of the Okabe-Ito set, which stay apart
under every kind of colour blindness. Under a light theme boards are lighter. Nothing relies on
colour: every player has a glyph of his own, in the Unicode set and in the ASCII set, for stones,
ghosts and territory alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from termgames.core.game import AnyGame
from termgames.play.pictures.paper import apart, rgb
from termgames.tui.contrast import TEXT

OKABE_ITO = ("#56B4E9", "#F0E442", "#D55E00", "#0072B2", "#CC79A7")
"""Sky blue, yellow, vermilion, blue, purple: at least 20 (CIE ΔE) apart for everyone, the
first three at least 33."""


@dataclass(frozen=True)
class Look:
    """The colours of a board, as `#rrggbb`."""

    name: str
    board: str
    line: str
    label: str
    accent: str
    """The cursor, ghosts, the coordinates of the cursor."""
    warn: str
    """Cells at fault."""
    neutral: str
    """Tint of areas that belong to nobody."""
    players: tuple[str, ...]
    """By colour number; a look with fewer colours than a game needs is not offered for it."""
    named: str = ""
    """The colours by the letters that games give them (`Game.marks`), where they look as
    they are called; empty when they are just different."""
    light: Look | None = None
    """The same board under a light theme, where it looks different there."""
    plate: Look | None = None
    """The same board where stones are lit and throw a shadow, see `board.plate`: their edges are
    seen on lighter wood, too. None where it is this one."""

    def under(self, *, dark: bool) -> Look:
        """The board as it looks under a dark or a light theme."""
        return self if dark or self.light is None else self.light

    def everywhere(self, change: Callable[[Look], Look]) -> Look:
        """The board with a change to how it looks, under a light theme and as a picture too."""
        light, plate = (each and each.everywhere(change) for each in (self.light, self.plate))
        return replace(change(self), light=light, plate=plate)


_BRIGHT_WOOD = Look(
    name="kaya",
    board="#dcb06c",
    line="#6b4818",
    label="#3a2a10",
    accent="#1546b0",
    warn="#c62a2a",
    neutral="#6b4818",
    players=("#1e1e24", "#f6f4ee"),
    named="bw",
)
KAYA = Look(
    name="kaya",
    plate=_BRIGHT_WOOD,
    board="#9c7240",
    line="#3a2812",
    label="#120c04",
    accent="#fff3b8",
    warn="#b3202c",
    neutral="#e4d3b4",
    players=("#15110c", "#fffaf0"),
    named="bw",
    light=Look(
        name="kaya-light",
        plate=_BRIGHT_WOOD,
        board="#b98a4e",
        line="#4a3210",
        label="#2a1c08",
        accent="#0a2a78",
        warn="#b3202c",
        neutral="#4a3210",
        players=("#0a0703", "#ffffff"),
        named="bw",
    ),
)
SLATE = Look(
    name="slate",
    board="#1b212c",
    line="#6c7a92",
    label="#9aa6ba",
    accent="#ffffff",
    warn="#a8323e",
    neutral="#9aa2ae",
    players=OKABE_ITO,
    light=Look(
        name="slate-light",
        board="#f2f0ea",
        line="#7f848d",
        label="#4a4f58",
        accent="#1a1a1a",
        warn="#f5a097",
        neutral="#6a6f78",
        players=("#0e8fd9", "#9a8400", "#a01700", "#14308c", "#b64394"),
    ),
)
GRANITE = Look(
    name="granite",
    board="#565b64",
    line="#b0b5bf",
    label="#dcdfe4",
    accent="#ffe28a",
    warn="#8c1030",
    neutral="#c4c8d0",
    players=("#000000", "#ffffff", "#ff9286", "#78b4ff", "#3cfa50", "#e6b400"),
    named="bwrugy",
    light=Look(
        name="granite-light",
        board="#8d929b",
        line="#2d3036",
        label="#17191c",
        accent="#3d0066",
        warn="#ff8a80",
        neutral="#2d3036",
        players=("#000000", "#ffffff", "#89000d", "#1020d0", "#004e41", "#fff000"),
        named="bwrugy",
    ),
)
"""Black, white, red, blue, green: at least 21 (CIE ΔE) apart for everyone; yellow at least 17."""
CONTRAST = Look(
    name="contrast",
    board="#767676",
    line="#000000",
    label="#000000",
    accent="#ffff00",
    warn="#b00000",
    neutral="#000000",
    players=("#000000", "#ffffff"),
    named="bw",
)
"""As far as black and white can both be from a board: 4.5 to 1 each."""
NIGHT = Look(
    name="night",
    board="#000000",
    line="#a0a0a0",
    label="#ffffff",
    accent="#ffffff",
    warn="#8c0010",
    neutral="#c0c0c0",
    players=("#6cc4ff", "#f0e442", "#ff6a13", "#3f7dff", "#e27cb5"),
)
"""Five colours that are all bright on black: 5.5 to 1 and more."""
LOOKS = (KAYA, SLATE, GRANITE, CONTRAST, NIGHT)

_WOOD = replace(
    KAYA, board="#af875f", line="#303030", label="#000000", accent="#ffffd7", warn="#870000",
    neutral="#ffffd7", players=("#000000", "#ffffff"), light=None,
)  # fmt: skip
_STONE = replace(
    GRANITE, board="#5f5f5f", line="#bcbcbc", label="#eeeeee", accent="#ffffd7", warn="#87005f",
    players=("#000000", "#ffffff", "#ffaf5f", "#87d7ff", "#5fff87", "#d7d700"), light=None,
)  # fmt: skip
_SLAB = replace(
    GRANITE, board="#949494", line="#303030", label="#000000", accent="#00005f", warn="#ffafaf",
    neutral="#303030", players=("#000000", "#ffffff", "#870000", "#0000d7"), light=None,
)  # fmt: skip
"""A red that is none too bright for black stones to be seen beside it; no green can be."""
_GREY = replace(CONTRAST, board="#7f7f7f", warn="#cd0000")
_NAMED = Look(
    name="black", board="#000000", line="#7f7f7f", label="#e5e5e5", accent="#ffff00",
    warn="#cd0000", neutral="#00cdcd", named="bwrugy",
    players=("#7f7f7f", "#ffffff", "#ff0000", "#5c5cff", "#00ff00", "#ffff00"),
)  # fmt: skip
"""Where black is no colour for stones, as red and blue could not be seen on any lighter board."""
_BRIGHT = replace(
    _NAMED, accent="#ffffff", neutral="#e5e5e5", named="",
    players=("#00ffff", "#ffff00", "#ff0000", "#5c5cff", "#ff00ff"),
)  # fmt: skip
FEWER: dict[str, dict[str, Look]] = {
    "256": {
        "kaya": _WOOD,
        "kaya-light": replace(_WOOD, accent="#00005f"),
        "granite": _SLAB,
        "granite-light": _SLAB,
    },
    "16": {
        **dict.fromkeys(("kaya", "kaya-light", "contrast"), _GREY),
        **dict.fromkeys(("granite", "granite-light"), _NAMED),
        **dict.fromkeys(("slate", "slate-light", "night"), _BRIGHT),
    },
}
"""By the number of colours that a terminal has: boards by their names, where the nearest colours to
theirs would not do."""


def _in_depth(look: Look, depth: str, colours: int) -> Look:
    """A look on a terminal with few colours, for so many players' colours."""
    light = None if look.light is None else _in_depth(look.light, depth, colours)
    of_name = FEWER.get(depth, {}).get(look.name, look)
    found = _STONE if of_name is _SLAB and colours > len(_SLAB.players) else of_name
    return replace(found, name=look.name, light=light)


def looks(
    colours: int, marks: str = "", own: Look | None = None, depth: str = ""
) -> tuple[Look, ...]:
    """The looks that have enough players' colours, the default first; `own` is one more, which
    goes before all others. `depth` is the name of a `Depth`.

    `marks` are the letters of the colours that are drawn (`game.drawn_marks`). Nobody wants to see
    Red in blue: where looks paint them as they are called, those alone are offered. Colours
    beyond the players' are nobody's.
    """
    named = "" if marks[:colours] == "bw" else marks[:colours]
    needed = max(colours, *(1 + _NAMED.named.find(mark) for mark in named or " "))
    shipped = tuple(_in_depth(look, depth, needed) for look in LOOKS) if depth else LOOKS
    every = shipped if own is None else (own, *shipped)
    enough = tuple(look for look in every if len(look.players) >= colours)
    fitting = tuple(
        look.everywhere(partial(_as_called, named)) for look in enough if _names(look, named)
    )
    chosen = fitting or enough
    nobodys = len(marks) - colours
    if nobodys <= 0:
        return chosen
    return tuple(look.everywhere(partial(_with_nobodys, colours, nobodys)) for look in chosen)


def picture_look(game: AnyGame, name: str) -> Look:
    """The colours of pictures of a game on the board of that name, else on the first it has."""
    offered = looks(game.seats, game.marks)
    found = next((look for look in offered if look.name == name), offered[0])
    return found.plate or found


def _names(look: Look, marks: str) -> bool:
    return bool(marks) and set(marks) <= set(look.named[: len(look.players)])


def _as_called(marks: str, look: Look) -> Look:
    """A look with the players' colours in the order of the letters that name them."""
    others = look.named[: len(look.players)]
    named = marks + "".join(mark for mark in others if mark not in marks)
    players = tuple(look.players[look.named.index(mark)] for mark in named)
    return replace(look, players=players, named=named)


def _with_nobodys(colours: int, nobodys: int, look: Look) -> Look:
    """A look with so many more colours, of stones that belong to no player."""
    return replace(look, players=(*look.players[:colours], *(look.neutral,) * nobodys))


@dataclass(frozen=True)
class GlyphSet:
    """One way to draw boards. Tuples of six are by the number of a stone's colour.

    Stones, ghosts and both kinds of territory differ from each other by their characters
    alone, so that a position can be read without colours.
    """

    name: str
    stones: tuple[str, ...]
    ghosts: tuple[str, ...]
    """Stones that are not played yet."""
    firm: tuple[str, ...]
    """Settled territory."""
    open: tuple[str, ...]
    """Territory that may still change hands."""
    neutral: str
    """A settled area of nobody's."""
    lines: str
    """Intersections by the ways that lead on: 1 north, 2 east, 4 south, 8 west, summed."""
    between: str
    """Between two intersections of a row."""
    below: str
    """Between two intersections of a column."""
    star: str
    dot: str
    """A cell of a hexagonal board."""
    faded: str
    """An intersection that no move can use."""
    faded_dot: str
    """The same on a hexagonal board."""
    invite: str
    """A cell that goes on from the stones picked."""
    fault: str
    """An empty cell that is why a move is refused."""
    fault_side: str
    """Right of a stone that is why a move is refused, where colours are missing."""
    hint: str
    """A cell of a typed move, or of a part of the score."""
    hint_side: str
    """Right of a stone that a bot proposes, where colours are missing."""
    cursor: tuple[str, str]
    """Left and right of the cursor."""
    last: tuple[str, str]
    """Left and right of the stones played last, where colours are missing."""
    marked_side: str
    """Right of a stone that an overlay marks, where colours are missing."""
    token: str
    """A thing beside the board."""
    origin: str
    """A start point that nobody has chosen yet."""
    origins: tuple[str, ...]
    """A player's start point."""


UNICODE = GlyphSet(
    name="unicode",
    stones=("●", "○", "◆", "▲", "■", "▼"),
    ghosts=("◍", "◌", "◇", "△", "□", "▽"),
    firm=("▪", "▫", "♦", "▴", "▬", "▾"),
    open=("•", "◦", "⋄", "▵", "▭", "▿"),
    neutral="∙",
    lines="·╵╶└╷│┌├╴┘─┴┐┤┬┼",
    between="─",
    below="│",
    star="╋",
    dot="·",
    faded="·",
    faded_dot=".",
    invite="∘",
    fault="×",  # noqa: RUF001 - the multiplication sign is meant
    fault_side="!",
    hint="◎",
    hint_side="?",
    cursor=("[", "]"),
    last=("(", ")"),
    marked_side="'",
    token="◉",
    origin="⊕",
    origins=("⊙", "⊚", "◈", "◬", "▣", "⊛"),
)
ASCII = GlyphSet(
    name="ascii",
    stones=("X", "O", "R", "U", "G", "Y"),
    ghosts=("x", "o", "r", "u", "g", "y"),
    firm=("#", "=", "%", "&", "$", "|"),
    open=(":", "-", ";", "~", '"', "_"),
    neutral="/",
    lines="." * 16,
    between=" ",
    below=" ",
    star="+",
    dot=".",
    faded=",",
    faded_dot=",",
    invite="+",
    fault="*",
    fault_side="!",
    hint="?",
    hint_side="?",
    cursor=("[", "]"),
    last=("(", ")"),
    marked_side="'",
    token="@",
    origin="^",
    origins=("1", "2", "3", "4", "5", "6"),
)


def stone(
    colour: int | None, look: Look, glyphs: GlyphSet = UNICODE, *, no_color: bool = False
) -> Text:
    """A stone, or an empty point, on a bit of board, as wide as its character. White stones are
    full, as on the plate: they differ from black ones enough."""
    sign, seen = glyphs.dot if colour is None else glyphs.stones[colour], look.plate or look
    if no_color:
        return Text(sign, Style(bold=True))
    if colour == 1 and glyphs is UNICODE and seen.named.startswith("bw"):
        sign = glyphs.stones[0]
    ink = seen.line if colour is None else seen.players[colour]
    return Text(sign, Style(color=ink, bgcolor=seen.board, bold=True))


def chip(colour: int, look: Look, glyphs: GlyphSet = UNICODE, *, no_color: bool = False) -> Text:
    """A player's stone, three columns wide, for lists and panels."""
    lying = stone(colour, look, glyphs, no_color=no_color)
    return Text(f" {lying.plain} ", lying.style)


def ink(colour: int, look: Look, *, no_color: bool = False) -> Style:
    """How a stone of a colour stands in words: as on the board, underlined where nothing has
    colours."""
    if no_color:
        return Style(underline=True)
    shown, ground = look.players[colour], look.board
    if shown.startswith("#") and ground.startswith("#"):  # else by the terminal's own colours
        ground = "#" + bytes(map(int, apart(rgb(ground), rgb(shown), TEXT))).hex()
    return Style(color=shown, bgcolor=ground, bold=True)


def token(
    colour: int | None, look: Look, glyphs: GlyphSet = UNICODE, *, no_color: bool = False
) -> Text:
    """A thing beside the board in the colour of its holder; None while it lies there."""
    if no_color:
        return Text(f" {glyphs.token} ", Style(bold=True))
    ink = look.accent if colour is None else look.players[colour]
    return Text(f" {glyphs.token} ", Style(color=ink, bgcolor=look.board, bold=True))


class NamedStone(NamedTuple):
    """A stone that a move lays for another player, by where its name stands in the move's text."""

    move: str
    start: int
    end: int
    style: Style


def inked(text: Text, stones: Iterable[NamedStone]) -> Text:
    """The same text, with these stones in their colours wherever their moves stand in it."""
    for move, start, end, style in stones:
        for found in re.finditer(rf"(?<!\w){re.escape(move)}(?!\w)", text.plain):
            text.stylize(style, found.start() + start, found.start() + end)
    return text
