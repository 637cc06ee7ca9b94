"""The dialog in which a comment is written."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import TextArea

from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static


class CommentDialog(ModalScreen[bool]):
    """A comment in several lines; dismissed with whether `accept` took one."""

    DEFAULT_CSS = """
    CommentDialog {
        align: center middle;
        & > Vertical {
            width: 70;
            max-width: 100%;
            height: 14;
            max-height: 100%;
            border: round $primary;
            border-title-color: $text;
            background: $surface;
            padding: 0 1;
        }
        & TextArea { height: 1fr; border: none; }
        & #fault { height: auto; color: $text-error; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f10", "accept", "Save", key_display="^s", priority=True, id="comment.save"),
        Binding("escape", "cancel", "Back", priority=True, id="comment.cancel"),
    ]

    def __init__(self, title: str, before: str, accept: Callable[[str], str]) -> None:
        """`before` is what the comment said; `accept` gets what it is to say and answers what is
        wrong with it, or nothing."""
        super().__init__()
        self._title, self._accept = title, accept
        self._text = TextArea(before, soft_wrap=True, tab_behavior="focus")
        self._fault = Static(id="fault")

    def compose(self) -> ComposeResult:
        """The text, and what is wrong with it."""
        with Vertical() as box:
            box.border_title = Content(self._title)
            yield self._text
            yield self._fault
        yield KeyLine(("accept",), ("cancel",))

    def on_mount(self) -> None:
        """Go on after what there is."""
        self._text.focus()
        self._text.move_cursor(self._text.document.end)

    def action_accept(self) -> None:
        """Try the text."""
        fault = self._accept(self._text.text)
        if fault:
            self._fault.update(fault)
        else:
            self.dismiss(True)

    def action_cancel(self) -> None:
        """Leave the comment as it was."""
        self.dismiss(False)
