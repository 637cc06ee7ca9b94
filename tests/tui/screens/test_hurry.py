"""Keys that arrive faster than screens open and close."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.style import Style
from rich.text import Text
from textual import _time, events
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList, Select, Static
from textual.widgets.option_list import Option

from termgames import games
from termgames.play import store
from termgames.play.bots import calibrated_levels
from termgames.play.new_game import first_game
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.opener import Opener
from termgames.tui.screens import base
from termgames.tui.screens.base import ModalScreen, Palette
from termgames.tui.screens.dialogs import Choice, ChoiceDialog, LineDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.help import Group, HelpScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.typed_ahead import ON_ITS_WAY, ROUNDS, TypedAhead
from termgames.tui.widgets import literal
from termgames.tui.widgets.scores import ScoreLine, ScoreList
from termgames.tui.widgets.seatform import SeatForm

from .support import acted, at_once, game, new_match, opened, playing, saved, stage, until

HURRIED = {
    "play plurality + a1,b1,c1": """
        ctrl+p pagedown
        ctrl+p pagedown escape ctrl+p pageup x escape
        ctrl+p q enter escape enter
        q enter q enter q enter q enter q enter
        question_mark k pagedown down r escape question_mark escape
        n tab down enter ctrl+s escape n ctrl+s ctrl+s
        m a 1 enter escape m q
        d 1 d 2 v v v pagedown""",
    "menu": """
        p pagedown escape enter enter enter escape escape escape q enter q enter q enter escape
        r pagedown escape enter enter enter escape escape escape q enter q enter q enter escape
        y pagedown escape enter enter enter escape escape escape q enter q enter q enter escape
        u pagedown escape enter enter enter escape escape escape q enter q enter q enter escape""",
}
IN_A_HURRY = [(start, keys) for start in HURRIED for keys in HURRIED[start].strip().splitlines()]


@pytest.mark.parametrize(("start", "keys"), IN_A_HURRY)
async def test_keys_come_in_a_hurry(start: str, keys: str) -> None:
    saved("plurality")
    async with stage(start) as pilot:
        for _ in range(2):
            at_once(pilot, *keys.split())
            await pilot.pause()
    assert pilot.app.fault is None


test_scenes = acted(
    """
    == nothing pressed after leaving is done | play plurality
    ctrl+q&p&p&enter&ctrl+p&q | exit
    == a hurry does not pile up dialogs | play plurality + a1,b1,c1
    n&q&n&q&n | screen = SetupScreen ; stack = 3
    == a move and its enter in one piece | play plurality
    m c&4&comma&c&5&comma&d&5&enter | plies = 1
    """
)


async def test_keys_wait_for_the_screen_that_they_are_meant_for() -> None:
    async with stage("play plurality") as pilot:
        at_once(pilot, "ctrl+p", *"hint")
        await pilot.pause()
        palette = pilot.app.screen
        assert isinstance(palette, CommandPalette)
        assert palette.query_one("CommandInput").value == "hint"


async def test_a_screen_is_dismissed_once_and_only_itself() -> None:
    answers: list[Any] = []
    async with stage("menu") as pilot:
        first = ChoiceDialog("First?", "", [Choice("yes", "yes")])
        second = ChoiceDialog("Second?", "", [Choice("yes", "yes")])
        pilot.app.push_screen(first, answers.append)
        pilot.app.push_screen(second, answers.append)
        await pilot.pause()
        first.dismiss("below")
        first.dismiss("below, again")
        await pilot.pause()
        assert pilot.app.screen is second, "it goes when nothing lies on it any more"
        second.dismiss("above")
        second.dismiss("above, again")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        assert sorted(answers) == ["above", "below"]


async def test_what_widgets_of_a_dismissed_screen_say_is_not_heard() -> None:
    heard: list[str] = []

    class Asking(ModalScreen[None]):
        def on_option_list_option_selected(self) -> None:
            heard.append("selected")

    async with stage("menu") as pilot:
        screen: Screen[None] = Asking()
        await pilot.app.push_screen(screen)
        options = OptionList("one")
        await screen.mount(options)
        screen.post_message(OptionList.OptionSelected(options, options.options[0], 0))
        screen.dismiss()
        await pilot.pause()
    assert heard == []


async def test_a_second_palette_while_the_first_goes() -> None:
    async with stage("play plurality") as pilot:
        for _ in range(5):
            at_once(pilot, "ctrl+p", "escape", "ctrl+p", "escape")
        await until(pilot, lambda: not pilot.app._typed_ahead.waits)
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))


class Showing(App[None]):
    """Nothing but some widgets."""

    def __init__(self, *widgets: Any) -> None:
        super().__init__()
        self.widgets = widgets

    def compose(self) -> Any:
        yield from self.widgets


async def test_a_click_on_a_line_that_has_gone_chooses_nothing() -> None:
    choice = literal.Select([("one", 1)], value=1, id="choice")
    app = Showing(literal.OptionList(Option("one")), CommandList(Option("one")), choice)
    async with app.run_test() as pilot:
        lists = app.query(OptionList)
        assert len(lists) == 3
        for each in lists:
            gone = Style.from_meta({"option": 5})
            keys = (False, False, False)
            each.post_message(events.Click(each, 0, 0, 0, 0, 1, *keys, style=gone))
        await pilot.pause()


async def test_only_tabs_that_are_there_are_turned_to() -> None:
    screen = HelpScreen((), (Group("", (("a", "b"),)),))
    async with stage("menu") as pilot:
        pilot.app.push_screen(screen)
        screen.action_turn("keys")  # nothing of it is there yet
        await pilot.pause()
        await pilot.press("r", "f")  # neither rules nor figures
        assert screen._tabs.active == "keys"
        screen.dismiss()
        screen.action_turn("keys")


async def test_a_click_beside_a_palette_that_has_become_smaller() -> None:
    async with stage("menu") as pilot:
        await pilot.press("ctrl+p")
        keys = (False, False, False)
        for x, y, there in ((200, 90, True), (0, 0, False)):
            palette = pilot.app.screen
            assert isinstance(palette, CommandPalette)
            palette.post_message(
                events.Click(palette, x, y, 0, 0, 1, *keys, screen_x=x, screen_y=y)
            )
            await pilot.pause()
            assert isinstance(pilot.app.screen, CommandPalette) is there


async def test_a_form_that_is_left_while_it_is_made_anew() -> None:
    async with opened(
        lambda opener: opener.open_form(first_game(games.info("plurality")))
    ) as pilot:
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        choice = form.query_one("#game", Select)
        left: list[bool] = []

        async def leave() -> None:
            form.dismissed = True
            await form.query_one("#game").remove()
            left.append(True)

        form.recompose = leave  # type: ignore[method-assign, assignment]
        choice.value = "tricolor"
        await until(pilot, lambda: left)
        await pilot.pause()
        form.dismissed = False


async def test_the_themes_are_chosen_in_a_palette_that_may_go_at_once() -> None:
    async with stage("menu") as pilot:
        for _ in range(5):
            pilot.app.search_themes()
            await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
            at_once(pilot, "t", "escape")
            await until(pilot, lambda: not isinstance(pilot.app.screen, CommandPalette))
        pilot.app.search_themes()
        await pilot.pause()
        at_once(pilot, *"nord")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count == 1)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: pilot.app.theme == "nord")


async def test_commands_are_gathered_for_a_palette_that_has_gone() -> None:
    async with stage("menu") as pilot:
        pilot.app.search_themes()
        await pilot.pause()
        palette = pilot.app.screen
        assert isinstance(palette, Palette)
        await palette.query(CommandList).remove()
        await palette._gather_commands("n").wait()
        palette.dismiss()


async def test_no_text_is_selected_with_the_mouse() -> None:
    """Textual keeps what was selected, and fails when its widget goes."""
    async with stage("menu") as pilot:
        assert not pilot.app.ALLOW_SELECT
        widest = max(pilot.app.screen.query("*"), key=lambda widget: widget.size.width)
        await pilot.mouse_down(widest, offset=(2, 2))
        await pilot.hover(widest, offset=(20, 4))
        assert not pilot.app.screen.selections


async def test_no_screen_lies_behind_one_that_lies_behind_it() -> None:
    """Asking what is drawn on a covered screen made Textual put the one above behind it."""
    async with stage("menu") as pilot:
        screens = [ChoiceDialog(f"{number}?", "", [Choice("yes", "yes")]) for number in range(3)]
        for each in screens:
            await pilot.app.push_screen(each)
        for _ in range(2):
            for each in screens:
                each.refresh()  # forgets what it looked like
                each.get_style_at(0, 0)
                drawn = each._render()
                behind = drawn._renderable.screen  # type: ignore[attr-defined]
                stack = pilot.app.screen_stack
                assert stack.index(behind) == stack.index(each) - 1
        await pilot.pause()
    assert pilot.app.fault is None


async def test_a_cursor_on_a_line_that_has_gone_highlights_nothing() -> None:
    app = Showing(ScoreList(id="scores"))
    async with app.run_test() as pilot:
        scores = app.query_one(ScoreList)
        scores.show([ScoreLine(Text("one")), ScoreLine(Text("two"))])
        scores.focus()
        await pilot.press("down", "down")
        scores.post_message(OptionList.OptionHighlighted(scores, scores.options[1], 1))
        scores.show([ScoreLine(Text("one"))])
        await pilot.pause()
        assert scores.highlighted == 0


async def test_a_form_is_checked_before_its_choices_are_there() -> None:
    choice = literal.Select([("one", 1)], value=1, id="choice", allow_blank=False)
    choice.set_options([("one", 1), ("two", 2)])
    async with Showing(choice).run_test():
        choice.value = 2
        await choice.query("SelectOverlay").remove()
        choice.set_options([("three", 3)])


async def test_a_player_is_checked_before_the_list_of_players_is_there() -> None:
    info = games.info("plurality")
    small, large = (
        calibrated_levels.levels_on(info.id, info.settle({"size": size})) for size in (7, 13)
    )
    row = SeatForm(0, "Black", "bot:3", small, profiled=False)
    row.check(large)
    async with Showing(row).run_test():
        assert row.player == "bot:3"
        row.check(small)
        assert row.player == "bot:3"


async def test_a_path_and_its_enter_in_one_piece() -> None:
    tried: list[str] = []

    def accept(path: str) -> str:
        tried.append(path)
        return ""

    async with stage("menu") as pilot:
        await pilot.app.push_screen(LineDialog("Where?", "", accept))
        await pilot.pause()
        at_once(pilot, *"abc", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
    assert tried == ["abc"]


async def test_a_screen_that_never_comes_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(base, "OPENING", 0.2)
    waits: list[float] = []

    async def wait_for(coming: Any, timeout: float) -> None:
        coming.close()
        waits.append(timeout)
        raise TimeoutError

    never = ModalScreen[None]()
    monkeypatch.setattr(base.asyncio, "wait_for", wait_for)
    now = [100.0]
    monkeypatch.setattr(base.time, "monotonic", lambda: now[0])
    for _ in range(3):
        await base.complete(never)
        now[0] += 0.15
    assert waits == pytest.approx([0.2, 0.05, 0.0])


async def test_of_many_sizes_the_last_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage("menu") as pilot:
        screen = pilot.app.screen
        laid_out: list[int] = []
        lay_out = type(screen)._screen_resized

        def noted(self: Any, size: Any) -> None:
            laid_out.append(size.width)
            lay_out(self, size)

        monkeypatch.setattr(type(screen), "_screen_resized", noted)
        for width in range(60, 100):
            screen.post_message(events.Resize(Size(width, 30), Size(width, 30)))
        await until(pilot, lambda: 99 in laid_out)
        assert len(laid_out) < 10


async def test_a_tab_is_turned_to_while_the_screen_goes() -> None:
    async with stage("play plurality") as pilot:
        tabs = game(pilot).table.tabs
        await tabs.query("#candidates").remove()
        tabs.offer_candidates(True)
        assert tabs.current == "moves"


async def test_a_worker_whose_widget_has_gone_ends_in_silence() -> None:
    async with stage("menu") as pilot:
        gone = Static()

        async def fill() -> None:
            await pilot.app.screen.mount(gone)
            await gone.remove()
            assert gone.screen

        worker = pilot.app.run_worker(fill)
        await until(pilot, lambda: worker.is_finished)
        await pilot.pause()
    assert pilot.app.fault is None


async def test_text_typed_at_once_stands_in_the_dialog_that_its_first_key_opens(
    tmp_path: Path,
) -> None:
    match, path = new_match(), tmp_path / "game.tgr"
    match.submit(match.game.parse(match.state, "a1,b1,c1"))
    store.save(match, path)
    async with opened(
        lambda opener: opener.open_replay(store.read(path, draws=False), path)
    ) as pilot:
        at_once(pilot, "w", *"two", "enter", *"lines", "ctrl+s")
        at_once(pilot, "greater_than_sign", "w", *"at_the_end", "ctrl+s")
        await until(pilot, lambda: "at_the_end" in path.read_text())
        notes = [line for line in path.read_text().splitlines() if line.startswith("|")]
        assert notes == ["| two", "| lines", "| at_the_end"]
        at_once(pilot, "T", "m", *"pass", "enter", "w", *"Tw", "ctrl+s", "comma", "P")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        assert path.read_text().splitlines()[-2:] == ["|1. pass", "| Tw"]


async def test_a_path_typed_at_once_with_the_key_that_asks_for_it(tmp_path: Path) -> None:
    match, path = new_match(), tmp_path / "copy.tgr"
    match.resign(0)
    async with playing(match) as pilot:
        at_once(pilot, "E", "end", "ctrl+u", *str(path), "enter", "n")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        assert path.exists()


async def test_a_key_that_comes_when_the_line_knows_the_one_before_and_the_board_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = new_match()
    async with playing(match) as pilot:
        await pilot.press("m", *("comma" if char == "," else char for char in "c4,c5,d5"))
        await until(pilot, lambda: not pilot.app._typed_ahead._target)
        dealt_with = TypedAhead.dealt_with
        rest = ["u"]

        def pressed_then(ahead: TypedAhead) -> None:
            dealt_with(ahead)
            at_once(pilot, *rest)
            rest.clear()

        monkeypatch.setattr(TypedAhead, "dealt_with", pressed_then)
        at_once(pilot, "enter")
        await until(pilot, lambda: match.undone)
        assert match.ply == 0


async def test_keys_go_on_where_the_program_was_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of Textual's timers that is late before it begins never calls."""
    async with stage("play plurality") as pilot:
        clock, late = _time.get_time, iter(range(20))
        monkeypatch.setattr(_time, "get_time", lambda: clock() + next(late, 20))
        ahead = pilot.app._typed_ahead
        ahead._glance()
        await until(pilot, lambda: not ahead._looks, seconds=3)


class Ahead:
    """Three keys of which the first was handed to a widget, and what comes of the others."""

    def __init__(self, widget: Any) -> None:
        self.posted: list[Any] = []
        self.later: list[Any] = []
        later = self.later
        self.ahead = TypedAhead(self.posted.append, lambda: False, lambda _, do: later.append(do))
        self.keys = [events.Key(key, key) for key in "abc"]
        assert self.ahead.turn_of(self.keys[0])
        self.ahead.handed_to(widget)
        assert not any(map(self.ahead.turn_of, self.keys[1:]))
        assert self.posted == []


WIDGET: Any = SimpleNamespace(post_message=lambda message: True, is_attached=True)
"""It takes messages, and they never come back."""


def test_a_key_whose_widget_goes_keeps_the_next_one_for_a_moment_only() -> None:
    made = Ahead(WIDGET)
    ahead, later, (_, second, third) = made.ahead, made.later, made.keys
    assert len(later) == 1
    for _ in range(ROUNDS):
        assert made.posted == [], "what the key made the widget say is still to be heard"
        ahead.dealt_with()
    assert made.posted == [second]
    assert ahead.turn_of(second)
    ahead.handed_to(WIDGET)
    later.pop(0)()
    assert made.posted == [second], "the next glance comes later"
    ahead._since -= ON_ITS_WAY
    later.pop(0)()
    assert made.posted == [second, third]


def test_when_a_waiting_key_is_dropped_the_next_one_has_its_turn() -> None:
    made = Ahead(WIDGET)
    made.ahead.handed_to(None)
    assert made.posted == made.keys[1:2]
    made.ahead.drop(made.keys[1])
    assert made.posted == made.keys[1:]
    assert made.ahead.turn_of(made.keys[2])


@pytest.mark.parametrize("number", [1, 3])
async def test_keys_before_the_first_screen_is_there(number: int) -> None:
    def begin(opener: Opener) -> None:
        for _ in range(number):
            event = events.Key("down", None)
            event.set_sender(app)
            app.post_message(event)
        opener.open_menu()

    app = TermgamesApp(Settings(), begin)
    async with app.run_test(size=(60, 24)) as pilot:
        names = [info.id for info in games.infos()]
        await until(pilot, lambda: app.focused is not None)
        await until(pilot, lambda: getattr(app.focused, "id", "") == f"game-{names[number]}")
        app.exit()
