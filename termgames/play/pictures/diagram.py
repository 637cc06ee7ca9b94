"""What a picture of a position shows, whatever it is drawn with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from termgames.core.display import AnyDisplay, Pick
from termgames.core.game import AnyGame
from termgames.core.topology import Cell
from termgames.play.pictures.seen import Position, Scene, overlay_tints
from termgames.play.sitting.shown import Shown
from termgames.play.text import boards, prompts, words
from termgames.play.text.turns import Turns
from termgames.search.limits import Candidate


@dataclass(frozen=True)
class Diagram:
    """A position to be drawn."""

    game: AnyGame
    title: str
    """What is shown, in a line."""
    position: Position
    scene: Scene = field(default_factory=Scene)
    """Of highlights the candidates: on one cell of each its number and what it is worth, and the
    stones that they would put."""


def diagram(shown: Shown, *, territory: bool = False, title: str = "") -> Diagram:
    """The position shown, as far as it may be seen where it lasts. `territory` says who owns the
    empty points if the game ended there, in games that count points."""
    state = shown.view.lasting(shown.ply)
    drawn = diagram_of(shown.display, state, shown.last_cells(), title)
    return with_territory(drawn, shown.display, state) if territory else drawn


def diagram_of(display: AnyDisplay, state: Any, last: Iterable[Cell], title: str) -> Diagram:
    """A position that anybody may see all of."""
    game: AnyGame = display.game
    return Diagram(
        game,
        title,
        Position(
            game.stones(state),
            frozenset(last),
            origins=boards.origins(game, display, state),
            labels=display.labels(state),
        ),
    )


def with_territory(drawn: Diagram, display: AnyDisplay, state: Any) -> Diagram:
    """The diagram with what the first overlay of a game says that counts points."""
    overlays = display.overlays(state) if display.counts_cells else ()
    if not overlays:
        return drawn
    tints = overlay_tints(overlays[0], display.game, state)
    lying = replace(drawn.position, tints=tints, marked=overlays[0].marked)
    return replace(drawn, position=lying)


def numbered(drawn: Diagram, shown: Shown, first: int) -> Diagram:
    """The diagram with the number of its turn on each stone that a move from `first` on put."""
    turns = Turns(shown)
    turns.update()
    numbers: dict[Cell, str] = {}
    before = shown.game.stones(shown.view.lasting(first))
    for ply in range(first, shown.ply):
        after = shown.game.stones(shown.view.lasting(ply + 1))
        for cell, (old, new) in enumerate(zip(before, after, strict=True)):
            if new and new != old:
                numbers[cell] = str(turns.number_of(ply))
            elif old and not new:
                numbers.pop(cell, None)
        before = after
    # Beside numbers of turns nobody could tell other figures from them.
    own = drawn.position.labels.items() if not numbers else ()
    lying = replace(drawn.position, labels={**dict(own), **numbers})
    return replace(drawn, position=lying)


def with_candidates(
    drawn: Diagram, shown: Shown, candidates: Sequence[Candidate], *, losses: bool = False
) -> Diagram:
    """The diagram with the best moves of the position shown, those with the most worth first, and
    the stones that they would put; with `losses` they tell how much less they are worth."""
    ghosts: dict[Cell, Pick] = {}
    for each in candidates:
        cells = shown.game.cells_of(each.move)
        after = shown.game.stones(shown.game.apply(shown.position, each.move)) if cells else b""
        for cell in cells:
            if after[cell] and after[cell] != drawn.position.stones[cell]:
                ghosts.setdefault(cell, Pick(cell, after[cell] - 1))
    labels = prompts.candidate_labels(shown, candidates, losses=losses)
    return replace(drawn, scene=Scene(proposed=tuple(ghosts.values()), labels=labels))


def title_of(shown: Shown) -> str:
    """The game, and which of its positions is shown."""
    return f"{words.title_line(shown.match)}, {_where(shown)}"


def _where(shown: Shown) -> str:
    if not shown.ply:
        return "the beginning"
    match, turns = shown.match, Turns(shown)
    turns.update()
    line = next(turn for turn in turns.lines() if turn.first < shown.ply <= turn.end)
    text = line.text if line.end == shown.ply else shown.view.text(shown.ply - 1)
    moved = words.move_line(line.number, match.actor_name(line.first), text)
    where = f"after move {shown.ply}: {moved}"
    return f"{where}; {words.result_line(match)}" if shown.ply == match.ply else where
