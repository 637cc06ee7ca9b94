"""Weights of nets, known by their content.

A player may name a file of weights (`policy=FILE`). The name says nothing: on another computer
there may be no such file, or another one, and training writes over its own. So a contest takes
down the content's hash when it begins. Whoever plays takes the file that was named if it still
holds just that, or one with the same content that was sent to him (`keep`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from termgames.core import files, net_files
from termgames.core.nets import NetError
from termgames.core.text import quotable
from termgames.play.bots.players import OFF, PlayerSpec, parse_player

_sent: dict[str, Path] = {}
"""Files of weights that were sent to this process, by their hash."""


@dataclass(frozen=True)
class Weights:
    """A file of weights."""

    path: str
    """As the player's name has it."""
    digest: str
    """The hash of its content, SHA-256 in hexadecimal."""

    def file(self) -> Path:
        """A file here with that content; NetError where there is none."""
        if self.digest in _sent:
            return _sent[self.digest]
        path = Path(self.path).expanduser()
        if digest(_content(path)) != self.digest:
            raise NetError(
                f"the weights in {quotable(self.path)} are others than when the work began: "
                "begin anew, or bring them back"
            )
        return path

    def content(self) -> bytes:
        """What the file holds, to be sent; NetError as above."""
        return _content(self.file())


def of_file(path: Path | str) -> Weights:
    """The weights that a file holds now; NetError when it cannot be read."""
    return Weights(str(path), digest(_content(Path(path).expanduser())))


def of_players(players: Iterable[str]) -> tuple[Weights, ...]:
    """The files of weights that players name, each once."""
    policies = (parse_player(player).policy for player in players)
    return tuple(of_file(path) for path in dict.fromkeys(policies) if path not in ("", OFF))


def located(spec: PlayerSpec, candidates: Iterable[Weights]) -> PlayerSpec:
    """The player with a file of this computer in place of the weights he names, if these are among
    the `candidates`, else unchanged. NetError where no file here has that content."""
    for weights in candidates:
        if weights.path == spec.policy:
            return replace(spec, policy=str(weights.file()))
    return spec


def digests(files: Iterable[Weights]) -> dict[str, str]:
    """The hashes of files of weights by their paths, as files of results hold them."""
    return {weights.path: weights.digest for weights in files}


def digest(content: bytes) -> str:
    """The hash that a content is known by: SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def lacking(wanted: Iterable[Weights]) -> list[str]:
    """The hashes of weights that this process cannot find."""
    missing = []
    for weights in wanted:
        try:
            weights.file()
        except NetError:
            missing.append(weights.digest)
    return missing


def keep(content: bytes, folder: Path) -> None:
    """Keep weights that were sent in a folder of this process's own."""
    name = digest(content)
    path = folder / f"{name}.npz"
    files.write(path, content)
    _sent[name] = path


def _content(path: Path) -> bytes:
    try:
        return net_files.content(path)
    except OSError as error:
        name = quotable(str(path))
        raise NetError(f"cannot read weights from {name}: {error.strerror or error}") from None
