"""A guest's connection to a table elsewhere, heard by a screen."""

import threading
import time
from collections import deque

from textual.message import Message
from textual.widget import Widget

from termgames.core.errors import StorageError
from termgames.play.together import wire
from termgames.play.together.link import NotATable
from termgames.play.together.visit import Visit

_MOST_WAITING = 1_000
"""Messages that the screen has not taken over yet, about at most."""


class Connection:
    """Listens to a table in a thread of its own, and comes back when the connection breaks; what it
    hears is posted to a widget."""

    class Heard(Message):
        """Messages of the table came, see `waiting`."""

    class Broken(Message):
        """The connection broke, and is tried again, or was found again (`back`), or is given up
        (`over`); `text` says why it broke."""

        def __init__(self, text: str, *, back: bool = False, over: bool = False) -> None:
            super().__init__()
            self.text, self.back, self.over = text, back, over

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.waiting: deque[wire.FromTable] = deque()
        """What came and was not taken over yet. A screen that goes leaves the rest to the next."""
        self._target: Widget | None = None
        self._started = False

    def attach(self, target: Widget) -> None:
        """From now on `target` gets the messages."""
        self._target = target
        self._post(self.Heard())
        if not self._started:
            self._started = True
            threading.Thread(target=self._listen, name="table", daemon=True).start()

    def close(self) -> None:
        """Leave the table: nothing more is heard, and nobody comes back."""
        self._target = None
        self.visit.close()

    def _listen(self) -> None:
        while True:
            try:
                messages = self.visit.receive()
                while len(self.waiting) > _MOST_WAITING:
                    time.sleep(0.05)  # the screen is slower than the table talks
                self.waiting += messages
                self._post(self.Heard())
                if any(isinstance(message, wire.Closed) for message in messages):
                    return
            except NotATable as error:
                self._post(self.Broken(str(error), over=True))
                return
            except StorageError as error:
                if self.visit.closed:
                    return
                self._post(self.Broken(str(error)))
                back = self.visit.come_back()
                self._post(self.Broken("" if back else str(error), back=back, over=not back))
                if not back:
                    return

    def _post(self, message: Message) -> None:
        if self._target is not None:
            self._target.post_message(message)
