"""What pictures and films of a game `termgames export` writes: its options, and the files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from termgames.cli import common, settings_options
from termgames.core.errors import OptionError
from termgames.core.text import nearest, quoted
from termgames.play.advice import CANDIDATES
from termgames.play.bots.options import MOST_SECONDS

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch
    from termgames.play.pictures.paper import Paper
    from termgames.search.limits import Candidate

PICTURES = ("svg", "png", "text")
FILMS = ("gif",)
KINDS = (*PICTURES, *FILMS, "html")
_LONGEST, _SHORTEST = 60.0, 0.02
"""Seconds for which a film may show a position; browsers slow a gif down that shows it less."""


@dataclass(frozen=True)
class Wanted:
    """What the options say; None where they say nothing."""

    ply: int | None = None
    first: int | None = None
    last: int | None = None
    numbers: bool = False
    territory: bool = False
    candidates: int | None = None
    time: float | None = None
    look: str | None = None
    seconds: float | None = None

    def refuse(self, form: str | None) -> None:
        """OptionError for an option that means nothing with that format."""
        films, pictures = form in FILMS, form in PICTURES
        drawn = form in ("svg", "png", "gif")
        for option, given, fits, where in (
            ("--ply", self.ply is not None, pictures, "svg, png and text, which show one position"),
            ("--from", self.first is not None, films or self.numbers, "gif, or --numbers"),
            ("--to", self.last is not None, films, "gif; pictures take --ply"),
            ("--numbers", self.numbers, drawn, "svg, png and gif"),
            ("--territory", self.territory, drawn, "svg, png and gif"),
            ("--candidates", self.candidates is not None, pictures, "svg, png and text"),
            ("--look", self.look is not None, drawn or form == "html", "pictures"),
            ("--seconds", self.seconds is not None, films, "gif"),
        ):
            if given and not fits:
                raise OptionError(f"{option} is for {where}: choose one of them by --as")
        if self.time is not None and self.candidates is None:
            raise OptionError("--time is for --candidates: give that, too")


def _look_names() -> list[str]:
    from termgames.tui.themes import LOOKS

    boards = (each for look in LOOKS for each in (look, look.light) if each is not None)
    return ["book", *(board.name for board in boards)]


_COUNT = click.IntRange(min=0)
OPTIONS = (
    click.Option(
        ["--ply"],
        type=_COUNT,
        metavar="N",
        help="Of pictures: the position after N moves, as `termgames replay` counts them (default: "
        "the last one).",
    ),
    click.Option(
        ["--from", "first"],
        type=_COUNT,
        metavar="N",
        help="Of films: begin after N moves (default: 0). With --numbers: number the stones that "
        "came later.",
    ),
    click.Option(["--to", "last"], type=_COUNT, metavar="N", help="Of films: end after N moves."),
    click.Option(["--numbers"], is_flag=True, help="Write on stones in which turn they came."),
    click.Option(
        ["--territory"],
        is_flag=True,
        help="Mark who owns the empty points if the game ended there.",
    ),
    click.Option(
        ["--candidates"],
        type=click.IntRange(1, CANDIDATES),
        metavar="N",
        help="Of pictures: mark the N best moves, numbered, with the share of the win that each "
        "promises.",
    ),
    click.Option(
        ["--time"],
        type=common.Positive("seconds", MOST_SECONDS),
        metavar="S",
        help="How long to compare them (default: as long as a hint does).",
    ),
    click.Option(
        ["--look"],
        type=settings_options.Named("look", _look_names),
        metavar="LOOK",
        help="The colours: book, or a board of the screens (default: the board of the game).",
    ),
    click.Option(
        ["--seconds"],
        type=common.Positive("seconds", _LONGEST),
        metavar="S",
        help="Of films: how long each turn is shown (default: 1).",
    ),
)
"""Of a command that writes pictures."""


def write(
    match: AnyMatch, form: str, wanted: Wanted, output: Path | None, record: Path, *, whole: bool
) -> None:
    """Write a picture or a film of a match, which comes from that `record`; `whole` is whether it
    holds what spectators did not see."""
    from termgames.core.files import Rights
    from termgames.play import store
    from termgames.play.pictures.kinds import KINDS, Kind, PictureWish
    from termgames.study.game_page import html

    kinds: tuple[Kind, ...] = (*KINDS, html.KIND)
    kind = next(each for each in kinds if each.name == form)
    if kind.binary and output is None and sys.stdout.isatty():
        raise OptionError(f"{form} is nothing for a terminal: name a file by -o OUT.{form}")
    ply, first = _within(match, "--ply", wanted.ply, match.ply), wanted.first or 0
    last = _within(match, "--to", wanted.last, match.ply)
    if _within(match, "--from", first, 0) > (last if kind.film else ply):
        raise OptionError("--from is beyond the end: give a smaller number")
    if form == "gif" and wanted.seconds is not None and wanted.seconds < _SHORTEST:
        raise OptionError(f"--seconds: a gif shows each turn for {_SHORTEST:g} s at least")
    wish = PictureWish(
        _paper(match, wanted.look),
        ply,
        first,
        last,
        numbers=wanted.numbers,
        territory=wanted.territory,
        seconds=wanted.seconds or 1.0,
        candidates=_candidates(match, ply, wanted, form) if wanted.candidates else (),
        record=record,
    )
    data = kind.made(match, wish)
    if output is None:
        click.echo(data, nl=False)
    else:
        rights = Rights.PRIVATE if whole else Rights.SHARED
        store.give(data, output, rights)


def _candidates(match: AnyMatch, ply: int, wanted: Wanted, form: str) -> tuple[Candidate, ...]:
    """The best moves before move `ply`, as hints find them; OptionError where there are none to be
    told. A note names those that have no place on the board."""
    from termgames.play.sitting.shown import Shown
    from termgames.search.limits import Limit
    from termgames.study.advice import Adviser

    shown = Shown(match)
    shown.look(ply)
    position, where = shown.position, f"--candidates after move {ply}"
    if match.unaided:
        raise OptionError(f"{where}: the game is rated and goes on; end it first")
    if shown.view.secret:
        raise OptionError(f"{where}: hands are hidden in this record; leave --candidates out")
    if match.game.to_act(position) < 0:
        raise OptionError(f"{where}: no player is to act there; give another --ply")
    limit = Limit(wanted.time) if wanted.time else None
    best = Adviser(match.game, limit=limit).think(position).best_moves[: wanted.candidates]
    beside = [shown.display.named(each.move) for each in best if not match.game.cells_of(each.move)]
    if beside and form != "text":
        common.note(f"not on the board: {', '.join(beside)}; --as text lists all candidates")
    return best


def _within(match: AnyMatch, option: str, number: int | None, usual: int) -> int:
    """The number of a position; OptionError where the game has none of that number."""
    if number is not None and number > match.ply:
        raise OptionError(f"{option} {number}: the game has {match.ply} moves")
    return usual if number is None else number


def _paper(match: AnyMatch, name: str | None) -> Paper:
    """The colours of that name; OptionError where the game has no such board."""
    from termgames.core.game import drawn_marks
    from termgames.play.pictures.paper import book
    from termgames.tui.themes import looks

    offered = [
        each
        for look in looks(match.game.seats, drawn_marks(match.game))
        for each in (look, look.light)
        if each is not None
    ]
    if name == "book":
        return book(match.game)
    found = next((look for look in offered if name in (None, look.name)), None)
    if found is None:
        names = ["book", *(look.name for look in offered)]
        raise OptionError(f"there is no look {quoted(str(name))}: {nearest(str(name), names)}")
    return found.plate or found
