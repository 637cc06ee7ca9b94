"""What the command line hands to the screen when there is one."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from termgames.play import store
from termgames.play.bots.options import BotOptions
from termgames.tui.config import Settings
from tests.cli.support import Cli

AS_IT_COMES = Settings()
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
    for asked in ("has_screen", "attended"):
        monkeypatch.setattr(f"termgames.cli.terminal.{asked}", lambda: True)
    return calls


def test_a_new_game(cli: Cli, screen: Calls) -> None:
    assert cli("play", "plurality", "--no-save").code == 0
    ((door, (match, settings), named),) = screen
    assert (door, match.players, named) == ("run_game", ("bot:1", "human"), {"file": None})
    assert 1 <= settings.bots.cores <= 4
    assert settings == AS_IT_COMES
    screen.clear()
    cli.script("play plurality --black bot:3 --no-save >> play plurality --size 7 --no-save")
    seated = [match.players for _, (match, _), _ in screen]
    assert seated == [("bot:3", "bot:1"), ("human", "bot:1")]
    screen.clear()
    asked = "--size 9 --white bot:2 --seed 5 --time 0.5 --time-scale 2 --cores 3 --no-ponder"
    cli.script(f"play plurality {asked} --ascii --theme nord --no-analysis")
    ((_, (match, settings), named),) = screen
    assert match.game.options["size"] == 9
    assert (match.players, match.seed, match.ply) == (("human", "bot:2"), 5, 0)
    assert named["file"].path.parent == store.folder()
    own = {"ascii": True, "analysis": False, "theme": "nord", "ponder": False}
    assert settings.config.values == {**own, "time": 0.5, "time_scale": 2, "cores": 3}
    assert set(settings.config.sources.values()) == {"command line"}
    assert settings.bots == BotOptions(time=0.5, time_scale=2.0, cores=3, openings=True)


def test_resume_and_replay_and_looks_before_the_command(cli: Cli, screen: Calls) -> None:
    Path("game.tgr").write_text("termgames record 1\ngame: plurality\nsize: 5\n\nc4,c5,d5\n")
    cli.script("resume game.tgr --time 3 --ascii")
    cli.script("--ascii --theme nord replay game.tgr --theme gruvbox")
    (_, (match, game), named), (door, (seen, replay), shown) = screen
    assert (str(named["file"].path), game.bots.time) == ("game.tgr", 3.0)
    assert game.config.preferences.ascii
    assert match.moves == seen.moves
    assert (door, shown) == ("run_replay", {"file": Path("game.tgr")})
    assert replay.config.values == {"ascii": True, "theme": "gruvbox"}


def test_the_menu(cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_ASCII", "1")
    monkeypatch.setenv("TERMGAMES_THEME", "nord")
    monkeypatch.setenv("TERMGAMES_NO_PONDER", "1")
    assert cli().code == 0
    ((_, (settings,), _),) = screen
    assert settings.config.values == {"ascii": True, "theme": "nord", "ponder": False}
    assert settings.config.sources["ponder"] == "environment, TERMGAMES_NO_PONDER"


@pytest.mark.parametrize(("before", "plain"), [("--plain ", ""), ("", "1")])
def test_plain_keeps_the_screen_away(
    cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch, before: str, plain: str
) -> None:
    monkeypatch.setenv("TERMGAMES_PLAIN", plain)
    for words, told in (
        *(("rules plurality", "# Plurality"), ("HUMANS", "1. black> "), ("list", "Plurality")),
        *([("", "Usage: termgames")] if plain else []),
    ):
        cli.script(before + words).tells(told)
    assert screen == []


def test_rules_and_maps_on_a_screen(
    cli: Cli, screen: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rules = cli("rules", "plurality")
    rules.tells("Plurality & !# Plurality")
    assert 80 < max(map(len, rules.out.splitlines())) <= 90, "no wider than can be read"
    Path("my.map").write_text("name: cove\n\n..-\n...\n")
    assert cli("maps", "my.map").out.splitlines()[1:4] == [" 2 ┌─┐", " 1 └─┴─╴", "   a b c"]
    assert cli("maps", "my.map", "--ascii").out.splitlines()[1] == " 2 . ."
