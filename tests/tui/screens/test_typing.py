"""Moves typed and pasted, and numbers beside the board."""

from __future__ import annotations

from typing import Any

from textual import events

from termgames.tui.widgets.question import QuestionBox

from .support import acted, table


def paste(pilot: Any, text: str) -> None:
    """A text at once; `long` is a very long one."""
    pilot.app.post_message(events.Paste("x" * 10_000 if text == "long" else f"{text}\nrubbish\n"))


def post(pilot: Any, text: str) -> None:
    """Keys that nothing waits for."""
    for char in text:
        pilot.app.post_message(events.Key({",": "comma"}.get(char, char), char))


def ghosts(pilot: Any) -> str:
    board = table(pilot).board
    names = board.game.topology.names
    return " ".join(sorted(names[p.cell] + "*" * p.colour for p in board.input.highlights.proposed))


test_scenes = acted(
    """
    == a typed move is judged at every key | play plurality
    m a 1 comma a 3 comma c 1 | #entry_Static: do not connect
    enter                     | plies = 0 ; @#entry
    escape                    | !@#entry ; focus = board
    type:nonsense             | plies = 0 ; #entry_Static: is no move
    == a move typed without a pause is not lost | play plurality
    post:ma1,b1,c1 | value = a1,b1,c1
    enter          | plies = 1
    == a pasted move opens the line | play plurality
    paste:a1,b1,c1 enter    | plies = 1
    paste:long enter escape | plies = 1 ; focus = board
    == the komi is named and the side is picked beside the board | play plurality pie=yes
                             | answering
    fill:QuestionBox_Input=7 enter | moves = komi 7
    2                        | moves = komi 7 white ; !question ; focus = board
    == no stones are laid while the komi is asked for | play plurality pie=yes
    escape t enter | !picks ; text!: ◍
    == typed stones are shown each in its colour | play plurality
    m a 1 comma b 1 comma c 1 | ghosts = a1 b1 c1*
    backspace                 | ghosts =
    escape                    | hints = frozenset()
    """,
    {
        "ghosts": ghosts,
        "hints": lambda pilot: table(pilot).board.input.highlights.hints,
        "value": lambda pilot: table(pilot).query_one("#entry Input").value,
        "question": lambda pilot: table(pilot).query(QuestionBox),
        "answering": lambda pilot: table(pilot).query_one("QuestionBox Input").has_focus,
    },
    {"paste": paste, "post": post},
)
