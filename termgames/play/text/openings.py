"""What is told of a position in a tree of openings, on the screen and on the command line."""

from collections.abc import Sequence
from typing import Any

from termgames import games
from termgames.core.display import AnyDisplay
from termgames.core.fair_komi import fair_komi
from termgames.core.game import AnyGame
from termgames.core.options import number_text
from termgames.core.text import columns, counted, listed, sentence
from termgames.core.topology import Cell
from termgames.play.openings.found import FoundMove, FoundPosition, Openings
from termgames.play.openings.tree import OpeningTree
from termgames.play.text import words

MOST = 12
"""Moves that are told, the most played first."""
HEADINGS = ("", "move", "games", "wins", "points")
_EVEN = 4
"""First moves that are told as the most even ones."""


def table(display: AnyDisplay, state: Any, found: FoundPosition) -> list[str]:
    """The headings, and a line a move with what was played most after it."""
    told = found.moves[:MOST]
    texts = words.move_texts(display, state, [each.move for each in told])
    rows = [
        (str(number), text, f"{each.games:,}", f"{each.share:.0%}", f"{each.points:+z.1f}")
        for number, (each, text) in enumerate(zip(told, texts, strict=True), 1)
    ]
    further = ["then", *("; ".join(map(display.named, each.goes_on)) for each in told)]
    lines = columns([HEADINGS, *rows], left=2)
    return [f"{line}  {more}".rstrip() for line, more in zip(lines, further, strict=True)]


def heading(game: AnyGame, state: Any, found: FoundPosition) -> str:
    """`Black to move, 1,203 games: wins 48 %, -0.3 points`."""
    name = game.seat_name(state, game.to_act(state)).capitalize()
    worth = f"wins {found.share:.0%}, {found.points:+z.1f} points"
    return f"{name} to move, {_games(found.games)}: {worth}"


def of_other_komi(opened: Openings) -> list[str]:
    """A line where the figures are of another komi than the game's."""
    komi = opened.other_komi
    return [f"These figures are of games with komi {komi}."] if komi else []


def outside(display: AnyDisplay, state: Any, tree: OpeningTree) -> str:
    """What is said of a position from which no game of the tree went on."""
    if display.question(state) is not None:
        return "Openings begin once the offer is answered."
    return f"No game of the tree went on from here; it is of {_games(tree.games)}."


def _games(number: int) -> str:
    return counted(number, "game").replace(str(number), f"{number:,}")


def labels(game: AnyGame, moves: Sequence[FoundMove]) -> dict[Cell, str]:
    """The numbers of moves by the cells that they take."""
    numbers: dict[Cell, str] = {}
    for number, each in enumerate(moves[:MOST], 1):
        for cell in game.cells_of(each.move):
            numbers.setdefault(cell, str(number))
    return numbers


def sides(display: AnyDisplay, state: Any, tree: OpeningTree, found: FoundPosition) -> list[str]:
    """What is fair at the start: who wins oftener, which komi makes that even, or after which
    first moves it is."""
    game, ends, info = display.game, tree.ends, games.info(tree.game)
    first, second = (sentence(game.seat_name(state, seat)) for seat in (0, 1))
    komi = info.settle(tree.options).get("komi")
    at = "" if komi is None else f" with komi {number_text(float(str(komi)))}"
    share = ends.share if ends.games else found.share
    by = f" of {_games(ends.games)} that bots played to the end" if ends.games else ""
    lines = [f"{first} wins {share:.0%}{by}{at}."]
    fair = fair_komi(game.id, game.topology.size, hexagonal=game.topology.hexagonal)
    if komi is None:
        even = sorted(found.moves, key=lambda each: abs(each.share - 0.5))[:_EVEN]
        told = listed([f"{display.named(each.move)} ({each.share:.0%})" for each in even])
        lines.append(f"The most even first moves: {told}.")
        over = [each for each in found.moves if each.share > 0.5]
        worth = listed([display.named(each.move) for each in over[:_EVEN]])
        told = f"{second} gains by taking over {worth}" if worth else "none is worth taking over"
        lines.append(f"Of the first moves, {told}.")
    elif fair is not None:
        halved = any(option.name == "pie" for option in info.options)
        offer = "--pie" if halved else "--komi offer"
        named = number_text(fair.playable - 0.5 * halved)
        added = ", to which half a point is added" if halved else ""
        lines.append(
            f"Fair komi, as measured by balance: {number_text(fair.komi)}. Under {offer} name "
            f"{named}{added}; if the other named less, take {first}, else {second}."
        )
    return lines
