"""The tabs of the column beside a board: moves, candidates, variations, review, score, holdings,
story, count, openings. One is seen at a time."""

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import ContentSwitcher

from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import ListedTurn, Turns
from termgames.tui import styled
from termgames.tui.widgets.candidates import CandidateList
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.findings import FindingLine, FindingList
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.moves import MoveLine, MoveList
from termgames.tui.widgets.scores import ScoreList
from termgames.tui.widgets.variations import VariationLine, VariationList


class Tabs(ContentSwitcher):
    """The tabs, by their names; the board keeps the keys while moves or candidates are seen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, initial="moves")
        self.border_title = self._titled = "Moves"
        self._over = False
        self._fillings: dict[str, Callable[[], None]] = {}
        """For each tab that is out of date, by name, a function that fills it."""
        self._listed: Sequence[ListedTurn] = ()
        self._stone_look: tuple[object, ...] = ()
        self._lines: Sequence[MoveLine] = ()
        """The lines of the list of moves, made of `_listed` (the turns) and `_stone_look`."""
        self._moves, self._score = MoveList(id="moves"), ScoreList(id="score")
        self._holdings, self._beside = VerticalScroll(id="holdings"), Static(id="beside")
        self._story, self._told = VerticalScroll(id="story"), Static(id="told")
        self._openings, self._opened = VerticalScroll(id="openings"), Static(id="opened")
        self._count, self._findings = CountList(id="count"), FindingList(id="review")
        self.candidates = CandidateList(id="candidates")
        """The list of candidates, which the screen fills."""
        self._has_candidates = False
        self._variations = VariationList(id="variations")

    class Resized(Message):
        """The list seen has another room."""

    def on_resize(self) -> None:
        """Say so to the column."""
        self.post_message(self.Resized())

    def compose(self) -> ComposeResult:
        """One widget a tab."""
        yield from (self._moves, self.candidates, self._variations, self._findings, self._score)
        with self._holdings:
            yield self._beside
        with self._story:
            yield self._told
        with self._openings:
            yield self._opened
        yield self._count

    def show(
        self,
        shown: Shown,
        turns: Turns,
        chip: styled.Chip,
        ink: styled.Ink,
        *,
        story: Callable[[], Text],
        openings: Callable[[], Text],
        analysis_shown: bool,
        counting: bool,
        ascii: bool,
    ) -> None:
        """Fill the tab seen; the others are filled when they are asked for. `openings` are left out
        unless `analysis_shown`, the score unless the position is shown as if the game ended now
        (`counting`), the count and the `story` until the game is over."""
        stones = [chip(colour) for colour in range(shown.game.seats)]
        stone_look = (ascii, *((stone.plain, stone.style) for stone in stones))
        if self._listed is not turns.lines() or self._stone_look != stone_look:
            self._listed, self._stone_look = turns.lines(), stone_look
            self._lines = styled.turn_lines(shown, turns, chip, ink, ascii=ascii)
        self._moves.show(
            self._lines,
            shown.ply,
            lambda line: styled.turn_details(shown, turns, line, ascii=ascii),
        )
        self._over = shown.match.over
        self._title()
        self._fillings = {
            "score": lambda: self._score.show(styled.score_lines(shown, chip) if counting else []),
            "holdings": lambda: self._beside.update(styled.holdings_text(shown, chip)),
            "story": lambda: self._told.update(story() if self._over else ""),
            "openings": lambda: self._opened.update(openings() if analysis_shown else ""),
            "count": lambda: self._count.show(
                shown.display.walkthrough(shown.position) if self._over else ()
            ),
        }
        self._fill(self.current or "")

    def show_review(self, lines: Sequence[FindingLine], marks: Mapping[int, str]) -> None:
        """What a review found: mistakes, and by ply the marks of moves."""
        self._findings.show(lines)
        self._moves.mark(marks)

    def show_variations(self, lines: Sequence[VariationLine]) -> None:
        """The variations and comments of the game."""
        self._variations.show(lines)

    def _fill(self, name: str) -> None:
        """Fill a tab that has been filled with another position, or not at all."""
        filling = self._fillings.pop(name, None)
        if filling is not None:
            filling()

    def unfold(self) -> None:
        """List the moves of the turn shown, or hide them again."""
        self._moves.unfold()

    def has_count(self) -> bool:
        """Whether the count of the game can be looked at step by step."""
        self._fill("count")
        return self._count.option_count > 0

    def offer_candidates(self, there: bool) -> None:
        """Bring the candidates to the front when there begin to be some, and take them away when
        there are none any more."""
        if there != self._has_candidates:
            self._has_candidates = there
            if there or self.current == "candidates":
                self.turn(self.home)

    @property
    def home(self) -> str:
        """The tab that is seen beside the board unless another is asked for."""
        return "candidates" if self._has_candidates else "moves"

    def names(self) -> list[str]:
        """The tabs that have something on them; openings, which not every game has, are asked for
        by themselves."""
        for name in self._fillings.keys() - {"openings"}:
            self._fill(name)
        filled = {
            "candidates": self._has_candidates,
            "variations": self._variations.option_count > 0,
            "review": self._findings.option_count > 0,
            "score": self._score.option_count > 0,
            "holdings": bool(self._beside.content),
            "story": bool(self._told.content),
            "count": self.has_count(),
        }
        return ["moves", *(name for name, something in filled.items() if something)]

    def following(self) -> str:
        """The tab after the one seen; moves come after the last."""
        names, current = self.names(), self.current or ""
        return names[(names.index(current) + 1 if current in names else 0) % len(names)]

    def turn(self, name: str) -> None:
        """Bring a tab to the front. There are none any more while the screen goes."""
        if not any(child.id == name for child in self.children):
            return
        self._fill(name)
        self.current = name
        self._title()

    def _title(self) -> None:
        """Set the title to the name of the tab seen."""
        name = self.current or ""
        now = name == "score" and not self._over
        title = "Score if it ended now" if now else name.capitalize()
        if title != self._titled:
            self._titled, self.border_title = title, Content(title)

    def take_keys(self, *, first: bool) -> None:
        """Give the keys to the tab seen; in a list, go to its `first` line if wanted. Moves and
        candidates leave them to the board."""
        pages = {"holdings": self._holdings, "story": self._story, "openings": self._openings}
        if self.current in pages:
            pages[self.current].focus()
            return
        lists = {
            "score": self._score,
            "count": self._count,
            "review": self._findings,
            "variations": self._variations,
        }
        lines = lists[self.current or "count"]
        lines.focus()
        if first and lines is not self._variations:
            lines.call_after_refresh(lines.action_first)
