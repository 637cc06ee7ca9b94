"""Sessions over the Go Text Protocol as text.

Commands are parted by lines or semicolons; after one stands what is answered: `= TEXT` all of it
(lines joined by ` / `), `~ TEXT` a part, `? TEXT` a part of an error, nothing that it is good.
`state NAME VALUE` looks at one entry of `termgames-state`.
"""

import json
import re
from typing import Any

from termgames.cli import terminal
from termgames.play.gtp.engine import Engine
from termgames.search.limits import Thought


class First:
    """A bot that plays the first legal move and remembers about what it was asked."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.seed = game, seed
        self.seen: list[Any] = []

    def think(self, state: Any, **_: Any) -> Thought:
        self.seen.append(state)
        return Thought(self.game.legal_moves(state)[0])


def engine(game_id: str = "plurality", seed: int = 7, make: Any = First, **chosen: Any) -> Engine:
    return Engine(
        game_id, chosen or {"size": 5}, make_bot=make, analyst=terminal.analyst, seed=seed
    )


def said(to: Engine, command: str) -> tuple[bool, str]:
    """Whether the answer is good, and its text; it has no empty line but the last."""
    answer = to.answer(command)
    assert answer.endswith("\n\n")
    assert "\n\n" not in answer[:-2]
    assert answer[:2] in ("= ", "? ")
    return answer[0] == "=", answer[2:-2]


def good(to: Engine, command: str) -> str:
    """The text of a good answer."""
    fine, text = said(to, command)
    assert fine, (command, text)
    return text


def state(of: Engine) -> Any:
    text = good(of, "termgames-state")
    assert "\n" not in text
    return json.loads(text)


def session(to: Engine, text: str) -> None:
    """Say the lines, and look at the answers."""
    for line in filter(None, map(str.strip, re.split(r"\n|; ", text))):
        if line.startswith("state "):
            _, name, value = line.split(" ", 2)
            assert json.dumps(state(to)[name]) == value, line
            continue
        command, sign, expected = ([*re.split(r" ([=~?]) ?", line, maxsplit=1), "", ""])[:3]
        fine, answer = said(to, command)
        assert fine == (sign != "?"), (line, answer)
        if sign == "=":
            assert answer.replace("\n", " / ") == expected, line
        else:
            assert expected in answer, (line, answer)
