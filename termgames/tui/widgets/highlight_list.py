"""A list that reports the line under its cursor while it has the keys."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from termgames.tui.widgets.literal import OptionList


class HighlightList(OptionList):
    """A plain list; subclasses say in `line_highlighted` what follows from its cursor."""

    DEFAULT_CSS = """
    HighlightList {
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: $background 0%; }
    }
    """

    # The cursor has shown what a line is about: there is nothing to choose.
    BINDINGS: ClassVar[list[BindingType]] = [
        # As esc, which is shown.
        Binding("enter", "screen.run('board')", "Board", show=False, id="list.board")
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)

    def line_highlighted(self, line: int | None) -> None:
        """The cursor is on a line, counted from 0; None when the list has lost the keys."""
        raise NotImplementedError

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor moved; not reported while the keys go elsewhere, nor when the list has
        changed meanwhile."""
        event.stop()
        if self.has_focus and event.option_index == self.highlighted:
            self.line_highlighted(event.option_index)

    def on_blur(self) -> None:
        """The list has lost the keys."""
        self.highlighted = None
        self.line_highlighted(None)
