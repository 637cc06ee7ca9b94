"""The program of a helper: a process that makes some of a search's playouts, see
`helper_process`."""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from typing import IO

from termgames import games
from termgames.play.bots import factory, pipes
from termgames.play.bots.helper_process import Hello, Helping
from termgames.play.bots.shared_room import SharedRoom
from termgames.search.leaves import LeafEvaluator
from termgames.search.parallel import Answer, Question
from termgames.search.uct import Uct


def _help(incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    """Carry out orders until the pipe closes."""
    hello: Hello | None = pipes.receive(incoming)
    if hello is None:
        return
    search, room = _search_of(hello.helping), SharedRoom(hello.room)
    pipes.write(outgoing, room.put(Answer()))
    while (order := pipes.receive(incoming)) is not None:
        if isinstance(order, Question):
            search.begin_question(order.judgement)
        else:
            began = time.monotonic()
            results = search.evaluate(order.leaves, order.lanes)
            pipes.write(outgoing, room.put(Answer(results, time.monotonic() - began)))


def _search_of(helping: Helping) -> LeafEvaluator:
    game = games.create(helping.game_id, helping.options)
    search = factory.searcher(helping.spec, game, seed=helping.seed, solves=False)
    assert not isinstance(search, Uct), "it has no helpers"
    return search


def main() -> None:
    """Run the helper over the standard streams, which nothing else may then use."""
    with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
        _help(*pipes.parent())
    # Answers may be left that nobody reads: an ordinary exit would fail to flush them.
    os._exit(0)
