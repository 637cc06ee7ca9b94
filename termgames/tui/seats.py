"""The players of the position shown, as the panel of players has them."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from termgames.play.session import GameSession
from termgames.play.text import panels
from termgames.tui.widgets.players import PlayerRow
from termgames.tui.words import Chip

Sign = Callable[[int | None], Text]
"""A thing beside the board, in the colour of its holder; None while it lies there."""


def player_rows(session: GameSession, chip: Chip, token: Sign, *, judged: bool) -> list[PlayerRow]:
    """A row for each seat; nobody's standing and no lead unless `judged`."""
    return [
        PlayerRow(
            chip=Text("   ") if player.colour is None else chip(player.colour),
            side=player.side,
            label=player.label,
            standing=player.standing,
            to_act=player.to_act,
            leads=player.leads,
            tokens=Text().join([token(player.colour)] * player.tokens),
            note=player.note,
        )
        for player in panels.players(session, judged=judged)
    ]


def things_beside(session: GameSession, token: Sign) -> list[Text]:
    """What lies beside the board for anybody to take, each with its name."""
    return [Text.assemble(token(None), f" {free.name}") for free in panels.free_tokens(session)]
