"""Help, version and completion: complete, and light."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.shell_completion import ShellComplete

from termgames import __version__, games
from termgames.cli.gameoptions import parameter
from termgames.cli.root import COMMANDS, root
from tests.cli.support import Cli

GROUPS = ("play", "gtp", "arena", "solve", "train")
PAGES = [
    [],
    *([name] for name in COMMANDS),
    *([group, game] for group in GROUPS for game in games.GAMES),
]
WRONG = [["play", "plurality", "--size", "3"], ["play", "chess"], ["arena"], ["resume", "--no"]]
HEAVY = ("numpy", "rich", "textual")


def command(path: list[str]) -> click.Command:
    found: click.Command = root
    for name in path:
        assert isinstance(found, click.Group)
        step = found.get_command(click.Context(found), name)
        assert step is not None
        found = step
    return found


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_page_of_help(cli: Cli, path: list[str], flag: str) -> None:
    done = cli(*path, flag)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: {' '.join(['termgames', *path])}")
    assert "Example" in done.out


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
def test_every_option_is_explained(path: list[str]) -> None:
    for option in command(path).params:
        if isinstance(option, click.Option):
            assert option.help, option.name


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("game_id", games.GAMES)
def test_the_options_of_a_game_are_everywhere(group: str, game_id: str) -> None:
    names = {option.name for option in command([group, game_id]).params}
    assert names >= {parameter(option) for option in games.info(game_id).options}


def test_help_completion_and_wrong_usage_load_nothing_heavy() -> None:
    calls = [[*page, "--help"] for page in PAGES] + WRONG + [["list"], ["--version"]]
    code = (
        "import sys\n"
        "from termgames.cli import main\n"
        f"for call in {calls!r}:\n"
        "    main(call)\n"
        f"    loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    assert not loaded, (call, loaded)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"termgames {__version__}\n"


def test_without_a_terminal_the_bare_command_shows_help(cli: Cli) -> None:
    done = cli()
    assert done.code == 0
    assert done.out == cli("--help").out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("termgames pl", {"play"}),
        ("termgames play plu", {"plurality"}),
        ("termgames rules ", set(games.GAMES)),
        ("termgames play plurality --ties p", {"parity"}),
        ("termgames arena plurality --siz", {"--size"}),
        ("termgames play plurality --size 1", {"11", "13", "15", "17", "19"}),
        ("termgames play plurality --white h", {"human"}),
        ("termgames arena plurality --a bot:", {f"bot:{level}" for level in range(1, 10)}),
        ("termgames gtp plurality --bot h", set()),
    ],
)
def test_completion(words: str, expected: set[str]) -> None:
    *before, incomplete = words.split(" ")[1:]
    found = ShellComplete(root, {}, "termgames", "_TERMGAMES_COMPLETE")
    assert {item.value for item in found.get_completions(before, incomplete)} == expected
