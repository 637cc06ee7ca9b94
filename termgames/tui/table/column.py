"""The panels beside a board, from the title down to the graphs. They show what they are given."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets._toast import ToastRack

from termgames.core.display import Question
from termgames.play.text.turns import Turns
from termgames.tui import styled
from termgames.tui.app_keys import key_name
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.tabs import Tabs
from termgames.tui.table.zoom import SIDE
from termgames.tui.themes import Look
from termgames.tui.widgets.graph import Graph
from termgames.tui.widgets.lines import Lines
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.prompt import PromptPanel
from termgames.tui.widgets.question import DIGITS, QuestionBox, short_labels

COMMANDS = (
    *(
        Command(f"answer_{number}", key, f"Answer {number}", "Give this answer")
        for number, key in enumerate(DIGITS, 1)
    ),
    Command("to_answers", "tab", "Answers", "Go to the answers below the question"),
)
LEAST_LISTED = 7
"""Rows for lists and graph together, below which the lists have them all."""
LINES_SAID = 3
"""Lines for what happened, beside a board."""
FRESH = 1.2
"""Seconds for which dice stand out after a throw."""


class Column(Vertical):
    """All panels, each an attribute."""

    def __init__(self, look: Look) -> None:
        super().__init__(id="side")
        self.players = PlayersPanel(id="players")
        self.lines = Lines(id="lines")
        self.status = Static(id="facts")
        self.held = Static(id="held")
        self.happened = Static(id="happened")
        self.prompt = PromptPanel(id="prompt")
        self.thinking = Static(id="thinking")
        self.tabs = Tabs(id="tabs")
        self.graph = Graph(look, id="graph")
        self.above_prompt: Sequence[Widget] = ()
        self.below_prompt: Sequence[Widget] = ()
        """Widgets of one kind of table, set before the first picture."""
        self._dice: tuple[int, ...] = ()
        self._steady = False
        self._show_again: dict[Widget, Callable[[], None]] = {}
        """For each panel whose lines are broken here, a function that shows it again, with lines
        for the present room."""
        self._question: QuestionBox | None = None
        """The question below the prompt while one is open."""

    def compose(self) -> ComposeResult:
        """The panels from the top."""
        yield from (self.players, self.lines, self.held)
        yield from self.above_prompt
        yield self.prompt
        yield from self.below_prompt
        yield from (self.happened, self.thinking, self.status, self.tabs, self.graph)

    def on_resize(self) -> None:
        """Break lines where they have to be broken now."""
        self.keep_messages_aside()
        for show in tuple(self._show_again.values()):
            show()

    def on_tabs_resized(self) -> None:
        """Leave the graph out rather than show a list without lines above half of it."""
        panels = (self.tabs, self.graph) if self.graph.display else (self.tabs,)
        self.set_class(sum(each.outer_size.height for each in panels) < LEAST_LISTED, "-crowded")

    def keep_messages_aside(self) -> None:
        """Let messages lie over the lists here while the column stands beside the board, so that
        nothing moves. In narrow terminals they have rows of their own."""
        if not self.is_attached:
            return  # before the first picture, which calls this
        aside = self.region.x
        for rack in self.screen.query(ToastRack):
            rack.styles.layer = "_toastrack" if aside else "default"
            rack.styles.padding = (0, 0, 0, aside)

    @property
    def room(self) -> int:
        """Columns for text; as many as there usually are at least while the size is not known."""
        return self.size.width or SIDE

    def dress(self, look: Look, *, ascii: bool) -> None:
        """Use these colours and characters."""
        self.players.arrow = ">" if ascii else "▸"
        self.players.show_text()
        self.graph.look, self.graph.ascii = look, ascii
        self.graph.show_text()

    def show_status(self, facts: Sequence[tuple[str, str]], legend: str) -> None:
        """The facts of the position, and what the overlay means; no line at all where there is
        nothing to say."""
        self._show_again[self.status] = partial(self.show_status, facts, legend)
        text = styled.facts_text(facts, self.room)
        if legend:
            text.append(f"\n{legend}", "dim")
        self.status.update(text)
        self.status.set_class(not text and not self._steady, "-empty")

    def show_held(self, text: Text, dice: tuple[int, ...], *, live: bool) -> None:
        """Dice and cards, no line at all where there are none. Other dice than before stand out
        for a moment, unless the player only looks back (not `live`)."""
        self.held.update(text)
        self.held.display = bool(text)
        thrown, self._dice = live and dice and dice != self._dice, dice
        if thrown:
            self.held.add_class("-fresh")
            self.set_timer(FRESH, lambda: self.held.remove_class("-fresh"))

    def show_happened(self, turns: Turns, *, ascii: bool) -> None:
        """What led to the position shown, as far as it fits; no line at all where there is
        nothing to say."""
        self._show_again[self.happened] = partial(self.show_happened, turns, ascii=ascii)
        width = self.happened.size.width or self.size.width
        # Lines break between words: a few columns of each are lost.
        room = width if self.players.compact else LINES_SAID * width * 5 // 6
        text = styled.happened_text(turns, room, ascii=ascii)
        self.happened.update(text)
        self.happened.display = bool(text) or (self._steady and self.happened.display)

    def hold_still(self, still: bool) -> None:
        """Let no panel move because one above it has less to say, or let them."""
        self._steady = still
        for panel in (self.status, self.held, self.happened):
            panel.keep_room(still)

    def show_thinking(self, text: Text, *, hint: bool) -> None:
        """What bots think, or a `hint`."""
        self.thinking.update(text)
        self.thinking.set_class(not text, "-empty")
        self.thinking.set_class(hint, "-hint")

    def show_question(
        self,
        question: Question[Any] | None,
        *,
        private: bool = False,
        open_answer: Any = None,
        has_cards: bool = True,
    ) -> bool:
        """Ask a question below the prompt, see `QuestionBox`, or ask no more (None). True when
        another one was taken away: the keys may have gone there, and need a new place to go."""
        before, self._question = self._question, None
        if before is not None and (before.question, before.private) == (question, private):
            self._question = before
            return False
        if before is not None:
            before.remove()
        if question is not None:
            self._question = QuestionBox(
                question,
                private=private,
                open_answer=open_answer,
                has_cards=has_cards,
                keys=[
                    key_name(self.app, f"table.answer-{number}", key)
                    for number, key in enumerate(DIGITS, 1)
                ],
            )
            self.mount(self._question, after=self.prompt)
        return before is not None

    def refuse_answer(self, fault: str) -> None:
        """Show at the open question why an answer was refused; an empty text takes that away."""
        if self._question is not None:
            self._question.refuse(fault)

    def actions(self) -> dict[str, Action]:
        """The commands of the column: answers to the question that is open."""
        actions = {"to_answers": Action(self._to_answers, self._may_go_to_answers)}
        for number in range(1, len(DIGITS) + 1):
            actions[f"answer_{number}"] = Action(
                partial(self._answer, number), partial(self._may_answer, number)
            )
        return actions

    def _answer(self, number: int) -> None:
        if self._question is not None:
            self._question.answer(number)

    def _may_answer(self, number: int) -> bool:
        return self._question is not None and number <= len(self._question.labels)

    def _to_answers(self) -> None:
        if self._question is not None:
            self._question.take_keys()

    def _may_go_to_answers(self) -> bool:
        return self._question is not None and not self._question.has_focus_within

    def key_names(self) -> dict[str, str]:
        """What the answers to the open question are called; nothing while none is open."""
        box = self._question
        if box is None:
            return {}
        short = short_labels(box.labels, self.app.size.width // 2)
        answers = {f"answer_{number}": label for number, label in enumerate(short, 1)}
        number_wanted = box.question.number is not None
        return {"to_answers": "Number" if number_wanted else "Answers", **answers}
