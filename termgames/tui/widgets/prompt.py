"""What the player is to do, what the move still needs, and why one was refused."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.widget import Widget

from termgames.core.text import sentence
from termgames.tui.themes import NamedStone, inked
from termgames.tui.widgets.literal import room


class Prompt(NamedTuple):
    """The texts of a `PromptPanel`; each may be empty."""

    sentence: str
    missing: str | Text = ""
    """What the move in the making still needs, or another remark."""
    refusal: str = ""
    stones: Sequence[NamedStone] = ()
    """Stones of other players in the moves of these texts."""


class PromptPanel(Widget):
    """A prompt, each part on a line of its own; a refusal takes the place of what is missing.

    | Component class | Description |
    | :- | :- |
    | `prompt--missing` | What the move in the making still needs. |
    | `prompt--refusal` | Why a move was refused. |
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"prompt--missing", "prompt--refusal"}
    DEFAULT_CSS = """
    PromptPanel {
        height: auto;
        & > .prompt--missing { color: $text-accent; }
        & > .prompt--refusal { color: $text-error; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sentence = self._refusal = ""
        self._missing = Text()
        self._stones: Sequence[NamedStone] = ()

    def show(
        self,
        sentence: str,
        missing: str | Text = "",
        refusal: str = "",
        stones: Sequence[NamedStone] = (),
    ) -> None:
        """Replace all of them."""
        missing, self._stones = Text(missing) if isinstance(missing, str) else missing, stones
        if (sentence, missing, refusal) != (self._sentence, self._missing, self._refusal):
            before = room(self)
            self._sentence, self._missing, self._refusal = sentence, missing, refusal
            self.refresh()
            after = room(self)
            if after is None or after != before:
                self.refresh(layout=True)

    @property
    def text(self) -> str:
        """Everything that is shown, a line each."""
        return "\n".join(filter(None, (self._sentence, self._missing.plain, self._refusal)))

    def render(self) -> Text:
        """The lines; a refusal stands in for what is missing."""
        style = self.get_component_rich_style
        text = Text.assemble((sentence(self._sentence), "bold"))
        if self._refusal:
            reason = f"\n{sentence(self._refusal)}."
            text.append(reason, style("prompt--refusal"))
        elif self._missing:
            text.append("\n").append_text(
                Text.assemble(self._missing, style=style("prompt--missing"))
            )
        return inked(text, self._stones)
