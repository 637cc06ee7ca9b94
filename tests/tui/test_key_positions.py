"""Shortcuts on keyboards that type other letters than Latin ones."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events

from termgames.tui.key_positions import on_qwerty


@pytest.mark.parametrize(
    ("letter", "key", "character"),
    [
        *((typed, key, key) for typed, key in zip("йЙםשضةqü漢іσΣ", "qQoaqmqü漢ssS", strict=True)),  # noqa: RUF001
        ("ю", "full_stop", "."),
        ("Х", "left_curly_bracket", "{"),  # noqa: RUF001
        ("ctrl+й", "ctrl+q", None),
    ],
)
def test_a_letter_stands_for_the_one_in_its_place(letter: str, key: str, character: Any) -> None:
    placed = on_qwerty(events.Key(letter, letter if character else None))
    assert (placed.key, placed.character) == (key, character)


@pytest.mark.parametrize("name", ["enter", "ctrl+q", "shift+tab", "plus", "+", "ctrl++", " "])
def test_other_keys_stay_as_they_are(name: str) -> None:
    key = events.Key(name, None)
    assert on_qwerty(key) is key
