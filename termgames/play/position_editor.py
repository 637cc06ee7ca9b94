"""A position that is set up by hand: stones, and the texts beside the diagram.

It is read like any position that a game begins from, and refused with a reason where it cannot be
read, or where the rules say that no game leads to it.
"""

from collections.abc import Sequence
from typing import Any

from termgames.core.errors import OptionError, Refusal
from termgames.core.game import AnyGame, Editable
from termgames.core.text import escaped, quoted
from termgames.core.topology import Cell
from termgames.play.match import AnyMatch, Match
from termgames.play.played_moves import StartPosition

LONGEST_TEXT = 400
"""Characters of a text beside the diagram."""


class PositionEditor:
    """The position in the making, in one game."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        """It begins as `state`, whose turn is about to begin."""
        self.game = game
        self.stones = bytearray(game.stones(state))
        seat = game.to_act(state)
        mover = {"to move": game.seat_name(state, seat)} if seat >= 0 else {}
        texts = game.position_text(state) if isinstance(game, Editable) else mover
        self.texts: dict[str, str] = dict(texts)
        """The texts beside the diagram by name, such as `to move`."""

    def put(self, cell: Cell, stone: int) -> None:
        """Put a stone on a cell, 1 + the number of its colour, or take one away (0)."""
        self.stones[cell] = stone

    def after(self, cell: Cell) -> int:
        """The content of a cell after its present one: the first colour after an empty cell, then
        the other colours, then empty (0) again."""
        return (self.stones[cell] + 1) % (len(self.game.marks) + 1)

    def clear(self) -> None:
        """Take all stones away."""
        self.stones[:] = bytes(len(self.stones))

    @property
    def mover(self) -> str:
        """Who is to move: whom the text names, without one whom the game takes for granted;
        empty where nobody is, or where the position cannot be read."""
        if "to move" in self.texts or self._unreadable():
            return self.texts.get("to move", "")
        state = self.state()
        seat = self.game.to_act(state)
        return self.game.seat_name(state, seat) if seat >= 0 else ""

    def next_mover(self) -> None:
        """Let the player after the one to move be to move. The text `turn`, which may say something
        else, is dropped."""
        names = [self.game.seat_name(self.game.start(), seat) for seat in range(self.game.seats)]
        now = self.mover
        at = names.index(now) + 1 if now in names else 0
        self.texts["to move"] = names[at % len(names)]
        if "turn" in self.texts:
            del self.texts["turn"]

    def tell(self, line: str) -> str:
        """Take over `name: value`, or take a text away where there is no value. What is wrong with
        the line, or nothing."""
        name, colon, value = line.partition(":")
        name, value = " ".join(name.lower().split()), escaped(value.strip())
        if not colon or not name:
            return f"{quoted(line)} is no text beside a diagram: write name: value"
        if len(value) > LONGEST_TEXT:
            return f"{quoted(name)} has at most {LONGEST_TEXT} characters"
        before, fault_before = dict(self.texts), self._unreadable()
        self.texts[name] = value
        if not value:
            del self.texts[name]
        fault = self._unreadable()
        if fault and fault != fault_before:
            self.texts = before
            return fault
        return ""

    @property
    def rows(self) -> list[str]:
        """The diagram, rows from the top."""
        marks = "." + self.game.marks
        return self.game.topology.rows([marks[stone] for stone in self.stones])

    def state(self) -> Any:
        """The position; OptionError where it is none of this game."""
        return self.game.position(self.rows, self.texts)

    def refuse(self) -> Refusal | None:
        """Why the position cannot be played from, or None."""
        fault = self._unreadable()
        if fault:
            return Refusal("position", fault)
        state = self.state()
        refusal = self.game.impossible(state) if isinstance(self.game, Editable) else None
        if refusal is None and self.game.to_act(state) < 0 and self.game.ending(state):
            refusal = Refusal(
                "over", f"the game is over in this position: {self.game.ending(state)}"
            )
        return refusal

    def match(self, players: Sequence[str]) -> AnyMatch:
        """A match that begins from the position; chance not drawn."""
        start = StartPosition.read(self.game, self.rows, self.texts)
        return Match(self.game, tuple(players), None, start, draws=False)

    def _unreadable(self) -> str:
        try:
            self.state()
        except OptionError as error:
            return str(error)
        return ""
