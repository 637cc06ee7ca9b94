"""A comment beside the board: its first lines, and how to read on where there are more."""

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from termgames.core.text import counted


class CommentPanel(Widget):
    """As many lines as there is room for. The last one says how many are left out, and which key
    shows them."""

    DEFAULT_CSS = "CommentPanel { height: auto; }"

    def __init__(self, key: str, *, id: str | None = None) -> None:
        """`key` shows the whole comment."""
        super().__init__(id=id)
        self._key = key
        self._text = Text()

    @property
    def text(self) -> str:
        """The whole comment."""
        return self._text.plain

    def show(self, text: str) -> None:
        """Another comment; nothing is there while it is empty."""
        if text != self._text.plain:
            self._text = Text(text)
            self.refresh(layout=True)
        self.display = bool(text)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """All of it, which the style sheet may cut."""
        return len(self._lines(width))

    def render(self) -> Text:
        """The lines that fit."""
        lines, room = self._lines(self.size.width), self.size.height
        if len(lines) > room > 0:
            left_out = len(lines) - room + 1
            more = f"({counted(left_out, 'more line')}: {self._key} shows all)"
            lines[room - 1 :] = [Text(more, "dim")]
        return Text("\n").join(lines)

    def _lines(self, width: int) -> list[Text]:
        return list(self._text.wrap(self.app.console, max(1, width)))
