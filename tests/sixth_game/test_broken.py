"""Packages of others that announce games which cannot be used: each costs one line."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from termgames import games
from termgames.core import plugins
from termgames.play import match
from tests.cli.support import Cli
from tests.terminal import Terminal

DOWN = b"\x1b[B"
STATE = "termgames-state\nquit\n"
GOOD = """
from termgames.core.options import GameInfo, with_defaults
INFO = GameInfo(id="broken", title="Broken", author="x", players="2", summary="x", options=(),
                settle=with_defaults(()))
"""

OPTIONS = {
    "an import fails": ("import nothing_like_it", "ModuleNotFoundError: No module named"),
    "no Python": ("INFO = (", "SyntaxError"),
    "no INFO": ("", "AttributeError"),
    "INFO of another kind": ("INFO = 3", "is no GameInfo"),
    "another id": (GOOD.replace('id="broken"', 'id="other"'), "its INFO 'other'"),
    "it ends the program": ("raise SystemExit(3)", "SystemExit: 3"),
    "it raises lines": ("raise ValueError('one\\ntwo')", "ValueError: one"),
    "no presets": (GOOD.replace("options=()", "options=(), presets=()"), "has no preset"),
    "a preset without its option": (
        GOOD.replace("GameInfo,", "GameInfo, Preset,").replace(
            "options=()", 'options=(), presets=(Preset("small", {"size": 5}),)'
        ),
        "has no option --size",
    ),
    "a title that a terminal obeys": (
        GOOD.replace('title="Broken"', 'title="\\x1b[2J"'),
        "'\\x1b[2J' in its options.py is not one line of plain text",
    ),
    "settle fails": (GOOD.replace("with_defaults(())", "lambda chosen: 1 / 0"), "ZeroDivision"),
}
RULES = {
    "no rules": (None, "ModuleNotFoundError"),
    "no create": ("", "AttributeError"),
    "no game": ("create = lambda settled: object()", "its rules lack id, options"),
}
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
LATE = {
    "the moves fail": (
        "def legal_moves(self, s): return super().legal_moves(s)[:9 * (1 - s.turn) or 1 // 0]",
        "ZeroDivisionError: ",
    ),
    "a move fails": ("def apply(self, s, m): raise ValueError('\\x1b[2J\\nno')", "\\x1b[2J no"),
    "it ends the program": ("def apply(self, s, m): raise SystemExit('\\x1b[2J')", "SystemExit: "),
    "a text is none": ("def score(self, s): return [][len(s.stones)]", "IndexError: "),
}
"""Members of rules that fail in the middle of a game, and what is said of them."""
WRONG = {
    "a total too few": (
        "def score(self, s): return Score((0.0,), (), (0,))",
        "score: 1 totals for 2 players",
    ),
    "a total that is no number": (
        "def score(self, s): return Score((0.0, float('nan')), (), (0,))",
        "score: the totals (0.0, nan) are not all numbers",
    ),
    "no score": ("def score(self, s): return (0, 0)", "score: it answers a tuple, not a Score"),
    "a winner who does not play": (
        "def score(self, s): return Score((0.0, 0.0), (), (2,))",
        "score: the winners (2,) are not all players",
    ),
    "a mark too few": ("marks = 'b'", "marks: 'b' has 1 letter for 2 players"),
    "too many marks": ("marks = 'bwrugo'", "marks: 'bwrugo' has 6 letters"),
    "a mark twice": ("marks = 'bb'", "marks: 'bb' has a letter twice"),
    "marks in capitals": ("marks = 'BW'", "marks: it is 'BW', not small letters"),
    "other seats than told": ("seats = 3", "seats: it is 3, and INFO names 2"),
    "a set of moves": (
        "def legal_moves(self, s): return set(super().legal_moves(s))",
        "legal_moves: it answers a set, not a list or tuple",
    ),
    "a text of moves": (
        "def legal_moves(self, s): return 'ab'",
        "legal_moves: it answers a str, not a list or tuple",
    ),
    "the same position": (
        "def apply(self, s, m): return s",
        "apply: it answers the position that it was given: a move has to change something",
    ),
    "a position like the last": (
        "def apply(self, s, m): return replace(s)",
        "apply: it answers the position that it was given: a move has to change something",
    ),
    "moves without end": (
        "def legal_moves(self, s): return iter(int, 1)",
        "legal_moves: it answers a callable_iterator",
    ),
    "no moves": ("def legal_moves(self, s): return ()", "legal_moves: it is empty"),
    "a stone too few": (
        "def stones(self, s): return s.stones[1:]",
        "stones: it has 8 bytes for 9 cells",
    ),
    "a stone of no colour": (
        "def stones(self, s): return bytes([3] * 9)",
        "stones: 3 is no stone: `marks` has 2 colours",
    ),
    "nobody's turn": ("def to_act(self, s): return 5", "to_act: 5 is no seat from 0 to 1"),
    "nobody's turn by numpy": (
        "def to_act(self, s): import numpy; return numpy.int64(5)",
        "to_act: 5 is no seat from 0 to 1",
    ),
    "a part of a colour": (
        "def colour(self, s, seat): return float(seat)",
        "colour: 0.0 is no colour: `marks` has 2",
    ),
    "chance without chances": ("def to_act(self, s): return -1", "chances: to_act answers CHANCE"),
    "a prompt that is none": ("def prompt(self, s): return None", "prompt: it answers None"),
    "a colour that is none": (
        "def colour(self, s, seat): return 7",
        "colour: 7 is no colour: `marks` has 2",
    ),
    "a refused move": (
        "def refuse(self, s, m): return Refusal('no', 'no')",
        "refuse: it refuses 'a1'",
    ),
    "no refusal": ("def refuse(self, s, m): return 'no'", "refuse: it answers a str"),
    "a move that is not read": ("def format(self, m): return 'b2'", "parse: 'b2' is not read as"),
    "another id": (
        "def __init__(self):\n        super().__init__({'size': 3, 'swap': False}); "
        "self.options = {}; self.id = 'hex'",
        "id: it is 'hex', and INFO says 'broken'",
    ),
    "a move that parse refuses": (
        "def format(self, m): return 'off'",
        "UnreadableMove: 'off' is no",
    ),
    "a start that fails": ("def start(self): raise KeyError('x')", "KeyError: 'x'"),
    "shown off the board": (
        "def cells_of(self, m): return (9,)",
        "cells_of: (9,) are not all on the board",
    ),
}
"""Members whose answers no game may give, and what is said of them before the game begins."""
LATER = {
    "a total too few": (
        "def score(self, s): return Score((0.0,) * (2 - (s.stones.count(0) < 8)), (), (0, 1))",
        "score: 1 totals for 2 players",
    ),
    "shares of nobody": (
        "def utilities(self, s): return [1.0]",
        "utilities: it has the shape (1,), not (2,): one share a player",
    ),
    "shares that are no numbers": (
        "def utilities(self, s): return [float('nan')] * 2",
        "utilities: the shares [nan, nan] are not all numbers",
    ),
    "no shares": (
        "def utilities(self, s): return 'ab'",
        "utilities: it answers a str (ValueError: could not convert string to float",
    ),
    "no state": (
        "def apply(self, s, m): return super().apply(s, m) if s.stones.count(0) > 4 else None",
        "apply: it answers None, not a state",
    ),
    "no text of a move": (
        "def format(self, m): return super().format(m) if m.cell < 1 else None",
        "format: None is no text",
    ),
    "cells off the board": (
        "def cells_of(self, m): return (m.cell,) if m.cell < 1 else (9,)",
        "cells_of: (9,) are not all on the board",
    ),
    "no cells": (
        "def cells_of(self, m): return (m.cell,) if m.cell < 1 else None",
        "cells_of: it answers a NoneType (TypeError: ",
    ),
}
"""Members that answer so later on."""


def install(
    site: Path, name: str, options: str, rules: str | None = None, display: str | None = None
) -> None:
    """A package that announces a game, as pip leaves it."""
    package, record = site / f"plugin_{name}", site / f"plugin_{name}-1.0.dist-info"
    for folder in (package, record):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "options.py").write_text(options)
    if rules is not None:
        (package / "rules.py").write_text(rules)
    if display is not None:
        (package / "display.py").write_text(display)
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(f"[termgames.games]\n{name} = plugin_{name}\n")


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


@pytest.mark.parametrize(("options", "told"), OPTIONS.values(), ids=OPTIONS)
def test_broken_options_cost_a_line(
    termgames: Cli, tmp_path: Path, options: str, told: str
) -> None:
    install(tmp_path, "broken", options)
    listed = termgames("list")
    assert listed.code == 0
    assert "plurality" in listed.out
    assert "broken" not in listed.out
    (line,) = listed.err.splitlines()
    assert line.startswith("the game broken cannot be used: ")
    assert told in line
    played = termgames("play", "broken", "--plain")
    assert (played.code, played.out) == (2, "")
    assert told in played.err


@pytest.mark.parametrize(("rules", "told"), RULES.values(), ids=RULES)
def test_broken_rules_cost_a_line_when_they_are_asked_for(
    termgames: Cli, tmp_path: Path, rules: str | None, told: str
) -> None:
    install(tmp_path, "broken", GOOD, rules)
    listed = termgames("list")
    assert "broken" in listed.out
    assert told in listed.err
    assert "the game broken has no RULES.md" in listed.err
    played = termgames("play", "broken", "--plain")
    assert (played.code, played.out) == (2, "")
    assert told in played.err


@pytest.mark.parametrize(("member", "told"), LATE.values(), ids=LATE)
def test_rules_that_fail_in_a_game_cost_a_line_that_says_whose_they_are(
    termgames: Cli, tmp_path: Path, member: str, told: str
) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    played = termgames("play", "broken", "--plain", "--white", "random", stdin="a1\n")
    assert played.code == 1
    (line,) = played.err.splitlines()
    assert line.startswith("error: fault in the game broken, ")
    assert "report it to the makers of plugin-broken: " in line
    assert told in line
    assert "\x1b" not in played.out + played.err


@pytest.mark.parametrize(("member", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_costs_a_line_before_the_game(
    termgames: Cli, tmp_path: Path, member: str, told: str
) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    played = termgames("play", "broken", "--plain", stdin="a1\n")
    assert (played.code, played.out) == (1, "")
    (line,) = played.err.splitlines()
    start = "error: fault in the game broken, please report it to the makers of plugin-broken: "
    assert line.startswith(start + told)


@pytest.mark.parametrize(("member", "told"), LATER.values(), ids=LATER)
def test_a_wrong_answer_later_on_costs_a_line_as_well(
    termgames: Cli, tmp_path: Path, member: str, told: str
) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    seats = ("--black", "random", "--white", "mcts:playouts=8")
    played = termgames("play", "broken", "--plain", *seats)
    assert played.code == 1
    assert "the game broken" in played.err
    assert told in played.err
    assert "unexpected" not in played.err + played.out


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ('"int", "x.", default=9, low=2, high=5', "--size 9 is out of range: choose 2 to 5"),
        ('"choice", "x.", default="a", choices=("b", "c")', "'a' is unknown: choose b or c"),
        ('"int", "x.", low=2, high=5, bare=1', "--size 1 is out of range"),
    ],
)
def test_a_default_is_a_value_of_its_option(
    termgames: Cli, tmp_path: Path, kind: str, told: str
) -> None:
    options = f"from termgames.core.options import Option\n{GOOD}".replace(
        "options=()", f'options=(Option("size", {kind}),)'
    )
    install(tmp_path, "broken", options)
    listed = termgames("list")
    assert "the game broken cannot be used: a default in its options.py: " in listed.err
    assert told in listed.err


def test_whole_numbers_of_numpy_are_taken(termgames: Cli, tmp_path: Path) -> None:
    member = (
        "def to_act(self, s): import numpy; return numpy.int64(super().to_act(s))\n"
        "    def colour(self, s, seat): import numpy; return numpy.int8(super().colour(s, seat))\n"
        "    def cells_of(self, m): import numpy; return numpy.array(super().cells_of(m))\n"
        "    def score(self, s):\n"
        "        import numpy; score = super().score(s)\n"
        "        return replace(score, totals=tuple(map(numpy.float32, score.totals)),\n"
        "            winners=tuple(map(numpy.int64, score.winners)))"
    )
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    seats = ("--black", "random", "--white", "mcts:playouts=8")
    played = termgames("play", "broken", "--plain", *seats)
    assert (played.code, "at fault" in played.err) == (0, False), played.err
    state = termgames("gtp", "broken", stdin="play black a1\n" + STATE)
    assert '"to_move": "white", "board": ["...", "...", "b.."]' in state.out


def test_a_game_without_an_end_ends_with_a_line(
    termgames: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = "def apply(self, s, m): return replace(s, turn=1 - s.turn)"
    install(tmp_path, "broken", GOOD, HEX.format(member=turns))
    monkeypatch.setattr(match, "MOST_PLIES", 30)
    seats = ("--black", "random", "--white", "random")
    played = termgames("play", "broken", "--plain", *seats)
    assert "a game of broken may have 30 moves at most, and this one has not" in played.err


def test_a_seats_name_turns_no_line_round(termgames: Cli, tmp_path: Path) -> None:
    name = "def seat_name(self, s, seat): return 'x' * seat + '\\u202eevil'"
    install(tmp_path, "broken", GOOD, HEX.format(member=name))
    for words, said in ((("play", "broken", "--plain"), "a1\nquit\n"), (("gtp", "broken"), STATE)):
        told = termgames(*words, stdin=said)
        assert "\\u202eevil" in told.out
        assert "\u202e" not in told.out + told.err


def test_a_fault_ends_the_game_and_the_menu_tells_it(tmp_path: Path) -> None:
    member = (
        "def apply(self, s, m):\n"
        "        if m.cell == 8: raise ValueError('bang')\n"
        "        return super().apply(s, m)"
    )
    site, data = tmp_path / "site", tmp_path / "data"
    install(site, "broken", GOOD, HEX.format(member=member))
    path = f"{site}{os.pathsep}{Path(__file__).parent}"
    with Terminal(PYTHONPATH=path, TERMGAMES_DATA=str(data), size=(110, 40)) as terminal:
        terminal.wait_for("Broken")
        terminal.send(DOWN * len(games.GAMES) + b"\r")
        terminal.wait_for("you join top and bottom")
        terminal.send(b"mc3\r")
        terminal.wait_for("fault in the game broken, please report it", "ValueError: bang")
        terminal.wait_for("results")
        terminal.send(b"\x11")
        assert terminal.end() == 0
    assert "bang" in (data / "faults.log").read_text()


def test_who_stops_a_game_that_never_answers_is_told_its_name(
    termgames: Cli, tmp_path: Path
) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member="def start(self): raise KeyboardInterrupt"))
    played = termgames("play", "broken", "--plain")
    assert played.code == 130
    told = played.err.strip()
    assert told == "error: interrupted while the game broken looked for an answer"


def test_a_display_is_one(termgames: Cli, tmp_path: Path) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member="x = 1"), "display = lambda game: None")
    played = termgames("play", "broken", "--plain")
    assert (played.code, played.out) == (2, "")
    assert "display.py answers no core.display.Display" in played.err


def test_a_game_is_opened_again_where_its_display_fails(termgames: Cli, tmp_path: Path) -> None:
    fine = "from termgames.core.display import Display as display\n"
    install(tmp_path, "broken", GOOD, HEX.format(member="x = 1"), fine)
    played = termgames("play", "broken", "--plain", "--white", "human", stdin="a1\nquit\n")
    assert (played.code, played.err) == (0, "")
    failing = "class Failing(display):\n    def status(self, s): return [1 // 0]\n"
    (tmp_path / "plugin_broken" / "display.py").write_text(f"{fine}{failing}display = Failing\n")
    del sys.modules["plugin_broken.display"]
    importlib.invalidate_caches()
    again = termgames("resume", "--plain", stdin="b1\nquit\n")
    assert (again.code, "2. white b1" in again.out) == (0, True), again
    (line,) = again.err.splitlines()
    assert line.startswith("note: status of a display left out: fault in the game broken, please")
    assert "ZeroDivisionError" in line


def test_a_terminal_obeys_no_text_of_a_game(termgames: Cli, tmp_path: Path) -> None:
    """Nor does a record hold a move that is no line: it could not be read again."""
    member = (
        "format = lambda self, m: '\\x1b[2J\\n' if m.cell else 'a1'; "
        "prompt = lambda self, s: '\\x1b[2J'"
    )
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    said = "b1\nquit\n"
    played = termgames("play", "broken", "--plain", "--white", "human", stdin=said)
    assert "\\x1b[2J" in played.out
    assert "\x1b" not in played.out + played.err
    assert "no record can hold a move of broken" in played.err


def test_a_game_of_ours_keeps_its_name(termgames: Cli, tmp_path: Path) -> None:
    install(tmp_path, "pletore", "raise ValueError('never loaded')")
    listed = termgames("list")
    assert "Pletore by Luis" in listed.out
    (line,) = listed.err.splitlines()
    assert "the game pletore of plugin-pletore cannot be used: its name is taken" in line


def test_other_games_do_not_load_a_broken_one(termgames: Cli, tmp_path: Path) -> None:
    install(tmp_path, "broken", "print('loaded')")
    played = termgames("play", "pletore", "--size", "5", "--plain", stdin="quit\n")
    assert played.code == 0
    assert "loaded" not in played.out
    helped = termgames("play", "--help")
    assert helped.code == 0
    assert "mitropia" in helped.out
