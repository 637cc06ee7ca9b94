"""Small dialogs over a screen: choose one of a few answers."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from termgames.core.errors import StorageError
from termgames.tui.screens.base import ModalScreen, Screen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Line, OptionList, Static
from termgames.tui.widgets.question import ANSWER_KEYS, numbered, short_labels

T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """One thing to choose: what it says, and the answer it gives."""

    label: str
    answer: str
    risky: bool = False
    """Whether something is lost with it."""


class ChoiceDialog(ModalScreen[str]):
    """A question with a few answers; dismissed with an answer, `stay` on escape.

    Answers are numbered, as those beside the board are. One that risks nothing is highlighted
    where there is one (`safe`): else Enter does nothing before an arrow key has chosen.
    """

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
    BINDINGS: ClassVar[list[BindingType]] = [
        *ANSWER_KEYS,
        Binding("escape", "stay", "Back", id="dialog.stay"),
    ]

    def __init__(
        self, title: str, text: str, choices: Sequence[Choice], *, safe: bool = False
    ) -> None:
        """`safe`: Enter may give the first answer at once that is not risky."""
        super().__init__()
        self._title, self._text, self._choices, self._safe = title, text, choices, safe
        self._said = Static(text)
        self._options = OptionList(
            *(
                Option(numbered(number, choice.label))
                for number, choice in enumerate(self._choices, 1)
            )
        )

    def compose(self) -> ComposeResult:
        """The text above its answers."""
        with Vertical() as box:
            box.border_title = Content(self._title)
            yield self._said
            yield self._options
        yield KeyLine(("answer",), ("stay",))

    def on_mount(self) -> None:
        """The list has the keys."""
        self._options.highlighted = self.first()
        self._options.focus()

    def first(self) -> int | None:
        """The answer that is highlighted at first: none where Enter might give a game away."""
        harmless = (at for at, choice in enumerate(self._choices) if not choice.risky)
        return next(harmless, None) if self._safe else None

    def key_names(self) -> Mapping[str, str]:
        """The answers."""
        room = self.size.width - len(" Esc Back ")
        labels = short_labels([choice.label for choice in self._choices], room)
        return {f"answer({number})": label for number, label in enumerate(labels, 1)}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """As many numbers as there are answers."""
        return action != "answer" or parameters[0] in range(1, len(self._choices) + 1)

    def action_answer(self, number: int) -> None:
        """The answer of a number."""
        self.dismiss(self._choices[number - 1].answer)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on an answer."""
        self.dismiss(self._choices[event.option_index].answer)

    def action_stay(self) -> None:
        """Leave everything as it is."""
        self.dismiss("stay")


class LineDialog(ModalScreen[bool]):
    """Asks for a line of text, as the path of a file, until `accept` finds no fault; dismissed with
    whether one was accepted."""

    DEFAULT_CSS = """
    LineDialog {
        align: center middle;
        & > Vertical {
            width: 70;
            max-width: 100%;
            height: auto;
            border: round $primary;
            border-title-color: $text;
            background: $surface;
            padding: 1 2;
        }
        & Input { margin-bottom: 1; }
        & #fault { height: auto; color: $text-error; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Back", id="dialog.cancel")
    ]

    def __init__(
        self, title: str, before: str, accept: Callable[[str], str], *, verb: str = "Save"
    ) -> None:
        """`before` stands in the line until something is typed; `accept` gets the line and answers
        what is wrong with it, or nothing. `verb` is what Enter does."""
        super().__init__()
        self._title, self._before, self._accept = title, before, accept
        self._verb = verb

    def compose(self) -> ComposeResult:
        """The line, and what is wrong with it."""
        with Vertical() as box:
            box.border_title = Content(self._title)
            yield Line(self._before, compact=True)
            yield Static(id="fault")
        yield KeyLine(("submit",), ("cancel",))

    def key_names(self) -> Mapping[str, str]:
        """What Enter does."""
        return {"submit": self._verb}

    def on_input_submitted(self, event: Line.Submitted) -> None:
        """Try the line."""
        text = event.value.strip()
        fault = self._accept(text) if text else "Write something, or press Escape."
        if fault:
            self.query_one("#fault", Static).update(fault)
        else:
            self.dismiss(True)

    def action_cancel(self) -> None:
        """No line."""
        self.dismiss(False)


class Dialogs:
    """Opens dialogs over a screen, one at a time: a key pressed twice opens one."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._open = False
        self._closed = asyncio.Event()

    @property
    def open(self) -> bool:
        """Whether a dialog is open."""
        return self._open

    async def show(self, dialog: Screen[T]) -> T | None:
        """What the dialog is dismissed with; None at once when another one is open."""
        if self._open:
            return None
        self._open = True
        self._closed.clear()
        try:
            answer: T | None = await self._screen.app.push_screen_wait(dialog)
            return answer
        finally:
            self._open = False
            self._closed.set()

    async def none_open(self) -> None:
        """Wait until no dialog is open."""
        while self._open:
            await self._closed.wait()

    async def choose(
        self, title: str, text: str, choices: Sequence[Choice], *, safe: bool = False
    ) -> str:
        """The answer that the player chooses, `stay` when he chooses none; `safe` as in
        `ChoiceDialog`."""
        return await self.show(ChoiceDialog(title, text, choices, safe=safe)) or "stay"


async def ask_for_path(
    dialogs: Dialogs, title: str, path: Path, write: Callable[[Path], None]
) -> bool:
    """Ask where `write` is to put the game, until it raises no StorageError; `path` is proposed,
    and a name alone is one in its folder. Whether it was written."""

    def accept(chosen: str) -> str:
        try:
            write(path.parent / chosen if Path(chosen).name == chosen else Path(chosen))
        except StorageError as error:
            return f"{error}."
        return ""

    written = await dialogs.show(LineDialog(title, str(path), accept))
    return written is True
