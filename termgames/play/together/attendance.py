"""Who is at a table and who is away, and where bots sit meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from termgames.core.errors import OptionError
from termgames.core.game import Seat
from termgames.play.bots.players import HUMAN, label_of, parse_player
from termgames.play.match import AnyMatch
from termgames.play.together import telling, wire
from termgames.play.together.guests import Guest, Guests, Room
from termgames.play.together.seating import Chair, NoSeat, Seating, plain_name
from termgames.play.together.series import Series
from termgames.play.together.telling import Told

_MOST_WINDOWS, _MOST_WATCHING = 4, 24
"""Guests with the key of one seat, and guests who watch."""

PASS = "pass"
"""The stand-in that is no bot: the seat passes, and lets moves of others stand."""


@dataclass
class Manners:
    """What the host has chosen for a table. `analysis`: whether guests with a seat may ask bots for
    advice before the end; `talk`: whether they may talk. `stand_in` is the bot that gets the seat
    of a guest who is away for `patience` seconds, or PASS: the seat passes then; without one the
    others wait."""

    analysis: bool = False
    talk: bool = True
    stand_in: str = ""
    patience: float = 300.0


class Attendance:
    """Who is there. `seating` has a place for each seat that is not a bot's in `match`."""

    def __init__(self, match: AnyMatch, seating: Seating, manners: Manners, room: Room) -> None:
        self.seating, self.manners = seating, manners
        self._room = room
        self.guests = Guests(room)
        self.series = Series(
            match,
            room,
            self.guests,
            advised=self._advised,
            failed=self._bot_failed,
            passes=self._passes,
        )
        self._retried: set[Seat] = set()

    def _advised(self) -> bool:
        return self.manners.analysis or len(self.seating.places) < 2

    def _passes(self, seat: Seat) -> bool:
        """Whether a seat passes: its guest is away, and somebody else is there to play on."""
        place = self.seating.places.get(seat)
        others = any(guest.seat is not None for guest in self.guests)
        return place is not None and place.passes and others

    @property
    def match(self) -> AnyMatch:
        """The match that is played."""
        return self.series.match

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that bots play."""
        return tuple(self.series.live.shown.bots)

    def open(self) -> None:
        """Begin, if nobody has to come first. To be called once."""
        for place in self.seating.places.values():
            if place.taken:
                self._wait_for(place)
        self.begin_if_ready()
        self.series.go_on()

    def begin_if_ready(self) -> None:
        """Begin, if every seat is taken, and nobody wants to wait."""
        bots = self.bots
        places = self.seating.places.values()
        if all(place.seat in bots or (place.taken and place.ready) for place in places):
            self.begin()

    def begin(self) -> None:
        """Begin, whoever is there; where that has been done, do nothing."""
        if not self.series.begun:
            self.series.begin()
            self.tell_seats()
            self.series.go_on()

    # -- guests come and go ---------------------------------------------------------------

    def enter(self, guest: Guest, join: wire.Join, place: Chair) -> None:
        """Somebody takes a place."""
        place.taken = True
        name = self._name_for(place, join.name)
        if place.seat is not None:
            place.name = place.name or name or self.match.seat_name(place.seat)
        guest.place, guest.name = place, name or place.name or "somebody"
        guest.host = self.seating.is_host(join.key) or self.seating.is_host(join.host)
        guest.told = Told(place.seat)
        if place.seat is not None:
            place.ready, place.passes = True, False
            self._give_back(place.seat)
            self._name(place.seat, place.name)
            self._room.later(0, self.series.go_on)  # seats that pass wait until somebody is there
        self.guests.add(guest)
        place.present += 1

    def _name_for(self, place: Chair, name: str) -> str:
        """The name that a guest wants, plain; empty where another seat, or its guest, has it."""
        others = [each for each in self.seating.places.values() if each is not place]
        names = {each.name.casefold() for each in others}
        names |= {
            self.match.seat_name(seat).casefold()
            for seat in range(self.match.game.seats)
            if seat != place.seat
        }
        wanted = plain_name(name)
        return "" if wanted.casefold() in names else wanted

    def leave(self, guest: Guest) -> None:
        """A guest is gone, for now or for ever; one who never was there may be named, too."""
        place = guest.place
        if place is None or guest not in self.guests:
            return
        self.guests.remove(guest)
        place.present -= 1
        if place.seat is None or place.present:
            self.tell_seats()
            return
        place.seen = self.match.ply
        self.tell_seats()
        self._room.tell("away", seat=self.match.seat_name(place.seat), name=place.name)
        self._wait_for(place)

    def place_for(self, join: wire.Join) -> Chair:
        """The place that a guest gets; NoSeat. Several may hold a seat's key, in some windows: the
        oldest makes room for a new one. Where too many watch only the host may come."""
        place = self.seating.place(join, self.bots, self.match.seat_name)
        if place.seat is None:
            full = place.present >= _MOST_WATCHING or not place.came.take()
            if full and not self.seating.is_host(join.key):
                raise NoSeat("too many watch already: try later")
        elif not place.came.take():
            raise NoSeat("your seat was taken again too often: wait a few seconds")
        elif place.present >= _MOST_WINDOWS:
            oldest = self.guests.at(place)[0]
            oldest.send(wire.Closed("your seat was opened in too many other windows"))
            self.leave(oldest)
        return place

    def free(self, seat: Seat) -> None:
        """Make a seat free for whoever comes: its key is void, and its guests are sent away."""
        for guest in self.guests.at(self.seating.places[seat]):
            guest.send(wire.Closed("the host has given your seat to others"))
            self.leave(guest)
        self._void(seat)
        self._give_back(seat)
        self._name(seat, "")
        self.tell_seats()

    def _void(self, seat: Seat) -> None:
        """The seat is whoever's who comes, with a fresh key."""
        self.seating.add(seat, self.match.seat_name(seat))
        self.tell_keys()
        self.series.proposals.excuse(seat)
        self._room.tell("freed", seat=self.match.seat_name(seat))

    def _name(self, seat: Seat, name: str) -> None:
        """The seat's player is called so, in the record too."""
        named = str(replace(HUMAN, name=name)) if name else str(HUMAN)
        try:
            self._set_player(seat, str(parse_player(named)))
        except OptionError:
            self._set_player(seat, str(HUMAN))

    def _set_player(self, seat: Seat, player: str) -> None:
        players = list(self.match.players)
        players[seat] = player
        self.match.players = tuple(players)

    # -- while guests are away ------------------------------------------------------------

    def _wait_for(self, place: Chair) -> None:
        """A guest is away: a bot stands in for him if he stays away for too long."""
        place.away += 1
        if self.manners.stand_in:
            self._room.later(self.manners.patience, partial(self._stand_in, place, place.away))

    def _stand_in(self, place: Chair, away: int) -> None:
        """A bot takes the seat of a guest who has not come back since he was `away` for the time of
        that number, or the seat passes."""
        if place.seat is None or self.seating.places.get(place.seat) is not place:
            return
        if place.present or place.away != away or self.match.over or not self.series.begun:
            return
        bot = self.manners.stand_in
        if bot == PASS:
            self.let_pass(place.seat)
            return
        self.seat_bot(place.seat, bot)
        name = self.called(place.seat)
        self.guests.note(f"{name} is away: {label_of(bot)} plays meanwhile.")
        self.series.go_on()

    def seat_bot(self, seat: Seat, player: str) -> None:
        """A bot plays a seat from now on."""
        self.seating.places[seat].passes = False
        self._set_player(seat, player)
        self.series.live.seat_bot(seat, self._room.bot(self.match, seat))
        self.series.proposals.excuse(seat)
        self.tell_seats()

    def let_pass(self, seat: Seat) -> None:
        """Nobody plays a seat until its guest is back: where the rules let it, it passes and lets
        moves of others stand; else the others wait."""
        place = self.seating.places[seat]
        if seat in self.bots:
            self.series.live.take_over(seat)
            self._name(seat, place.name)
        place.passes = True
        self.series.proposals.excuse(seat)
        self.tell_seats()
        name = self.match.seat_name(seat)
        self.guests.note(f"{self.called(seat)} is away: {name} passes meanwhile.")
        self.series.go_on()

    def fill(self) -> None:
        """Bots get the seats that nobody has taken."""
        for seat, place in self.seating.places.items():
            if not place.taken and seat not in self.bots:
                self.seat_bot(seat, str(parse_player("bot")))

    def _give_back(self, seat: Seat) -> None:
        """The owner of a seat that a bot plays has come back."""
        if seat in self.bots:
            self.series.live.take_over(seat)
            self.series.go_on()  # the bot that was thinking was told to stop, whosever it was

    def _bot_failed(self, seat: Seat, text: str) -> None:
        """A bot broke down: it is started anew once; then its seat is free for a guest."""
        name = self.match.seat_name(seat)
        self._room.tell("bot-failed", seat=name, text=text)
        live = self.series.live
        if seat not in self._retried:
            self._retried.add(seat)
            self._room.later(0, lambda: live.retry(seat, self._room.bot(self.match, seat)))
            return
        self.guests.note(f"The bot of {name} stopped working: its seat is free.")
        self._void(seat)
        live.take_over(seat)
        self.tell_seats()

    # -- telling --------------------------------------------------------------------------

    def tell_seats(self) -> None:
        """Tell everybody who has which seat."""
        watching = sum(guest.seat is None for guest in self.guests)
        seats = tuple(self.seats())
        self.guests.tell(wire.Seats(seats, self.series.begun, watching, self.manners.talk))

    def tell_keys(self) -> None:
        """Tell the host the keys that he may give away."""
        places = self.seating.places.items()
        keys = tuple(wire.KeyOf(seat, each.key) for seat, each in places if not each.taken)
        self.guests.tell(wire.Keys(keys, self.seating.watch.key), host=True)

    def seats(self) -> Iterator[wire.Seated]:
        """Who has which seat."""
        bots = self.bots
        for seat, player in enumerate(self.match.players):
            place = self.seating.places.get(seat)
            if place is None or seat in bots:
                label, shown = label_of(player), telling.player(player)
                yield wire.Seated(seat, label, shown, "bot", present=True, ready=True)
            else:
                kind = "guest" if place.taken else "free"
                yield wire.Seated(seat, place.name, player, kind, place.present > 0, place.ready)

    def voters(self, by: Seat) -> Iterator[Seat]:
        """The seats of guests, but that of one, who may be asked about something."""
        bots = self.bots
        for seat, place in self.seating.places.items():
            if place.taken and not place.passes and seat not in bots and seat != by:
                yield seat

    def called(self, seat: Seat) -> str:
        """The name of a seat's guest."""
        return self.seating.places[seat].name or self.match.seat_name(seat)
