"""Pictures and films of games."""

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play import store
from termgames.play.match import Match
from termgames.play.pictures import diagram, kinds, raster, svg
from termgames.play.pictures.kinds import PictureWish
from termgames.play.pictures.kinds import _turns as turns
from termgames.play.pictures.paper import book
from termgames.play.sitting.shown import Shown

RECORDS = Path(__file__).parents[2] / "readme_games"


def match_of(name: str) -> Match[Any, Any]:
    return store.read(RECORDS / f"{name}.tgr", draws=False)


def made(name: str, kind: str, **more: Any) -> bytes:
    of = match_of(name)
    usual = {"paper": book(of.game), "ply": of.ply, "first": 0, "last": of.ply}
    (form,) = [each for each in kinds.KINDS if each.name == kind]
    return form.made(of, PictureWish(**{**usual, **more}))


def test_a_small_board_as_svg_and_as_text() -> None:
    picture = made("small", "svg", ply=1).decode()
    assert "<title>plurality, size 7, komi" in picture
    assert 'width="304" height="304"' in picture
    text = made("small", "text", ply=1).decode()
    assert text.split("\n")[0].endswith("after move 1: 1. black f6,g6,g7")
    assert "\n7 . . . . . .*W 7\n6 . . . . .*B*B 6\n" in text
    assert text.endswith("white 0.5\n") or "score: black" in text


@pytest.mark.parametrize("name", ["tricolor", "mitropia"])
def test_png_and_gif_open(name: str) -> None:
    pytest.importorskip("resvg_py", reason="needs resvg-py")
    from PIL import Image

    picture = Image.open(io.BytesIO(made(name, "png")))
    picture.load()
    shown = Shown(match_of(name))
    shown.look(shown.match.ply)
    plan = svg.plan_of(diagram.diagram(shown))
    assert picture.size == (round(2 * plan.width), round(2 * plan.height))
    film: Any = Image.open(io.BytesIO(made(name, "gif", last=(last := min(12, shown.match.ply)))))
    time = 0  # positions that look alike are one picture that is shown longer
    for number in range(film.n_frames):
        film.seek(number)
        time += film.info["duration"]
    assert time == 1000 * (len(list(turns(shown, 0, last))) + 2)


def test_letters_are_drawn_without_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(OptionError, match=r"pip install 'termgames\[pictures\]'"):
            made("small", "png")
        patch.setitem(sys.modules, "PIL", None)
        with pytest.raises(OptionError, match="gif needs Pillow: install it with pip install"):
            made("small", "gif")
    resvg = pytest.importorskip("resvg_py", reason="needs resvg-py")
    picture, whole = made("small", "svg").decode(), resvg.svg_to_bytes
    bare = re.sub("<text.*?</text>", "", picture)
    fontless = {"skip_system_fonts": True}
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **how: whole(**{**how, **fontless}))
    assert raster.png(picture) != raster.png(bare)
