"""Terminals with 256 or 16 colours: the nearest of them to the eye in place of every colour.

Rich rounds each of red, green and blue by itself, so that wood becomes pink. Here nearness is
measured in CIELAB. `Depth.nearest` is for whoever chooses colours that have to be seen on each
other, `FewColours` for all that is drawn.
"""

from functools import lru_cache
from math import hypot
from typing import Any

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color, Lab, rgb_to_lab
from textual.filter import LineFilter

from termgames.tui.contrast import GRAPHICS, TEXT, contrast, farthest, readable

_HUE = 3.0
_LEVELS = (0, 95, 135, 175, 215, 255)
_SIXTEEN = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
"""As xterm has them; other terminals differ little, unless the player changed them."""


def _difference(one: Lab, other: Lab) -> float:
    """How different two colours look. Another hue is worse than another strength of it: rather
    grey than pink for brown."""
    strength = hypot(one.a, one.b) - hypot(other.a, other.b)
    hue = (one.a - other.a) ** 2 + (one.b - other.b) ** 2 - strength**2
    return (one.L - other.L) ** 2 + strength**2 + _HUE * hue


class Depth:
    """The colours of a terminal with few of them."""

    def __init__(self, name: str, colours: dict[int, Color]) -> None:
        self.name = name
        """256 or 16"""
        self._numbers = {colour: number for number, colour in reversed(colours.items())}
        self._labs = [(colour, rgb_to_lab(colour)) for colour in self._numbers]
        self.nearest = lru_cache(maxsize=4096)(self._nearest)
        self.style = lru_cache(maxsize=4096)(self._style)

    def _nearest(self, colour: Color) -> Color:
        """The colour of the terminal that looks most like `colour`."""
        wanted = rgb_to_lab(colour)
        return min(self._labs, key=lambda pair: _difference(wanted, pair[1]))[0]

    def _style(self, style: Style) -> Style:
        """The style in colours of the terminal; what could be read before can be read then."""
        inks = [
            each and each.triplet and Color(*each.triplet) for each in (style.color, style.bgcolor)
        ]
        ink, ground = inks
        back = ground and self.nearest(ground)
        front = ink and self.nearest(ink)
        if ink and ground and front and back:
            least = min(contrast(ink, ground), TEXT)
            moved = readable(front, back, least, self.nearest)
            # White on wood does not become black on grey to be seen a little better.
            if contrast(front, back) < GRAPHICS or farthest(moved, back) == farthest(front, back):
                front = moved
        return style + Style.from_color(self._sent(front), self._sent(back))

    def _sent(self, colour: Color | None) -> RichColor | None:
        return None if colour is None else RichColor.from_ansi(self._numbers[colour])


@lru_cache
def _depth(color_system: str | None) -> Depth | None:
    if color_system == "256":
        cube = [Color(r, g, b) for r in _LEVELS for g in _LEVELS for b in _LEVELS]
        greys = [Color(level, level, level) for level in range(8, 239, 10)]
        return Depth("256", dict(enumerate((*cube, *greys), 16)))
    if color_system in ("standard", "windows"):
        return Depth("16", dict(enumerate(map(Color.parse, _SIXTEEN))))
    return None


def depth_of(app: App[Any]) -> Depth | None:
    """What the terminal of `app` can show; None where that is every colour, or none."""
    return None if app.no_color else _depth(app.console.color_system)


def name_of(app: App[Any]) -> str:
    """The name of that, empty for None."""
    depth = depth_of(app)
    return "" if depth is None else depth.name


class FewColours(LineFilter):
    """Draws everything in the colours of a terminal with few."""

    def __init__(self, depth: Depth) -> None:
        super().__init__()
        self._style_of = depth.style

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in these colours."""
        style_of = self._style_of
        return [
            Segment(text, style and style_of(style), control) for text, style, control in segments
        ]


def draw_few(app: App[Any]) -> None:
    """Let an application draw no other colours than its terminal has."""
    depth = depth_of(app)
    if depth is not None:
        app._filters.append(FewColours(depth))
