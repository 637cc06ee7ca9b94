"""One line of keys: those that work now, the important ones first, as many as fit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widget import Widget


class KeyLine(Widget):
    """The bindings that are shown, a click does what the key does.

    | Component class | Description |
    | :- | :- |
    | `keys--key` | A key. |
    | `keys--label` | What it does. |
    | `keys--waiting` | A key that has nothing to do just now. |
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--label", "keys--waiting"}
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        background: $footer-background;
        & > .keys--key { color: $footer-key-foreground; text-style: bold; }
        & > .keys--label { color: $footer-foreground; }
        & > .keys--waiting { color: $text-disabled; }
    }
    """

    def __init__(
        self,
        order: Sequence[str],
        keep: Sequence[str],
        hidden: Callable[[], Collection[str]] = lambda: (),
    ) -> None:
        """`order` names actions, first ones first; those in `keep` are never left out and
        stand at the end; `hidden` tells which ones to pass over just now."""
        super().__init__()
        self._hidden = hidden
        self._order, self._keep = tuple(order), tuple(keep)
        self._spans: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        for start, end, key in self._spans:
            if start <= event.x < end:
                self.app.simulate_key(key)

    def render(self) -> Text:
        """The keys that fit."""
        entries = self._entries()
        room = self.size.width - sum(
            len(key) + len(label) + 3
            for action, _, key, label, _ in entries
            if action in self._keep
        )
        text = Text(no_wrap=True)
        self._spans = []
        for action, binding_key, key, label, enabled in entries:
            width = len(key) + len(label) + 3
            if action not in self._keep:
                if width > room:
                    continue
                room -= width
            start = text.cell_len
            style = "" if enabled else "keys--waiting"
            text.append(f" {key}", self.get_component_rich_style(style or "keys--key"))
            text.append(f" {label}", self.get_component_rich_style(style or "keys--label"))
            text.append(" ")
            self._spans.append((start, text.cell_len, binding_key))
        return text

    def _entries(self) -> list[tuple[str, str, str, str, bool]]:
        """Action, key, key as shown, label, enabled; one an action, in order."""
        hidden = self._hidden()
        found: dict[str, tuple[str, str, str, str, bool]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            name = binding.action.rpartition(".")[2].partition("(")[0]
            if binding.show and name not in hidden and binding.action not in found:
                key = self.app.get_key_display(binding)
                entry = (name, binding.key, key, binding.description, active.enabled)
                found[binding.action] = entry
        return sorted(found.values(), key=lambda entry: self._rank(entry[0]))

    def _rank(self, action: str) -> int:
        if action in self._keep:
            return len(self._order) + 1 + self._keep.index(action)
        return self._order.index(action) if action in self._order else len(self._order)
