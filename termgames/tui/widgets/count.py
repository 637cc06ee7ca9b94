"""The count at the end, step by step; the step looked at is shown on the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from termgames.core.overlay import Step


class CountList(OptionList):
    """The steps of a count, each with its text below its title."""

    DEFAULT_CSS = """
    CountList {
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: $background 0%; }
    }
    """

    class Looked(Message):
        """The step the player looks at; None when he looks away."""

        def __init__(self, step: Step | None) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)
        self._steps: Sequence[Step] = ()

    def show(self, steps: Sequence[Step]) -> None:
        """Replace the list."""
        if steps == self._steps:
            return
        self._steps = steps
        self.clear_options()
        self.add_options(
            [
                Option(
                    Text.assemble(
                        (f"{number} {step.title.capitalize()}", "bold"), f"\n  {step.text}"
                    )
                )
                for number, step in enumerate(steps, 1)
            ]
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the step."""
        event.stop()
        if self.has_focus:
            self.post_message(self.Looked(self._steps[event.option_index]))

    def on_blur(self) -> None:
        """Nothing is looked at any more."""
        self.highlighted = None
        self.post_message(self.Looked(None))
