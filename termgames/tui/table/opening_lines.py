"""Openings in a tab beside the board, and the numbers of the moves on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from termgames.play.sitting.shown import Shown
from termgames.tui import styled, themes
from termgames.tui.board import BoardView
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.tabs import Tabs

if TYPE_CHECKING:
    from termgames.play.openings.found import Openings

NONE = (
    "There are no openings for this board with these rules. termgames openings lists those "
    "that ship; termgames lab openings makes more."
)


class OpeningLines:
    """What the tree of openings has of the position shown. The tree is read when it is first asked
    for."""

    def __init__(self, board: BoardView, tabs: Tabs, analysis: Analysis, shown: Shown) -> None:
        self._shown, self._board = shown, board
        self._tabs, self._analysis = tabs, analysis
        self._opened: tuple[Openings | None] | None = None
        self._marked: Any = None
        """The position whose moves have numbers on the board."""

    @property
    def _openings(self) -> Openings | None:
        if self._opened is None:
            from termgames.play.openings.found import of_game

            self._opened = (of_game(self._shown.game),)
        return self._opened[0]

    def text(self, ink: styled.Ink) -> Text:
        """The moves with their figures, or that no game of the tree went on from here."""
        from termgames.play.text import openings as texts

        if self._shown.match.unaided:
            return Text("This game is rated: no help before it ends.")
        shown, opened = self._shown, self._openings
        if opened is None:
            return Text(NONE)
        found = opened.at(shown.position)
        if found is None:
            return Text(texts.outside(shown.display, shown.position, opened.tree))
        head, *lines = texts.table(shown.display, shown.position, found)
        told = Text(texts.heading(shown.game, shown.position, found) + "\n")
        told.append("".join(f"{line}\n" for line in texts.of_other_komi(opened)))
        told.append(head, "dim")
        for line in lines:
            told.append(f"\n{line}")
        told.no_wrap = True
        for each in found.moves[: texts.MOST]:
            moves = (each.move, *each.goes_on)
            themes.inked(told, styled.stones_of_others(shown.display, shown.position, moves, ink))
        return told

    def mark(self) -> None:
        """Number the moves on the board while the tab is seen and the analysis lays nothing there,
        or take the numbers away that were laid here."""
        shown, analysis = self._shown, self._analysis
        seen = self._tabs.current == "openings" and analysis.seen
        busy = analysis.running or analysis.line is not None
        opened = self._openings if seen and not (busy or shown.match.unaided) else None
        found = None if opened is None else opened.at(shown.position)
        if found is not None:
            from termgames.play.text import openings as texts

            numbers = texts.labels(shown.game, found.moves)
            self._board.annotate({cell: (number,) for cell, number in numbers.items()})
            self._marked = shown.position
        elif self._marked is not None:
            self._marked = None
            if not busy:
                self._board.annotate({})
