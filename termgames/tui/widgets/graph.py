"""How a game went, in graphs with a bar for each position: up for the first colour, down for
the other. In a game with more positions than columns only those are counted that are drawn."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
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
from termgames.play.text import panels
from termgames.search.limits import Thought
from termgames.tui.themes import Look
from termgames.tui.widgets.lines import Lines
from termgames.tui.widgets.moves import PlyChosen

_UP = " ▁▂▃▄▅▆▇█"
MARK = "*"
"""The sign below the positions that are marked."""
_DIGITS = 3
"""Columns of the values beside the bars."""
_LEAPS = 5
"""So many of the greatest changes are leaps, where they are seen at all: where they are at least
`_SEEN` of the full height."""
_SEEN = 0.1
_AT_ONCE = 8
"""Positions that are counted before the keys are looked at again."""
_PAUSE = 0.02
"""Seconds for which the keys have the application to themselves."""


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


def share(shares: Sequence[float], colours: Sequence[int]) -> Lead:
    """The lead in win shares, in points of a hundred beyond an even share; both by seat."""
    best = max(range(len(shares)), key=shares.__getitem__)
    points = 100 * (shares[best] - 1 / len(shares))
    return Lead(max(0.0, points), colours[best] == 0 or len(shares) > 2, colours[best])


def expected_lead(shares: Sequence[float], totals: Sequence[float], colours: Sequence[int]) -> Lead:
    """The lead, see `lead`, of the player who is most likely to win, by expected totals."""
    ahead = max(range(len(shares)), key=shares.__getitem__)
    return lead(Score(tuple(totals), (), (ahead,)), colours)


def _without_none(values: Mapping[int, Sequence[float] | None]) -> dict[int, Sequence[float]]:
    """The values that are not None."""
    return {ply: value for ply, value in values.items() if value is not None}


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


class ScoreGraph(Lines):
    """The leads of positions, the one shown marked below."""

    DEFAULT_CSS = """
    ScoreGraph { height: 8; }
    """

    class Resized(Message):
        """There is other room."""

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.look = look
        """The colours of the bars, and the one behind them, on which all of them show."""
        self.ascii = False
        """Whether nothing but ASCII is drawn."""
        self._leads: Sequence[Lead] = ()
        self._count = self._ply = 0
        self._most = 1.0
        self._marked: Sequence[int] = ()
        self._bars: list[Text] = []
        self._bars_of: tuple[object, ...] = ()
        """Rows of bars, and what they were drawn from."""

    @property
    def columns(self) -> int:
        """How many bars there is room for."""
        return max(0, self.size.width - _DIGITS - 1)

    @property
    def _plies(self) -> Sequence[int]:
        """The positions of the bars, also where there is other room since they were drawn."""
        return sampled(self._count, len(self._leads)) if self._leads else ()

    def show(self, leads: Sequence[Lead], count: int, ply: int, most: float) -> None:
        """A bar for each of the positions that are `sampled` of `count`; `ply` is the one shown,
        `most` the lead of full height."""
        self._leads, self._count, self._ply, self._most = leads, count, ply, most
        self.show_text()

    def mark(self, plies: Sequence[int]) -> None:
        """Mark these positions below the bars."""
        if plies != self._marked:
            self._marked = plies
            self.show_text()

    def leap(self, ply: int, step: int) -> int | None:
        """The next position after `ply` (before it for a `step` below 0) at which the bars leap,
        one of the greatest changes of the game; None where there is none."""
        plies, changes = self._plies, dict[int, float]()
        for at, (before, after) in enumerate(pairwise(self._leads), 1):
            one, other = (min(lead.points, self._most) for lead in (before, after))
            same = before.colour == after.colour
            changes[plies[at]] = abs(one - other) if same else one + other
        seen = [at for at, change in changes.items() if change >= _SEEN * self._most]
        leaps = sorted(seen, key=lambda at: -changes[at])[:_LEAPS]
        if step > 0:
            return min((at for at in leaps if at > ply), default=None)
        return max((at for at in leaps if at < ply), default=None)

    def on_resize(self) -> None:
        """Other positions are drawn where there is other room."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Show the position whose column was clicked."""
        column = event.x - _DIGITS - 1
        if 0 <= column < len(self._leads):
            self.post_message(PlyChosen(self._plies[column]))

    def render(self) -> Text:
        """The bars, the highest value beside them."""
        width, height = self.size
        if not self._leads or width < 12 or height < 4:
            return Text()
        bars_of = (self._leads, self._most, width, height, self.look, self.ascii)
        if bars_of != self._bars_of:
            self._bars, self._bars_of = self._make_bars(height), bars_of
        below = [" "] * len(self._leads)
        for ply in self._marked:
            below[self._column(ply)] = MARK
        below[self._column(self._ply)] = "^" if self.ascii else "▲"
        line = Text(" " * (_DIGITS + 1) + "".join(below).rstrip(), "bold")
        return Text("\n").join([*self._bars, line])

    def _make_bars(self, height: int) -> list[Text]:
        most, down = self._most, any(not lead.up for lead in self._leads)
        above = (height - 1) // 2 if down else height - 1
        below = height - 1 - above if down else 0
        rows = [self._row(level, above, up=True) for level in range(above, 0, -1)]
        rows += [self._row(level, below, up=False) for level in range(1, below + 1)]
        values = {0: f"{most:.0f}", len(rows) - 1: f"{most:.0f}", above - 1: "0"}
        return [
            Text.assemble((f"{values.get(number, ''):>{_DIGITS}} ", "dim"), row)
            for number, row in enumerate(rows)
        ]

    def _column(self, ply: int) -> int:
        """The column of a position: that of the part of the game which it belongs to."""
        return min(bisect_left(self._plies, ply), len(self._leads) - 1)

    def _row(self, level: int, levels: int, *, up: bool) -> Text:
        """Cells `level` steps from the axis, from 1; a cell is filled in eighths."""
        text, run = Text(), ""
        style: Style | None = None
        styles: dict[tuple[int, bool], Style] = {}
        for lead in self._leads:
            eighths = 0
            if lead.up is up:
                filled = lead.points / self._most * levels - (level - 1)
                eighths = max(0, min(8, round(filled * 8)))
            # There are no blocks that hang from above: the lower one, reversed.
            reverse = not up and bool(eighths) and not self.ascii
            key = lead.colour, reverse
            if key not in styles:
                styles[key] = self._style(*key)
            if styles[key] is not style:
                text.append(run, style)
                run, style = "", styles[key]
            if self.ascii:
                run += "#" if eighths >= 4 else " "
            else:
                run += _UP[8 - eighths if reverse else eighths]
        return text.append(run, style)

    def _style(self, colour: int, reverse: bool) -> Style:
        if self.app.no_color:
            return Style(reverse=reverse)
        return Style(
            color=self.look.players[colour], bgcolor=self.look.board, reverse=reverse or None
        )


class Graphs(Horizontal):
    """The graph of the score, and beside it the one of win shares where bots reported any. While
    the analysis runs, the score is the one that bots expect.

    Early positions, see `Display.is_early`, have no bar.
    Positions of a long game are counted a few at a time, with pauses in which keys are heard;
    until a position is counted it has no bar.
    """

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._score = ScoreGraph(look, id="graph")
        self._shares = ScoreGraph(look, id="shares")
        self._shares.border_title = Content("Win share expected")
        self._shown: Shown | None = None
        self._thoughts: Mapping[int, Thought] = {}
        self._running = False
        self._title = ""
        self._leads: dict[int, tuple[Any, Lead]] = {}
        """By ply: a position that was counted, and the lead in it."""
        self._pause: Timer | None = None
        """Runs while positions wait to be counted."""

    def compose(self) -> ComposeResult:
        """Both graphs."""
        yield from (self._score, self._shares)

    def dress(self, look: Look, *, ascii: bool) -> None:
        """Draw in these board colours, in ASCII or not."""
        for graph in (self._score, self._shares):
            graph.look, graph.ascii = look, ascii
            graph.show_text()

    def show(self, shown: Shown, thoughts: Mapping[int, Thought], *, running: bool = False) -> None:
        """The game so far. `thoughts` is by ply what a bot expects that was asked about positions,
        `running` whether it is asked about each that is shown."""
        self._shown, self._thoughts = shown, thoughts
        self._running = running
        now, expected = panels.graph_names(shown)
        self._entitle(f"{expected}, where looked at" if running else now)
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        if self._count_some(shown):
            self._pause = self.set_timer(
                _PAUSE, lambda: self.show(shown, thoughts, running=running)
            )
        game, count = shown.game, shown.match.ply + 1
        shares = {
            **shown.expectations,
            **_without_none({p: t.value for p, t in thoughts.items()}),
        }
        totals = {
            **shown.expected_totals,
            **_without_none({p: t.score for p, t in thoughts.items()}),
        }
        plies = sampled(count, self._score.columns)
        if running:
            leads = [
                Lead()
                if shared is None or total is None
                else expected_lead(shared, total, self._colours(shown, ply))
                for ply, shared, total in zip(
                    plies, latest(shares, plies), latest(totals, plies), strict=True
                )
            ]
        else:
            entries = [self._leads.get(ply) for ply in plies]
            leads = [Lead() if entry is None else entry[1] for entry in entries]
        limit = None if shown.match.over else shown.display.largest_lead(shown.match.state)
        self._score.show(leads, count, shown.ply, scale(leads, limit))
        self._shares.display = bool(shares)
        if shares:
            plies = sampled(count, self._shares.columns)
            leads = [
                Lead() if value is None else share(value, self._colours(shown, ply))
                for ply, value in zip(plies, latest(shares, plies), strict=True)
            ]
            self._shares.show(leads, count, shown.ply, 100 * (1 - 1 / game.seats))

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

    def _entitle(self, title: str) -> None:
        """Give the graph of the score that title; one that it has is not drawn again."""
        if title != self._title:
            self._title = title
            self._score.border_title = Content(title[:1].upper() + title[1:])

    def on_score_graph_resized(self, message: ScoreGraph.Resized) -> None:
        """Count and draw what there is room for now."""
        message.stop()
        if self._shown is not None:
            self.show(self._shown, self._thoughts, running=self._running)

    def _count_some(self, shown: Shown) -> bool:
        """Count a few of the positions that are drawn; whether there are more."""
        plies = sampled(shown.match.ply + 1, self._score.columns)
        waiting = [
            ply for ply in plies if self._leads.get(ply, (None,))[0] is not shown.view.lasting(ply)
        ]
        for ply in waiting[-_AT_ONCE:]:
            # The graph stays in sight when another player takes the keyboard.
            position, colours = shown.view.lasting(ply), self._colours(shown, ply)
            early = shown.display.is_early(position)
            counted = Lead() if early else lead(shown.game.score(position), colours)
            self._leads[ply] = position, counted
        return len(waiting) > _AT_ONCE

    @staticmethod
    def _colours(shown: Shown, ply: int) -> list[int]:
        game, state = shown.game, shown.match.state_at(ply)
        return [game.colour(state, seat) for seat in range(game.seats)]


def scale(leads: Sequence[Lead], limit: float | None) -> float:
    """The lead at full height: the later half of the positions fits, leaps of the opening need
    not, and nothing above the `limit` of what can still come about."""
    usual = max((lead.points for lead in leads[len(leads) // 2 :]), default=0.0)
    return max(1.0, usual if limit is None else min(usual, limit))
