"""A position, a count and a whole game as JSON values, for other programs."""

from typing import Any

from termgames.core.game import AnyGame, Counting, Score
from termgames.play.match import AnyMatch
from termgames.play.notes import Notes
from termgames.play.text import boards


def position(match: AnyMatch) -> dict[str, Any]:
    """What `termgames-state` answers; the game's own fields stand beside the common keys.

    `winners` is empty and `draw` false until the game is over; `last_move` is None before
    the first move.
    """
    game, state, result = match.game, match.state, match.result()
    return {
        "game": game.id,
        "options": dict(game.options),
        "ply": match.ply,
        "to_move": None if match.over else match.actor_name(match.ply),
        "board": boards.rows(game, state),
        "scores": scores(game, state, game.score(state)),
        "over": match.over,
        "winners": [] if result is None else [match.seat_name(seat) for seat in result.winners],
        "draw": result is not None and len(result.winners) > 1,
        "last_move": match.texts()[-1] if match.ply else None,
        **game.report_fields(state),
    }


def count(game: AnyGame, state: Any) -> dict[str, Any]:
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


def whole_game(match: AnyMatch) -> dict[str, Any]:
    """A record as one value: the last position, and how the game came to it.

    `score_history` holds the scores before each move and after the last one. `comments` and
    `variations` are as `notes` has them.
    """
    game = match.game
    result = match.result()
    states = [match.state_at(ply) for ply in range(match.ply + 1)]
    time, loss = match.time, match.loss
    loser = None if loss is None else match.seat_name(loss.seat)
    return {
        **position(match),
        "players": list(match.players),
        "seed": match.seed,
        "moves": list(match.texts()),
        "start_board": list(match.start.diagram) or None,
        "score_history": [scores(game, state, game.score(state)) for state in states],
        "resigned": None if loss is None or loss.on_time else loser,
        "flagged": loser if loss is not None and loss.on_time else None,
        "clocks": [None if control is None else str(control) for control in time.controls] or None,
        "seconds": [time.taken(ply) for ply in range(match.ply)] if time.known else None,
        "ending": None if result is None else result.reason,
        **notes(match.notes, match.ply),
    }


def notes(noted: Notes, plies: int) -> dict[str, Any]:
    """The notes beside a game of so many moves. Comments have the number of moves before them. The
    moves of all variations are one list, each after its `parent`, the place in the list of the move
    that it follows; a move without one branches off before move `ply` of the game."""
    noted = noted.copy()
    noted.cut(plies)
    texts = ((ply, noted.comment(ply)) for ply in range(plies + 1))
    nodes = list(noted.nodes())
    places = {node: place for place, node in enumerate(nodes)}
    return {
        "comments": [{"ply": ply, "text": text} for ply, text in texts if text],
        "variations": [
            {
                "ply": node.ply,
                "parent": None if node.parent is None else places[node.parent],
                "move": node.move,
                "comment": node.comment,
            }
            for node in nodes
        ],
    }


def scores(game: AnyGame, state: Any, score: Score) -> dict[str, float]:
    """Totals by the names the seats have in `state`."""
    return {game.seat_name(state, seat): _plain(x) for seat, x in enumerate(score.totals)}


def _plain(points: float) -> float:
    """Whole numbers as such: `3`, not `3.0`, in JSON."""
    points = float(points)
    return int(points) if points.is_integer() else points
