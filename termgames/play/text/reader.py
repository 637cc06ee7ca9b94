"""What is typed in line mode: a line at a time, until the player leaves."""

from __future__ import annotations

from collections.abc import Callable

from termgames.play.text.printer import Say

Ask = Callable[[str], str]
"""Shows a prompt and answers a line; EOFError when there is no more."""


class Reader:
    """The lines of whoever is at the keyboard. The end of input means leaving."""

    def __init__(self, ask: Ask, say: Say) -> None:
        self._ask, self._say = ask, say
        self.leaving = False
        """Whether nothing more is to be asked."""

    def read(self, prompt: str) -> str:
        """A line without the blanks around it; empty at the end of input."""
        try:
            return self._ask(prompt).strip()
        except EOFError:
            self.leaving = True
            self._say("")
            return ""
