"""A game being played or watched: the table with moves, bots, dialogs and the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from termgames.core.display import Draft
from termgames.play.events import BotFailed, Changed, Delayed, Event, NotSaved, Thinking
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.session import GameSession
from termgames.tui import prompting, words
from termgames.tui.board import BoardView
from termgames.tui.bot_processes import BotProcesses
from termgames.tui.preferences import Preferences
from termgames.tui.screens.answers import AnswerScreen
from termgames.tui.screens.dialogs import Choice
from termgames.tui.widgets.entry import MoveEntry
from termgames.tui.widgets.prompt import PromptPanel

PACE = 0.4
"""Seconds between the moves of bots that play among themselves."""
FRESH = 1.2
"""Seconds that dice stand out after a throw."""


class GameScreen(AnswerScreen):
    """One game with its players. Dismissed with a new game where one is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo", tooltip="Take back to your last decision"),
        Binding("U,ctrl+r", "redo", "Redo", tooltip="Play again what was undone", show=False),
        # At once, so that a move typed without a pause arrives in the line and not before.
        Binding("m", "type", "Type", tooltip="Type a move", priority=True),
        Binding("s", "stop", "Stop", tooltip="The bot plays the best it has found"),
        Binding("w", "pause", "Pause", tooltip="Hold the bots, or let them go on"),
        Binding("n", "new", "New", tooltip="A new game"),
    ]

    def __init__(self, session: GameSession, room: BotProcesses, taste: Preferences) -> None:
        super().__init__(session, taste)
        self.room = room
        self._ponders = taste.ponder
        self._pace: Timer | None = None
        self._told_end = False
        self._overlay_before = 0
        self._dice: tuple[int, ...] = ()

    def compose_play(self) -> Iterable[Widget]:
        """The line to type in."""
        yield MoveEntry(self.judge, id="entry")

    def on_mount(self) -> None:
        """Bots begin as soon as the first picture is there."""
        self.room.attach(self)
        self.call_after_refresh(self.session.advance)

    def on_unmount(self) -> None:
        """The bots' processes end with the game."""
        self.room.close()

    # -- what happens -------------------------------------------------------------------

    def heard(self, event: Event) -> None:
        """An event of the session."""
        match event:
            case Changed():
                self.show()
            case Delayed(serial, seconds):
                self.set_timer(seconds, partial(self.session.due, serial))
            case Thinking():
                self.show_thinking()
                thought, secret = self.session.thinking, self.session.view.secret
                if thought is not None and thought.owner is not None and not secret:
                    self.tint(self.session.match.state, thought.owner)
            case NotSaved(text):
                self.notify(text, title="This move is not saved", severity="warning", timeout=15)
            case BotFailed(seat, text):
                self.show()
                self.ask_about_bot(seat, text)

    def on_bot_processes_replied(self, message: BotProcesses.Replied) -> None:
        """A bot made progress, decided, or broke down."""
        self.session.hear(message.seat, message.reply)

    def on_board_view_move_chosen(self, message: BoardView.MoveChosen) -> None:
        """A move was made on the board."""
        self.query_one(MoveEntry).close()
        self.play(message.move)

    def on_board_view_draft_changed(self, message: BoardView.DraftChanged) -> None:
        """The move in the making changed."""
        self._refusal = None
        self.show_prompt()

    def on_board_view_refused(self, message: BoardView.Refused) -> None:
        """Something was tried that may not be done."""
        self._refusal = message.refusal
        self.show_prompt()

    def on_move_entry_played(self, message: MoveEntry.Played) -> None:
        """A typed move was entered."""
        self.query_one(MoveEntry).close()
        self.board.focus()
        self.play(message.move)

    def on_move_entry_judged(self, message: MoveEntry.Judged) -> None:
        """Mark what the typed text means, or what is wrong with it."""
        self.board.set_marks((), "fault")
        self.board.set_marks((), "hint")
        self.board.set_marks(message.cells, "fault" if message.fault else "hint")

    def on_move_entry_closed(self) -> None:
        """Back to the board."""
        self.query_one(MoveEntry).close()
        self.board.set_marks((), "fault")
        self.board.set_marks((), "hint")
        self.board.focus()

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything, and what follows from it: a question, the pace, the end."""
        self._refusal = None
        super().show()
        if self.session.view.waits_for is not None and not self.leaving:
            self.hand_over()
        self.show_question()
        self.keep_pace()
        self.keep_pondering()
        self.refresh_bindings()
        over = self.session.match.over
        self.set_class(over, "-over")
        if over and not self._told_end:
            self.query_one(MoveEntry).close()
            self.open_leaf("count" if self.leaves.has_count else "score", first=False)
            self._overlay_before, self._overlay = self._overlay, self._overlay or 1
            self.show_overlay()
        elif self._told_end and not over:
            self._overlay = self._overlay_before
            self.action_board()
            self.show_overlay()
        self._told_end = over

    def show_prompt(self) -> None:
        """What is expected of whom, the draft, and a refusal."""
        session = self.session
        if not session.live or session.match.over:
            super().show_prompt()
            return
        panel, seat = self.query_one(PromptPanel), session.seat
        assert seat is not None
        proposed = prompting.proposed_text(session)
        if not session.can_play:
            panel.show(*prompting.waiting_text(session, seat, proposed))
            return
        draft: Draft[Any] = self.board.draft
        refusal = self._refusal
        if refusal is None and not self.board.untouched:
            refusal = draft.refusal
        told = draft.picks and draft.status != "refused"
        panel.show(
            draft.prompt if told else session.game.prompt(session.shown),
            Text(proposed) if proposed else self._needs(),
            "" if refusal is None else refusal.text,
        )

    def _needs(self) -> Text:
        """What the move in the making needs."""
        return prompting.needs_text(
            self.session,
            self.board,
            self.chip,
            self.offers_text(),
            narrow=self.has_class("-narrow"),
            judged=self.judged,
        )

    def show_held(self) -> None:
        """Dice that were just thrown stand out for a moment."""
        dice = self.session.display.rolled(self.session.shown)
        fresh, self._dice = dice != self._dice and self.session.live, dice
        super().show_held()
        if fresh and dice:
            held = self.query_one("#held")
            held.add_class("-fresh")
            self.set_timer(FRESH, lambda: held.remove_class("-fresh"))

    def thinking_text(self) -> Text:
        """The hint, the bot's thinking, or what it thought of its last move."""
        session = self.session
        seat = session.seat
        if session.asked and seat is not None and session.live:
            if session.reaction:
                # How long it thinks, and how much, tells what it holds.
                return Text(f"{words.bot_text(session, seat)} may answer", "bold")
            thought = session.thinking if self.analysis else None
            return words.thinking_text(session, seat, thought, now=True)
        text, thought = super().thinking_text(), session.thinking
        if text or not self.judged or not session.live or thought is None or not session.ply:
            return text
        mover = session.game.to_act(session.match.state_at(session.ply - 1))
        told = thought.playouts or thought.note
        if mover in session.bots and told and not self.has_class("-narrow"):
            return words.thinking_text(session, mover, thought, now=False)
        return text

    def keep_pace(self) -> None:
        """Bots among themselves move one after the other at a pace that can be followed."""
        if self._pace is not None:
            self._pace.stop()
            self._pace = None
        if self.session.watching and not self.session.asked:
            session, match = self.session, self.session.match
            # Answers out of turn take a time of their own, and what puts no stone a short one.
            told = match.told(match.ply - 1, None) if match.ply else None
            still = told is not None and not session.game.cells_of(told)
            pace = 0.01 if session.reaction else PACE / 2 if still else PACE
            self._pace = self.set_timer(pace, session.advance)

    def keep_pondering(self) -> None:
        """Bots think while humans do, unless that is switched off."""
        session = self.session
        if self._ponders and session.seat in session.humans and not self.leaving:
            self.room.ponder(session.bots)
        else:
            self.room.rest()

    # -- keys ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that make no sense for these players; dim those that wait."""
        session = self.session
        if action == "pause":
            return session.watching and not session.match.over
        if action == "type" and (session.match.over or session.watching):
            return False
        if action == "type":
            if isinstance(self.focused, Input):
                return False
            return True if session.can_play else None
        if action == "stop":
            return session.asked or (session.seat in session.broken and not session.can_play)
        return super().check_action(action, parameters)

    def action_undo(self) -> None:
        """Take back."""
        if not self.session.undo():
            self.notify("There is no move of yours to take back.")

    def action_redo(self) -> None:
        """Play again what was undone."""
        if not self.session.redo():
            self.notify("There is nothing to redo.")

    def action_look(self, by: int) -> None:
        """Look back or on; on at the end, while bots are held, is their next move."""
        if by == 1 and self.session.paused and self.session.live:
            self.session.step_bot()
            return
        super().action_look(by)

    def on_paste(self, event: events.Paste) -> None:
        """A move copied from elsewhere."""
        if self.session.can_play and event.text.strip():
            self.query_one(MoveEntry).open(event.text.split("\n")[0].strip())

    def action_type(self) -> None:
        """Open the line to type a move in."""
        self.query_one(MoveEntry).open()

    def action_stop(self) -> None:
        """The bot plays now; one that broke down is asked about again."""
        session = self.session
        seat = session.seat
        if seat is not None and seat in session.broken:
            self.ask_about_bot(seat, session.broken[seat])
        else:
            session.stop_thinking()

    def action_ponder(self) -> None:
        """Bots may think while humans do, or not."""
        self._ponders = not self._ponders
        self.post_message(self.Liked(ponder=self._ponders))
        self.notify(
            "Bots that are limited by time alone think while you do."
            if self._ponders
            else "Bots think only when asked."
        )
        self.keep_pondering()

    def action_pause(self) -> None:
        """Hold the bots, or let them go on."""
        self.session.pause(not self.session.paused)

    @work
    async def action_leave(self) -> None:
        """Leave; while the game goes on, ask how."""
        await self.leave()

    async def leave(self) -> None:
        """Ask how, while the game goes on; giving up is offered where the rules know it,
        by oneself or together."""
        session = self.session
        if session.match.over or not session.match.ply or session.watching:
            self._go(None)
            return
        keep = "leave, keep it for `termgames resume`" if session.path else "leave, do not keep it"
        choices = [Choice(keep, "leave"), Choice("stay", "stay")]
        if session.path is None:
            choices.reverse()
        if session.game.resigns:
            choices.append(Choice("resign", "resign"))
        together = [button for button in self.buttons() if button[0].startswith("resign")]
        for number, (label, _) in enumerate(together):
            choices.append(Choice(label, str(number)))
        answer = await self.ask("Leave?", "The game is not over.", choices, safe=True)
        if answer == "leave":
            self._go(None)
        elif answer == "resign":
            session.resign()
        elif answer.isdecimal():
            self.play(together[int(answer)][1])

    def _go(self, wanted: NewGame | None) -> None:
        self.leaving = True
        self.dismiss(wanted)

    @work
    async def action_new(self) -> None:
        """Another game; this one stays saved."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = self.session.match
        before = NewGame(match.game.id, chosen_of(match.game), match.players)
        new = await self.app.push_screen_wait(SetupScreen(before))
        if new is not None:
            self._go(new)

    @work
    async def ask_about_bot(self, seat: int, text: str) -> None:
        """A bot broke down: ask what now."""
        choices = (
            Choice("ask it again", "retry"),
            Choice("take its seat", "take"),
            Choice("leave the game", "leave"),
        )
        name = words.bot_text(self.session, seat)
        match await self.ask(f"{name} stopped working", text, choices, safe=True):
            case "retry":
                self.session.retry(seat, self.room.restart(seat))
            case "take":
                self.session.take_over(seat)
            case "leave":
                self._go(None)

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers in a game."""
        yield from super().commands()
        yield SystemCommand("New game", "Leave this game saved, begin another", self.action_new)
        yield SystemCommand("Undo", "Take back to your last decision", self.action_undo)
        yield SystemCommand("Pondering", "Bots think while you do, or not", self.action_ponder)
        yield SystemCommand("Type a move", "Enter a move as text", self.action_type)
        for label, move in self.buttons():
            yield SystemCommand(label.capitalize(), "Make this move", partial(self.play, move))
