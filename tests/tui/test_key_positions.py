"""Shortcuts on keyboards that type other letters than Latin ones."""

from __future__ import annotations

import pytest
from textual import events

from termgames.tui.key_positions import on_qwerty


@pytest.mark.parametrize(
    ("letter", "key", "character"),
    [
        ("й", "q", "q"),
        ("Й", "Q", "Q"),
        ("ю", "full_stop", "."),
        ("Х", "left_curly_bracket", "{"),  # noqa: RUF001
        ("і", "s", "s"),  # noqa: RUF001
        ("σ", "s", "s"),  # noqa: RUF001
        ("Σ", "S", "S"),
        ("ם", "o", "o"),
        ("ש", "a", "a"),
        ("ض", "q", "q"),
        ("ة", "m", "m"),
        ("q", "q", "q"),
        ("ü", "ü", "ü"),
        ("漢", "漢", "漢"),
    ],
)
def test_a_letter_stands_for_the_one_in_its_place(letter: str, key: str, character: str) -> None:
    placed = on_qwerty(events.Key(letter, letter))
    assert (placed.key, placed.character) == (key, character)


def test_with_ctrl_as_well() -> None:
    assert on_qwerty(events.Key("ctrl+й", None)).key == "ctrl+q"


@pytest.mark.parametrize("name", ["enter", "ctrl+q", "shift+tab", "plus", "+", "ctrl++", " "])
def test_other_keys_stay_as_they_are(name: str) -> None:
    key = events.Key(name, None)
    assert on_qwerty(key) is key
