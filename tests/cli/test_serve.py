"""A table in browsers: who is served, windows and their processes, a whole game in a browser."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte
import pytest

from termgames import tui
from tests.browser import CHROMIUM, browser
from tests.cli.support import Cli
from tests.processes import alive, gone, needs_proc

pytest.importorskip("textual_serve", reason="needs the extra serve")
PATIENCE = 40.0


class Served:
    """A headless table of Plurality, and the server of its windows."""

    def __init__(self, *arguments: str, table: tuple[str, ...] = ()) -> None:
        command = [sys.executable, "-m", "termgames"]
        self.table = subprocess.Popen(
            [*command, "host", "plurality", "--size", "5", "--headless", "--json", *table],
            stdout=subprocess.PIPE,
        )
        assert self.table.stdout is not None
        self.first: dict[str, Any] = json.loads(self.table.stdout.readline())
        self.keys = [seat["key"] for seat in self.first["seats"]]
        self.process = subprocess.Popen(
            [*command, "serve", self.first["table"], "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://\S+?/", line)
        assert found, line
        self.url = found[0]
        self.host = self.url.removeprefix("http://").rstrip("/")

    def seats(self) -> list[dict[str, Any]]:
        """Who sits where, as the table tells everybody."""
        told = subprocess.run(
            [sys.executable, "-m", "termgames", "join", "--list", "--json"],
            capture_output=True,
            check=True,
        )
        seats: list[dict[str, Any]] = json.loads(told.stdout)["seats"]
        return seats

    def said(self) -> str:
        """What the server printed; it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.read().decode()

    def close(self) -> None:
        for process in (self.process, self.table):
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for sockets whose path is short enough."""
    folder = Path("/tmp") / f"tgs-{os.getpid()}-{random.randrange(10**9)}"
    monkeypatch.setenv("TERMGAMES_RUNTIME", str(folder))


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[Served]:
    server = Served(*getattr(request, "param", ()))
    yield server
    server.close()


class Window:
    """A window as a browser has it: a terminal at the end of a web socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def shown(self) -> str:
        return " ".join(" ".join(self.screen.display).split())

    async def wait_for(self, *texts: str) -> None:
        """Until all of them stand in the window."""
        async with asyncio.timeout(PATIENCE):
            while not all(text in self.shown for text in texts):
                message = await self.socket.receive()
                assert message.type == aiohttp.WSMsgType.BINARY, (message, self.shown)
                self._stream.feed(message.data)

    async def type(self, text: str) -> None:
        await self.socket.send_json(["stdin", text])


@asynccontextmanager
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as client:
        yield client


async def room(server: Served) -> None:
    """Until another window may be opened."""
    async with asyncio.timeout(PATIENCE), session() as client:
        status = 503
        while status == 503:
            async with client.get(server.url) as answer:
                status = answer.status


@asynccontextmanager
async def window(server: Served, **headers: str) -> AsyncIterator[Window]:
    """A window, in front."""
    named = {"Origin": server.url.rstrip("/"), **headers}
    async with (
        session() as client,
        client.ws_connect(f"{server.url}ws?width=100&height=30", headers=named) as socket,
    ):
        yield Window(socket)


def children(pid: int) -> list[int]:
    """The processes that a process started, and those that they did."""
    own = [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*own, *(each for child in own for each in children(child))]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:9000"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:8000"}, 403),
        ({"Host": 'localhost:1"><script>'}, 403),
        ({"Host": "192.168.1.7"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
    ids=str,
)
async def test_only_who_asks_for_this_server_is_served(
    served: Served, headers: dict[str, str], status: int
) -> None:
    async with session() as client, client.get(served.url, headers=headers) as answer:
        assert answer.status == status
        page = await answer.text()
        assert ('id="terminal"' in page) is (status == 200)
        assert "script-src 'self';" in answer.headers["Content-Security-Policy"]
    own = {"Origin": f"http://{headers.get('Host', served.host)}"}
    if status != 200:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with window(served, **{**own, **headers}):
                pass


@pytest.mark.parametrize(
    "served", [("--public-url", "https://games.example.org/go")], indirect=True
)
@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("games.example.org", "https://games.example.org", 200),
        ("127.0.0.1", "https://games.example.org", 200),
        ("games.example.org", "https://evil.example", 403),
        ("evil.example", "https://games.example.org", 403),
    ],
)
async def test_behind_a_proxy_its_address_is_the_servers_own(
    served: Served, host: str, origin: str, status: int
) -> None:
    headers = {"Host": host, "Origin": origin}
    async with session() as client, client.get(served.url, headers=headers) as answer:
        assert answer.status == status
        page = await answer.text()
    assert ('"wss://games.example.org/go/ws"' in page) is (status == 200)


async def test_nothing_else_is_handed_out(served: Served) -> None:
    """No list of files, nothing beside them, no downloads, no window for who has no origin."""
    async with session() as client:
        for path in ("static/", "static", "static/js", "static/..%2fserver.py", "download/key"):
            async with client.get(served.url + path) as answer:
                assert answer.status in (403, 404), path
                assert "textual" not in await answer.text()
        async with client.get(f"{served.url}static/js/textual.js") as answer:
            assert answer.status == 200
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await client.ws_connect(f"{served.url}ws")


async def test_a_seat_is_taken_with_its_key_and_no_other_way(served: Served) -> None:
    async with window(served) as guest:
        await guest.wait_for("The key of your seat", "Sit down")
        await guest.type("\r")
        await guest.wait_for("Write something")
        before = time.monotonic()
        await guest.type("black-xxxx\r")
        await guest.wait_for("That key opens nothing here.")
        assert time.monotonic() - before > 0.5, "keys can be tried fast"
        assert {seat["kind"] for seat in served.seats()} == {"free"}
        await guest.type("\x15" + served.keys[1] + "\r")
        await guest.wait_for("Waiting for black")
        assert [seat["kind"] for seat in served.seats()] == ["free", "guest"]
    seats = Path(os.environ["TERMGAMES_DATA"]) / "seats.json"
    assert not seats.exists(), "the key is remembered for whoever serves"


@needs_proc
@pytest.mark.parametrize("served", [("--windows", "1")], indirect=True)
async def test_windows_are_counted_and_end_with_what_they_started(served: Served) -> None:
    """One in which nobody has given a key makes room for another one."""
    async with window(served) as guest:
        await guest.wait_for("The key of your seat")
        (own,) = children(served.process.pid)
        async with session() as client, client.get(served.url) as answer:
            assert answer.status == 200
        async with window(served) as second:
            await second.wait_for("The key of your seat")
            assert gone(own)
            await second.type(served.keys[0] + "\r")
            await second.wait_for("Waiting for white")
            async with session() as client, client.get(served.url) as answer:
                assert answer.status == 503
                assert "All 1 windows are open here" in await answer.text()
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                async with window(served):
                    pass
            (own,) = children(served.process.pid)
            # One that hangs ends as well.
            os.kill(own, signal.SIGSTOP)
        assert gone(own)
    await room(served)
    async with window(served) as guest:
        await guest.wait_for("The key of your seat")
        (own,) = children(served.process.pid)
        await guest.type("\x1b")
        assert (await asyncio.wait_for(guest.socket.receive(), PATIENCE)) is not None
        assert gone(own)


@needs_proc
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
async def test_no_window_outlives_the_server(served: Served, number: int, code: int) -> None:
    async with window(served) as guest:
        await guest.wait_for("The key of your seat")
        (own,) = children(served.process.pid)
        served.process.send_signal(number)
        assert await asyncio.to_thread(served.process.wait, PATIENCE) == code
        assert gone(own)
    assert served.said() == ""


@needs_proc
async def test_bots_that_a_window_asks_end_with_it() -> None:
    server = Served(table=("--analysis", "--white", "bot:1"))
    try:
        async with window(server) as guest:
            await guest.wait_for("The key of your seat")
            await guest.type(server.keys[0] + "\r")
            await guest.wait_for("Black you")
            await guest.type("i")
            async with asyncio.timeout(PATIENCE):
                while len(found := children(server.process.pid)) < 2:
                    await asyncio.sleep(0.05)
        assert all(gone(pid) for pid in found)
    finally:
        server.close()


async def test_whatever_a_browser_sends_the_server_goes_on(served: Served) -> None:
    words: list[Any] = [
        "not json", "[" * 20_000, "[]", "{}", "null", '["stdin"]', '["stdin", 7]',
        '["resize", {"width": "x"}]', '["stdin", "\\ud800"]', '["resize", {}]',
        '["deliver", "/etc/passwd"]', "x" * 100_000, b"\0\1\2", '["ping", 7]',
    ]  # fmt: skip
    for word in words:
        await room(served)
        async with window(served) as guest:
            send = guest.socket.send_bytes if isinstance(word, bytes) else guest.socket.send_str
            await send(word)
    await room(served)
    async with window(served) as guest:
        for size in (0, -1, 10**9):
            await guest.socket.send_json(["resize", {"width": size, "height": size}])
        await guest.socket.send_json(["resize", {"width": 100, "height": 30}])
        await guest.wait_for("The key of your seat")
    served.process.terminate()
    assert served.process.wait(PATIENCE) == 143
    assert served.said() == ""


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (["no-such-table"], 1, "there is no table"),
        (["../../etc"], 2, "names no table"),
        (["ssh://host/friday"], 2, "names no table"),
    ],
)
def test_faults_are_told_in_a_line(cli: Cli, arguments: list[str], code: int, fault: str) -> None:
    done = cli("serve", *arguments)
    assert fault in done.error
    assert done.code == code


def test_faults_of_options(served: Served, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    name, port = served.first["table"], served.host.partition(":")[2]
    done = cli("serve", name, "--port", port)
    assert (done.code, done.error) == (
        1,
        f"cannot listen at 127.0.0.1, port {port}: Address already in use",
    )
    for url in ("games.example.org", "ftp://x/", "https://a b/", "https://x/?y"):
        done = cli("serve", name, "--public-url", url)
        assert done.code == 2
        assert "--public-url takes an address" in done.error
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delitem(sys.modules, "termgames.tui.serving")
    monkeypatch.delattr(tui, "serving")
    done = cli("serve", name, "--port", port)
    assert done.code == 2
    assert done.error.endswith("install it with pip install 'termgames[serve]'")


@needs_proc
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_a_whole_game_in_a_browser(served: Served, tmp_path: Path) -> None:
    """Against a guest who plays line by line."""
    other = subprocess.Popen(
        [
            *(sys.executable, "-m", "termgames", "join", served.first["table"], "--plain"),
            *("--key", served.keys[1], "--name", "Bob"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdin is not None
    other.stdin.write("pass\n")
    other.stdin.flush()
    async with browser(tmp_path) as page:
        await page.open(served.url)
        await page.wait_for("The key of your seat")
        await page.press(*served.keys[0], "enter")
        await page.wait_for("Plurality", "Bob", "two of your stones")
        await page.press("m", *"c3,c4,d4", "enter")
        await page.wait_for("c3,c4,d4", "White passed")
        await page.press("p")
        await page.wait_for("Black passed", "the game is over")
        await page.picture(Path(os.environ.get("PICTURE", tmp_path / "end.png")))
        assert not page.faults
        assert {url.partition("://")[2].partition("/")[0] for url in page.asked} <= {served.host}
        assert "game is over" in other.communicate(timeout=PATIENCE)[0]
        assert [alive(pid) for pid in children(served.process.pid)] == [True]
        await page.press("q")
        await page.until("The window is closed.")
    assert children(served.process.pid) == []


async def test_faults_of_a_window_are_told_also_after_a_line_that_is_too_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from termgames.tui.serving import _Window

    source = asyncio.StreamReader(limit=100)
    source.feed_data(b"one\n" + b"x" * 5_000 + b"\ntwo\n")
    source.feed_eof()
    socket: Any = None
    await asyncio.wait_for(_Window(socket)._tell(source), PATIENCE)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "a window: one"
    assert told[-1] == "a window: two"
    assert "too long" in " ".join(told)
    assert max(map(len, told)) < 100
