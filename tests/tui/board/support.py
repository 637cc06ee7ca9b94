"""Applications that are nothing but a board: one of a game, one of stones without rules. They
write down what the board tells."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from textual.app import App, ComposeResult

from termgames import games
from termgames.core.display import Display, Draft, Origin, Pick
from termgames.core.topology import Cell, Topology
from termgames.tui.board import BoardView
from termgames.tui.themes import GlyphSet

COLOURS = "bwrugy"


def place_of(board: BoardView, cell: Cell) -> tuple[int, int]:
    """Column and row of a cell within the widget, as it is scrolled now, with the margin."""
    canvas = board.canvas
    column, row = canvas.board_layout.places[cell]
    left, top = canvas.region.offset - board.region.offset
    left, top = left + canvas.gutter.left, top + canvas.gutter.top
    return column + left - canvas.scroll_offset.x, row + top - canvas.scroll_offset.y


class Drawn(App[None]):
    """Shows one position; moves are written down, not played."""

    CSS = "Screen { background: black; }"
    board: BoardView
    topology: Topology
    state: Any
    last: Sequence[Cell] = ()
    can_play = True

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self.show(can_play=self.can_play)

    def show(self, *, can_play: bool = True) -> None:
        self.board.show(self.state, last=self.last, can_play=can_play, colour=0)

    def on_board_view_move_chosen(self, message: BoardView.MoveChosen) -> None:
        self.moves.append(self.board.game.format(message.move))

    @property
    def at(self) -> str:
        """The name of the cursor's cell."""
        return self.topology.names[self.board.cursor]

    def drawn(self) -> list[str]:
        """The board as characters, blanks at the ends cut off."""
        height = self.board.canvas.size.height
        return [self.board.canvas.render_line(y).text.rstrip() for y in range(height)]

    def spot(self, name: str) -> tuple[int, int]:
        """Where a cell lies in the widget, scrolled as it is."""
        return place_of(self.board, self.topology.cell(name))

    def char(self, name: str, aside: int = 0) -> str:
        """The character of a cell, or of a column beside it."""
        column, row = self.spot(name)
        return self.board.canvas.render_line(row).text[column + aside]

    def style(self, name: str, aside: int = 0) -> Any:
        """The style of a cell, or of a column beside it."""
        column, row = self.spot(name)
        (segment,) = self.board.canvas.render_line(row).crop(column + aside, column + aside + 1)
        assert segment.style is not None
        return segment.style


class BoardApp(Drawn):
    """A position of Plurality if nothing else is said."""

    def __init__(
        self,
        rows: Sequence[str] = (),
        *,
        glyphs: GlyphSet | None = None,
        game_id: str = "plurality",
        **options: int,
    ) -> None:
        super().__init__()
        self.game: Any = games.create(game_id, options or {"size": len(rows)})
        self.shown: Any = games.display(self.game)
        self.state = self.game.position(rows, {}) if rows else self.game.start()
        self.board = BoardView(self.game, self.shown, glyphs=glyphs, id="board")
        self.topology = self.game.topology


class LandDisplay(Display[Any, str]):
    """One stone is put within the range; start points by name with their owner."""

    def __init__(self, land: Any, starts: Mapping[str, int | None], within: str) -> None:
        super().__init__(land)
        cell = land.topology.cell
        points = [Origin(cell(name), seat) for name, seat in starts.items()]
        self.origins = lambda s: points  # type: ignore[method-assign]
        self.overlays = lambda s: ()  # type: ignore[method-assign]
        self.within = lambda s: frozenset(map(cell, within.split()))  # type: ignore[method-assign]

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[str]:
        names = self.game.topology.names
        cells = self.within(s) or range(len(names))
        if not picks:
            free = frozenset(cell for cell in cells if not s.stones[cell])
            return Draft((), "incomplete", "Place a stone.", follow=free, next_colour=0)
        return Draft((*picks,), "complete", "", move=names[picks[0].cell])


class LandApp(Drawn):
    """Stones of up to five colours on any board; `stones` are names by colour letter, as
    "b" -> "a1 b2"."""

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
        self.state, self.topology = SimpleNamespace(stones=bytes(cells)), topology
        self.can_play = can_play
        land: Any = SimpleNamespace(
            id="land", topology=topology, seats=seats, marks=COLOURS[:seats], format=str
        )
        land.stones, land.colour = (lambda s: s.stones), (lambda s, seat: seat)
        self.board = BoardView(land, LandDisplay(land, starts or {}, within), glyphs=glyphs)
