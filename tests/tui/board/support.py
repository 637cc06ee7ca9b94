"""An application that is nothing but a board and writes down what the board tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from textual.app import App, ComposeResult

from termgames import games
from termgames.core.display import Draft
from termgames.core.errors import Refusal
from termgames.core.topology import Cell
from termgames.tui.board import BoardView
from termgames.tui.themes import ASCII, GlyphSet
from tests.tui.scenes import Verbs, Words, follow, scenes


def place_of(board: BoardView, cell: Cell) -> tuple[int, int]:
    """Column and row of a cell within the widget, as it is scrolled now, with the margin."""
    canvas = board.canvas
    column, row = canvas.board_layout.places[cell]
    left, top = canvas.region.offset - board.region.offset
    left, top = left + canvas.gutter.left, top + canvas.gutter.top
    return column + left - canvas.scroll_offset.x, row + top - canvas.scroll_offset.y


class BoardApp(App[None]):
    """Shows one position, of Plurality if nothing else is said; moves are written down, not
    played."""

    CSS = "Screen { background: black; }"

    def __init__(
        self,
        rows: Sequence[str] = (),
        *,
        glyphs: GlyphSet | None = None,
        last: Sequence[str] = (),
        game_id: str = "plurality",
        **options: int,
    ) -> None:
        super().__init__()
        self.game: Any = games.create(game_id, options or {"size": len(rows)})
        self.shown: Any = games.display(self.game)
        self.state = self.game.position(rows, {}) if rows else self.game.start()
        self.board = BoardView(self.game, self.shown, glyphs=glyphs, id="board")
        self.last = [self.game.topology.cell(name) for name in last]
        self.moves: list[str] = []
        self.refusals: list[Refusal] = []
        self.drafts: list[Draft[Any]] = []
        self.visited: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self.show()

    def show(self, *, can_play: bool = True) -> None:
        self.board.show(self.state, last=self.last, can_play=can_play, colour=self.state.turn)

    def on_board_view_move_chosen(self, message: BoardView.MoveChosen) -> None:
        self.moves.append(self.game.format(message.move))

    def on_board_view_refused(self, message: BoardView.Refused) -> None:
        self.refusals.append(message.refusal)

    def on_board_view_draft_changed(self, message: BoardView.DraftChanged) -> None:
        self.drafts.append(message.draft)

    def on_board_view_cursor_moved(self, message: BoardView.CursorMoved) -> None:
        self.visited.append(self.game.topology.names[message.cell])

    @property
    def at(self) -> str:
        """The name of the cursor's cell."""
        return str(self.game.topology.names[self.board.cursor])

    @property
    def picked(self) -> str:
        """The draft's stones: the opponent's with a star (Black moves)."""
        return " ".join(
            self.game.topology.names[pick.cell] + "*" * pick.colour
            for pick in self.board.draft.picks
        )

    def drawn(self) -> list[str]:
        """The board as characters, blanks at the ends cut off."""
        height = self.board.canvas.size.height
        return [self.board.canvas.render_line(y).text.rstrip() for y in range(height)]

    def spot(self, name: str) -> tuple[int, int]:
        """Where a cell lies in the widget, scrolled as it is."""
        return place_of(self.board, self.game.topology.cell(name))

    def char(self, name: str, aside: int = 0) -> str:
        """The character of a cell, or of a column beside it."""
        column, row = self.spot(name)
        return self.board.canvas.render_line(row).text[column + aside]

    def style(self, name: str) -> Any:
        """The style of a cell."""
        column, row = self.spot(name)
        (segment,) = self.board.canvas.render_line(row).crop(column, column + 1)
        assert segment.style is not None
        return segment.style


# -- scenes -----------------------------------------------------------------------------------

POSITIONS = {
    "open": (".....",) * 5,
    # Black to move. a1 can be part of no placement; c3 would fill b3-c4.
    "tight": (".....", ".bb..", ".w...", "...w.", ".b..."),
}


def refusals(pilot: Any) -> str:
    return " ".join(refusal.code for refusal in pilot.app.refusals)


WORDS: Words = {
    "picked": lambda pilot: pilot.app.picked,
    "moves": lambda pilot: " ".join(pilot.app.moves),
    "at": lambda pilot: pilot.app.at,
    "visited": lambda pilot: " ".join(pilot.app.visited),
    "refusals": refusals,
    "draft": lambda pilot: pilot.app.drafts[-1].status if pilot.app.drafts else "",
    "told": lambda pilot: len(pilot.app.drafts),
    "next": lambda pilot: pilot.app.board.next_colour,
    "stamping": lambda pilot: pilot.app.board.stamping,
    "drawn": lambda pilot: " / ".join(row[3:] for row in pilot.app.drawn()),
    "keys": lambda pilot: "".join(
        f" {key} " for key, found in pilot.app.active_bindings.items() if found.enabled
    ),
    "@": lambda asked: "".join(asked[0].app.char(asked[1][1:], aside) for aside in (0, 1)),
}
"""`@c3` are the characters of a cell and beside it; `drawn` has no coordinates."""


async def _click(pilot: Any, name: str, button: int = 1) -> None:
    await pilot.click(BoardView, pilot.app.spot(name), button=button)


VERBS: Verbs = {
    "click": _click,
    "middle": lambda pilot, name: _click(pilot, name, 2),
    "right": lambda pilot, name: _click(pilot, name, 3),
    "hover": lambda pilot, name: pilot.hover(BoardView, pilot.app.spot(name)),
    "show": lambda pilot, how: pilot.app.show(can_play=how != "away"),
}
"""`show:` shows the position anew; `show:away` where somebody else is to move."""


def acted(text: str, words: Words = WORDS, verbs: Verbs = VERBS) -> Any:
    """A test of each scene of a text; it opens as `tight ascii`, `hex=3` or `size=19 24x10`."""

    @pytest.mark.parametrize(("opening", "rows"), scenes(text))
    async def test(opening: str, rows: str) -> None:
        said = opening.split()
        position = next((POSITIONS[word] for word in said if word in POSITIONS), ())
        options = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", opening)}
        size = next((word for word in said if re.fullmatch(r"\d+x\d+", word)), "80x24")
        last = next((word[5:].split(",") for word in said if word.startswith("last=")), ())
        glyphs = ASCII if "ascii" in said else None
        app = BoardApp(position, glyphs=glyphs, last=last, **options)
        width, height = map(int, size.split("x"))
        async with app.run_test(size=(width, height)) as pilot:
            await follow(pilot, rows, {**WORDS, **words}, {**VERBS, **verbs})

    return test
