"""Tables that mean no good: what they say is one error, and nothing is read from the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames.core import maps
from termgames.core.errors import StorageError
from termgames.play.together import news, rooms, wire
from termgames.play.together.mirror import Mirror

WELCOME = wire.Welcome("friday", "1", 0, "black-x", host=False)


def setting(*lines: str) -> wire.Setting:
    return wire.Setting(1, ("termgames record 2", *lines, ""))


PLURALITY = setting("game: plurality", "size: 5")


def seats(*numbers: int) -> wire.Seats:
    return wire.Seats(
        tuple(wire.Seated(at, "\x1b[31m", "x" * 999, "guest", True, True) for at in numbers), True
    )


@pytest.mark.parametrize(
    "said",
    [
        [setting("game: chess")],
        [setting("game: plurality", "size: 1000000")],
        [setting("game: plurality", "size: 5", "plies: 7")],
        [wire.Setting(1, ("", "\x00"))],
        [wire.Setting(1, ())],
        [wire.Moves(0, ("pass",))],
        [PLURALITY, wire.Moves(5, ("pass",))],
        [PLURALITY, wire.Moves(-1, ("pass",))],
        [PLURALITY, wire.Moves(0, ("a1,a1,a1",))],
        [PLURALITY, wire.Moves(0, ("\x1b]0;x\x07",))],
        [wire.Welcome("friday", "1", 7, "key", host=True), PLURALITY],
        [PLURALITY, wire.Welcome("friday", "1", -1, "key", host=True)],
        [setting("game: mitropia", "players: 3"), wire.GameOver("x", (), 1)],
    ],
)
def test_what_cannot_be_is_one_error(said: list[wire.FromTable]) -> None:
    mirror = Mirror()
    for message in (WELCOME, *said[:-1]):
        mirror.take(message)
    with pytest.raises(StorageError) as fault:
        mirror.take(said[-1])
    assert "\x1b" not in str(fault.value)
    assert "\n" not in str(fault.value)


def test_no_map_is_read_because_a_table_names_it(tmp_path: Path) -> None:
    path = tmp_path / "own.map"
    path.write_text(maps.find("9x9").text)
    header = ("game: mitropia", f"map: {path}", "players: 2")
    with pytest.raises(StorageError, match="no map that comes with the program"):
        Mirror().take(setting(*header))
    with pytest.raises(StorageError, match="no map that comes with the program"):
        Mirror().take(setting("game: mitropia", "map: /dev/zero", "players: 2"))
    mirror = Mirror()
    mirror.take(setting("game: mitropia", "map: 9x9", "players: 2"))
    assert mirror.match is not None


def test_seats_that_there_are_not_are_called_by_their_number() -> None:
    mirror = Mirror()
    for message in (WELCOME, PLURALITY, seats(0, 1)):
        mirror.take(message)
    odd = seats(0, 7, -3, 1)
    assert isinstance(list(news.seat_news(mirror, odd)), list)
    mirror.take(odd)
    assert any(line.startswith("seat 8") for line in news.seat_lines(mirror))
    assert "seat 10" in news.proposal_line(mirror, wire.Proposed(1, "dance", 9, (0, 88)))
    assert all(line.isprintable() for line in news.seat_lines(mirror))


def test_a_table_that_tells_of_no_game_is_left() -> None:
    with pytest.raises(StorageError, match="no game"):
        Mirror().wait_for_a_game(lambda: [wire.Note("soon")])


def test_a_text_that_is_no_key_is_not_remembered(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", str(tmp_path))
    rooms.remember_key("friday", "white-7f3k-8mqa-u2ce-vvh4")
    rooms.remember_key("monday", "x" * 60_000)
    assert rooms.own_key("friday")
    assert not rooms.own_key("monday")


@pytest.mark.parametrize("data", [b"[" * 3000 + b"\n", b"{" + b'"a":1,' * 2500 + b'"b":2}'])
def test_lines_of_guests_have_a_bounded_number_of_parts(data: bytes) -> None:
    with pytest.raises(wire.WireError, match="too many parts"):
        wire.from_guest(data)


def test_lines_of_guests_are_shorter_than_those_of_tables() -> None:
    cutter = wire.LineCutter(wire.MOST_FROM_GUEST)
    assert list(cutter.take(b"a\n\n" + b"x" * 8190 + b"\nrest")) == [b"a", b"x" * 8190]
    with pytest.raises(wire.WireError, match="more than 8192"):
        list(cutter.take(b"x" * 8190))
    assert list(wire.LineCutter().take(b"x" * 60_000 + b"\n")) == [b"x" * 60_000]
