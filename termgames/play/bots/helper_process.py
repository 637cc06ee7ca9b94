"""Helpers of a search as processes: they make some of its playouts (`search.parallel`).

Their answers come through a `SharedRoom`. A search goes on without a helper whose process has
ended, and never waits long for one.
"""

import time
from typing import Any

from termgames.play.children.child import Child, Role
from termgames.play.children.shared_room import SharedRoom
from termgames.play.events import Answer
from termgames.search.parallel import GONE, Batch, Played
from termgames.search.policy import LeafEvaluator

_PATIENCE = 0.1
"""Seconds in which a helper must take a batch. It listens to nothing else meanwhile."""


class HelperProcess:
    """`search.parallel.Helper` as a process. It starts at once and ends when it is closed, when
    nothing refers to this object any more, or when its parent ends."""

    def __init__(self, role: Role) -> None:
        """`role` makes a `HelpingSearch`."""
        self.child = Child(role, room=SharedRoom.create(), patience=_PATIENCE)
        self.child.ask(0, None)

    def send(self, batch: Batch) -> None:
        """Hand a batch on to the process, which waits for one. A process that does not read it is
        given up."""
        self.child.ask(0, batch)

    def hear(self, seconds: float = 0.0) -> Played | None:
        """The next answer; None if it does not come within `seconds`."""
        reply = self.child.read(seconds)
        if isinstance(reply, Answer):
            played: Played = reply.thought
            return played
        if not self.child.ended:
            return None
        self.close()
        return GONE

    def close(self) -> None:
        """End the process. May be called twice."""
        self.child.close()


class HelpingSearch:
    """In the helper's process: plays leaves out with a search of its own."""

    def __init__(self, search: LeafEvaluator) -> None:
        self._search = search

    def think(self, batch: Batch | None, **_: Any) -> Played:
        """The results of a batch. None, which is asked first, is answered as soon as the search
        listens."""
        if batch is None:
            return Played()
        if batch.question is not None:
            self._search.begin_question(batch.question.judgement)
        began = time.monotonic()
        results = self._search.evaluate(batch.leaves, batch.lanes)
        return Played(results, time.monotonic() - began)
