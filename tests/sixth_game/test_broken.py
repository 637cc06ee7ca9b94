"""Packages of others that announce games which cannot be used: each costs one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from termgames.core import plugins
from tests.cases import cases
from tests.cli.support import Cli

GOOD = """
from termgames.core.options import GameInfo, Option, Preset, with_defaults
INFO = GameInfo(id="broken", title="Broken", author="x", players="2", summary="x", options=(),
                settle=with_defaults(()))
"""
OPTIONS = """
# options.py, or what stands in a good one > what instead | what is said
import nothing_like_it | ModuleNotFoundError: No module named
INFO = ( | SyntaxError
id="broken" > id="other" | its INFO 'other'
raise SystemExit(3) | SystemExit: 3
raise ValueError('one\\ntwo') | ValueError: one
options=() > options=(), presets=(Preset("small", {"size": 5}),) | has no option --size
options=() > options=(), presets=(Preset("small", seat=2),) | seats a player on none of its seats
title="Broken" > title="\\x1b[2J" | '\\x1b[2J' in its options.py is not one line of plain text
with_defaults(()) > lambda chosen: 1 / 0 | ZeroDivision
options=() > options=(Option("size", "int", "x.", default=9, low=2, high=5),) \
  | a default in its options.py: --size 9 is out of range: choose 2 to 5
"""
HEX = """
from termgames_hex.rules import *
class Broken(Hex):
    id = "broken"
    def __init__(self):
        super().__init__(dict(size=3, swap=False))
        self.options = dict()
    _may_swap = lambda self, s: False
    {member}
create = lambda settled: Broken()
"""
ARGUMENTS = {"format": ", m", "cells_of": ", m", "apply": ", s, m"}
ARGUMENTS |= {"refuse": ", s, m", "colour": ", s, seat"}
SEATS = {
    "before": ((), "a1\n"),
    "in": (("--white", "random"), "a1\n"),
    "later": (("--black", "random", "--white", "mcts:playouts=8"), ""),
}
WRONG = """
# before or in the game, or in one of bots | a member | what it does | what is said
in | legal_moves | return super().legal_moves(s)[:9 * (1 - s.turn) or 1 // 0] | ZeroDivisionError:
in | apply | raise SystemExit('\\x1b[2J') | SystemExit:
before | score | return Score((0.0,), (), (0,)) | : score: it answers Score(totals=(0.0,)
before | score | return Score((0.0, float('nan')), (), (0,)) | not a Score of numbers
before | score | return Score((0.0, 0.0), (), (2,)) | not a Score of numbers
before | marks | 'b' | : marks: 'b' has 1 letter for 2 players
before | legal_moves | return iter(int, 1) | not a list or tuple
before | legal_moves | return () | : legal_moves: it is empty
before | apply | return s | : apply: it answers State(
before | stones | return s.stones[1:] | : stones: it answers b'
before | to_act | return 5 | : to_act: it answers 5, not a seat
before | to_act | return -1 | : chances: to_act answers CHANCE
before | prompt | return None | : prompt: it answers None, not a line of text
before | colour | return 7 | : colour: it answers 7, not the number of one of its `marks`
before | refuse | return Refusal('no', 'no') | : refuse: it refuses 'a1'
before | refuse | return 'no' | : refuse: it answers 'no', not a Refusal or None
before | format | return 'b2' | : parse: 'b2' is not read as
before | cells_of | return (9,) | : cells_of: it answers (9,), not cells of the board
later | utilities | return [1.0] | utilities: it answers [1.0], not a number a player
later | apply | return super().apply(s, m) if s.stones.count(0) > 4 else None \
  | apply: it answers None, not another state
later | cells_of | return (m.cell,) if m.cell < 1 else None | cells_of: it answers None, not
"""
FAULT = "error: fault in the game broken, please report it to the makers of plugin-broken"


def install(site: Path, name: str, options: str, **modules: str) -> None:
    """A package that announces a game, as pip leaves it."""
    package, about = site / f"plugin_{name}", site / f"plugin_{name}-1.0.dist-info"
    for folder in (package, about):
        folder.mkdir(parents=True)
    for module, text in {"__init__": "", "options": options, **modules}.items():
        (package / f"{module}.py").write_text(text)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[termgames.games]\n{name} = plugin_{name}\n")


@pytest.fixture
def termgames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Cli]:
    """The program in this process, which finds what is installed in the test's folder."""
    for folder in (Path(__file__).parent, tmp_path):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(plugins, "announced", cache(plugins.announced.__wrapped__))
    yield Cli(monkeypatch, capsys)
    for name in [name for name in sys.modules if name.startswith("plugin_")]:
        del sys.modules[name]


Broken = Callable[..., Any]


@pytest.fixture
def broken(termgames: Cli, tmp_path: Path) -> Broken:
    """Installs Hex with a member changed, and plays it."""

    def play(member: str, *words: str, stdin: str = "", **modules: str) -> Any:
        install(tmp_path, "broken", GOOD, rules=HEX.format(member=member), **modules)
        return termgames("play", "broken", "--plain", *words, stdin=stdin)

    return play


@pytest.mark.parametrize(("options", "told"), cases(OPTIONS))
def test_broken_options_cost_a_line(
    termgames: Cli, tmp_path: Path, options: str, told: str
) -> None:
    old, changed, new = options.partition(" > ")
    install(tmp_path, "broken", GOOD.replace(old, new) if changed else options)
    listed = termgames("list")
    assert (listed.code, "plurality" in listed.out, "broken" in listed.out) == (0, True, False)
    (line,) = listed.err.splitlines()
    assert line.startswith("the game broken cannot be used: ")
    assert told in line
    played = termgames("play", "broken", "--plain")
    assert (played.code, played.out, told in played.err) == (2, "", True)


def test_broken_rules_cost_a_line_when_they_are_asked_for(termgames: Cli, tmp_path: Path) -> None:
    told = "its rules lack id, options"
    install(tmp_path, "broken", GOOD, rules="create = lambda settled: 3")
    listed = termgames("list")
    assert ("broken" in listed.out, told in listed.err) == (True, True)
    played = termgames("play", "broken", "--plain")
    assert (played.code, played.out, told in played.err) == (2, "", True)


@pytest.mark.parametrize(("when", "name", "body", "told"), cases(WRONG))
def test_a_wrong_answer_costs_a_line_that_says_whose_it_is(
    broken: Broken, when: str, name: str, body: str, told: str
) -> None:
    words, stdin = SEATS[when]
    head = f"def {name}(self{ARGUMENTS.get(name, ', s')}): "
    member = f"{name} = {body}" if name == "marks" else head + body
    played = broken(member, *words, stdin=stdin)
    (line,) = played.err.splitlines()
    assert played.code == 1
    assert line.startswith(FAULT + (told if told.startswith(":") else ": "))
    assert told in line
    assert when != "before" or not played.out
    assert "\x1b" not in played.out + played.err


def test_who_stops_a_game_that_never_answers_is_told_its_name(broken: Broken) -> None:
    played = broken("def start(self): raise KeyboardInterrupt")
    told = "error: interrupted while the game broken looked for an answer"
    assert (played.code, played.err.strip()) == (130, told)


@pytest.mark.parametrize(
    ("base", "code", "told"),
    [
        ("str", 2, "display.py answers no core.display.Display"),
        ("Display", 0, "note: status of a display left out: fault in the game broken, please"),
    ],
)
def test_a_display_that_fails_costs_a_line_and_no_game(
    broken: Broken, base: str, code: int, told: str
) -> None:
    display = "from termgames.core.display import Display\n" + (
        f"class display({base}):\n    def status(self, s): return [1 // 0]\n"
    )
    played = broken("x = 1", "--white", "human", stdin="a1\nquit\n", display=display)
    assert (played.code, told in played.err) == (code, True)


def test_a_terminal_obeys_no_text_of_a_game(broken: Broken) -> None:
    """Nor does a record hold a move that is no line: it could not be read again."""
    member = "format = lambda self, m: '\\x1b[2J\\n' if m.cell else 'a1'; prompt = seat_name = \\\n"
    member += "        lambda self, s, seat=0: 'x' * seat + '\\x1b[2J\\u202eevil'"
    played = broken(member, "--white", "human", stdin="b1\nquit\n")
    assert "\\x1b[2J" in played.out
    assert "\\u202eevil" in played.out
    assert not {"\x1b", "\u202e"} & set(played.out + played.err)
    assert "no record can hold a move of broken" in played.err


def test_a_game_of_ours_keeps_its_name_and_loads_no_other(termgames: Cli, tmp_path: Path) -> None:
    install(tmp_path, "pletore", "raise ValueError('never loaded')")
    install(tmp_path, "broken", "print('loaded')")
    played = termgames("play", "pletore", "--size", "5", "--plain", stdin="quit\n")
    assert (played.code, "loaded" in played.out) == (0, False)
    listed = termgames("list")
    assert "Pletore by Luis" in listed.out
    assert "the game pletore of plugin-pletore cannot be used: its name is taken" in listed.err
