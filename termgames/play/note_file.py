"""Notes written into the record of a game that is looked through.

Only lines with notes change: all others stay as they stand in the file. The file is replaced in
one step, under the lock of whoever plays in it, and only while it holds the game and the notes
that were read here.
"""

from pathlib import Path
from typing import Any

from termgames.core.errors import RecordError, StorageError
from termgames.core.text import lines_in
from termgames.play import note_lines, store
from termgames.play.locks import FileLock
from termgames.play.match import AnyMatch
from termgames.play.notes import Notes
from termgames.play.record_header import is_move


class NoteFile:
    """The record in a file, for the notes on a match that was read from it."""

    def __init__(self, path: Path, match: AnyMatch) -> None:
        self.path = store.followed(store.expanded(path))
        self._game = _game_of(match)
        self._lines = _all_lines(match.notes, match.ply)
        """The notes in the file as they were read or written here."""

    def save_notes(self, notes: Notes) -> None:
        """Write the notes; StorageError where that fails, and the file is as it was then."""
        lock = FileLock(store.real(self.path))
        lock.take()
        try:
            data = store.contents(self.path)
            match = store.parse(data, self.path, draws=False)
            if _game_of(match) != self._game:
                raise StorageError(f"{self.path} holds another game now")
            if _all_lines(match.notes, match.ply) != self._lines:
                raise StorageError(
                    f"the notes in {self.path} were changed elsewhere: open it again"
                )
            end = "\r\n" if b"\r\n" in data else "\n"
            text = end.join([*rewritten(lines_in(store.text_of(data)), notes), ""])
            store.write_text(self.path, text)
            self._lines = _all_lines(notes, match.ply)
        except RecordError as error:
            raise StorageError(str(error)) from None
        finally:
            lock.release()


def rewritten(lines: list[str], notes: Notes) -> list[str]:
    """The lines of a record with these notes in place of its own."""
    body = next(at for at, line in enumerate(lines) if not line.strip()) + 1
    result, ply = [*lines[:body], *note_lines.lines(notes, 0)], 0
    for line in lines[body:]:
        if line.lstrip().startswith(note_lines.MARK):
            continue
        result.append(line)
        if is_move(line):
            ply += 1
            result += note_lines.lines(notes, ply)
    return result


def _game_of(match: AnyMatch) -> tuple[Any, ...]:
    """A value by which the game of a record is told from others."""
    game = match.game
    return game.id, dict(game.options), match.start.source, match.moves, match.loss, match.told


def _all_lines(notes: Notes, plies: int) -> list[list[str]]:
    return [list(note_lines.lines(notes, ply)) for ply in range(plies + 1)]
