"""`termgames solve`: who wins a small game."""

from __future__ import annotations

import json

import pytest

from tests.cli.support import Cli


def test_the_command(cli: Cli) -> None:
    told = json.loads(cli("solve", "majorities", "--size", "3", "--json").out)
    assert list(told) == ["value", "winner", "openings", "line", "states", "seconds"]
    assert (told["value"], told["winner"]) == (-1, "white")
    assert told["openings"] == dict.fromkeys(told["openings"], "white")
    assert len(told["openings"]) == 15
    assert len(told["line"]) == 8
    assert told["states"] == 1_704_511
    assert told["seconds"] > 0
    out = cli("solve", "majorities", "--size", "2").out.splitlines()
    assert out[0] == "White wins in 2 turns"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("majorities",), "out of reach"),
        (("majorities", "--size", "3", "--capture"), "cannot be solved"),
        (("plurality",), "cannot be solved"),
    ],
)
def test_the_command_says_what_it_cannot(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    done = cli("solve", *arguments)
    assert done.code == 2
    assert told in done.error
