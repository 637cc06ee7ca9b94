"""What is chosen on the screen: settings, and what was chosen for the last new game of each kind.

It is remembered in `state.json` in the data folder. No game depends on that file, and damaged
values in it are passed over. Imports no Textual.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, number_text
from termgames.play import clock, data_files
from termgames.play.bots.players import parse_player
from termgames.tui.preferences import SETTINGS, USUAL, Value

if TYPE_CHECKING:
    from termgames.play.new_game import NewGame

_FILE, _OLD_FILE = "state.json", "settings.json"


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def _kept() -> dict[str, Any]:
    """What is remembered; what an older version kept where there is no file of today."""
    return data_files.load(_FILE) or data_files.load(_OLD_FILE)


def load() -> dict[str, Value]:
    """The values that are remembered and not the usual ones, by their parameters, without those
    that make no sense. A theme may be gone."""
    values: dict[str, Value] = {}
    kept = _kept()
    for setting in SETTINGS:
        value = kept.get(setting.parameter)
        with contextlib.suppress(OptionError):
            gone = setting.kind == "theme" and isinstance(value, str) and value
            values[setting.parameter] = str(value) if gone else setting.read(value)
    return {name: value for name, value in values.items() if value != getattr(USUAL, name)}


def keep(**values: Any) -> None:
    """Remember values by their parameters; StorageError when the file cannot be written.

    The file is read again first: another window may have changed other values.
    """
    values.pop("zoom", None)
    if values:
        with data_files.changing(_FILE):
            data_files.keep(_FILE, {**_kept(), **values})
            with contextlib.suppress(OSError):  # it says nothing any more
                data_files.path(_OLD_FILE).unlink()


def remember(info: GameInfo, new: NewGame) -> None:
    """Keep what was chosen for a new game, but for its seed; StorageError as in `keep`."""
    texts = {name: info.option(name).write(value) for name, value in new.chosen.items()}
    form = {"options": texts, "players": list(new.players), "teach": new.teach}
    form |= {"rated": new.rated, "clock": new.clock}
    form["time"] = "" if new.time is None else number_text(new.time)
    keep(forms={**data_files.table(_kept().get("forms")), info.id: form})


def remembered(info: GameInfo) -> NewGame | None:
    """What was chosen for a new game of this kind last; None where nothing was, or nothing
    that could be begun today. It gives no consent to start a program."""
    from termgames.play.new_game import NewGame, read_seconds  # needs numpy

    try:
        form = _kept()["forms"][info.id]
        chosen = {name: info.option(name).read(text) for name, text in form["options"].items()}
        seats = len(info.seated(info.settle(chosen)))
        players = tuple(str(parse_player(player)) for player in form["players"])
        time = read_seconds(form.get("time", ""))
        teach, rated = form.get("teach") is True, form.get("rated") is True
        control = form.get("clock", "")
        clock.read_all(control.split(",") if control else (), info.seated(info.settle(chosen)))
    except (AttributeError, KeyError, TypeError, OptionError):
        return None
    if len(players) != seats:
        return None
    return NewGame(info.id, chosen, players, time, teach=teach, rated=rated, clock=control)
