"""A player's hand, looked at and played from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from termgames.core.display import Card
from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.literal import OptionList, Static


class CardsDialog(ModalScreen[Any]):
    """The cards with what they do; dismissed with the move that plays one, or None."""

    DEFAULT_CSS = """
    CardsDialog {
        align: center middle;
        & > Vertical {
            width: 66;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            border: round $primary;
            border-title-color: $text;
            background: $surface;
            padding: 1 2;
        }
        & Static { height: auto; color: $text-muted; }
        & OptionList { height: auto; background: $surface; }
        & OptionList, & OptionList:focus { border: none; padding: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,c,q", "close", "Back", key_display="Esc")
    ]

    def __init__(self, title: str, cards: Sequence[Card[Any]]) -> None:
        super().__init__()
        self._title = title
        self._cards = cards
        self._moves: list[Any] = []

    def compose(self) -> ComposeResult:
        """A line for each way to play a card; a card that cannot be played says why. Equal cards
        are listed once."""
        options: list[Option] = []
        for card in self._cards:
            for label, move in card.plays:
                if move not in self._moves:
                    options.append(Option(_line(label, card.about)))
                    self._moves.append(move)
            if not card.plays:
                options.append(Option(_line(card.name, card.about, card.why), disabled=True))
                self._moves.append(None)
        with Vertical() as box:
            box.border_title = Content(self._title)
            if options:
                yield OptionList(*options)
            may = any(card.plays for card in self._cards)
            hint = "Enter plays a card, Esc goes back." if may else "Esc goes back."
            yield Static(hint if options else f"No cards. {hint}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on a card."""
        self.dismiss(self._moves[event.option_index])

    def action_close(self) -> None:
        """Nothing is played."""
        self.dismiss(None)


def _line(name: str, about: str, why: str = "") -> Text:
    text = Text.assemble(
        (name, "bold" if not why else ""), (f"\n  {about}" if about else "", "dim")
    )
    return text.append(f"\n  Not now: {why}." if why else "", "italic dim")
