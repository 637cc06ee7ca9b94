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


async def told(
    monkeypatch: pytest.MonkeyPatch, waited: float, looks: bool, **values: Any
) -> tuple[list[str], list[str]]:
    """The titles, and the calls, when a bot has thought so long, and whether the player looks."""
    titles, calls = list[str](), list[str]()
    monkeypatch.setattr(turn, "show_title", lambda app, title: titles.append(title))
    monkeypatch.setattr(turn, "send_message", lambda app, text: bool(calls.append(text)) or True)
    settings = Settings(ponder=False, config=Config(values=values))
    async with playing(match_of("plurality seats=human,random"), settings=settings) as pilot:
        screen: Any = table(pilot)
        monkeypatch.setattr(pilot.app, "bell", lambda: calls.append("bell"))
        pilot.app.app_focus = looks
        now = turn.time.monotonic()
        screen.turn.follow(others=True, name="")
        monkeypatch.setattr(turn.time, "monotonic", lambda: now + waited)
        screen.turn.follow(others=False, name="Plurality")
        monkeypatch.undo()
    return titles, calls


async def test_preferences_decide_how_who_looks_elsewhere_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = {"waited": 9, "looks": False}
    _, calls = await told(monkeypatch, **away, notifications="message")
    assert calls == ["Your turn: Plurality"]
    assert (await told(monkeypatch, **away, notifications="off"))[1] == []
    assert (await told(monkeypatch, 0, looks=True))[0][0] == "your turn: Plurality"
    assert set((await told(monkeypatch, 0, looks=True, title=False))[0]) == {""}
