"""What a player is told to do: who is to move, and what the move in the making needs."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from termgames.core.display import Draft
from termgames.core.game import Seat
from termgames.play.session import GameSession
from termgames.tui import words
from termgames.tui.board import BoardView


def proposed_text(session: GameSession) -> str:
    """The agreement that is proposed in the position shown; empty without one."""
    agreement = session.display.agreement(session.shown)
    return "" if agreement is None else words.agreement_text(session, agreement)


def waiting_text(session: GameSession, seat: Seat, proposed: str) -> tuple[str, str]:
    """A sentence on `seat`, whom everybody waits for, and what can be done meanwhile."""
    waits = "the bots are held: w goes on, . plays one move" if session.paused else ""
    if seat in session.broken:
        waits = f"{words.bot_text(session, seat)} stopped working: s says what can be done"
    doing = "is to answer" if session.reaction or proposed else "is to move"
    name = session.game.seat_name(session.shown, seat).capitalize()
    return f"{name} {doing}.", waits or proposed


def needs_text(
    session: GameSession,
    board: BoardView,
    chip: words.Chip,
    offers: Text,
    *,
    narrow: bool,
    judged: bool,
) -> Text:
    """What a human's move in the making needs: stones, or only a key.

    `offers` are the moves beside the board, told while nothing is picked on it; a `narrow`
    screen leaves out what goes without saying, and nothing is counted unless `judged`.
    """
    draft = board.draft
    if board.stamping:
        ready = "Enter plays it; " if draft.status == "complete" else ""
        return Text(f"{ready}r turns, f reshapes, e moves the enemy stone")
    if board.marking:
        return _marked_text(session, draft, judged=judged)
    if session.reaction:
        return Text("y changes when you are asked", "dim")
    if offers and not draft.picks:
        return offers
    if draft.status == "complete":
        return Text("Enter plays it, Backspace takes back")
    colour = board.next_colour
    if colour is None or not draft.follow or session.seat is None:
        return Text(draft.missing)
    choice = session.game.seats == 2 or board.check_action("toggle_colour", ())
    if not draft.picks and not choice:
        return Text()
    mine = colour == session.game.colour(session.shown, session.seat)
    if mine and not draft.picks and narrow:
        return Text()
    text = Text(f"{draft.missing}  next " if draft.picks else "next ")
    return text.append_text(chip(colour)).append(" own stone" if mine else " enemy stone")


def _marked_text(session: GameSession, draft: Draft[Any], *, judged: bool) -> Text:
    """What the stones marked as dead amount to."""
    text = Text.assemble(("d", "bold"), f" proposes {words.stones_text(len(draft.cleared))}. ")
    if draft.move is None or not judged:
        return text
    score = session.game.score(session.game.apply(session.shown, draft.move))
    return text.append(words.would_be(session, score), "dim")
