"""What the command line hands to the screen when there is one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from termgames.play import store
from termgames.play.bots.options import BotOptions, usual_cores
from termgames.tui.settings import Settings
from tests.cli.support import Cli

AS_IT_COMES = Settings(bots=BotOptions(cores=usual_cores(), openings=True))
Calls = list[tuple[str, tuple[Any, ...], dict[str, Any]]]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """A terminal that can draw, and an application that only remembers how it was opened."""
    calls: Calls = []
    app = ModuleType("termgames.tui.app")

    def door(name: str) -> Any:
        def opened(*given: Any, **named: Any) -> int:
            calls.append((name, given, named))
            return 0

        return opened

    for name in ("run_game", "run_menu", "run_replay"):
        setattr(app, name, door(name))
    monkeypatch.setitem(sys.modules, "termgames.tui.app", app)
    monkeypatch.setattr("termgames.cli.terminal.has_screen", lambda: True)
    return calls


def test_play(cli: Cli, screen: Calls) -> None:
    asked = ["--size", "9", "--white", "bot:2", "--seed", "5", "--time", "0.5"]
    looks = ["--ascii", "--theme", "nord", "--no-analysis", "--time-scale", "2", "--cores", "3"]
    looks.append("--no-ponder")
    assert cli("play", "plurality", *asked, *looks).code == 0
    ((door, (match, settings), named),) = screen
    assert door == "run_game"
    assert match.game.options["size"] == 9
    assert (match.players, match.seed, match.ply) == (("human", "bot:2"), 5, 0)
    assert named["file"].path.parent == store.folder()
    assert settings == Settings(
        ascii=True,
        analysis=False,
        theme="nord",
        ponder=False,
        bots=BotOptions(time=0.5, time_scale=2.0, cores=3, openings=True),
    )


def test_play_as_it_comes(cli: Cli, screen: Calls) -> None:
    cli("play", "plurality", "--no-save")
    ((_, (match, settings), named),) = screen
    assert match.players == ("human", "bot:5")
    assert named == {"file": None}
    assert 1 <= settings.bots.cores <= 4
    assert settings == AS_IT_COMES


def test_resume_and_replay(cli: Cli, screen: Calls, tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_text("termgames record 1\ngame: plurality\nsize: 5\n\nc4,c5,d5\n")
    cli("resume", str(file), "--time", "3", "--ascii")
    cli("replay", str(file), "--theme", "nord")
    (_, (match, game), named), (door, (seen, replay), shown) = screen
    assert (named["file"].path, game.bots.time, game.ascii) == (file, 3.0, True)
    assert match.moves == seen.moves
    assert door == "run_replay"
    bots = replace(AS_IT_COMES.bots, openings=False)
    assert (shown, replay) == ({"file": file}, replace(AS_IT_COMES, theme="nord", bots=bots))


def test_the_menu(cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_ASCII", "1")
    monkeypatch.setenv("TERMGAMES_THEME", "nord")
    assert cli().code == 0
    assert screen == [("run_menu", (replace(AS_IT_COMES, ascii=True, theme="nord"),), {})]


def test_plain_keeps_the_screen_away(
    cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMGAMES_PLAIN", "1")
    assert "Usage: termgames" in cli().out
    assert cli("rules", "plurality").out.startswith("# Plurality")
    assert "1. black> " in cli("play", "plurality", "--white", "human").out
    assert screen == []


def test_looks_before_the_command_hold_for_it(cli: Cli, screen: Calls, tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_text("termgames record 1\ngame: plurality\nsize: 5\n\nc4,c5,d5\n")
    looks = ["--ascii", "--theme", "nord"]
    cli(*looks, "play", "plurality", "--no-save", "--theme", "gruvbox")
    cli(*looks, "replay", str(file))
    (_, (_, game), _), (_, (_, replay), _) = screen
    assert (game.ascii, game.theme) == (True, "gruvbox")
    assert (replay.ascii, replay.theme) == (True, "nord")
    screen.clear()
    assert "1. black> " in cli("--plain", "play", "plurality", "--white", "human").out
    assert cli("--plain", "rules", "plurality").out.startswith("# Plurality")
    assert cli("--plain", "list").code == 0
    assert screen == []


def test_the_rules_page_on_a_screen(cli: Cli, screen: Calls) -> None:
    shown = cli("rules", "plurality").out
    assert "Plurality" in shown
    assert "# Plurality" not in shown


def test_a_rules_page_is_not_wider_than_can_be_read(
    cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    widest = max(map(len, cli("rules", "plurality").out.splitlines()))
    assert 80 < widest <= 90
