"""What happens at a table beside the moves, in words."""

from collections.abc import Iterator

from termgames.core.text import escaped, listed, quotable, sentence
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from termgames.play.together.proposals import PROPOSALS

_MOST_SINCE = 8
"""Moves that are told to who comes back, the last ones."""


def seat_news(mirror: Mirror, seats: wire.Seats) -> Iterator[str]:
    """What `seats` changes at the table of a mirror that does not know it yet, a line each."""
    before = {} if mirror.seats is None else {each.seat: each for each in mirror.seats.seats}
    for now in seats.seats:
        was = before.get(now.seat)
        if was is None or now.seat == mirror.seat or mirror.match is None:
            continue
        seat, name = mirror.seat_name(now.seat).capitalize(), _name(now)
        if was.kind != "guest" and now.kind == "guest":
            yield f"{name} sits down{f' as {seat}' if name != seat else ''}."
        elif now.kind == "bot" != was.kind:
            yield f"{name} plays {seat}."
        elif now.kind == "guest" and was.present != now.present:
            yield f"{name} is {'back' if now.present else 'away'}."
    if seats.begun and mirror.seats is not None and not mirror.seats.begun:
        yield "The game begins."


def talk_line(said: wire.Said) -> str:
    """A line of talk, and who says it: one who only watches could call himself like a player."""
    watching = " (watching)" if said.seat is None else ""
    return f"{escaped(quotable(said.name, 40))}{watching}: {escaped(said.text)}"


def seat_lines(mirror: Mirror) -> Iterator[str]:
    """Who sits where, a line each."""
    if mirror.seats is None or mirror.match is None:
        return
    for each in mirror.seats.seats:
        who = "free" if each.kind == "free" else _name(each)
        mine = " (you)" if each.seat == mirror.seat else ""
        away = "" if each.present or each.kind != "guest" else ", away"
        yield f"{mirror.seat_name(each.seat)}: {who}{mine}{away}"
    if mirror.seats.watching:
        yield f"watching: {mirror.seats.watching}"


def key_lines(mirror: Mirror) -> Iterator[str]:
    """The keys that a host may give away, a line each: of the seats that are free, and to watch."""
    if mirror.keys is None or mirror.seats is None:
        return
    free = {each.seat for each in mirror.seats.seats if each.kind == "free"}
    for each in mirror.keys.seats:
        if each.seat in free:
            yield f"key of {mirror.seat_name(each.seat)}: {escaped(quotable(each.key, 40))}"
    yield f"key to watch: {escaped(quotable(mirror.keys.watch, 40))}"


def proposal_line(mirror: Mirror, proposed: wire.Proposed) -> str:
    """What somebody proposes, and who is to answer."""
    names = [mirror.seat_name(seat) for seat in proposed.waiting]
    wants = PROPOSALS.get(proposed.what, "something")
    by = mirror.seat_name(proposed.by)
    if not names:
        return "All agree." if proposed.agreed else f"What {by} proposed is off."
    if mirror.seat in proposed.waiting:
        return f"{by} wants {wants}: type vote yes or vote no."
    return f"{by} wants {wants}: {listed(names)} {'is' if len(names) == 1 else 'are'} asked."


def since(mirror: Mirror) -> str:
    """What was played since the guest was there last, in a sentence; empty where nothing was, and
    for who is new."""
    welcome, match = mirror.welcome, mirror.match
    if welcome is None or match is None or welcome.seen is None or welcome.seen >= match.ply:
        return ""
    plies = range(max(0, welcome.seen), match.ply)
    moves = [
        f"{match.actor_name(ply)} {match.game.format(match.move_at(ply))}"
        for ply in plies
        if not match.by_chance(ply)
    ]
    more = f"{len(moves) - _MOST_SINCE} more, " if len(moves) > _MOST_SINCE else ""
    return f"Since you were last here: {more}{', '.join(moves[-_MOST_SINCE:])}." if moves else ""


def missing(mirror: Mirror) -> str:
    """The seats that the game waits for before it begins, in words."""
    if mirror.seats is None or mirror.match is None:
        return "the table"
    names = [
        mirror.seat_name(each.seat).capitalize()
        for each in mirror.seats.seats
        if each.kind == "free" or not each.ready
    ]
    return listed(names) or "the table"


def away(mirror: Mirror) -> str:
    """Who is away, as a sentence without its point; empty where everybody is there."""
    seats = () if mirror.seats is None else mirror.seats.seats
    names = [_name(each) for each in seats if each.kind == "guest" and not each.present]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} away" if names else ""


def _name(seated: wire.Seated) -> str:
    return sentence(escaped(quotable(seated.name, 40)))
