"""Open tables in words, for who looks for one."""

from __future__ import annotations

from termgames import games
from termgames.core.text import escaped, quotable
from termgames.play.together import rooms, wire


def seat_names(about: wire.About) -> list[str]:
    """The names of the seats of a table, in their order."""
    return list(games.info(about.game).seats[: len(about.seats)])


def table_line(about: wire.About) -> str:
    """An open table in a line: who sits there, whose move it is, and whether that is yours."""
    names = seat_names(about)
    seats = ", ".join(
        f"{name} {_who(each)}" for name, each in zip(names, about.seats, strict=False)
    )
    own = [each.seat for each in rooms.own_seats(about.table, names)]
    wanted = about.acting is not None and about.acting in own
    mine = "; your move is wanted" if wanted else "; you have a seat" if own else ""
    return f"{about.table}: {about.game}, {seats}; {_state(about, names)}{mine}"


def _who(seated: wire.Seated) -> str:
    if seated.kind == "free":
        return "free"
    away = "" if seated.present else " (away)"
    return f"{escaped(quotable(seated.name))}{away}"


def _state(about: wire.About, names: list[str]) -> str:
    if about.over:
        return "the game is over"
    if not about.begun or about.acting is None:
        return "not begun"
    return f"{names[about.acting]} is to move, {about.ply} moves"
