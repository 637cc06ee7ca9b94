"""Games replayed through the Go Text Protocol: an engine that no bot plays for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from termgames.core.options import Value
from termgames.play.gtp.engine import Engine


def engine_of(game_id: str, options: Mapping[str, Value]) -> Engine:
    """An engine that is told moves and asked what became of them."""

    def nobody(game: Any, seed: int) -> Any:
        raise AssertionError("no bot is asked in a replay")

    return Engine(game_id, options, make_bot=nobody, analyst=nobody)


def ask(engine: Engine, command: str) -> str:
    """The engine's answer, which is to be a good one, without its sign."""
    answer = engine.answer(command)
    assert answer is not None
    assert answer.startswith("="), f"{command}: {answer}"
    return answer[1:].strip()
