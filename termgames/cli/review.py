"""`termgames review FILE`: what the decisions of a game were worth."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from termgames import games
from termgames.cli import common
from termgames.cli.saved import record_file
from termgames.core.errors import OptionError, RecordError, StorageError
from termgames.core.text import columns, counted
from termgames.play.advice import LOOK
from termgames.play.bots.players import MOST_SECONDS

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch
    from termgames.play.sitting.shown import Shown
    from termgames.play.text.turns import Turns
    from termgames.search.limits import Limit
    from termgames.study.review import Finding, Review
    from termgames.study.review_file import ReviewFile
    from termgames.study.story import Story

_CLEARED = "\r\x1b[K"
"""Takes the progress bar off its line."""
LEAST_PLAYOUTS = 200
"""With fewer the searches see nothing, and agree on it."""


@click.command("review", short_help="Find the mistakes in a game.")
@click.argument("which", metavar="N|FILE")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME",
    help="Whose moves, as black; may be given again (default: those of humans, all where none "
    "plays).",
)
@click.option(
    "--time",
    "seconds",
    type=common.Positive("seconds", MOST_SECONDS),
    metavar="S",
    help=f"Seconds for each move (default: {LOOK.seconds:g}); clear ones take less, doubtful ones "
    "up to five times as long.",
)
@click.option(
    "--playouts",
    type=click.IntRange(LEAST_PLAYOUTS, 100_000_000),
    metavar="N",
    help="Playouts for each move, instead of a time: the same review each time.",
)
@click.option("--again", is_flag=True, help="Forget what an earlier review found.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON at the end.")
def review(
    which: str,
    seats: tuple[str, ...],
    seconds: float | None,
    playouts: int | None,
    again: bool,
    as_json: bool,
) -> int:
    """Find the mistakes in the record in FILE, or in number N of `termgames replay --list`.

    Each move is put beside the best one that a search finds for it, judged by what the player
    could know. What was found is kept beside the record: a review that was stopped goes on where
    it was.

    \b
    Examples:
      termgames review 1
      termgames review game.tgr --seat black --time 5
      termgames review game.tgr --json
    """
    from termgames.play import record, store
    from termgames.search.limits import Limit
    from termgames.study import review as reviewing
    from termgames.study.review_file import ReviewFile

    if seconds is not None and playouts is not None:
        raise OptionError("--time and --playouts exclude each other: leave one out")
    limit = Limit(seconds or (None if playouts else LOOK.seconds), playouts)
    file = record_file(which)
    match = store.read(file, draws=False)
    reviewing.refuse(match)
    for line in record.warnings(match):
        common.note(line)
    try:
        chosen = reviewing.seats_to_review(match, seats)
    except RecordError as error:
        raise OptionError(f"--seat: {error}") from None
    plies = reviewing.decisions(match, chosen)
    review_file = ReviewFile(file, match, limit)
    if again:
        review_file.findings.clear()
    try:
        findings = _findings(match, review_file, plies, limit)
    except KeyboardInterrupt:
        done = sum(ply in review_file.findings for ply in plies)
        goes_on = (
            "; the same command goes on from there" if done and review_file.path.exists() else ""
        )
        common.note(f"stopped after {done} of {len(plies)} decisions{goes_on}")
        raise
    reviewed = reviewing.review(match, findings)
    click.echo(json.dumps(_as_json(match, reviewed)) if as_json else _as_text(match, reviewed))
    return 0


def _findings(
    match: AnyMatch, review_file: ReviewFile, plies: list[int], limit: Limit
) -> list[Finding]:
    """The findings on these plies: those that are kept beside the record, and new ones, then those
    of deeper looks."""
    from termgames.study import review as reviewing

    def known() -> list[Finding]:
        findings = [review_file.findings[ply] for ply in plies]
        return [finding for finding in findings if finding is not None]

    missing = [ply for ply in plies if ply not in review_file.findings]
    looks = reviewing.findings(match, missing, limit)
    _take(match, review_file, missing, looks, "reviewing")
    surprises = reviewing.surprises(match, known()) if match.over else []
    if surprises:
        deeper = reviewing.deeper_findings(match, surprises, limit)
        _take(match, review_file, surprises, deeper, "looking deeper")
    return known()


def _take(
    match: AnyMatch,
    review_file: ReviewFile,
    plies: list[int],
    findings: Iterator[Finding | None],
    label: str,
) -> None:
    """Take the findings on these plies as they come, and keep them beside the record. On a terminal
    each mistake is printed as soon as it is found."""
    keeps = True
    turns, name_of = _turns(match) if sys.stderr.isatty() else None, _names(match)
    with click.progressbar(
        findings, length=len(plies), label=label, file=sys.stderr, hidden=turns is None or not plies
    ) as bar:
        for ply, finding in zip(plies, bar, strict=True):
            review_file.findings[ply] = finding
            if finding is not None and finding.size and turns is not None:
                line = _summary(finding, name_of(ply, finding.move), turns.number_of(ply))
                click.echo(f"{_CLEARED}{line}, a {finding.size}", err=True)
                bar.render_progress()
            try:
                if keeps:
                    review_file.add(ply, finding)
            except StorageError as error:
                keeps = False
                common.note(f"the review is not kept: {error}")


def _as_json(match: AnyMatch, reviewed: Review) -> dict[str, Any]:
    from termgames.study import story

    told = _story(match, reviewed)
    return {
        "game": match.game.id,
        "plies": match.ply,
        "moves": [
            {
                "ply": finding.ply,
                "seat": finding.name,
                "move": finding.move,
                "best": finding.best,
                "line": list(finding.line),
                "share": round(finding.share, 4),
                "share_lost": round(finding.share_lost, 4),
                "points_lost": round(finding.points_lost, 2),
                "noise": round(finding.noise, 4),
                "mistake": finding.size or None,
                "luck": finding.luck and round(finding.luck, 4),
                "deeper": finding.deeper,
            }
            for finding in reviewed.findings
        ],
        "turning_point": reviewed.turning_point,
        "story": None if told is None else story.as_json(*told),
    }


def _story(match: AnyMatch, reviewed: Review) -> tuple[Shown, Story] | None:
    """The story of the game with what the review found; None while the game goes on."""
    from termgames.play.sitting.shown import Shown
    from termgames.play.text.turns import Turns
    from termgames.study import review as reviewing
    from termgames.study import story

    if not match.over:
        return None
    shown = Shown(match)
    shown.values.update(reviewing.expectations(match, reviewed.findings))
    turns = Turns(shown)
    turns.update()
    return shown, story.tell(shown, turns, reviewed.findings)


def _as_text(match: AnyMatch, reviewed: Review) -> str:
    """A line a decision, the costliest mistakes with what was better, the story of the game."""
    from termgames.play.text import prompts, words
    from termgames.study import story

    if not reviewed.findings:
        return "There was nothing to decide."
    turns, name_of = _turns(match), _names(match)
    by_points = games.display(match.game).most_wins
    costliest = {finding.ply: place for place, finding in enumerate(reviewed.costliest, 1)}
    head = ("turn", "who", "played", "best", "lost", "noise", "points" if by_points else "", "")
    rows = [head]
    for finding in reviewed.findings:
        place = costliest.get(finding.ply)
        same = finding.move == finding.best
        rows.append(
            (
                str(turns.number_of(finding.ply)),
                finding.name,
                name_of(finding.ply, finding.move),
                "the same" if same else name_of(finding.ply, finding.best),
                f"{finding.share_lost:.0%}",
                f"{finding.noise:.0%}",
                f"{finding.points_lost:.1f}" if by_points and not same else "",
                finding.size + (f" ({place})" if place else ""),
            )
        )
    lines = [line.rstrip() for line in columns(rows, left=4)]
    rows_end = len(lines)
    lines.append("")
    mistakes = reviewed.mistakes
    lines.append(f"{counted(len(mistakes), 'mistake')} in {counted(len(rows) - 1, 'decision')}")
    for place, finding in enumerate(reviewed.costliest, 1):
        best, *after = finding.line[:3] or (finding.best,)
        better = ", then ".join((name_of(finding.ply, best), *after))
        number = turns.number_of(finding.ply)
        move = name_of(finding.ply, finding.move)
        lines.append(f"{place}. {_summary(finding, move, number)}; better: {better}")
    if reviewed.turning_point is not None:
        lines.append(f"turning point: turn {turns.number_of(reviewed.turning_point)}")
    if used := words.time_used(match):
        lines.append(f"time: {used}")
    told = _story(match, reviewed)
    if told is not None:
        shown, result = told[0], match.result()
        assert result is not None, "stories are told of games that are over"
        lines += ["", prompts.result(shown, result), *story.sentences(*told)]
    room = shutil.get_terminal_size().columns
    return "\n".join([*lines[:rows_end], *(_wrapped(line, room) for line in lines[rows_end:])])


def _turns(match: AnyMatch) -> Turns:
    """The turns of the game, numbered as on the screen."""
    from termgames.play.sitting.shown import Shown
    from termgames.play.text.turns import Turns

    turns = Turns(Shown(match))
    turns.update()
    return turns


def _names(match: AnyMatch) -> Callable[[int, str], str]:
    """How players say a move that might have been played at a ply."""
    from termgames.study import review as reviewing

    return partial(reviewing.spoken_move, match, games.display(match.game))


def _summary(mistake: Finding, move: str, turn: int) -> str:
    lost = f"{mistake.share_lost:.0%} of the win lost"
    return f"turn {turn}, {mistake.name} {move}: {lost}"


def _wrapped(line: str, room: int) -> str:
    """A sentence in lines of that many columns, which break between words and in no move."""
    return textwrap.fill(
        line, room, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
    )
