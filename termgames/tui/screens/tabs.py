"""The tabs of the column beside a board: moves, score, holdings, count. One is seen at a time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import ContentSwitcher

from termgames.play.session import GameSession
from termgames.play.text.turns import Turns
from termgames.tui import styled
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.scores import ScoreList


class Tabs(ContentSwitcher):
    """The tabs, by the names of `names`; the board keeps the keys while moves are seen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, initial="moves")
        self.border_title = "Moves"
        self._over = False
        self._moves, self._score = MoveList(id="moves"), ScoreList(id="score")
        self._holdings, self._beside = VerticalScroll(id="holdings"), Static(id="beside")
        self._count = CountList(id="count")

    def compose(self) -> ComposeResult:
        """One widget a tab."""
        yield from (self._moves, self._score)
        with self._holdings:
            yield self._beside
        yield self._count

    def show(
        self, session: GameSession, turns: Turns, chip: styled.Chip, *, judged: bool, ascii: bool
    ) -> None:
        """Fill all tabs from the session. The score is left out unless `judged`, the count until
        the game is over."""
        self._moves.show(
            styled.turn_lines(session, turns, chip, ascii=ascii),
            session.ply,
            lambda line: styled.turn_details(turns, line, ascii=ascii),
        )
        self._beside.update(styled.holdings_text(session, chip))
        over = self._over = session.match.over
        self._title()
        self._count.show(session.display.walkthrough(session.shown) if over else ())
        self._score.show(styled.score_lines(session, chip) if judged else [])

    def unfold(self) -> None:
        """List the moves of the turn shown, or hide them again."""
        self._moves.unfold()

    @property
    def names(self) -> list[str]:
        """The tabs that have something on them."""
        filled = {
            "score": self._score.option_count > 0,
            "holdings": bool(self._beside.content),
            "count": self.has_count,
        }
        return ["moves", *(name for name, something in filled.items() if something)]

    @property
    def has_count(self) -> bool:
        """Whether the count of the game can be looked at step by step."""
        return self._count.option_count > 0

    @property
    def following(self) -> str:
        """The tab after the one seen; moves come after the last."""
        names, current = self.names, self.current or ""
        return names[(names.index(current) + 1 if current in names else 0) % len(names)]

    def turn(self, name: str) -> None:
        """Bring a tab to the front."""
        self.current = name
        self._title()

    def _title(self) -> None:
        """What the tab seen is called."""
        name = self.current or ""
        now = name == "score" and not self._over
        self.border_title = Content("Score if it ended now" if now else name.capitalize())

    def take_keys(self, *, first: bool) -> None:
        """Give the keys to the tab seen; in a list, go to its `first` line if wanted."""
        if self.current == "holdings":
            self._holdings.focus()
            return
        lines = self._score if self.current == "score" else self._count
        lines.focus()
        if first:
            lines.call_after_refresh(lines.action_first)
