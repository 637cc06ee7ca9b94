"""Who plays which colour, whose turn it is, and how they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Self

from rich.text import Text

from termgames.tui.widgets.lines import Lines

_GAP = 2
"""Columns between figures."""


@dataclass(frozen=True)
class Figures:
    """One figure a player, below a caption."""

    caption: str
    """What it is: `points`."""
    values: Sequence[str]
    """By seat; empty where there is nothing to say."""

    @property
    def width(self) -> int:
        """Columns that they take."""
        return max(map(len, (self.caption, *self.values)))

    @property
    def first_part(self) -> Self:
        """The same without what stands behind commas."""
        return replace(self, values=[value.partition(",")[0] for value in self.values])


@dataclass(frozen=True)
class PlayerRow:
    """One player as he is shown."""

    chip: Text
    """His stone, see `themes.chip`."""
    side: str
    """The name of his colour or place."""
    label: str
    """Who he is: `you`, `bot 4`."""
    to_act: bool
    leads: bool
    tokens: Text = field(default_factory=Text)
    """What he has taken from beside the board, see `themes.token`."""
    note: str = ""
    """Whatever else is worth knowing of him; left out where there is no room."""


class PlayersPanel(Lines):
    """A line a player below the title, figures at its right; `compact` puts all of them on one
    line."""

    DEFAULT_CSS = """
    PlayersPanel { height: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.arrow = "▸"
        """What points at the player to act."""
        self.compact = False
        """Whether all players stand on one line."""
        self._rows: Sequence[PlayerRow] = ()
        self._figures: Sequence[Figures] = ()
        self._titles: Sequence[str] = ()
        self._beside: Sequence[Text] = ()
        self._remark = ""

    def show(
        self,
        rows: Sequence[PlayerRow],
        figures: Sequence[Figures] = (),
        *,
        titles: Sequence[str] = (),
        beside: Sequence[Text] = (),
        remark: str = "",
    ) -> None:
        """The players with their figures, the most important first: what there is no room for is
        left out. Above them stands the longest of the `titles` that has room, else the last; the
        `remark` stands before their captions. Below lies what is `beside` the board."""
        self._rows, self._figures, self._titles = rows, figures, titles
        self._beside, self._remark = beside, remark
        self.show_text()

    def show_values(self, caption: str, values: Sequence[str]) -> None:
        """Other values of the figures with that caption; nothing happens where there are none."""
        self._figures = [
            replace(each, values=values) if each.caption == caption else each
            for each in self._figures
        ]
        self.show_text()

    def set_compact(self, compact: bool) -> None:
        """One line for all, or one each."""
        if compact != self.compact:
            self.compact = compact
            self.show_text()

    def render(self) -> Text:
        """The lines."""
        if self.compact:
            return self._one_line()
        below = [Text.assemble("  ", thing) for thing in self._beside]
        figures = self._fitting()
        captions = _in_columns(figures, [each.caption for each in figures])
        title = self._title(f"{self._remark}{captions}".lstrip())
        rows = [self._line(seat, row, figures) for seat, row in enumerate(self._rows)]
        return Text("\n").join([*title, *rows, *below])

    def _fitting(self) -> Sequence[Figures]:
        """The figures that have room beside all names."""
        room = self._beside_names(labelled=True)
        widths = accumulate(_GAP + each.width for each in self._figures)
        fitting = self._figures[: max(1, sum(width <= room for width in widths))]
        # A name is never cut for a figure: its first part must do.
        short = fitting and _GAP + fitting[0].width > self._beside_names(labelled=False)
        return [each.first_part for each in fitting] if short else fitting

    def _beside_names(self, *, labelled: bool) -> int:
        """Columns that are left beside the longest name."""
        heads = (self._head(row, labelled=labelled).cell_len for row in self._rows)
        return self.size.width - max(heads, default=0)

    def _title(self, beside: str) -> list[Text]:
        """The title with what stands at its right; on two lines where one has no room for both."""
        width, titles = self.size.width, self._titles or ("",)
        both = next((each for each in titles if len(each) + _GAP + len(beside) <= width), None)
        if both is not None:
            pad = " " * (width - len(both) - len(beside))
            lines = [Text.assemble((both, "dim"), pad, beside)]
        else:
            title = next((each for each in titles if len(each) <= width), titles[-1])
            lines = [Text(title, "dim"), Text(f"{beside:>{width}}")]
        return [line for line in lines if line.plain.strip()]

    def _one_line(self) -> Text:
        """All players, each with his figures; where that is too long with the first alone, then
        with the name of the player to act alone."""
        remark = [Text(self._remark)] if self._remark else []
        text = Text()
        for figures, all_named in (
            *((self._figures[:count], True) for count in range(len(self._figures), 0, -1) or (0,)),
            (self._figures[:1], False),
            ((), False),
        ):
            rows = [
                self._short(seat, row, figures, with_name=all_named or row.to_act)
                for seat, row in enumerate(self._rows)
            ]
            text = Text("  ").join([*rows, *self._beside, *remark])
            if text.cell_len <= self.size.width:
                break
        return text

    def _short(
        self, seat: int, row: PlayerRow, figures: Sequence[Figures], *, with_name: bool
    ) -> Text:
        name = Text(f" {row.label}" if with_name else "", "bold" if row.to_act else "")
        text = Text.assemble(self._turn(row), row.chip, name, no_wrap=True)
        for each in figures:
            if each.values[seat]:
                text.append(f" {each.values[seat]}", "bold" if row.leads else "dim")
        return text.append_text(row.tokens)

    def _head(self, row: PlayerRow, *, labelled: bool = True) -> Text:
        name = Text(f" {row.side.capitalize()}", "bold" if row.to_act else "")
        name.append(f"  {row.label}" if labelled else "", "dim")
        name.append(" " if row.tokens else "")
        return Text.assemble(self._turn(row), row.chip, name, row.tokens, no_wrap=True)

    def _line(self, seat: int, row: PlayerRow, figures: Sequence[Figures]) -> Text:
        right = _in_columns(figures, [each.values[seat] for each in figures])
        room, head = self.size.width - len(right), self._head(row)
        if head.cell_len > room:
            head = self._head(row, labelled=False)
        if row.note and head.cell_len + len(row.note) + 2 * _GAP < room:
            head.append(f"  {row.note}", "dim")
        if right:
            head.truncate(room, pad=True)
            head.append(right, "bold" if row.leads else "")
        return head

    def _turn(self, row: PlayerRow) -> str:
        return f"{self.arrow} " if row.to_act else "  "


def _in_columns(figures: Sequence[Figures], texts: Sequence[str]) -> str:
    """A text below each caption, at the right of its column."""
    pairs = zip(figures, texts, strict=True)
    return "".join(f"{text:>{_GAP + each.width}}" for each, text in pairs)
