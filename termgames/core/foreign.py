"""A look at what a game of another package answers, so that its faults are told as its own.

`look` asks everything once of the position at the start, and some of it of those after it. `watch`
looks at each answer from then on, whoever asks: a screen, a search, a lesson. Texts are cleaned on
the way (`core.text.escaped`): no terminal obeys a game.
"""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

import numpy as np

from termgames.core.display import AnyDisplay, Display
from termgames.core.errors import GameFault, Refusal
from termgames.core.game import CHANCE, NEUTRAL, OVER, Chancy, Redacting, Score
from termgames.core.options import GameInfo
from termgames.core.text import counted, escaped, quoted
from termgames.core.topology import Topology

MOST_COLOURS = 5
"""Players, or colours of stones, that boards can be drawn with."""
_LONGEST_LABEL = 2
_UNCHANGED = "it answers the position that it was given: a move has to change something"
_DISPLAYED = (
    *("overlays", "question", "buttons", "status", "player_line", "labels", "tokens", "hand"),
    *("tables", "named", "brief", "happened", "walkthrough", "draft", "stamp", "edge_marks"),
    *("origins", "within", "is_early", "rolled", "bonds", "turn", "let", "idle", "largest_lead"),
)
"""The methods of a display that answer something."""
forgives = True
"""Whether what fails in a display is shown as from the rules alone. Tests of games say no."""
forgiven: dict[tuple[str, str], Exception] = {}
"""What failed so in this process, by game and method: the user is told at the program's end."""


def watch(game: Any) -> None:
    """Let every answer of a game of another package be looked at before anybody gets it. GameFault
    names what is wrong."""
    checks: dict[str, Callable[[Any, Any], Any]] = {
        "to_act": _actor,
        "stones": _stones,
        "colour": _colour,
        "legal_moves": _moves,
        "format": _written,
        "cells_of": _cells,
        "score": _score,
        "utilities": _shares,
        "seat_name": _text,
        "prompt": _text,
        "ending": _text_or_none,
        "refuse": _refusal,
    }
    for name, check in checks.items():
        _put(game, name, _looked_at(game, name, getattr(game, name), check))
    apply = game.apply

    @wraps(apply)
    def changed(state: Any, move: Any) -> Any:
        after = apply(state, move)
        _demand(game, after is not None, "apply", "it answers None, not a state")
        _demand(game, after is not state, "apply", _UNCHANGED)
        return after

    _put(game, "apply", changed)


def watch_display(game: Any, display: AnyDisplay) -> None:
    """Let the texts of a display be cleaned, and its labels be looked at. A method that fails costs
    what it would show, not the game: in its place that of `Display` answers, but for stamps."""
    for name in _DISPLAYED:
        check = _labels if name == "labels" else _cleaned
        usual = None if name == "stamp" else partial(getattr(Display, name), display)
        _put(display, name, _looked_at(game, name, getattr(display, name), check, usual))
    _put(display, "legend", cleaned(display.legend))
    _put(display, "endings", cleaned(display.endings))


def look(game: Any, display: AnyDisplay, about: GameInfo) -> None:
    """Look at the game, its position at the start, and what is shown of it. GameFault names the
    first thing that is wrong."""
    asked = ""
    try:
        _look_at_game(game, about)
        state = game.start()
        for asked in ("to_act", "stones", "score", "prompt", "ending", "report_fields"):
            getattr(game, asked)(state)
        for asked in ("colour", "seat_name"):
            for seat in range(game.seats):
                getattr(game, asked)(state, seat)
        asked = "the first move"
        _look_at_moves(game, state)
        for asked in ("labels", "status", "overlays"):
            getattr(display, asked)(state)
        asked = "the moves after it"
        _look_ahead(game, state)
    except GameFault:
        raise
    except (Exception, SystemExit) as error:
        lines = " ".join(str(error).split())
        what = f"{type(error).__name__}: {lines}".rstrip(": ")
        raise GameFault(game.id, f"{what} (asked at the start: {asked})") from error


def _look_at_game(game: Any, about: GameInfo) -> None:
    if game.id != about.id:
        raise GameFault(about.id, f"id: it is {game.id!r}, and INFO says {about.id!r}")
    _demand(game, isinstance(game.topology, Topology), "topology", "it is no Topology")
    seats, marks = game.seats, game.marks
    fits = isinstance(seats, int) and 2 <= seats <= MOST_COLOURS
    _demand(game, fits, "seats", f"it is {seats!r}, and there are games for 2 to {MOST_COLOURS}")
    named = len(about.seated(game.options))
    _demand(game, named == seats, "seats", f"it is {seats}, and INFO names {named}")
    letters = isinstance(marks, str) and marks.isascii() and marks.isalpha() and marks.islower()
    _demand(game, letters, "marks", f"it is {marks!r}, not small letters")
    _demand(game, len(set(marks)) == len(marks), "marks", f"{marks!r} has a letter twice")
    _demand(
        game,
        seats <= len(marks) <= MOST_COLOURS,
        "marks",
        f"{marks!r} has {counted(len(marks), 'letter')} for {counted(seats, 'player')}: give "
        f"each player one, and each colour that belongs to nobody, {MOST_COLOURS} at most",
    )
    missing = [option.name for option in about.options if option.name not in game.options]
    _demand(game, not missing, "options", f"it lacks {', '.join(missing)}")


def _look_at_moves(game: Any, state: Any) -> None:
    moves = game.legal_moves(state)
    _demand(game, bool(moves) or game.to_act(state) == OVER, "legal_moves", "it is empty")
    if game.to_act(state) == CHANCE:
        _demand(game, isinstance(game, Chancy), "chances", "to_act answers CHANCE without it")
        _demand(game, bool(game.chances(state)), "chances", "it is empty")
    for move in moves[:1]:
        game.cells_of(move)
        text = game.format(move)
        same = game.parse(state, text) == move
        _demand(game, same, "parse", f"{quoted(text)} is not read as the move so written")
        _demand(game, game.refuse(state, move) is None, "refuse", f"it refuses {quoted(text)}")


def _look_ahead(game: Any, state: Any) -> None:
    """Look at the positions after some moves, two a player."""
    hides, changes, first = isinstance(game, Redacting), False, state
    for _ in range(2 * game.seats):
        actor = game.to_act(state)
        if actor == OVER:
            break
        move = game.legal_moves(state)[0]
        if hides and actor != CHANCE:
            shown = game.redact(state, move, None)
            _demand(
                game,
                shown == move or game.refuse(state, shown) is not None,
                "refuse",
                f"it accepts {quoted(game.format(shown))}, which hides something",
            )
        state = game.apply(state, move)
        changes = changes or not _same(state, first)
        game.stones(state)
        game.score(state)
    _demand(game, changes or state is first, "apply", _UNCHANGED)


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # arrays have no single answer
        return False


# -- single answers ---------------------------------------------------------------------------


def _looked_at(
    game: Any,
    name: str,
    member: Callable[..., Any],
    check: Callable[[Any, Any], Any],
    usual: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """The member, its answers looked at; where it fails `usual` answers, if there is such a one."""

    @wraps(member)
    def answer(*asked: Any, **how: Any) -> Any:
        try:
            return _checked(game, name, member(*asked, **how), check)
        except Exception as error:
            if usual is None or not forgives:
                raise
            given = usual(*asked, **how)  # fails as well where the rules are at fault
            forgiven.setdefault((game.id, name), error)
            return given

    return answer


def _checked(game: Any, name: str, given: Any, check: Callable[[Any, Any], Any]) -> Any:
    try:
        return check(game, given)
    except _Wrong as wrong:
        raise GameFault(game.id, f"{name}: {wrong}") from None
    except Exception as error:  # an answer so odd that it cannot even be looked at
        what = f"{type(error).__name__}: {error}"
        raise GameFault(game.id, f"{name}: it answers {_kind(given)} ({what})") from error


class _Wrong(Exception):
    """What is wrong with an answer."""


def _demand(game: Any, holds: bool, name: str, otherwise: str) -> None:
    if not holds:
        raise GameFault(game.id, f"{name}: {otherwise}")


def _whole(number: Any) -> Any:
    """A whole number of any kind, as numpy's, as Python's own; anything else as it is."""
    try:
        return operator.index(number)
    except TypeError:
        return number


def _actor(game: Any, seat: Any) -> Any:
    seat = _whole(seat)
    if isinstance(seat, int) and (seat in (CHANCE, OVER) or 0 <= seat < game.seats):
        return seat
    raise _Wrong(f"{seat!r} is no seat from 0 to {game.seats - 1}, nor CHANCE, nor OVER")


def _colour(game: Any, colour: Any) -> Any:
    colour = _whole(colour)
    if not isinstance(colour, int) or not 0 <= colour < len(game.marks):
        raise _Wrong(f"{colour!r} is no colour: `marks` has {len(game.marks)}")
    return colour


def _stones(game: Any, stones: Any) -> Any:
    cells, colours = game.topology.cells, len(game.marks)
    if not isinstance(stones, bytes):
        raise _Wrong(f"it answers {_kind(stones)}, not bytes")
    if len(stones) != cells:
        raise _Wrong(f"it has {counted(len(stones), 'byte')} for {counted(cells, 'cell')}")
    if stones and max(stones) > colours:
        raise _Wrong(f"{max(stones)} is no stone: `marks` has {counted(colours, 'colour')}")
    return stones


def _moves(game: Any, moves: Any) -> Any:
    if not isinstance(moves, Sequence) or isinstance(moves, str | bytes):
        raise _Wrong(f"it answers {_kind(moves)}, not a list or tuple")
    return moves


def _written(game: Any, text: Any) -> Any:
    if not isinstance(text, str):
        raise _Wrong(f"{text!r} is no text")
    return text


def _cells(game: Any, cells: Any) -> Any:
    there = tuple(map(_whole, cells))
    if not all(cell in range(game.topology.cells) for cell in there):
        raise _Wrong(f"{there} are not all on the board")
    return there


def _score(game: Any, score: Any) -> Any:
    if not isinstance(score, Score):
        raise _Wrong(f"it answers {_kind(score)}, not a Score")
    seats, cells = range(game.seats), range(game.topology.cells)
    if len(score.totals) != game.seats:
        raise _Wrong(f"{len(score.totals)} totals for {counted(game.seats, 'player')}")
    if not all(map(math.isfinite, score.totals)):
        raise _Wrong(f"the totals {score.totals} are not all numbers")
    if not all(winner in seats for winner in score.winners):
        raise _Wrong(f"the winners {score.winners} are not all players")
    for part in score.parts:
        if part.seat not in seats and part.seat != NEUTRAL:
            raise _Wrong(f"a part belongs to {part.seat!r}, which is no seat and not NEUTRAL")
        if not all(cell in cells for cell in part.cells):
            raise _Wrong(f"the cells of {quoted(part.text)} are not all on the board")
    return score if all(part.text.isprintable() for part in score.parts) else cleaned(score)


def _shares(game: Any, shares: Any) -> Any:
    array = np.asarray(shares, np.float32)
    if array.shape != (game.seats,):
        raise _Wrong(f"it has the shape {array.shape}, not ({game.seats},): one share a player")
    if not np.isfinite(array).all():
        raise _Wrong(f"the shares {array.tolist()} are not all numbers")
    return array


def _text(game: Any, text: Any) -> Any:
    if not isinstance(text, str) or not text:
        raise _Wrong(f"it answers {text!r}, not a line of text")
    return escaped(text)


def _text_or_none(game: Any, text: Any) -> Any:
    return None if text is None else _text(game, text)


def _refusal(game: Any, refusal: Any) -> Any:
    if refusal is None:
        return None
    if not isinstance(refusal, Refusal):
        raise _Wrong(f"it answers {_kind(refusal)}, not a Refusal or None")
    return refusal if refusal.text.isprintable() else cleaned(refusal)


def _labels(game: Any, labels: Any) -> Any:
    if not isinstance(labels, Mapping):
        raise _Wrong(f"it answers {_kind(labels)}, not a mapping from cells to texts")
    for cell, text in labels.items():
        if cell not in range(game.topology.cells):
            raise _Wrong(f"{cell!r} is no cell of the board")
        plain = isinstance(text, str) and text.isascii() and text.isprintable()
        if not plain or not 0 < len(text.strip()) == len(text) <= _LONGEST_LABEL:
            raise _Wrong(f"{text!r} is not one or two letters, digits or signs of ASCII")
    return labels


def _cleaned(game: Any, answer: Any) -> Any:
    return cleaned(answer)


def cleaned(value: Any) -> Any:
    """The value with all texts in it `escaped`, in mappings, sequences and dataclasses too; the
    same object where there was nothing to clean."""
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, Mapping):
        parts = {key: cleaned(part) for key, part in value.items()}
        return parts if any(parts[key] is not value[key] for key in value) else value
    if isinstance(value, tuple | list):
        # Cells, owners and totals are many, and hold no text.
        items = [part if isinstance(part, int | float) else cleaned(part) for part in value]
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else type(value)(items)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = ((each.name, getattr(value, each.name)) for each in dataclasses.fields(value))
        changed = {name: new for name, old in fields if (new := cleaned(old)) is not old}
        return dataclasses.replace(value, **changed) if changed else value
    return value


def _kind(value: Any) -> str:
    return f"a {type(value).__name__}"


def _put(owner: Any, name: str, member: Any) -> None:
    """Set an attribute of a game or a display, of a frozen one too; one without a place for it
    stays as it is."""
    try:
        object.__setattr__(owner, name, member)
    except AttributeError:
        return
