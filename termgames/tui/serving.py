"""Windows in browsers, each a process of its own that draws and hears over pipes.

The browser's side is that of textual-serve, and so is the form of the packets, see
`textual.drivers.web_driver`. Of what a browser sends, keys, sizes and whether the window is in
front are handed on, bounded; of what a window sends, nothing but what it draws: no files, no
addresses to open.

Only those are served who ask for this server by its own name: another page in somebody's browser
could else reach it, by its address or by a name that it gives out for one (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSMsgType, web

from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import escaped, quoted
from termgames.play import fault_reports, signals
from termgames.tui import serving_page

GRACE: Final = 5.0
"""Seconds in which a window that was closed may end by itself."""
MOST_CELLS: Final = (400, 150)
"""Columns and rows that a window may have."""
_LARGEST: Final = 32_768
"""Bytes of one message of a browser."""
_RATE, _BURST = 4_000.0, 32_768.0
"""Bytes a second that are heard of a browser, and how many at once."""
_HEARTBEAT: Final = 15.0
_BEGIN: Final = b"__GANGLION__\n"
"""What a window sends before its packets."""
_SEATED: Final = b'{"type": "seated"}'
"""A packet of a window, see `window.tell_seated`."""
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_HERE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HEADERS: Final = {
    "Content-Security-Policy": serving_page.POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_UNWANTED = re.compile(r"NO_COLOR|COLUMNS|LINES|TEXTUAL_\w+|TERMGAMES_(?!DATA$|RUNTIME$)\w+")
"""Variables that are about the terminal of whoever serves, and the options that he likes."""
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PublicUrl:
    """The address under which a proxy offers the server; OptionError for a text that is none."""

    def __init__(self, text: str) -> None:
        parts = urlsplit(text)
        if (
            parts.scheme not in ("http", "https")
            or not _HOST.fullmatch(parts.netloc.lower())
            or parts.query
            or parts.fragment
        ):
            raise OptionError(
                f"--public-url takes an address as https://games.example.org/, not {quoted(text)}"
            )
        self.text = text.rstrip("/") + "/"
        self.origin = f"{parts.scheme}://{parts.netloc.lower()}"
        self.host = parts.netloc.lower()


def serve(
    command: Sequence[str],
    *,
    title: str,
    address: str,
    port: int,
    public_url: PublicUrl | None,
    windows: int,
) -> int:
    """Serve windows that `command` shows, which gets columns and rows behind it (`80x24`), at most
    so many at a time, until a signal ends that; returns the signal's exit code. Prints the address
    once it can be opened (port 0: any that is free), and later faults. StorageError where nothing
    can listen there."""
    server = _Server(command, title, public_url, windows)
    return asyncio.run(server.run(address, port))


class _Server:
    """Hands out the page, and opens a window for each browser."""

    def __init__(
        self,
        command: Sequence[str],
        title: str,
        public_url: PublicUrl | None,
        most: int,
    ) -> None:
        self._command, self._title, self._public = tuple(command), title, public_url
        self._most = most
        self._windows: list[_Window] = []
        """Those that are open, the oldest first."""

    async def run(self, address: str, port: int) -> int:
        """Serve until a signal comes; answers its exit code."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        codes: list[int] = []

        def leave(number: int) -> bool:
            codes.append(signals.exit_code(number))
            loop.call_soon_threadsafe(ended.set)
            return True

        silent = logging.Logger("serving", logging.CRITICAL + 1)
        runner = web.AppRunner(self._app(), access_log=None, logger=silent, shutdown_timeout=GRACE)
        with signals.handed_to(leave):
            await runner.setup()
            try:
                try:
                    await web.TCPSite(runner, address, port).start()
                except OSError as error:
                    number = error.errno or 0  # below 0: a name that nobody knows
                    why = os.strerror(number) if number > 0 else error.strerror
                    raise StorageError(f"cannot listen at {address}, port {port}: {why}") from None
                _say(f"{self._title}: {self._place(runner)}")
                await ended.wait()
            finally:
                await runner.cleanup()
        return codes[0]

    def _place(self, runner: web.AppRunner) -> str:
        """The address to open."""
        host, port = runner.addresses[0][:2]
        here = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        if ip_address(host).is_unspecified:
            here = f"port {port} at all addresses of this computer"
        return f"{self._public.text}, from {here}" if self._public else here

    def _app(self) -> web.Application:
        static = Path(textual_serve.__file__).parent / "static"
        app = web.Application(middlewares=[self._guarded], client_max_size=_LARGEST)
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/keys.js", _script),
                web.get("/ws", self._window),
                web.static("/static", static),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close_windows)
        return app

    # -- who is served --------------------------------------------------------------------

    @web.middleware
    async def _guarded(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse those who ask for something else than this server, and report faults."""
        if not self._is_own(request):
            return _notice(403, self._title, "This is not the address of this server.")
        try:
            return await handler(request)
        except web.HTTPException:
            raise
        except Exception as error:
            # One browser's request must not end the server of all the others.
            _say(fault_reports.report(error))
            return _notice(500, self._title, "Something went wrong.")

    def _is_own(self, request: web.Request) -> bool:
        """Whether the browser was told of this server by its own name, and by no other page."""
        host = request.headers.get("Host", "").lower()
        parts = _HOST.fullmatch(host)
        if parts is None:
            return False
        public = self._public
        if parts["name"] not in _HERE | {_own_address(request)} and (
            public is None or host != public.host
        ):
            return False
        origin = request.headers.get("Origin")
        if origin is None:
            return request.path != "/ws"
        own = {f"http://{host}", f"https://{host}"} | ({public.origin} if public else set())
        return origin.lower() in own

    # -- pages and windows ----------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if self._is_full:
            return _notice(503, self._title, self._full)
        socket = self._public.text if self._public else f"http://{request.headers['Host']}/"
        page = serving_page.window(self._title, f"ws{socket.removeprefix('http')}ws")
        return web.Response(text=page, content_type="text/html")

    @property
    def _full(self) -> str:
        return f"All {self._most} windows are open here: try again when one has been closed."

    @property
    def _is_full(self) -> bool:
        """Whether there is room for no other window: the oldest in which nobody has given a key
        would make it."""
        return sum(window.seated for window in self._windows) >= self._most

    async def _window(self, request: web.Request) -> web.StreamResponse:
        if self._is_full:
            return _notice(503, self._title, self._full)
        if len(self._windows) >= self._most:
            oldest = next(window for window in self._windows if not window.seated)
            self._windows.remove(oldest)
            await oldest.socket.close()
        socket = web.WebSocketResponse(
            heartbeat=_HEARTBEAT, max_msg_size=_LARGEST, compress=False, timeout=1.0
        )
        window = _Window(socket)
        self._windows.append(window)
        try:
            await socket.prepare(request)
            width, height = (_whole(request.query.get(name, "")) for name in ("width", "height"))
            size = _bounded(width or 80, height or 24)
            await window.run([*self._command, "{}x{}".format(*size)])
        finally:
            self._windows = [each for each in self._windows if each is not window]
        return socket

    async def _close_windows(self, app: web.Application) -> None:
        await asyncio.gather(*(window.socket.close() for window in self._windows))


class _Window:
    """A process and the socket of the browser that shows it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.seated = False
        """Whether whoever is there has given the key of a seat."""
        self._heard, self._allowed = time.monotonic(), _BURST
        self._grace = 0.0
        """Seconds in which the process may end by itself: it has nothing to lose before it shows
        anything."""

    async def run(self, command: Sequence[str]) -> None:
        """Show the process until it ends, or the browser goes; nothing of it stays behind."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=_environment(),
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        showing = asyncio.create_task(self._show(process.stdout))
        telling = asyncio.create_task(self._tell(process.stderr))
        hearing = asyncio.create_task(self._hear(process.stdin))
        try:
            await asyncio.wait({showing, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (showing, hearing):
                task.cancel()
            results = await asyncio.gather(showing, hearing, return_exceptions=True)
            await asyncio.shield(self._end(process, process.stdin, process.stdout))
            await asyncio.wait({telling}, timeout=1.0)
            telling.cancel()
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _tell(self, source: asyncio.StreamReader) -> None:
        """Tell whoever serves what the process says of faults. It can write into no file."""
        while True:
            try:
                line = await source.readline()
            except ValueError:
                line = b"(a line that is too long to be told)"
            if not line:
                return
            _say(f"a window: {line.decode('utf-8', 'replace').strip()}")

    async def _show(self, source: asyncio.StreamReader) -> None:
        """Hand on what the process draws until it ends."""
        with contextlib.suppress(EOFError, ConnectionError, asyncio.LimitOverrunError):
            await source.readuntil(_BEGIN)
            self._grace = GRACE
            while True:
                head = await source.readexactly(5)
                payload = await source.readexactly(int.from_bytes(head[1:], "big"))
                if head[:1] == b"D":
                    await self.socket.send_bytes(payload)
                self.seated |= head[:1] == b"M" and payload == _SEATED

    async def _hear(self, sink: asyncio.StreamWriter) -> None:
        """Hand on what the browser sends until it goes, or the process does."""
        with contextlib.suppress(ConnectionError):
            async for message in self.socket:
                if message.type != WSMsgType.TEXT:
                    return
                await self._ration(len(message.data))
                try:
                    said = files.parsed(message.data)
                except ValueError:
                    return
                match said:
                    case ["stdin", str(text)]:
                        await _put(sink, b"D", text.encode("utf-8", "replace"))
                    case ["resize", {"width": int(columns), "height": int(rows)}]:
                        size = b'"width": %d, "height": %d' % _bounded(columns, rows)
                        await _put(sink, b"M", b'{"type": "resize", %s}' % size)
                    case ["focus" | "blur" as what, *_]:
                        await _put(sink, b"M", b'{"type": "%s"}' % what.encode())
                    case ["ping", str(text)]:
                        await self.socket.send_json(["pong", text[:40]])

    async def _ration(self, size: int) -> None:
        """Wait where a browser says too much."""
        now = time.monotonic()
        more = self._allowed + _RATE * (now - self._heard)
        self._heard, self._allowed = now, min(_BURST, more) - max(size, 16)
        if self._allowed < 0:
            await asyncio.sleep(-self._allowed / _RATE)

    async def _end(
        self,
        process: Process,
        sink: asyncio.StreamWriter,
        source: asyncio.StreamReader,
    ) -> None:
        """End the process, which does so when nothing can come any more, and close the socket."""
        sink.close()
        try:
            async with asyncio.timeout(self._grace):
                while await source.read(_LARGEST):
                    pass
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        await self.socket.close()


def _say(text: str) -> None:
    """Print a line for whoever serves; nobody need read it."""
    with contextlib.suppress(OSError):
        print(escaped(text), flush=True)


async def _put(sink: asyncio.StreamWriter, kind: bytes, payload: bytes) -> None:
    """Send a packet to a window; ConnectionError where it has gone."""
    sink.write(kind + len(payload).to_bytes(4, "big") + payload)
    await sink.drain()


def _bounded(columns: int, rows: int) -> tuple[int, int]:
    """A size that a window may have."""
    return min(max(1, columns), MOST_CELLS[0]), min(max(1, rows), MOST_CELLS[1])


def _whole(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else 0


def _environment() -> Mapping[str, str]:
    """That of this process, but for what is about its terminal; a browser has all colours."""
    kept = {name: value for name, value in os.environ.items() if not _UNWANTED.fullmatch(name)}
    return {**kept, "TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "truecolor"}


def _own_address(request: web.Request) -> str:
    """The numbers of the address at which the browser reached this server."""
    name: Any = request.transport and request.transport.get_extra_info("sockname")
    if not name:
        return ""
    return f"[{name[0]}]" if ":" in name[0] else str(name[0])


def _notice(status: int, title: str, text: str) -> web.Response:
    return web.Response(
        status=status, text=serving_page.notice(title, text), content_type="text/html"
    )


async def _script(request: web.Request) -> web.StreamResponse:
    return web.Response(text=serving_page.SCRIPT, content_type="text/javascript")


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
