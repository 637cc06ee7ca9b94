"""A table in browsers: who is served, windows and their processes, a whole game in a browser."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte
import pytest

from termgames import tui
from termgames.play.together.address import Address
from termgames.play.together.link import Link
from tests.browser import CHROMIUM, browser
from tests.cases import cases
from tests.cli.support import Cli
from tests.cli.tables import PATIENCE, TABLE, FalseTable, Host, Open
from tests.processes import alive, gone, needs_proc
from tests.terminal import Start, children

pytest.importorskip("textual_serve", reason="needs the extra serve")


class Served:
    """The server of the windows of a table."""

    def __init__(self, table: Host, *arguments: str) -> None:
        self.table, self.keys = table.name, table.keys
        command = [sys.executable, "-m", "termgames", "serve", table.name, "--port", "0"]
        pipe, same = subprocess.PIPE, subprocess.STDOUT
        self.process = subprocess.Popen([*command, *arguments], stdout=pipe, stderr=same)
        assert self.process.stdout is not None
        self._output = self.process.stdout
        line = self._output.readline().decode()
        found = re.search(r"http://\S+?/", line)
        assert found, line
        self.url = found[0]
        self.host = self.url.removeprefix("http://").rstrip("/")

    async def status(self, path: str = "", **headers: str) -> tuple[int, str]:
        """What is answered to somebody who asks for a page."""
        async with (
            aiohttp.ClientSession() as client,
            client.get(self.url + path, headers=headers) as answer,
        ):
            assert "script-src 'self';" in answer.headers["Content-Security-Policy"]
            return answer.status, await answer.text()

    async def room(self) -> None:
        """Until another window may be opened."""
        async with asyncio.timeout(PATIENCE):
            while (await self.status())[0] == 503:
                pass

    def end(self, number: int) -> tuple[int, str]:
        """Its exit code, once it got a signal, and what it told."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE), self._output.read().decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._output.close()


Serve = Callable[..., Served]
"""Opens a table, and serves it until the test ends."""


@pytest.fixture
def serve(host: Open) -> Iterator[Serve]:
    with contextlib.ExitStack() as stack:

        def start(*arguments: str, table: tuple[str, ...] = ()) -> Served:
            served = Served(host(*TABLE, *table), *arguments)
            return stack.enter_context(contextlib.closing(served))

        yield start


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
async def window(server: Served, asked: bool = True, **headers: str) -> AsyncIterator[Window]:
    """A window, in which a key is `asked` for."""
    named = {"Origin": server.url.rstrip("/"), **headers}
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{server.url}ws?width=100&height=30", headers=named) as socket,
    ):
        found = Window(socket)
        if asked:
            await found.wait_for("The key of your seat")
        yield found


def refused(code: int) -> Any:
    return pytest.raises(aiohttp.WSServerHandshakeError, match=str(code))


WHO = cases("""
    # Host | Origin | what is answered
    | | 200
    localhost:9000 | | 200
    games.example.org | https://games.example.org | 200
    127.0.0.1 | https://games.example.org | 200
    evil.example | | 403
    127.0.0.1.evil.example:8000 | | 403
    localhost:1"><script> | | 403
    192.168.1.7 | | 403
    | http://evil.example | 403
    | null | 403
    games.example.org | https://evil.example | 403
    evil.example | https://games.example.org | 403
""")
IGNORED = (
    *("[]", "{}", "null", '["stdin"]', '["stdin", 7]', '["stdin", "\\ud800"]', '["ping", 7]'),
    *('["resize", {"width": "x"}]', '["resize", {}]', '["deliver", "/etc/passwd"]'),
)
ENDING: tuple[str | bytes, ...] = ("not json", "[" * 20_000, "x" * 100_000, b"\0\1\2")
"""What a browser may send, and what ends its window."""


async def test_only_who_asks_for_this_server_is_served_and_gets_its_pages_alone(
    serve: Serve,
) -> None:
    """Behind a proxy its address is the server's own. No list of files, nothing beside them, no
    downloads, no window for who has no origin; whatever a browser sends, the server goes on."""
    served = serve("--public-url", "https://games.example.org/go")
    for host, origin, status in WHO:
        headers = {name: text for name, text in (("Host", host), ("Origin", origin)) if text}
        answered, page = await served.status(**headers)
        assert (str(answered), 'id="terminal"' in page) == (status, status == "200"), headers
        assert ('"wss://games.example.org/go/ws"' in page) is (status == "200")
        if status != "200":
            with refused(403):
                async with window(served, **{"Origin": f"http://{host or served.host}", **headers}):
                    pass
    for path in ("static/", "static", "static/js", "static/..%2fserver.py", "download/key"):
        answered, page = await served.status(path)
        assert answered in (403, 404), path
        assert "textual" not in page
    assert (await served.status("static/js/textual.js"))[0] == 200
    async with aiohttp.ClientSession() as client:
        with refused(403):
            await client.ws_connect(f"{served.url}ws")
    for word in ENDING:
        await served.room()
        async with window(served, asked=False) as guest:
            send = guest.socket.send_bytes if isinstance(word, bytes) else guest.socket.send_str
            await send(word)
    await served.room()
    async with window(served, asked=False) as guest:
        for word in IGNORED:
            await guest.socket.send_str(word)
        for size in (0, -1, 10**9, 100):
            await guest.socket.send_json(["resize", {"width": size, "height": min(size, 30)}])
        await guest.wait_for("The key of your seat")
        (own,) = children(served.process.pid)
        assert served.end(signal.SIGTERM) == (143, "")
        assert gone(own)


@needs_proc
async def test_seats_are_taken_by_keys_and_windows_end_with_what_they_started(
    serve: Serve,
) -> None:
    """A window in which nobody has given a key makes room for another one."""
    served = serve("--windows", "1")

    def kinds() -> list[str]:
        with contextlib.closing(Link(Address(served.table))) as link:
            return [seat.kind for seat in link.about().seats]

    async with window(served) as guest:
        await guest.wait_for("Sit down")
        await guest.type("\r")
        await guest.wait_for("Write something")
        before = time.monotonic()
        await guest.type("black-xxxx\r")
        await guest.wait_for("That key opens nothing here.")
        assert time.monotonic() - before > 0.5, "keys can be tried fast"
        assert kinds() == ["free", "free"]
        (own,) = children(served.process.pid)
        assert (await served.status())[0] == 200
        async with window(served) as second:
            assert gone(own)
            await second.type(served.keys[1] + "\r")
            await second.wait_for("Waiting for Black")
            assert kinds() == ["free", "guest"]
            status, page = await served.status()
            assert (status, "All 1 windows are open here" in page) == (503, True)
            with refused(503):
                async with window(served):
                    pass
            (own,) = children(served.process.pid)
            os.kill(own, signal.SIGSTOP)  # one that hangs ends as well
        assert gone(own)
    seats = Path(os.environ["TERMGAMES_DATA"]) / "seats.json"
    assert not seats.exists(), "the key is remembered for whoever serves"
    await served.room()
    async with window(served) as guest:
        (own,) = children(served.process.pid)
        await guest.type("\x1b")
        await asyncio.wait_for(guest.socket.receive(), PATIENCE)
        assert gone(own)


@needs_proc
async def test_bots_that_a_window_asks_end_with_it_and_the_window_with_the_server(
    serve: Serve,
) -> None:
    served = serve(table=("--analysis", "--white", "bot:1"))
    async with window(served) as guest:
        await guest.type(served.keys[0] + "\r")
        await guest.wait_for("Black you")
        await guest.type("i")
        async with asyncio.timeout(PATIENCE):
            while len(found := children(served.process.pid)) < 2:
                await asyncio.sleep(0.05)
    assert all(gone(pid) for pid in found)
    async with window(served):
        (own,) = children(served.process.pid)
        assert served.end(signal.SIGKILL) == (-9, "")
        assert gone(own)


def test_faults_of_options(runtime: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with contextlib.closing(FalseTable("friday")), socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        busy = f"cannot listen at 127.0.0.1, port {port}: Address already in use"
        cli.script(f"serve friday --port {port}").tells(f"code 1 & error: {busy}")
        for url in ("games.example.org", "ftp://x/", "'https://a b/'", "https://x/?y"):
            refused = cli.script(f"serve friday --public-url {url}")
            refused.tells("code 2 & --public-url takes an address")
        monkeypatch.setitem(sys.modules, "aiohttp_jinja2", None)
        monkeypatch.delitem(sys.modules, "termgames.tui.serving")
        monkeypatch.delattr(tui, "serving")
        cli.script("serve friday").tells("code 2 & install it with pip install 'termgames[serve]'")


@needs_proc
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_a_whole_game_in_a_browser(serve: Serve, start: Start, tmp_path: Path) -> None:
    """Against a guest who plays line by line."""
    served = serve()
    other = start("join", served.table, "--plain", "--key", served.keys[1], "--name", "Bob")
    other.send(b"pass\r")
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
        other.told("game is over")
        assert [alive(pid) for pid in children(served.process.pid)] == [True]
        await page.press("q")
        await page.until("The window is closed.")
    assert children(served.process.pid) == []
