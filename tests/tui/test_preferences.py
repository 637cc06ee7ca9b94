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
    ("data", "expected"),
    [
        *((data, {}) for data in (b"", b"{", b"[1, 2]", b"null", b"[" * 9000, b"\xff\xfe\x00")),
        (b'{"stamp": "yes", "ascii": true}', {"ascii": True}),
        (b'{"stamp": 1, "theme": null, "of another version": []}', {}),
        (b" " * 2_000_000 + b'{"stamp": true}', {}),
    ],
)
def test_a_damaged_file_gives_defaults_and_can_be_replaced(
    data: bytes, expected: dict[str, bool]
) -> None:
    preferences.path().parent.mkdir()
    preferences.path().write_bytes(data)
    assert preferences.load() == Preferences().changed(**expected)
    preferences.keep(stamp=True)
    assert preferences.load() == Preferences().changed(**expected, stamp=True)


def test_a_folder_in_the_way_is_told() -> None:
    preferences.path().mkdir(parents=True)
    assert preferences.load() == Preferences()
    with pytest.raises(StorageError):
        preferences.keep(stamp=True)
