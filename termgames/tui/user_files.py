"""The user's own files while the application runs: his settings, and themes of his own.

A theme of his own that is shown is read again when its file changes, so that whoever writes one
sees it grow.
"""

import os
from collections.abc import Sequence
from typing import Any

from textual.app import App

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import Rights
from termgames.play import locks, store
from termgames.tui import config
from termgames.tui.app_themes import read_own, reread
from termgames.tui.config import Config
from termgames.tui.preferences import Value

LOOK_EVERY = 1.0
"""Seconds between two looks at the file of the theme that is shown."""


class UserFiles:
    """What the user's files say now, and faults in them that are told once a run."""

    def __init__(self, app: App[Any], told: Config, of_keys: Sequence[str] = ()) -> None:
        """`of_keys` are faults of the table of keys."""
        self._app, self.config = app, told
        own, self._broken = read_own()
        for theme in own:
            app.register_theme(theme)
        self._own = {theme.name for theme in own}
        self._seen: tuple[str, float] | None = None
        """The theme of the user's own that is shown, and when its file was changed."""
        self._untold = [*told.faults, *of_keys]

    def tell_of_settings(self) -> None:
        """Say what is wrong with the settings."""
        faults, self._untold = self._untold, []
        if faults:
            more = f" ({len(faults) - 1} more: termgames settings validate)" if faults[1:] else ""
            text = f"{faults[0]}{more}"
            self._app.notify(text, title="Your settings", severity="warning", timeout=15)

    def tell_of_themes(self) -> None:
        """Say which themes are broken. It matters to a player who chooses among the themes, or
        misses the one he had, but not in a game."""
        faults, self._broken = self._broken, []
        for line in faults:
            self._app.notify(line, severity="warning", timeout=10)

    def write(self, name: str, value: Value) -> str:
        """Write a setting into the user's file, where he asked for it; returns what is wrong, or
        nothing."""
        try:
            place = config.path()
            paths.make_private(place.parent)
            place = store.followed(place)
            with locks.changing(place):
                # As it stands there, with its marks of line ends.
                text = files.content(place, config.MOST_BYTES).decode() if place.exists() else ""
                changed = config.with_line(text, name, value)
                store.write_text(place, changed, Rights.KEPT)
        except (OSError, RuntimeError, StorageError) as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        except UnicodeDecodeError:
            return f"{config.NAME} is no UTF-8 text: it is left as it is."
        except ValueError as error:
            return f"{config.NAME} is left as it is, for {error}: write {name} into it yourself."
        own, parameter = config.load(), name.replace("-", "_")
        self.config = self.config.over({parameter: value}, own.sources.get(parameter, ""))
        return ""

    def watch(self) -> None:
        """Read the theme that is shown again, where it is the user's own and its file has
        changed."""
        name = self._app.theme
        if name not in self._own:
            self._seen = None
            return
        try:
            changed = os.stat(paths.user_themes() / f"{name}.toml").st_mtime
        except OSError:
            return  # it stays as it was
        before, self._seen = self._seen, (name, changed)
        if before is None or before == self._seen:
            return
        try:
            theme = reread(name)
        except OptionError as error:
            self._app.notify(str(error), severity="warning", timeout=10)
            return
        self._app.register_theme(theme)
        self._app.mutate_reactive(App.theme)
