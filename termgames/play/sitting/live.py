"""A game that is played at a table, by humans at this keyboard and bots.

A front end (the screen, or line mode) calls the methods of `Live` and of its parts, and is told
what happened through `Shown.listen`; it never changes the match itself. Where clocks run, it calls
`look_at_clock` when `Timing.wait` says so. A sitting is not for use from several threads.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

from termgames.core.errors import IllegalMove, Refusal
from termgames.core.game import Seat
from termgames.play.advice import Lesson
from termgames.play.events import BotFailed, Changed, Event, Notice, Thinker
from termgames.play.match import AnyMatch, Prompt, StaleAnswer
from termgames.play.save_file import SaveFile
from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.keeper import Keeper
from termgames.play.sitting.resting import Resting
from termgames.play.sitting.shown import HUMAN, Shown
from termgames.play.sitting.taught_move import TaughtMove
from termgames.play.sitting.thinkers import Thinkers
from termgames.play.sitting.timing import ClockNow, Timing
from termgames.search.limits import Thought

Standstill = Literal["lesson", "teacher", "broken", "paused"]
"""Why nobody moves: a lesson on the last move waits for an answer, a teacher looks at the move, the
bot to move stopped working, the bots are held."""


class Live:
    """One match being played, or watched while bots play it.

    `bots` holds a thinker for every seat that no human plays. The match is saved in `file` until
    `close`, or nowhere when that is None. `unsaved` says why there is no file where the player
    expects one. Without `delays`, bots answer questions out of turn as soon as they have decided.
    `now` answers the seconds by which clocks run.
    """

    def __init__(
        self,
        match: AnyMatch,
        *,
        file: SaveFile | None = None,
        unsaved: str = "",
        bots: Mapping[Seat, Thinker] | None = None,
        listen: Callable[[Event], None] = lambda event: None,
        delays: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        seated = dict(bots or {})
        self._match = match
        self.shown = Shown(match, seated, listen)
        self.keeper = Keeper(match, file, unsaved, lambda event: self.shown.listen(event))
        """The file of the match, and whether it could be saved there."""
        self.thinkers = Thinkers(
            self.shown,
            seated,
            delays=delays,
            decided=self._decided,
            resigned=self._bot_resigns,
            allowance=lambda: self.timing.allowance(),
            begins=lambda: self.timing.follow(),
        )
        self.taught = TaughtMove(self.shown, save=self.keeper.save, advance=self.advance)
        self.timing = Timing(self.shown, self.thinkers, self.taught, now)
        """The clocks."""
        self.resting = Resting(self.shown, self.taught, self._go_on)
        """Which humans rest: they pass until something matters to them."""
        self.paused = False
        """Whether the bots are held."""

    @property
    def clocks(self) -> list[ClockNow]:
        """The clocks of all seats that have one, as they show now."""
        return self.timing.clocks()

    # -- what there is to do ------------------------------------------------------------

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats played at this keyboard; none where bots play among themselves."""
        return tuple(self.shown.view.humans)

    @property
    def seat(self) -> Seat | None:
        """The seat to act in the present position, None when the game is over."""
        return self._match.to_act if self._match.to_act >= 0 else None

    @property
    def asked(self) -> Any:
        """The present position, as far as the player may know it."""
        return self.shown.view.state(self._match.ply)

    @property
    def waits_for(self) -> Seat | None:
        """The human who has to take the keyboard before the game goes on, or None."""
        return None if self.taught.move is not None else self.shown.view.waits_for

    @property
    def can_play(self) -> bool:
        """Whether a move made on the board now would be a human's own."""
        ready = self.shown.present and self.shown.view.waits_for is None
        return ready and self.taught.move is None and self.seat in self.humans

    @property
    def going_on(self) -> bool:
        """Whether a human may still be asked something."""
        return bool(self.humans) and not self._match.over

    @property
    def hand_seat(self) -> Seat | None:
        """The seat of the player whose view is shown."""
        return self.shown.view.seat

    @property
    def reaction(self) -> bool:
        """Whether the open question is one out of turn."""
        prompt = self._match.prompt()
        return prompt is not None and self.shown.display.let(prompt.state) is not None

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot has been asked and has not answered."""
        return self.thinkers.question is not None

    @property
    def lesson(self) -> Lesson | None:
        """What a teacher says of the last move, as long as it is spoken of."""
        return self.taught.lesson

    @property
    def standstill(self) -> Standstill | None:
        """Why nobody moves; None where somebody is about to, and where the game is over."""
        if self.taught.move is not None:
            return "teacher" if self.taught.lesson is None else "lesson"
        if self.seat in self.thinkers.broken:
            return "broken"
        return "paused" if self.paused and not self._match.over else None

    # -- playing ------------------------------------------------------------------------

    def advance(self) -> None:
        """Give the answers that are automatic, then ask the bot to move, if it is a bot's
        turn; not while bots are paused. Clocks run from the first call on. Whose time is over makes
        the move that comes nearest to passing. What could not be saved is saved, if that is
        possible now.

        The sitting calls this itself wherever a human waits for a bot. When only bots play,
        the front end calls it, at the pace it likes.
        """
        if self.keeper.lost:
            self.keeper.save()
        self.keeper.tell_notes()
        self.timing.began = True
        if self.taught.move is not None:
            self.timing.follow()
            return
        while (prompt := self._match.prompt()) is not None:
            automatic = self.shown.auto_answers.answer(prompt.seat, prompt.state)
            if automatic is None:
                automatic = self.resting.answer(prompt)
            if automatic is None and self._match.time.over(prompt.seat):
                if self._match.game.seats == 2:
                    self._match.flag(prompt.seat)
                    self.keeper.save()
                    break
                automatic = self.shown.display.idle(prompt.state)
            if automatic is None:
                break
            self._match.submit(automatic, seconds=self.timing.spent(prompt.serial))
            self.keeper.save()
        if not self.paused:
            self.thinkers.ask()
        self.timing.follow()

    def take_keyboard(self, seat: Seat) -> None:
        """The human of `seat` holds the keyboard from now on and sees his own hand."""
        self.shown.view.holder = seat
        self.shown.view.took_over.add(seat)
        self.timing.follow()
        self.shown.listen(Changed())

    def accept_for(self, seat: Seat, when: When | None) -> None:
        """Choose when a human is not asked about what others do; None: he is always asked."""
        self.shown.auto_answers.set(seat, when)
        self._go_on()

    def play(self, move: Any) -> Refusal | None:
        """Play a human's move in the present position. Answers why that is not possible,
        and has changed nothing then; None when it was played."""
        prompt = self._match.prompt()
        if prompt is None or not self.can_play:
            return Refusal("turn", "it is not your turn")
        if self.look_at_clock():
            return Refusal("time", "your time is over")
        try:
            self._match.submit(move, seconds=self.timing.thought)
        except IllegalMove as error:
            return error.refusal
        self.shown.view.holder = prompt.seat
        if move != self.shown.display.let(prompt.state):
            self.resting.end(prompt.seat)
        # Also a move that ends the game, as a pass that gives away what was still to be won.
        self.taught.begin(prompt.ply, prompt.state)
        self._moved()
        return None

    def hurry(self) -> None:
        """Let the bot play the best move it has found, or the move stand that a teacher looks
        at."""
        if self.taught.move is None:
            self.thinkers.stop()
        else:
            self.taught.go_on()

    def retry(self, seat: Seat, bot: Thinker) -> None:
        """Put a fresh bot in a seat, and ask it if it is to move."""
        if self.seat == seat:
            self._cancel()
        self.thinkers.replace(seat, bot)
        self._go_on()

    def take_over(self, seat: Seat) -> None:
        """A human plays the seat from now on."""
        self._cancel()
        view = self.shown.view
        before = view.seat
        self.thinkers.replace(seat, None)
        players = list(self._match.players)
        players[seat] = HUMAN
        self._match.players = tuple(players)
        view.humans = sorted({*view.humans, seat})
        view.holder = before
        self.keeper.save()
        self.shown.listen(Changed())

    def seat_bot(self, seat: Seat, bot: Thinker) -> None:
        """A bot plays the seat of a human from now on. Its name stands in the match already."""
        view = self.shown.view
        view.humans = [human for human in view.humans if human != seat]
        self.thinkers.replace(seat, bot)
        self.keeper.save()
        self.shown.listen(Changed())

    def pause(self, paused: bool) -> None:
        """Hold bots that play among themselves, and their clocks, or let them go on."""
        self.paused = paused
        if paused:
            self._cancel()
        else:
            self.shown.return_to_game()
            self.thinkers.ask()
        self.timing.follow()
        self.shown.listen(Changed())

    def step_bot(self) -> bool:
        """While paused: let the bot to move play one move; False where that is not possible."""
        if not self.paused or not self.shown.present:
            return False
        self.thinkers.ask()
        self.shown.listen(Changed())
        return True

    def look_at_clock(self) -> bool:
        """End the time of the player who is asked, if it is over; whether it is. In a game of two
        he has lost; with more players he makes the move that comes nearest to passing, now and
        whenever he is asked."""
        prompt = self._match.prompt()
        if prompt is None or not self.timing.over:
            return False
        seconds = self.timing.thought
        self._cancel()
        if self._match.game.seats == 2:
            self._match.flag(prompt.seat)
        else:
            self._match.submit(self.shown.display.idle(prompt.state), seconds=seconds)
            name = self._match.seat_name(prompt.seat).capitalize()
            self.shown.listen(Notice(f"{name} has no time left, and passes from now on", True))
        self._moved()
        return True

    def resign(self, seat: Seat | None = None) -> None:
        """A human resigns, where the rules allow it: that of `seat`, else the one to act, else the
        first."""
        humans = self.humans
        if not self._match.over and humans and self._match.game.resigns:
            usual = self._match.to_act if self.seat in humans else humans[0]
            self._leave(usual if seat is None else seat)

    def close(self) -> None:
        """The game is no longer played here: others may go on with its file. For how long the open
        question was thought about is kept in it."""
        self.timing.hold(True)
        time = self._match.time
        time.in_hand = 0.0 if self._match.over else self.timing.thought
        if time.in_hand and self.keeper.path is not None and self.keeper.path.exists():
            self.keeper.save()
        self.keeper.close()

    # -- back and forth -----------------------------------------------------------------

    @property
    def undo_target(self) -> int | None:
        """The ply to go back to: of the last decision of a human that he made in time, of the last
        move where bots play among themselves; None where there is none."""
        match = self._match
        if match.terms.rated:
            return None
        if match.loss is not None and match.loss.seat in self.humans:
            return match.ply
        for ply in range(match.ply - 1, -1, -1):
            late = match.time.over(match.actor(ply), ply)
            if not match.by_chance(ply) and (
                not self.humans or (not late and self.shown.decided(ply))
            ):
                return ply
        return None

    def undo(self) -> bool:
        """Go back to the last decision of a human; False when there is none.

        Against bots that is the human's own last turn, between humans one move. Bots that
        play among themselves are paused and go back one move. A human's resignation, or the end of
        his time, is taken back before any move; a bot's with the moves before it, since it would
        resign again.
        """
        target = self.undo_target if self.taught.move is None else self.taught.move.ply
        if target is None or self._match.terms.rated:
            return False
        self.go_back(target)
        return True

    def go_back(self, ply: int) -> None:
        """Go back to the position before move `ply`, whoever made the moves from there on."""
        thought = self.timing.thought
        self._cancel()
        self.resting.end()
        self._match.undo(ply, thought)
        prompt = self._match.prompt()
        self.shown.auto_answers.reopen(None if prompt is None else prompt.state)
        self.paused = self.paused or not self.humans
        self._resume()

    def redo(self) -> bool:
        """Play undone moves again, up to the next question that a human is asked; False when
        there are none."""
        match, thought = self._match, self.timing.thought
        if not match.undone or match.loss is not None:
            return False
        self._cancel()
        while match.redo(thought):
            thought, prompt = 0.0, match.prompt()
            if not self.humans:
                break
            automatic = self.shown.auto_answers.answer
            if prompt is None or prompt.seat not in self.humans:
                continue
            if automatic(prompt.seat, prompt.state) is None:
                break
        self._resume()
        return True

    # -- inside -------------------------------------------------------------------------

    def _moved(self) -> None:
        self.keeper.save()
        if self.humans:
            self.advance()
        self.timing.follow()
        self.shown.listen(Changed())

    def _resume(self) -> None:
        """Go on from another present position."""
        self.shown.return_to_game()
        self.keeper.save()
        self._go_on()

    def _go_on(self) -> None:
        self.advance()
        self.shown.listen(Changed())

    def _decided(self, prompt: Prompt[Any], thought: Thought) -> None:
        """Play a bot's decision."""
        try:
            if self.look_at_clock():
                return
            self._match.submit(thought.move, serial=prompt.serial, seconds=self.timing.thought)
        except StaleAnswer:
            return
        except IllegalMove as error:
            fault = f"it tried a move that is refused: {error}"
            self.shown.listen(BotFailed(prompt.seat, fault))
            return
        self.shown.expect(prompt.ply, thought)
        # How much a bot thought about a question out of turn would tell what it holds.
        out_of_turn = self.shown.display.let(prompt.state) is not None
        self.thinkers.thinking = None if out_of_turn else thought
        self._moved()

    def _bot_resigns(self, seat: Seat) -> None:
        """Let a bot resign. In a game that nobody can resign by himself, that counts as a failure
        of the bot."""
        if self._match.game.resigns:
            self._leave(seat)
        else:
            self.thinkers.fail(seat, "it resigned, but this game knows no resigning")

    def _leave(self, seat: Seat) -> None:
        self._cancel()
        self._match.resign(seat)
        self.timing.follow()
        self.keeper.save()
        self.shown.listen(Changed())

    def _cancel(self) -> None:
        """Withdraw the question about the present position."""
        self.thinkers.cancel()
        self.taught.drop()
