"""Weights of nets, known by their content: a name says nothing, training writes over its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from termgames.core import net_files
from termgames.core.nets import NetError
from termgames.core.text import quotable
from termgames.play.bots.players import OFF, parse_player


def digests(players: Iterable[str]) -> dict[str, str]:
    """The digests of the files of weights that players name, by their paths; NetError."""
    policies = (parse_player(player).policy for player in players)
    return {path: digest(path) for path in policies if path not in ("", OFF)}


def digest(path: Path | str) -> str:
    """The SHA-256 of a file of weights, in hexadecimal; NetError when it cannot be read."""
    try:
        content = net_files.content(Path(path).expanduser())
    except OSError as error:
        name = quotable(str(path))
        raise NetError(f"cannot read weights from {name}: {error.strerror or error}") from None
    return hashlib.sha256(content).hexdigest()
