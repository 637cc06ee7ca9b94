"""Textual's widgets, but strings are shown as they are: nothing in them is read as markup.

Names, paths, moves and messages come from outside, from files, options and other programs.
Read as markup, `[/x]` raises an error and `[@click=app.quit]` makes a button. So the screens
take these widgets and not Textual's own; what is to be styled is a rich `Text`.

Titles of borders and tooltips belong to the widget that has them and are parsed in any case:
give them a `Content`, or a string that stands in the source.
"""

import contextlib
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events, widgets
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandList, DiscoveryHit, Hit, Hits
from textual.content import Content
from textual.css.query import NoMatches
from textual.system_commands import SystemCommandsProvider
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets._select import SelectOverlay
from textual.widgets.option_list import Option
from textual.widgets.select import NoSelection

T = TypeVar("T")


class Static(widgets.Static):
    """Text, changed with `update`."""

    def __init__(
        self, content: VisualType = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(content, id=id, classes=classes, markup=False)
        self._least_height = 0
        """Lines that the text keeps, as many as it needed at most since `keep_room`."""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show another text. Nothing is drawn where it is the same, and the screen is not laid
        out anew where it takes no other room."""
        if _same(content, self.content):
            return
        before = room(self)
        super().update(content, layout=False)
        after = room(self)
        if self._least_height and after is not None:
            before, after = self._least_height, max(self._least_height, after)
            self.styles.min_height = self._least_height = after
        if layout and (after is None or after != before):
            self.refresh(layout=True)

    def keep_room(self, keep: bool) -> None:
        """Grow where a text needs it, but do not shrink again (`keep`), so that what stands below
        stays where it is; or take the room that the text needs."""
        if keep != bool(self._least_height):
            self._least_height = (room(self) or 1) if keep else 0
            self.styles.min_height = self._least_height or None


def room(widget: Widget) -> int | None:
    """How many lines the content of a widget takes; None as long as nobody knows how wide the
    widget is, or where it is as wide as its content."""
    width = widget.size.width
    if not width or widget.styles.is_auto_width:
        return None
    return widget.get_content_height(widget.container_size, widget.app.size, width)


def _same(one: VisualType, other: VisualType) -> bool:
    """Whether two texts look the same."""
    if isinstance(one, Text) and isinstance(other, Text):
        return one == other and one.style == other.style
    return isinstance(one, str) and isinstance(other, str) and one == other


class Label(widgets.Label):
    """A short text that takes no more room than it needs."""

    def __init__(self, content: VisualType = "", *, id: str | None = None) -> None:
        super().__init__(content, id=id, markup=False)


def _on_click(self: widgets.OptionList, event: events.Click) -> None:
    """A click on a line that has gone since it was drawn chooses nothing."""
    line = event.style.meta.get("option")
    if line is not None and line >= self.option_count:
        event.prevent_default()


# Lists of Textual's own that our screens show, and that Textual makes itself.
for _list in (CommandList, SelectOverlay):
    _list._on_click = _on_click  # type: ignore[method-assign, assignment]


class OptionList(widgets.OptionList):
    """A list to choose from."""

    _on_click = _on_click  # type: ignore[assignment]

    def __init__(self, *options: Option, id: str | None = None, compact: bool = False) -> None:
        super().__init__(*options, id=id, compact=compact, markup=False)


class Button(widgets.Button):
    """A button; the text is given once and does not change."""

    def __init__(self, label: str | Text, *, id: str | None = None, primary: bool = False) -> None:
        super().__init__(
            Content(label) if isinstance(label, str) else label,
            id=id,
            variant="primary" if primary else "default",
            compact=True,
        )


class Select(widgets.Select[T], Generic[T]):
    """A choice of one of several values; each has a text of its own."""

    def __init__(
        self,
        options: Iterable[tuple[RenderableType, T]],
        *,
        value: T | NoSelection,
        id: str,
        prompt: str = "-",
        allow_blank: bool = True,
    ) -> None:
        """`prompt` is shown while nothing is chosen and has to stand in the source."""
        super().__init__(
            _literal(options),
            value=value,
            id=id,
            prompt=prompt,
            allow_blank=allow_blank,
            compact=True,
        )

    def set_options(self, options: Iterable[tuple[RenderableType, T]]) -> None:
        """Replace all choices; what was chosen stays so where it is among them. A list that is
        being made, or removed, shows them when it is there."""
        choices, chosen = _literal(options), self.value
        # Textual keeps the choices, and fails where it shows them.
        with contextlib.suppress(NoMatches):
            super().set_options(choices)
            if any(chosen == value for _, value in choices):
                self.value = chosen


def _literal(options: Iterable[tuple[RenderableType, T]]) -> list[tuple[RenderableType, T]]:
    # Typing searches for choices that are a `Text`, not for those that are a `Content`.
    return [(Text(text) if isinstance(text, str) else text, value) for text, value in options]


class Commands(SystemCommandsProvider):
    """The commands of `App.get_system_commands` in the palette."""

    async def discover(self) -> Hits:
        """All of them, by name."""
        for name, about, callback, _ in sorted(self._commands(), key=lambda command: command[0]):
            yield DiscoveryHit(Content(name), callback, name, _plain(about))

    async def search(self, query: str) -> Hits:
        """Those whose names have the letters of the query, which stand out."""
        matcher = self.matcher(query)
        for name, about, callback, _ in self._commands():
            score, letters = matcher.fuzzy_search.match(query, name)
            if score > 0:
                highlighted = Content(name)
                for at in letters:
                    highlighted = highlighted.stylize(matcher.match_style, at, at + 1)
                yield Hit(score, highlighted, callback, name, _plain(about))

    def _commands(self) -> Iterable[SystemCommand]:
        return self.app.get_system_commands(self.screen)


def _plain(about: str) -> str:
    # Textual parses it, unless it is a Content already; its annotation knows strings only.
    return Content(about)  # type: ignore[return-value]


class Line(Input):
    """An `Input` whose Enter stands in the line of keys, as `submit`. It waits its turn: a
    binding with priority would be served before the letters that were typed ahead of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Play", id="line.enter")]
