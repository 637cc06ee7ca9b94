"""The count at the end, step by step; the step looked at is shown on the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.message import Message
from textual.widgets.option_list import Option

from termgames.core.display import Step
from termgames.tui.widgets.looking import LookList


class CountList(LookList):
    """The steps of a count, each with its text below its title."""

    class Looked(Message):
        """The step the player looks at; None when he looks away."""

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

    def look(self, line: int | None) -> None:
        """Show the step."""
        self.post_message(self.Looked(None if line is None else self._steps[line]))
