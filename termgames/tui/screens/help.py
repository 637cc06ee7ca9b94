"""Help: the rules of games and the keys that work on the screen it was opened from."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Markdown, TabbedContent, TabPane
from textual.widgets._tabbed_content import ContentTab

from termgames import games
from termgames.tui.board import BoardView
from termgames.tui.screens.base import ModalScreen, start
from termgames.tui.widgets.keys import KeyLine, action_name
from termgames.tui.widgets.literal import Static

_TEXTUAL = ("app.focus_next", "app.focus_previous", "screen.copy_text")
"""Actions that come with every screen and mean nothing here."""


FIRST, BOARD, SCREEN, ANYWHERE = "First of all", "On the board", "On this screen", "Anywhere"
LISTS = "In lists and fields"
ESSENTIAL: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Move the cursor", ("walk", "go", "look_back")),
    ("", ("choose", "begin", "look_on", "open")),
    ("", ("undo", "type", "options", "fold", "look_start")),
    ("", ("hint", "continue", "focus_next", "view")),
    ("", ("help",)),
    ("", ("leave", "cancel", "back", "stay")),
)
"""The six things a newcomer has to know: of each the first action that there is. A text of its
own where several keys do one thing together."""
ARROWS = ("left", "down", "up", "right")


@dataclass(frozen=True)
class Group:
    """Names under a common title, such as keys, and what each does or means."""

    title: str
    rows: tuple[tuple[str, str], ...]


def keys_of(screen: Screen[Any]) -> list[Group]:
    """Keys and what they do on a screen as it is now: six essentials, then those of the board,
    of the screen, and of the application; those of lists and fields come last."""
    left = [
        active
        for active in screen.active_bindings.values()
        if active.binding.description
        and not active.binding.system
        and active.binding.action not in _TEXTUAL
    ]
    essential = []
    for text, names in ESSENTIAL:
        name = next((n for n in names if any(_name(a) == n for a in left)), "")
        keys = [active for active in left if _name(active) == name]
        if text:
            keys = [active for active in keys if active.binding.key in ARROWS] or keys
        else:
            keys = [active for active in keys if _text(active) == _text(keys[0])]
        if keys:
            essential.append((_key_text(screen, keys), text or _text(keys[0])))
            left = [active for active in left if active not in keys]
    groups: dict[str, dict[str, list[ActiveBinding]]] = {
        group: {} for group in (BOARD, SCREEN, ANYWHERE, LISTS)
    }
    for active in left:
        groups[_group(screen, active)].setdefault(_text(active), []).append(active)
    rows = {
        group: tuple((_key_text(screen, bindings), text) for text, bindings in texts.items())
        for group, texts in groups.items()
        if texts
    }
    return [Group(FIRST, tuple(essential)), *(Group(group, keys) for group, keys in rows.items())]


def _group(screen: Screen[Any], active: ActiveBinding) -> str:
    """Where a key belongs, by what takes it."""
    if isinstance(active.node, BoardView):
        return BOARD
    if active.node is screen:
        return SCREEN
    return ANYWHERE if active.node is screen.app else LISTS


def _name(active: ActiveBinding) -> str:
    return action_name(active.binding.action)


def _text(active: ActiveBinding) -> str:
    return active.binding.tooltip or active.binding.description


def _key_text(screen: Screen[Any], keys: Sequence[ActiveBinding]) -> str:
    """The keys as they are called on the screen, each once."""
    return " ".join(dict.fromkeys(screen.app.get_key_display(active.binding) for active in keys))


class _RulesPage(Markdown):
    """The rules of a game. The page is empty until `read`: to lay out all pages takes seconds,
    and most of them are never opened."""

    def __init__(self, game_id: str) -> None:
        super().__init__(open_links=False)
        self._game_id, self._is_read = game_id, False

    async def read(self) -> None:
        """Show the rules, unless they are shown already: the first chapter at once, and below it
        those that take longer."""
        if not self._is_read:
            self._is_read = True
            page = games.rules_text(self._game_id)
            await self.update(page.partition("\n## ")[0])
            seen = asyncio.Event()
            self.call_after_refresh(seen.set)
            await seen.wait()
            # Appended to, a page would lose all but the last line of a paragraph.
            await self.update(page)


class HelpScreen(ModalScreen[None]):
    """A tab for each rules page, one for the keys and what they do, and one for the figures on the
    screen below and what they mean."""

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        background: $surface;
        & > Vertical {
            width: 90;
            max-width: 100%;
            height: 100%;
            margin-bottom: 1;
        }
        & VerticalScroll { padding: 0 1; }
        & MarkdownFence > Label { padding: 1; }
        & Markdown { background: $surface; padding: 0; }
        & TabPane { padding: 0; }
    }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Tabs"  # left and right change the tab
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Back", key_display="esc", id="help.close"),
        Binding("r", "turn('rules-0')", "Rules", id="help.rules"),
        Binding("k", "turn('keys')", "Keys", id="help.keys"),
        Binding("f", "turn('figures')", "Figures", id="help.figures"),
        Binding("up", "scroll(-1)", "Line up", show=False, id="help.up"),
        Binding("down", "scroll(1)", "Line down", show=False, id="help.down"),
        Binding("pageup", "scroll(-10)", "Page up", show=False, id="help.page-up"),
        Binding("pagedown,space", "scroll(10)", "Page down", show=False, id="help.page-down"),
    ]

    def __init__(
        self,
        game_ids: Sequence[str],
        keys: Sequence[Group] = (),
        figures: Sequence[tuple[str, str]] = (),
        *,
        first: str = "",
    ) -> None:
        """`keys` and `figures` are names with what they do and mean; without any, their tabs
        are left out. `first` is the tab that is open at first."""
        super().__init__()
        self._game_ids = tuple(game_ids)
        self._tables = {"keys": keys, "figures": [Group("", tuple(figures))] if figures else []}
        self._tabs = TabbedContent(initial=first)

    def compose(self) -> ComposeResult:
        """The tabs; without keys only the rules."""
        with Vertical(), self._tabs:
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

    def on_tabbed_content_tab_activated(self, event: TabbedContent.TabActivated) -> None:
        """Fill the page that was opened. That takes a while; other tabs need not wait for it."""
        for page in event.pane.query(_RulesPage):
            start(self, page.read)

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss()

    def action_turn(self, tab: str) -> None:
        """Turn to a tab, where there is such a one."""
        if self._tabs.query(f"#{ContentTab.add_prefix(tab)}"):
            self._tabs.active = tab

    def action_scroll(self, lines: int) -> None:
        """Scroll the tab that is open."""
        pane = self._tabs.active_pane
        for page in pane.query(VerticalScroll) if pane is not None else ():
            page.scroll_relative(y=lines, animate=False, immediate=True)


def _table(groups: Sequence[Group]) -> Table:
    """Names with their explanations; the groups one below the other, each under its title."""
    table = Table.grid(padding=(0, 2))
    for group in groups:
        if table.row_count:
            table.add_row()
        if group.title:
            table.add_row(Text(), Text(group.title, "bold underline"))
        for name, text in group.rows:
            table.add_row(Text(name, "bold", justify="right"), Text(text))
    return table
