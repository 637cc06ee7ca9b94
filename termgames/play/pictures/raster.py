"""SVG as PNG, and several of them as a GIF, by the packages of the extra `pictures`."""

import io
import tempfile
from collections.abc import Iterable
from pathlib import Path

from termgames.core import files
from termgames.core.extras import extra

_OTHERWISE = ", or write svg"
_LAST = 3.0
"""The last position of a film is shown so many times as long."""


def png(svg: str, scale: float = 2.0) -> bytes:
    """The picture in points, `scale` of them for a unit of the SVG, its letters in the font of
    Pillow where the system has none of those that it names; OptionError without the packages."""
    with extra("pictures", "png needs resvg-py and Pillow", _OTHERWISE):
        import resvg_py
        from PIL import ImageFont
    font = ImageFont.load_default(12)
    assert isinstance(font, ImageFont.FreeTypeFont)
    with tempfile.TemporaryDirectory() as folder:
        file, family = Path(folder) / "font.ttf", font.getname()[0]
        files.write(file, font.font_bytes)
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg, zoom=scale, font_files=[str(file)], sans_serif_family=family
        )
    return bytes(drawn)


def gif(pictures: Iterable[str], seconds: float) -> bytes:
    """A film of pictures in SVG, each shown so long; OptionError without the packages for it."""
    with extra("pictures", "gif needs Pillow", _OTHERWISE):
        from PIL import Image
    drawn = [
        Image.open(io.BytesIO(png(svg, 1.0))).convert("RGB").quantize(dither=Image.Dither.NONE)
        for svg in pictures
    ]
    times = [*(round(1000 * seconds) for _ in drawn[1:]), round(1000 * seconds * _LAST)]
    whole = io.BytesIO()
    drawn[0].save(
        whole, "GIF", save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=False
    )
    return whole.getvalue()
