"""The list of turns played, with the one that led to the position shown marked."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termgames.tui.themes import NamedStone, inked


class PlyChosen(Message):
    """The player wants to see the position that `ply` moves from the start lead to."""

    def __init__(self, ply: int) -> None:
        super().__init__()
        self.ply = ply


@dataclass(frozen=True)
class MoveLine:
    """A line of the list: a turn, or below the turn that is unfolded one of its moves. It leads
    from the position before move `first` to the one before move `end`."""

    label: str
    """The number of the turn, empty for a move of one."""
    sign: Text
    """The stone of who took the turn; all signs of a list have one width."""
    text: str
    first: int
    end: int
    stones: tuple[NamedStone, ...] = ()
    """The stones in `text` that other players got."""


Details = Callable[[MoveLine], Sequence[MoveLine]]
"""The moves of a turn, a line each."""


def shortened(text: str, room: int) -> str:
    """A text of several pieces in `room` columns: where it is longer, whole words with two dots
    behind them, and a part of the first one where not even that fits."""
    if len(text) <= room:
        return text
    words = text[: max(0, room - 2)].rpartition(" ")[0] or text[: max(0, room - 2)]
    return f"{words} .." if len(words) + 3 <= room else f"{words}.."


class MoveList(ScrollView, can_focus=False):
    """A line a turn. A click shows the position after it; a click on the turn that led to the
    position shown lists its moves below it, and hides them again.

    | Component class | Description |
    | :- | :- |
    | `moves--number` | The number of the turn. |
    | `moves--move` | A turn. |
    | `moves--now` | The turn that led to the position shown. |
    | `moves--later` | A turn after the position shown. |
    | `moves--mark` | What a review thinks of the turn. |
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "moves--number",
        "moves--move",
        "moves--now",
        "moves--later",
        "moves--mark",
    }
    DEFAULT_CSS = """
    MoveList {
        height: 1fr;
        min-height: 1;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .moves--number { color: $text-disabled; }
        & > .moves--move { color: $text; }
        & > .moves--now { background: $primary 30%; text-style: bold; }
        & > .moves--later { color: $text-disabled; }
        & > .moves--mark { color: $text-warning; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: Sequence[MoveLine] = ()
        self._details: Details = lambda line: ()
        self._unfolded: int | None = None
        """The first move of the turn whose moves are listed."""
        self._lines: Sequence[MoveLine] = ()
        """The lines that are seen: the turns, and the moves of the one that is unfolded."""
        self._listed_below = 0
        """How many of them are moves of the turn that is unfolded."""
        self._digits = 1
        """Columns of the number of a turn."""
        self._ply = 0
        self._marks: Mapping[int, str] = {}
        self._styles: dict[str, Style] = {}

    def show(self, turns: Sequence[MoveLine], ply: int, details: Details) -> None:
        """The turns, and the position shown, which is the one before move `ply`. Where the turns
        are the very ones shown before, only the lines between the two positions are drawn."""
        before, self._ply, self._details = self._ply, ply, details
        if turns is not self._turns:
            self._turns = turns
            self._digits = max((len(turn.label) for turn in turns), default=1)
            self._lay_out()
        elif ply != before:
            first, last = sorted((self._row(before), self._row(ply)))
            # Moves listed below a turn are marked as well.
            self.refresh_lines(first, last - first + 1 + self._listed_below)
            self._follow()

    def mark(self, marks: Mapping[int, str]) -> None:
        """Show marks behind moves, by the ply of the move."""
        if marks != self._marks:
            self._marks = marks
            self.refresh()

    def unfold(self) -> None:
        """List the moves of the turn that led to the position shown, or hide them again."""
        current = next((line for line in self._turns if self._is_shown(line)), None)
        self._unfolded = (
            None if current is None or current.first == self._unfolded else current.first
        )
        self._lay_out()

    @property
    def texts(self) -> list[str]:
        """The lines as they stand, without their signs."""
        return [f"{line.label} {line.text}".strip() for line in self._lines]

    def on_resize(self, event: events.Resize) -> None:
        """Lines are as wide as the list."""
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        """Show the position after the turn that was clicked, or list its moves."""
        row = event.y + self.scroll_offset.y
        if row < len(self._lines):
            line = self._lines[row]
            if line.label and line.end == self._ply:
                self.unfold()
            else:
                self.post_message(PlyChosen(line.end))

    def render_line(self, y: int) -> Strip:
        """A turn, or a move of one."""
        row, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if row >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        line, style = self._lines[row], self._style
        name = "moves--later" if line.first >= self._ply else "moves--move"
        if self._is_shown(line):
            name = "moves--now"
        number = self._digits
        ink = line.sign.style
        ink = Style.parse(ink) if isinstance(ink, str) else ink
        mark = "".join(
            self._marks[ply] for ply in range(line.first, line.end) if ply in self._marks
        )
        room = width - number - 1 - line.sign.cell_len - 1 - len(mark)
        text = shortened(line.text, room)
        written = inked(Text(f" {text}", end=""), line.stones)
        segments = [
            Segment(f"{line.label:>{number}} ", style("moves--number")),
            Segment(line.sign.plain, self.rich_style + ink),
            *Segment.apply_style(written.render(self.app.console), style(name)),
            Segment(mark, style("moves--mark")),
        ]
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def notify_style_update(self) -> None:
        """Colours may have changed."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, name: str) -> Style:
        """The style of a component class; Textual would put it together for each line anew."""
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(name)
        return self._styles[name]

    def _is_shown(self, line: MoveLine) -> bool:
        return line.first < self._ply <= line.end

    def _row(self, ply: int) -> int:
        """The row of the turn that led to the position before move `ply`."""
        at = bisect_left(self._turns, ply, key=lambda turn: turn.end)
        below = (
            at < len(self._turns)
            and self._unfolded is not None
            and (self._turns[at].first > self._unfolded)
        )
        return at + self._listed_below * below

    def _lay_out(self) -> None:
        lines: list[MoveLine] = []
        for turn in self._turns:
            lines.append(turn)
            if turn.first == self._unfolded:
                lines += self._details(turn)
        self._lines, self._listed_below = lines, len(lines) - len(self._turns)
        self.virtual_size = Size(self.size.width, len(lines))
        self._follow()
        self.refresh()

    def _follow(self) -> None:
        """Bring the turn that led to the position shown into sight, where it is not, with as many
        turns before it as after it."""
        row, top = self._row(self._ply), self.scroll_offset.y
        if not top <= row < top + self.scrollable_content_region.height:
            self.scroll_to_region(Region(0, row, 1, 1), animate=False, force=True, center=True)
