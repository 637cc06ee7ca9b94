"""How likely each player was to win, over the whole game, in one graph.

Of two players the first one's lead rises above a line in the middle and the other's hangs below it;
of more, each has an area, one on top of the other. A position that the analysis has not looked at
has nothing.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events
from textual.color import Color
from textual.content import Content

from termgames.play.sitting.shown import Shown
from termgames.play.text import panels, prompts
from termgames.tui.contrast import GRAPHICS, readable
from termgames.tui.themes import Look
from termgames.tui.widgets.lines import Lines
from termgames.tui.widgets.moves import PlyChosen

_UP = " ▁▂▃▄▅▆▇█"
_TEXTURES, _ASCII = "█▒░▓·", "#=.+:"
"""What stands for the colours of players where there are none."""
MARK, TURN = "*", "T"
"""The signs below mistakes and below the move that decided the game."""
_LABEL = 6
"""Columns of the names beside the graph, with a blank."""
_ROOM = 16
"""Positions for which a game has room that goes on; half as much again whenever it is used up."""
_LEAPS, _LEAP = 5, 0.05
"""So many of the greatest changes are leaps, where they are at least so much of the win."""
Cell = tuple[str, Style]


class Graph(Lines):
    """The graph, with the position shown and other marks below."""

    DEFAULT_CSS = """
    Graph { height: 8; }
    """

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look, self.ascii = look, False
        """The colours of players, and whether nothing but ASCII is drawn."""
        self._shown: Shown | None = None
        self._shares: Mapping[int, Sequence[float]] = {}
        """By ply: the win shares by colour."""
        self._marks: Mapping[int, str] = {}
        self._names: Sequence[str] = ()
        """The players by colour."""

    def show(self, shown: Shown, marks: Mapping[int, str]) -> None:
        """The game so far, with signs below positions, by ply."""
        self._shown, self._marks = shown, marks
        self._shares = {
            ply: [estimate.shares[seat] for seat in _by_colour(shown, ply)]
            for ply, estimate in shown.estimates.items()
        }
        names = [name.capitalize() for name in prompts.seat_names(shown)]
        self._names = [names[seat] for seat in _by_colour(shown, shown.ply)]
        self.on_resize()
        if self.display:  # else it could only ask for a layout
            self.show_text()

    def on_resize(self) -> None:
        """Title the graph: with the colours of three and more players, where there is room."""
        title = Content(panels.CHANCES.capitalize())
        if len(self._names) > 2:
            legend = Content("  ").join(map(self._legend, range(len(self._names))))
            tried = (Content.assemble(title, "  ", legend), legend)
            title = next((each for each in tried if len(each) <= self.size.width - 4), title)
        self.border_title = Content.assemble(title)

    def leap(self, ply: int, step: int) -> int | None:
        """The next position after `ply` (before it for a `step` below 0) at which the shares leap,
        one of the greatest changes of the game; None where there is none, or no graph is seen."""
        changes = {
            at: sum(abs(x - y) for x, y in zip(self._shares[before], self._shares[at], strict=True))
            / 2
            for before, at in pairwise(sorted(self._shares))
        }
        seen = [at for at, changed in changes.items() if changed >= _LEAP and self.display]
        leaps = sorted(seen, key=lambda at: -changes[at])[:_LEAPS]
        if step > 0:
            return min((at for at in leaps if at > ply), default=None)
        return max((at for at in leaps if at < ply), default=None)

    def on_click(self, event: events.Click) -> None:
        """Show the position whose column was clicked."""
        ply = self._last(event.x - _LABEL)
        if self._shown is not None and event.x >= _LABEL and ply <= self._shown.match.ply:
            self.post_message(PlyChosen(ply))

    def render(self) -> Text:
        """The rows, the signs below them; where there are few rows the signs stand on the line in
        the middle."""
        width, height = self._columns, self.size.height
        if self._shown is None or width < 4 or height < 3:
            return Text()
        two, below = len(self._names) == 2, height > 4
        rows = height - below if two else height - 1
        columns = [self._column(at, rows) for at in range(width)]
        signs = [" "] * width
        here = {self._shown.ply: "^" if self.ascii else "▲"}
        for ply, sign in {**self._marks, **here}.items():
            signs[min(self._place(ply), width - 1)] = sign
        labels = (
            {0: self._names[0], rows - 1: self._names[1]} if two else {0: "100%", rows - 1: "0%"}
        )
        lines = [
            _line(labels.get(row, ""), [column[row] for column in columns]) for row in range(rows)
        ]
        if two and not below:
            middle = [
                (sign, Style(bold=True)) if sign != " " else column[rows // 2]
                for sign, column in zip(signs, columns, strict=True)
            ]
            lines[rows // 2] = _line("", middle)
        else:
            lines.append(_line("", [(sign, Style(bold=True)) for sign in signs]))
        return Text("\n").join(lines)

    # -- positions and columns ----------------------------------------------------------

    @property
    def _columns(self) -> int:
        return self.size.width - _LABEL

    @property
    def _positions(self) -> int:
        """How many positions there is room for: all of a game that is over, more in one that goes
        on."""
        match, room = self._shown.match if self._shown else None, _ROOM
        if match is None or match.over:
            return match.ply + 1 if match else room
        while room <= match.ply:
            room = room * 3 // 2
        return room

    def _last(self, column: int) -> int:
        """The last of the positions for which a column stands."""
        return ((column + 1) * self._positions - 1) // self._columns

    def _place(self, ply: int) -> int:
        """The column in the middle of those that stand for a position."""
        room, width = self._positions, self._columns
        return ply * width // room + width // room // 2

    def _column(self, at: int, rows: int) -> list[Cell]:
        """A column from the top: the latest position known of those for which it stands."""
        last = self._last(at)
        plies = range(last, min(self._last(at - 1), last - 1), -1)
        shares = next((self._shares[ply] for ply in plies if ply in self._shares), None)
        if len(self._names) == 2:
            return self._bar(None if shares is None else shares[0], rows)
        return [(" ", Style())] * rows if shares is None else self._stack(shares, rows)

    # -- colours ------------------------------------------------------------------------

    @property
    def _plain(self) -> bool:
        """Whether textures stand for colours."""
        return self.ascii or self.app.no_color

    def _bar(self, share: float | None, rows: int) -> list[Cell]:
        """The lead of one of two players, from the line in the middle."""
        high = (rows - 1) // 2
        column: list[Cell] = [(" ", Style())] * rows
        column[high] = ("-" if self.ascii else "─", Style(dim=True))
        if share is None:
            return column
        colour = int(share < 0.5)
        style = Style() if self._plain else self._style(colour)
        signs = (_ASCII if self.ascii else _TEXTURES)[colour] if self._plain else ""
        left = round(abs(2 * share - 1) * (8 * high + 4))
        if left >= 2:
            column[high] = (signs or "▀▄"[colour]), style
        for step in range(1, high + 1):
            part = min(8, max(0, left - 8 * step + 4))
            # There are no blocks that hang from above: what is left below one is drawn.
            hangs = colour and not self._plain
            sign = _UP[8 - part if hangs else part] if not signs else signs if part >= 4 else " "
            cell = sign, style + Style(reverse=True) if hangs and part else style
            column[high + step if colour else high - step] = cell if part else (" ", Style())
        return column

    def _stack(self, shares: Sequence[float], rows: int) -> list[Cell]:
        """The shares of several players, the first colour below: two colours a cell at most."""
        ends = [*accumulate(shares[:-1]), 1.0]
        column = []
        for row in range(rows - 1, -1, -1):
            below, above = (
                next(colour for colour, end in enumerate(ends) if (row + part) / rows < end)
                for part in (1 / 16, 15 / 16)
            )
            eighths = round((ends[below] * rows - row) * 8) if below != above else 8
            if self._plain:
                colour = below if eighths >= 4 else above
                column.append(((_ASCII if self.ascii else _TEXTURES)[colour], Style()))
            else:
                column.append((_UP[eighths], self._style(below, above)))
        return column

    def _style(self, colour: int, ground: int | None = None) -> Style:
        """A player's colour as it can be seen on the screen, or on another player's."""
        screen = self.background_colors[1].rgb
        front, back = (
            None if one is None else _seen(self.look.players[one], screen)
            for one in (colour, ground)
        )
        return Style(color=front, bgcolor=back)

    def _legend(self, colour: int) -> Content:
        """A player's name after a piece of his colour."""
        sign = (_ASCII if self.ascii else _TEXTURES)[colour] if self._plain else "■"
        style = Style() if self._plain else self._style(colour)
        return Content.from_rich_text(Text.assemble((sign, style), f" {self._names[colour]}"))


def _by_colour(shown: Shown, ply: int) -> list[int]:
    """The seats in the order of their colours in a position."""
    game, state = shown.game, shown.match.state_at(ply)
    return sorted(range(game.seats), key=lambda seat: game.colour(state, seat))


def _line(label: str, cells: Sequence[Cell]) -> Text:
    """A row behind its label; what looks the same is one piece."""
    text = Text.assemble((f"{label[: _LABEL - 1]:>{_LABEL - 1}} ", "dim"))
    run, style = "", Style()
    for sign, wanted in cells:
        if wanted != style:
            text.append(run, style)
            run, style = "", wanted
        run += sign
    return text.append(run, style)


@cache
def _seen(colour: str, screen: tuple[int, int, int]) -> Any:
    return readable(Color.parse(colour), Color(*screen), GRAPHICS).rich_color
