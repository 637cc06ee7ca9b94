"""Help, version and completion: complete, and light."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from termgames import __version__, games
from termgames.cli.gameoptions import parameter
from termgames.cli.pages import topics
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


def test_the_table_of_commands_says_what_each_says_of_itself() -> None:
    own = {name: command([name]).get_short_help_str(100) for name in COMMANDS}
    assert {name: line for name, (_, line) in COMMANDS.items()} == own


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_page_of_help(cli: Cli, path: list[str], flag: str) -> None:
    done = cli(*path, flag)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: {' '.join(['termgames', *path])}")
    assert "Example" in done.out
    assert "default: (" not in done.out, "click takes a text for a description"


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
def test_every_option_is_explained(path: list[str]) -> None:
    for option in command(path).params:
        if isinstance(option, click.Option) and not option.hidden:
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
        (
            "termgames arena plurality --a bot:",
            {*(f"bot:{level}" for level in range(1, 10)), "bot:solver"},
        ),
        (
            "termgames play plurality --white bot:4,r",
            {f"bot:4,{x}" for x in ("raider", "rock", "rover")},
        ),
        ("termgames play plurality --white bot:4,h", set()),
        ("termgames play mitropia --white bot:4,h", {"bot:4,hoarder"}),
        ("termgames play plurality --white bot:solver,", set()),
        ("termgames gtp plurality --bot h", set()),
        (
            "termgames play plurality --white mcts:",
            {f"mcts:{what}=" for what in ("playouts", "time", "temperature", "policy")},
        ),
        ("termgames arena tricolor --a mcts:a", {"mcts:aim=area"}),
        ("termgames arena tricolor --a mcts:aim=", {"mcts:aim=area"}),
        ("termgames arena plurality --a mcts:aim=", set()),
        ("termgames arena tricolor --a mcts:aim=area", set()),
        (
            "termgames arena tricolor --a mcts:aim=area,playouts=90,t",
            {f"mcts:aim=area,playouts=90,{what}=" for what in ("time", "temperature")},
        ),
        ("termgames arena tricolor --a mcts:time=2,ti", set()),
        ("termgames arena pletore --a mcts:policy=o", {"mcts:policy=off"}),
        ("termgames play pletore --white uct:", {"uct:playouts=", "uct:time="}),
        ("termgames play pletore --white g", {"greedy", "gtp:"}),
    ],
)
def test_completion(words: str, expected: set[str]) -> None:
    assert completed(words) == expected


def completed(words: str) -> set[str]:
    *before, incomplete = words.split(" ")[1:]
    found = ShellComplete(root, {}, "termgames", "_TERMGAMES_COMPLETE")
    return {item.value for item in found.get_completions(before, incomplete)}


def test_policies_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "learnt").mkdir()
    for name in ("learnt/one.npz", "learnt/.hidden", "Last.npz"):
        (tmp_path / name).touch()
    policy = "termgames arena pletore --a mcts:time=1,policy="
    given = "mcts:time=1,policy="
    assert completed(policy) == {f"{given}{name}" for name in ("off", "learnt/", "Last.npz")}
    assert completed(f"{policy}L") == {f"{given}Last.npz"}
    assert completed(f"{policy}learnt/") == {f"{given}learnt/one.npz"}
    assert completed(f"{policy}{tmp_path}/learnt/o") == {f"{given}{tmp_path}/learnt/one.npz"}
    assert completed(f"{policy}nowhere/") == set()


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"asks": "bash_complete", "COMP_WORDS": "termgames pl", "COMP_CWORD": "1"}, "COMP_LINE"),
        ({"asks": "zsh_complete", "COMP_CWORD": "1"}, "COMP_WORDS is not set"),
        ({"asks": "zsh_complete", "COMP_WORDS": "termgames pl"}, "COMP_CWORD is not set"),
        ({"asks": "zsh_complete", "COMP_WORDS": "termgames", "COMP_CWORD": "x"}, "do not fit"),
        ({"asks": "fish_complete"}, "COMP_WORDS is not set"),
        ({"asks": "fish_complete", "COMP_WORDS": "termgames", "COMP_CWORD": " "}, "do not fit"),
        ({"asks": "tcsh_complete"}, "'tcsh_complete': choose one of bash_source, zsh_source"),
        ({"asks": "bash_please"}, "'bash_please': choose one of bash_source"),
    ],
)
def test_a_shell_that_says_too_little_gets_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], told: str
) -> None:
    for name in ("COMP_LINE", "COMP_WORDS", "COMP_CWORD"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv("_TERMGAMES_COMPLETE" if name == "asks" else name, value)
    done = cli()
    assert (done.code, done.out) == (2, "")
    assert told in done.error


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_words(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cursor = "1" if shell == "zsh" else "pl"
    for name, value in {
        "_TERMGAMES_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "termgames pl",
        "COMP_CWORD": cursor,
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        cli()
    assert not ended.value.code
    assert "play" in capsys.readouterr().out


IN_BASH = """
compopt() { :; }
eval "$(_TERMGAMES_COMPLETE=bash_source termgames)"
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _termgames_completion termgames
    echo "${COMPREPLY[*]}"
done
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_gets_the_piece_of_a_word_that_it_asks_for(tmp_path: Path) -> None:
    command = tmp_path / "termgames"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m termgames "$@"\n')
    command.chmod(0o755)
    expected = {
        "termgames arena plurality --a=bot:": "1 2 3 4 5 6 7 8 9 solver",
        "termgames arena tricolor --a mcts:aim=": "area",
        "termgames arena plurality --size=1": "11 13 15 17 19",
        "termgames pl": "play",
    }
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", IN_BASH],
        input="".join(f"{line}\n" for line in expected),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path},
    )
    assert dict(zip(expected, done.stdout.splitlines(), strict=True)) == expected


def test_every_topic_is_listed_and_shown(cli: Cli) -> None:
    listed = cli("help")
    assert listed.code == 0
    assert len(topics()) >= 8
    for name, heading in topics().items():
        assert f"{name} " in listed.out
        assert heading in listed.out
        shown = cli("help", name.upper())
        assert (shown.code, shown.err) == (0, "")
        assert shown.out.startswith(f"# {heading}\n")


def test_a_topic_that_is_not_there_names_the_nearest(cli: Cli) -> None:
    near, far = cli("help", "theme"), cli("help", "../README")
    assert (near.code, far.code) == (2, 2)
    assert near.error.endswith("there is no topic 'theme': did you mean themes?")
    assert "choose one of clocks, clusters, commands" in far.error
