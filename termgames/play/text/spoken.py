"""A position for the ear: single points, what lies around them, rows and groups, in sentences.

Everything is read from the state that is passed in and from the game's display; nothing is
played here.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate, groupby, pairwise
from typing import Any

from termgames.core.display import AnyDisplay, Draft, Pick
from termgames.core.errors import UnreadableMove
from termgames.core.game import NEUTRAL, NOBODY, AnyGame
from termgames.core.text import counted, listed
from termgames.core.topology import Cell, Topology
from termgames.go import board
from termgames.play.text import words

_ACROSS = {1: "right", 0: "", -1: "left"}
_UPWARDS = {-1: "up", 0: "", 1: "down"}
_FEW = 12
"""So many points are named; more are only counted."""


def where(display: AnyDisplay, state: Any, cell: Cell, *, going_on: bool) -> str:
    """What is on a point, whom it counts for, and, while the game is `going_on`, whether a stone
    may be played there."""
    game = display.game
    name, stone = game.topology.names[cell], _stone(game, state, cell)
    of = "" if stone is None else f", {_of(game, state, cell)}"
    sentences = [f"{name} is {_content(display, state, cell)}{of}."]
    for overlay in display.overlays(state)[:1]:
        owner = overlay.owner[cell]
        if owner != NOBODY:
            whose = "nobody" if owner == NEUTRAL else game.seat_name(state, owner)
            sentences.append(f"{overlay.name.capitalize()}: {whose}.")
    agreement = display.agreement(state)
    if agreement is not None and cell in (agreement.dead or ()):
        sentences.append("It is proposed as dead.")
    seat = game.to_act(state)
    if going_on and seat >= 0 and display.question(state) is None:
        draft = display.draft(state, (Pick(cell, game.colour(state, seat)),))
        way = "name it" if display.draft(state, ()).marks else "play there"
        if draft.refusal is not None:
            sentences.append(f"You cannot {way}: {draft.refusal.text}.")
        else:
            sentences.append(f"You can {way}{_how(display, state, cell, draft)}.")
    return " ".join(sentences)


def _how(display: AnyDisplay, state: Any, cell: Cell, draft: Draft[Any]) -> str:
    """`: type start c3`, where a move on one point is not typed by the point's name alone."""
    if draft.move is None:
        return ""
    with suppress(UnreadableMove):
        if display.game.parse(state, display.game.topology.names[cell]) == draft.move:
            return ""
    return f": type {words.move_text(display, state, draft.move)}"


def _of(game: AnyGame, state: Any, cell: Cell) -> str:
    """`one of 3 stones c4, d4 and e4, 5 empty points around`."""
    group = board.group(game.topology, game.stones(state), cell)
    around = f"{counted(len(group.liberties), 'empty point')} around"
    if len(group.cells) == 1:
        return f"a single stone, {around}"
    return f"one of {len(group.cells)} stones {_point_names(game.topology, group.cells)}, {around}"


def around(display: AnyDisplay, state: Any, cell: Cell) -> str:
    """The points next to one, by their directions, and the first stone seen each way."""
    game, topology = display.game, display.game.topology
    near = [
        f"{_way(topology, cell, other)} {topology.names[other]} {_content(display, state, other)}"
        for other in topology.adjacent[cell]
    ]
    text = f"Around {topology.names[cell]}: {', '.join(near)}."
    if not topology.rays.size:
        return text
    seen = []
    for ray in topology.rays[cell].tolist():
        others = (o for o in ray if o != topology.cells)
        first = next((o for o in others if _stone(game, state, o) is not None), None)
        if first is not None:
            way = _way(topology, cell, first)
            seen.append(f"{way} {topology.names[first]} {_content(display, state, first)}")
    return f"{text} First stones seen: {', '.join(seen) or 'none'}."


def row(display: AnyDisplay, state: Any, name: str) -> str:
    """The points of a row or a column, by its number or its letter, neighbours with a void between
    them listed apart; empty where there is no such row."""
    topology, wanted = display.game.topology, name.strip().lower()
    if wanted not in topology.lines:
        return ""
    kind, cells = topology.lines[wanted]
    parts = []
    apart = (other not in topology.adjacent[one] for one, other in pairwise(cells))
    gaps = list(accumulate(apart, initial=0))
    kinds = {
        cell: (_content(display, state, cell), gap) for cell, gap in zip(cells, gaps, strict=True)
    }
    for (content, _), same in groupby(cells, key=kinds.__getitem__):
        run = list(same)
        ends = topology.names[run[0]]
        if len(run) > 1:
            joint = " and " if len(run) == 2 else " to "
            ends += f"{joint}{topology.names[run[-1]]}"
        parts.append(f"{ends} {content}")
    return f"{kind.capitalize()} {wanted}: {', '.join(parts)}."


def groups(game: AnyGame, state: Any) -> list[str]:
    """A sentence for each group of connected stones, the largest of a colour first."""
    return [
        f"{str(_stone(game, state, group.cells[0])).capitalize()}: "
        f"{_point_names(game.topology, group.cells)}; {counted(len(group.cells), 'stone')}, "
        f"{counted(len(group.liberties), 'empty point')} around."
        for group in _groups(game, state)
    ]


def proposed_dead(display: AnyDisplay, state: Any) -> str:
    """All stones that are proposed as dead, group by group, the largest of a colour first; empty
    where none are."""
    game, agreement = display.game, display.agreement(state)
    if agreement is None or not agreement.dead:
        return ""
    dead = [group for group in _groups(game, state) if group.cells[0] in agreement.dead]
    texts = [
        f"{_stone(game, state, group.cells[0])}'s {_point_names(game.topology, group.cells)}"
        for group in dead
    ]
    return f"Proposed as dead: {'; '.join(texts)}."


def _groups(game: AnyGame, state: Any) -> list[board.Group]:
    """The groups of connected stones, the largest of a colour first."""
    stones = game.stones(state)
    return sorted(
        board.groups(game.topology, stones),
        key=lambda group: (stones[group.cells[0]], -len(group.cells)),
    )


def what(display: AnyDisplay, state: Any, example: str) -> str:
    """What is asked, and what can be typed as an answer, such as `example`."""
    game = display.game
    sentences = [text for text in (game.prompt(state), proposed_dead(display, state)) if text]
    question = display.question(state)
    if question is not None:
        if question.number is not None:
            low, high, usual = question.number
            typed = question.template % usual
            sentences.append(f"Type a number from {low} to {high}, as {typed}.")
        if question.answers:
            texts = words.move_texts(display, state, [move for _, move in question.answers])
            sentences.append(f"Type {listed(texts, 'or')}.")
        return " ".join(sentences)
    empty_draft = display.draft(state, ())
    points = sorted(empty_draft.follow)
    if points:
        verb = "played"
        if empty_draft.marks:  # the example marks none
            verb = "named"
            marked = display.draft(state, (Pick(points[0], game.stones(state)[points[0]] - 1),))
            example = words.move_text(display, state, marked.move)
        those = f": {_point_names(game.topology, points)}" if len(points) <= _FEW else ""
        sentences.append(
            f"Type your move, as {example}; {counted(len(points), 'point')} can be {verb}{those}."
        )
    buttons = [move for _, move in display.buttons(state)]
    others = words.move_texts(display, state, buttons)
    if points:
        others = [text for text in others if text != example]
    if others:
        sentences.append(f"{'Or type' if points else 'Type'} {listed(others, 'or')}.")
    return " ".join(sentences)


def _stone(game: AnyGame, state: Any, cell: Cell) -> str | None:
    """The name of the player whose stone is on a point, `neutral` for a stone of no player; None
    where it is empty."""
    colour = game.stones(state)[cell] - 1
    if colour < 0:
        return None
    for seat in range(game.seats):
        if game.colour(state, seat) == colour:
            return game.seat_name(state, seat)
    return "neutral"


def _content(display: AnyDisplay, state: Any, cell: Cell) -> str:
    """What is on a point: whose stone, or that it is empty, and what is written on it."""
    label = display.labels(state).get(cell, "")
    return f"{_stone(display.game, state, cell) or 'empty'} {label}".rstrip()


def _point_names(topology: Topology, cells: Sequence[Cell]) -> str:
    return listed([topology.names[cell] for cell in cells])


def _way(topology: Topology, cell: Cell, other: Cell) -> str:
    """The direction from one point to another as they are drawn: `right`, `up left`."""
    dx, dy = (topology.xy[other].astype(int) - topology.xy[cell]).tolist()
    across, upwards = _ACROSS[(dx > 0) - (dx < 0)], _UPWARDS[(dy > 0) - (dy < 0)]
    return f"{upwards} {across}".strip()
