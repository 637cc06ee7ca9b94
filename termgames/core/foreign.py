"""A look at what a game of another package answers, so that its faults are told as its own.

`look` asks everything once of the position at the start, and some of it of those after it. `watch`
looks at each answer from then on, whoever asks: a screen, a search, a lesson. Texts are cleaned on
the way (`core.text.escaped`): no terminal obeys a game.
"""

import dataclasses
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
_UNCHANGED = "it answers the position that it was given: a move has to change something"
_DISPLAYED = (
    *("overlays", "question", "buttons", "status", "player_line", "labels", "tokens", "hand"),
    *("tables", "named", "brief", "happened", "walkthrough", "draft", "stamp", "lines"),
    *("origins", "within", "is_early", "rolled", "bonds", "turn", "let", "idle", "largest_lead"),
)
"""The methods of a display that answer something."""
forgives = True
"""Whether what fails in a display is shown as from the rules alone. Tests of games say no."""
forgiven: dict[tuple[str, str], Exception] = {}
"""What failed so in this process, by game and method: the user is told at the program's end."""


def _is_text(game: Any, text: Any, *_: Any) -> bool:
    return isinstance(text, str) and bool(text)


def _is_score(game: Any, score: Any, *_: Any) -> bool:
    seats, cells = range(game.seats), range(game.topology.cells)
    return (
        isinstance(score, Score)
        and len(score.totals) == game.seats
        and bool(np.isfinite(score.totals).all())
        and all(winner in seats for winner in score.winners)
        and all(part.seat in seats or part.seat == NEUTRAL for part in score.parts)
        and all(cell in cells for part in score.parts for cell in part.cells)
    )


def _are_shares(game: Any, shares: Any, *_: Any) -> bool:
    return np.shape(shares) == (game.seats,) and bool(np.isfinite(shares).all())


def _are_labels(game: Any, labels: Any, *_: Any) -> bool:
    return all(
        cell in range(game.topology.cells)
        and text.isascii()
        and 0 < len(text.strip()) == len(text) < 3
        for cell, text in labels.items()
    )


_Right = Callable[..., bool]
"""Whether an answer of a game to what it was asked can be right."""
_ANSWERS: dict[str, tuple[_Right, str]] = {
    "to_act": (lambda game, seat, *_: seat in (CHANCE, OVER, *range(game.seats)), "a seat"),
    "stones": (
        lambda game, stones, *_: (
            isinstance(stones, bytes)
            and len(stones) == game.topology.cells
            and max(stones, default=0) <= len(game.marks)
        ),
        "bytes, one a cell: 0, or the number of one of its `marks`",
    ),
    "colour": (
        lambda game, colour, *_: isinstance(colour, int) and colour in range(len(game.marks)),
        "the number of one of its `marks`",
    ),
    "legal_moves": (
        lambda game, moves, *_: isinstance(moves, Sequence) and not isinstance(moves, str | bytes),
        "a list or tuple",
    ),
    "apply": (
        lambda game, after, before, *_: after is not None and after is not before,
        "another state",
    ),
    "cells_of": (
        lambda game, cells, *_: all(cell in range(game.topology.cells) for cell in cells),
        "cells of the board",
    ),
    "score": (_is_score, "a Score of numbers for its players and cells"),
    "utilities": (_are_shares, "a number a player"),
    "format": (_is_text, "a text"),
    "seat_name": (_is_text, "a line of text"),
    "prompt": (_is_text, "a line of text"),
    "ending": (lambda game, text, *_: text is None or isinstance(text, str), "a text or None"),
    "refuse": (
        lambda game, found, *_: found is None or isinstance(found, Refusal),
        "a Refusal or None",
    ),
    "labels": (_are_labels, "one or two letters, digits or signs of ASCII by cell"),
}
"""By method, what its answers have to be, and that in words."""
_OWN = ("apply", "legal_moves", "format")
"""Methods whose answers are not cleaned: records hold them as they are, or not at all."""


def watch(game: Any) -> None:
    """Let every answer of a game of another package be looked at before anybody gets it. GameFault
    names what is wrong."""
    for name in _ANSWERS.keys() - {"labels"}:
        _put(game, name, _guarded(game, name, getattr(game, name)))


def watch_display(game: Any, display: AnyDisplay) -> None:
    """Let the texts of a display be cleaned, and its labels be looked at. A method that fails costs
    what it would show, not the game: in its place that of `Display` answers, but for stamps."""
    for name in _DISPLAYED:
        usual = None if name == "stamp" else partial(getattr(Display, name), display)
        _put(display, name, _guarded(game, name, getattr(display, name), usual))
    _put(display, "legend", cleaned(display.legend))
    _put(display, "endings", cleaned(display.endings))


def _guarded(
    game: Any, name: str, member: Callable[..., Any], usual: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """The member, its answers looked at; where it fails `usual` answers, if there is such a one."""
    right, words = _ANSWERS.get(name, (lambda *_: True, ""))

    @wraps(member)
    def answer(*asked: Any, **how: Any) -> Any:
        try:
            given = member(*asked, **how)
            given = given if name in _OWN else cleaned(given)
            try:
                holds = right(game, given, *asked)
            except Exception:  # an answer so odd that it cannot even be looked at
                holds = False
            _demand(game, holds, name, f"it answers {_short(given)}, not {words}")
            return given
        except Exception as error:
            if usual is None or not forgives:
                raise
            instead = usual(*asked, **how)  # fails as well where the rules are at fault
            forgiven.setdefault((game.id, name), error)
            return instead

    return answer


def _demand(game: Any, holds: bool, name: str, otherwise: str) -> None:
    if not holds:
        raise GameFault(game.id, f"{name}: {otherwise}")


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) < 80 else f"{text[:79]}…"


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


def cleaned(value: Any) -> Any:
    """The value with all texts in it `escaped`, in mappings, sequences and dataclasses too, and
    numbers of numpy as Python's; the same object where there was nothing to clean."""
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, np.generic) or (
        isinstance(value, np.ndarray) and value.dtype.kind in "iu"
    ):
        return value.tolist()
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


def _put(owner: Any, name: str, member: Any) -> None:
    """Set an attribute of a game or a display, of a frozen one too; one without a place for it
    stays as it is."""
    try:
        object.__setattr__(owner, name, member)
    except AttributeError:
        return
