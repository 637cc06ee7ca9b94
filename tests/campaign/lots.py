"""What is played, written and sent by lot, in this process; ROWS tell what is done and what must
hold. Everything follows from the seed and the number of a try."""

from __future__ import annotations

from tests.campaign import _disk, _files, _inputs, _sittings, _sniffing
from tests.campaign.report import Row

ROWS = {
    "games": Row(
        _sittings.game,
        "whole games with undo, a second window, strangers, a full disk (`_sittings.DEEDS`)",
        "the save is the game; nothing of others is replaced; each sees what he may",
    ),
    "disk": Row(
        _disk.failure,
        "files are written (`_disk.WORKS`), and one call of the system fails",
        "who asked is told, the old file is whole, to do it again is enough",
    ),
    "fuzz": Row(
        _inputs.one,
        "records, GTP and positions (`_inputs.TARGETS`) after accidents",
        "a result or one line of an error, within a second and 200 MB",
    ),
    "files": Row(
        _files.one,
        "each kind of file (`_files.KINDS`) is changed, or something odd (`ODD`) in its place",
        "commands end with our exit codes, and change no other file",
    ),
    "sniffing": Row(
        _sniffing.table,
        "a table plays cards, guests come and go, watch and take back",
        "nobody is told hands, draws, seeds or keys of others",
        most=1000,
    ),
}
