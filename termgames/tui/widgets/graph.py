"""How a game went: a bar a position, up for the first colour, down for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from termgames.core.game import Score

_UP = " ▁▂▃▄▅▆▇█"
_REVERSE = {False: Style(), True: Style(reverse=True)}


@dataclass(frozen=True)
class Lead:
    """Who leads a position, by how much, and the colour of his bar."""

    points: float
    up: bool
    colour: str


def leads(
    scores: Sequence[Score], colours: Sequence[Sequence[int]], palette: Sequence[str]
) -> list[Lead]:
    """The lead in every position from its score, `colours` by seat alike.

    With two players the first colour's lead goes up and the other's down; with more of
    them every lead goes up. Who is ahead is the game's affair, and his lead the distance to
    whoever is nearest; a shared lead is none.
    """
    found = []
    for score, colour_of in zip(scores, colours, strict=True):
        totals = score.totals
        if len(score.winners) != 1:
            found.append(Lead(0.0, True, palette[0]))
            continue
        (ahead,) = score.winners
        rest = [total for seat, total in enumerate(totals) if seat != ahead]
        points = min(abs(totals[ahead] - total) for total in rest)
        colour = colour_of[ahead]
        found.append(Lead(points, colour == 0 or len(totals) > 2, palette[colour]))
    return found


def shares(
    values: Mapping[int, Sequence[float]],
    colours: Sequence[Sequence[int]],
    palette: Sequence[str],
) -> list[Lead]:
    """The lead in win shares, in points of a hundred beyond an even share, by position.

    `values` holds the shares by seat of some positions; the others are like the last one
    known before them, and even before the first.
    """
    found, known = [], None
    for ply, colour_of in enumerate(colours):
        known = values.get(ply, known)
        if known is None:
            found.append(Lead(0.0, True, palette[0]))
            continue
        best = max(range(len(known)), key=known.__getitem__)
        up = colour_of[best] == 0 or len(known) > 2
        points = 100 * (known[best] - 1 / len(known))
        found.append(Lead(max(0.0, points), up, palette[colour_of[best]]))
    return found


class ScoreGraph(Widget):
    """The leads of all positions, the one shown marked below.

    Where there are more positions than columns, a column shows the last of its positions.
    """

    DEFAULT_CSS = """
    ScoreGraph { height: 8; }
    """

    class Jumped(Message):
        """A column was clicked: show the position before move `ply`."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, ground: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ground = ground
        """The colour behind the bars, on which all players' colours show."""
        self.ascii = False
        """Whether nothing but ASCII is drawn."""
        self._leads: Sequence[Lead] = ()
        self._ply = 0
        self._most: float | None = None

    def show(self, leads: Sequence[Lead], ply: int, *, most: float | None = None) -> None:
        """The leads from the first position on; `ply` is the one shown, `most` the lead of
        full height where it is not to follow from the leads."""
        self._leads, self._ply, self._most = leads, ply, most
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Tell which position was clicked."""
        columns = len(self._sample(self.size.width - self._label - 1))
        column = event.x - self._label - 1
        if 0 <= column < columns:
            count = len(self._leads)
            ply = column if count <= columns else (column + 1) * count // columns - 1
            self.post_message(self.Jumped(ply))

    @property
    def _label(self) -> int:
        """Columns of the values beside the bars."""
        return len(f"{self._scale:.0f}") + 1

    @property
    def _scale(self) -> float:
        """The lead at full height."""
        return self._most or _usual([lead.points for lead in self._leads])

    def render(self) -> Text:
        """The bars, the highest value beside them."""
        width, height = self.size
        if not self._leads or width < 12 or height < 4:
            return Text()
        most = self._scale
        label = self._label
        columns = self._sample(width - label - 1)
        down = any(not lead.up for lead in self._leads)
        above = (height - 1) // 2 if down else height - 1
        below = height - 1 - above if down else 0
        rows = [self._row(columns, most, level, above, up=True) for level in range(above, 0, -1)]
        rows += [self._row(columns, most, level, below, up=False) for level in range(1, below + 1)]
        text = Text(no_wrap=True)
        for number, row in enumerate(rows):
            mark = f"{most:.0f}" if number in (0, len(rows) - 1) else ""
            mark = "0" if number == above - 1 else mark
            text.append(f"{mark:>{label}} ", "dim")
            text.append_text(row)
            text.append("\n")
        text.append(" " * (label + 1 + self._column(len(columns))))
        text.append("^" if self.ascii else "▲", "bold")
        return text

    def _sample(self, width: int) -> list[Lead]:
        count = len(self._leads)
        if count <= width:
            return list(self._leads)
        return [self._leads[(number + 1) * count // width - 1] for number in range(width)]

    def _column(self, columns: int) -> int:
        """The column of the position shown."""
        count = len(self._leads)
        if count <= columns:
            return min(self._ply, columns - 1)
        return min(self._ply * columns // count, columns - 1)

    def _row(
        self, columns: Sequence[Lead], most: float, level: int, levels: int, *, up: bool
    ) -> Text:
        """Cells `level` steps from the axis, from 1; a cell is filled in eighths."""
        text = Text()
        plain = self.app.no_color
        for lead in columns:
            eighths = 0
            if lead.up is up:
                filled = lead.points / most * levels - (level - 1)
                eighths = max(0, min(8, round(filled * 8)))
            style = Style() if plain else Style(color=lead.colour, bgcolor=self.ground)
            if self.ascii:
                text.append("#" if eighths >= 4 else " ", style)
            elif up:
                text.append(_UP[eighths], style)
            else:
                # There are no blocks that hang from above: the lower one, reversed.
                text.append(_UP[8 - eighths] if eighths else " ", style + _REVERSE[bool(eighths)])
        return text


def _usual(points: Sequence[float]) -> float:
    """The lead at full height: most positions fit, a few leaps of the opening need not."""
    usual = sorted(points)[int(len(points) * 0.8)] if points else 0.0
    return max(1.0, min(max(points, default=0.0), 1.5 * usual))
