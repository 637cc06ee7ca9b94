"""What the README promises is there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from termgames import games
from termgames.cli.pages import topics
from termgames.cli.root import root

ROOT = Path(__file__).parents[1]
HELP = sorted(ROOT.glob("assets/help/*.md"))
TEXT = "\n".join(page.read_text("utf-8") for page in (ROOT / "README.md", *HELP))
PAGES = [ROOT / "README.md", *ROOT.glob("assets/**/*.md"), *ROOT.glob("tests/benchmarks/**/*.md")]


def anchors(page: Path) -> set[str]:
    """What links to the headings of a page end with."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize(
    "line", sorted(set(re.findall(r"termgames ([a-z]+(?: [^`|#>&\n]*)?)[`\n #]", TEXT)))
)
def test_commands_and_their_options_exist(line: str) -> None:
    context = click.Context(root)
    # As the command line finds it: a word, or two as in `explore make`.
    name, command, words = root.resolve_command(context, line.split())
    assert command is not None
    assert name is not None
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        word, *words = words
        command = command.get_command(context, word.replace("GAME", next(iter(games.GAMES))))
        assert command is not None
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_readme_is_a_page_and_names_every_topic() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.split()) <= 1200
    named = set(re.findall(r"\]\(assets/help/(\w+)\.md\)", readme))
    assert named == set(topics())
