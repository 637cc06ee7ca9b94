"""Connections to a table: who is heard and who is sent away, while the others play on."""

import asyncio
import contextlib
import errno
import json
import time
from asyncio import StreamReader, StreamWriter
from pathlib import Path
from typing import Any

import pytest

from termgames.play.together import connections, rooms, wire
from termgames.play.together.connections import Connections
from tests.play.together.support import table_of

LOOK, TALK = wire.line(wire.Look()), wire.line(wire.Talk("x"))
LONG = 8_192
SENT_AWAY: tuple[tuple[bytes, str], ...] = (
    (b"\n\n\x00\xff\xfe", "no JSON"),
    (b"[]", "no JSON object"),
    (b"[" * 6_000, "too many parts"),
    *((text, f"more than {LONG} bytes") for text in (b"[" * 60_000, b" " * LONG)),
    (b" " * (LONG - 1) + b"\n" + b"x" * LONG, f"more than {LONG} bytes"),
    (b'{"type": "dance"}', "unknown type"),
    (b'{"type": "order", "what": "end"}', "has to be join or look"),
    *((b'{"type": "join"%s}' % more, "join") for more in (b"", b', "wire": "1"', b', "wire": 1e9')),
    (b'{"type": "join", "wire": 2}', "brought up to date"),
    (b'{"type": "join", "wire": 1, "key": "\\ud800"}', "not what it should be"),
    *((text, "messages a second") for text in (LOOK * 20, (b" " * 8_000 + b"\n") * 3)),
)
Guest = tuple[StreamReader, StreamWriter]


class Scene:
    """A table whose doors lie in a folder, and guests on raw sockets."""

    def __init__(self, folder: Path) -> None:
        self.table, self.seating, self.room = table_of("plurality", {"size": 5})
        self.folder, self.faults = folder, list[Exception]()
        self.connections = Connections(self.table, self.faults.append)
        self.open("door")

    def open(self, door: str) -> None:
        self.connections.open(rooms.listen(self.folder / door))

    async def come(self, said: bytes = b"", door: str = "door") -> Guest:
        reader, writer = await asyncio.open_unix_connection(self.folder / door, limit=10**7)
        writer.write(said)
        return reader, writer

    async def join(self, at: int | None = None) -> Guest:
        """Sit down, or watch."""
        chair = self.seating.watch if at is None else self.seating.places[at]
        guest = await self.come(wire.line(wire.Join(wire.VERSION, key=chair.key)))
        assert await told(guest, "seats")
        return guest


async def told(guest: Guest, kind: str) -> Any:
    """The next message of a kind; None where nothing more comes."""
    async with asyncio.timeout(20):
        with contextlib.suppress(ConnectionError):
            while line := await guest[0].readline():
                if (said := json.loads(line))["type"] == kind:
                    return said.get("text", said)
    return None


@pytest.fixture
async def at(tmp_path: Path) -> Any:
    scene = Scene(tmp_path)
    yield scene
    await scene.connections.say_goodbye("it is late")


async def test_who_is_sent_away_is_told_why_and_half_a_line_is_nothing(at: Scene) -> None:
    for said, why in SENT_AWAY:
        assert why in await told(await at.come(said + b"\n"), "closed"), said
    half = await at.come(LOOK + LOOK[:-1])
    half[1].write_eof()
    assert await told(half, "about")
    assert await told(half, "about") is None
    assert not at.faults


async def test_a_flood_delays_nobody_and_ends(at: Scene) -> None:
    heard: list[Any] = []
    at.table.hear = lambda guest, message: heard.append(message)
    (_, say), flood = await at.join(0), await at.join(1)
    flood[1].write(TALK * 150)
    say.write(LOOK)
    while wire.Look() not in heard:
        await asyncio.sleep(0)
    assert len(heard) < 50
    flood[1].write(TALK * 100)
    assert "messages a second" in await told(flood, "closed")
    assert 190 < len(heard) < 210


async def test_who_has_not_joined_makes_room_and_has_little_time(
    at: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_MOST_GUESTS", 3)
    seated, idle = await at.join(0), [await at.come() for _ in range(2)]
    watching = await at.join()
    assert await told(idle[0], "closed") is None
    monkeypatch.setattr(connections, "_PATIENCE", 0.2)
    last = await at.come()
    assert await told(idle[1], "closed") is None
    before = time.monotonic()
    assert await told(last, "closed") is None
    assert time.monotonic() - before < 2
    await at.join(1)
    assert await told(await at.come(LOOK), "closed") == "the table is full: try later"
    for each in (seated, watching):
        each[1].write(LOOK)
        assert await told(each, "about")


async def test_a_wrong_key_is_answered_late_and_nothing_is_heard_meanwhile(at: Scene) -> None:
    wrong, right = (
        wire.line(wire.Join(wire.VERSION, key=key)) for key in ("black", at.seating.places[0].key)
    )
    before = time.monotonic()
    guest = await at.come(wrong + right)
    assert "opens nothing" in await told(guest, "closed")
    assert time.monotonic() - before > 0.5
    assert not len(at.table.guests)


async def test_a_fault_harms_one_guest_alone(at: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = await at.join(0), await at.join(1)
    with monkeypatch.context() as patch:
        patch.setattr(at.table, "_talk", lambda guest, text: 1 // 0)
        one[1].write(TALK)
        assert "the table could not do that" in await told(one, "closed")
    assert [*map(type, at.faults)] == [ZeroDivisionError]
    other[1].write(TALK)
    assert await told(other, "said") == "x"


async def test_who_does_not_read_goes_and_last_words_come(
    at: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf, one, late = await at.join(), await at.join(0), await at.join(1)
    deaf[1].transport.pause_reading()
    for _ in range(20):
        at.table.guests.note("x" * 90_000)
        await asyncio.sleep(0.01)
    assert len(at.table.guests) == 2
    monkeypatch.setattr(connections, "_FAREWELL", 0.2)
    late[1].transport.pause_reading()
    at.table.guests.note("x" * 900_000)
    before = time.monotonic()
    await at.connections.say_goodbye("it is late")
    assert 0.1 < time.monotonic() - before < 2
    assert await told(one, "closed") == "it is late"


async def test_another_door_and_no_more_files(at: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, here = asyncio.get_running_loop(), await at.join(0)
    errors = [OSError(errno.EMFILE, "Too many open files")] * 3
    accept = loop.sock_accept

    async def fails(door: Any) -> Any:
        if errors:
            raise errors.pop()
        return await accept(door)

    monkeypatch.setattr(loop, "sock_accept", fails)
    at.open("other")
    assert await told(await at.come(LOOK, "other"), "about")
    assert not errors
    with pytest.raises(ConnectionRefusedError):
        await at.come()
    here[1].write(LOOK)
    assert await told(here, "about")
