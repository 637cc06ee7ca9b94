"""What every screen begins with: it is dismissed once, and hears nothing after that.

Textual's own screens take whatever is on top from the stack when they are dismissed, be it
another screen or one dismissed before, and handle what their widgets said while those are
being removed.
"""

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Any, ClassVar, Final, TypeVar
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from textual import events, messages, screen, widgets, work
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen

T = TypeVar("T")

GATHER: Final = inspect.unwrap(CommandPalette._gather_commands)
"""What Textual's palette does to gather commands, without the worker that does it."""

_wait_ends: Final[WeakKeyDictionary[screen.Screen[Any], float]] = WeakKeyDictionary()
"""Until when keys wait for a screen."""
OPENING: Final = 10.0
"""Seconds that keys wait for a screen that is being opened; then they are dropped."""


class Screen(screen.Screen[T]):
    """A whole screen. Dismissed below another one, it goes as soon as that has gone.

    On every screen the question mark and F1 show the keys that work there. In a line of text the
    question mark is a letter, and F1 alone shows them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "question_mark,f1", "app.help", "Help", show=False, tooltip="These keys", id="app.help"
        )
    ]

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.dismissed = False
        self._go: Callable[[], object] | None = None
        """The rest of a dismissal that waits until the screen is on top."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go, with a result. Does nothing the second time, or when the application ends."""
        if self.dismissed or self.app._exit:
            return AwaitComplete()
        self.dismissed = True
        if self.is_active:
            return super().dismiss(result)
        self._go = partial(super().dismiss, result)
        return AwaitComplete()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """The screen is new, or what lay on top has gone."""
        if not self.stack_updates:
            event.refresh_styles = False  # every widget was styled when it got its place
        if self._go is not None and self.is_active:
            go, self._go = self._go, None
            go()

    def hidden_keys(self) -> Collection[str]:
        """Actions whose keys the line of keys passes over just now."""
        return ()

    def key_names(self) -> Mapping[str, str]:
        """What actions are called just now, where that is not what they are called always."""
        return {}

    async def _on_message(self, message: Message) -> None:
        # Textual offers no public place to leave out messages that wait already. When the
        # application ends, a screen may be mounted whose widgets are not.
        ending = self.app._exit and isinstance(message, events.Mount)
        outdated = isinstance(message, events.Resize) and _resized_again(self)
        if not ending and not outdated and not (self.dismissed and _from_player(message)):
            await super()._on_message(message)


class ModalScreen(screen.ModalScreen[T], Screen[T]):
    """A screen over another one, whose keys do nothing meanwhile."""

    def render(self) -> RenderableType:
        """The background: where one can see through it, the screen below.

        Textual's own takes a screen from a list that belongs to whatever was drawn last, and keeps
        it: two screens may lie behind each other then, and are drawn for ever.
        """
        stack, background = self.app.screen_stack, self.styles.background
        if background.a < 1 and self in stack[1:]:
            return BackgroundScreen(stack[stack.index(self) - 1], background)
        return super().render()


class Palette(CommandPalette, ModalScreen[None]):
    """Textual's command palette."""

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        # Textual's own fails when the palette goes while it is still to begin.
        with contextlib.suppress(NoMatches):
            await GATHER(self, search_value)

    def _action_command_list(self, action: str) -> None:
        if all(map(laid_out, self.query(CommandList))):
            super()._action_command_list(action)

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override]
        # Textual's own asks what lies there, and fails before the palette is laid out, and where
        # the terminal has become smaller.
        try:
            self.get_widget_at(int(event.screen_x), int(event.screen_y))
        except NoWidget:
            event.prevent_default()


def start(node: DOMNode, work: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    """Start work beside the messages of `node`. The coroutine is made only when the work begins:
    one that exists when the application ends, but was never begun, would make Python write a
    warning on the player's terminal."""
    later: Callable[[], object] = partial(work, *arguments)
    node.run_worker(later)


async def complete(screen: screen.Screen[Any]) -> None:
    """Wait until a screen has all its widgets, but not beyond `OPENING` seconds after somebody
    waited for it first: else each of many keys would wait anew for one that never comes."""
    # Textual offers no public way to wait for that.
    mounted: asyncio.Event = screen._mounted_event
    if not mounted.is_set():
        now = time.monotonic()
        left = _wait_ends.setdefault(screen, now + OPENING) - now
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(mounted.wait(), max(0.0, left))


def laid_out(commands: widgets.OptionList) -> bool:
    """Whether a list has a place on the screen; before that it does not know its own lines,
    and its actions fail."""
    return bool(commands.scrollable_content_region)


def _from_player(message: Message) -> bool:
    """Whether a message tells what the player did, and not what becomes of the screen."""
    if isinstance(message, events.Event):
        return isinstance(message, events.InputEvent)
    return type(message).__module__ != messages.__name__


def _resized_again(screen: screen.Screen[Any]) -> bool:
    """Whether another size of a screen is known already. To lay out everything in each of the
    sizes that a window has while somebody pulls at its edge would leave no time for anything
    else."""
    waiting: Any = screen._message_queue
    return any(isinstance(each, events.Resize) for each in waiting.values)
