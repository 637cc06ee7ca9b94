"""`termgames keys`, and what `termgames config validate` says of keys."""

from __future__ import annotations

import json

from termgames.tui import config
from tests.cli.support import Cli


def write(text: str) -> None:
    config.path().parent.mkdir(parents=True, exist_ok=True)
    config.path().write_text(text, "utf-8")


def test_every_command_is_listed_with_the_keys_that_hold(cli: Cli) -> None:
    done = cli("keys")
    assert (done.code, done.err) == (0, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "table.hint i What a bot would play; again: take it up" in lines
    assert "app.quit ctrl+q Quit, all is saved" in lines
    assert "On the screen menu:" in lines
    assert not any(line.startswith("*") for line in lines)


def test_what_is_moved_is_marked(cli: Cli) -> None:
    write('[keys]\n"table.hint" = "f9, alt+i"\n')
    done = cli("keys")
    assert done.code == 0
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "* table.hint f9, alt+i What a bot would play; again: take it up" in lines
    assert sum(line.startswith("*") for line in lines) == 1
    told = {row["id"]: row for row in json.loads(cli("keys", "--json").out)["keys"]}
    assert told["table.hint"]["keys"] == ["f9", "alt+i"]
    assert told["table.hint"]["default"] == ["i"]


def test_another_preset_is_looked_at(cli: Cli) -> None:
    write('[keys]\n"table.hint" = "o"\n')
    done = cli("keys", "--preset", "Vim")
    assert (done.code, done.err) == (0, "")
    assert "m, /" in done.out
    wrong = cli("keys", "--preset", "emacs")
    assert wrong.code == 2
    assert "there is no preset 'emacs': there is default, vim, numpad" in wrong.err


def test_faults_are_told_by_line(cli: Cli) -> None:
    write('theme = "nord"\n[keys]\n"table.hint" = "o"\n"table.hnt" = "x"\n')
    for command in (("keys",), ("config", "validate")):
        done = cli(*command)
        assert done.code == 2
        assert done.err.splitlines() == [
            f"error: {config.path()}, line 4: 'table.hnt' is no command: did you mean table.hint?",
            f"error: {config.path()}, line 3: table.hint (Hint) cannot have o: on the screen game "
            "that is table.overlay (Overlay), give that another key as well",
        ]
