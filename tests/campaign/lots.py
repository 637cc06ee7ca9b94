"""What is played, written and typed by lot, in this process. Everything follows from the seed and
the number of a try.

campaign | done by lot                              | what must hold
games    | `_sittings.DEEDS` in a game: undo, a     | the save is the game, what others wrote stays,
         | second window, strangers, a full disk    | each sees what he may
disk     | one of `_disk.WORKS` writes files, and   | who asked is told, the old file is whole, to
         | one call of the system fails             | do it again is enough
files    | a kind of `_files.KINDS` is changed, or  | commands say what is wrong, end with our exit
         | one of ODD in its place                  | codes in time, and change no other file
"""

from __future__ import annotations

from tests.campaign import _disk, _files, _sittings
from tests.campaign.report import Row

ROWS = {
    "games": Row(_sittings.game, "whole games, and all that happens to their saves"),
    "disk": Row(_disk.failure, "files are written, and one call of the system fails"),
    "files": Row(_files.one, "each kind of file is changed, or something odd in its place"),
}
