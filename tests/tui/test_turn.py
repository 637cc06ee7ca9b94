"""Who looks elsewhere is told that it is his turn, by the terminal's own means."""

from __future__ import annotations

import re
from typing import Any

import pytest

from termgames.tui.config import Config
from termgames.tui.driver import message_sequence
from termgames.tui.settings import Settings
from termgames.tui.table import turn
from tests.tui.screens.support import match_of, playing, table


def test_only_terminals_that_understand_it_get_a_message() -> None:
    for said, sequence in (
        ("KITTY_WINDOW_ID=1", "\x1b]99;;Your turn\x1b\\"),
        ("TERM_PROGRAM=iTerm.app", "\x1b]9;Your turn\x07"),
        ("TERM_PROGRAM=WezTerm", "\x1b]9;Your turn\x07"),
        ("VTE_VERSION=7600", "\x1b]777;notify;termgames;Your turn\x07"),
        ("TERM=foot", "\x1b]777;notify;termgames;Your turn\x07"),
        ("TERM=xterm-256color", ""),
        ("TERM_PROGRAM=WezTerm TMUX=/tmp/tmux", ""),
    ):
        environment = dict(word.split("=") for word in said.split())
        assert message_sequence("Your turn", environment) == sequence, said


def test_what_a_game_is_called_ends_no_sequence() -> None:
    for text in ("a\x07b", "a\x1b]0;b\x07", "a;b\x9c\u202e", "a\nb"):
        for name, parts in (("KITTY_WINDOW_ID", 2), ("VTE_VERSION", 3)):
            sequence = message_sequence(text, {name: "1"})
            inner = re.sub(r"^\x1b\]|(\x07|\x1b\\)$", "", sequence)
            assert (inner.isprintable(), inner.count(";")) == (True, parts), text


@pytest.mark.parametrize(
    ("values", "titles", "calls"),
    [
        ({"notifications": "message"}, "", "Your turn: Plurality"),
        ({"notifications": "off"}, "", ""),
        ({}, "your turn: Plurality", ""),
        ({"title": False}, "", ""),
    ],
)
async def test_preferences_decide_how_who_looks_elsewhere_is_told(
    values: Any, titles: str, calls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot has thought for long, where they are about that; else the player looks."""
    shown, sent, away = list[str](), list[str](), "notifications" in values
    monkeypatch.setattr(turn, "show_title", lambda app, title: shown.append(title))
    monkeypatch.setattr(turn, "send_message", lambda app, text: bool(sent.append(text)) or True)
    settings = Settings(ponder=False, config=Config(values=values))
    async with playing(match_of("plurality seats=human,random"), settings=settings) as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: sent.append("bell"))
        now, pilot.app.app_focus = turn.time.monotonic(), not away
        shown.clear()
        table(pilot).turn.follow(others=True, name="")
        monkeypatch.setattr(turn.time, "monotonic", lambda: now + 9 * away)
        table(pilot).turn.follow(others=False, name="Plurality")
        monkeypatch.undo()
    assert away or titles in shown[:2]
    assert " ".join(sent) == calls
