"""What a player likes is kept, and a damaged file does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames import games
from termgames.core.errors import StorageError
from termgames.play.new_game import NewGame
from termgames.tui import preferences
from termgames.tui.preferences import Preferences


def test_values_are_kept_one_by_one() -> None:
    assert preferences.load() == Preferences()
    preferences.keep(stamp=True)
    preferences.keep(theme="termgames-light")
    assert preferences.load() == Preferences(theme="termgames-light", stamp=True)
    assert [file.name for file in preferences.path().parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Preferences()),
        ("{", Preferences()),
        ("[1, 2]", Preferences()),
        ("null", Preferences()),
        ('{"stamp": "yes", "ascii": true}', Preferences(ascii=True)),
        ('{"stamp": 1, "theme": null, "of another version": []}', Preferences()),
        ("[" * 9000, Preferences()),
        (" " * 2_000_000 + '{"stamp": true}', Preferences()),
    ],
)
def test_a_damaged_file_gives_defaults_and_can_be_replaced(
    text: str, expected: Preferences
) -> None:
    preferences.path().parent.mkdir()
    preferences.path().write_text(text)
    assert preferences.load() == expected
    preferences.keep(stamp=True)
    assert preferences.load() == expected.changed(stamp=True)


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5000, "1e308", "NaN", "-1e999"])
def test_a_number_beyond_all_measure_is_the_default(number: str) -> None:
    """Also in the form of a game, which the menu opens with it."""
    info = games.info("plurality")
    chosen = NewGame("plurality", {"size": 5}, ("human", "bot:2"), 3.0)
    preferences.remember(info, chosen)
    preferences.keep(ascii=True)
    text = preferences.path().read_text()
    assert '"time": "3"' in text
    preferences.path().write_text(text.replace('"time": "3"', f'"time": {number}'))
    assert preferences.load().ascii
    form = preferences.remembered(info)
    assert form is not None
    assert (form.players, form.time) == (chosen.players, None)


def test_bytes_that_are_no_text_and_a_folder_in_the_way() -> None:
    preferences.path().parent.mkdir()
    preferences.path().write_bytes(b"\xff\xfe\x00")
    assert preferences.load() == Preferences()
    preferences.path().unlink()
    preferences.path().mkdir()
    assert preferences.load() == Preferences()
    with pytest.raises(StorageError):
        preferences.keep(stamp=True)


def test_a_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", str(Path("/dev/null/below")))
    assert preferences.load() == Preferences()
    with pytest.raises(StorageError):
        preferences.keep(stamp=True)
