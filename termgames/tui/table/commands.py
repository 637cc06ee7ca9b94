"""What a player can do on a screen, each thing with its keys and its words in one place.

A screen lists `Command`s: from them come its bindings, the line of keys, the help and the
command palette. What a command does is an `Action`, which belongs to whichever part of the
screen does it; `CommandTable` joins the two by name.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import Worker

from termgames.tui.table.desk import Desk
from termgames.tui.widgets.keys import action_name


@dataclass(frozen=True)
class Command:
    """One thing that a player can do: its keys, and how it is called."""

    name: str
    keys: str
    """Keys as Textual names them, with commas between them; empty for none."""
    label: str
    """One word or two for the line of keys."""
    help: str
    """What it does, for the help and the palette."""
    title: str = ""
    """Its name in the palette; empty where the palette leaves it out."""
    shown: bool = True
    """Whether the line of keys shows it."""
    priority: bool = False
    """Whether its keys go before those of the widget that has the focus."""
    explained: bool = False
    """Whether its keys say why it cannot be run, while it cannot; see `Action.why`."""
    at_home: bool = False
    """Whether it is for whoever has this computer alone, since it begins games or writes files
    here; not for a window of a browser."""

    @property
    def id(self) -> str:
        """The id by which its keys can be moved, see `keymap`. Help is the same everywhere."""
        return "app.help" if self.name == "help" else f"table.{self.name.replace('_', '-')}"


@dataclass(frozen=True)
class Action:
    """What a command does. `state` is True while that is possible, None while it has to wait (its
    key is dimmed), and False where it makes no sense (its key is hidden). `why` is the reason for a
    player who presses the key all the same; empty where none is needed."""

    run: Callable[[], Awaitable[None] | None]
    state: Callable[[], bool | None] = lambda: True
    why: Callable[[], str] = lambda: ""


def withheld(action: Action, why: Callable[[], str]) -> Action:
    """The action, which is hidden as long as there is a reason `why`; its keys tell it where the
    command is `explained`."""
    return replace(action, state=lambda: False if why() else action.state(), why=why)


_WHY = "why not "
"""Stands before the name of a command whose keys say why it cannot be run: together they name the
action that says so."""


class CommandTable:
    """Commands with their actions. There is an action for each command and no other.

    Nothing is run while the dialog that the last command opens is still to come: keys in a hurry
    do not pile up dialogs.
    """

    def __init__(
        self,
        commands: Sequence[Command],
        actions: Mapping[str, Action],
        desk: Desk,
    ) -> None:
        """What opens a dialog runs beside the messages of the screen."""
        self._desk = desk
        self._dialog: Worker[None] | None = None
        self._commands = tuple(commands)
        self._actions = {command.name: actions[command.name] for command in commands}
        self._at_home = {command.name for command in commands if command.at_home}
        for command in commands:
            if command.explained:
                self._actions[_WHY + command.name] = _reason(actions[command.name], desk)

    def state(self, name: str) -> bool | None:
        """Whether the command can be run now, see `Action`."""
        if name in self._at_home and self._desk.app.is_web:
            return False
        return self._actions[name].state()

    @property
    def opening(self) -> bool:
        """Whether a dialog of the last command is open or still to come, or its answer is being
        carried out."""
        return self._dialog is not None and not self._dialog.is_finished

    def run(self, name: str) -> None:
        """Run the command if that is possible now."""
        if self.state(name) and not self.opening:
            dialog = self._actions[name].run()
            self._dialog = None if dialog is None else self._desk.screen.run_worker(dialog)

    def palette(
        self, run: Callable[[str], None], keys: Mapping[str, str]
    ) -> Iterator[SystemCommand]:
        """The commands with a title that make sense now; `run` gets the name of one chosen.
        `keys` are the keys of commands by name, as `keys_by_name` finds them."""

        for command in self._commands:
            if command.title and self.state(command.name) is not False:
                key = keys.get(command.name, "")
                about = f"{command.help} (key {key})" if key else command.help
                yield SystemCommand(command.title, about, partial(run, command.name))


def _reason(action: Action, desk: Desk) -> Action:
    """An action in place of one that cannot be run: it tells why, where there is a reason to
    tell."""
    return Action(
        lambda: desk.notify(action.why()), lambda: bool(action.why()) and not action.state()
    )


def opens_dialog(screens: Sequence[Screen[Any]]) -> bool:
    """Whether the command that ran last on the screen in front, the last one of these, opens a
    dialog that is still to come."""
    commands = getattr(screens[-1], "commands", None) if screens else None
    return isinstance(commands, CommandTable) and commands.opening


def keys_by_name(screen: Screen[Any]) -> dict[str, str]:
    """The keys that run commands on a screen, by the commands' names; the first of several."""
    keys: dict[str, str] = {}
    for active in screen.active_bindings.values():
        if active.binding.action.startswith("run("):
            name = action_name(active.binding.action)
            keys.setdefault(name, screen.app.get_key_display(active.binding))
    return keys


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """The keys of the commands; the action `run` of a screen gets the command's name. Where a
    command cannot be run, its keys may tell why."""
    reasons = [
        Binding(command.keys, f"run({_WHY + command.name!r})", show=False, id=command.id)
        for command in commands
        if command.explained
    ]
    runs = [
        Binding(
            command.keys,
            f"run({command.name!r})",
            command.label,
            show=command.shown,
            tooltip=command.help,
            priority=command.priority,
            id=command.id,
        )
        for command in commands
        if command.keys
    ]
    return [*runs, *reasons]
