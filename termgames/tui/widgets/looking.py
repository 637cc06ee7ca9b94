"""A list whose lines are looked at, one at a time, while it has the keys."""

from __future__ import annotations

from termgames.tui.widgets.literal import OptionList


class LookList(OptionList):
    """A plain list; `look` is told which line the player is at."""

    DEFAULT_CSS = """
    LookList {
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: $background 0%; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)

    def look(self, line: int | None) -> None:
        """The player looks at a line, from 0; None when he looks away."""
        raise NotImplementedError

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another line; nobody looks while the keys go elsewhere."""
        event.stop()
        if self.has_focus:
            self.look(event.option_index)

    def on_blur(self) -> None:
        """Nothing is looked at any more."""
        self.highlighted = None
        self.look(None)
