"""A game being played or watched: the table with moves, bots, dialogs and the end."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.message import Message

from termgames.play.events import BotFailed, Changed, Delayed, Event, Notice, NotSaved, Thinking
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.sitting.live import GameSession
from termgames.play.text import prompts
from termgames.tui.bot_processes import BotProcesses
from termgames.tui.preferences import Preferences
from termgames.tui.screens import answers, bots, column, ending, entering, table, teaching
from termgames.tui.screens.answers import Answers
from termgames.tui.screens.base import Screen, start
from termgames.tui.screens.bots import Bots
from termgames.tui.screens.commands import Action, Command, CommandTable, bindings, keys_by_name
from termgames.tui.screens.dialogs import Dialogs
from termgames.tui.screens.ending import Ending, Wanted
from termgames.tui.screens.entering import Entering
from termgames.tui.screens.handover import Handover
from termgames.tui.screens.leaving import Leaving
from termgames.tui.screens.table import Table
from termgames.tui.widgets.entry import MoveEntry
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.prompt import Prompt

COMMANDS = (
    *column.COMMANDS,
    *answers.COMMANDS,
    Command("undo", "u", "Undo", "Take back to your last decision", "Undo"),
    Command("redo", "U,ctrl+r", "Redo", "Play again what was undone", "Redo", shown=False),
    *entering.COMMANDS,
    *bots.COMMANDS,
    *teaching.COMMANDS,
    *ending.COMMANDS,
    Command("new", "n", "New", "Keep this game saved, begin another", "New game"),
    *table.COMMANDS,
    Command("look_back", "comma", "Back", "Look one turn back", "Look back"),
    Command("look_on", "full_stop", "On", "Look one turn on", "Look on"),
    Command("look_ten_back", "pageup", "Ten back", "Look ten turns back", shown=False),
    Command("look_ten_on", "pagedown", "Ten on", "Look ten turns on", shown=False),
    *table.EVENTS,
    Command("look_start", "less_than_sign", "Start", "Look at the start", shown=False),
    Command("look_end", "greater_than_sign", "Return", "Back to now", "Return to the game"),
)
KEYS = (
    *(command.name for command in column.COMMANDS),
    "walk",
    *("look_end", "look_back", "look_on", "board"),
    *(command.name for command in ending.COMMANDS),
    *("take_hint", "choose", "roll", "pass", "other", "cards", "take", "undo", "stop", "pause"),
    *("rotate", "reshape", "cycle", "auto_answer"),
    *("toggle_colour", "toggle_stamp", "hint", "estimate", "overlay", "view", "type", "new"),
)
"""Actions in the order in which the line of keys shows them."""


class GameScreen(Screen[Wanted]):
    """One game with its players. Dismissed with a new game where one is wanted.

    The parts do the work: `table` shows, `answers` plays what humans choose, `bots` lets bots
    move, `handover` changes players at the keyboard. The screen passes on what happens.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self, session: GameSession, processes: BotProcesses, preferences: Preferences
    ) -> None:
        super().__init__()
        self.session = session
        entry = MoveEntry(lambda text: self.answers.judge(text), id="entry")
        self.table = Table(
            session,
            preferences,
            prompt=self.prompt,
            thinking=lambda: self.bots.thinking_text(
                brief=self.table.narrow, analysis_shown=self.table.analysis_shown
            ),
            below_prompt=(entry,),
            play=lambda move: start(self, self.answers.play_carefully, move),
            walk=lambda moves, comment: start(self, self.ending.walk, moves, comment),
        )
        self.board = self.table.board
        self.dialogs = Dialogs(self._push)
        self.answers = Answers(
            session,
            self.board,
            self.dialogs,
            notify=self.notify,
            refused=self.table.show_prompt,
        )
        self.entering = Entering(
            self.table, entry, self.answers, show_cards=partial(self.action_run, "cards")
        )
        self.bots = Bots(
            session,
            processes,
            self.dialogs,
            ponder=preferences.ponder,
            after=self.set_timer,
            run=partial(start, self),
            notify=self.notify,
            ponder_changed=lambda on: self.post_message(Table.PreferenceChanged(ponder=on)),
            leave=partial(self.close, None),
        )
        self.leaving = Leaving(
            session,
            self.answers,
            self.dialogs,
            close=self.close,
            has_left=lambda: self.closed,
            notify=self.notify,
        )
        chip = self.table.appearance.chip
        self.handover = Handover(session, chip, self._push, self.leaving.leave)
        self.ending = Ending(
            session,
            lambda: self.table.preferences.now,
            self.dialogs,
            push=self._push,
            close=self.close,
            notify=self.notify,
            time=processes.time,
        )
        self.closed = False
        """Whether the screen is on its way out."""
        self.commands = CommandTable(COMMANDS, self._actions(), self.run_worker, self.notify)

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        yield KeyLine(KEYS, ("help", "leave"), self._hidden_keys, self.key_names)

    def on_mount(self) -> None:
        """The first picture; bots begin as soon as it is there."""
        self.session.listen = self.hear
        self.show()
        self.bots.processes.attach(self)
        self.call_after_refresh(self.session.advance)
        self.set_interval(bots.GLANCE, self.bots.look_for_silence)

    def on_unmount(self) -> None:
        """Nobody listens any more, and the bots' processes end."""
        self.session.listen = lambda event: None
        self.bots.processes.close()

    def hear(self, event: Event) -> None:
        """An event of the session."""
        match event:
            case Changed():
                self.show()
            case Delayed(serial, seconds):
                self.set_timer(seconds, partial(self.session.due, serial))
            case Thinking():
                self.table.show_thinking()
                thought, secret = self.session.thinking, self.session.view.secret
                if thought is not None and thought.owner is not None and not secret:
                    self.table.analysis.show_estimate(self.session.match.state, thought.owner)
            case NotSaved(text):
                self.notify(text, title="This move is not saved", severity="warning", timeout=15)
            case Notice(text):
                self.notify(text, timeout=15)
            case BotFailed(seat, text):
                self.show()
                self.bots.failed(seat, text)

    def _hidden_keys(self) -> Collection[str]:
        return {*self.table.position.hidden_keys(), *self.answers.hidden_keys()}

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        if self.session.move_to_judge is not None and self.session.lesson is None:
            return {"stop": "Go on"}
        answers = self.table.column.key_names() or self.answers.key_names()
        return {**answers, **self.table.analysis.key_names()}

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything, and what follows from it: a question, the pace, the end."""
        self.answers.refusal = None
        self.table.show()
        waits = self.session.view.waits_for is not None and self.session.move_to_judge is None
        if waits and not self.closed:
            start(self, self.handover.run)
        self.entering.show_question()
        if not self.closed:
            self.bots.follow()
        self.refresh_bindings()
        over = self.session.match.over
        if over:
            self.entering.entry.close()
        self.table.show_over(over)

    def prompt(self) -> Prompt | None:
        """Who has to do what, the draft, and a refusal; None where nobody is asked."""
        session, seat = self.session, self.session.seat
        if session.lesson is not None:
            return Prompt(*prompts.lesson(session, session.lesson))
        if not session.live or session.match.over or seat is None:
            return None
        if not session.can_play:
            return Prompt(*prompts.waiting(session, seat))
        return self.entering.prompt()

    # -- what the parts report ----------------------------------------------------------

    def on_bot_processes_replied(self, message: BotProcesses.Replied) -> None:
        """A bot made progress, decided, or broke down."""
        self.bots.bot_reported(message.reply.serial)
        self.session.hear(message.seat, message.reply)

    @entering.hears
    def entered(self, message: Message) -> None:
        """The player entered something."""
        self.entering.hear(message)

    def on_paste(self, event: events.Paste) -> None:
        """A move copied from elsewhere."""
        self.entering.paste(event)

    # -- commands -----------------------------------------------------------------------

    def _actions(self) -> dict[str, Action]:
        """What every command does."""
        session, looking = self.session, self.table.actions()

        def undo() -> None:
            if not session.undo():
                self.notify("There is no move of yours to take back.")

        def redo() -> None:
            if not session.redo():
                self.notify("There is nothing to redo.")

        def look_on() -> Awaitable[None] | None:
            # While bots are held, the move after the last one is the next that a bot makes.
            if session.paused and session.live:
                session.step_bot()
                return None
            return looking["look_on"].run()

        async def leave() -> None:
            await self.leaving.leave()

        return {
            **looking,
            **self.answers.actions(),
            **self.entering.actions(),
            **self.table.column.actions(),
            **self.bots.actions(),
            **self.table.teaching.actions(),
            **self.ending.actions(),
            # Who looks back would not see what is taken back.
            "undo": Action(undo, lambda: session.live and session.can_undo),
            "redo": Action(redo, lambda: session.live and bool(session.match.undone)),
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
        return False if state is None and not self.session.awaits_bot else state

    def action_run(self, name: str) -> None:
        """Run a command by its name."""
        self.commands.run(name)

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers in a game."""
        moves = [
            SystemCommand(label.capitalize(), "Make this move", partial(self.answers.play, move))
            for label, move in self.answers.buttons()
        ]
        return [*self.commands.palette(self.action_run, keys_by_name(self)), *moves]

    def close(self, wanted: Wanted) -> None:
        """Leave at once, for another game or the menu if one is wanted."""
        self.closed = True
        self.dismiss(wanted)

    async def _new_game(self) -> None:
        """Another game; this one stays saved."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = self.session.match
        if not await self.leaving.saved():
            return
        time = self.bots.processes.time
        before = NewGame(
            match.game.id, chosen_of(match.game), match.players, time, teach=match.teaching
        )
        new = await self._push(SetupScreen(before))
        if new is not None:
            self.close(new)

    async def _push(self, screen: Screen[Any]) -> Any:
        """Show a screen and wait for what it is dismissed with."""
        return await self.app.push_screen_wait(screen)
