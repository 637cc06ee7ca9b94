"""`termgames config`, and what the settings do to other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termgames import paths
from termgames.tui import config

from .support import Cli


def settings(text: str) -> Path:
    place = paths.user_config() / config.NAME
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def test_the_path_and_a_file_to_begin_with(cli: Cli) -> None:
    place = paths.user_config() / config.NAME
    assert cli("config", "path").out == f"{place}\n"
    assert "there is none" in cli("config", "validate").out
    settings(cli("config", "template").out)
    done = cli("config", "validate")
    assert (done.code, done.out) == (0, f"{place}: in order\n")


def test_faults_are_lines_and_exit_code_2(cli: Cli) -> None:
    settings("asci = true\ntime = 0\n")
    done = cli("config", "validate")
    assert done.code == 2
    first, second = done.err.splitlines()
    assert "line 1" in first
    assert "line 2" in second


def test_show_says_where_each_value_comes_from(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    settings('theme = "nord"\ntime = 3\nboards = "asked"\n[games.plurality]\nsize = 9\n')
    (paths.user_data() / "settings.json").write_text('{"stamp": true}')
    monkeypatch.setenv("TERMGAMES_BOARDS", "changed")
    rows = {row["name"]: row for row in json.loads(cli("config", "show", "--json").out)["settings"]}
    assert (rows["theme"]["value"], rows["theme"]["from"]) == ("nord", "line 1")
    assert (rows["stamp"]["value"], rows["stamp"]["from"]) == (True, "chosen on the screen")
    assert rows["ascii"]["from"] == "default"
    assert rows["boards"] == {
        "name": "boards", "value": "changed", "from": "environment, TERMGAMES_BOARDS"
    }  # fmt: skip
    assert rows["games.plurality.size"]["value"] == "9"
    assert cli("config", "show").code == 0
    lines = cli("config", "show").out.splitlines()
    assert any(line.split() == ["time", "3", "line", "2"] for line in lines)


def board(out: str) -> int:
    """The rows of the first board printed."""
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  a b "))
    return len(lines[at].split())


def test_a_game_begins_as_the_settings_say_unless_the_command_line_does(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings('[games.plurality]\nsize = 5\nwhite = "random"\n')
    assert board(cli("play", "plurality", "--plain", stdin="quit\n").out) == 5
    assert "white: random" in cli("play", "plurality", "--plain", stdin="quit\n").out
    assert board(cli("play", "plurality", "--plain", "--size", "7", stdin="quit\n").out) == 7
    assert "hexhex" not in cli("play", "pletore", "--plain", stdin="quit\n").out
    monkeypatch.setenv("TERMGAMES_PLAY_PLURALITY_SIZE", "9")
    assert board(cli("play", "plurality", "--plain", stdin="quit\n").out) == 9


def test_games_have_the_clock_of_the_settings(cli: Cli) -> None:
    settings('clock = "10m+5s"\n')
    begin = ("play", "plurality", "--plain", "--size", "5", "--white", "random")
    assert "black: human, clock 10m+5s" in cli(*begin, stdin="quit\n").out
    assert "clock 2m" in cli(*begin, "--clock", "2m", stdin="quit\n").out
    assert "clock" not in cli(*begin, "--clock", "none", stdin="quit\n").out


def test_an_option_of_the_settings_gives_way_to_one_that_excludes_it(cli: Cli) -> None:
    settings("[games.plurality]\nsize = 5\n")
    done = cli("play", "plurality", "--plain", "--hex", "4", "--white", "random", stdin="quit\n")
    assert done.code == 0
    assert "hex 4" in done.out


def test_line_mode_obeys_the_settings(cli: Cli) -> None:
    settings('boards = "asked"\n[games.plurality]\nsize = 5\nwhite = "random"\n')
    moves = "a1,b1,c1\nquit\n"
    play = ("play", "plurality", "--plain", "--seed", "1")
    few = cli(*play, stdin=moves).out.count("\n5 ")
    assert cli(*play, "--boards", "always", stdin=moves).out.count("\n5 ") > few


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"= = =", b"[" * 5000])
def test_a_file_of_nonsense_costs_a_line_and_the_game_begins(cli: Cli, data: bytes) -> None:
    settings("").write_bytes(data)
    done = cli("play", "plurality", "--plain", "--size", "5", "--white", "random", stdin="quit\n")
    assert done.code == 0
    faults = [line for line in done.err.splitlines() if line.startswith("settings: ")]
    assert len(faults) == 1
    assert board(done.out) == 5


def test_commands_for_programs_do_not_look_at_the_settings(cli: Cli) -> None:
    settings("asci = 1\nplain = true\n")
    done = cli("list", "--json")
    assert (done.code, done.err) == (0, "")
