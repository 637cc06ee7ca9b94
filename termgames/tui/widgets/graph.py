"""How a game went, in graphs with a bar for each position: up for the first colour, down for
the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from termgames.core.game import Score
from termgames.play.session import GameSession
from termgames.tui.themes import Look
from termgames.tui.widgets.moves import PlyChosen

_UP = " ▁▂▃▄▅▆▇█"
_REVERSE = {False: Style(), True: Style(reverse=True)}


@dataclass(frozen=True)
class Lead:
    """A bar: how many points somebody leads by, its direction and its colour."""

    points: float
    up: bool
    colour: str


def leads(
    scores: Sequence[Score], colours: Sequence[Sequence[int]], palette: Sequence[str]
) -> list[Lead]:
    """The lead in every position from its score, `colours` by seat alike.

    With two players the first colour's lead goes up and the other's down; with more of
    them every lead goes up. Each score says who is ahead; the lead is the distance to the
    nearest other total. Players who share the first place have no lead.
    """
    bars = []
    for score, colour_of in zip(scores, colours, strict=True):
        totals = score.totals
        if len(score.winners) != 1:
            bars.append(Lead(0.0, True, palette[0]))
            continue
        (ahead,) = score.winners
        rest = [total for seat, total in enumerate(totals) if seat != ahead]
        points = min(abs(totals[ahead] - total) for total in rest)
        colour = colour_of[ahead]
        bars.append(Lead(points, colour == 0 or len(totals) > 2, palette[colour]))
    return bars


def shares(
    values: Mapping[int, Sequence[float]],
    colours: Sequence[Sequence[int]],
    palette: Sequence[str],
) -> list[Lead]:
    """The lead in win shares, in points of a hundred beyond an even share, by position.

    `values` holds the shares by seat of some positions; a position without any gets those of
    the last one before it that has some, and no bar where there is none.
    """
    bars = []
    latest: Sequence[float] | None = None
    for ply, colour_of in enumerate(colours):
        latest = values.get(ply, latest)
        if latest is None:
            bars.append(Lead(0.0, True, palette[0]))
            continue
        best = max(range(len(latest)), key=latest.__getitem__)
        up = colour_of[best] == 0 or len(latest) > 2
        points = 100 * (latest[best] - 1 / len(latest))
        bars.append(Lead(max(0.0, points), up, palette[colour_of[best]]))
    return bars


class ScoreGraph(Widget):
    """The leads of all positions, the one shown marked below.

    Where there are more positions than columns, a column shows the last of its positions.
    """

    DEFAULT_CSS = """
    ScoreGraph { height: 8; }
    """

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
        """Show the position whose column was clicked."""
        columns = len(self._sample(self.size.width - self._label - 1))
        column = event.x - self._label - 1
        if 0 <= column < columns:
            count = len(self._leads)
            ply = column if count <= columns else (column + 1) * count // columns - 1
            self.post_message(PlyChosen(ply))

    @property
    def _label(self) -> int:
        """Columns of the values beside the bars."""
        return len(f"{self._scale:.0f}") + 1

    @property
    def _scale(self) -> float:
        """The lead at full height."""
        return scale(self._leads, None) if self._most is None else self._most

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


class Graphs(Horizontal):
    """The graph of the score, and beside it the one of win shares where bots reported any."""

    def __init__(self, ground: str, *, id: str | None = None) -> None:
        """`ground` is the colour behind the bars."""
        super().__init__(id=id)
        self._score = ScoreGraph(ground, id="graph")
        self._shares = ScoreGraph(ground, id="shares")
        self._score.border_title = Content("Lead if it ended now")
        self._shares.border_title = Content("Win share expected")

    def compose(self) -> ComposeResult:
        """Both graphs."""
        yield from (self._score, self._shares)

    def dress(self, look: Look, *, ascii: bool) -> None:
        """Draw on the ground of these board colours, in ASCII or not."""
        for graph in (self._score, self._shares):
            graph.ground, graph.ascii = look.board, ascii

    def show(self, session: GameSession, look: Look) -> None:
        """All positions up to the last one. It counts every one of them, which takes a moment
        in a long game."""
        game = session.game
        plies = range(session.match.ply + 1)
        states = [session.match.state_at(ply) for ply in plies]
        colours = [[game.colour(state, seat) for seat in range(game.seats)] for state in states]
        score = leads([session.score(ply) for ply in plies], colours, look.players)
        limit = None if session.match.over else session.display.largest_lead(states[-1])
        self._score.show(score, session.ply, most=scale(score, limit))
        self._shares.display = bool(session.expectations)
        most = 100 * (1 - 1 / game.seats)
        won = shares(session.expectations, colours, look.players)
        self._shares.show(won, session.ply, most=most)


def scale(leads: Sequence[Lead], limit: float | None) -> float:
    """The lead at full height: the later half of the positions fits, leaps of the opening need
    not, and nothing above the `limit` of what can still come about."""
    usual = max((lead.points for lead in leads[len(leads) // 2 :]), default=0.0)
    return max(1.0, usual if limit is None else min(usual, limit))
