"""The Go Text Protocol: scripted sessions, clocks, and noise on the line."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.errors import OptionError
from termgames.play.gtp.engine import Engine
from termgames.play.gtp.protocol import answer_text, lines_of, read_command, serve
from termgames.play.seeds import seed_for_bot
from termgames.search.limits import Thought


class First:
    """A bot that plays the first legal move and remembers how it was asked."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.seed = game, seed
        self.hurried: list[bool] = []

    def think(
        self, state: Any, *, on_progress: Any = None, should_stop: Any = None, **_: Any
    ) -> Thought:
        self.hurried.append(should_stop is not None)
        return Thought(self.game.legal_moves(state)[0])


def engine(game_id: str = "plurality", seed: int = 7, **chosen: Any) -> Engine:
    return Engine(game_id, chosen or {"size": 5}, make_bot=First, seed=seed)


def good(to: Engine, command: str) -> str:
    """The text of a good answer."""
    answer = to.answer(command)
    assert answer is not None
    assert answer.startswith("= "), (command, answer)
    assert answer.endswith("\n\n")
    assert "\n\n" not in answer[:-2]
    return answer[2:-2]


def bad(to: Engine, command: str) -> str:
    """The text of an error."""
    answer = to.answer(command)
    assert answer is not None
    assert answer.startswith("? "), (command, answer)
    assert answer.endswith("\n\n")
    return answer[2:-2]


def state(of: Engine) -> Any:
    text = good(of, "termgames-state")
    assert "\n" not in text
    return json.loads(text)


# -- lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name", ("", "name", "")),
        ("12 name", ("12", "name", "")),
        ("  12\tplay  black   c4,c5,d5  # comment", ("12", "play", "black   c4,c5,d5")),
        ("na\x07me\r\n", ("", "name", "")),
        ("007 version", ("007", "version", "")),
        ("12", ("12", "", "")),
        ("3x name", ("", "3x", "name")),
    ],
)
def test_a_line_is_read(line: str, expected: tuple[str, str, str]) -> None:
    command = read_command(line)
    assert command is not None
    assert (command.id, command.name, command.arguments) == expected


def test_answers_carry_the_id_and_end_with_an_empty_line() -> None:
    assert answer_text("5", "a\n\nb", good=True) == "=5 a\nb\n\n"
    assert answer_text("", "no", good=False) == "? no\n\n"
    assert engine().answer("42 protocol_version") == "=42 2\n\n"
    assert engine().answer("42 nonsense") == "?42 unknown command\n\n"


# -- a session ----------------------------------------------------------------------------


def test_a_session() -> None:
    to = engine()
    good(to, "komi 5.5")
    assert good(to, "name") == "termgames"
    assert good(to, "known_command genmove") == "true"
    assert good(to, "known_command tsumego") == "false"
    assert "termgames-state" in good(to, "list_commands").splitlines()
    assert good(to, "play black C4,B4,A4") == ""
    assert good(to, "play w pass") == ""
    now = state(to)
    assert now["ply"] == 2
    assert now["to_move"] == "black"
    assert now["last_move"] == "pass"
    assert now["board"] == [".....", "wbb..", ".....", ".....", "....."]
    assert (now["over"], now["winners"], now["draw"]) == (False, [], False)
    assert good(to, "list_stones black") == "b4 c4"
    assert good(to, "list_stones white") == "a4"
    assert good(to, "play B pass") == ""
    now = state(to)
    assert (now["over"], now["to_move"], now["winners"]) == (True, None, ["black"])
    assert now["scores"] == {"black": 22, "white": 5.5}
    assert good(to, "final_score") == "B+16.5"
    assert good(to, "termgames-legal_moves") == ""
    assert "over" in bad(to, "play white pass")
    assert "over" in bad(to, "genmove white")
    assert good(to, "undo") == ""
    assert good(to, "undo") == ""
    assert good(to, "undo") == ""
    assert bad(to, "undo") == "cannot undo"
    assert state(to)["last_move"] is None
    assert good(to, "quit") == ""
    assert not to.running


def test_every_command_is_listed_and_known() -> None:
    to = engine()
    listed = good(to, "list_commands").split()
    assert set(listed) >= {
        *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
        *("boardsize", "clear_board", "komi", "play", "genmove", "undo", "showboard"),
        *("final_score", "time_settings", "time_left", "list_stones"),
        *("termgames-legal_moves", "termgames-state", "termgames-chance"),
        *("termgames-load", "termgames-count"),
    }
    assert all(good(to, f"known_command {name}") == "true" for name in listed)


def test_legal_moves_are_sorted_and_playable() -> None:
    to = engine()
    legal = good(to, "termgames-legal_moves").splitlines()
    assert legal == sorted(legal)
    assert "pass" in legal
    for move in legal[::37]:
        good(to, f"play black {move}")
        good(to, "undo")


def test_boardsize_and_komi_keep_the_other_options() -> None:
    to = engine(ties="parity", komi=2.0)
    good(to, "boardsize 9")
    options = state(to)["options"]
    assert (options["size"], options["ties"], options["komi"]) == (9, "parity", 2.0)
    assert "unacceptable size" in bad(to, "boardsize 3")
    assert "unacceptable size" in bad(to, "boardsize huge")
    assert "unacceptable size" in bad(to, "boardsize")
    good(to, "play black c4,c5,d5")
    good(to, "komi -3")
    now = state(to)
    assert (now["ply"], now["komi"], now["scores"]["white"]) == (1, -3.0, -3)
    for wrong in ("nan", "inf", "abc", ""):
        assert "--komi" in bad(to, f"komi {wrong}")
    good(to, "clear_board")
    assert (state(to)["ply"], state(to)["komi"]) == (0, -3.0)


def test_the_pie_rule_over_the_line() -> None:
    to = engine(size=5, pie=True)
    assert state(to)["to_move"] == "first"
    assert "first is to act" in bad(to, "play second komi 3")
    good(to, "play first komi 3")
    assert good(to, "termgames-legal_moves").split() == ["black", "white"]
    good(to, "play s black")
    now = state(to)
    assert (now["to_move"], now["komi"]) == ("black", 3.5)
    good(to, "play black pass")
    good(to, "play white pass")
    assert state(to)["winners"] == ["white"]
    assert good(to, "final_score") == "W+3.5"
    assert "--pie" in bad(to, "komi 4")


def test_draws_and_resignations() -> None:
    to = engine(size=5, komi=0.0)
    good(to, "play black pass")
    good(to, "play white pass")
    assert good(to, "final_score") == "0"
    assert state(to)["draw"]
    assert state(to)["winners"] == ["black", "white"]
    good(to, "clear_board")
    good(to, "play black resign")
    assert good(to, "final_score") == "W+R"
    assert state(to)["winners"] == ["white"]
    good(to, "undo")
    assert state(to)["to_move"] == "black"


def test_genmove_plays_what_the_bot_chooses() -> None:
    to = engine()
    move = good(to, "genmove black")
    assert state(to)["last_move"] == move
    assert state(to)["ply"] == 1


def test_bots_are_seeded_game_by_game() -> None:
    seeds = []

    def remember(game: Any, seed: int) -> First:
        seeds.append(seed)
        return First(game, seed)

    to = Engine("plurality", {"size": 5}, make_bot=remember, seed=40)
    for _ in range(2):
        good(to, "genmove b")
        good(to, "genmove w")
        good(to, "clear_board")
    assert seeds == [seed_for_bot(40, 1), seed_for_bot(40, 2)]


def test_count_adds_up() -> None:
    to = engine()
    good(to, "play black c4,b4,a4")
    counted = json.loads(good(to, "termgames-count"))
    for seat, total in counted["scores"].items():
        assert total == sum(p["points"] for p in counted["parts"] if p["seat"] == seat)


def test_showboard_has_no_empty_line() -> None:
    to = engine()
    good(to, "komi 5.5")
    good(to, "play black c4,b4,a4")
    assert good(to, "showboard").splitlines() == [
        "  a b c d e",
        "5 . . . . . 5",
        "4*W*B*B . . 4",
        "3 . . . . . 3",
        "2 . . . . . 2",
        "1 . . . . . 1",
        "  a b c d e",
        "score: black 22, white 5.5",
    ]


RECORD = """\
termgames record 1
game: plurality
size: 5
komi: 2
plies: 2

c4,c5,d5
pass
"""


def test_load(tmp_path: Path) -> None:
    to = engine()
    file = tmp_path / "a game.tgr"
    file.write_text(RECORD)
    good(to, f"termgames-load {file}")
    assert state(to)["ply"] == 2
    assert state(to)["komi"] == 2.0
    good(to, "undo")
    good(to, "boardsize 6")
    assert state(to)["komi"] == 2.0
    assert "cannot read" in bad(to, f"termgames-load {tmp_path / 'none'}")
    assert "no file" in bad(to, f"termgames-load {tmp_path}")
    assert "no file" in bad(to, "termgames-load /dev/zero")
    assert "syntax error" in bad(to, "termgames-load")
    file.write_text(RECORD.replace("plurality", "chess"))
    assert "not of plurality" in bad(to, f"termgames-load {file}")
    file.write_text(RECORD.replace("pass", "c4,c5,d5"))
    assert "line 8" in bad(to, f"termgames-load {file}")
    assert state(to)["ply"] == 0


# -- clocks -------------------------------------------------------------------------------


def test_without_a_clock_the_bot_takes_its_time() -> None:
    made: list[First] = []

    def make(game: Any, seed: int) -> First:
        made.append(First(game, seed))
        return made[-1]

    to = Engine("plurality", {"size": 5}, make_bot=make)
    good(to, "genmove b")
    good(to, "time_settings 60 0 0")
    good(to, "genmove w")
    good(to, "time_settings 0 1 0")
    good(to, "genmove b")
    good(to, "time_settings 0 0 0")
    good(to, "time_left white 5 0")
    good(to, "genmove w")
    assert made[0].hurried == [False, True, False, True]


def test_a_bot_is_stopped_by_the_clock() -> None:
    class Slow(First):
        def think(
            self, state: Any, *, on_progress: Any = None, should_stop: Any = None, **_: Any
        ) -> Thought:
            while not should_stop():
                time.sleep(0.001)
            return super().think(state)

    to = Engine("plurality", {"size": 5}, make_bot=Slow)
    good(to, "time_settings 1 0 0")
    begun = time.monotonic()
    good(to, "genmove b")
    assert time.monotonic() - begun < 0.5


class Counted:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Timed(First):
    """A bot that takes a second to be made, and remembers how much time it is given."""

    clock = Counted()

    def __init__(self, game: Any, seed: int) -> None:
        super().__init__(game, seed)
        self.clock.now += 1
        self.given: list[float | None] = []

    def think(self, state: Any, *, seconds: Any = None, **_: Any) -> Thought:
        self.given.append(seconds)
        self.clock.now += 2
        return super().think(state)


def test_what_is_wrong_with_a_bot_is_told_when_it_is_to_move() -> None:
    def broken(game: Any, seed: int) -> Any:
        raise OptionError("no such net")

    to = Engine("plurality", {"size": 5}, make_bot=broken)
    good(to, "time_settings 0 10 1")
    assert bad(to, "genmove b") == "no such net"


def left(to: Engine, seat: int) -> float:
    """Seconds that a seat has left."""
    return to.clocks[seat].left(Timed.clock.now).seconds


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ((100, 0, 0), 5.0),
        ((0, 10, 5), 1.8),
        ((0, 10, 1), 9.0),
        ((0, 1, 1), 0.8),
        ((0, 1, 10), 0.075),
        ((100, 10, 1), 14.0),
        ((0, 10, 0), None),
    ],
)
def test_what_a_clock_allows(settings: tuple[float, float, int], allowed: float | None) -> None:
    to = engine()
    good(to, "time_settings {} {} {}".format(*settings))
    clock = to.clocks.get(0)
    if allowed is None:
        assert clock is None
    else:
        assert clock is not None
        assert clock.allowance(0) == pytest.approx(allowed)


# -- noise --------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=60), max_size=10))
def test_any_bytes_leave_the_line_alive(noise: list[bytes]) -> None:
    to, out = engine(), io.BytesIO()
    lines = b"\n".join([*noise, b"77 protocol_version"]).splitlines(keepends=True)
    serve(to, [line for line in lines if b"quit" not in line], out)
    assert out.getvalue().endswith(b"=77 2\n\n")
    assert b"unexpected fault" not in out.getvalue()


def test_a_fault_of_ours_is_an_answer_too(own_data_folder: Path) -> None:
    def broken(game: Any, seed: int) -> Any:
        raise ZeroDivisionError("broken bot")

    to = Engine("plurality", {"size": 5}, make_bot=broken)
    assert "unexpected fault" in bad(to, "genmove black")
    assert good(to, "name") == "termgames"
    assert "broken bot" in (own_data_folder / "faults.log").read_text()


def test_a_game_of_three_players() -> None:
    """Tri-Color: seats by name and mark, a middle score that wins, talk, and no resignation."""
    to = engine("tricolor", size=5)
    for command in ("play alpha c3", "play b a1", "play gamma e5"):
        good(to, command)
    assert "alpha is to act" in bad(to, "play beta a2")
    assert good(to, "list_stones g") == "e5"
    assert good(to, "final_score") == "0"
    good(to, "play alpha resign with beta")
    assert state(to)["to_move"] == "beta"
    good(to, "play beta decline")
    good(to, "play alpha c4")
    assert "nobody can resign" in bad(to, "play beta resign")
    assert good(to, "final_score") == "B=G"
    assert state(to)["board"][0] == "....g"


def test_an_endless_line_fills_no_memory() -> None:
    class Endless(io.RawIOBase):
        """A long line, then a command."""

        left = 40_000_000

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            piece = b"x" * min(len(room), self.left) or b"\nquit\n"[: len(room)]
            self.left = -1 if not self.left else self.left - len(piece)
            room[: len(piece)] = piece
            return len(piece) if self.left >= -1 else 0

    tracemalloc.start()
    lines = lines_of(io.BufferedReader(Endless()))
    first, second = next(lines), next(lines)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()
    assert (len(first), second) == (2**16, b"quit\n")
