"""Records: a game as text, a header and then one move a line.

    termgames record 2
    checksum: 1f2e3d4c
    game: plurality
    size: 13
    komi: 5.5
    player 1: human
    player 2: bot:4
    seed: 7
    plies: 2

    c4,c5,d5
    pass

Header lines are `name: value`; options of the game stand under their own names. `plies`
guards against a cut-off file and may be left out. A game that begins from a position has,
last in its header, the texts beside it (`to move: white`) and `board:`, followed by its
rows from the top. Blanks, dashes and underscores are alike in names. `resigned: 2` tells
that the second player resigned, `flagged: 2` that he lost on time, `teach: yes` that bots speak
of moves that lose much. Saved games say `over: yes` or `over: no`, and of one that is over
`result: white wins (both passed)`, so that a list of them need not replay them; the moves decide,
but for a result that was told elsewhere, `result: white wins (recorded as W+Resign)`. What dice and
cards brought stands among the moves. Loading is replay: boards are never stored.

A game with clocks is of format 3; one without is still written in format 2, for programs that know
no clocks. Its header has `clock 1: 10m+5s` for each player who has a clock (see `clock`), and
behind a move stands how many seconds it took:

    c4,c5,d5 @12.34

What a clock shows follows from these alone. In a game of more than two the player whose time is
over passes from then on, and these passes are moves like others; so nothing has to look at the
times to replay a game. `thinking: 4.2` tells how long the open question was thought about when the
game was left.

A rated game has `rated: yes`: nothing is taken back in it, and nobody is helped. One that goes on
from a position of another game has `taken over: 12`, the number of its moves that were made there;
in a game that was imported these are all.
Both are of format 4.

A game in which turns are more than a move has `turns: 43`, for lists; it is of format 5.

Records of a game whose rules have changed since it was first played are of format 6 or later. An
earlier one keeps the result that its header tells, whatever its moves come to by the present rules;
moves that are illegal by these are left out, if the checksum is right.

Two kinds of lines stand beside the game and may be written by hand at any time. Lines that
begin with `#` are comments of the file, and are skipped. Below the header, lines that begin
with `|` are notes on the move above them (those before the first move are on the whole game):

    d4,d5,e5
    | A comment on this move, in as many lines as it takes.
    |1. pass
    | A comment on this pass, with which somebody might have answered.
    |2. j5,j6,k6
    |1. e7,f7,e8

A bar and a number begin a move of a variation. A move with 1 could have been played next after
the move of the game above, one with 2 follows the last one with 1, and so on: here two
variations begin after `d4,d5,e5`, the first of two moves. Chance stands among them. They
are moves as legal as those of the game; a line that is not is read as a comment, and whoever
opens the record is told. All other notes are comments on the move above, of whichever kind.
Programs that care for the game alone skip these lines.

The `checksum` is the CRC-32 of everything else: of the header and of the moves, without the
blanks around a line. It finds accidents (a line that was lost, moved or changed), not forgery.
Whoever changes a record by hand deletes that line: a record without it is loaded, and whoever
opens it is told that it is unchecked. Records of format 1 have no checksum and no notes; they
are loaded without a word.

A record of a game with hidden hands holds everything, and says so in a comment. One for
others, made by `redacted`, has `redacted: yes` in its header, no seed, and only what
spectators saw; comments stay as they were written.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from termgames import games
from termgames.core.errors import (
    IllegalMove,
    OptionError,
    RecordError,
    StorageError,
    UnreadableMove,
)
from termgames.core.game import Redacting, has_chance, has_secrets
from termgames.core.options import GameInfo, number_text
from termgames.core.text import lines_in, quoted
from termgames.play import clock, note_lines
from termgames.play.match import AnyMatch, LostGame, Match, Terms
from termgames.play.match_time import MatchTime
from termgames.play.note_lines import NoteReader
from termgames.play.notes import Notes
from termgames.play.played_moves import StartPosition
from termgames.play.record_header import (
    LOSSES,
    WITH_CLOCKS,
    Header,
    check_whole,
    checksum_line,
    header_lines,
    is_move,
    read_header,
    take_clocks,
    take_game,
    take_players,
)
from termgames.play.text import words

_TIMED = re.compile(rf"(.*\S)\s+@({clock.SECONDS.pattern})")
"""A move with the seconds that it took."""
UNCHECKED = "the record has no checksum: damage that leaves a legal game would not be noticed"
"""The warning about a match that is `Match.unchecked`."""


def write(match: AnyMatch, *, tells_over: bool = False) -> str:
    """The record of a match, ending in a newline. Moves that were undone are not in it.

    With `tells_over`, and where a record told how the game ended, its header says so."""
    result = words.result_line(match) if match.over else ""
    lines = header_lines(match, result if tells_over or match.told else None)
    for text in (*match.texts(), *(node.move for node in match.notes.nodes())):
        if not text or not text.isprintable():
            raise StorageError(
                f"no record can hold a move of {match.game.id} that is written {quoted(text)}: "
                "`format` has to answer one line of plain text"
            )
    lines += ["", *note_lines.lines(match.notes, 0)]
    for ply, text in enumerate(match.texts()):
        lines += [text + _time(match, ply), *note_lines.lines(match.notes, ply + 1)]
    lines.insert(1, checksum_line(lines))
    return "\n".join(lines) + "\n"


def _time(match: AnyMatch, ply: int) -> str:
    """How long move `ply` took, as it stands behind it; empty for one that nobody timed."""
    seconds = match.time.taken(ply)
    clocked = match.time.control(match.actor(ply)) is not None
    return f" @{number_text(seconds)}" if clocked or seconds else ""


def holds_secrets(match: AnyMatch) -> bool:
    """Whether the record of a match tells what some player may not know: a hand, or the seed
    that chance follows from."""
    drawn = match.seed is not None and has_chance(match.game)
    return not match.redacted and (drawn or has_secrets(match.game))


def redacted(match: AnyMatch) -> AnyMatch:
    """The match as spectators saw it; where nothing but the seed is hidden, all but the seed.

    Its totals leave out what nobody saw, at the end too, but not the end itself; and it has no
    times: how long somebody thought about an answer may tell what he held.
    """
    game = match.game
    if match.redacted or not isinstance(game, Redacting):
        return match
    if not has_secrets(game):
        shown = match.copy()
        shown.seed, shown.draws = None, False
        return shown
    start = StartPosition(game.start())
    if match.start.diagram:
        texts = game.redact_position_text(dict(match.start.texts), None)
        start = StartPosition.read(game, match.start.diagram, texts)
    result = Match(game, match.players, 0, start, draws=False, redacted=True)
    for ply, move in enumerate(match.moves):
        result.submit(game.redact(match.state_at(ply), move, None))
    result.loss = match.loss
    if match.over:
        result.told = match.told or words.told_end(result, words.result_line(match))
    result.terms = Terms(taken_over=match.terms.taken_over)
    result.notes = _redacted_notes(match)
    return result


def _redacted_notes(match: AnyMatch) -> Notes:
    """The comments on a match. Its variations are left out: a card that somebody might have played
    tells what he held."""
    notes = match.notes.copy()
    notes.cut(match.ply)
    result = Notes()
    for ply in range(match.ply + 1):
        result.read_comment(ply, notes.comment(ply))
    return result


def warnings(match: AnyMatch) -> list[str]:
    """Warnings about a match for whoever opens its record, a line each."""
    lines = [UNCHECKED] if match.unchecked else []
    if match.told and not (match.told.recorded or match.redacted):
        lines.append(f"played by earlier rules; its result stands: {words.result_line(match)}")
    if match.left_out:
        lines.append(
            f"line {match.left_out}: this move is illegal by the present rules: it and those that "
            "follow from it are left out"
        )
    return [*lines, *filter(None, [match.notes.fault])]


def load(
    text: str, *, expect: str | None = None, draws: bool = True, files_too: bool = True
) -> AnyMatch:
    """The match in a record, replayed move by move.

    With `draws`, chance that is next at the end of the record is drawn at once. Without
    `files_too` the record comes from another computer, and no map of the user's is read for it.

    Raises RecordError naming the line (from 1) for anything that is wrong: another kind
    of file, another game than `expect`, an unknown option, an illegal move, a cut-off or
    damaged file.
    """
    lines = lines_in(text)
    header, body = read_header(lines)
    check = header.take_check()
    plies = header.number("plies", 0)
    match, ending = _match_of(header, expect, files_too=files_too)
    forgiving = ending.by_earlier_rules and check is not None and check.fits(lines)
    _replay(match, lines, body, timed=header.version >= WITH_CLOCKS, forgiving=forgiving)
    check_whole(text, lines, plies, sum(map(is_move, lines[body:])), check)
    match.unchecked = header.version > 1 and check is None
    if ending.loss is not None and match.over:
        verb = "loses on time" if ending.loss.on_time else "resigns"
        raise RecordError(f"line {ending.line}: nobody {verb} a game that its moves end")
    try:
        ending.apply(match)
    except (IllegalMove, ValueError) as error:
        raise RecordError(f"line {ending.line}: {error}") from None
    if draws and not match.redacted:
        match.go_on()
    return match


def mended(text: str) -> AnyMatch:
    """What can be read of a damaged record: the game up to its last good move, chance not
    drawn. RecordError when its header is damaged too.

    A last line that does not end may be half of a longer move, and is left out.
    """
    lines = lines_in(text)
    if lines and not text.endswith("\n"):
        lines.pop()
    header, body = read_header(lines)
    header.take_check()
    plies = header.take("plies")
    match, ending = _match_of(header)
    try:
        _replay(match, lines, body, timed=header.version >= WITH_CLOCKS)
    except RecordError:
        return match
    # Whoever resigned did so after the last move, which may be missing now.
    if plies in (None, str(match.ply)):
        with suppress(IllegalMove, ValueError):
            ending.apply(match)
    return match


@dataclass(frozen=True)
class _Ending:
    """What the header tells of the time after the last move."""

    loss: LostGame | None
    """Who lost then, though the rules had not ended the game."""
    line: int | None
    """Where the header says so."""
    in_hand: float
    """For how long the open question was thought about."""
    result: str
    """How a game that is over ended, in words."""
    by_earlier_rules: bool
    """Whether the rules were others when the record was written."""

    def apply(self, match: AnyMatch) -> None:
        """Have it happen; IllegalMove or ValueError where the game does not end so."""
        match.time.in_hand = self.in_hand
        told = words.told_end(match, self.result)
        stands = match.redacted or (self.by_earlier_rules and self.loss is None)
        if told is not None and (told.recorded or stands):
            match.told = told
        if self.loss is not None:
            (match.flag if self.loss.on_time else match.resign)(self.loss.seat)


def _take_ending(header: Header, info: GameInfo, seats: int) -> _Ending:
    losses = []
    for name in LOSSES:
        line, number = header.line_of(name), header.number(name, 1, seats)
        if number is not None:
            losses.append((LostGame(number - 1, name != LOSSES[0]), line))
    if len(losses) > 1:
        raise RecordError(f"line {losses[1][1]}: a game ends once: by resigning or on time")
    loss, line = losses[0] if losses else (None, None)
    over, result = header.answer("over"), header.take("result") or ""
    earlier = header.version < info.rules_since
    return _Ending(loss, line, header.seconds("thinking"), result if over else "", earlier)


def _match_of(
    header: Header, expect: str | None = None, *, files_too: bool = True
) -> tuple[AnyMatch, _Ending]:
    """The match of a header, before its moves, and what was after them."""
    line = header.line_of("game")
    info, chosen = take_game(header, expect, files_too=files_too)
    try:
        game = games.create(info.id, chosen)
    except OptionError as error:
        raise RecordError(f"line {line}: {error}") from None
    players = take_players(header, game.seats)
    seed = header.number("seed", 0)
    ending = _take_ending(header, info, game.seats)
    time = MatchTime(take_clocks(header, game.seats))
    header.take("turns")  # for lists of games
    teaches, rated = bool(header.answer("teach")), bool(header.answer("rated"))
    taken_over = header.number("taken over", 0)
    hides = bool(header.answer("redacted"))
    start = _start(game, header)
    terms = Terms(teaches and not rated, rated, taken_over)
    match = Match(game, players, seed, start, time, terms=terms, draws=False, redacted=hides)
    return match, ending


def _start(game: Any, header: Header) -> StartPosition[Any]:
    """The position that a record begins with.

    Entries that are left in the header by now belong to the diagram, or are unknown.
    """
    if not header.board_line:
        for name, (line, _) in header.values.items():
            raise RecordError(f"line {line}: {quoted(name)} is unknown in a record of {game.id}")
        return StartPosition(game.start())
    try:
        texts = {name: value for name, (_, value) in header.values.items()}
        return StartPosition.read(game, header.board, texts)
    except OptionError as error:
        raise RecordError(f"line {_line_at_fault(header, str(error))}: {error}") from None


def _line_at_fault(header: Header, message: str) -> int:
    """The line of the text that a message names, else that of the board."""
    for name, (line, _) in header.values.items():
        if message.startswith(f"{name}:") or f"no {quoted(name)}" in message:
            return line
    return header.board_line


def _replay(
    match: AnyMatch, lines: list[str], body: int, *, timed: bool, forgiving: bool = False
) -> None:
    """Play the moves of a record; `timed` where it may say how long they took. `forgiving`: but for
    those that are illegal."""
    reader = NoteReader(match.game)
    reader.at(0, match.state)
    match.notes = reader.notes
    try:
        for index in range(body, len(lines)):
            try:
                _replay_line(match, reader, lines[index].strip(), index + 1, timed=timed)
            except RecordError:
                if not forgiving:
                    raise
                match.left_out = match.left_out or index + 1
    finally:
        reader.close()


def _replay_line(match: AnyMatch, reader: NoteReader, text: str, line: int, *, timed: bool) -> None:
    if text.startswith(note_lines.MARK):
        reader.read(text, line)
    if not is_move(text):
        return
    try:
        found = _TIMED.fullmatch(text) if timed else None
        text, seconds = (found[1], float(found[2])) if found else (text, 0.0)
        match.submit(match.game.parse(match.state, text), seconds=seconds)
    except (UnreadableMove, IllegalMove) as error:
        raise RecordError(f"line {line}: move {match.ply + 1}, {quoted(text)}: {error}") from None
    reader.at(match.ply, match.state)
