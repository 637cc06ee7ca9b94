"""Help: the rules of games and the keys that work on the screen it was opened from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Markdown, TabbedContent, TabPane

from termgames import games
from termgames.tui.screens.base import ModalScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

_TEXTUAL = ("app.focus_next", "app.focus_previous", "screen.copy_text")
"""Actions that come with every screen and mean nothing here."""


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Keys and what they do on a screen as it is now, in the order they were declared."""
    keys_by_text: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.description or binding.system or binding.action in _TEXTUAL:
            continue
        key = screen.app.get_key_display(binding)
        keys = keys_by_text.setdefault(binding.tooltip or binding.description, [])
        if key not in keys:
            keys.append(key)
    return [(" ".join(keys), text) for text, keys in keys_by_text.items()]


class _RulesPage(Markdown):
    """The rules of a game. The page is empty until `read`: to lay out all pages takes seconds,
    and most of them are never opened."""

    def __init__(self, game_id: str) -> None:
        super().__init__(open_links=False)
        self._game_id = game_id

    async def read(self) -> None:
        """Show the rules, unless they are shown already."""
        if not self.source:
            await self.update(games.rules_text(self._game_id))


class HelpScreen(ModalScreen[None]):
    """A tab for each rules page, one for the keys and what they do, and one for the figures on the
    screen below and what they mean."""

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        & > Vertical {
            width: 90;
            max-width: 100%;
            height: 100%;
            background: $surface;
        }
        & VerticalScroll { padding: 0 1; }
        & MarkdownFence > Label { padding: 1; }
        & Markdown { background: $surface; padding: 0; }
        & TabPane { padding: 0; }
    }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Tabs"  # left and right change the tab
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Back", key_display="Esc"),
        Binding("r", "turn('rules-0')", "Rules"),
        Binding("k", "turn('keys')", "Keys"),
        Binding("f", "turn('figures')", "Figures"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
    ]

    def __init__(
        self,
        game_ids: Sequence[str],
        keys: Sequence[tuple[str, str]] = (),
        figures: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`keys` and `figures` are names with what they do and mean; without any, their tabs
        are left out."""
        super().__init__()
        self._game_ids = tuple(game_ids)
        self._tables = {"keys": keys, "figures": figures}
        self._tabs = TabbedContent()

    def compose(self) -> ComposeResult:
        """The tabs; without keys only the rules."""
        with Vertical():
            with self._tabs:
                for number, game_id in enumerate(self._game_ids):
                    title = games.info(game_id).title if len(self._game_ids) > 1 else "Rules"
                    page = TabPane(Content(title), id=f"rules-{number}")
                    with page, VerticalScroll(can_focus=False):
                        yield _RulesPage(game_id)
                for tab, rows in self._tables.items():
                    if rows:
                        pane = TabPane(Content(tab.capitalize()), id=tab)
                        with pane, VerticalScroll(can_focus=False):
                            yield Static(_table(rows))
            yield KeyLine((), ("close",))

    async def on_tabbed_content_tab_activated(self, event: TabbedContent.TabActivated) -> None:
        """Fill the page that was opened."""
        for page in event.pane.query(_RulesPage):
            await page.read()

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss()

    def action_turn(self, tab: str) -> None:
        """Turn to a tab."""
        if self._tables.get(tab, True):
            self._tabs.active = tab

    def action_scroll(self, lines: int) -> None:
        """Scroll the tab that is open."""
        pane = self._tabs.active_pane
        for page in pane.query(VerticalScroll) if pane is not None else ():
            page.scroll_relative(y=lines, animate=False, immediate=True)


def _table(rows: Sequence[tuple[str, str]]) -> Table:
    """Names, and what is said of them."""
    table = Table.grid(padding=(0, 2))
    for name, text in rows:
        table.add_row(Text(name, "bold", justify="right"), Text(text))
    return table
