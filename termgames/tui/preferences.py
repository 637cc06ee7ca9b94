"""What a player likes, kept from run to run in `settings.json` in the user's data folder.

No game depends on the file. A damaged value in it is replaced by the default, and where the
folder cannot be written to, nothing is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, number_text
from termgames.play import data_files
from termgames.play.bots.players import parse_player
from termgames.play.clock import read_all
from termgames.play.new_game import NewGame, read_seconds

_FILE = "settings.json"


@dataclass(frozen=True)
class Preferences:
    """How everything is shown, and what bots do; the defaults are what a new player gets."""

    theme: str = ""
    """A theme's name; empty for the default."""
    look: str = ""
    """A board look's name; empty for the game's first."""
    ascii: bool = False
    """Whether nothing but ASCII is drawn."""
    analysis: bool = True
    """Whether score, overlays, estimates and hints may be seen during the game."""
    stamp: bool = False
    """Whether whole moves are laid on the board instead of single cells."""
    ponder: bool = True
    """Whether bots may think while humans do."""
    animations: bool = True
    """Whether stones land and fade and territory fills, instead of being there at once."""
    notifications: str = "bell"
    """How somebody who looks elsewhere is told that it is his turn: `bell`, `message` or `off`."""
    title: bool = True
    """Whether the title of the window says whose turn it is."""
    collect_mistakes: bool = False
    """Whether mistakes that are found become exercises by themselves."""
    forms: Mapping[str, Any] = field(default_factory=dict)
    """The last choices for a new game, by game, as `remember` writes them."""

    zoom: int = 0
    """Rows a cell of the board is high, 0 for as many as fit; of this run alone, not kept."""

    def changed(self, **values: Any) -> Preferences:
        """A copy with other values."""
        return replace(self, **values)


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def load() -> Preferences:
    """The values kept; the default for each one that is missing or makes no sense."""
    usual = _lasting(Preferences())
    values = {
        name: value
        for name, value in data_files.load(_FILE).items()
        if name in usual and type(value) is type(usual[name])
    }
    return Preferences(**values)


def keep(**values: Any) -> None:
    """Change some of the values kept; StorageError when the file cannot be written.

    The file is read again first: another window may have changed other values.
    """
    if values.keys() <= {"zoom"}:
        return
    with data_files.changing(_FILE):
        data_files.keep(_FILE, _lasting(load().changed(**values)))


def remember(info: GameInfo, new: NewGame) -> None:
    """Keep what was chosen for a new game, but for its seed; StorageError as in `keep`."""
    texts = {name: info.option(name).write(value) for name, value in new.chosen.items()}
    form: dict[str, Any] = {"options": texts, "players": list(new.players), "teach": new.teach}
    if new.rated:
        form["rated"] = True
    if new.clock:
        form["clock"] = new.clock
    if new.time is not None:
        form["time"] = number_text(new.time)
    keep(forms={**load().forms, info.id: form})


def remembered(info: GameInfo) -> NewGame | None:
    """What was chosen for a new game of this kind last; None where nothing was, or nothing
    that could be begun today. It gives no consent to start a program."""
    try:
        form = load().forms[info.id]
        chosen = {name: info.option(name).read(text) for name, text in form["options"].items()}
        seats = len(info.seated(info.settle(chosen)))
        players = tuple(str(parse_player(player)) for player in form["players"])
        time = read_seconds(form.get("time", ""))
        teach, rated = form.get("teach") is True, form.get("rated") is True
        clock = form.get("clock", "")
        read_all(clock.split(",") if clock else (), info.seated(info.settle(chosen)))
    except (AttributeError, KeyError, TypeError, OptionError):
        return None
    if len(players) != seats:
        return None
    return NewGame(info.id, chosen, players, time, teach=teach, rated=rated, clock=clock)


def _lasting(preferences: Preferences) -> dict[str, Any]:
    """What is kept from run to run."""
    return {name: value for name, value in asdict(preferences).items() if name != "zoom"}
