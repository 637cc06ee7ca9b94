"""A game being played or watched: the table with moves, bots, dialogs and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from termgames.core.errors import TermgamesError
from termgames.core.game import Refusal
from termgames.core.overlay import Draft
from termgames.tui import words
from termgames.tui.board import BoardView
from termgames.tui.bots import BotRoom
from termgames.tui.events import BotFailed, Changed, Event, NotSaved, Thinking
from termgames.tui.newgame import NewGame, chosen_of
from termgames.tui.preferences import Preferences
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.screens.table import TableScreen
from termgames.tui.session import GameSession
from termgames.tui.widgets.entry import MoveEntry, Verdict
from termgames.tui.widgets.prompt import PromptPanel
from termgames.tui.widgets.question import QuestionBox

PACE = 0.4
"""Seconds between the moves of bots that play among themselves."""


class GameScreen(TableScreen):
    """One game with its players. Dismissed with a new game where one is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo", tooltip="Take back to your last decision"),
        Binding("U,ctrl+r", "redo", "Redo", tooltip="Play again what was undone", show=False),
        Binding("p", "pass", "Pass", tooltip="Pass"),
        Binding("b", "take", "Take", tooltip="Take what lies beside the board: the button"),
        # At once, so that a move typed without a pause arrives in the line and not before.
        Binding("m", "type", "Type", tooltip="Type a move", priority=True),
        Binding("s", "stop", "Stop", tooltip="The bot plays the best it has found"),
        Binding("w", "pause", "Pause", tooltip="Hold the bots, or let them go on"),
        Binding("n", "new", "New", tooltip="A new game"),
    ]

    def __init__(self, session: GameSession, room: BotRoom, taste: Preferences) -> None:
        super().__init__(session, taste)
        self.room = room
        self._refusal: Refusal | None = None
        self._pace: Timer | None = None
        self._told_end = False
        self._overlay_before = 0
        self._asking = False

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
            case Thinking():
                self.show_thinking()
                thought = self.session.thinking
                if thought is not None and thought.owner is not None:
                    self.tint(self.session.match.state, thought.owner)
            case NotSaved(text):
                self.notify(text, title="This move is not saved", severity="warning", timeout=15)
            case BotFailed(seat, text):
                self.show()
                self.ask_about_bot(seat, text)

    def on_bot_room_reported(self, message: BotRoom.Reported) -> None:
        """A bot thought on, decided, or broke down."""
        if message.fault:
            self.session.bot_failed(message.seat, message.fault)
        elif message.thought is not None and message.final:
            self.session.thought_of(message.serial, message.thought)
        elif message.thought is not None:
            self.session.thought_on(message.serial, message.thought)

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

    def on_question_box_answered(self, message: QuestionBox.Answered) -> None:
        """The question beside the board was answered."""
        if message.move is not None:
            self.play(message.move)
            return
        verdict = self.judge(message.text)
        if verdict.fault:
            self.notify(verdict.fault, severity="error")
        else:
            self.play(verdict.move)

    def play(self, move: Any) -> None:
        """Play a human's move; say why not when it is refused."""
        self._refusal = self.session.play(move)
        if self._refusal is not None:
            self.show_prompt()

    def judge(self, text: str) -> Verdict:
        """What a typed text amounts to in the present position."""
        game, state = self.session.game, self.session.match.state
        try:
            move = game.parse(state, text)
        except TermgamesError as error:
            return Verdict(fault=str(error), unfinished=True)
        refusal = game.refuse(state, move)
        if refusal is not None:
            return Verdict(move, refusal.text, refusal.cells)
        return Verdict(move, "", game.cells_of(move))

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything, and what follows from it: a question, the pace, the end."""
        self._refusal = None
        super().show()
        self.show_question()
        self.keep_pace()
        self.refresh_bindings()
        over = self.session.match.over
        self.set_class(over, "-over")
        if over and not self._told_end:
            self.query_one(MoveEntry).close()
            self.action_score(first=False)
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
        panel = self.query_one(PromptPanel)
        state, seat = session.shown, session.seat
        assert seat is not None
        name = session.game.seat_name(state, seat).capitalize()
        if not session.can_play:
            waits = "the bots are held: w goes on, . plays one move" if session.paused else ""
            if seat in session.broken:
                waits = f"{session.label(seat)} stopped working: s says what can be done"
            panel.show(f"{name} is to move.", waits)
            return
        draft: Draft[Any] = self.board.draft
        refusal = self._refusal
        if refusal is None and not self.board.untouched:
            refusal = draft.refusal
        told = draft.picks and draft.status != "refused"
        panel.show(
            draft.prompt if told else session.game.prompt(state),
            self._missing(draft),
            "" if refusal is None else refusal.text,
        )

    def _missing(self, draft: Draft[Any]) -> Text:
        """What the move in the making needs: stones, or only a key."""
        if self.board.stamping:
            ready = "Enter plays it; " if draft.status == "complete" else ""
            return Text(f"{ready}r turns, f reshapes, e moves the enemy stone")
        if draft.status == "complete":
            return Text("Enter plays it, Backspace takes back")
        session, colour = self.session, self.board.next_colour
        if colour is None or not draft.follow or session.seat is None:
            return Text(draft.missing)
        mine = colour == session.game.colour(session.shown, session.seat)
        if mine and not draft.picks and self.has_class("-narrow"):
            return Text()
        text = Text(f"{draft.missing}  next " if draft.picks else "next ")
        return text.append_text(self.chip(colour)).append(" own stone" if mine else " enemy stone")

    def thinking_text(self) -> Text:
        """The hint, the bot's thinking, or what it thought of its last move."""
        session = self.session
        seat = session.seat
        if session.asked and seat is not None and session.live:
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

    def show_question(self) -> None:
        """The question beside the board, while a human has to answer one."""
        session = self.session
        question = self.game_display.question(session.shown) if session.can_play else None
        found = self.query(QuestionBox)
        if question is not None and found and found.first().question == question:
            return
        found.remove()
        if question is not None:
            self.mount(QuestionBox(question), after="#prompt")
        elif found:
            self.board.focus()

    def keep_pace(self) -> None:
        """Bots among themselves move one after the other at a pace that can be followed."""
        if self._pace is not None:
            self._pace.stop()
            self._pace = None
        if self.session.watching and not self.session.asked:
            self._pace = self.set_timer(PACE, self.session.advance)

    # -- keys ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that make no sense for these players; dim those that wait."""
        session = self.session
        if action == "pause":
            return session.watching and not session.match.over
        if action in ("pass", "type") and (session.match.over or session.watching):
            return False
        if action == "pass":
            if not self._knows_pass():
                return False
            return None if self._pass() is None else True
        if action == "take":
            if all(token.holder is not None for token in self.tokens()):
                return False
            return None if self._take() is None else True
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

    @work
    async def action_pass(self) -> None:
        """Pass; asked twice when that ends the game and does not win it."""
        move, session = self._pass(), self.session
        if move is None:
            return
        refusal = session.game.refuse(session.match.state, move)
        if refusal is not None:
            self._refusal = refusal
            self.board.set_marks(refusal.cells)
            self.show_prompt()
            return
        seat, after = session.seat, session.game.apply(session.match.state, move)
        ending, score = session.game.ending(after), session.game.score(after)
        if ending is not None and score.winners != (seat,):
            choices = (Choice("p", "pass all the same", "pass"), Choice("s", "stay", "stay"))
            text = f"That ends the game, {words.totals_text(score)}, and you do not win it."
            if await self.ask("Pass?", text, choices) != "pass":
                return
        self.play(move)

    def action_take(self) -> None:
        """Take what lies beside the board."""
        move = self._take()
        if move is not None:
            self.play(move)

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

    def action_pause(self) -> None:
        """Hold the bots, or let them go on."""
        self.session.pause(not self.session.paused)

    @work
    async def action_leave(self) -> None:
        """Leave; while the game goes on, ask how."""
        session = self.session
        if session.match.over or not session.match.ply or session.watching:
            self.dismiss(None)
            return
        keep = "leave, keep it for `termgames resume`" if session.path else "leave, do not keep it"
        choices = (
            Choice("l", keep, "leave"),
            Choice("r", "resign", "resign"),
            Choice("s", "stay", "stay"),
        )
        answer = await self.ask("Leave?", "The game is not over.", choices)
        if answer == "leave":
            self.dismiss(None)
        elif answer == "resign":
            session.resign()

    @work
    async def action_new(self) -> None:
        """Another game; this one stays saved."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = self.session.match
        before = NewGame(match.game.id, chosen_of(match.game), match.players)
        new = await self.app.push_screen_wait(SetupScreen(before))
        if new is not None:
            self.dismiss(new)

    @work
    async def ask_about_bot(self, seat: int, text: str) -> None:
        """A bot broke down: ask what now."""
        choices = (
            Choice("r", "ask it again", "retry"),
            Choice("t", "take its seat", "take"),
            Choice("l", "leave the game", "leave"),
        )
        name = self.session.label(seat)
        match await self.ask(f"{name} stopped working", text, choices):
            case "retry":
                self.session.retry(seat, self.room.restart(seat))
            case "take":
                self.session.take_over(seat)
            case "leave":
                self.dismiss(None)

    async def ask(self, title: str, text: str, choices: Sequence[Choice]) -> str:
        """The answer to a question of the player's own making; `stay` while one is open,
        so that a key pressed twice opens one dialog."""
        if self._asking:
            return "stay"
        self._asking = True
        try:
            return await self.app.push_screen_wait(ChoiceDialog(title, text, choices))
        finally:
            self._asking = False

    def _knows_pass(self) -> bool:
        """Whether the game has passes at all, allowed just now or not."""
        return self._read_pass() is not None

    def _read_pass(self) -> Any | None:
        try:
            return self.session.game.parse(self.session.match.state, "pass")
        except TermgamesError:
            return None

    def _pass(self) -> Any | None:
        """The pass, when it is the human's turn; the rules may refuse it just now."""
        return self._read_pass() if self.session.can_play else None

    def _take(self) -> Any | None:
        """The move that takes the first thing beside the board, when it is the human's."""
        if not self.session.can_play:
            return None
        buttons = dict(self.game_display.buttons(self.session.shown))
        free = (token.name for token in self.tokens() if token.holder is None)
        return next((buttons[name] for name in free if name in buttons), None)

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers in a game."""
        yield from super().commands()
        yield SystemCommand("New game", "Leave this game saved, begin another", self.action_new)
        yield SystemCommand("Undo", "Take back to your last decision", self.action_undo)
        yield SystemCommand("Type a move", "Enter a move as text", self.action_type)
        if self.session.can_play:
            for label, move in self.game_display.buttons(self.session.shown):
                yield SystemCommand(label.capitalize(), "Make this move", partial(self.play, move))
