"""A guest who plays line by line, at a table in the same process."""

import os
from typing import Any

from termgames.play.together import line_guest, wire
from termgames.play.together.guests import Guest
from termgames.play.together.table import SharedTable
from tests.play.together.support import Visitor, table_of


class Batches:
    """Stands in for a `Visit`: what the table has sent between two calls of `cut` is received at
    once. Something is always there to be received."""

    address, may_come_back = "friday", False

    def __init__(self, table: SharedTable) -> None:
        self._batches: list[list[wire.FromTable]] = [[]]
        self._ready, self._end = os.pipe()
        os.write(self._end, b".")
        table.enter(Guest(self.add), wire.Join(wire.VERSION))

    def add(self, message: wire.FromTable) -> None:
        self._batches[-1].append(message)

    def cut(self) -> None:
        self._batches.append([])

    def fileno(self) -> int:
        return self._ready

    def receive(self) -> list[wire.FromTable]:
        return self._batches.pop(0)

    def send(self, message: wire.FromGuest) -> None:
        """Nothing."""

    def close(self) -> None:
        os.close(self._ready)
        os.close(self._end)


def test_the_end_of_a_game_is_printed_also_where_the_table_ends_with_it() -> None:
    table, _, _ = table_of("plurality", {"size": 5})
    visit: Any = Batches(table)
    white = Visitor(table).join()
    visit.cut()
    white.table.live.play(table.match.game.parse(table.match.state, "c3,c4,d4"))
    white.play("pass")
    white.say(wire.Resign())
    visit.add(wire.Closed("the game is over"))
    said: list[str] = []
    line_guest.play(
        visit, say=said.append, warn=said.append, boards="asked", advise=lambda game: None
    )
    printed = "\n".join(said)
    assert "white: pass" in printed or "white pass" in printed.lower()
    assert "black wins" in printed.lower()
    assert said[-1] == "The game is over."
