"""A player's hand, looked at and played from."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from termgames.core.display import Card
from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import OptionList, Static
from termgames.tui.widgets.question import ANSWER_KEYS, DIGITS, numbered, short_labels


class CardsDialog(ModalScreen[Any]):
    """The cards with what they do; dismissed with the move that plays one, or None.

    What can be played is numbered, as answers are. Nothing is highlighted at first: Enter plays
    no card before an arrow key has chosen one.
    """

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
        *ANSWER_KEYS[: len(DIGITS)],
        Binding("escape,c,q", "close", "Back", key_display="esc", id="cards.close"),
    ]

    def __init__(self, title: str, cards: Sequence[Card[Any]]) -> None:
        super().__init__()
        self._title = title
        self._cards = cards
        self._moves: list[Any] = []
        """By line: the move that it plays, None where it plays none."""
        self._plays: list[tuple[str, Any]] = []
        """What can be played, label and move, in the order of the numbers."""

    def compose(self) -> ComposeResult:
        """A line for each way to play a card; a card that cannot be played says why. Equal cards
        are listed once."""
        options: list[Option] = []
        for card in self._cards:
            for label, move in card.plays:
                if move not in self._moves:
                    self._plays.append((label, move))
                    name = numbered(len(self._plays), label, DIGITS)
                    options.append(Option(_line(name, card.about)))
                    self._moves.append(move)
            if not card.plays:
                name = Text(card.name)
                options.append(Option(_line(name, card.about, card.why), disabled=True))
                self._moves.append(None)
        with Vertical() as box:
            box.border_title = Content(self._title)
            if options:
                yield OptionList(*options)
            else:
                yield Static("No cards.")
        yield KeyLine(("answer",), ("close",))

    def on_mount(self) -> None:
        """No card is highlighted that Enter might play."""
        for cards in self.query(OptionList):
            cards.highlighted = None

    def key_names(self) -> Mapping[str, str]:
        """The cards that can be played."""
        labels = short_labels(
            [label for label, _ in self._plays], self.size.width - len(" Esc Back ")
        )
        return {f"answer({number})": label for number, label in enumerate(labels, 1)}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """As many numbers as there are cards to play."""
        return action != "answer" or parameters[0] in range(1, len(self._plays) + 1)

    def action_answer(self, number: int) -> None:
        """Play the card of a number."""
        self.dismiss(self._plays[number - 1][1])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on a card."""
        self.dismiss(self._moves[event.option_index])

    def action_close(self) -> None:
        """Nothing is played."""
        self.dismiss(None)


def _line(name: Text, about: str, why: str = "") -> Text:
    text = Text.assemble(name, (f"\n  {about}" if about else "", "dim"))
    return text.append(f"\n  Not now: {why}." if why else "", "italic dim")
