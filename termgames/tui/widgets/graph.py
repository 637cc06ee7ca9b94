"""How a game went, in graphs: for each position a column of colours, one above the other. In a game
with more positions than columns only those are counted that are drawn."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from textwrap import wrap
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.timer import Timer

from termgames.core.game import Score
from termgames.play.sitting.shown import Shown
from termgames.play.text import panels, prompts
from termgames.search.limits import Thought
from termgames.tui.themes import Look
from termgames.tui.widgets.lines import Lines
from termgames.tui.widgets.moves import PlyChosen

_UP = " ▁▂▃▄▅▆▇█"
_TEXTURES, _ASCII = "█░▓▒·", "#.=+:"
"""What stands for the colours of players where there are none."""
MARK = "*"
"""The sign below the positions that are marked."""
_LABEL = 5
"""Columns of the values beside the graph."""
_FEWEST = 16
"""Positions for which there is room from the first one on: columns are wide in a game that has
fewer, and become narrower as it grows."""
_LEAPS = 5
"""So many of the greatest changes are leaps, where they are seen at all: where at least `_SEEN` of
the height changes its colour."""
_SEEN = 0.05
_STEPS = (1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000)
"""Leads that a full height may stand for: with few of them the scale keeps still."""
_AT_ONCE = 8
"""Positions that are counted before the keys are looked at again."""
_PAUSE = 0.02
"""Seconds for which the keys have the application to themselves."""

Stack = tuple[tuple[float, int | None], ...]
"""A column from below: where each part ends, as a part of the full height, and the colour whose it
is; None for the board's. The last part ends at 1."""
UNKNOWN: Stack = ((1.0, None),)
"""A column about which nothing is known."""


@dataclass(frozen=True)
class Lead:
    """A bar: how many points somebody leads by, its direction, and whose colour it has."""

    points: float = 0.0
    up: bool = True
    colour: int = 0


def lead(score: Score, colours: Sequence[int]) -> Lead:
    """The lead in a position from its score; `colours` by seat.

    With two players the first colour's lead goes up and the other's down; with more of
    them every lead goes up. The score says who is ahead; the lead is the distance to the
    nearest other total. Players who share the first place have no lead.
    """
    totals = score.totals
    if len(score.winners) != 1:
        return Lead()
    (ahead,) = score.winners
    rest = [total for seat, total in enumerate(totals) if seat != ahead]
    points = min(abs(totals[ahead] - total) for total in rest)
    return Lead(points, colours[ahead] == 0 or len(totals) > 2, colours[ahead])


def lead_stack(lead: Lead, most: float, *, both: bool) -> Stack:
    """A lead as a column, `most` at full height; from the middle if there are leads of `both`
    directions."""
    part = min(1.0, lead.points / most)
    if not both:
        return ((part, lead.colour), (1.0, None))
    if lead.up:
        return ((0.5, None), (0.5 + part / 2, lead.colour), (1.0, None))
    return ((0.5 - part / 2, None), (0.5, lead.colour), (1.0, None))


def share_stack(shares: Sequence[float], colours: Sequence[int]) -> Stack:
    """Win shares as a column, the first colour below; both by seat."""
    seats = sorted(range(len(shares)), key=colours.__getitem__)
    ends = [*accumulate(shares[seat] for seat in seats[:-1]), 1.0]
    return tuple((min(1.0, end), colours[seat]) for end, seat in zip(ends, seats, strict=True))


def colour_at(stack: Stack, height: float) -> int | None:
    """The colour of a column at a part of the full height."""
    return next(colour for end, colour in stack if height < end or end == 1.0)


def change(before: Stack, after: Stack) -> float:
    """The part of the height at which two columns differ."""
    cuts = [0.0, *sorted({end for end, _ in (*before, *after)})]
    return sum(
        high - low
        for low, high in pairwise(cuts)
        if colour_at(before, (low + high) / 2) != colour_at(after, (low + high) / 2)
    )


def expected_lead(shares: Sequence[float], totals: Sequence[float], colours: Sequence[int]) -> Lead:
    """The lead, see `lead`, of the player who is most likely to win, by expected totals."""
    ahead = max(range(len(shares)), key=shares.__getitem__)
    return lead(Score(tuple(totals), (), (ahead,)), colours)


def latest(values: Mapping[int, Sequence[float]], plies: Sequence[int]) -> list[Any]:
    """For each of the positions its value or, without one, the last value before it; None before
    the first value and after the last."""
    valued = sorted(values)
    last = valued[-1] if valued else -1
    places = (bisect(valued, ply) if ply <= last else 0 for ply in plies)
    return [values[valued[place - 1]] if place else None for place in places]


def sampled(count: int, columns: int) -> Sequence[int]:
    """The positions that are drawn, of `count`: all where they fit, else the last ones of as many
    equal parts of the game as there are columns."""
    if count <= columns:
        return range(count)
    return [(number + 1) * count // columns - 1 for number in range(columns)]


class Graph(Lines):
    """Columns of positions, the one shown marked below."""

    DEFAULT_CSS = """
    Graph { height: 8; }
    """

    class Resized(Message):
        """There is other room."""

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.look = look
        """The colours of players, and of the board, on which all of them show."""
        self.ascii = False
        """Whether nothing but ASCII is drawn."""
        self._stacks: Sequence[Stack] = ()
        self._labels: Sequence[str] = ()
        self._empty = ""
        self._count = self._ply = 0
        self._marked: Sequence[int] = ()
        self._rows: list[Text] = []
        self._rows_of: tuple[object, ...] = ()
        """Rows of columns, and what they were drawn from."""

    @property
    def columns(self) -> int:
        """How many columns there is room for."""
        return max(0, self.size.width - _LABEL - 1)

    @property
    def _plies(self) -> Sequence[int]:
        """The positions of the columns, also where there is other room since they were drawn."""
        return sampled(self._count, len(self._stacks)) if self._stacks else ()

    @property
    def _wide(self) -> int:
        """How wide a position's column is."""
        return max(1, self.columns // max(_FEWEST, len(self._stacks)))

    def show(
        self,
        stacks: Sequence[Stack],
        labels: Sequence[str],
        count: int,
        ply: int,
        *,
        empty: str = "",
    ) -> None:
        """A column for each of the positions that are `sampled` of `count`; `ply` is the one shown.
        The `labels` stand beside the top, the middle and the bottom; `empty` is said while nothing
        is known."""
        self._stacks, self._labels, self._count, self._ply = stacks, labels, count, ply
        self._empty = empty
        self.show_text()

    @property
    def blank(self) -> bool:
        """Whether there is no column to draw."""
        return all(stack is UNKNOWN for stack in self._stacks)

    def mark(self, plies: Sequence[int]) -> None:
        """Mark these positions below their columns."""
        if plies != self._marked:
            self._marked = plies
            self.show_text()

    def leap(self, ply: int, step: int) -> int | None:
        """The next position after `ply` (before it for a `step` below 0) at which the graph leaps,
        one of the greatest changes of the game; None where there is none."""
        plies = self._plies
        changes = {
            plies[at]: change(*two)
            for at, two in enumerate(pairwise(self._stacks), 1)
            if UNKNOWN not in two
        }
        seen = [at for at, changed in changes.items() if changed >= _SEEN]
        leaps = sorted(seen, key=lambda at: -changes[at])[:_LEAPS]
        if step > 0:
            return min((at for at in leaps if at > ply), default=None)
        return max((at for at in leaps if at < ply), default=None)

    def on_resize(self) -> None:
        """Other positions are drawn where there is other room."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Show the position whose column was clicked."""
        column = (event.x - _LABEL - 1) // self._wide
        if not self.blank and event.x > _LABEL and column < len(self._stacks):
            self.post_message(PlyChosen(self._plies[column]))

    def render(self) -> Text:
        """The columns, with values beside them."""
        width, height = self.size
        if not self._stacks or width < 12:
            return Text()
        if self.blank:
            return Text("\n".join(wrap(self._empty, width)), "dim")
        if height < 4:
            return Text()
        rows_of = (self._stacks, self._labels, width, height, self.look, self.ascii)
        if rows_of != self._rows_of:
            self._rows, self._rows_of = self._make_rows(height - 1), rows_of
        below = [" "] * self.columns
        for ply in self._marked:
            below[self._middle(ply)] = MARK
        below[self._middle(self._ply)] = "^" if self.ascii else "▲"
        line = Text(" " * (_LABEL + 1) + "".join(below).rstrip(), "bold")
        return Text("\n").join([*self._rows, line])

    def legend(self, names: Sequence[str], colours: Sequence[int]) -> Content:
        """Each player's name after a piece of his colour on the board's."""
        pieces = []
        for name, colour in zip(names, colours, strict=True):
            sign, _ = self._cell(((1.0, colour),), 0.0, 1.0)
            style = Style() if self._plain else self._style(colour, None)
            piece = Text.assemble((f" {sign if self._plain else '■'} ", style), f" {name}")
            pieces.append(Content.from_rich_text(piece))
        return Content("  ").join(pieces)

    def _make_rows(self, height: int) -> list[Text]:
        places = dict(zip((0, (height - 1) // 2, height - 1), self._labels, strict=True))
        rows = []
        for row in range(height):
            text = Text.assemble((f"{places.get(row, ''):>{_LABEL}} ", "dim"))
            low, high = (height - 1 - row) / height, (height - row) / height
            run, style = "", Style()
            known = [self._cell(stack, low, high) for stack in self._stacks]
            cells = [cell for cell in known for _ in range(self._wide)][: self.columns]
            for sign, wanted in cells:
                if wanted is not style:
                    text.append(run, style)
                    run, style = "", wanted
                run += sign
            rows.append(text.append(run, style))
        return rows

    def _column(self, ply: int) -> int:
        """The number of a position's column: that of the part of the game which it belongs to."""
        return min(bisect_left(self._plies, ply), len(self._stacks) - 1)

    def _middle(self, ply: int) -> int:
        """Where below the graph a position is marked."""
        return min(self._column(ply) * self._wide + self._wide // 2, self.columns - 1)

    @property
    def _plain(self) -> bool:
        """Whether textures stand for colours."""
        return self.ascii or self.app.no_color

    def _cell(self, stack: Stack, low: float, high: float) -> tuple[str, Style]:
        """What is drawn between two heights: in eighths, two colours at most."""
        below, above = (colour_at(stack, low + (high - low) * part) for part in (1 / 16, 15 / 16))
        ends = [end for end, _ in stack if low < end < high]
        eighths = round((ends[0] - low) / (high - low) * 8) if below != above and ends else 8
        if self._plain:
            colour = below if eighths >= 4 else above
            textures = _ASCII if self.ascii else _TEXTURES
            return " " if colour is None else textures[colour % len(textures)], Style()
        if stack is UNKNOWN:
            return " ", Style()
        return " " if below == above else _UP[eighths], self._style(below, above)

    def _style(self, below: int | None, above: int | None) -> Style:
        front, back = (
            self.look.board if index is None else self.look.players[index]
            for index in (below, above)
        )
        return _two_colours(front, back)


@cache
def _two_colours(front: str, back: str) -> Style:
    return Style(color=front, bgcolor=back)


class Graphs(Horizontal):
    """The graph of win shares where bots reported any, and beside it the one of the score: as bots
    expect it where they did, else as if the game ended now. Of the class `-blank` while there is
    nothing to draw in either.

    Early positions, see `Display.is_early`, have no score.
    Positions of a long game are counted a few at a time, with pauses in which keys are heard;
    until a position is counted it has no column.
    """

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shares, self._score = Graph(look, id="shares"), Graph(look, id="graph")
        self._shares.display = False
        self._shown: Shown | None = None
        self._thoughts: Mapping[int, Thought] = {}
        self._titles: dict[Graph, str] = {}
        self._leads: dict[int, tuple[Any, Lead | None]] = {}
        """By ply: a position that was counted, and the lead in it; None for an early one."""
        self._pause: Timer | None = None
        """Runs while positions wait to be counted."""
        self._settled_at: int | None = None
        """The ply that was shown last, where all was counted and there was nothing to draw."""

    def compose(self) -> ComposeResult:
        """Both graphs."""
        yield from (self._shares, self._score)

    def dress(self, look: Look, *, ascii: bool) -> None:
        """Draw in these board colours, in ASCII or not."""
        self._titles.clear()
        for graph in (self._shares, self._score):
            graph.look, graph.ascii = look, ascii
            graph.show_text()

    def show(self, shown: Shown, thoughts: Mapping[int, Thought]) -> None:
        """The game so far. `thoughts` is by ply what a bot expects that was asked about
        positions."""
        self._shown, self._thoughts = shown, thoughts
        shares, totals = dict(shown.expectations), dict(shown.expected_totals)
        for ply, thought in thoughts.items():
            if thought.value is not None:
                shares[ply] = thought.value
            if thought.score is not None:
                totals[ply] = thought.score
        self._shares.display = bool(shares)
        if shares:
            self._show_shares(shown, shares)
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        self._show_score(shown, shares, totals)
        blank, at = self._score.blank and not shares, shown.ply if self._pause is None else None
        # What a hint brings does not move the lines that are being read; the next move may.
        if blank or at != self._settled_at:
            self.set_class(blank, "-blank")
            self._settled_at = at if blank else None

    def _show_shares(self, shown: Shown, shares: Mapping[int, Sequence[float]]) -> None:
        count, seats = shown.match.ply + 1, shown.game.seats
        plies = sampled(count, self._shares.columns)
        stacks = [
            UNKNOWN if value is None else share_stack(value, self._colours(shown, ply))
            for ply, value in zip(plies, latest(shares, plies), strict=True)
        ]
        labels = ("100%", "50%" if seats == 2 else "", "0%")
        self._entitle(self._shares, panels.CHANCES)
        self._shares.show(stacks, labels, count, shown.ply)

    def _show_score(
        self,
        shown: Shown,
        shares: Mapping[int, Sequence[float]],
        totals: Mapping[int, Sequence[float]],
    ) -> None:
        count = shown.match.ply + 1
        plies = sampled(count, self._score.columns)
        leads: list[Lead | None]
        if totals:
            pairs = zip(plies, latest(shares, plies), latest(totals, plies), strict=True)
            leads = [
                None
                if share is None or total is None
                else expected_lead(share, total, self._colours(shown, ply))
                for ply, share, total in pairs
            ]
        else:
            if self._count_some(shown, plies):
                self._pause = self.set_timer(_PAUSE, lambda: self.show(shown, self._thoughts))
            leads = [self._leads.get(ply, (None, None))[1] for ply in plies]
        limit = None if shown.match.over else shown.display.largest_lead(shown.match.state)
        known = [lead for lead in leads if lead is not None]
        most, both = scale(known, limit), shown.game.seats == 2
        stacks = [UNKNOWN if lead is None else lead_stack(lead, most, both=both) for lead in leads]
        ends = [f"{name[:1].upper()}+{most:g}" for name in prompts.seat_names(shown)]
        colours = self._colours(shown, shown.ply)
        top, bottom = (ends if colours[0] == 0 else ends[::-1]) if both else (f"+{most:g}", "0")
        now, expected = panels.graph_names(shown)
        self._entitle(self._score, expected if totals else now)
        middle, empty = "0" if both else "", panels.NO_GRAPH
        self._score.show(stacks, (top, middle, bottom), count, shown.ply, empty=empty)

    def leap(self, ply: int, step: int) -> int | None:
        """The next position after `ply`, or before it, at which the win shares leap, or the score
        where there are none; None where there is none, or no graph is seen."""
        if not self.display:
            return None
        return (self._shares if self._shares.display else self._score).leap(ply, step)

    def mark(self, plies: Sequence[int]) -> None:
        """Mark these positions below the bars."""
        for graph in (self._score, self._shares):
            graph.mark(plies)

    def _entitle(self, graph: Graph, title: str) -> None:
        """Give a graph that title, with the names of the players in their colours if there is room,
        or no more than its first word where even that is too long; a title that it has is not drawn
        again."""
        assert self._shown is not None
        shown = self._shown
        names, colours = prompts.seat_names(shown), self._colours(shown, shown.ply)
        title, width = title[:1].upper() + title[1:], graph.size.width
        if 0 < width < len(title) + 3:
            title = title.split()[0]
        named = len(title) + sum(len(name) + 6 for name in names) <= width - 4
        key = f"{title}{names if named else ''}"
        if self._titles.get(graph) != key:
            self._titles[graph] = key
            legend = (Content("  "), graph.legend(names, colours)) if named else ()
            graph.border_title = Content.assemble(Content(title), *legend)

    def on_graph_resized(self, message: Graph.Resized) -> None:
        """Count and draw what there is room for now."""
        message.stop()
        if self._shown is not None:
            self.show(self._shown, self._thoughts)

    def _count_some(self, shown: Shown, plies: Sequence[int]) -> bool:
        """Count a few of the positions that are drawn; whether there are more."""
        waiting = [
            ply for ply in plies if self._leads.get(ply, (None,))[0] is not shown.view.lasting(ply)
        ]
        for ply in waiting[-_AT_ONCE:]:
            # The graph stays in sight when another player takes the keyboard.
            position, colours = shown.view.lasting(ply), self._colours(shown, ply)
            early = shown.display.is_early(position)
            counted = None if early else lead(shown.game.score(position), colours)
            self._leads[ply] = position, counted
        return len(waiting) > _AT_ONCE

    @staticmethod
    def _colours(shown: Shown, ply: int) -> list[int]:
        game, state = shown.game, shown.match.state_at(ply)
        return [game.colour(state, seat) for seat in range(game.seats)]


def scale(leads: Sequence[Lead], limit: float | None) -> float:
    """The lead at full height, one of a few values: the later half of the positions fits, leaps of
    the opening need not, and nothing above the `limit` of what can still come about."""
    usual = max((lead.points for lead in leads[len(leads) // 2 :]), default=0.0)
    usual = usual if limit is None else min(usual, limit)
    return next((step for step in _STEPS if step >= usual), usual)
