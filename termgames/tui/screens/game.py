"""A game being played or watched: the table with moves, bots, dialogs and the end."""

import contextlib
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import SystemCommand
from textual.binding import BindingType

from termgames import games
from termgames.core.errors import StorageError
from termgames.core.game import Seat
from termgames.play.bots.processes import BotProcesses
from termgames.play.events import (
    BotFailed,
    ClockChanged,
    Delayed,
    Event,
    Notice,
    NotSaved,
    Reply,
    Thinking,
)
from termgames.play.match import AnyMatch
from termgames.play.new_game import NewGame, chosen_of, clock_of
from termgames.play.sitting.live import Live
from termgames.play.text import prompts
from termgames.tui.analyst import Analyst
from termgames.tui.preferences import Preferences
from termgames.tui.table import answers, asking, bots, column, ending, entering, table, teaching
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.asking import Asking
from termgames.tui.table.bots import Bots
from termgames.tui.table.clocks import Clocks
from termgames.tui.table.commands import Action, Command, bindings, withheld
from termgames.tui.table.ending import Ending, Wanted
from termgames.tui.table.entering import Entering
from termgames.tui.table.handover import Handover
from termgames.tui.table.hint import Hint
from termgames.tui.table.leaving import Leaving
from termgames.tui.table.table import Table, TableTexts
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.table.teaching import Teaching
from termgames.tui.table.turn import Turn
from termgames.tui.widgets.prompt import Prompt

COMMANDS = (
    *column.COMMANDS,
    *answers.COMMANDS,
    *asking.COMMANDS,
    Command("undo", "u", "Undo", "Take back your last decision", "Undo"),
    Command("redo", "U,ctrl+r", "Redo", "Redo what was undone", "Redo", shown=False),
    *entering.COMMANDS,
    *bots.COMMANDS,
    *teaching.COMMANDS,
    *ending.COMMANDS,
    Command("new", "n", "New", "Save this game and begin another", "New game"),
    *table.COMMANDS,
    Command("look_back", "comma", "Back", "Look one turn back", "Look back"),
    Command("look_on", "full_stop", "On", "Look one turn on", "Look on"),
    Command("look_ten_back", "pageup", "Ten back", "Look ten turns back", shown=False),
    Command("look_ten_on", "pagedown", "Ten on", "Look ten turns on", shown=False),
    *table.EVENTS,
    Command("look_start", "less_than_sign", "Start", "Look at the start", shown=False),
    Command("look_end", "greater_than_sign", "Return", "Back to now", "Return to the game"),
)
ADVICE = ("hint", "estimate", "analysis", "openings")
"""Commands with which bots help."""
KEYS = (
    *(command.name for command in column.COMMANDS),
    "walk",
    *("look_end", "look_back", "look_on", "board"),
    *(command.name for command in ending.COMMANDS),
    *("take_hint", "choose", "roll", "pass", "other", "cards", "take", "undo", "stop", "pause"),
    *("rotate", "reshape", "cycle", "auto_answer", "rest"),
    *("toggle_colour", "hint", "toggle_stamp", "estimate", "overlay", "view", "type", "new"),
)
"""Actions in the order in which the line of keys shows them."""
AT_THE_END = (
    ("review", "V", "review"),
    ("play_out", "O", "try again from the turning point"),
    ("new", "n", "new game"),
    ("rematch", "N", "rematch"),
    ("branch", "T", "try moves"),
    ("export", "E", "export"),
    ("menu", "M", "menu"),
)
"""Commands for what can be done when a game has ended, their keys, and what they do."""


class GameTexts(TableTexts):
    """What is said while a game is played."""

    at_end = AT_THE_END

    def __init__(self, live: Live, table: Table, entering: Entering, bots: Bots) -> None:
        self._live, self._table, self._entering, self._bots = live, table, entering, bots

    @property
    def looking_back(self) -> str:
        """How to look on."""
        key = self._table.desk.key
        end, on, back = key("look-end", ">"), key("look-on", "."), key("look-back", ",")
        return f" {end} returns to the game, {on} and {back} look on and back."

    def prompt(self) -> Prompt | None:
        """Who has to do what, the draft, and a refusal; None where nobody is asked."""
        live, seat = self._live, self._live.seat
        if live.lesson is not None:
            return Prompt(*prompts.lesson(live, live.lesson))
        if not live.shown.present or live.shown.match.over or seat is None:
            return None
        if not live.can_play:
            return Prompt(*prompts.waiting(live, seat))
        return self._entering.prompt()

    def thinking(self) -> Text:
        """What the bot to move thinks, or what one thought of the last move."""
        table = self._table
        return self._bots.thinking_text(brief=table.narrow, analysis_shown=table.analysis_shown)


class GameScreen(TableScreen[Live, Wanted]):
    """One game with its players. Dismissed with a new game where one is wanted.

    The parts do the work: `table` shows, `answers` plays what humans choose, `bots` lets bots
    move, `handover` changes players at the keyboard. The screen passes on what happens.
    """

    LISTED = COMMANDS
    KEYS = KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(self, live: Live, processes: BotProcesses, preferences: Preferences) -> None:
        super().__init__(live, preferences)
        desk, table = self.desk, self.table
        self.asking = Asking(live, desk)
        self.turn = Turn(desk)
        self.teaching = Teaching(live, table.analysis, desk)
        self.entering.teaching = self.teaching
        self.bots = Bots(live, processes, desk)
        self.leaving = Leaving(live, self.answers, desk)
        self.handover = Handover(live, table.appearance, self.leaving, desk)
        self.ending = Ending(live, table.story, desk, processes.options.time)
        self.clocks = Clocks(live, table, desk)
        self._rating_told = live.shown.match.over
        table.texts = GameTexts(live, table, self.entering, self.bots)
        self.furnish((self.asking, self.bots, self.teaching, self.ending))

    def begin(self) -> None:
        """The first picture; bots begin as soon as it is there."""
        if self.sitting.shown.match.unaided:
            self.table.analysis.turn(False)
        self.show()
        self.bots.processes.attach(self._hear_bot)
        self.call_after_refresh(self.sitting.advance)
        self.set_interval(bots.GLANCE, self.bots.look_for_silence)

    def on_unmount(self) -> None:
        """The processes of bots end, and the window is called as before."""
        self.clocks.stop()
        self.turn.title("")
        self.bots.processes.close()

    def hear(self, event: Event) -> None:
        """An event of the sitting."""
        super().hear(event)
        match event:
            case Delayed(serial, seconds):
                self.set_timer(seconds, partial(self.sitting.thinkers.due, serial))
            case Thinking():
                self.table.show_thinking()
            case NotSaved(text):
                self.notify(text, title="This move is not saved", severity="warning", timeout=15)
            case Notice(text):
                self.notify(text, timeout=15)
            case ClockChanged():
                self.clocks.show()
            case BotFailed(seat, text):
                self.show()
                self.bots.failed(seat, text)

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        if self.sitting.standstill == "teacher":
            return {"stop": "Go on"}
        answers = self.table.column.key_names() or self.answers.key_names()
        return {**answers, **self.asking.key_names(), **self.table.analysis.hint.key_names()}

    def on_screen_suspend(self) -> None:
        """Something else lies over the table: clocks stand."""
        self.clocks.hold(True)

    def on_screen_resume(self) -> None:  # type: ignore[override]
        """The table is seen again: clocks go on."""
        self.clocks.hold(False)

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything, and what follows from it: a question, the pace, the end."""
        self.teaching.follow()
        if not self.sitting.shown.match.over:
            self.ending.findings = ()  # The end that was reviewed has been taken back.
        self.table.story.findings = self.ending.findings
        super().show()
        if not self.dismissed:
            if self.sitting.waits_for is not None:
                self.desk.run(self.handover.run)
            self.bots.follow()
        self.show_turn()
        self.refresh_bindings()
        self.clocks.follow()
        over = self.sitting.shown.match.over
        if over:
            self.entry.close()
            self._tell_rating()
        self.table.show_over(over)

    def _tell_rating(self) -> None:
        """Say once what a rated game did to the rating."""
        live = self.sitting
        if live.shown.match.terms.rated and not self._rating_told:
            self._rating_told = True
            self._look_at_rating(live.shown.match.copy(), live.keeper.path)

    @work(thread=True)
    def _look_at_rating(self, match: AnyMatch, file: Path | None) -> None:
        from termgames.play.history import ended, ladder  # not needed at the start

        with contextlib.suppress(StorageError):
            told = ladder.effect(match, file, ended.ended_games())
            text = "This game does not count for your rating." if told is None else str(told)
            self.app.call_from_thread(self.notify, text, title="Rated game", timeout=15)

    def show_turn(self) -> None:
        """Tell beyond the screen that a human is to act, where bots play too."""
        live = self.sitting
        mine = live.can_play and bool(live.shown.bots) and not self.dismissed
        name = games.info(live.shown.game.id).title if mine else ""
        self.turn.follow(others=live.awaits_bot, name=name)

    # -- what the parts report ----------------------------------------------------------

    def _hear_bot(self, seat: Seat, reply: Reply) -> None:
        """Called from the threads of the bots."""
        self.post_message(Bots.Replied(seat, reply))

    def on_bots_replied(self, message: Bots.Replied) -> None:
        """A bot made progress, decided, or broke down."""
        self.bots.bot_reported(message.reply.serial)
        self.sitting.thinkers.hear(message.seat, message.reply)

    def on_analyst_reported(self, message: Analyst.Reported) -> None:
        """The teacher has looked at a move."""
        self.teaching.on_report(message)

    def on_analyst_ended(self, message: Analyst.Ended) -> None:
        """The teacher broke down."""
        self.teaching.on_end(message)

    def on_hint_played(self, message: Hint.Played) -> None:
        """The player plays a hint."""
        self.desk.run(self.answers.play_carefully, message.move)

    def on_analysis_walk_wanted(self, message: Analysis.WalkWanted) -> None:
        """The player wants to walk through a line."""
        self.desk.run(self.ending.walk, message.moves, message.comment)

    # -- commands -----------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Taking back, another game, and leaving."""
        live = self.sitting

        def undo() -> None:
            if not live.undo():
                self.notify("You have no move to take back.")

        def redo() -> None:
            if not live.redo():
                self.notify("There is nothing to redo.")

        def look_on() -> Awaitable[None] | None:
            # While bots are held, the move after the last one is the next that a bot makes.
            return None if live.step_bot() else actions["look_on"].run()

        async def leave() -> None:
            await self.leaving.leave()

        def why_unaided() -> str:
            rated = live.shown.match.unaided
            return "This game is rated: no help before it ends." if rated else ""

        return {
            **{name: withheld(actions[name], why_unaided) for name in ADVICE},
            "type": replace(actions["type"], why=partial(_why_no_typing, self.sitting)),
            # Who looks back would not see what is taken back.
            "undo": Action(undo, lambda: live.shown.present and live.undo_target is not None),
            "redo": Action(redo, lambda: live.shown.present and bool(live.shown.match.undone)),
            "look_on": Action(look_on),
            "new": Action(self._new_game),
            "leave": Action(leave),
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that do nothing now. While a bot thinks, those that wait for it are dimmed
        instead, so that the line of keys stays calm."""
        if action != "run":
            return True
        state = self.commands.state(str(parameters[0]))
        return False if state is None and not self.sitting.awaits_bot else state

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers in a game."""
        moves = [
            SystemCommand(label.capitalize(), "Make this move", partial(self.answers.play, move))
            for label, move in self.answers.buttons()
        ]
        return [*super().palette(), *moves]

    async def _new_game(self) -> None:
        """Another game; this one stays saved."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = self.sitting.shown.match
        if not await self.leaving.saved():
            return
        time = self.bots.processes.options.time
        before = NewGame(
            match.game.id,
            chosen_of(match.game),
            match.players,
            time,
            teach=match.terms.teaching,
            rated=match.terms.rated,
            clock=clock_of(match),
        )
        new = await self.desk.push(SetupScreen(before))
        if new is not None:
            self.dismiss(new)


def _why_no_typing(live: Live) -> str:
    """Why no move can be typed while the game goes on."""
    if not live.going_on or live.standstill in ("teacher", "lesson"):
        return ""
    away = not live.shown.present
    return "You are looking back: > returns to the game." if away else "It is not your turn."
