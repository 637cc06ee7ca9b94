"""The count at the end, step by step; the step under the cursor is shown on the board."""

from collections.abc import Sequence

from rich.text import Text
from textual.message import Message
from textual.widgets.option_list import Option

from termgames.core.display import Step
from termgames.tui.widgets.highlight_list import HighlightList


class CountList(HighlightList):
    """The steps of a count, each with its text below its title."""

    class StepHighlighted(Message):
        """The step under the cursor; None when the list has lost the keys."""

        def __init__(self, step: Step | None) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
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

    def line_highlighted(self, line: int | None) -> None:
        """Post the step."""
        self.post_message(self.StepHighlighted(None if line is None else self._steps[line]))
