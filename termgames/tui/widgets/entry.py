"""A line to type a move in; at every key it says whether the text is a move."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from termgames.tui.widgets.literal import Line, Static


@dataclass(frozen=True)
class Verdict:
    """Which move a typed text is, or why it cannot be played."""

    move: Any = None
    fault: str = ""
    cells: tuple[int, ...] = ()
    """Cells of the move, or those at fault."""
    unfinished: bool = False
    """The text is no move yet: no alarm while it is being typed."""


class MoveEntry(Vertical):
    """Hidden until `open`; enter plays, escape closes."""

    DEFAULT_CSS = """
    MoveEntry {
        height: auto;
        margin-bottom: 1;
        display: none;
        & Input { width: 1fr; }
        & Static { height: auto; min-height: 1; color: $text-muted; }
        & Static.-fault { color: $text-error; }
        & Static.-fine { color: $text-success; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", id="line.close")]

    class Submitted(Message):
        """A move was typed and entered; it was legal when it was judged."""

        def __init__(self, move: Any) -> None:
            super().__init__()
            self.move = move

    class Judged(Message):
        """The text changed, and with it which move it is."""

        def __init__(self, verdict: Verdict) -> None:
            super().__init__()
            self.verdict = verdict

    class Closed(Message):
        """The line was left without a move."""

    def __init__(
        self,
        judge: Callable[[str], Verdict],
        *,
        wants: str = "type a move, Enter plays it",
        fine: str = "fine: Enter plays it",
        longest: int = 80,
        id: str | None = None,
    ) -> None:
        """`wants` stands in the empty line, `fine` below a text that may be entered."""
        super().__init__(id=id)
        self._judge, self._fine = judge, fine
        self._line = Line(placeholder=wants, max_length=longest, compact=True)
        self._verdict = Static()

    def compose(self) -> ComposeResult:
        """The line and the verdict below it."""
        yield self._line
        yield self._verdict

    @property
    def is_open(self) -> bool:
        """Whether the line is there."""
        return bool(self.display)

    def open(self, text: str = "") -> None:
        """Show the line with `text` and put the cursor there; the next key goes there."""
        self.display = True
        line = self._line
        line.value = text[: line.max_length]
        line.cursor_position = len(line.value)
        self.screen.set_focus(line)
        # Where more stands above than there is room for, it may be out of sight.
        self.call_after_refresh(self.scroll_visible, animate=False)
        self._show(Verdict())

    def close(self) -> None:
        """Hide the line, and scroll back to the top."""
        if self.is_open and isinstance(self.parent, Widget):
            self.parent.scroll_home(animate=False)
        self.display = False

    def action_close(self) -> None:
        """Leave without a move."""
        self.post_message(self.Closed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say whether the text is a move."""
        event.stop()
        if self.is_open:
            verdict = self._judge(event.value) if event.value.strip() else Verdict()
            self._show(verdict, soft=verdict.unfinished)
            self.post_message(self.Judged(verdict))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play it when it may be played; the reason stays where it may not."""
        event.stop()
        verdict = self._judge(self._line.value)
        self._show(verdict)
        if not verdict.fault:
            self.post_message(self.Submitted(verdict.move))

    def _show(self, verdict: Verdict, *, soft: bool = False) -> None:
        line = self._verdict
        fine = verdict.move is not None and not verdict.fault
        line.update(verdict.fault or (self._fine if fine else ""))
        line.set_class(bool(verdict.fault) and not soft, "-fault")
        line.set_class(fine, "-fine")
