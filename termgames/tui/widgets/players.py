"""Who plays which colour, how they stand, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from termgames.tui.widgets.lines import Lines


@dataclass(frozen=True)
class PlayerRow:
    """One player as he is shown."""

    chip: Text
    """His stone, see `themes.chip`."""
    side: str
    """The name of his colour or place."""
    label: str
    """Who he is: `you`, `bot 4`."""
    standing: str
    """The text beside his name, as a rule the score; empty with analysis off."""
    to_act: bool
    leads: bool
    tokens: Text = field(default_factory=Text)
    """What he has taken from beside the board, see `themes.token`."""
    note: str = ""
    """Whatever else is worth knowing of him; left out where there is no room."""


class PlayersPanel(Lines):
    """A line a player below a heading; `compact` puts all of them on one line."""

    DEFAULT_CSS = """
    PlayersPanel { height: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.arrow = "▸"
        """What points at the player to act."""
        self._rows: Sequence[PlayerRow] = ()
        self._beside: Sequence[Text] = ()
        self.compact = False
        """Whether all players stand on one line."""
        self._switch, self._caption = ("", ""), ""
        self._lead = Text()
        self._shares: Sequence[float] | None = None

    def show(
        self,
        rows: Sequence[PlayerRow],
        beside: Sequence[Text] = (),
        *,
        switch: tuple[str, str] = ("", ""),
        caption: str = "",
    ) -> None:
        """The players as they stand now, and what lies beside the board. Above them stands
        how the `switch` of the analysis is set and what its key does, as `analysis on` and
        `A turns it off`, and a `caption` for what stands beside their names."""
        self._rows, self._beside = rows, beside
        self._switch, self._caption = switch, caption
        self.show_text()

    def expect(self, lead: Text, shares: Sequence[float] | None) -> None:
        """What a bot expects, above the players, who stand as if the game ended now: lines, and
        the win shares by seat, None where it is not known."""
        if (lead, shares) != (self._lead, self._shares):
            self._lead, self._shares = lead, shares
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
        lines = [self._head(), *(self._line(row) for row in self._rows), *below]
        return Text("\n").join([self._lead, *lines] if self._lead else lines)

    def _head(self) -> Text:
        """The switch of the analysis with its key, if there is room for that, and the caption."""
        state, key = self._switch
        switch = f"{state}; {key}" if key else state
        if len(switch) + len(self._caption) + 1 > self.size.width:
            switch = state
        gap = max(1, self.size.width - len(switch) - len(self._caption))
        return Text(f"{switch}{' ' * gap}{self._caption}", "dim", no_wrap=True)

    def _one_line(self) -> Text:
        """All players, each with the chances that a bot gives him before his standing; where that
        is too long, without these, then with the name of the player to act alone."""
        state, _ = self._switch
        off = [] if not state or state.endswith(" on") else [Text(state, "dim")]
        expected = [f"{share:.0%} " for share in self._shares or ()]
        unknown = [""] * len(self._rows)
        ways = [(expected, True)] if expected else []
        for chances, all_named in (*ways, (unknown, True), (unknown, False)):
            rows = [
                self._short(row, chance, with_name=all_named or row.to_act)
                for row, chance in zip(self._rows, chances, strict=True)
            ]
            text = Text("  ").join([*rows, *self._beside, *off])
            if text.cell_len <= self.size.width:
                break
        return text

    def _short(self, row: PlayerRow, chance: str, *, with_name: bool = True) -> Text:
        name = Text(f" {row.label} " if with_name else " ", "bold" if row.to_act else "")
        brief = _brief(row.standing)
        standing = Text(f"({brief})" if chance else brief, "bold" if row.leads else "dim")
        return Text.assemble(
            self._turn(row), row.chip, name, chance, standing, row.tokens, no_wrap=True
        )

    def _line(self, row: PlayerRow) -> Text:
        name = Text(f" {row.side.capitalize()}", "bold" if row.to_act else "")
        name.append(f"  {row.label}", "dim")
        head = Text.assemble(self._turn(row), row.chip, name, row.tokens, no_wrap=True)
        brief = _brief(row.standing)
        if row.note and head.cell_len + len(row.note) + len(brief) + 4 < self.size.width:
            head.append(f"  {row.note}", "dim")
        fits = head.cell_len + len(row.standing) < self.size.width
        standing = Text(row.standing if fits else brief, "bold" if row.leads else "")
        gap = self.size.width - head.cell_len - standing.cell_len
        if gap < 1:  # a line of its own, at the right as all the others
            head.append("\n")
            gap = max(1, self.size.width - standing.cell_len)
        return Text.assemble(head, " " * gap, standing, no_wrap=True, overflow="ellipsis")

    def _turn(self, row: PlayerRow) -> str:
        return f"{self.arrow} " if row.to_act else "  "


def _brief(standing: str) -> str:
    """The standing without the part in brackets."""
    return standing.partition(" (")[0]
