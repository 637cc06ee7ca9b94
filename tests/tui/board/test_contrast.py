"""Everything on a board can be seen: contrast is computed from the colours that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any

import numpy as np
import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color, rgb_to_lab

from termgames.core.display import Overlay
from termgames.core.game import NEUTRAL
from termgames.core.topology import hexhex, square
from termgames.tui.board.layout import ZOOMS
from termgames.tui.board.palette import Palette
from termgames.tui.contrast import GRAPHICS, TEXT, contrast, readable
from termgames.tui.depth import Depth, _depth, depth_of
from termgames.tui.themes import ASCII, LOOKS, Look, looks
from tests.tui.board.support import COLOURS, BoardApp, LandApp

PIECES = {*"".join((*ASCII.stones, *ASCII.ghosts))}
EVERY_LOOK = [look for each in LOOKS for look in (each, each.light) if look is not None]
DEPTHS = ("", "256", "16")
IN_EVERY_DEPTH = [
    pytest.param(colours, look, id=f"{look.name}-{colours or 'all'}")
    for colours in DEPTHS
    for first in looks(2, depth=colours)
    for look in dict.fromkeys((first, first.under(dark=False)))
]


def told_depth(monkeypatch: pytest.MonkeyPatch, colours: str) -> None:
    """The environment of a terminal with so many colours; empty for all."""
    monkeypatch.setenv("TERM", {"16": "screen"}.get(colours, "xterm-256color"))
    monkeypatch.setenv("COLORTERM", "" if colours else "truecolor")


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    black, white, grey = Color(0, 0, 0), Color(255, 255, 255), Color.parse("#767676")
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(white, grey) == pytest.approx(4.54, abs=0.01)
    assert contrast(grey, grey) == 1


def test_ink_is_moved_no_further_than_needed_and_on_its_own_side() -> None:
    ground = Color.parse("#9c7240")
    assert readable(Color(0, 0, 0), ground, TEXT) == Color(0, 0, 0)
    for ink in (Color.parse("#b08850"), Color.parse("#805c30")):
        moved = readable(ink, ground, GRAPHICS)
        assert GRAPHICS <= contrast(moved, ground) < GRAPHICS + 0.5
        assert (sum(moved.rgb) > sum(ground.rgb)) == (sum(ink.rgb) > sum(ground.rgb))
    assert contrast(readable(Color(255, 255, 255), Color.parse("#ffee88"), TEXT), ground) > 1


def drawn(board: Any) -> Iterator[Segment]:
    """The characters on the board, as they are drawn."""
    for y in range(board.canvas.size.height):
        for segment in board.canvas.render_line(y):
            if segment.text.strip():
                yield segment


def faint(board: Any) -> set[tuple[str, str, str]]:
    """What is drawn with too little contrast: the characters, their colour and their ground."""
    found = set()
    for text, style, _ in drawn(board):
        assert style is not None
        assert style.color is not None
        assert style.color.triplet is not None
        assert style.bgcolor is not None
        assert style.bgcolor.triplet is not None
        ink, ground = Color(*style.color.triplet), Color(*style.bgcolor.triplet)
        # Stones and ghosts are pictures, also where they are drawn as letters.
        letters = any(char.isalnum() or char == "!" for char in text if char not in PIECES)
        if contrast(ink, ground) < (TEXT if letters else GRAPHICS) - 0.01:
            found.add((text.strip(), ink.hex, ground.hex))
    return found


@pytest.mark.parametrize("topology", [square(7), hexhex(4)], ids=["square", "hexhex"])
@pytest.mark.parametrize(("colours", "look"), IN_EVERY_DEPTH)
async def test_everything_on_a_board_has_contrast(
    colours: str, look: Look, topology: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every zoom and in every depth: stones and their marks, areas of everybody, ghosts,
    faults, the cursor."""
    told_depth(monkeypatch, colours)
    seats, cells = len(look.players), topology.cells
    names = iter(topology.names)
    stones = {letter: f"{next(names)} {next(names)}" for letter in COLOURS[:seats]}
    starts = {topology.names[-1 - at]: at for at in range(seats)}
    owner = [NEUTRAL if at % (seats + 1) == seats else at % (seats + 1) for at in range(cells)]
    firm = tuple(at % 2 == 0 for at in range(cells))
    app = LandApp(
        topology, stones, seats=seats, starts=starts, within=" ".join(topology.names[10:25])
    )
    async with app.run_test(size=(120, 50)) as pilot:
        board = app.board
        for zoom in ZOOMS:
            board.canvas.dress(zoom=zoom, look=look)
            board.canvas.overlay = None
            board.show(app.state, last=range(5), can_play=True, colour=0)
            await pilot.pause()
            assert not faint(board)
            board.canvas.set_estimate(np.eye(seats)[[at % seats for at in range(cells)]])
            board.highlight([1, 12, 20], "fault")
            board.highlight([13, 21], "hint")
            assert not faint(board)
            marked = tuple(cell for cell in range(cells) if app.state.stones[cell])
            board.canvas.overlay = Overlay("area", "", tuple(owner), firm, marked)
            assert not faint(board)


@pytest.mark.parametrize("look", [e for e in EVERY_LOOK if len(e.players) == 2 or e.named == ""],
                         ids=lambda look: look.name)  # fmt: skip
async def test_marks_around_a_board_have_contrast(look: Look) -> None:
    rows = ["bb.", ".-.w", "..--.", ".-..", "..b"]
    app = BoardApp(rows, game_id="majorities", size=3)
    async with app.run_test(size=(80, 40)):
        for zoom in ZOOMS:
            app.board.canvas.dress(zoom=zoom, look=look)
            assert not faint(app.board)


EYES = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "red-blind": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "green-blind": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "blue-blind": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What each eye makes of linear red, green and blue: Machado, Oliveira and Fernandes (2009)."""


def as_seen(colour: str, eye: str) -> tuple[float, float, float]:
    """A colour in CIELAB."""
    parts = [part / 255 for part in Color.parse(colour).rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    mixed = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in EYES[eye]]
    kept = [min(max(part, 0.0), 1.0) for part in mixed]
    back = [p * 12.92 if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055 for p in kept]
    lab = rgb_to_lab(Color(*(round(255 * part) for part in back)))
    return lab.L, lab.a, lab.b


@pytest.mark.parametrize("look", EVERY_LOOK, ids=lambda look: look.name)
@pytest.mark.parametrize("eye", EYES)
def test_the_players_colours_are_apart_for_every_eye(look: Look, eye: str) -> None:
    seen = [as_seen(colour, eye) for colour in look.players]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= 20
    assert min(dist(one, as_seen(look.board, eye)) for one in seen) >= 30


@pytest.mark.parametrize("colours", [3, 4, 5])
def test_with_256_colours_red_is_red_wherever_there_is_no_green(colours: int) -> None:
    (look,) = looks(colours, "bwrug", depth="256")
    red = Color.parse(look.players[2])
    assert (red.r > 2 * red.g) == (colours < 5)
    assert look.under(dark=False).players == look.players


@pytest.mark.parametrize("colours", DEPTHS[:2])
@pytest.mark.parametrize("dark", [True, False])
def test_no_stone_within_range_needs_a_ground_of_its_own(colours: str, dark: bool) -> None:
    (look,) = looks(3, "bwrug", depth=colours)
    depth = _depth("256") if colours else None
    palette = Palette(look.under(dark=dark), plain=False, depth=depth)
    assert contrast(palette.line, palette.reached()) >= GRAPHICS
    assert palette.reached() != palette.board
    assert {palette.reached(ink) for ink in palette.players[:3]} == {palette.reached()}


def depth(monkeypatch: pytest.MonkeyPatch, term: str, **more: str) -> Depth | None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    app: App[None] = App()
    return depth_of(app)


def test_the_terminal_says_how_many_colours_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    for term, colours in (("xterm-256color", "256"), ("screen", "16")):
        found = depth(monkeypatch, term)
        assert found is not None
        assert found.name == colours
    assert depth(monkeypatch, "xterm-256color", COLORTERM="truecolor") is None
    assert depth(monkeypatch, "screen", NO_COLOR="1") is None


def test_wood_is_brown_and_not_pink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of red, green and blue rounded by itself would be #af5f5f."""
    found = depth(monkeypatch, "xterm-256color")
    assert found is not None
    assert found.nearest(Color.parse("#9c7240")) == Color.parse("#af875f")
    dark = found.nearest(Color.parse("#6d543b"))
    assert dark.r >= dark.g >= dark.b or len({*dark.rgb}) == 1
    assert dark.g - dark.b >= 0


@pytest.mark.parametrize("term", ["xterm-256color", "screen"])
def test_what_could_be_read_can_be_read_in_few_colours(
    term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = depth(monkeypatch, term)
    assert found is not None
    for ink, ground in (("#808080", "#202020"), ("#755730", "#f4f1ea"), ("#ffffff", "#2f6f8f")):
        before = contrast(Color.parse(ink), Color.parse(ground))
        style = found.style(Style(color=ink, bgcolor=ground))
        assert style.color is not None
        assert style.bgcolor is not None
        sent = [Color(*each.get_truecolor()) for each in (style.color, style.bgcolor)]
        colours = [found.nearest(each) for each in sent]
        assert contrast(*colours) >= min(before, TEXT) - 0.5
