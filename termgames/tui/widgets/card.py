"""What a menu offers: a game with its goal and a picture, or something else in a line or two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.console import OverflowMethod
from rich.text import Text
from textual import events
from textual.app import App
from textual.message import Message
from textual.widget import Widget

from termgames.core.options import GameInfo
from termgames.core.topology import Topology, from_rows, hexhex
from termgames.play.pictures.seen import Position, Tint
from termgames.tui import depth, themes
from termgames.tui.board.miniature import miniature

PICTURE = (21, 11)
"""Columns and rows of the largest picture."""


class Card(Widget, can_focus=True):
    """One thing to choose: a title, what is said beside it, a line below, perhaps a picture.

    A click chooses a card that has the keys already and gives them to any other, so that what
    is on it can be read before, and keys that concern it can be clicked. A `quick` card is
    chosen by any click.

    | Component class | Description |
    | :- | :- |
    | `card--mark` | The sign of the card that has the keys. |
    | `card--title` | The title. |
    | `card--beside` | What is said beside the title. |
    """

    FOCUS_ON_CLICK = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"card--mark", "card--title", "card--beside"}
    DEFAULT_CSS = """
    Card {
        height: 2;
        padding: 0 1;
        & > .card--mark { color: $primary; text-style: bold; }
        & > .card--title { text-style: bold; }
        & > .card--beside { color: $text-muted; }
        &:hover { background: $surface; }
        &:focus { background: $panel; }
        &.-tall { border: round $foreground 55%; width: 37; height: 17; margin-left: 1; }
        &.-tall:hover { background: $background; }
        &.-tall:focus { border: round $primary; background: $background; }
        &.-tall:focus > .card--title { color: $primary; }
        &.-quick { height: 1; padding: 0; }
    }
    """

    class Chosen(Message):
        """A card was chosen."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    class Entered(Message):
        """A card got the keys."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(
        self,
        title: str,
        beside: str = "",
        below: str = "",
        *,
        picture: Text | None = None,
        quick: bool = False,
        id: str,
    ) -> None:
        super().__init__(id=id, classes="-quick" if quick else None)
        self._title, self._beside, self._below = title, beside, below
        self._picture, self._quick = picture, quick

    def show(self, beside: str, below: str) -> None:
        """Say something else."""
        self._beside, self._below = beside, below
        self.refresh(layout=True)

    def draw(self, picture: Text) -> None:
        """Replace the picture."""
        self._picture = picture
        self.refresh()

    @property
    def picture(self) -> Text:
        """The picture, empty where there is none."""
        return self._picture or Text()

    def on_focus(self) -> None:
        """Post that the card got the keys."""
        self.post_message(self.Entered(self))

    def on_click(self, event: events.Click) -> None:
        """Take the keys, or be chosen."""
        event.stop()
        chosen = self._quick or self.has_focus
        self.focus()
        if chosen:
            self.post_message(self.Chosen(self))

    def render(self) -> Text:
        """In a line or two; on a tall card below the picture, one thing a line."""
        style = self.get_component_rich_style
        ascii = self.app.has_class("-ascii")
        arrow = ">" if ascii else "▸"
        cut: OverflowMethod = "crop" if ascii else "ellipsis"
        mark = f"{arrow} " if self.has_focus else "  "
        head = Text.assemble((mark, style("card--mark")), (self._title, style("card--title")))
        beside = Text(self._beside, style("card--beside"))
        if self.has_class("-tall"):
            picture = self.picture.copy()
            lines = list(picture.split("\n")) if picture else []
            width = max((line.cell_len for line in lines), default=0)
            left, above = (self.size.width - width) // 2, (PICTURE[1] - len(lines)) // 2
            rows = [Text(" " * left).append_text(line) for line in lines]
            rows = [Text()] * above + rows + [Text()] * (PICTURE[1] - above - len(lines))
            # The mark stands behind the title, which keeps its place.
            sign = f" {'<' if ascii else '◂'}" if self.has_focus else ""
            head = Text.assemble(head[len(mark) :], (sign, style("card--mark")))
            return Text("\n").join([*rows, head, beside, Text(self._below)])
        if self._quick:
            return Text.assemble(head, " ", beside)
        room = self.size.width - head.cell_len - beside.cell_len
        if room < 2:
            beside.truncate(max(0, beside.cell_len + room - 2), overflow=cut)
            room = 2
        below = Text(f"  {self._below}")
        below.truncate(self.size.width, overflow=cut)
        return head.append(" " * room).append_text(beside).append("\n").append_text(below)


def board_picture(
    topology: Topology, position: Position, seats: int, marks: str, look: str, app: App[Any]
) -> Text:
    """A position in the colours of the look that is preferred, for so many `seats` and the `marks`
    of the colours that are drawn."""
    looks = themes.looks(seats, marks, depth=depth.name_of(app))
    chosen = next((each for each in looks if each.name == look), looks[0])
    chosen = chosen.under(dark=app.current_theme.dark)
    glyphs = themes.ASCII if app.has_class("-ascii") else themes.UNICODE
    return miniature(topology, position, chosen, glyphs, app, PICTURE)


def game_picture(info: GameInfo, look: str, app: App[Any]) -> Text:
    """The picture of a game, see `board_picture`; empty where it has none."""
    if not info.picture:
        return Text()
    topology = _board_of(info.picture)
    signs = topology.read(info.picture, f".{info.marks}{info.marks.upper()}")
    colours = len(info.marks)
    stones = bytes(sign if sign <= colours else 0 for sign in signs)
    tints = {
        cell: Tint(sign - colours - 1, 1.0, firm=True)
        for cell, sign in enumerate(signs)
        if sign > colours
    }
    seats = min(len(info.seats), colours)
    return board_picture(topology, Position(stones, tints=tints), seats, info.marks, look, app)


def _board_of(rows: Sequence[str]) -> Topology:
    """The board of a picture: hexagonal where its rows are of different lengths."""
    if len(set(map(len, rows))) == 1:
        return from_rows([re.sub("[^-]", ".", row) for row in rows])
    names = (
        f"{chr(ord('a') + at)}{number}"
        for at, row in enumerate(reversed(rows))
        for number, mark in enumerate(row, 1)
        if mark == "-"
    )
    return hexhex((len(rows) + 1) // 2, frozenset(names))
