"""Connections to a table: who is heard and who is sent away, while the others play on."""

import asyncio
import contextlib
import errno
import json
import time
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


class Guest:
    """One on a raw socket."""

    async def come(self, door: Path, said: bytes = b"") -> "Guest":
        self.reader, self.writer = await asyncio.open_unix_connection(door, limit=10**7)
        self.writer.write(said)
        return self

    async def told(self, kind: str, said: bytes = b"") -> Any:
        """The next message of a kind after what he says; None where nothing more comes."""
        if said:
            self.writer.write(said)
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(20):
                while line := await self.reader.readline():
                    if (told := json.loads(line))["type"] == kind:
                        return told.get("text", told)
        return None


class Scene:
    """A table with its door, and what it reports."""

    def __init__(self, folder: Path) -> None:
        self.table, self.seating, _ = table_of("plurality", {"size": 5})
        self.door, self.faults = folder / "door", list[Exception]()
        self.connections = Connections(self.table, self.faults.append)
        self.connections.open(rooms.listen(self.door))

    async def come(self, said: bytes = b"") -> Guest:
        return await Guest().come(self.door, said)

    async def join(self, at: int | None = None) -> Guest:
        """Sit down, or watch."""
        chair = self.seating.watch if at is None else self.seating.places[at]
        guest = await self.come(wire.line(wire.Join(wire.VERSION, key=chair.key)))
        assert await guest.told("seats")
        return guest


@pytest.fixture
async def at(tmp_path: Path) -> Any:
    scene = Scene(tmp_path)
    yield scene
    await scene.connections.say_goodbye("it is late")


async def test_who_is_sent_away_is_told_why_and_half_a_line_is_nothing(at: Scene) -> None:
    for said, why in SENT_AWAY:
        assert why in await (await at.come(said + b"\n")).told("closed"), said
    half = await at.come(LOOK + LOOK[:-1])
    half.writer.write_eof()
    assert await half.told("about")
    assert await half.told("about") is None
    key, before = at.seating.places[0].key, time.monotonic()
    wrong = await at.come(b"".join(wire.line(wire.Join(wire.VERSION, key=k)) for k in ("x", key)))
    assert "opens nothing" in await wrong.told("closed")
    assert time.monotonic() - before > 0.5, "keys can be tried fast"
    assert (len(at.table.guests), at.faults) == (0, [])


async def test_a_flood_delays_nobody_and_a_fault_harms_nobody_else(
    at: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Any] = []
    one, flood, hear = await at.join(0), await at.join(1), at.table.hear
    monkeypatch.setattr(at.table, "hear", lambda guest, said: heard.append(said))
    flood.writer.write(TALK * 150)
    one.writer.write(LOOK)
    while wire.Look() not in heard:
        await asyncio.sleep(0)
    assert len(heard) < 50
    assert "messages a second" in await flood.told("closed", TALK * 100)
    assert 190 < len(heard) < 210
    monkeypatch.setattr(at.table, "hear", lambda guest, said: 1 // 0)
    assert "the table could not do that" in await one.told("closed", LOOK)
    assert [*map(type, at.faults)] == [ZeroDivisionError]

    def send_away(guest: Any, said: Any) -> None:
        heard.append(said)
        for each in at.table.guests:
            each.send(wire.Closed("you are sent away"))

    monkeypatch.setattr(at.table, "hear", send_away)
    both, before = [await at.join(0), await at.join(1)], len(heard)
    for each in both:
        each.writer.write(LOOK)
    assert [await each.told("closed") for each in both] == ["you are sent away"] * 2
    assert len(heard) == before + 1, "who is sent away is heard no more"
    monkeypatch.setattr(at.table, "hear", hear)
    assert await (await at.join(1)).told("said", TALK) == "x"


async def test_who_has_not_joined_makes_room_and_has_little_time(
    at: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_MOST_GUESTS", 3)
    seated, idle = await at.join(0), [await at.come() for _ in range(2)]
    watching = await at.join()
    assert await idle[0].told("closed") is None
    monkeypatch.setattr(connections, "_PATIENCE", 0.2)
    last = await at.join(1)
    assert await idle[1].told("closed") is None
    assert await (await at.come(LOOK)).told("closed") == "the table is full: try later"
    watching.writer.close()
    while len(at.table.guests) > 2:
        await asyncio.sleep(0)
    before = time.monotonic()
    assert await (await at.come()).told("closed") is None
    assert 0.1 < time.monotonic() - before < 2
    for each in (seated, last):
        assert await each.told("about", LOOK)


async def test_who_does_not_read_goes_and_last_words_come(
    at: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf, one, late = await at.join(), await at.join(0), await at.join(1)
    deaf.writer.transport.pause_reading()
    for _ in range(20):
        at.table.guests.note("x" * 90_000)
        await asyncio.sleep(0.01)
    assert len(at.table.guests) == 2
    monkeypatch.setattr(connections, "_FAREWELL", 0.2)
    late.writer.transport.pause_reading()
    at.table.guests.note("x" * 900_000)
    before = time.monotonic()
    await at.connections.say_goodbye("it is late")
    assert 0.1 < time.monotonic() - before < 2
    assert await one.told("closed") == "it is late"


async def test_another_door_and_no_more_files(at: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, here, before = asyncio.get_running_loop(), await at.join(0), at.door
    errors = [OSError(errno.EMFILE, "Too many open files")] * 3
    accept = loop.sock_accept

    async def fails(door: Any) -> Any:
        if errors:
            raise errors.pop()
        return await accept(door)

    monkeypatch.setattr(loop, "sock_accept", fails)
    at.door = before.with_name("other")
    at.connections.open(rooms.listen(at.door))
    assert await (await at.come(LOOK)).told("about")
    assert not errors
    with pytest.raises(ConnectionRefusedError):
        await Guest().come(before)
    assert await here.told("about", LOOK)
