"""Help, man pages and completion: complete, and light."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from termgames import games
from termgames.cli.gameoptions import parameter
from termgames.cli.pages import topics
from termgames.cli.root import COMMANDS, root
from termgames.play.foreign import formats
from termgames.play.pictures import kinds
from termgames.study.game_page import html
from tests.cases import cases
from tests.cli.support import Cli

GROUPS = ("play", "gtp", "arena", "solve", "train")
PAGES = [
    [],
    *([name] for name in COMMANDS),
    *([group, game] for group in GROUPS for game in games.GAMES),
]
WRONG = [["play", "plurality", "--size", "3"], ["play", "chess"], ["arena"], ["resume", "--no"]]


def command(path: list[str]) -> click.Command:
    found: click.Command = root
    for name in path:
        assert isinstance(found, click.Group)
        step = found.get_command(click.Context(found), name)
        assert step is not None
        found = step
    return found


def test_every_page_of_help(cli: Cli) -> None:
    """Every option is explained, and those of a game are everywhere."""
    own = {name: command([name]).get_short_help_str(100) for name in COMMANDS}
    assert {name: line for name, (_, line) in COMMANDS.items()} == own
    for path in PAGES:
        done = cli(*path, "-h")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"Usage: {' '.join(['termgames', *path])}")
        assert "Example" in done.out
        assert "default: (" not in done.out, "click takes a text for a description"
        options = command(path).params
        told = [each for each in options if isinstance(each, click.Option) and not each.hidden]
        assert [option.name for option in told if not option.help] == [], path
        if len(path) == 2:
            named = {parameter(option) for option in games.info(path[1]).options}
            assert named <= {option.name for option in options}
    assert cli("--help").out == cli().out, "as without a terminal"
    for words in ([], ["resume"], ["replay"], ["play", "plurality"]):
        page = "".join(cli(*words, "--help").out.split())  # names are broken at dashes
        assert ("termgames-light" in page, "tokyo-night" in page) == (True, True)


def test_help_completion_and_wrong_usage_load_nothing_heavy() -> None:
    calls = [[*page, "--help"] for page in PAGES] + WRONG + [["list"], ["--version"]]
    code = (
        "import sys\n"
        "from termgames.cli import main\n"
        f"for call in {calls!r}:\n"
        "    main(call)\n"
        "    loaded = {'numpy', 'rich', 'textual'} & set(sys.modules)\n"
        "    assert not loaded, (call, loaded)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


FIRST_PICTURE = """
import asyncio, gc, sys
from termgames.cli import main
main(["--version"])
before = gc.get_stats()[2]["collections"]
from termgames import games
from termgames.play.match import Match
from termgames.tui.app import Settings, TermgamesApp
match = Match(games.create("plurality", {"size": 13}), ("human", "bot:1"), 1)
async def play():
    app = TermgamesApp(Settings(), lambda opener: opener.open_game(match, None))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        whole = gc.get_stats()[2]["collections"] - before
        needless = sorted({"tomllib", "numpy.ma", "textual.widgets._markdown"} & set(sys.modules))
        sys.__stdout__.write(f"{whole} {gc.get_freeze_count() > 10_000} {needless}\\n")
        app.exit()
asyncio.run(play())
"""


def test_the_first_picture_of_a_board_waits_for_nothing_that_can_wait() -> None:
    """No module that is needed later, and no garbage that is looked for."""
    command = [sys.executable, "-c", FIRST_PICTURE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "0 True []"


def test_every_topic_is_listed_and_shown(cli: Cli) -> None:
    listed = cli("help")
    assert len(topics()) >= 8
    for name, heading in topics().items():
        assert f"{name} " in listed.out
        assert heading in listed.out
        assert cli("help", name.upper()).out.startswith(f"# {heading}\n")


# -- man pages -----------------------------------------------------------------------------------


def test_every_command_has_a_man_page(cli: Cli, tmp_path: Path) -> None:
    """With its help, and nothing in it that troff takes for an order."""
    pytest.importorskip("click_man")
    assert cli("help", "--man", str(tmp_path)).code == 0
    names = {"termgames.1", *(f"termgames-{name}.1" for name in COMMANDS)}
    assert {path.name for path in tmp_path.iterdir()} == names
    root = (tmp_path / "termgames.1").read_text()
    assert all(f"\\fB{name}\\fP" in root for name in COMMANDS)
    page = (tmp_path / "termgames-resume.1").read_text()
    assert "\n.nf\nExamples:\n" in page
    assert "\b" not in page
    orders = {line.split()[0] for line in page.split("\n") if line.startswith((".", "'"))}
    assert orders <= {".TH", ".SH", ".B", ".PP", ".TP", ".nf", ".fi"}
    if shutil.which("man") is not None:
        shown = ["man", "--warnings", "-l", str(tmp_path / "termgames-play.1")]
        done = subprocess.run(shown, capture_output=True, text=True, check=True)
        assert (done.stderr, "Example" in done.stdout) == ("", True)


def test_without_click_man_one_line_says_how_to_get_it(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "click_man.core", None)
    cli.script("help --man .").tells("code 2 & termgames[man]")


# -- completion ----------------------------------------------------------------------------------


def completed(words: str) -> set[str]:
    *before, incomplete = words.split(" ")
    found = ShellComplete(root, {}, "termgames", "_TERMGAMES_COMPLETE")
    return {item.value for item in found.get_completions(before, incomplete)}


EXPORTED = ",".join(form.name for form in (*formats.FORMATS, *kinds.KINDS, html.KIND))


@pytest.mark.parametrize(
    ("words", "expected"),
    cases(f"""
    pl | play
    play plu | plurality
    rules@ | {",".join(games.GAMES)}
    maps i | i,islands
    play plurality --ties p | parity
    arena plurality --siz | --size
    play plurality --size 1 | 11,13,15,17,19
    play plurality --white h | human
    arena plurality --a bot: | bot:{{1,2,3,4,5,6,7,8,9,solver}}
    play plurality --white bot:4,r | bot:4%{{raider,rock,rover}}
    play plurality --white bot:4,h |
    play mitropia --white bot:4,h | bot:4%hoarder
    play plurality --white bot:solver, |
    gtp plurality --bot h |
    play plurality --white mcts: | mcts:{{playouts=,time=,temperature=,policy=}}
    arena tricolor --a mcts:a | mcts:aim=area
    arena tricolor --a mcts:aim= | mcts:aim=area
    arena plurality --a mcts:aim= |
    arena tricolor --a mcts:aim=area |
    arena tricolor --a mcts:aim=area,playouts=9,t | mcts:aim=area%playouts=9%{{time=,temperature=}}
    arena tricolor --a mcts:time=2,ti |
    arena pletore --a mcts:policy=o | mcts:policy=off
    play pletore --white uct: | uct:{{playouts=,time=}}
    play pletore --white g | greedy,gtp:
    export game.tgr --as@ | {EXPORTED}
    """),
)
def test_completion(words: str, expected: str) -> None:
    """In the table `@` stands for a blank at the end, `%` for a comma, and braces hold ends."""
    head, _, ends = expected.rstrip("}").partition("{")
    found = [f"{head}{end}" for end in ends.split(",")] if ends else expected.split(",")
    assert completed(words.replace("@", " ")) == {e.replace("%", ",") for e in found if e}


def test_policies_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "learnt").mkdir()
    for name in ("learnt/one.npz", "learnt/.hidden", "Last.npz"):
        (tmp_path / name).touch()
    for typed, names in {
        "": ("off", "learnt/", "Last.npz"),
        "L": ("Last.npz",),
        "learnt/": ("learnt/one.npz",),
        "nowhere/": (),
        f"{tmp_path}/learnt/o": (f"{tmp_path}/learnt/one.npz",),
    }.items():
        found = completed(f"arena pletore --a mcts:time=1,policy={typed}")
        assert found == {f"mcts:time=1,policy={name}" for name in names}


@pytest.mark.parametrize(
    ("asks", "words", "at", "told"),
    cases("""
    # What a shell asks for, COMP_WORDS and COMP_CWORD
    bash_complete | termgames pl | 1 | COMP_LINE
    zsh_complete | | 1 | COMP_WORDS is not set
    zsh_complete | termgames pl | | COMP_CWORD is not set
    zsh_complete | termgames | x | do not fit
    fish_complete | | | COMP_WORDS is not set
    tcsh_complete | | | 'tcsh_complete': choose one of bash_source, zsh_source
    bash_please | | | 'bash_please': choose one of bash_source
    # Where it says enough.
    zsh_complete | termgames pl | 1 | play
    fish_complete | termgames pl | pl | play
    """),
)
def test_a_shell_that_says_too_little_gets_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, asks: str, words: str, at: str, told: str
) -> None:
    monkeypatch.delenv("COMP_LINE", raising=False)
    for name, value in (("_TERMGAMES_COMPLETE", asks), ("COMP_WORDS", words), ("COMP_CWORD", at)):
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
    if told == "play":
        with pytest.raises(SystemExit, match="0"):
            cli()
        assert told in cli.left()
    else:
        done = cli()
        assert (done.code, done.out, told in done.error) == (2, "", True)


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
        "termgames pl": "play",
    }
    done = subprocess.run(
        ["bash", "--norc", "-c", IN_BASH],
        input="".join(f"{line}\n" for line in expected),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )
    assert dict(zip(expected, done.stdout.splitlines(), strict=True)) == expected
