"""How each saved game ended.

Who won is in the moves alone: a game is replayed once, and what came of it is remembered in
`ended.json` in the user's data folder, with the size of the file and the time of its last
change. A file that changed since is read again; that file may be deleted any time.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from termgames import games
from termgames.core import files
from termgames.core.errors import RecordError, StorageError
from termgames.core.options import GameInfo, Value
from termgames.play import data_files, store

if TYPE_CHECKING:
    from termgames.core.game import Seat
    from termgames.play.match import AnyMatch

_FILE = "ended.json"
_VERSION = 1
_MOST_BYTES = 50_000_000
"""A larger file was not written here: a game takes some 300 bytes."""
_TYPES: Mapping[str, type] = {
    "game": str,
    "options": dict,
    "players": list,
    "plies": int,
    "winners": list,
    "ordinary": bool,
}
"""What an entry holds."""
_AT_ONCE = 200
"""Games after which what was found is written down, so that who interrupts loses little."""


@dataclass(frozen=True)
class EndedGame:
    """A saved game, as it ended."""

    path: Path
    when: float
    """Seconds since the epoch of the file's last change."""
    game_id: str
    options: Mapping[str, str]
    """The options that were chosen, as they are typed."""
    players: tuple[str, ...]
    plies: int
    winners: tuple[Seat, ...]
    """The seats that won, several where the win is shared; nobody where nobody wins."""
    ordinary: bool
    """Whether it was a whole game of one's own: not from a position that was set up or that another
    game had come to, with no bot that taught, and nothing of it hidden."""

    def share(self, seat: Seat) -> float:
        """The part of the win that a seat has, 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def settled(self, info: GameInfo) -> Mapping[str, Value]:
        """All options of the game; OptionError where this version knows them no more."""
        chosen = {name: info.option(name).read(text) for name, text in self.options.items()}
        return info.settle(chosen)


Progress = Callable[[int, int], None]
"""Told how many games are read, and of how many."""


MOST_FRESH = 10
"""Games that are read for the strength of a player who waits, of those that ended since."""


def ended_games(
    progress: Progress = lambda done, of: None, *, most: int | None = None
) -> list[EndedGame]:
    """All saved games that are over, the last changed first; with `most`, games that were not read
    before are left out once so many of them were read. Files that cannot be read are left out;
    StorageError as in `store.files_by_age`."""
    known, fresh = _load(), 0
    found: dict[str, Any] = {}
    ended: list[EndedGame] = []
    paths = store.files_by_age()
    for number, (when, size, path) in enumerate(paths):
        stamp = [when, size]
        entry = known.get(path.name)
        if not (isinstance(entry, list) and entry[:1] == [stamp]):
            if fresh == most:
                continue
            entry = [stamp, _entry_of(path)]
            fresh += 1
            progress(number, len(paths))
            if fresh % _AT_ONCE == 0:
                _keep({**known, **found, path.name: entry})
        found[path.name] = entry
        game = _game_of(path, when, entry)
        if game is not None:
            ended.append(game)
    if fresh or found.keys() != known.keys():
        _keep({**known, **found} if fresh == most else found)
    return ended


def _entry_of(path: Path) -> dict[str, Any] | None:
    """What is remembered of a file; None for a game that goes on, and for what is no record."""
    try:
        match = store.read(path, draws=False)
    except (RecordError, StorageError):
        return None
    return remembered(match)


def remembered(match: AnyMatch) -> dict[str, Any] | None:
    """A match that is over, as JSON; None while it goes on, and for one that was void."""
    result = match.result()
    if result is None or (match.told and not result.winners):
        return None
    from termgames.play.new_game import chosen_of  # the rules of games, where none is new

    info = games.info(match.game.id)
    return {
        "game": match.game.id,
        "options": {n: info.option(n).write(v) for n, v in chosen_of(match.game).items()},
        "players": list(match.players),
        "plies": match.ply,
        "winners": list(result.winners),
        "ordinary": not (
            match.terms.teaching or match.redacted or match.start.diagram or match.terms.taken_over
        ),
    }


def _game_of(path: Path, when: float, entry: list[Any]) -> EndedGame | None:
    """The game in an entry; None where it holds none, or one that makes no sense."""
    kept = entry[1] if len(entry) == 2 else None
    if not isinstance(kept, dict) or any(type(kept.get(n)) is not t for n, t in _TYPES.items()):
        return None
    options, players, winners = kept["options"], tuple(kept["players"]), tuple(kept["winners"])
    texts = all(type(text) is str for text in (*options.values(), *players))
    seats = all(type(seat) is int and 0 <= seat < len(players) for seat in winners)
    if not (texts and seats):
        return None
    game_id, plies, ordinary = kept["game"], kept["plies"], kept["ordinary"]
    return EndedGame(path, when, game_id, options, players, plies, winners, ordinary)


def _load() -> dict[str, Any]:
    """What is remembered, by the name of the file; nothing of another version's."""
    try:
        value = files.json_value(data_files.path(_FILE), _MOST_BYTES, forgiving=True)
    except (OSError, ValueError, RuntimeError):
        return {}
    whole = data_files.table(value)
    return data_files.table(whole.get("games")) if whole.get("version") == _VERSION else {}


def _keep(entries: Mapping[str, Any]) -> None:
    """Remember the entries. Where nothing can be written, games are read again the next time."""
    text = json.dumps({"version": _VERSION, "games": entries}, separators=(",", ":"))
    with contextlib.suppress(StorageError, RuntimeError), data_files.changing(_FILE):
        store.write_text(data_files.path(_FILE), text + "\n", files.Rights.PRIVATE)
