"""The pictures in the README show the program as it looks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pyte
import pytest

pytest.importorskip("PIL.Image", reason="Pillow draws the pictures")
pytest.importorskip("pexpect", reason="the program runs on a pseudo-terminal")

from tests import pictures, readme_pictures

if TYPE_CHECKING:
    from tests.readme_pictures import Wanted

ROOT = Path(__file__).parents[1]


@pytest.fixture
def terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pseudo-terminals that the program takes for terminals with all colours."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as error:
        pytest.skip(f"no pseudo-terminal: {error}")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.long
@pytest.mark.usefixtures("terminals")
@pytest.mark.parametrize("wanted", readme_pictures.WANTED, ids=lambda wanted: wanted.file)
def test_pictures_show_the_program_as_it_looks(wanted: Wanted) -> None:
    """Otherwise `python -m tests.pictures readme` draws them anew."""
    expected = readme_pictures.carried(wanted)
    assert len(expected) == len(wanted.keys)
    screens = readme_pictures.screens(wanted, expected)
    for number, (screen, digest) in enumerate(zip(screens, expected, strict=True), 1):
        same = readme_pictures.digest(screen) == digest
        assert same, f"screen {number} is another now:\n" + "\n".join(screen.display)


def test_a_digest_tells_texts_and_colours_apart() -> None:
    texts = (b"ab", b"ac", b"\x1b[31mab", b"\x1b[41mab", b"\x1b[1mab", b"\x1b[4mab", b"\x1b[2mab")
    digests = set()
    for text in texts:
        screen = pictures.Page(4, 2)
        pyte.ByteStream(screen).feed(text)
        digests.add(readme_pictures.digest(screen))
    assert len(digests) == len(texts)


def test_the_readme_shows_all_of_them_and_they_are_small() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    files = sorted(path.name for path in readme_pictures.FOLDER.iterdir())
    assert files == sorted(wanted.file for wanted in readme_pictures.WANTED)
    for name in files:
        assert f"](assets/pictures/{name})" in readme
        most = 300_000 if name.endswith(".gif") else 40_000
        assert (readme_pictures.FOLDER / name).stat().st_size < most, name
