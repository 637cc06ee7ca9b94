"""Passing the keyboard between players who may not see each other's cards."""

from typing import ClassVar, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from termgames.play.sitting.live import Live
from termgames.play.text import prompts
from termgames.tui.app_keys import key_name
from termgames.tui.screens.base import ModalScreen
from termgames.tui.table.appearance import Appearance
from termgames.tui.table.desk import Desk
from termgames.tui.table.leaving import Leaving
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

Answer = Literal["here", "undo", "leave"]


class HandoverScreen(ModalScreen[Answer]):
    """Covers the table until the next player has pressed a key at the keyboard."""

    DEFAULT_CSS = """
    HandoverScreen {
        background: $background;
        align: center middle;
        & > Vertical { width: auto; max-width: 100%; height: auto; align-horizontal: center; }
        & Static { width: auto; max-width: 60; text-align: center; margin-bottom: 1; }
        & #to { text-style: bold; }
        & #rest { color: $text-muted; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('here')", "Here I am", priority=True, id="handover.here"),
        Binding(
            "u",
            "answer('undo')",
            "Take back",
            tooltip="Take back the last decision",
            id="handover.undo",
        ),
        Binding("q", "answer('leave')", "Leave", id="handover.leave"),
    ]

    def __init__(self, chip: Text, name: str, label: str, request: str, note: str) -> None:
        """`request` says what the player will be asked, which everybody may know, and `note` what
        else he should know."""
        super().__init__()
        self._chip, self._side, self._label, self._request = chip, name, label, request
        self._note = note

    def compose(self) -> ComposeResult:
        """Who is to sit down."""
        who = self._side.capitalize()
        with Vertical():
            yield Static(
                Text.assemble("Pass the keyboard to ", self._chip, f" {who} ({self._label})"),
                id="to",
            )
            key = key_name(self.app, "handover.here", "Enter")
            yield Static(Text(f"{who}, press {key}."), id="enter")
            yield Static(Text(self._request), id="rest")
            if self._note:
                yield Static(Text(self._note), id="note")
        yield KeyLine(("answer",), ())

    def action_answer(self, answer: Answer) -> None:
        """Go on."""
        self.dismiss(answer)


class Handover:
    """Asks for the next player whenever the game waits for another one at the keyboard."""

    def __init__(
        self,
        live: Live,
        appearance: Appearance,
        leaving: Leaving,
        desk: Desk,
    ) -> None:
        self._live, self._appearance = live, appearance
        self._leaving, self._desk = leaving, desk
        self._running = False

    async def run(self) -> None:
        """Until the player asked for sits at the keyboard, or the game is left."""
        if self._running:
            return
        self._running = True
        live = self._live
        try:
            while (seat := live.waits_for) is not None:
                match await self._desk.push(self._screen(seat)):
                    case "here":
                        live.take_keyboard(seat)
                    case "undo":
                        live.undo()
                    case "leave":
                        if await self._leaving.leave():
                            return
        finally:
            self._running = False

    def _screen(self, seat: int) -> HandoverScreen:
        shown = self._live.shown
        game, state = shown.game, shown.position
        chip, name = self._appearance.chip(game.colour(state, seat)), game.seat_name(state, seat)
        note = prompts.first_handover(self._live, seat)
        key = self._desk.key("auto-answer", "y")
        note = f"{note} At the board {key} changes that." if note else ""
        return HandoverScreen(chip, name, shown.label(seat), game.prompt(state), note)
