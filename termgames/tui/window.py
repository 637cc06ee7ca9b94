"""A window in a browser: Textual's driver for those, with the input of a terminal.

What is drawn and what is typed goes over pipes to whatever serves the browser, in packets, see
`textual.drivers.web_driver`. Input is read, and bounded, as a terminal's is. When nobody serves
the window any more, the application ends.
"""

import contextlib
import time
from typing import Any

from textual import events
from textual.app import App
from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver

from termgames.tui.driver import hang_up
from termgames.tui.inbox import Inbox
from termgames.tui.terminal_input import InputReader


class WindowDriver(WebDriver):
    """Textual's driver for browsers with safe input, see the module."""

    def __init__(self, app: App[Any], **named: Any) -> None:
        super().__init__(app, **named)
        self.inbox = Inbox(self)

    def start_application_mode(self) -> None:
        """Begin; a window that has just been opened is in front."""
        super().start_application_mode()
        self._app.call_later(self._app.post_message, events.AppFocus())

    def write(self, data: str) -> None:
        """Send what is to be drawn; the application ends where nobody takes it."""
        try:
            super().write(data)
        except OSError:
            hang_up(self)

    def write_meta(self, data: dict[str, object]) -> None:
        """As `write`, of other messages."""
        with contextlib.suppress(OSError):
            super().write_meta(data)

    def run_input_thread(self) -> None:
        """Pass on what the player does until the application ends, or nobody serves it."""
        reader, packets = InputReader(), ByteStream()
        try:
            for data in self._input_reader:
                now = time.monotonic()
                self.inbox.take(reader.tick(now))
                for kind, payload in packets.feed(data) if data else ():
                    if kind == "M":
                        self._on_meta(kind, payload)
                    elif self.inbox.flooded or not self.inbox.take(reader.feed(payload, now)):
                        reader.skip(now)
            if not self.exit_event.is_set():
                hang_up(self)
        except Exception as error:
            # At the boundary of a thread every fault is handed to the application, which ends.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)


def tell_seated(app: App[Any]) -> None:
    """Tell whoever serves a window that somebody has given the key of a seat in it."""
    if isinstance(app._driver, WindowDriver):
        app._driver.write_meta({"type": "seated"})
