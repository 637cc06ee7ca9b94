"""The file that one game is saved in while it is played.

A save has one writer: whoever plays holds its lock (`locks`), and another window can only watch or
go on in a copy. A save never overwrites content that was not read or written here: where the file
has changed since, the game goes on in a file of another name, and both are kept.
"""

import contextlib
import os
from pathlib import Path

from termgames import paths
from termgames.core.errors import RecordError, StorageError, TermgamesError
from termgames.play import locks, store
from termgames.play.locks import FileLock, InUse, Owner
from termgames.play.match import AnyMatch, Terms


class SaveFile:
    """The path of a save, its lock, and what the file held when it was last read or written.

    Nothing on the disk is touched before `open` or `save`."""

    def __init__(self, path: Path) -> None:
        self.path = store.followed(store.expanded(path))
        self._lock: FileLock | None = None
        self._content: bytes | None = None
        """What the file held; None where there was none."""
        self.in_use: InUse | None = None
        """The other process that played the game when `resume` was called, or None."""
        self._notes: list[str] = []
        """Messages about the file that the player has not been shown yet."""

    def open(self) -> None:
        """Take the lock; InUse where another window has it."""
        target = self._target
        if self._lock is None or self._lock.target != target:
            self._release()
            self._lock = FileLock(target)
        try:
            ended = self._lock.take()
        except InUse:
            self._release()
            raise
        locks.sweep(target.parent)
        with contextlib.suppress(RuntimeError):  # a `~` that stands for no folder
            locks.sweep(paths.user_data())
        if ended is not None:
            self._notes.append(
                f"{self.path.name} was left open by a window that has ended ({ended}): taken over"
            )

    def resume(self, *, copy: bool = False) -> AnyMatch:
        """The match that is saved, to be played on here, or in a copy of the file. Where another
        window plays it, `in_use` says so. RecordError or StorageError when nobody can."""
        self.in_use = None
        try:
            if not copy:
                self.open()
        except InUse as error:
            self.in_use = error
        try:
            match = self.read()
            store.refuse_to_resume(match, self.path)
            if copy:
                if match.terms.rated:
                    # Both cannot count, and the copy may be played on otherwise.
                    match.terms = Terms(taken_over=match.ply)
                self.go_to_a_copy()
                self.save(match)
        except TermgamesError:
            self.close()
            raise
        return match

    def notes(self) -> str:
        """What the player should know about the file, once; mostly nothing."""
        notes, self._notes = "; ".join(self._notes), []
        return notes

    @property
    def owner(self) -> Owner | None:
        """The process that plays the game of this file now, or None."""
        return FileLock(self._target).owner()

    def read(self, *, draws: bool = True) -> AnyMatch:
        """The match that is saved, see `store.read`."""
        self._content = store.contents(self.path)
        return store.parse(self._content, self.path, draws=draws)

    def news(self) -> AnyMatch | None:
        """The match that is saved, chance not drawn, if the file has changed since it was
        read; StorageError or RecordError when it cannot be read."""
        content = store.contents(self.path)
        if content == self._content:
            return None
        return self.read(draws=False)

    def save(self, match: AnyMatch) -> None:
        """Save the match; StorageError when that fails. The folder is made again if it has gone,
        and the game goes on in a copy rather than over what somebody else wrote: see `notes`."""
        self._make_folder()
        reason = ""
        try:
            self.open()
            if self._changed():
                reason = f"{self.path.name} was changed by another program"
        except InUse as error:
            reason = str(error)
        if reason:
            self.go_to_a_copy()
            self._notes.append(f"{reason}: this game goes on in {self.path}")
        self._content = store.save(match, self.path).encode()

    def go_to_a_copy(self) -> None:
        """From now on the game is saved under the next name that is free, among the saved games
        where nothing can be written beside the file; StorageError where there is none."""
        self._release()
        before = self._target
        if not os.access(before.parent, os.W_OK):
            before = store.folder() / before.name
        names = store.copies(before)
        while not self._begin(next(names)):
            self._release()

    def _begin(self, path: Path) -> bool:
        """Whether the game can be saved in that file from now on, which nobody has or plays."""
        self.path = path
        try:
            self.open()
        except InUse:
            return False
        self._content = None
        return not os.path.lexists(path)

    def move(self, match: AnyMatch, path: Path) -> None:
        """Save the match in another file, where it stays from now on. StorageError, and nothing
        has changed, when that cannot be done or there is a file of that name."""
        path = store.expanded(path)
        path = path / self.path.name if path.is_dir() else path
        store.refuse_name(path)
        if os.path.lexists(path):
            raise StorageError(f"{path} exists: choose another name")
        other = SaveFile(path)
        try:
            other.open()
            other._content = store.save(match, other.path).encode()
        except StorageError:
            other.close()
            raise
        self._release()
        self.path, self._lock, self._content = other.path, other._lock, other._content

    def close(self) -> None:
        """Give the lock up; the game is no longer played here."""
        self._release()

    @property
    def _target(self) -> Path:
        return store.real(self.path)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def _make_folder(self) -> None:
        folder = store.real(self.path).parent
        if folder.is_dir():
            return
        try:
            paths.make_private(folder)
        except OSError as error:
            raise StorageError(store.cannot("make the folder", folder, error)) from None
        self._notes.append(f"the folder {folder} had gone and was made again")

    def _changed(self) -> bool:
        """Whether there is a file that holds something else than what was read or written
        here. A file that has gone is no change: it is written again."""
        if not os.path.lexists(self.path):
            return False
        if os.path.islink(self.path):
            return True
        try:
            return store.contents(self.path) != self._content
        except (StorageError, RecordError):
            return True
