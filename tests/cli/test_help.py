"""Help and completion: complete, and light."""

import os
import re
import subprocess
import sys

import click
import pytest
from click.shell_completion import ShellComplete

from termgames import games
from termgames.cli.gameoptions import parameter
from termgames.cli.pages import topics
from termgames.cli.root import GROUPS as HEADINGS
from termgames.cli.root import HIDDEN, LAB, UNLISTED, root
from termgames.play.foreign import formats
from termgames.play.pictures import kinds
from termgames.study.game_page import html
from tests.cases import cases
from tests.cli.support import Cli

COMMANDS = {name: place for group in HEADINGS.values() for name, place in group.items()}
OF_GAMES = (["play"], ["gtp"], ["lab", "arena"], ["solve"], ["lab", "train"])
PAGES = [
    [],
    *([name] for name in COMMANDS),
    *(["lab", name] for name in LAB),
    *(name.split() for name in (*HIDDEN, *UNLISTED)),
    *([*path, game] for path in OF_GAMES for game in games.GAMES),
]
WRONG = [["play", "plurality", "--size", "3"], ["play", "chess"], ["arena"], ["resume", "--no"]]


def command(path: list[str]) -> click.Command:
    found: click.Command = root
    while path:
        assert isinstance(found, click.Group)
        _, step, path = found.resolve_command(click.Context(found), path)
        assert step is not None
        found = step
    return found


def test_every_page_of_help(cli: Cli) -> None:
    """Every option is explained, and those of a game are everywhere; the first one is short."""
    assert len(COMMANDS) <= 18
    first = cli("--help").out
    assert [heading for heading in HEADINGS if f"{heading}:\n" in first] == list(HEADINGS)
    assert not re.search(r"^  (puzzles|arena|stats|relay) ", first, re.MULTILINE)
    for path in PAGES:
        done = cli(*path, "-h")
        assert (done.code, done.err) == (0, "")
        two, one = " ".join(path[:2]), path[0] if path else ""
        today = HIDDEN[two] if two in HIDDEN else " ".join([HIDDEN.get(one, one), *path[1:]])
        assert done.out.startswith(f"Usage: termgames {today}".rstrip())
        assert "Example" in done.out
        assert "default: (" not in done.out, "click takes a text for a description"
        options = command(path).params
        told = [each for each in options if isinstance(each, click.Option) and not each.hidden]
        assert [option.name for option in told if not option.help] == [], path
        if path[-1:] and path[-1] in games.GAMES:
            named = {parameter(option) for option in games.info(path[-1]).options}
            assert named <= {option.name for option in options}
    assert first == cli().out, "as without a terminal"
    assert {"termgames-light", "tokyo-night"} <= set(cli("--theme", "list").out.split())


def test_help_completion_and_wrong_usage_load_nothing_heavy() -> None:
    calls = [[*page, "--help"] for page in PAGES] + WRONG + [["list"], ["--version"]]
    code = (
        "import sys\n"
        "from termgames.cli import main\n"
        "main(['--version'])\n"
        "main(['--help'])\n"
        "needless = {'termgames.games', 'termgames.core.files', 'subprocess'} & set(sys.modules)\n"
        "assert not needless, needless\n"
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


@pytest.mark.parametrize(
    ("variable", "calls", "told"),
    cases("""
    PUZZLES_LISTING=1 | puzzles plurality; problems plurality | level 1
    PROBLEMS_LIST=1 | puzzles plurality; problems plurality | level 1
    ARENA_PLURALITY_SIZE=4 | arena plurality; lab arena plurality | code 2 & 4
    LAB_ARENA_PLURALITY_SIZE=4 | arena plurality; lab arena plurality | code 2 & 4
    PUZZLES_MAKE_PLURALITY_SIZE=4 | puzzles make plurality; lab problems plurality | code 2 & 4
    LAB_PROBLEMS_PLURALITY_SIZE=4 | puzzles make plurality; lab problems plurality | code 2 & 4
    LIST_JSON=1 | list | "game": "plurality"
    LIST_AS_JSON=1 | list | "game": "plurality"
    SETTINGS_SHOW_JSON=1 | config show; settings show | "settings": [
    CONFIG_KEYS_PRESET=vm | keys; settings keys; config keys | code 2 & 'vm'
    NO_OPENINGS=1 | settings show | environment, TERMGAMES_NO_OPENINGS
    CORES=65 | list | code 2 & TERMGAMES_CORES takes a whole number from 1 to 64, not 65
    """),
)
def test_variables_are_called_as_commands_and_options_are_or_were(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, variable: str, calls: str, told: str
) -> None:
    before, (name, text) = dict(os.environ), variable.split("=")
    monkeypatch.setenv(f"TERMGAMES_{name}", text)
    for call in calls.split("; "):
        cli.script(call).tells(told)
    assert os.environ == {**before, f"TERMGAMES_{name}": text}


def test_older_names_hold_and_what_is_no_more_is_refused(cli: Cli) -> None:
    cli.script("help --man").tells("code 2 & needs a folder & termgames help commands")
    cli.script("help --man .").tells("code 2 & click-man & termgames help commands")
    cli.script("tables").tells("no table is open")


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
    puz |
    prob | problems
    lab ar | arena
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
    gtp plurality --bot h |
    play plurality --white mcts: | mcts:{{playouts=,time=,policy=}}
    lab arena tricolor --a mcts:a | mcts:aim=area
    arena plurality --a mcts:aim= |
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


@pytest.mark.parametrize(
    ("words", "at", "told"),
    [("termgames pl", "1", "play"), ("termgames nosuch ", "2", ""), ("termgames pl", "", None)],
)
def test_what_a_shell_asks_for(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: str, at: str, told: str | None
) -> None:
    """A word, nothing, or one line where it does not say what was typed."""
    asked = {"_TERMGAMES_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": at}
    for name, value in asked.items():
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
    if told is None:
        cli.script("").tells("code 2 & COMP_CWORD")
    else:
        with pytest.raises(SystemExit, match="0"):
            cli()
        assert told in cli.left()
