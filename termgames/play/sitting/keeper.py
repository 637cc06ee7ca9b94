"""Keeps the game at a table in a file, and its result in the profiles of the players.

Saving can fail, as on a full disk. The game goes on all the same: `Keeper.fault` says why it is not
saved, and whatever the player does next tries again.
"""

from collections.abc import Callable
from pathlib import Path

from termgames.core.errors import StorageError
from termgames.play import profiles
from termgames.play.events import Changed, Event, Notice, NotSaved
from termgames.play.match import AnyMatch
from termgames.play.notes import Notes
from termgames.play.save_file import SaveFile


class Keeper:
    """Saves one match in `file`, or nowhere when that is None. `tell` gets events about what the
    player should know of the saving. Nothing is written before `save` is called."""

    def __init__(
        self,
        match: AnyMatch,
        file: SaveFile | None,
        fault: str,
        tell: Callable[[Event], None],
    ) -> None:
        """`fault` says why there is no file where the player expects one."""
        self._match, self._tell = match, tell
        self.file = file
        self.fault = fault
        """Why the last attempt to save failed; empty when it went well."""
        self._key = profiles.key_of(match, self.path)
        """What the match is called in the players' profiles, wherever it is saved later."""
        self._in_profiles = False
        """Whether the end of the game is counted in the players' profiles."""

    @property
    def path(self) -> Path | None:
        """Where the game is saved; None where it is not."""
        return None if self.file is None else self.file.path

    @property
    def name(self) -> str:
        """The name of the file, or one that it could have."""
        return f"{self._match.game.id}.tgr" if self.file is None else self.file.path.name

    @property
    def lost(self) -> bool:
        """Whether moves were played that are saved nowhere."""
        return bool(self.fault and self._match.ply)

    def save(self) -> bool:
        """Save the game, and in games with handicaps who won it; whether the game is saved."""
        try:
            if self.file is not None:
                self.file.save(self._match)
                before, self.fault = self.fault, ""
                if before:
                    self._tell(Notice(f"the game is saved again, in {self.path}"))
        except StorageError as error:
            before, self.fault = self.fault, str(error)
            if not before:
                self._tell(NotSaved(self.fault))
        self.tell_notes()
        if self._match.over or self._in_profiles:
            self._in_profiles = self._match.over
            try:
                profiles.note(self._match, self._key)
            except StorageError as error:
                self._tell(Notice(f"the result is not counted in the profiles: {error}"))
        return not self.fault

    def save_notes(self, notes: Notes) -> None:
        """Save the game with these comments and variations; StorageError when that fails."""
        self._match.notes = notes
        if not self.save():
            raise StorageError(self.fault)

    def save_in(self, path: Path) -> None:
        """Save the game in another file from now on; StorageError, and nothing has changed,
        when that cannot be done."""
        if self.file is None:
            self.file = SaveFile(path)
        self.file.move(self._match, path)
        self.fault = ""
        self._tell(Changed())

    def tell_notes(self) -> None:
        """Tell what the player should know about the file, once."""
        note = "" if self.file is None else self.file.notes()
        if note:
            self._tell(Notice(note))

    def close(self) -> None:
        """The game is no longer played here: others may go on with its file."""
        if self.file is not None:
            self.file.close()
