"""Writing a game to a file for others: its record, a page, a picture, a film."""

import asyncio
import os
from pathlib import Path

from termgames.core.errors import OptionError, StorageError
from termgames.play import record, store
from termgames.play.pictures.kinds import KINDS, Kind, PictureWish
from termgames.play.sitting.shown import Shown
from termgames.study.game_page import html
from termgames.tui.screens.dialogs import ask_for_path
from termgames.tui.table.commands import Command
from termgames.tui.table.desk import Desk
from termgames.tui.themes import picture_look

COMMAND = Command(
    "export", "E", "Export", "Write a picture, a film, a page or the record to a file",
    "Export the game", at_home=True,
)  # fmt: skip
_TITLE = "Export to (.png .svg picture, .gif film, .html page, .tgr)"
_KINDS: dict[str, Kind] = {kind.name: kind for kind in (*KINDS, html.KIND)}

_WORDS = {"": "record", html.KIND.name: "page"}


async def export(shown: Shown, file: Path | None, desk: Desk) -> None:
    """Ask where the game is to be written, which lies in that file; the ending of the name says as
    what. Say where it is then. Pictures show the position shown."""
    written: list[Path] = []

    def write(path: Path) -> None:
        if store.promised(path) not in _KINDS:
            store.export(shown.match, path)
        elif os.path.lexists(path.expanduser()):
            raise StorageError(f"{path} exists: choose another name")
        written.append(path)

    try:
        proposed = store.free_picture(shown.game.id, "tgr")
        if not await ask_for_path(desk.dialogs, _TITLE, proposed, write):
            return
        path = written[-1]
        kind = _KINDS.get(store.promised(path))
        if kind is not None:
            if kind.film:
                desk.notify("The film is being drawn.")
            match = record.redacted(shown.match)
            look = picture_look(shown.game, desk.preferences.look)
            wish = PictureWish(look, min(shown.ply, match.ply), 0, match.ply, record=file)
            store.give(await asyncio.to_thread(kind.made, match, wish), path)
    except (OptionError, StorageError) as error:
        desk.notify(f"{error}.", severity="error")
    else:
        what = "film" if kind and kind.film else _WORDS.get(kind.name if kind else "", "picture")
        desk.notify(f"The {what} is in {path}.")
