"""The program of a helper: a process that searches along with a bot, see `helper_process`."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import threading
from functools import partial
from typing import IO, Any

from termgames import games
from termgames.play.bots import factory, pipes
from termgames.play.bots.helper_process import Helping, Stop
from termgames.search.parallel import HelperMessage, Task, help_with


class _Helper:
    """Tasks come in through a thread, reports go out from the main thread."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self.incoming, self.outgoing = incoming, outgoing
        self.tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        self.messages_received: queue.SimpleQueue[HelperMessage] = queue.SimpleQueue()
        self.wanted = 0
        """The number of the task to work on; 0 when there is none."""

    def listen(self) -> None:
        """Read until the pipe closes, then end the process, whatever it is doing."""
        with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            while (message := pipes.receive(self.incoming)) is not None:
                match message:
                    case Task():
                        self.wanted = message.number
                        self.tasks.put(message)
                    case HelperMessage():
                        self.messages_received.put(message)
                    case Stop():
                        self.wanted = 0
        os._exit(0)

    def run(self) -> None:
        """Search whatever is asked for until the pipe closes."""
        helping = pipes.receive(self.incoming)
        if helping is None:
            return
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            search = _make(helping)
            while True:
                task = self.tasks.get()
                help_with(
                    search,
                    task,
                    tell=lambda messages_received: pipes.write(self.outgoing, messages_received),
                    heard=self.heard,
                    should_stop=partial(self.unwanted, task),
                )
        except Exception:
            # At the boundary of a process every fault ends it; the leader goes on alone. An
            # ordinary exit would wait for the reading thread.
            os._exit(1)

    def unwanted(self, task: Task) -> bool:
        """Whether the leader now wants another task, or none."""
        return self.wanted != task.number

    def heard(self) -> list[HelperMessage]:
        """The messages that arrived since the last call."""
        messages = []
        with contextlib.suppress(queue.Empty):
            while True:
                messages.append(self.messages_received.get_nowait())
        return messages


def _make(helping: Helping) -> Any:
    game = games.create(helping.game_id, helping.options)
    return factory.searcher(helping.spec, game, seed=helping.seed, solves=False)


def main() -> None:
    """Run the helper over the standard streams, which nothing else may then use."""
    _Helper(*pipes.parent()).run()


if __name__ == "__main__":
    main()
