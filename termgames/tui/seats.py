"""The players of the position shown, as the panel of players has them."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from termgames import games
from termgames.core.game import Seat
from termgames.play.session import GameSession
from termgames.tui.widgets.players import PlayerRow
from termgames.tui.words import Chip

Sign = Callable[[int | None], Text]
"""A thing beside the board, in the colour of its holder; None while it lies there."""


def player_rows(session: GameSession, chip: Chip, token: Sign, *, judged: bool) -> list[PlayerRow]:
    """A row a seat; nobody's standing and no lead unless `judged`."""
    state, game = session.shown, session.game
    to_act = game.to_act(state)
    # Before sides are chosen nobody has a colour.
    asked = game.seat_name(state, 0) not in games.info(game.id).seats
    leaders = session.score(session.ply).winners if judged else ()
    tokens = session.display.tokens(state)
    return [
        PlayerRow(
            chip=Text("   ") if asked else chip(game.colour(state, seat)),
            side=game.seat_name(state, seat),
            label=session.label(seat),
            standing=session.display.player_line(state, seat) if judged else "",
            to_act=seat == to_act and not (session.live and session.match.over),
            leads=seat in leaders and len(leaders) < game.seats,
            tokens=Text().join(
                token(game.colour(state, seat)) for held in tokens if held.holder == seat
            ),
            note=seat_note(session, seat),
        )
        for seat in range(game.seats)
    ]


def seat_note(session: GameSession, seat: Seat) -> str:
    """Cards in the hand, and whom the player is under."""
    state, told = session.shown, []
    hand = session.display.hand(state, seat)
    if hand is not None:
        number = hand if isinstance(hand, int) else len(hand)
        told.append(f"{number} card{'' if number == 1 else 's'}")
    told += [
        f"under {session.game.seat_name(state, over)}"
        for under, over in session.display.bonds(state)
        if under == seat
    ]
    return ", ".join(told)


def things_beside(session: GameSession, token: Sign) -> list[Text]:
    """What lies beside the board for anybody to take, each with its name."""
    tokens = session.display.tokens(session.shown)
    return [Text.assemble(token(None), f" {free.name}") for free in tokens if free.holder is None]
