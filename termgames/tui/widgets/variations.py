"""The variations of a game as a list: where they leave it, and each of them below."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.message import Message
from textual.widgets.option_list import Option

from termgames.play.notes import Place
from termgames.tui.widgets.highlight_list import HighlightList


class PlaceChosen(Message):
    """The player wants to see a position of the game or of a variation."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


@dataclass(frozen=True)
class VariationLine:
    """A move of the game, or moves of a variation one after the other, and the position after
    the first of them; `here` where the position shown is one of theirs."""

    text: Text
    place: Place
    here: bool = False


class VariationList(HighlightList):
    """The cursor begins at the position shown, and shows the position of each line it comes to."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: Sequence[VariationLine] = ()

    def show(self, lines: Sequence[VariationLine]) -> None:
        """Replace the list; the cursor stays on its line."""
        if lines == self._shown:
            return
        at = self.highlighted
        place = None if at is None else self._shown[at].place
        self._shown = lines
        self.clear_options()
        self.add_options([Option(line.text) for line in lines])
        if place is not None:
            self.highlighted = next(
                (i for i, line in enumerate(lines) if line.place == place), None
            )

    def on_focus(self) -> None:
        """Begin at the position shown."""
        self.highlighted = next((at for at, line in enumerate(self._shown) if line.here), None)

    def line_highlighted(self, line: int | None) -> None:
        """Post the position of the line."""
        if line is not None and not self._shown[line].here:
            self.post_message(PlaceChosen(self._shown[line].place))
