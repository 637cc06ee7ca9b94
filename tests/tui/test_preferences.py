"""What a player likes is kept, and a damaged file does no harm."""

from __future__ import annotations

import pytest

from termgames.core.errors import StorageError
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


def test_bytes_that_are_no_text_and_a_folder_in_the_way() -> None:
    preferences.path().parent.mkdir()
    preferences.path().write_bytes(b"\xff\xfe\x00")
    assert preferences.load() == Preferences()
    preferences.path().unlink()
    preferences.path().mkdir()
    assert preferences.load() == Preferences()
    with pytest.raises(StorageError):
        preferences.keep(stamp=True)
