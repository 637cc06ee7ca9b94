"""Small dialogs over a screen: choose one of a few answers, and the notice in small terminals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets.option_list import Option

from termgames.tui.widgets.literal import OptionList, Static

T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """One thing to choose: the key that does it, what it says, and the answer it gives."""

    key: str
    label: str
    answer: str


class ChoiceDialog(ModalScreen[str]):
    """A question with a few answers; dismissed with an answer, `stay` on escape."""

    DEFAULT_CSS = """
    ChoiceDialog {
        align: center middle;
        & > Vertical {
            width: 60;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            border: round $primary;
            border-title-color: $text;
            background: $surface;
            padding: 1 2;
        }
        & Static { height: auto; margin-bottom: 1; }
        & OptionList { height: auto; background: $surface; }
        & OptionList, & OptionList:focus { border: none; padding: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay", show=False)]

    def __init__(self, title: str, text: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        """The text above its answers."""
        with Vertical() as box:
            box.border_title = Content(self._title)
            yield Static(self._text)
            yield OptionList(
                *(
                    Option(Text.assemble((f" {choice.key} ", "bold"), " ", choice.label))
                    for choice in self._choices
                )
            )

    def on_key(self, event: events.Key) -> None:
        """The letter of an answer gives it."""
        for choice in self._choices:
            if event.character == choice.key:
                event.stop()
                self.dismiss(choice.answer)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on an answer."""
        self.dismiss(self._choices[event.option_index].answer)

    def action_stay(self) -> None:
        """Leave everything as it is."""
        self.dismiss("stay")


class Dialogs:
    """Opens dialogs over a screen, one at a time: a key pressed twice opens one."""

    def __init__(self, push: Callable[[Screen[Any]], Awaitable[Any]]) -> None:
        """`push` shows a screen and waits for what it is dismissed with."""
        self._push = push
        self._open = False

    async def show(self, dialog: Screen[T]) -> T | None:
        """What the dialog is dismissed with; None at once when another one is open."""
        if self._open:
            return None
        self._open = True
        try:
            answer: T | None = await self._push(dialog)
            return answer
        finally:
            self._open = False

    async def choose(self, title: str, text: str, choices: Sequence[Choice]) -> str:
        """The answer that the player chooses, `stay` when he chooses none."""
        return await self.show(ChoiceDialog(title, text, choices)) or "stay"


class TooSmall(ModalScreen[None]):
    """Stands in for everything while the terminal is too small; the game waits below it."""

    DEFAULT_CSS = """
    TooSmall {
        background: $background;
        align: center middle;
        & Static { width: auto; max-width: 100%; text-align: center; }
    }
    """

    def __init__(self, least: tuple[int, int]) -> None:
        super().__init__()
        self._least = least
        self._dismissed = False

    def compose(self) -> ComposeResult:
        """The notice."""
        yield Static(id="notice")

    def on_resize(self) -> None:
        """Tell the size as it is now; go when it is enough."""
        self._judge()

    def on_screen_resume(self) -> None:
        """The size may have changed while something else lay on top."""
        self._judge()

    def _judge(self) -> None:
        (width, height), size = self._least, self.app.size
        if size.width >= width and size.height >= height:
            if self.is_current and not self._dismissed:
                self._dismissed = True
                self.dismiss()
            return
        self.query_one("#notice", Static).update(
            f"needs at least {width}x{height},\n"
            f"this terminal is {size.width}x{size.height};\nenlarge it"
        )
