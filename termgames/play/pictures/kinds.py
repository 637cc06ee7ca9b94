"""The kinds of pictures and films by name, and what they show of a game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termgames.play.match import AnyMatch
from termgames.play.pictures import raster, svg
from termgames.play.pictures.diagram import diagram, numbered, title_of, with_candidates
from termgames.play.pictures.paper import Paper
from termgames.play.sitting.shown import Shown
from termgames.play.text import boards, prompts, words
from termgames.play.text.turns import Turns
from termgames.search.limits import Candidate


def board(shown: Shown) -> str:
    """The board of the position shown with its coordinates, the last move marked by a star."""
    state = shown.view.lasting(shown.ply)
    starts = boards.origins(shown.game, shown.display, state)
    labels = shown.display.labels(state)
    return boards.draw(shown.game, state, shown.last_cells(), starts, labels)


def write(
    shown: Shown, title: str, candidates: Sequence[Candidate] = (), *, losses: bool = False
) -> str:
    """The board below a title, with players and score, and the best moves where they are known, as
    `prompts.candidate_rows` has them."""
    score = words.score_line(shown.match, shown.view.lasting(shown.ply))
    rows = prompts.candidate_rows(shown, candidates, losses=losses)
    best = ["  ".join(texts[:4]).rstrip() for texts in rows]
    lines = [title, *words.player_lines(shown.match), "", board(shown), "", score, *best, ""]
    return "\n".join(lines)


@dataclass(frozen=True)
class PictureWish:
    """What is to be shown of a game."""

    paper: Paper
    ply: int
    """How many moves lead to the position of a picture."""
    first: int
    last: int
    """The positions with which a film begins and ends. Numbers stand on the stones that moves after
    the first put."""
    numbers: bool = False
    territory: bool = False
    seconds: float = 1.0
    """How long a film shows each position."""
    candidates: tuple[Candidate, ...] = ()
    """The best moves of the position of a picture, the best first."""
    record: Path | None = None
    """The file of the game, beside which a review of it may lie."""


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    name: str
    made: Callable[[AnyMatch, PictureWish], bytes]
    """What is written of a match."""
    film: bool = False
    binary: bool = False


def drawn(match: AnyMatch, wish: PictureWish) -> str:
    """The picture of a position as SVG."""
    shown = Shown(match)
    shown.look(wish.ply)
    return _drawn(shown, wish, wish.ply, title_of(shown))


def _drawn(shown: Shown, wish: PictureWish, ply: int, title: str = "") -> str:
    shown.look(ply)
    seen = diagram(shown, territory=wish.territory, title=title)
    if wish.candidates:
        seen = with_candidates(seen, shown, wish.candidates)
    if wish.numbers:
        seen = numbered(seen, shown, min(wish.first, ply))
    return svg.write(seen, wish.paper)


def _gif(match: AnyMatch, wish: PictureWish) -> bytes:
    shown = Shown(match)
    plies = list(_turns(shown, wish.first, wish.last))
    return raster.gif((_drawn(shown, wish, ply) for ply in plies), wish.seconds)


def _turns(shown: Shown, first: int, last: int) -> Iterator[int]:
    """How many moves lead to the first position of a film, and to each after a turn."""
    turns = Turns(shown)
    turns.update()
    yield first
    for turn in turns.lines():
        end = min(turn.end, last)
        if first < end and turn.first < last:
            yield end


def _text(match: AnyMatch, wish: PictureWish) -> bytes:
    shown = Shown(match)
    shown.look(wish.ply)
    return write(shown, title_of(shown), wish.candidates).encode()


KINDS = (
    Kind("svg", lambda m, w: drawn(m, w).encode()),
    Kind("png", lambda m, w: raster.png(drawn(m, w)), binary=True),
    Kind("text", _text),
    Kind("gif", _gif, film=True, binary=True),
)
