"""The keys that work on every screen, and the application's part in moving keys, see `keymap`."""

from collections.abc import Mapping
from typing import Any, Final

from textual.app import App
from textual.binding import Binding, BindingsMap, BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.widget import Widget

Keymap = Mapping[str, tuple[str, ...]]
"""By id the keys of commands that are moved, as Textual names them."""


def _everywhere(key: str, action: str, label: str, about: str, *, first: bool = False) -> Binding:
    """A command of the application; `first`: whatever else the key would do."""
    id = f"app.{_IDS.get(action, action)}"
    return Binding(key, action, label, show=False, priority=first, tooltip=about, id=id)


_IDS = {"suspend_process": "suspend", "command_palette": "palette"}
BINDINGS: Final[list[BindingType]] = [
    _everywhere("ctrl+q", "quit", "Quit", "Quit, all is saved", first=True),
    # It ends other programs. Textual's own text is written in markup.
    Binding("ctrl+c", "notify('To leave, press Ctrl+Q.')", show=False, system=True),
    _everywhere("ctrl+z", "suspend_process", "Suspend", "Back to the shell"),
    _everywhere("f2", "settings", "Settings", "Everything that can be set"),
    _everywhere("D", "brightness", "Dark/light", "Dark or light"),
    # Textual adds its own, which has no id, unless there is one.
    _everywhere(
        "ctrl+p", "command_palette", "Palette", "Everything that can be done here, by name",
        first=True,
    ),
]  # fmt: skip


def remapped(bindings: BindingsMap, keys: Keymap) -> BindingsMap:
    """Bindings with those of the commands in `keys` moved there. Others stay, also at keys that
    they share with those that go; the order of bindings at one key stays.

    Textual's own `apply_keymap` drops all bindings of a key of which one is moved.
    """
    moved: dict[str, list[Binding]] = {}
    placed: set[tuple[str, str]] = set()
    for key, binding in bindings:
        if binding.id is None or binding.id not in keys:
            moved.setdefault(key, []).append(binding)
        elif (binding.id, binding.action) not in placed:
            placed.add((binding.id, binding.action))
            for new in keys[binding.id]:
                moved.setdefault(new, []).append(binding.with_key(new))
    return BindingsMap.from_keys(moved)


class MovableKeys(App[None]):
    """An application whose commands have their keys where the player wants them."""

    def __init__(self, driver_class: type[Driver]) -> None:
        super().__init__(driver_class=driver_class)
        self.moved_keys: Keymap = {}

    def move_keys(self, keys: Keymap) -> None:
        """From now on every screen and widget that is opened has these keys, and so has the
        application."""
        self.moved_keys = keys
        self._bindings = remapped(self._bindings, keys)

    def is_moved_to(self, key: str) -> bool:
        """Whether the player has moved a command to a key."""
        return any(key in keys for keys in self.moved_keys.values())

    def key_of(self, id: str, usual: str) -> str:
        """What the first key of a command is called; `usual` unless it is moved."""
        keys = self.moved_keys.get(id)
        return usual if keys is None else self.get_key_display(Binding(keys[0], ""))

    def _register_child(
        self, parent: DOMNode, child: Widget, before: int | None, after: int | None
    ) -> None:
        # Textual offers no other place where every screen and widget comes by before it has keys.
        if self.moved_keys:
            child._bindings = remapped(child._bindings, self.moved_keys)
        super()._register_child(parent, child, before, after)


def key_name(app: App[Any], id: str, usual: str) -> str:
    """What the first key of a command is called in texts; `usual` unless the player has moved
    it."""
    return app.key_of(id, usual) if isinstance(app, MovableKeys) else usual
