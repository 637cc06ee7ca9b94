"""Everything that can be wrong from outside, as one tree of exceptions.

    TermgamesError
    ├── OptionError        a game cannot be set up like this
    │   └── GameFault      a game of another package does not keep its promises
    ├── UnreadableMove     the text is no move of this game
    ├── IllegalMove        a move, but not one that may be played here
    ├── MapError           a map file is malformed; names line and column
    ├── RecordError        a record is malformed or of another game; names the line
    ├── LessonError        a course of lessons is malformed; names file and line
    └── StorageError       a file or folder cannot be read or written

Each carries one line that names the thing at fault and, where there is one, the remedy.
Front ends print it; none of them is a programming error. Modules with errors of their own, such
as `nets.NetError`, derive them from these.
"""

from __future__ import annotations

from dataclasses import dataclass

from termgames.core.text import lines_in, quotable

_LONGEST = 1000
"""The most characters of a message. Texts from outside are cut where a message quotes them
(`quoted`); this limit is for those that are not, and for games of other packages."""


@dataclass(frozen=True)
class Refusal:
    """Why a move may not be played: a stable code, the cells at fault, one sentence."""

    code: str
    text: str
    cells: tuple[int, ...] = ()


class TermgamesError(Exception):
    """Something from outside is wrong; `str(error)` is one line for the user, with nothing in
    it that a terminal would obey."""

    def __init__(self, text: str = "") -> None:
        super().__init__(quotable(" ".join(lines_in(text)), _LONGEST))


class OptionError(TermgamesError):
    """An option of a game has a value that the game does not accept."""


class GameFault(OptionError):
    """A game of another package answers what no game may answer; `what` names its member and what
    is wrong."""

    def __init__(self, game_id: str, what: str) -> None:
        super().__init__(f"the game {game_id} is at fault: {what}")
        self.game_id, self.what = game_id, what

    def __reduce__(self) -> tuple[type[GameFault], tuple[str, str]]:
        return GameFault, (self.game_id, self.what)


class UnreadableMove(TermgamesError):
    """A text that is no move of the game, whatever the position."""


class IllegalMove(TermgamesError):
    """A move that may not be played in this position; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return IllegalMove, (self.refusal,)


class MapError(TermgamesError):
    """A map that cannot be read; the text names line and column, both from 1."""


class RecordError(TermgamesError):
    """A record that cannot be loaded; the text names the line, from 1."""


class LessonError(TermgamesError):
    """A course of lessons, a file of problems or a tree of openings that cannot be used; the text
    names the file and the line, from 1."""


class StorageError(TermgamesError):
    """A file or folder that cannot be read or written."""
