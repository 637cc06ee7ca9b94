"""Contrast between two colours as the Web Content Accessibility Guidelines (2.1) measure it, and
colours moved until there is enough of it."""

from collections.abc import Callable, Iterable

from textual.color import Color

from termgames.play.pictures import paper

GRAPHICS, TEXT = 3.0, 4.5
"""What lines and stones need at least, and what letters and digits do."""
_STEPS = 20
_BLACK, _WHITE = Color(0, 0, 0), Color(255, 255, 255)
Near = Callable[[Color], Color]
"""The colour that a terminal shows for one."""


def _itself(colour: Color) -> Color:
    return colour


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio, 1 to 21."""
    return paper.contrast(one.rgb, other.rgb)


def luminance(colour: Color) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    return paper.luminance(colour.rgb)


def farthest(ink: Color, ground: Color) -> Color:
    """Black or white, on the side of the ground on which the ink is."""
    return _WHITE if luminance(ink) > luminance(ground) else _BLACK


def readable(ink: Color, ground: Color, least: float, near: Near = _itself) -> Color:
    """`ink`, made lighter or darker as little as needed for a contrast of `least` on `ground`;
    it crosses over to the other side of the ground only where its own leaves no room. What is
    found is a colour that `near` gives."""
    own = farthest(ink, ground)
    ends = (own, _BLACK if own is _WHITE else _WHITE)
    for end in ends:
        for step in range(_STEPS + 1):
            moved = near(ink.blend(end, step / _STEPS))
            if contrast(moved, ground) >= least:
                return moved
    return max(ends, key=lambda end: contrast(end, ground))


def tinted(
    board: Color, tint: Color, much: float, inks: Iterable[Color], near: Near = _itself
) -> Color:
    """`board` blended with as much of `tint`, at most `much`, as leaves every one of `inks`
    visible on it. `inks` that cannot be seen on the bare board do not count."""
    seen = [ink for ink in inks if contrast(ink, board) >= GRAPHICS]
    for step in range(_STEPS, 0, -1):
        ground = near(board.blend(tint, much * step / _STEPS))
        if all(contrast(ink, ground) >= GRAPHICS for ink in seen):
            return ground
    return board


def as_light(colour: Color, other: Color) -> Color:
    """`colour`, made lighter or darker until it is as light as `other`."""
    end = farthest(other, colour)
    moved = (colour.blend(end, step / _STEPS) for step in range(_STEPS))
    return min(moved, key=lambda found: abs(luminance(found) - luminance(other)))
