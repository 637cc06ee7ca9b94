"""The games of a table, one after another: what is played in them, and who is told.

The sitting is the one of every other front end, and it judges every move; guests are told what
their seats may know, after it has been saved.
"""

from collections.abc import Callable
from functools import partial

from termgames.core.errors import UnreadableMove
from termgames.core.game import Seat
from termgames.core.text import sentence
from termgames.play import events
from termgames.play.match import AnyMatch, Match
from termgames.play.match_time import MatchTime
from termgames.play.seeds import fresh_seed
from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.live import Live
from termgames.play.together import clocks, telling, wire
from termgames.play.together.guests import Declined, Guest, Guests, Room
from termgames.play.together.proposals import PROPOSALS, Proposals

_AFTER, _TICK = 0.02, 1.0
"""Seconds after the end of a time at which it is looked at; and between two looks at a clock."""


class Series:
    """What is played at a table. `advised`: whether guests with a seat may ask bots for advice;
    `failed` hears of bots that broke down; `passes`: whether nobody plays a seat just now, and it
    is to pass."""

    def __init__(
        self,
        match: AnyMatch,
        room: Room,
        guests: Guests,
        *,
        advised: Callable[[], bool],
        failed: Callable[[Seat, str], None],
        passes: Callable[[Seat], bool],
    ) -> None:
        telling.refuse(match)
        self._room, self._guests = room, guests
        self._advised, self._failed, self._passes = advised, failed, passes
        self._number = 1
        """Which game of the table is played, from 1."""
        self.begun = any(not match.by_chance(ply) for ply in range(match.ply))
        """Whether the first game has begun."""
        self.proposals = Proposals(guests, self._agreed, self.hold_clock)
        self._ended = False
        self._plies = match.ply
        self._due = 0
        """How often a clock has begun to run."""
        self.live = self._sit_down(match)

    @property
    def match(self) -> AnyMatch:
        """The match that is played."""
        return self.live.shown.match

    def begin(self) -> None:
        """The game begins; without a move."""
        self.begun = True
        self._room.tell("begin", game=self._number)

    def go_on(self) -> None:
        """Ask whoever is to act, and tell everybody what has changed; before the game nothing."""
        if self.begun:
            self.live.advance()
            self._bring_all_up_to_date()

    # -- what guests do -------------------------------------------------------------------

    def play(self, seat: Seat, play: wire.MakeMove) -> None:
        """A seat makes a move; Declined."""
        match = self.match
        prompt = match.prompt()
        if not self.begun:
            raise Declined("turn", "the game has not begun: not everybody is there")
        if prompt is None or prompt.seat != seat:
            raise Declined("turn", "it is not your turn")
        if prompt.serial != play.serial:
            raise Declined("stale", "the position has changed since this move was made")
        if len(play.move) > wire.MOST_BYTES // 4:
            raise Declined("unreadable", "no move is as long as that")
        try:
            move = match.game.parse(prompt.state, play.move)
        except UnreadableMove as error:
            raise Declined("unreadable", str(error)) from None
        self.live.take_keyboard(seat)
        refusal = self.live.play(move)
        if refusal is not None:
            raise Declined(refusal.code, refusal.text)

    def accept(self, seat: Seat, *, always: bool) -> None:
        """Whether moves of others are accepted for a seat without asking."""
        when: When | None = "all" if always else None
        if self.begun:
            self.live.accept_for(seat, when)
        else:
            self.live.shown.auto_answers.set(seat, when)

    def give_up(self, seat: Seat) -> None:
        """A seat gives the game up; Declined."""
        match = self.match
        if match.over or not self.begun:
            raise Declined("over", "there is no game to give up")
        if not match.game.resigns:
            raise Declined("resign", "there is no resigning in this game")
        self.live.resign(seat)

    def _pass(self, serial: int) -> None:
        """Answer a question for a seat that passes, if it is open and that is an answer to it."""
        prompt, live = self.match.prompt(), self.live
        if prompt is None or prompt.serial != serial or not self._passes(prompt.seat):
            return
        move = live.shown.display.let(prompt.state)
        if move is None:
            move = live.resting.pass_in(prompt.state)
        if move is not None:
            live.take_keyboard(prompt.seat)
            live.play(move)

    def unsaved(self) -> str:
        """Why moves would be lost if the game ended now, which is for the host alone; empty where
        they are saved."""
        keeper = self.live.keeper
        return keeper.fault if keeper.lost and not keeper.save() else ""

    def refuse_proposal(self, what: str) -> None:
        """Declined for what cannot be proposed now."""
        if what not in PROPOSALS:
            raise Declined("wish", f"propose {' or '.join(PROPOSALS)}, nothing else")
        if not self.begun:
            raise Declined("wish", "the game has not begun")
        if what == "new" and self.unsaved():
            raise Declined("unsaved", "this game could not be saved: its host is told why")
        if what == "undo" and self.live.undo_target is None:
            raise Declined("wish", "there is no move to take back")
        if self.proposals.open is not None:
            raise Declined("wish", "another proposal is open: answer that first")

    def _agreed(self, what: str) -> None:
        if what == "undo":
            self._undo()
            return
        before = self.match
        self._number += 1
        self._plies, self._ended = 0, False
        self.live = self._sit_down(
            Match(before.game, before.players, fresh_seed(), time=MatchTime(before.time.controls))
        )
        self.begin()
        self.go_on()

    def _undo(self) -> None:
        """Take back to the last decision that somebody made who is there: a seat that passes would
        only pass again."""
        while self.live.undo():
            prompt = self.match.prompt()
            if prompt is None or not self._passes(prompt.seat):
                return

    # -- the sitting ----------------------------------------------------------------------

    def _sit_down(self, match: AnyMatch) -> Live:
        """The sitting of a match, which others follow at terminals of their own."""
        live = self._room.sit_down(match, self._listen)
        live.shown.view.apart = True
        return live

    def _listen(self, event: events.Event) -> None:
        """What the sitting tells."""
        match event:
            case events.Changed():
                self._bring_all_up_to_date()
            case events.Delayed(serial, seconds):
                live = self.live
                self._room.later(seconds, lambda: live.thinkers.due(serial))
            case events.ClockChanged():
                self._wait_for_the_end_of_a_time()
                self.tell_clocks()
            case events.NotSaved(text):
                self._room.tell("note", text=f"The game could not be saved: {text}.")
                for guest in self._guests:
                    self.tell_unsaved(guest, text)
            case events.Notice(text, everybody):
                self._guests.note(f"{sentence(text)}.", host=not everybody)
            case events.BotFailed(seat, text):
                self._failed(seat, text)

    # -- clocks ---------------------------------------------------------------------------

    def hold_clock(self) -> None:
        """Clocks stand while a proposal waits for votes."""
        self.live.timing.hold(self.proposals.open is not None)

    def _wait_for_the_end_of_a_time(self) -> None:
        """Look at the clock that runs when its time is over, unless it has stood meanwhile."""
        self._due += 1
        due, live = self._due, self.live

        def look() -> None:
            if due == self._due and live is self.live:
                self.look_at_clock()
                if not live.look_at_clock():
                    self._wait_for_the_end_of_a_time()

        live.timing.look()
        lasts = live.timing.lasts
        if lasts is not None:
            self._room.later(min(_TICK, lasts + _AFTER), look)

    def look_at_clock(self) -> None:
        """To be called before anything is done: time in which this program stood still is nobody's,
        and guests have counted it."""
        if self.live.timing.look():
            self.tell_clocks()

    def tell_clocks(self) -> None:
        """Tell all guests what the clocks show."""
        if self.match.time.controls:
            self._guests.tell(clocks.told(self.live))

    # -- telling --------------------------------------------------------------------------

    def bring_up_to_date(self, guest: Guest) -> None:
        """Tell a guest what he has not been told."""
        news = guest.told.news(self.match, self._number, analysis=self._advised(), begun=self.begun)
        for message in news:
            guest.send(message)
        if self.match.time.controls:
            guest.send(clocks.told(self.live))

    def tell_unsaved(self, guest: Guest, fault: str) -> None:
        """Tell a guest that the game could not be saved; what names files is the host's."""
        why = fault if guest.host else "its host is told why"
        guest.send(wire.Note(f"The game could not be saved: {why}."))

    def _bring_all_up_to_date(self) -> None:
        match = self.match
        if match.ply != self._plies:
            self._tell_room_moves()
            self.proposals.drop()
        for guest in self._guests:
            self.bring_up_to_date(guest)
        if match.over and self.begun and not self._ended:
            self._ended = True
            self._tell_room_end()
        elif not match.over:
            self._ended = False
            prompt = match.prompt()
            if self.begun and not self.live.humans:
                self._room.later(0, self.live.advance)  # bots stand in for all guests
            elif self.begun and prompt is not None and self._passes(prompt.seat):
                self._room.later(0, partial(self._pass, prompt.serial))

    def _tell_room_end(self) -> None:
        end = telling.end(self.match)
        winners = [self.match.seat_name(seat) for seat in end.winners]
        self._room.tell("over", result=end.result, winners=winners, ply=self.match.ply)

    def _tell_room_moves(self) -> None:
        """The moves that are new, as who watches may know them."""
        match = self.match
        if match.ply < self._plies:
            self._room.tell("undo", ply=match.ply)
        for ply in range(self._plies, match.ply):
            text = match.game.format(match.move_seen(ply, None))
            self._room.tell("move", ply=ply + 1, seat=match.actor_name(ply), move=text)
        self._plies = match.ply
