"""Whole screens, compared with those that are kept; with FRAMES=anew they are written."""

from __future__ import annotations

import os

import pytest

from tests import frames


@pytest.mark.parametrize("name", frames.SCENES)
def test_the_screen_is_the_one_that_is_kept(name: str) -> None:
    now = frames.frame(name)
    differs = list(frames.differing(name, now))
    if differs and os.environ.get("FRAMES") == "anew":
        frames.path_of(name).write_text(now, "utf-8")
    assert not differs, "\n".join(differs)


def test_every_frame_that_is_kept_has_its_scene() -> None:
    assert {path.stem for path in frames.FOLDER.glob("*.txt")} == set(frames.SCENES)


def test_a_colour_alone_makes_another_frame() -> None:
    one, other = ([[("a", "red"), ("b", ink)]] for ink in ("red", "on blue"))
    assert frames.text_of(one) == "ab\n\n\n\n   red\n"
    assert frames.text_of(other) == "ab\n\n a\n\n   red\na  on blue\n"
