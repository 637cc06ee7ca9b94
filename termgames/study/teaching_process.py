"""A teacher in a process of its own, so that its thinking never delays the keys. The process speaks
as those of bots do (`play.bots.process`): instead of positions it gets moves to judge, and its
thoughts are lessons."""

from __future__ import annotations

from termgames import games
from termgames.play.bots.process import Setup, serve
from termgames.study.teaching import Teacher


def _make(setup: Setup) -> Teacher:
    return Teacher(games.create(setup.game_id, setup.options), setup.spec)


def main() -> None:
    """Run the teacher over the standard streams."""
    serve(_make)
