"""`termgames explore`: a tree in text and as JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termgames.play.openings import shelf
from termgames.play.openings.tree import OpeningTree
from tests.cli.support import Cli
from tests.play.openings.support import tree


@pytest.fixture
def made(tmp_path: Path) -> str:
    """A file with a tree."""
    file = tmp_path / "mine.openings"
    file.write_text(tree().written())
    return str(file)


def test_the_start(cli: Cli, made: str) -> None:
    told = cli("explore", "majorities", "--size", "3", "--tree", made)
    assert told.code == 0
    assert told.out.splitlines() == [
        "majorities, size 3",
        "     e1 .   .   . e3",
        "   d1 .       .   . d4",
        " c1 .2  .           . c5",
        "   b1 .       .   . b4",
        "     a1 .3  .1  . a3",
        "Black to move, 100 games: wins 52%, +0.1 points",
        "   move  games  wins  points  goes on",
        "1  a2       60   55%    +0.3  a3,b3; d4,e2",
        "2  c1       30   54%    +0.1",
        "3  a1       10   30%    -1.0",
        "Black wins 52% of 40 games that bots played to the end.",
        "The most even first moves: c1 (54%), a2 (55%) and a1 (30%).",
        "Of the first moves, White gains by taking over a2 and c1.",
    ]


def test_a_turned_line_and_one_outside(cli: Cli, made: str) -> None:
    command = ("explore", "majorities", "--size", "3", "--tree", made, "--line")
    told = cli(*command, "b1").out
    assert "after b1\n" in told
    assert "White to move, 45 games: wins 56%, +0.2 points" in told
    assert "komi" not in told
    assert "fair" not in told
    outside = cli(*command, "a1; a2,a3")
    assert outside.code == 0
    assert outside.out.endswith("No game of the tree went on from here; it is of 100 games.\n")


def test_for_programs(cli: Cli, made: str) -> None:
    command = ("explore", "majorities", "--size", "3", "--tree", made, "--json", "--line")
    value = json.loads(cli(*command, "a2").out)
    assert value["game"] == "majorities"
    assert value["line"] == ["a2"]
    assert value["games"] == 45
    assert value["moves"][0] == {
        "move": "a3,b3",
        "games": 40,
        "share": 0.6,
        "points": 0.5,
        "goes_on": ["d4,e2"],
    }
    assert json.loads(cli(*command, "a1; a2,a3").out)["moves"] == []


def test_what_is_refused_is_told_in_a_line(cli: Cli, made: str) -> None:
    command = ("explore", "majorities", "--size", "3", "--tree", made)
    for line, complaint in (
        ("a2; a2,a3", "--line, move 2, 'a2,a3': a2 is occupied"),
        ("a2; zz", "--line, move 2, 'zz': "),
    ):
        refused = cli(*command, "--line", line)
        assert refused.code == 2
        assert refused.error.startswith(complaint)
    other = cli("explore", "majorities", "--tree", made)
    assert other.code == 2
    assert "is of termgames explore majorities --size 3" in other.error
    none = cli("explore", "plurality", "--size", "9")
    assert none.code == 2
    assert none.error.startswith("there are no openings of plurality with these options, only: ")
    assert "termgames explore make makes a tree for --tree FILE" in none.error
    assert cli("explore", "majorities", "--tree", str(Path(made).parent / "no")).code == 1


def test_komi_and_sides(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "p.openings"
    command = ("--size", "5", "--playouts", "50", "--count", "8", "--ends", "0", "--seed", "1")
    assert cli("explore", "make", "plurality", *command, "--out", str(out)).code == 0
    told = cli("explore", "plurality", "--size", "5", "--pie", "--tree", str(out))
    assert "Openings begin when the offer is answered" in told.out
    sides = cli("explore", "plurality", "--size", "5", "--tree", str(out)).out.splitlines()[-2:]
    assert sides[0].startswith("Black wins ")
    assert "with komi" in sides[0]
    assert sides[1].startswith("Fair komi, as measured by balance: ")
    assert "Under --pie name " in sides[1]
    after_offer = ("--pie", "--line", "komi 3; black", "--tree", str(out))
    assert "to move, " in cli("explore", "plurality", "--size", "5", *after_offer).out


def test_trees_are_of_the_game_that_they_name(made: str) -> None:
    found: OpeningTree = shelf.load(Path(made))
    assert shelf.command(found) == "termgames explore majorities --size 3"


def test_offers_come_first_and_another_komi_is_told(cli: Cli) -> None:
    told = cli("explore", "plurality", "--pie")
    assert told.code == 0
    assert told.out.endswith("Openings begin when the offer is answered.\n")
    answered = ("explore", "plurality", "--pie", "--line", "komi 2; black")
    assert "These figures are of games with komi 5.5." in cli(*answered).out
    assert json.loads(cli(*answered, "--json").out)["other_komi"] == "5.5"
    usual = cli("explore", "plurality").out
    assert "These figures are of games" not in usual
    assert "Under --pie name 1, to which half a point is added" in usual
    assert json.loads(cli("explore", "plurality", "--json").out)["other_komi"] is None
