"""Tables that mean no good: what they say is one error, and nothing is read from the disk."""

import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core import maps
from termgames.core.errors import StorageError
from termgames.play.together import link, rooms, wire
from termgames.play.together.mirror import Mirror
from termgames.play.together.rooms import OwnSeat
from termgames.play.together.visit import seats_for
from tests.cases import cases

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


OWN = [OwnSeat(0, "black-1", "", host=True), OwnSeat(2, "red-1", "Ann", host=False)]
"""Seats of two people at one account, of whom the second came last."""


@pytest.mark.parametrize(
    ("kinds", "name", "seats"),
    cases("""
    # a second window; another game by the name of the table
    here free free | | 1 2
    free free free | Ann | 0 1 2
    here here away | | 0
    here free away | | 1
    away free away | ann | 2
    bot free here | Ann | 1
    # who had no name
    away free free | Bob | 0
    here here here | Bob | 0
    """),
)
def test_each_finds_his_seat(kinds: str, name: str, seats: str) -> None:
    kind_of = {"here": "guest", "away": "guest"}
    seated = [
        wire.Seated(at, "", "human", kind_of.get(kind, kind), kind not in ("away", "free"), True)
        for at, kind in enumerate(kinds.split())
    ]
    about = wire.About("friday", 1, "mitropia", tuple(seated), True, False, acting=0, ply=0)
    assert seats_for(about, OWN, name) == [*map(int, seats.split())]


def test_seats_are_remembered(own_data_folder: Path) -> None:
    for own in (*OWN, OwnSeat(1, "x" * 60_000, "", host=False)):
        rooms.remember_seat("friday", own)
    assert rooms.own_seats("friday") == OWN
    rooms.remember_seat("friday", replace(OWN[0], key="black-2"))
    assert [each.key for each in rooms.own_seats("friday")] == ["red-1", "black-2"]
    # What an older version kept is read once more.
    (own_data_folder / "tables").mkdir()
    (own_data_folder / "tables" / "keys").write_text('{"monday": "white-1", "friday": "red-7"}')
    assert rooms.own_seats("monday", ("black", "white")) == [OwnSeat(1, "white-1", "", host=True)]
    assert len(rooms.own_seats("friday", ("black", "red"))) == 2
    (own_data_folder / "seats.json").write_text('{"friday": [[0, 1], 7], "monday": 3}')
    assert rooms.own_seats("friday") == []


def test_no_link_is_followed(own_data_folder: Path, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("TERMGAMES_RUNTIME", str(runtime := tmp_path / "run"))
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    rooms.folder()
    (runtime / "friday.table").touch()
    for place in (own_data_folder / "tables" / "friday.host", runtime / "friday.host"):
        rooms.keep_host_key("monday", "host-1")  # makes the folder
        place.symlink_to(secret)
    assert rooms.host_key("friday") == ""
    (runtime / "friday.host").unlink()
    (runtime / "friday.host").write_text("host-1")
    assert rooms.host_key("friday") == "host-1", "that of a table of version 0.15"


@pytest.mark.skipif(os.getuid() != 0 or not hasattr(socket, "SO_PEERCRED"), reason="needs root")
def test_no_key_is_sent_where_another_user_listens(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TERMGAMES_RUNTIME", str(runtime := tmp_path / "run"))
    path = rooms.socket_path(rooms.folder(), "friday")
    assert runtime == path.parent
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        listens = (
            "import os, socket, time; os.setuid(65534); socket.socket(fileno=0).listen(8);"
            "print(1, flush=True); time.sleep(60)"
        )
        other = subprocess.Popen(
            [sys.executable, "-c", listens], stdin=door.fileno(), stdout=subprocess.PIPE
        )
        other.stdout.readline()
        with pytest.raises(StorageError, match="another user's"):
            rooms.connect(path)
        assert list(link.tables(str)) == []
        other.kill()
        other.wait()
        other.stdout.close()


@pytest.mark.parametrize("data", [b"[" * 3000 + b"\n", b"{" + b'"a":1,' * 2500 + b'"b":2}'])
def test_lines_of_guests_have_a_bounded_number_of_parts(data: bytes) -> None:
    with pytest.raises(wire.WireError, match="too many parts"):
        wire.from_guest(data)
