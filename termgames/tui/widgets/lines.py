"""A text that is drawn line by line."""

from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """A text whose lines do not wrap, as high as it has lines. When it becomes another one, only
    the lines that differ are drawn.

    The text is given to `update`; or subclasses answer it in `render`, and call `show_text` when it
    may be another one.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text, self._painted = Text(), list[Text]()
        self._painted_width: object = None
        """How wide the lines are made; None when colours may have changed since."""

    def render(self) -> Text:
        """The lines, made for the width of the widget."""
        return self._text

    def update(self, text: Text) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.show_text()

    def show_text(self) -> None:
        """Draw the lines that differ from those drawn before."""
        before = self._painted
        if not self.size:
            self._painted = []
            self.refresh(layout=True)
            return
        self._make()
        if len(before) != len(self._painted):
            self.refresh(layout=True)
            return
        for row, (old, new) in enumerate(zip(before, self._painted, strict=True)):
            if old != new or old.style != new.style:
                self.refresh(Region(*_differing(old, new, self.size.width, row)))

    def on_resize(self) -> None:
        """In another width there may be more lines, or fewer."""
        self._make()
        if len(self._painted) != self.size.height:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row a line."""
        if not self._painted:
            self._make()
        return len(self._painted)

    def render_line(self, y: int) -> Strip:
        """One line."""
        width = self.size.width
        if self._painted_width != width:
            self._make()
        if y >= len(self._painted):
            return Strip.blank(width, self.rich_style)
        line = self._painted[y].copy()
        line.truncate(width, overflow="ellipsis")
        base = self.rich_style + Style.null()
        segments = line.render(self.app.console)
        return Strip(segments).apply_style(base).adjust_cell_length(width, base)

    def notify_style_update(self) -> None:
        """Colours may have changed."""
        self._painted_width = None
        super().notify_style_update()

    def _make(self) -> None:
        self._painted = list(self.render().split(allow_blank=True))
        self._painted_width = self.size.width


def _differing(old: Text, new: Text, width: int, row: int) -> tuple[int, int, int, int]:
    """Column, row, width and height of the part of a line that differs: all of it, unless nothing
    but letters do."""
    alike = (old.style, old.spans, len(old)) == (new.style, new.spans, len(new))
    if not alike or old.cell_len != new.cell_len:
        return 0, row, width, 1
    pairs = enumerate(zip(old.plain, new.plain, strict=True))
    places = [at for at, (before, after) in pairs if before != after]
    first, end = (new[:at].cell_len for at in (places[0], places[-1] + 1))
    return first, row, end - first, 1
