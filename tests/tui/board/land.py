"""Stones of up to five colours on any board, with start points and a range; no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import App, ComposeResult

from termgames.core.display import Display, Draft, Origin, Overlay, Pick
from termgames.core.topology import Cell, Topology
from termgames.tui.board import BoardView
from termgames.tui.themes import GlyphSet
from tests.tui.board.support import place_of

COLOURS = "bwrug"


@dataclass(frozen=True)
class Lying:
    """A position: stones as they lie."""

    stones: bytes


class Land:
    """As much of a game as a board asks for."""

    id = "land"
    marks = COLOURS

    def __init__(self, topology: Topology, seats: int) -> None:
        self.topology = topology
        self.seats = seats
        self.marks = COLOURS[:seats]

    def stones(self, s: Lying) -> bytes:
        return s.stones

    def colour(self, s: Lying, seat: int) -> int:
        return seat

    def format(self, move: object) -> str:
        return str(move)


class LandDisplay(Display[Lying, str]):
    """One stone is put within the range; start points by name with their owner."""

    def __init__(
        self, land: Land, starts: Mapping[str, int | None], within: frozenset[Cell]
    ) -> None:
        super().__init__(land)  # type: ignore[arg-type]
        self.land = land
        self._origins = [Origin(land.topology.cell(name), seat) for name, seat in starts.items()]
        self._within = within

    def origins(self, s: Lying) -> Sequence[Origin]:
        return self._origins

    def within(self, s: Lying) -> frozenset[Cell]:
        return self._within

    def overlays(self, s: Lying) -> Sequence[Overlay]:
        return ()

    def draft(self, s: Lying, picks: Sequence[Pick]) -> Draft[str]:
        cells = self._within or range(self.land.topology.cells)
        free = frozenset(cell for cell in cells if not s.stones[cell])
        if not picks:
            return Draft((), "incomplete", "Place a stone.", follow=free, next_colour=0)
        (pick,) = picks
        return Draft((pick,), "complete", "", move=self.land.topology.names[pick.cell])


class LandApp(App[None]):
    """A board of stones; `stones` are names by colour letter, as "b" -> "a1 b2"."""

    CSS = "Screen { background: black; }"

    def __init__(
        self,
        topology: Topology,
        stones: Mapping[str, str] | None = None,
        *,
        seats: int = 5,
        starts: Mapping[str, int | None] | None = None,
        within: str = "",
        glyphs: GlyphSet | None = None,
        can_play: bool = True,
    ) -> None:
        super().__init__()
        cells = bytearray(topology.cells)
        for letter, names in (stones or {}).items():
            for name in names.split():
                cells[topology.cell(name)] = COLOURS.index(letter) + 1
        self.state = Lying(bytes(cells))
        self.topology = topology
        land: Any = Land(topology, seats)
        reach = frozenset(topology.cell(name) for name in within.split())
        shown: Any = LandDisplay(land, starts or {}, reach)
        self.board = BoardView(land, shown, glyphs=glyphs)
        self._can_play = can_play
        self.moves: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self.board.show(self.state, can_play=self._can_play, colour=0)

    def on_board_view_move_chosen(self, message: BoardView.MoveChosen) -> None:
        self.moves.append(message.move)

    @property
    def at(self) -> str:
        """The name of the cursor's cell."""
        return self.topology.names[self.board.cursor]

    def drawn(self) -> list[str]:
        """The board as characters, blanks at the ends cut off."""
        return [
            self.board.canvas.render_line(y).text.rstrip()
            for y in range(self.board.canvas.size.height)
        ]

    def spot(self, name: str) -> tuple[int, int]:
        """Where a cell lies in the widget."""
        return place_of(self.board, self.topology.cell(name))

    def style(self, name: str) -> Any:
        """The style of a cell."""
        column, row = self.spot(name)
        (segment,) = self.board.canvas.render_line(row).crop(column, column + 1)
        assert segment.style is not None
        return segment.style
