"""Everything on a board can be seen: contrast is computed from the colours that are drawn."""

from collections.abc import Callable
from itertools import combinations, product
from math import dist
from typing import Any

import numpy as np
import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color, rgb_to_lab

from termgames.core.display import Overlay
from termgames.core.game import NEUTRAL
from termgames.core.topology import hexhex, square
from termgames.tui.board.layout import ZOOMS
from termgames.tui.contrast import GRAPHICS, TEXT, contrast, readable
from termgames.tui.depth import Depth, depth_of
from termgames.tui.themes import ASCII, LOOKS, looks
from tests.tui.board.support import COLOURS, BoardApp, LandApp

PIECES = {*"".join((*ASCII.stones, *ASCII.ghosts))}
EVERY_LOOK = [
    look
    for each in LOOKS
    for look in dict.fromkeys((each, each.light, each.plate))
    if look is not None
]
DEPTHS = ("", "256", "16")
PLAYERS = sorted({(depth, len(look.players)) for depth in DEPTHS for look in looks(2, depth=depth)})


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


def faint(board: Any) -> set[tuple[str, str, str]]:
    """What is drawn with too little contrast: the characters, their colour and their ground. Pixels
    are no characters."""
    found = set()
    lines = map(board.canvas.render_line, range(board.canvas.size.height))
    for text, style, _ in (each for line in lines for each in line if each.text.strip("▀ ")):
        ink, ground = (Color(*each.triplet) for each in (style.color, style.bgcolor))
        # Stones and ghosts are pictures, also where they are drawn as letters.
        letters = any(char.isalnum() or char == "!" for char in text if char not in PIECES)
        if contrast(ink, ground) < (TEXT if letters else GRAPHICS) - 0.01:
            found.add((text.strip(), ink.hex, ground.hex))
    return found


@pytest.mark.parametrize("topology", [square(7), hexhex(4)], ids=["square", "hexhex"])
@pytest.mark.parametrize(("colours", "seats"), PLAYERS)
async def test_everything_on_a_board_has_contrast(
    colours: str, seats: int, topology: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every zoom, in every depth and look: stones and their marks, areas of everybody, ghosts,
    faults, the cursor."""
    monkeypatch.setenv("TERM", {"16": "screen"}.get(colours, "xterm-256color"))
    monkeypatch.setenv("COLORTERM", "" if colours else "truecolor")
    dark = [look for look in looks(2, depth=colours) if len(look.players) == seats]
    every, cells = [*dark, *(look.under(dark=False) for look in dark)], topology.cells
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
        for zoom, look in product(ZOOMS, dict.fromkeys(every)):
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


async def test_marks_around_a_board_have_contrast() -> None:
    app = BoardApp(["bb.", ".-.w", "..--.", ".-..", "..b"], game_id="majorities", size=3)
    async with app.run_test(size=(80, 40)):
        two = [look for look in EVERY_LOOK if len(look.players) == 2 or not look.named]
        for zoom, look in product(ZOOMS, two):
            app.board.canvas.dress(zoom=zoom, look=look)
            assert not faint(app.board), look.name


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


@pytest.mark.parametrize("eye", EYES)
def test_the_players_colours_are_apart_for_every_eye(eye: str) -> None:
    for look in EVERY_LOOK:
        seen = [as_seen(colour, eye) for colour in look.players]
        for colours, apart in ((5, 20), (6, 17)):
            among = combinations(seen[:colours], 2)
            assert min(dist(one, other) for one, other in among) >= apart, look.name
        assert min(dist(one, as_seen(look.board, eye)) for one in seen) >= 30, look.name


def test_with_256_colours_red_is_red_wherever_there_is_no_green() -> None:
    for colours in (3, 4, 5):
        (look,) = looks(colours, "bwrug", depth="256")
        red = Color.parse(look.players[2])
        assert (red.r > 2 * red.g) == (colours < 5)
        assert look.under(dark=False).players == look.players


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """The depth of a terminal of which the environment says this."""

    def depth(term: str, **more: str) -> Depth | None:
        monkeypatch.delenv("COLORTERM", raising=False)
        for name, value in {"TERM": term, **more}.items():
            monkeypatch.setenv(name, value)
        app: App[None] = App()
        return depth_of(app)

    return depth


def test_the_terminal_says_how_many_colours_it_has(depths: Any) -> None:
    for term, colours in (("xterm-256color", "256"), ("screen", "16")):
        assert depths(term).name == colours
    assert depths("xterm-256color", COLORTERM="truecolor") is None
    assert depths("screen", NO_COLOR="1") is None


def test_few_colours_can_be_read_and_wood_is_brown_and_not_pink(depths: Any) -> None:
    """Each of red, green and blue rounded by itself would be #af5f5f."""
    found = depths("xterm-256color")
    assert found.nearest(Color.parse("#9c7240")) == Color.parse("#af875f")
    dark = found.nearest(Color.parse("#6d543b"))
    assert dark.r >= dark.g >= dark.b or len({*dark.rgb}) == 1
    for few in (found, depths("screen")):
        for ink, ground in (("#808080", "#202020"), ("#755730", "#f4f1ea"), ("#ffffff", "#2f6f8f")):
            before = contrast(Color.parse(ink), Color.parse(ground))
            style = few.style(Style(color=ink, bgcolor=ground))
            sent = [Color(*each.get_truecolor()) for each in (style.color, style.bgcolor)]
            assert contrast(*map(few.nearest, sent)) >= min(before, TEXT) - 0.5


def test_pictures_of_boards_have_the_colours_that_the_game_has() -> None:
    """Stones of nobody's, and players in the order of their letters."""
    for colours, marks in ((2, "bw"), (2, "bwr"), (2, "wb"), (2, "yr"), (3, "bwrug"), (3, "wrb")):
        for look in looks(colours, marks):
            plate = look.plate or look
            assert (len(plate.players), plate.named) == (len(look.players), look.named)
            nobodys = len(marks) - colours
            assert not nobodys or plate.players[colours:] == (plate.neutral,) * nobodys
