"""What the parts of a table may ask of the screen around them."""

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.theme import Theme
from textual.timer import Timer

from termgames.tui.app_keys import key_name
from termgames.tui.preferences import Preferences, Value
from termgames.tui.screens.base import Screen, start
from termgames.tui.screens.dialogs import Dialogs


class PreferencesChanged(Message):
    """The player changed how things are shown; names and values as in `Preferences`."""

    def __init__(self, **values: Value | None) -> None:
        super().__init__()
        self.values = values


class Desk:
    """The one door from the parts to their screen, which makes one for all of them.

    A part asks the screen for what any screen can do, and speaks of what it did itself by posting
    a message. Messages come to the screen one after the other, after what is being done now.
    """

    def __init__(self, screen: Screen[Any], preferences: Preferences) -> None:
        self.screen = screen
        self.preferences = preferences
        """How things are shown here: the first preferences, with the changes made since."""
        self.dialogs = Dialogs(screen)

    @property
    def app(self) -> App[object]:
        """The application, for its size, its theme and whether the terminal has colours."""
        return self.screen.app

    @property
    def theme(self) -> Theme:
        """The colours around the board."""
        return self.app.current_theme

    @property
    def collects(self) -> bool:
        """Whether mistakes that are found become exercises by themselves."""
        return self.preferences.collect_mistakes and not self.app.is_web

    def key(self, command: str, usual: str) -> str:
        """What the key of a command of the table is called in texts; `usual` unless the player has
        moved it."""
        return key_name(self.app, f"table.{command}", usual)

    @property
    def no_color(self) -> bool:
        """Whether the terminal shows no colours."""
        return bool(self.app.no_color)

    def post(self, message: Message) -> None:
        """Send a message to the screen, from any thread."""
        self.screen.post_message(message)

    def notify(
        self,
        text: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
    ) -> None:
        """Show a text at the edge of the screen for some seconds, the usual ones when `timeout` is
        None."""
        self.screen.notify(text, title=title, severity=severity, timeout=timeout)

    def change(self, **values: bool | int | str) -> None:
        """Change preferences here, and tell the application."""
        self.preferences = self.preferences.changed(**values)
        self.post(PreferencesChanged(**values))

    def after(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call something so many seconds later, unless the screen has gone."""
        return self.screen.set_timer(seconds, call)

    def run(self, work: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        """Start work that waits, for a dialog as a rule, beside the messages of the screen."""
        start(self.screen, work, *arguments)

    async def push(self, screen: Screen[Any]) -> Any:
        """Show another screen, and wait for what it is dismissed with."""
        return await self.app.push_screen_wait(screen)

    def close(self, result: Any = None) -> None:
        """Leave the screen with a result."""
        self.screen.dismiss(result)

    @property
    def closed(self) -> bool:
        """Whether the screen was left, and may still be seen while it goes."""
        return self.screen.dismissed
