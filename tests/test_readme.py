"""What the README promises is there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from termgames import games
from termgames.cli.root import COMMANDS, root

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


@pytest.mark.parametrize(
    "line", sorted(set(re.findall(r"termgames ([a-z]+(?: [^`|#>&\n]*)?)[`\n #]", README)))
)
def test_commands_and_their_options_exist(line: str) -> None:
    name, *words = line.split()
    assert name in COMMANDS
    context = click.Context(root)
    command = root.get_command(context, name)
    assert command is not None
    if isinstance(command, click.Group) and words:
        command = command.get_command(context, words[0].replace("GAME", next(iter(games.GAMES))))
        assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known
