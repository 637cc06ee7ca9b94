"""What only the host of a table may want."""

import os
from collections.abc import Callable

from termgames.core.errors import OptionError
from termgames.core.game import Seat
from termgames.play.bots.players import PlayerSpec, parse_player
from termgames.play.together import wire
from termgames.play.together.attendance import Attendance
from termgames.play.together.guests import Declined


class Orders:
    """Does what a host orders. `end` ends the table."""

    def __init__(self, attendance: Attendance, end: Callable[[str], None]) -> None:
        self._attendance, self._end = attendance, end

    def obey(self, order: wire.Order) -> None:
        """Do it; Declined."""
        match order.what:
            case "start":
                self._attendance.fill()
                self._attendance.begin()
            case "end":
                if fault := self._attendance.series.unsaved():
                    raise Declined(
                        "unsaved",
                        f"its game could not be saved, for {fault}: make room, then try again, or "
                        f"end process {os.getpid()} without",
                    )
                self._end("the host has ended the table")
            case "talk":
                self._attendance.manners.talk = order.value != "no"
                self._attendance.tell_seats()
            case "bot":
                self._seat_bot(self._seat(order), order.value)
            case "pass":
                self._let_pass(self._seat(order))
            case "free":
                self._free(self._seat(order))
            case _:
                raise Declined("order", "a host may order start, end, talk, bot, pass or free")

    def _seat(self, order: wire.Order) -> Seat:
        if order.seat is None or not 0 <= order.seat < self._attendance.match.game.seats:
            raise Declined("seat", "there is no such seat")
        return order.seat

    def _seat_bot(self, seat: Seat, player: str) -> None:
        attendance = self._attendance
        try:
            spec = parse_player(player or "bot")
        except OptionError as error:
            raise Declined("player", str(error)) from None
        if not _simple_bot(spec):
            raise Declined("player", "a seat is given to a bot by its level, as bot:3")
        place = attendance.seating.places.get(seat)
        if place is None or place.present:
            raise Declined("seat", "somebody sits there")
        attendance.seat_bot(seat, str(spec))
        place.ready = True
        attendance.guests.note(f"{spec.label} plays {attendance.match.seat_name(seat)}.")
        attendance.begin_if_ready()
        attendance.series.go_on()

    def _let_pass(self, seat: Seat) -> None:
        place = self._attendance.seating.places.get(seat)
        if place is None or place.present:
            raise Declined("seat", "somebody sits there")
        if not self._attendance.series.begun:
            raise Declined("pass", "the game has not begun")
        self._attendance.let_pass(seat)

    def _free(self, seat: Seat) -> None:
        if seat not in self._attendance.seating.places:
            raise Declined("seat", "no guest can have that seat")
        self._attendance.free(seat)


def _simple_bot(spec: PlayerSpec) -> bool:
    """Whether a player may be named over a wire: no program, no file, no thinking without end."""
    return spec.kind in ("bot", "random", "greedy")
