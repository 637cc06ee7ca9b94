"""A position, a count and a game as JSON values and as lines of text."""

from __future__ import annotations

from typing import Any

from termgames import games
from termgames.core.game import CHANCE, Counting, Game, Score, Seat
from termgames.core.options import number_text
from termgames.core.text import listed, quotable
from termgames.play.bots import calibrated_levels
from termgames.play.bots.players import parse_player
from termgames.play.match import Match, Result
from termgames.play.text import boards

CHANCE_NAME = "chance"
"""Who is to act where dice or cards are next."""


def position(match: Match) -> dict[str, Any]:
    """What `termgames-state` answers; the game's own fields stand beside the common keys.

    `winners` is empty and `draw` false until the game is over; `last_move` is None before
    the first move.
    """
    game, state, result = match.game, match.state, match.result()
    return {
        "game": game.id,
        "options": dict(game.options),
        "ply": match.ply,
        "to_move": None if match.over else to_move(match),
        "board": boards.rows(game, state),
        "scores": scores(game, state, game.score(state)),
        "over": match.over,
        "winners": winners(match, result),
        "draw": result is not None and len(result.winners) > 1,
        "last_move": game.format(match.moves[-1]) if match.ply else None,
        **game.report_fields(state),
    }


def count(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    """What `termgames-count` answers: the score of each seat and what it is made of, and
    the steps of the count where the game has more to tell."""
    more = game.count(state) if isinstance(game, Counting) else {}
    score = game.score(state)
    return {
        "game": game.id,
        "scores": scores(game, state, score),
        "parts": [
            {
                "seat": game.seat_name(state, part.seat) if part.seat >= 0 else None,
                "points": _plain(part.points),
                "text": part.text,
                "cells": [game.topology.names[cell] for cell in part.cells],
            }
            for part in score.parts
        ],
        **more,
    }


def whole_game(match: Match) -> dict[str, Any]:
    """A record as one value: the last position, and how the game came to it.

    `score_history` holds the scores before each move and after the last one.
    """
    game = match.game
    result = match.result()
    states = [match.state_at(ply) for ply in range(match.ply + 1)]
    return {
        **position(match),
        "players": list(match.players),
        "seed": match.seed,
        "moves": [game.format(move) for move in match.moves],
        "start_board": list(match.diagram) or None,
        "score_history": [scores(game, state, game.score(state)) for state in states],
        "resigned": None if match.resigned is None else seat_name(match, match.resigned),
        "ending": None if result is None else result.reason,
    }


def scores(game: Game[Any, Any], state: Any, score: Score) -> dict[str, float]:
    """Totals by the names the seats have in `state`."""
    return {game.seat_name(state, seat): _plain(x) for seat, x in enumerate(score.totals)}


def winners(match: Match, result: Result | None) -> list[str]:
    """The names of the winning seats."""
    return [] if result is None else [seat_name(match, seat) for seat in result.winners]


def to_move(match: Match, ply: int | None = None) -> str:
    """Who acts at a ply of the game (now, by default), by the name of then: a seat, or
    chance."""
    state = match.state if ply is None else match.state_at(ply)
    seat = match.game.to_act(state)
    return CHANCE_NAME if seat == CHANCE else match.game.seat_name(state, seat)


def seat_name(match: Match, seat: Seat) -> str:
    """The seat's name in the present position."""
    return match.game.seat_name(match.state, seat)


def seat_names(match: Match) -> list[str]:
    """The names of all seats in the present position."""
    return [seat_name(match, seat) for seat in range(match.game.seats)]


def score_line(match: Match, state: Any = None) -> str:
    """`score: black 3, white 8.5`; of the present position, or of a view of it."""
    seen = match.state if state is None else state
    points = scores(match.game, seen, match.game.score(seen))
    return "score: " + ", ".join(f"{name} {number_text(x)}" for name, x in points.items())


def status_line(match: Match, state: Any = None) -> str:
    """`open 119; settled 23`: what the game has its players watch; of the present
    position, or of a view of it."""
    entries = games.display(match.game).status(match.state if state is None else state)
    return "; ".join(f"{label} {value}" for label, value in entries)


def beside(match: Match, state: Any = None) -> list[str]:
    """What lies beside the board, a line each, for games that tell it: how many cards the
    players hold, tables (`prisoners of white: black 2, red 1`), and who has come under whom
    (`red is under black`); of the present position, or of a view of it."""
    display, names = games.display(match.game), seat_names(match)
    shown = match.state if state is None else state
    hands = [display.hand(shown, seat) or () for seat in range(len(names))]
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in hands]
    lines = []
    if any(sizes):
        listed = (f"{name} {size}" for name, size in zip(names, sizes, strict=True))
        lines.append(f"cards: {', '.join(listed)}")
    for table in display.tables(shown):
        for holder, numbers in table.rows:
            piles = zip(table.columns, numbers, strict=True)
            held = ", ".join(f"{names[column]} {many}" for column, many in piles if many)
            lines += [f"{table.name} of {names[holder]}: {held}"] if held else []
    return lines + [
        f"{names[seat]} is under {names[above]}" for seat, above in display.bonds(shown)
    ]


def result_line(match: Match) -> str:
    """How the game ended, in words; where it stands while it goes on."""
    result = match.result()
    if result is None:
        return f"not finished: {to_move(match)} is to act"
    return f"{verdict(match, result)} ({result.reason})"


def verdict(match: Match, result: Result) -> str:
    """`white wins`, `draw: black and white`, `nobody wins`."""
    names = winners(match, result)
    if not names:
        return "nobody wins"
    return f"{names[0]} wins" if len(names) == 1 else f"draw: {listed(names)}"


def title_line(match: Match) -> str:
    """`plurality, size 13, komi 5.5`: the game, its options and what they entail."""
    return games.info(match.game.id).title_line(match.game.options)


def player_lines(match: Match) -> list[str]:
    """`black: human`, one line a seat."""
    return [
        f"{seat_name(match, seat)}: {quotable(player)}" for seat, player in enumerate(match.players)
    ]


def level_lines(match: Match) -> list[str]:
    """`bot:5: 470 Elo above level 1, 0.3 s a move`, one line a level that plays; nothing
    where nobody measured the game."""
    known = calibrated_levels.levels_on(match.game.id, match.game.options)
    levels = {spec.level for spec in map(parse_player, match.players)} - {None}
    if not known.rated:
        return []
    return [f"bot:{n}: {calibrated_levels.about(known, n)}" for n in sorted(filter(None, levels))]


def move_lines(match: Match) -> list[str]:
    """`1. black c4,c5,d5`, one line a move."""
    return [move_line(match, ply, match.game.format(move)) for ply, move in enumerate(match.moves)]


def move_line(match: Match, ply: int, text: str) -> str:
    """The line of move `ply`, whose text is `text`."""
    return f"{ply + 1}. {to_move(match, ply)} {text}"


def record_text(match: Match) -> str:
    """A record as a page of text: players, moves, the last board, the result."""
    last = match.game.cells_of(match.moves[-1]) if match.ply else ()
    return "\n".join(
        [
            title_line(match),
            *player_lines(match),
            "",
            *move_lines(match),
            "",
            boards.draw(match.game, match.state, last),
            score_line(match),
            result_line(match),
        ]
    )


def _plain(points: float) -> float:
    """Whole numbers as such: `3`, not `3.0`, in JSON."""
    points = float(points)
    return int(points) if points.is_integer() else points
