"""A table at which guests at several terminals play.

Nothing in here knows of sockets or clocks: messages come in by `hear`, go out through
`Guest.send`, and `Room` has the rest.
"""

import os
from dataclasses import replace

from termgames.core.errors import OptionError
from termgames.core.game import Seat
from termgames.core.text import escaped
from termgames.play import events
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.sitting.live import Live
from termgames.play.together import wire
from termgames.play.together.attendance import Attendance, Manners
from termgames.play.together.guests import Declined, Guest, Room
from termgames.play.together.seating import NoSeat, Seating


class SharedTable:
    """One table. `seating` has a place for each seat that is not a bot's in `match`."""

    def __init__(
        self, name: str, version: str, match: AnyMatch, seating: Seating, rules: Manners, room: Room
    ) -> None:
        self.name, self._version = name, version
        self._manners, self._room = replace(rules), room
        self._attendance = Attendance(match, seating, self._manners, room)
        self._series = self._attendance.series
        self.guests = self._attendance.guests
        """All who are there."""

    @property
    def live(self) -> Live:
        """The sitting of the game that is played."""
        return self._series.live

    @property
    def match(self) -> AnyMatch:
        """The match that is played."""
        return self._series.match

    @property
    def begun(self) -> bool:
        """Whether the game has begun: every seat was taken once, or the host did not wait."""
        return self._series.begun

    def open(self) -> None:
        """Begin, if nobody has to come first. To be called once."""
        self._attendance.open()

    def enter(self, guest: Guest, join: wire.Join) -> None:
        """Somebody wants to sit down or to watch; NoSeat where he cannot."""
        if join.wire != wire.VERSION:
            raise NoSeat(
                f"this table speaks version {wire.VERSION} of the wire, you version {join.wire}: "
                "the older of the two programs has to be brought up to date"
            )
        attendance = self._attendance
        place = attendance.place_for(join)
        seen = place.seen if place.taken else None
        attendance.enter(guest, join, place)
        guest.send(wire.Welcome(self.name, self._version, place.seat, place.key, guest.host, seen))
        attendance.tell_seats()
        attendance.tell_keys()
        attendance.begin_if_ready()
        self._series.bring_up_to_date(guest)
        if self.live.keeper.fault:
            self._series.tell_unsaved(guest, self.live.keeper.fault)
        if self._series.proposals.open is not None:
            guest.send(self._series.proposals.open)
        if place.seat is not None:
            self._room.tell("joined", seat=self.match.seat_name(place.seat), name=place.name)

    def leave(self, guest: Guest) -> None:
        """A guest is gone, for now or for ever; one who never was there may be named, too."""
        self._attendance.leave(guest)

    def about(self) -> wire.About:
        """What may be told to anybody who can reach the table."""
        match, begun = self.match, self.begun
        acting = match.to_act if begun and match.to_act >= 0 else None
        seats = tuple(self._attendance.seats())
        return wire.About(
            self.name, wire.VERSION, match.game.id, seats, begun, match.over, acting, match.ply
        )

    def hear_bot(self, seat: Seat, reply: events.Reply) -> None:
        """A bot said something."""
        self._series.look_at_clock()
        self.live.thinkers.hear(seat, reply)

    def hear(self, guest: Guest, message: wire.FromGuest) -> None:
        """Do what a guest who has joined asks for, or tell him why not."""
        series = self._series
        series.look_at_clock()
        try:
            match message:
                case wire.MakeMove():
                    series.play(guest.own_seat, message)
                case wire.Resign():
                    series.give_up(guest.own_seat)
                case wire.Wish(what):
                    self._propose(guest, what)
                case wire.Vote():
                    seat = guest.own_seat
                    series.proposals.vote(seat, message, self._attendance.called(seat))
                case wire.Always(accept):
                    series.accept(guest.own_seat, always=accept)
                case wire.Ready(ready):
                    self._set_ready(guest, ready=ready)
                case wire.Talk(text):
                    self._talk(guest, text)
                case wire.Order():
                    self._obey(guest, message)
                case wire.Look():
                    guest.send(self.about())
                case wire.Join():
                    raise Declined("join", "you have joined already")
        except Declined as no:
            guest.send(wire.Refused(wire.name_of(type(message)), no.rule, str(no)))

    def _propose(self, guest: Guest, what: str) -> None:
        seat = guest.own_seat
        self._series.refuse_proposal(what)
        guest.ration()
        self._series.proposals.make(what, seat, self._attendance.voters(seat))

    def _set_ready(self, guest: Guest, *, ready: bool) -> None:
        place = guest.place
        if place is None or place.seat is None:
            raise Declined("seat", "you only watch this game")
        if self.begun:
            raise Declined("ready", "the game has begun")
        if place.ready != ready:
            guest.ration()
            place.ready = ready
            self._attendance.tell_seats()
            self._attendance.begin_if_ready()

    def _talk(self, guest: Guest, text: str) -> None:
        if not self._manners.talk and not guest.host:
            raise Declined("talk", "talk is switched off at this table")
        said = escaped(" ".join(text.split()))[: wire.MOST_TALK]
        if said:
            guest.ration()
            self.guests.tell(wire.Said(guest.seat, guest.name, said))
            self._room.tell("talk", name=guest.name, text=said)

    def _obey(self, guest: Guest, order: wire.Order) -> None:
        if not guest.host:
            raise Declined("host", "only the host of the table can do that")
        attendance = self._attendance
        match order.what:
            case "start":
                attendance.fill()
                attendance.begin()
            case "end":
                if fault := self._series.unsaved():
                    raise Declined(
                        "unsaved",
                        f"its game could not be saved, for {fault}: make room, then try again, or "
                        f"end process {os.getpid()} without",
                    )
                self._room.end("the host has ended the table")
            case "talk":
                self._manners.talk = order.value != "no"
                attendance.tell_seats()
            case "bot":
                self._seat_bot(order)
            case "pass":
                place = self._empty(order)
                if not self.begun:
                    raise Declined("pass", "the game has not begun")
                attendance.let_pass(place)
            case "free":
                seat = self._seat(order)
                if seat not in attendance.seating.places:
                    raise Declined("seat", "no guest can have that seat")
                attendance.free(seat)
            case _:
                raise Declined("order", "a host may order start, end, talk, bot, pass or free")

    def _seat(self, order: wire.Order) -> Seat:
        if order.seat is None or not 0 <= order.seat < self.match.game.seats:
            raise Declined("seat", "there is no such seat")
        return order.seat

    def _empty(self, order: wire.Order) -> Seat:
        """The seat of an order, at which no guest may be; Declined."""
        seat = self._seat(order)
        place = self._attendance.seating.places.get(seat)
        if place is None or place.present:
            raise Declined("seat", "somebody sits there")
        return seat

    def _seat_bot(self, order: wire.Order) -> None:
        attendance = self._attendance
        try:
            spec = parse_player(order.value or "bot")
        except OptionError as error:
            raise Declined("player", str(error)) from None
        # Over a wire nobody names a program, a file, or thinking without end.
        if spec.kind not in ("bot", "random", "greedy"):
            raise Declined("player", "a seat is given to a bot by its level, as bot:3")
        seat = self._empty(order)
        attendance.seat_bot(seat, str(spec))
        attendance.seating.places[seat].ready = True
        self.guests.note(f"{spec.label} plays {self.match.seat_name(seat)}.")
        attendance.begin_if_ready()
        self._series.go_on()
