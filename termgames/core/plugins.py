"""Packages of other authors, found by the group of their entry points.

Standard library only. Nothing that is found is imported here.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Plugin:
    """One entry point: its name, the package it stands for, and the distribution it belongs to."""

    name: str
    package: str
    distribution: str


@cache
def announced(group: str) -> Sequence[Plugin]:
    """The entry points of a group, sorted by name; looked up once a run."""
    if not _mentioned(group, sys.path):
        return ()
    # Not at the top: it takes half as long to load as the rest of the command line.
    from importlib import metadata

    entries = metadata.entry_points(group=group)
    plugins = {
        Plugin(entry.name, entry.value, entry.dist.name if entry.dist else "") for entry in entries
    }
    return sorted(plugins, key=lambda plugin: (plugin.name, plugin.distribution))


def _mentioned(group: str, path: Sequence[str]) -> bool:
    """Whether any installed package mentions the group; true if that cannot be seen quickly, such
    as in a zip archive."""
    for folder in path:
        try:
            with os.scandir(folder or ".") as entries:
                names = [x.name for x in entries if x.name.endswith((".dist-info", ".egg-info"))]
        except NotADirectoryError:
            return True
        except OSError:
            continue
        for name in names:
            try:
                text = Path(folder, name, "entry_points.txt").read_text("utf-8", "replace")
            except OSError:
                continue
            if group in text:
                return True
    return False
