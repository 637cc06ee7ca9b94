"""`termgames review FILE`: what the decisions of a game were worth."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from termgames.cli import common
from termgames.cli.guard import FAILED, FINE
from termgames.cli.saved import readable, record_file
from termgames.core.errors import OptionError, RecordError, StorageError, TermgamesError
from termgames.core.text import counted, quoted
from termgames.play.advice import LOOK
from termgames.play.bots.options import MOST_SECONDS

if TYPE_CHECKING:
    from termgames.core.game import Seat
    from termgames.play.match import AnyMatch
    from termgames.search.limits import Limit
    from termgames.study.review import Finding
    from termgames.study.review_file import ReviewFile
    from termgames.study.tally import GamesTally

_CLEARED = "\r\x1b[K"
"""Takes the progress bar off its line."""
LEAST_PLAYOUTS = 200
"""With fewer the searches see nothing, and agree on it."""


@click.command("review")
@click.argument("which", nargs=-1, metavar="N|FILE|FOLDER...")
@click.option("--saved", is_flag=True, help="All finished games among yours.")
@click.option("--player", metavar="NAME", help="Only the moves of the human of that name.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME",
    help="Whose moves, such as black; can be given several times (default: the humans', or "
    "everybody's if only bots play).",
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
    help="Playouts for each move, instead of a time: every run gives the same review.",
)
@click.option("--again", is_flag=True, help="Forget what an earlier review found.")
@click.option("--exercises", is_flag=True, help="Keep the mistakes of humans for `mistakes`.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON at the end.")
def review(
    which: tuple[str, ...],
    saved: bool,
    player: str | None,
    seats: tuple[str, ...],
    seconds: float | None,
    playouts: int | None,
    again: bool,
    exercises: bool,
    as_json: bool,
) -> int:
    """Find the mistakes in the record in FILE, or in number N of `termgames replay --list`; in
    several records, or in all of a FOLDER, find what costs you most.

    Each move is compared with the best one that a search finds, judged by what the player could
    know. Findings are kept beside the record: a review that was stopped goes on where it was.

    \b
    Examples:
      termgames review 1
      termgames review game.tgr --seat black --time 5
      termgames review game.tgr --json
      termgames review --saved --player Ann --exercises
      termgames review ./tournament
    """
    from termgames.cli import review_texts as texts
    from termgames.search.limits import Limit
    from termgames.study import review as reviewing

    if seconds is not None and playouts is not None:
        raise OptionError("--time and --playouts exclude each other: leave one out")
    limit = Limit(seconds or (None if playouts else LOOK.seconds), playouts)
    look = _ReviewRun(limit, seats, player, again=again, exercises=exercises)
    if len(which) == 1 and not saved and not _is_folder(which[0]):
        match, findings = look.at(record_file(which[0]))
        reviewed = reviewing.review(match, findings)
        told = texts.as_json(match, reviewed) if as_json else None
        click.echo(texts.as_text(match, reviewed) if told is None else json.dumps(told))
        return FINE
    every = [*_files(which), *(_saved_files() if saved else ())]
    files = list({file.resolve(): file for file in every}.values())
    if not (which or saved):
        raise OptionError("name a record, its number, or a folder of records; or give --saved")
    found, faults = look.at_all(files)
    tallied = texts.tally_as_json(found, faults) if as_json else None
    click.echo(texts.tally_as_text(found) if tallied is None else json.dumps(tallied))
    return FAILED if faults else FINE


def _files(which: Iterable[str]) -> Iterator[Path]:
    """The records that are meant; those in a folder by their names."""
    from termgames.play import store

    for text in which:
        if not _is_folder(text):
            yield record_file(text)
            continue
        records = sorted(Path(text).glob(f"*{store.SUFFIX}"))
        if not records:
            kinds = f"no file of it ends in {store.SUFFIX}: termgames import reads other records"
            raise OptionError(f"{text} holds no records, {kinds}")
        yield from records


def _is_folder(text: str) -> bool:
    return bool(text) and os.path.isdir(text)


def _saved_files() -> list[Path]:
    """The saved games that are over, the last changed first."""
    return [saved.path for saved in readable() if saved.over]


@dataclass(frozen=True)
class _ReviewRun:
    """How records are reviewed, and what becomes of the mistakes."""

    limit: Limit
    seats: tuple[str, ...]
    player: str | None
    again: bool
    exercises: bool

    def at(self, file: Path) -> tuple[AnyMatch, list[Finding]]:
        """Review a record; RecordError for one that cannot be, OptionError for a seat or player
        that there is not."""
        from termgames.play import record, store
        from termgames.study import review as reviewing

        match = store.read(file, draws=False)
        reviewing.refuse(match)
        for line in record.warnings(match):
            common.note(line)
        return match, self._review(file, match, self._chosen(match))

    def at_all(self, files: Sequence[Path]) -> tuple[GamesTally, list[str]]:
        """Review one record after the other; those that cannot be are told, and left out. So are
        those in which nobody plays whose moves are wanted, and games that go on."""
        from termgames.play import store
        from termgames.study import review as reviewing
        from termgames.study.tally import ReviewedGame, tally

        reviewed, faults, left_out = list[ReviewedGame](), list[str](), 0
        for number, file in enumerate(files, 1):
            try:
                match = store.read(file, draws=False)
                seats = self._chosen(match) if match.over else []
                if seats:
                    reviewing.refuse(match)
            except OptionError:
                seats = []
            except TermgamesError as error:
                faults.append(str(error) if str(file) in str(error) else f"{file}: {error}")
                click.echo(f"error: {faults[-1]}", err=True)
                continue
            if not seats:
                left_out += 1
                continue
            if sys.stderr.isatty():
                click.echo(f"{number} of {len(files)}: {file.name}", err=True)
            findings = self._review(file, match, seats)
            reviewed.append(ReviewedGame(file.name, match, tuple(findings)))
        if left_out:
            common.note(
                f"{counted(left_out, 'game')} left out: not over yet, or nobody plays whose moves "
                "are wanted"
            )
        return tally(reviewed), faults

    def _chosen(self, match: AnyMatch) -> list[Seat]:
        """The seats whose moves are wanted; OptionError where there are none of them."""
        from termgames.study import review as reviewing

        try:
            chosen = reviewing.seats_to_review(match, self.seats)
        except RecordError as error:
            raise OptionError(f"--seat: {error}") from None
        if self.player is None:
            return chosen
        wanted = f"human:{self.player}".casefold()
        own = [seat for seat in chosen if match.players[seat].casefold() == wanted]
        if not own:
            raise OptionError(f"--player: there is no human {quoted(self.player)} in this game")
        return own

    def _review(self, file: Path, match: AnyMatch, seats: list[Seat]) -> list[Finding]:
        """The findings on these seats; mistakes become exercises where that is wanted."""
        from termgames.study import review as reviewing
        from termgames.study.review_file import ReviewFile

        plies = reviewing.decisions(match, seats)
        review_file = ReviewFile(file, match, self.limit)
        if self.again:
            review_file.findings.clear()
        try:
            findings = _findings(match, review_file, plies, self.limit)
        except KeyboardInterrupt:
            done = sum(ply in review_file.findings for ply in plies)
            on = "; the same command goes on from there"
            goes_on = on if done and review_file.path.exists() else ""
            common.note(f"stopped after {done} of {len(plies)} decisions{goes_on}")
            raise
        if self.exercises or common.setting("collect_mistakes") is True:
            _collect(match, findings)
        return findings


def _collect(match: AnyMatch, findings: Sequence[Finding]) -> None:
    """Make the mistakes of humans exercises."""
    from termgames.study.exercises import making, shelf

    try:
        fresh = shelf.add(making.of_humans(match, findings))
    except StorageError as error:
        common.note(f"no mistake is kept: {error}")
        return
    if fresh:
        common.note(f"{counted(fresh, 'mistake')} more to practise: termgames mistakes")


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
    from termgames.cli.review_texts import names_of, summary, turns_of

    turns, name_of = turns_of(match) if sys.stderr.isatty() else None, names_of(match)
    with click.progressbar(
        findings, length=len(plies), label=label, file=sys.stderr, hidden=turns is None or not plies
    ) as bar:
        for ply, finding in zip(plies, bar, strict=True):
            review_file.findings[ply] = finding
            if finding is not None and finding.size and turns is not None:
                line = summary(finding, name_of(ply, finding.move), turns.number_of(ply))
                click.echo(f"{_CLEARED}{line}, a {finding.size}", err=True)
                bar.render_progress()
            try:
                if keeps:
                    review_file.add(ply, finding)
            except StorageError as error:
                keeps = False
                common.note(f"the review is not kept: {error}")
