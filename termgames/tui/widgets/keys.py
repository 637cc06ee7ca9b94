"""One line of keys: those that work now, the important ones first, as many as fit."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from rich.text import Text
from textual import actions, events
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.widget import Widget

from termgames.tui.app_keys import key_name

MORE = "More"
"""The entry at the end where keys are left out; it opens the palette."""


@runtime_checkable
class NamesKeys(Protocol):
    """A screen that says more of its keys than its bindings do."""

    def hidden_keys(self) -> Collection[str]:
        """Actions to pass over just now."""

    def key_names(self) -> Mapping[str, str]:
        """What some actions are called just now instead of their descriptions, by the action with
        or without its parameters."""


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

    def __init__(self, order: Sequence[str], keep: Sequence[str]) -> None:
        """`order` names actions, first ones first; those in `keep` are never left out and stand
        at the end. A screen may have more to say, see `NamesKeys`."""
        super().__init__()
        self._left_out, self._end = False, 0
        self._order, self._keep = tuple(order), tuple(keep)
        self._spans: list[tuple[int, int, ActiveBinding]] = []

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does, also while keys go into a line of text."""
        for start, end, active in self._spans:
            if start <= event.x < end and active.enabled:
                await self.app.run_action(active.binding.action, active.node)
                return
        if event.x >= self._end and self._left_out:
            self.app.action_command_palette()

    def render(self) -> Text:
        """The keys that fit, and a way to all others where some do not."""
        screen = self.screen
        entries, names = (
            self._entries(),
            screen.key_names() if isinstance(screen, NamesKeys) else {},
        )
        labels = [
            names.get(active.binding.action, names.get(name, active.binding.description))
            for name, _, active in entries
        ]
        widths = [
            len(key) + len(label) + 3 for (_, key, _), label in zip(entries, labels, strict=True)
        ]
        room = self.size.width
        more = f" {key_name(self.app, 'app.palette', '^p')} {MORE}"
        self._left_out = sum(widths) > room
        if self._left_out:
            room -= len(more)
        always_shown = [action in self._keep for action, _, _ in entries]
        room -= sum(width for width, stays in zip(widths, always_shown, strict=True) if stays)
        text = Text(no_wrap=True)
        self._spans = []
        for (_, key, active), label, width, stays in zip(
            entries, labels, widths, always_shown, strict=True
        ):
            if not stays:
                if width > room:
                    continue
                room -= width
            start = text.cell_len
            style = "" if active.enabled else "keys--waiting"
            text.append(f" {key}", self.get_component_rich_style(style or "keys--key"))
            text.append(f" {label} ", self.get_component_rich_style(style or "keys--label"))
            self._spans.append((start, text.cell_len, active))
        self._end = text.cell_len
        if self._left_out and self._end + len(more) <= self.size.width:
            text.append(more, self.get_component_rich_style("keys--label"))
        return text

    def _entries(self) -> list[tuple[str, str, ActiveBinding]]:
        """Action, key as shown and binding; one an action, in order."""
        screen = self.screen
        hidden = screen.hidden_keys() if isinstance(screen, NamesKeys) else ()
        entries: dict[str, tuple[str, str, ActiveBinding]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            name = action_name(binding.action)
            if binding.show and name not in hidden and binding.action not in entries:
                entries[binding.action] = (name, self.app.get_key_display(binding), active)
        return sorted(entries.values(), key=lambda entry: self._rank(entry[0]))

    def _rank(self, action: str) -> int:
        if action in self._keep:
            return len(self._order) + 1 + self._keep.index(action)
        return self._order.index(action) if action in self._order else len(self._order)


def action_name(action: str) -> str:
    """`pick` for `board.pick(True)`; for `run('hint')`, which runs a command, `hint`."""
    _, name, parameters = actions.parse(action)
    return str(parameters[0]) if name == "run" else name
