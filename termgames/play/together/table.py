"""A table at which guests at several terminals play: its seats, its manners, its match.

Nothing in here knows of sockets or clocks: messages come in by `hear`, go out through
`Guest.send`, and `Room` has the rest. The sitting is the one of every other front end, and it
judges every move; guests are told what their seats may know, after it has been saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from termgames.core.errors import OptionError, TermgamesError, UnreadableMove
from termgames.core.game import Seat
from termgames.core.text import escaped, sentence
from termgames.play import events
from termgames.play.bots.players import HUMAN, PlayerSpec, label_of, parse_player
from termgames.play.match import AnyMatch, Match
from termgames.play.seeds import fresh_seed
from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.live import Live
from termgames.play.text import words
from termgames.play.together import telling, wire
from termgames.play.together.seating import Chair, NoSeat, Seating, plain_name
from termgames.play.together.telling import Told

_MOST_WINDOWS, _MOST_WATCHING = 4, 24
"""Guests with the key of one seat, and guests who watch."""
_MOST_TOLD, _MOST_CAME, _MOST_CAME_TO_WATCH = 6, 8, 30
"""What a seat may tell everybody in a row, as talk and proposals, and how often it may be taken
again; how many may come to watch."""
_LATELY = 5.0
"""Seconds after which each of these is forgotten."""
_PROPOSALS = {"undo": "to take a move back", "new": "to begin another game"}


@dataclass(frozen=True)
class Manners:
    """What the host has chosen for a table. `analysis`: whether guests with a seat may ask bots for
    advice before the end; `talk`: whether they may talk. `stand_in` is the bot that gets the seat
    of a guest who is away for `patience` seconds; without one the others wait."""

    analysis: bool = False
    talk: bool = True
    stand_in: str = ""
    patience: float = 300.0


class Room(Protocol):
    """What a table needs of the process it stands in."""

    def sit_down(self, match: AnyMatch, listen: Callable[[events.Event], None]) -> Live:
        """A sitting of a match of this table; the one before is closed."""

    def bot(self, match: AnyMatch, seat: Seat) -> events.Thinker:
        """A fresh bot for a seat; what it says comes by `SharedTable.hear_bot`."""

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in so many seconds."""

    def tell(self, event: str, **what: Any) -> None:
        """Something happened that a program beside the table may want to know."""

    def end(self, why: str) -> None:
        """End the table."""


class Guest:
    """Somebody at a terminal. `send` takes messages for him at any time."""

    def __init__(self, send: Callable[[wire.FromTable], None]) -> None:
        self.send = send
        self.place: Chair | None = None
        """His seat or place to watch from; None until he has joined."""
        self.host = False
        self.name = ""
        self.told = Told(None)
        self.standing: tuple[int, wire.FromTable] | None = None
        """The question, or the end, that he was told last, and in which game."""

    @property
    def seat(self) -> Seat | None:
        """The seat that he plays."""
        return None if self.place is None else self.place.seat


@dataclass
class _Proposal:
    """What somebody has proposed, and which seats have not answered."""

    number: int
    what: str
    by: Seat
    waiting: list[Seat]


class SharedTable:
    """One table. `seating` has a place for each seat that is not a bot's in `match`."""

    def __init__(
        self, name: str, version: str, match: AnyMatch, seating: Seating, rules: Manners, room: Room
    ) -> None:
        telling.refuse(match)
        self.name, self._version = name, version
        self._seating, self._rules, self._room = seating, rules, room
        self.guests: list[Guest] = []
        self._number = 1
        """Which game of the table is played, from 1."""
        self._begun = any(not match.by_chance(ply) for ply in range(match.ply))
        self._proposal: _Proposal | None = None
        self._proposals = 0
        self._ended = False
        self._plies = match.ply
        self._retried: set[Seat] = set()
        self.live = self._sit_down(match)

    @property
    def match(self) -> AnyMatch:
        """The match that is played."""
        return self.live.shown.match

    @property
    def begun(self) -> bool:
        """Whether the game has begun: every seat was taken once, or the host did not wait."""
        return self._begun

    def open(self) -> None:
        """Begin, if nobody has to come first. To be called once."""
        for place in self._seating.places.values():
            if place.taken:
                self._wait_for(place)
        self._begin_if_ready()
        if self._begun:
            self._go_on()

    # -- guests come and go ---------------------------------------------------------------

    def enter(self, guest: Guest, join: wire.Join) -> None:
        """Somebody wants to sit down or to watch; NoSeat where he cannot."""
        if join.wire != wire.VERSION:
            raise NoSeat(
                f"this table speaks version {wire.VERSION} of the wire, you version {join.wire}: "
                "the older of the two programs has to be brought up to date"
            )
        place = self._place(join)
        self._make_room(place, join)
        again = place.taken
        place.taken = True
        if place.seat is not None:
            place.name = place.name or plain_name(join.name) or self._seat_name(place.seat)
        guest.place, guest.name = place, plain_name(join.name) or place.name
        guest.host = self._seating.is_host(join.key) or self._seating.is_host(join.host)
        guest.told = Told(place.seat)
        self.guests.append(guest)
        place.present += 1
        if place.seat is not None:
            place.ready = True
            self._give_back(place.seat)
            self._name(place.seat, place.name)
        guest.send(
            wire.Welcome(
                self.name,
                self._version,
                place.seat,
                place.key,
                guest.host,
                place.seen if again else None,
            )
        )
        self._tell_seats()
        self._tell_keys()
        self._begin_if_ready()
        self._bring_up_to_date(guest)
        if self._proposal is not None:
            guest.send(self._proposed(self._proposal))
        if place.seat is not None:
            self._room.tell("joined", seat=self._seat_name(place.seat), name=place.name)

    def about(self) -> wire.About:
        """What may be told to anybody who can reach the table."""
        match = self.match
        acting = match.to_act if self._begun and match.to_act >= 0 else None
        seats, over = tuple(self.seats()), match.over
        return wire.About(
            self.name, wire.VERSION, match.game.id, seats, self._begun, over, acting, match.ply
        )

    def leave(self, guest: Guest) -> None:
        """A guest is gone, for now or for ever."""
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        place = guest.place
        assert place is not None
        place.present -= 1
        if place.seat is None or place.present:
            self._tell_seats()
            return
        place.seen = self.match.ply
        self._tell_seats()
        self._room.tell("away", seat=self._seat_name(place.seat), name=place.name)
        self._wait_for(place)

    def _wait_for(self, place: Chair) -> None:
        """A guest is away: a bot stands in for him if he stays away for too long."""
        place.away += 1
        if self._rules.stand_in:
            self._room.later(self._rules.patience, partial(self._stand_in, place, place.away))

    def _place(self, join: wire.Join) -> Chair:
        """The place that a guest gets; NoSeat."""
        seating = self._seating
        place = seating.by_key(join.key) if join.key else None
        if place is not None:
            return place
        if join.key and not (join.lenient or seating.is_host(join.key)):
            raise NoSeat("that key opens nothing here")
        if join.watch:
            return seating.watch
        # Whoever was given the key of this seat must not play it beside the one who took it.
        place = seating.free(join.seat, self.live.shown.bots)
        return seating.taken(place, self.match.seat_name)

    def _make_room(self, place: Chair, join: wire.Join) -> None:
        """A seat's guest may have some windows, and the oldest makes room for a new one; NoSeat
        where too many watch, but not for the host."""
        if place.seat is None:
            full = place.present >= _MOST_WATCHING or self._often(
                place, "came", _MOST_CAME_TO_WATCH
            )
            if full and not self._seating.is_host(join.key):
                raise NoSeat("too many watch already: try later")
        elif self._often(place, "came", _MOST_CAME):
            raise NoSeat("your seat was taken again too often: wait a few seconds")
        elif place.present >= _MOST_WINDOWS:
            oldest = next(guest for guest in self.guests if guest.place is place)
            oldest.send(wire.Closed("your seat was opened in too many other windows"))
            self.leave(oldest)

    def _name(self, seat: Seat, name: str) -> None:
        """The seat's player is called so, in the record too."""
        players = list(self.match.players)
        named = str(replace(HUMAN, name=name)) if name else str(HUMAN)
        try:
            players[seat] = str(parse_player(named))
        except OptionError:
            players[seat] = str(HUMAN)
        self.match.players = tuple(players)

    def _stand_in(self, place: Chair, away: int) -> None:
        """A bot takes the seat of a guest who has not come back since he was `away` for the time of
        that number."""
        if place.seat is None or self._seating.places.get(place.seat) is not place:
            return
        if place.present or place.away != away or self.match.over or not self._begun:
            return
        self._seat_bot(place.seat, self._rules.stand_in)
        self._note(
            f"{self._called(place.seat)} is away: {label_of(self._rules.stand_in)} plays meanwhile."
        )
        self._go_on()

    def _seat_bot(self, seat: Seat, player: str) -> None:
        players = list(self.match.players)
        players[seat] = player
        self.match.players = tuple(players)
        self.live.seat_bot(seat, self._room.bot(self.match, seat))
        self._excuse(seat)
        self._tell_seats()

    def _give_back(self, seat: Seat) -> None:
        """The owner of a seat that a bot plays has come back."""
        if seat in self.live.shown.bots:
            self.live.take_over(seat)
            if self._begun:
                self._go_on()  # the bot that was thinking was told to stop, whosever it was

    # -- what guests say ------------------------------------------------------------------

    def hear(self, guest: Guest, message: wire.FromGuest) -> None:
        """Do what a guest who has joined asks for, or tell him why not."""
        try:
            match message:
                case wire.MakeMove():
                    self._play(guest, message)
                case wire.Resign():
                    self._resign(self._seat_of(guest))
                case wire.Wish(what):
                    self._propose(guest, what)
                case wire.Vote(number, yes):
                    self._vote(self._seat_of(guest), number, yes)
                case wire.Always(accept):
                    self._accept(self._seat_of(guest), "all" if accept else None)
                case wire.Ready(ready):
                    self._set_ready(guest, ready)
                case wire.Talk(text):
                    self._talk(guest, text)
                case wire.Order():
                    self._obey(guest, message)
                case wire.Look():
                    guest.send(self.about())
                case wire.Join():
                    raise _No("join", "you have joined already")
        except _No as no:
            guest.send(wire.Refused(wire.name_of(type(message)), no.rule, str(no)))

    def _play(self, guest: Guest, play: wire.MakeMove) -> None:
        seat, match = self._seat_of(guest), self.match
        prompt = match.prompt()
        if not self._begun:
            raise _No("turn", "the game has not begun: not everybody is there")
        if prompt is None or prompt.seat != seat:
            raise _No("turn", "it is not your turn")
        if prompt.serial != play.serial:
            raise _No("stale", "the position has changed since this move was made")
        if len(play.move) > wire.MOST_BYTES // 4:
            raise _No("unreadable", "no move is as long as that")
        try:
            move = match.game.parse(prompt.state, play.move)
        except UnreadableMove as error:
            raise _No("unreadable", str(error)) from None
        self.live.take_keyboard(seat)
        refusal = self.live.play(move)
        if refusal is not None:
            raise _No(refusal.code, refusal.text)

    def _accept(self, seat: Seat, when: When | None) -> None:
        if self._begun:
            self.live.accept_for(seat, when)
        else:
            self.live.shown.auto_answers.set(seat, when)

    def _resign(self, seat: Seat) -> None:
        match = self.match
        if match.over or not self._begun:
            raise _No("over", "there is no game to give up")
        if not match.game.resigns:
            raise _No("resign", "nobody can resign in this game")
        self.live.resign(seat)

    def _propose(self, guest: Guest, what: str) -> None:
        seat = self._seat_of(guest)
        if what not in _PROPOSALS:
            raise _No("wish", f"propose {' or '.join(_PROPOSALS)}, nothing else")
        if not self._begun:
            raise _No("wish", "the game has not begun")
        if what == "undo" and not self.live.can_undo:
            raise _No("wish", "there is no move to take back")
        if self._proposal is not None:
            raise _No("wish", "another proposal is open: answer that first")
        self._ration(guest)
        self._proposals += 1
        others = [place.seat for place in self._humans() if place.seat != seat and place.taken]
        waiting = [other for other in others if other is not None]
        self._proposal = _Proposal(self._proposals, what, seat, waiting)
        self._settle()

    def _vote(self, seat: Seat, number: int, yes: bool) -> None:
        proposal = self._proposal
        if proposal is None or proposal.number != number:
            raise _No("vote", "you are not asked about that")
        if seat == proposal.by and not yes:
            self._drop_proposal()
            return
        if seat not in proposal.waiting:
            raise _No("vote", "you are not asked about that")
        if not yes:
            self._drop_proposal()
            self._note(f"{self._called(seat)} does not want {_PROPOSALS[proposal.what]}.")
            return
        proposal.waiting.remove(seat)
        self._settle()

    def _settle(self) -> None:
        """Do what was proposed, once everybody has agreed."""
        proposal = self._proposal
        assert proposal is not None
        if proposal.waiting:
            self._tell_all(self._proposed(proposal))
            return
        self._proposal = None
        self._tell_all(self._proposed(proposal, agreed=True))
        if proposal.what == "undo":
            self.live.undo()
        else:
            self._new_game()

    def _excuse(self, seat: Seat) -> None:
        """Nobody sits there any more who could vote."""
        if self._proposal is not None and seat in self._proposal.waiting:
            self._proposal.waiting.remove(seat)
            self._settle()

    def _drop_proposal(self) -> None:
        """What was proposed is off."""
        proposal, self._proposal = self._proposal, None
        if proposal is not None:
            self._tell_all(wire.Proposed(proposal.number, proposal.what, proposal.by, ()))

    @staticmethod
    def _proposed(proposal: _Proposal, *, agreed: bool = False) -> wire.Proposed:
        waiting = tuple(proposal.waiting)
        return wire.Proposed(proposal.number, proposal.what, proposal.by, waiting, agreed)

    def _set_ready(self, guest: Guest, ready: bool) -> None:
        self._seat_of(guest)
        if self._begun:
            raise _No("ready", "the game has begun")
        assert guest.place is not None
        if guest.place.ready == ready:
            return
        self._ration(guest)
        guest.place.ready = ready
        self._tell_seats()
        self._begin_if_ready()

    def _talk(self, guest: Guest, text: str) -> None:
        if not self._rules.talk and not guest.host:
            raise _No("talk", "talk is switched off at this table")
        said = escaped(" ".join(text.split()))[: wire.MOST_TALK]
        if said:
            self._ration(guest)
            self._tell_all(wire.Said(guest.seat, guest.name, said))
            self._room.tell("talk", name=guest.name, text=said)

    def _ration(self, guest: Guest) -> None:
        """_No for a guest who has told everybody too much."""
        place = guest.place
        assert place is not None
        if self._often(place, "told", _MOST_TOLD):
            raise _No("often", "that is too much at once: wait a few seconds")

    def _often(self, place: Chair, what: str, most: int) -> bool:
        """Whether the guest of a place has done something `most` times of late; if not, this is one
        more time."""
        often = place.lately[what] >= most
        if not often:
            place.lately[what] += 1
            self._room.later(_LATELY, lambda: place.lately.subtract((what,)))
        return often

    def _seat_of(self, guest: Guest) -> Seat:
        if guest.seat is None:
            raise _No("seat", "you only watch this game")
        return guest.seat

    # -- what the host says ---------------------------------------------------------------

    def _obey(self, guest: Guest, order: wire.Order) -> None:
        if not guest.host:
            raise _No("host", "only the host of the table can do that")
        match order.what:
            case "start":
                self._fill()
                self._begin()
            case "end":
                self._room.end("the host has ended the table")
            case "talk":
                self._rules = replace(self._rules, talk=order.value != "no")
                self._tell_seats()
            case "bot":
                self._order_bot(self._ordered_seat(order), order.value)
            case "free":
                self._order_free(self._ordered_seat(order))
            case _:
                raise _No("order", "a host may order start, end, talk, bot or free")

    def _ordered_seat(self, order: wire.Order) -> Seat:
        if order.seat is None or not 0 <= order.seat < self.match.game.seats:
            raise _No("seat", "there is no such seat")
        return order.seat

    def _order_bot(self, seat: Seat, player: str) -> None:
        try:
            spec = parse_player(player or "bot")
        except OptionError as error:
            raise _No("player", str(error)) from None
        if not _simple_bot(spec):
            raise _No("player", "a seat is given to a bot by its level, as bot:3")
        place = self._seating.places.get(seat)
        if place is None or place.present:
            raise _No("seat", "somebody sits there")
        self._seat_bot(seat, str(spec))
        place.ready = True
        self._note(f"{spec.label} plays {self._seat_name(seat)}.")
        self._begin_if_ready()
        if self._begun:
            self._go_on()

    def _order_free(self, seat: Seat) -> None:
        """Make a seat free for whoever comes: its key is void, and its guests are sent away."""
        place = self._seating.places.get(seat)
        if place is None:
            raise _No("seat", "no guest can have that seat")
        for other in [each for each in self.guests if each.place is place]:
            other.send(wire.Closed("the host has given your seat to others"))
            self.leave(other)
        self._free(seat)
        self._give_back(seat)
        self._name(seat, "")
        self._tell_seats()

    def _free(self, seat: Seat) -> None:
        """The seat is whoever's who comes, with a fresh key."""
        self._seating.add(seat, self._seat_name(seat))
        self._tell_keys()
        self._excuse(seat)
        self._room.tell("freed", seat=self._seat_name(seat))

    # -- the game -------------------------------------------------------------------------

    def hear_bot(self, seat: Seat, reply: events.Reply) -> None:
        """A bot said something."""
        self.live.thinkers.hear(seat, reply)

    def _fill(self) -> None:
        """Bots get the seats that nobody has taken."""
        for seat, place in self._seating.places.items():
            if not place.taken and seat not in self.live.shown.bots:
                self._seat_bot(seat, str(parse_player("bot")))

    def _begin_if_ready(self) -> None:
        bots = self.live.shown.bots
        places = self._seating.places.values()
        if all(place.seat in bots or (place.taken and place.ready) for place in places):
            self._begin()

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        self._room.tell("begin", game=self._number)
        self._tell_seats()
        self._go_on()

    def _go_on(self) -> None:
        self.live.advance()
        self._bring_all_up_to_date()

    def _new_game(self) -> None:
        """Another game like this one, with the same people."""
        before = self.match
        match = Match(before.game, before.players, fresh_seed())
        self._number += 1
        self._plies, self._ended = 0, False
        self.live = self._sit_down(match)
        self._room.tell("begin", game=self._number)
        self._go_on()

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
            case events.NotSaved(text):
                self._tell_host(f"The game could not be saved: {text}.")
            case events.Notice(text):
                self._tell_host(f"{sentence(text)}.")
            case events.BotFailed(seat, text):
                self._bot_failed(seat, text)

    def _bot_failed(self, seat: Seat, text: str) -> None:
        """A bot broke down: it is started anew once; then its seat is free for a guest."""
        self._room.tell("bot-failed", seat=self._seat_name(seat), text=text)
        live = self.live
        if seat not in self._retried:
            self._retried.add(seat)
            self._room.later(0, lambda: live.retry(seat, self._room.bot(self.match, seat)))
            return
        self._note(f"The bot of {self._seat_name(seat)} stopped working: its seat is free.")
        self._free(seat)
        live.take_over(seat)
        self._tell_seats()

    # -- telling --------------------------------------------------------------------------

    def _bring_all_up_to_date(self) -> None:
        """Tell everybody what has changed."""
        match = self.match
        if match.ply != self._plies:
            self._tell_room_moves()
            self._drop_proposal()
        for guest in list(self.guests):
            self._bring_up_to_date(guest)
        if match.over and self._begun and not self._ended:
            self._ended = True
            self._tell_end()
        elif not match.over:
            self._ended = False
            if self._begun and not self.live.humans:
                self._room.later(0, self.live.advance)  # bots stand in for all guests

    def _bring_up_to_date(self, guest: Guest) -> None:
        match = self.match
        humans = len(self._seating.places)
        analysis = self._rules.analysis or humans < 2
        for message in guest.told.news(match, self._number, analysis=analysis):
            guest.send(message)
        prompt = match.prompt()
        standing: wire.FromTable | None = None
        if prompt is not None and self._begun:
            standing = wire.Asked(prompt.serial, prompt.ply, prompt.seat)
        elif match.over:
            standing = self._end()
        if standing is not None and (self._number, standing) != guest.standing:
            guest.standing = self._number, standing
            guest.send(standing)

    def _end(self) -> wire.GameOver:
        match = self.match
        result = match.result()
        assert result is not None
        return wire.GameOver(words.result_line(match), result.winners, match.resigned)

    def _tell_end(self) -> None:
        end = self._end()
        winners = [self._seat_name(seat) for seat in end.winners]
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

    def _tell_all(self, message: wire.FromTable) -> None:
        for guest in list(self.guests):
            guest.send(message)

    def _note(self, text: str) -> None:
        self._tell_all(wire.Note(text))
        self._room.tell("note", text=text)

    def _tell_host(self, text: str) -> None:
        """What is the host's alone, as where the game is saved."""
        for guest in list(self.guests):
            if guest.host:
                guest.send(wire.Note(text))
        self._room.tell("note", text=text)

    def _tell_seats(self) -> None:
        watching = sum(guest.seat is None for guest in self.guests)
        seats = tuple(self.seats())
        self._tell_all(wire.Seats(seats, self._begun, watching, self._rules.talk))

    def _tell_keys(self) -> None:
        """Tell the host the keys that he may give away."""
        places = self._seating.places.items()
        keys = tuple(wire.KeyOf(seat, place.key) for seat, place in places)
        for guest in [each for each in self.guests if each.host]:
            guest.send(wire.Keys(keys, self._seating.watch.key))

    def seats(self) -> Iterator[wire.Seated]:
        """Who has which seat."""
        for seat, player in enumerate(self.match.players):
            place = self._seating.places.get(seat)
            if place is None or seat in self.live.shown.bots:
                label, shown = label_of(player), telling.player(player)
                yield wire.Seated(seat, label, shown, "bot", present=True, ready=True)
            else:
                kind = "guest" if place.taken else "free"
                yield wire.Seated(seat, place.name, player, kind, place.present > 0, place.ready)

    def _humans(self) -> list[Chair]:
        """The places of guests whose seats no bot plays."""
        bots = self.live.shown.bots
        return [place for seat, place in self._seating.places.items() if seat not in bots]

    def _seat_name(self, seat: Seat) -> str:
        return self.match.seat_name(seat)

    def _called(self, seat: Seat) -> str:
        """The name of a seat's guest."""
        return self._seating.places[seat].name or self._seat_name(seat)


class _No(TermgamesError):
    """Something is not done; `rule` names why in one word."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.rule = rule


def _simple_bot(spec: PlayerSpec) -> bool:
    """Whether a player may be named over a wire: no program, no file, no thinking without end."""
    return spec.kind in ("bot", "random", "greedy")
