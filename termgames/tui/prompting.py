"""What a player is told to do, in colours: see `play.text.prompts`."""

from __future__ import annotations

from rich.text import Text

from termgames.core.game import Seat
from termgames.play.session import GameSession
from termgames.play.text import prompts
from termgames.play.text.prompts import Entry
from termgames.tui import words
from termgames.tui.board import BoardView

proposed_text = prompts.agreement


def waiting_text(session: GameSession, seat: Seat, proposed: str) -> tuple[str, str]:
    """See `prompts.waiting`."""
    return prompts.waiting(session, seat)


def needs_text(
    session: GameSession,
    board: BoardView,
    chip: words.Chip,
    offers: Text,
    *,
    narrow: bool,
    judged: bool,
) -> Text:
    """What a human's move in the making needs; `offers`, the moves beside the board, while
    nothing is picked on it."""
    busy = board.stamping or board.marking or session.reaction
    if offers and not busy and not board.draft.picks:
        return offers
    entry = Entry(
        board.draft,
        stamping=board.stamping,
        marking=board.marking,
        next_colour=board.next_colour,
        chooses_colour=bool(board.check_action("toggle_colour", ())),
    )
    return words.styled(prompts.needs(session, entry, narrow=narrow, judged=judged), chip)
