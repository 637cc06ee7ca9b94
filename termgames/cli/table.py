"""Plays a match with its players: on the screen, or line by line."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

import click

from termgames.cli import terminal
from termgames.cli.guard import FAILED, FINE
from termgames.core.errors import StorageError
from termgames.play.advice import Lesson, MoveToJudge
from termgames.play.bots.bot import Bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.save_file import SaveFile
from termgames.play.seeds import seed_for_bot
from termgames.tui.config import Settings

if TYPE_CHECKING:
    from termgames.play.text.printer import Boards


def seat_players(
    match: AnyMatch,
    file: SaveFile | None,
    settings: Settings,
    *,
    plain: bool,
    boards: Boards = "always",
) -> int:
    """Play the match until the player leaves; returns the exit code.

    The game is saved in `file`, nowhere when that is None. Where another window plays it the user
    is asked what to do, on the screen; StorageError line by line. He is asked about programs that
    are not allowed by the settings, too, if he can be asked. `plain`: line by line even where there
    is a screen, with `boards` as `Printer` has it.
    """
    try:
        if not terminal.draws(plain):
            if file is not None and file.in_use is not None:
                raise StorageError(_in_use(file))
            collects = settings.config.preferences.collect_mistakes
            return _play_plain(
                match, file, _agreed(match, settings.bots), boards, collects=collects
            )
        terminal.prepare_screen()
        from termgames.tui.app import run_game

        return run_game(match, settings, file=file)
    finally:
        if file is not None:
            file.close()


def _in_use(file: SaveFile) -> str:
    """Who plays the game of the file, and what can be done."""
    name = shlex.quote(str(file.path))
    return (
        f"{file.in_use}: leave the game there, look at it with termgames replay {name}, or go on "
        f"in a copy with termgames resume {name} --copy"
    )


def _agreed(match: AnyMatch, options: BotOptions) -> BotOptions:
    """The options, with the commands of the match allowed that the user says yes to. Humans get the
    seats of the other programs."""
    from termgames.play import consent

    somebody = terminal.attended()
    for command in consent.unanswered(match, options.allowed) if somebody else ():
        print(consent.question(match, command), flush=True)
        if _agrees():
            consent.remember_typed([command])
            options = options.allowing({command})
    for line in consent.seat_humans(match, options.allowed, hint=not somebody):
        click.echo(line, err=True)
    return options


def _agrees() -> bool:
    """Whether the user at the terminal answers yes; any other answer is a no."""
    try:
        answer = input("Start it, now and whenever a record names it? [y/N] ")
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("y", "yes")


def line_reader() -> Callable[[str], str]:
    """A function that shows a prompt and returns a line of standard input; EOFError when there is
    none."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):  # not on every system
            import readline  # noqa: F401 (line editing for input())
        return input
    return _reader_of(sys.stdin)


def _play_plain(
    match: AnyMatch,
    file: SaveFile | None,
    options: BotOptions,
    boards: Boards,
    *,
    collects: bool,
) -> int:
    from termgames.play import store

    # Bots bring the whole search with them, which the screen's processes load themselves.
    from termgames.play.bots.factory import make_bot
    from termgames.play.bots.gtp_bot import GtpBot
    from termgames.play.text.line_game import LineGame

    ask = line_reader()
    options = options.in_game(rated=match.terms.rated)
    bots: dict[int, Bot] = {}
    for seat, name in enumerate(match.players):
        spec = parse_player(name)
        if not spec.human:
            seed = seed_for_bot(match.seed, seat)
            bots[seat] = make_bot(spec, match.game, seed=seed, options=options)

    analyst = terminal.analyst(match.game)

    def collect(to_judge: MoveToJudge, lesson: Lesson) -> str:
        from termgames.study.exercises import making, shelf

        try:
            fresh = shelf.add([making.of_lesson(match, to_judge, lesson)])
        except StorageError as error:
            return f"Not kept: {error}."
        return (
            "It is one of your mistakes to practise now." if fresh else "It is one of them already."
        )

    def examine(to_judge: MoveToJudge) -> Lesson:
        lesson: Lesson = analyst(to_judge)
        if lesson.size and collects:
            collect(to_judge, lesson)
        return lesson

    game = LineGame(
        match,
        bots=bots,
        ask=ask,
        say=terminal.say,
        warn=lambda text: print(text, file=sys.stderr, flush=True),
        file=file,
        examine=examine,
        collect=collect,
        boards=boards,
        advise=None if match.terms.rated else analyst,
    )
    try:
        game.run()
    except KeyboardInterrupt:
        if file is not None and file.path.exists() and not game.unsaved:
            command = store.resuming(file.path)
            # The terminal itself may be gone.
            with contextlib.suppress(OSError):
                click.echo(f"\ninterrupted; the game is saved, go on with: {command}", err=True)
        raise
    finally:
        for bot in bots.values():
            if isinstance(bot, GtpBot):
                bot.close()
    if match.terms.rated and match.over:
        _tell_rating(match, file)
    return FAILED if game.unsaved else FINE


def _tell_rating(match: AnyMatch, file: SaveFile | None) -> None:
    """Say what a rated game did to the rating."""
    from termgames.play.history import ended, ladder

    told = ladder.effect(match, None if file is None else file.path, ended.ended_games())
    terminal.say("This game does not count for your rating." if told is None else str(told))


def _reader_of(stream: TextIO) -> Callable[[str], str]:
    """As `input`, for a pipe or a file, of which a line without an end fills no memory."""
    from termgames.play.gtp.protocol import lines_of

    lines = lines_of(stream.buffer)

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line.decode(stream.encoding, "replace").rstrip("\r\n")

    return ask
