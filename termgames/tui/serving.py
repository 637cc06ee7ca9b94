"""Windows in browsers, each a process of its own that draws and hears over pipes.

The browser's side is that of textual-serve, and so is the form of the packets, see
`textual.drivers.web_driver`. Of what a browser sends, keys, sizes and whether the window is in
front are handed on, bounded; of what a window sends, nothing but what it draws: no files, no
addresses to open.

Only those are served who ask for this server by its own name: another page in somebody's browser
could else reach it, by its address or by a name that it gives out for one (DNS rebinding).
"""

import asyncio
import contextlib
import logging
import os
import re
import signal
import socket
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

import aiohttp_jinja2
from aiohttp import WSMsgType, web
from textual_serve.server import Server, to_int

from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import escaped, lines_in, quoted
from termgames.play import fault_reports, signals
from termgames.play.together.rations import Allowance

GRACE: Final = 5.0
"""Seconds in which a window that was closed may end by itself."""
MOST_CELLS: Final = (400, 150)
"""Columns and rows that a window may have."""
_LARGEST: Final = 32_768
"""Bytes of one message of a browser."""
_RATE, _BURST = 4_000.0, 32_768.0
"""Bytes a second that are heard of a browser, and how many at once."""
_HEARTBEAT: Final = 15.0
_MOMENT: Final = 0.05
_BEGIN: Final = b"__GANGLION__\n"
"""What a window sends before its packets."""
_SEATED: Final = b'{"type": "seated"}'
"""A packet of a window, see `window.tell_seated`."""
_PAGES: Final = Path(__file__).with_name("pages")
_PATHS: Final = re.compile(r"/|/ws|/(own|static/\w+)/[\w-]+\.\w+")
"""All that browsers may ask for."""
_HOST: Final = r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?"
_PUBLIC: Final = rf"(?P<origin>https?://(?P<host>{_HOST}))(?:/[^?#\s]*)?"
_HERE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HEADERS: Final = {
    # What the browser may load for a page: what this server has, and a socket.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' "
    "'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
        found = re.fullmatch(_PUBLIC, text, re.IGNORECASE)
        if found is None:
            raise OptionError(
                f"--public-url takes an address as https://games.example.org/, not {quoted(text)}"
            )
        self.text = text.rstrip("/") + "/"
        self.origin, self.host = found["origin"].lower(), found["host"].lower()


class WindowServer(Server):
    """Hands out the page, and opens a window for each browser."""

    def __init__(
        self,
        command: Sequence[str],
        title: str,
        address: str,
        port: int,
        public_url: PublicUrl | None,
        most: int,
    ) -> None:
        """Windows, at most so many at a time, are what `command` shows, which gets columns and rows
        behind it (`80x24`). With port 0 any is taken that is free. StorageError where nothing can
        listen there."""
        super().__init__("", address, port, title, templates_path=_PAGES)
        self._command, self._public, self._most = command, public_url, most
        self._windows: list[_Window] = []
        """Those that are open, the oldest first."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            self._door = socket.create_server((address, port), family=family)
        except OSError as error:
            number = error.errno or 0  # below 0: a name that nobody knows
            why = os.strerror(number) if number > 0 else error.strerror
            raise StorageError(f"cannot listen at {address}, port {port}: {why}") from None

    def run(self) -> None:
        """Serve until a signal ends it. Prints the address once it can be opened, and later
        faults."""
        loop = asyncio.new_event_loop()

        def leave(number: int) -> bool:
            loop.call_soon_threadsafe(self.request_exit)
            return True

        # What it tells of requests that are none may hold anything.
        logging.getLogger("aiohttp.server").disabled = True
        run = partial(web.run_app, handle_signals=False, access_log=None, print=None)
        with signals.handed_to(leave):
            run(self._make_app(), sock=self._door, loop=loop, shutdown_timeout=GRACE)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guarded)
        app.router.add_static("/own", _PAGES / "own")
        app.on_response_prepare.append(_add_headers)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Tell the address to open."""
        host, port = self._door.getsockname()[:2]
        here = f"http://{_bracketed(host)}:{port}/"
        if ip_address(host).is_unspecified:
            here = f"port {port} at all addresses of this computer"
        _say(f"{self.title}: {f'{self._public.text}, from {here}' if self._public else here}")

    async def on_shutdown(self, app: web.Application) -> None:
        """Close all windows."""
        await asyncio.gather(*(window.socket.close() for window in self._windows))

    # -- who is served --------------------------------------------------------------------

    @web.middleware
    async def _guarded(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse those who ask for something else than this server, and report faults."""
        try:
            if not self._is_own(request):
                raise web.HTTPForbidden(text="This is not the address of this server.")
            if not _PATHS.fullmatch(request.path):
                raise web.HTTPNotFound
            return await handler(request)
        except web.HTTPException as error:
            status, text = error.status, error.text
        except Exception as error:
            # One browser's request must not end the server of all the others.
            _say(fault_reports.report(error))
            status, text = 500, "Something went wrong."
        said = {"title": self.title, "text": text}
        return aiohttp_jinja2.render_template("window.html", request, said, status=status)

    def _is_own(self, request: web.Request) -> bool:
        """Whether the browser was told of this server by its own name, and by no other page."""
        host, origin = (request.headers.get(name, "").lower() for name in ("Host", "Origin"))
        parts, public = re.fullmatch(_HOST, host), self._public
        if parts is None:
            return False
        here = _HERE | {_bracketed(request.get_extra_info("sockname", ("",))[0])}
        if parts["name"] not in here and (public is None or host != public.host):
            return False
        own = {f"http://{host}", f"https://{host}"} | ({public.origin} if public else set())
        return origin in own if origin else request.path != "/ws"

    # -- pages and windows ----------------------------------------------------------------

    @aiohttp_jinja2.template("window.html")
    async def handle_index(self, request: web.Request) -> dict[str, Any]:
        """The page with a window."""
        self._refuse_if_full()
        place = self._public.text if self._public else f"http://{request.headers['Host']}/"
        return {"title": self.title, "socket": f"ws{place.removeprefix('http')}ws"}

    def _refuse_if_full(self) -> None:
        """Where there is room for no other window: the oldest in which nobody has given a key would
        make it."""
        if sum(window.seated for window in self._windows) >= self._most:
            why = f"All {self._most} windows are open here: try again when one has been closed."
            raise web.HTTPServiceUnavailable(text=why)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A window, until it ends."""
        self._refuse_if_full()
        if len(self._windows) >= self._most:
            oldest = next(window for window in self._windows if not window.seated)
            self._windows.remove(oldest)
            await oldest.socket.close()
        browser = web.WebSocketResponse(
            heartbeat=_HEARTBEAT, max_msg_size=_LARGEST, compress=False, timeout=1.0
        )
        window = _Window(browser)
        self._windows.append(window)
        try:
            await browser.prepare(request)
            asked = request.query
            size = _bounded(to_int(asked.get("width", ""), 80), to_int(asked.get("height", ""), 24))
            await window.run([*self._command, "{}x{}".format(*size)])
        finally:
            self._windows = [each for each in self._windows if each is not window]
        return browser


class _Window:
    """A process and the socket of the browser that shows it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.seated = False
        """Whether whoever is there has given the key of a seat."""
        self._allowed = Allowance(_BURST, _RATE)
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
        work = self._show(process.stdout), _tell(process.stderr), process.wait()
        tasks = [asyncio.create_task(each) for each in work]
        try:
            await self._hear(process.stdin)
        finally:
            process.stdin.close()  # it ends when nothing can come any more
            try:
                await asyncio.wait(tasks, timeout=self._grace)
            finally:
                if process.returncode is None:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
        for task in (await asyncio.wait(tasks, timeout=GRACE))[0]:
            task.result()

    async def _show(self, source: asyncio.StreamReader) -> None:
        """Hand on what the process draws until it ends."""
        try:
            await source.readuntil(_BEGIN)
            self._grace = GRACE
            while True:
                head = await source.readexactly(5)
                payload = await source.readexactly(int.from_bytes(head[1:], "big"))
                if head[:1] == b"D":
                    with contextlib.suppress(ConnectionError):
                        await self.socket.send_bytes(payload)
                self.seated |= head[:1] == b"M" and payload == _SEATED
        except (EOFError, asyncio.LimitOverrunError):
            return
        finally:
            await self.socket.close()

    async def _hear(self, sink: asyncio.StreamWriter) -> None:
        """Hand on what the browser sends until it goes, or the process does."""
        with contextlib.suppress(ConnectionError):
            async for message in self.socket:
                if message.type != WSMsgType.TEXT:
                    return
                while not self._allowed.take(max(len(message.data), 16)):
                    await asyncio.sleep(_MOMENT)
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


async def _tell(source: asyncio.StreamReader) -> None:
    """Tell whoever serves what a window says of faults. It can write into no file."""
    while said := await source.read(_LARGEST):
        for line in lines_in(said.decode("utf-8", "replace")):
            _say(f"a window: {line.strip()}")


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


def _environment() -> Mapping[str, str]:
    """That of this process, but for what is about its terminal; a browser has all colours."""
    kept = {name: value for name, value in os.environ.items() if not _UNWANTED.fullmatch(name)}
    return {**kept, "TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "truecolor"}


def _bracketed(numbers: str) -> str:
    """The numbers of an address as they stand in a URL."""
    return f"[{numbers}]" if ":" in numbers else numbers


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
