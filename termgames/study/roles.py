"""A teacher or an adviser in a process of its own, so that its thinking never delays the keys. The
process speaks as those of bots do (`play.bots.process`), with their thoughts: an adviser gets
positions and answers `play.advice.Advice`, a teacher gets moves to judge and answers
`play.teaching.Lesson`."""

from __future__ import annotations

from termgames import games
from termgames.play.advice import TEACHER
from termgames.play.bots.process import Setup, serve
from termgames.study.advice import Adviser
from termgames.study.teaching import Teacher


def _make(setup: Setup) -> Adviser | Teacher:
    game = games.create(setup.game_id, setup.options)
    return Teacher(game) if setup.spec == TEACHER else Adviser(game)


def main() -> None:
    """Run it over the standard streams."""
    serve(_make)
