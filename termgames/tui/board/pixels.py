"""What a cell looks like, drawn as square pixels; a character is two, one above the other.

A cell of a board at zoom z is 2z pixels wide and high. `draw` computes its colours with numpy, many
samples a pixel, so that stones are round and lines run through the middle. What is drawn of a cell
depends on its `Face` alone.
"""

from functools import cache, lru_cache

import numpy as np

from termgames.core.arrays import Flags, Floats
from termgames.play.pictures.faces import GHOST, SOLID, STONE, Face, is_dark, shade
from termgames.play.pictures.paper import Rgb

Pixels = Floats
"""(height, width, 3): red, green and blue, 0 to 255."""
_SAMPLES = 8
"""Samples of a pixel in a row and in a column."""


@cache
def _samples(size: int) -> tuple[Floats, Floats]:
    """(size * _SAMPLES,) * 2: how far right of the middle and below it samples lie; half a cell is
    1."""
    many = size * _SAMPLES
    along: Floats = ((np.arange(many) + 0.5) * 2 / many - 1).astype(np.float32)
    return along[None, :], along[:, None]


@lru_cache(maxsize=4096)
def draw(face: Face, size: int) -> Pixels:
    """(size, size, 3): the pixels of a cell. Not to be written to."""
    x, y = _samples(size)
    pixel = 2 / size
    image = np.empty((x.size, y.size, 3), np.float32)
    image[:] = face.ground
    away = np.hypot(x, y)
    if face.hexagon:
        thin = np.maximum(np.abs(x), np.abs(y)) > 1 - pixel / 4
        edge, much = (thin, 0.55) if face.hexagon == 1 else (np.minimum(x, y) < pixel - 1, 0.9)
        _blend(image, edge, face.line, much)
    if face.ways is not None:
        _blend(image, _lines(face.ways, x, y, max(0.09, pixel / 3.5)), face.line, 0.9)
    if face.star:
        _blend(image, away <= max(0.3, pixel), face.line, 0.95)
    if face.dot is not None:
        colour, wide = face.dot
        wide = max(pixel, round(wide / pixel) * pixel)
        _blend(image, (np.abs(x) <= wide) & (np.abs(y) <= wide), colour, 1.0)
    if face.stone is not None:
        _lay_stone(image, face, x, y, pixel)
    if face.cross is not None:
        aslant = np.minimum(np.abs(x - y), np.abs(x + y)) <= max(0.2, 0.7 * pixel)
        _blend(image, aslant & (away <= max(0.45, 1.2 * pixel)), face.cross, 0.8)
    edge = np.maximum(np.abs(x), np.abs(y)) >= 1 - pixel
    if face.frame is not None:
        _blend(image, edge, face.frame, 1.0)
    if face.corners is not None:
        near = np.minimum(np.abs(x), np.abs(y)) >= 1 - pixel * (size // 3)
        _blend(image, edge & near, face.corners, 1.0)
    return np.asarray(image.reshape(size, _SAMPLES, size, _SAMPLES, 3).mean((1, 3)))


def _blend(image: Pixels, where: Flags, colour: Rgb, much: float) -> None:
    image[where] += (np.array(colour, np.float32) - image[where]) * np.float32(much)


def _lines(ways: int, x: Floats, y: Floats, wide: float) -> Flags:
    """Where the lines of a crossing run, each from the middle."""
    up, right, down, left = (bool(ways & 1 << way) for way in range(4))
    across = (np.abs(y) <= wide) & (
        (x >= -wide if right else x > 9) | (x <= wide if left else x > 9)
    )
    along = (np.abs(x) <= wide) & ((y <= wide if up else y > 9) | (y >= -wide if down else y > 9))
    return np.asarray(across | along)


def _lay_stone(image: Pixels, face: Face, x: Floats, y: Floats, pixel: float) -> None:
    """A ball lit from the upper left, with its shadow on the board; a ghost is flat and smaller."""
    assert face.stone is not None
    (ink, mark), radius = face.stone, GHOST if face.ghost else STONE
    away = np.hypot(x, y)
    disc = away <= radius
    if face.ghost:
        _blend(image, disc, ink, SOLID)
    else:
        shadow = np.clip((np.hypot(x - 0.08, y - 0.12) - radius) / 0.22, 0, 1)[..., None]
        image *= 0.7 + 0.3 * shadow
        light = np.clip(1 - ((x + 0.34) ** 2 + (y + 0.38) ** 2) / 2.1, 0, 1)[..., None]
        image[disc] = shade(ink, light)[disc]
    if mark:
        _blend(image, _marks(mark, x, y, pixel), (255,) * 3 if is_dark(ink) else (0,) * 3, 0.5)
    if face.ring is not None:
        inner, outer = (0.36, 0.64) if pixel < 0.4 else (0.0, 0.5)
        _blend(image, (away >= inner) & (away <= outer), face.ring, 1.0)


def _marks(mark: int, x: Floats, y: Floats, pixel: float) -> Flags:
    """The form in the middle of a stone: a dot, a bar, a pole, a slope."""
    thin, long = max(0.14, pixel * 0.6), max(0.45, pixel * 1.5)
    forms = {
        1: np.hypot(x, y) <= max(0.3, pixel),
        2: (np.abs(y) <= thin) & (np.abs(x) <= long),
        3: (np.abs(x) <= thin) & (np.abs(y) <= long),
        4: (np.abs(x - y) <= 1.3 * thin) & (np.hypot(x, y) <= long),
        5: (np.abs(x + y) <= 1.3 * thin) & (np.hypot(x, y) <= long),
    }
    return np.asarray(forms[(mark - 1) % 5 + 1])
