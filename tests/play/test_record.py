"""The text of records: what it looks like, positions, and whatever may be wrong with it."""

from __future__ import annotations

import contextlib
import random
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import RecordError
from termgames.play import clock, record, record_header
from termgames.play.clock import TimeLeft
from termgames.play.match import LostGame, Match, StaleAnswer, Terms
from termgames.play.match_time import MatchTime
from termgames.play.text import words
from tests.texts import ANY_CHARACTER
from tests.toy_card_game.rules import Lots

TEXT = """\
termgames record 1
game: plurality
size: 5
komi: -3
ties: parity
player 1: human
player 2: bot:4
seed: 7
plies: 2

c4,c5,d5
pass
"""

CHECKED = TEXT.replace("record 1\n", "record 2\nchecksum: d7b4b094\n")
"""The same as it is written today."""

POSITION = """\
termgames record 1
game: plurality
size: 5
komi: 5.5
ties: neutral
player 1: human
player 2: human
plies: 1
to move: white
komi of the position: none
board:
    .....
    .bb..
    .w...
    .....
    .....

pass
"""


def test_a_record_looks_like_this() -> None:
    match = Match(
        games.create("plurality", {"size": 5, "komi": -3.0, "ties": "parity"}),
        ("human", "bot:4"),
        7,
    )
    for text in ("c4,c5,d5", "pass"):
        match.submit(match.game.parse(match.state, text))
    assert record.write(match) == CHECKED
    for text in (TEXT, CHECKED):
        again = record.load(text)
        assert record.write(again) == CHECKED
        assert not again.unchecked


def test_what_stands_beside_the_game_is_not_checked() -> None:
    text = (
        CHECKED.replace("seed", "  # mine\nseed")
        .replace("\n\nc4", "\n\n| an old friend\nc4")
        .replace("pass\n", "# a comment\n| well played\n|  c3,c4,c5 pass\n  pass  \n|end")
    )
    for whole in (text, text.replace("\n", "\r\n")):
        match = record.load(f"{whole}\n")
        noted = "| an old friend\nc4,c5,d5\n| well played\n|  c3,c4,c5 pass\npass\n| end\n"
        assert record.write(match) == CHECKED.replace("c4,c5,d5\npass\n", noted)
        assert record.warnings(match) == []


def test_a_record_without_its_checksum_is_unchecked() -> None:
    text = CHECKED.replace("checksum: d7b4b094\n", "")
    assert record.load(text).unchecked
    assert record.load(text.replace("seed: 7\n", "")).seed is None
    assert not record.load(record.write(record.load(text))).unchecked


@pytest.mark.parametrize("old", ["d7b4b094", "plurality", "-3", "parity", "bot:4", "7\n", "c4,c5"])
def test_a_changed_word_is_noticed(old: str) -> None:
    new = {
        "d7b4b094": "d7b4b095",
        "plurality": "Plurality",
        "-3": "-4",
        "parity": "neutral",
        "bot:4": "bot:5",
        "7\n": "8\n",
        "c4,c5": "c5,c4",
    }[old]
    with pytest.raises(RecordError, match=r"^line 2: the checksum is wrong: .*delete this line"):
        record.load(CHECKED.replace(old, new))


def test_a_longer_game_than_any_is_refused_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    record.load(TEXT)
    monkeypatch.setattr("termgames.play.match.MOST_PLIES", 1)
    with pytest.raises(RecordError, match=r"^line 12: move 2, 'pass': a game of plurality may"):
        record.load(TEXT)


def test_a_long_record_takes_little_memory() -> None:
    """Positions of Tri-Color know all earlier ones: they share them."""
    moves = list(_random_go(size=7, plies=4_000))
    text = "\n".join(["termgames record 1", "game: tricolor", "size: 7", "", *moves])
    tracemalloc.start()
    try:
        match = record.load(text)
        assert tracemalloc.get_traced_memory()[1] < 50e6
    finally:
        tracemalloc.stop()
    assert match.ply == 4_000


def _random_go(size: int, plies: int) -> Iterator[str]:
    """Stones of a random game of Tri-Color, and passes where there is none."""
    game, rng = games.create("tricolor", {"size": size}), random.Random(1)
    state = game.start()
    for _ in range(plies):
        *stones, passing = game.legal_moves(state)
        move = rng.choice(stones or [passing])
        yield game.format(move)
        state = game.apply(state, move)


def test_a_cut_record_tells_how_it_is_opened() -> None:
    cut = CHECKED.removesuffix("pass\n")
    with pytest.raises(RecordError, match=r"'plies: 1' .* delete line 2, its checksum"):
        record.load(cut)
    open_again = cut.replace("plies: 2", "plies: 1").replace("checksum: d7b4b094\n", "")
    assert record.load(open_again).ply == 1


def test_no_name_brings_control_characters() -> None:
    match = record.load(TEXT.replace("player 1: human", "player 1: \x1b]0;x\x07\u202e\x9b2J"))
    assert match.players[0] == r"\x1b]0;x\x07\u202e\x9b2J"


def test_undone_moves_are_not_written() -> None:
    match = record.load(TEXT)
    match.undo()
    assert record.load(record.write(match)).ply == 1


def test_comments_blank_lines_and_windows_line_ends() -> None:
    text = TEXT.replace("seed", "# by hand\nseed").replace("\npass", "\n\n# a comment\n  PASS  ")
    assert record.write(record.load(text.replace("\n", "\r\n"))) == CHECKED


def test_what_may_be_left_out() -> None:
    match = record.load("termgames record 1\ngame: plurality\n\n")
    assert match.game.options["size"] == 13
    assert match.players == ("human", "human")
    assert (match.seed, match.ply) == (None, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("termgames record 1\ngame: plurality\nsize: 9\n", "line 3: .* cut off in its header"),
        (
            "termgames record 1\ngame: plurality\nplies: 1\n\na1,b1,c1",
            "line 5: .* cut off within its last line, 'a1,b1,c1'",
        ),
    ],
)
def test_a_cut_that_leaves_something_readable_is_noticed(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        record.load(text)


def test_a_given_position() -> None:
    text = POSITION.replace("komi of the position: none\n", "")
    match = record.load(text)
    assert match.game.format(match.moves[0]) == "pass"
    assert match.game.seat_name(match.start.state, match.game.to_act(match.start.state)) == "white"
    assert match.game.stones(match.start.state).count(1) == 2
    written = record.write(match).splitlines()
    assert written[2:] == text.splitlines()[1:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    ", ""),
        ("to move", "side to move"),
        ("to move", "To_Move"),
        ("\n\npass\n", "\n"),
        ("\n\npass\n", ""),
    ],
)
def test_positions_written_by_hand(old: str, new: str) -> None:
    text = POSITION.replace("komi of the position: none\n", "").replace("plies: 1\n", "")
    match = record.load(text.replace(old, new))
    assert match.start.state == record.load(text).start.state


def test_a_position_that_is_cut_off_after_its_board_is_noticed() -> None:
    text = POSITION.replace("komi of the position: none\n", "").replace("to move: white\n", "")
    for cut in ("board:\n", "    .bb..\n", "    .w...\n    .....\n"):
        with pytest.raises(RecordError):
            record.load(text[: text.index(cut) + len(cut)])
    late = text.replace("\n\npass\n", "\nto move: w")
    with pytest.raises(RecordError, match="cut off in its header"):
        record.load(late)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("record 1", "record 7", r"^line 1: record version '7' is unknown"),
        ("record 1\n", "record 1\nchecksum: 0\n", r"^line 2: 'checksum' is unknown"),
        ("termgames record 1\n", "", r"^line 1: not a record"),
        ("game: plurality", "title: x", r"names no game"),
        ("game: plurality", "game: chess", r"^line 2: unknown game 'chess'"),
        ("game: plurality", "# my best\ngame: chess", r"^line 3: unknown game 'chess'"),
        ("size: 5", "size: 500", r"^line 3: --size 500 is out of range"),
        ("komi: -3", "komi: nan", r"^line 4: --komi takes a finite number"),
        ("komi: -3", "pie: yes\nkomi: -3", r"exclude each other"),
        ("ties: parity", "ties parity", r"^line 5: 'ties parity' is no header line"),
        ("seed: 7", "seed: x", r"^line 8: seed is 'x'"),
        ("seed: 7", "seed: ²", r"^line 8: seed is '²'"),
        ("seed: 7", f"seed: {'1' * 10_000}", r"^line 8: seed"),
        ("seed: 7", "resigned: 3", r"^line 8: resigned is '3'"),
        ("seed: 7", "sede: 7", r"^line 8: 'sede' is unknown"),
        ("seed: 7", "seed: 7\nSeed: 8", r"^line 9: seed is given twice"),
        ("plies: 2", "plies: 3", r"^line 12: .* holds 2: it is cut off"),
        ("plies: 2", "plies: 1", r"^line 12: .* moves were added"),
        ("c4,c5,d5", "c4,c5,d5,e5", r"^line 11: move 1"),
        ("pass", "c4,c5,b5", r"^line 12: move 2, 'c4,c5,b5': .* occupied"),
    ],
)
def test_faults_are_named(old: str, new: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        record.load(TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "komi of the position: none\n",
            "komi of the position: none\n",
            r"^line 10: .*no 'komi of",
        ),
        ("komi of the position: none\n", "passes: 2\n", r"^line 10: .*passes"),
        ("to move: white", "to move: red", r"^line 9:"),
        ("    .....\n", "    ....\n", r"does not fit the board"),
        ("    .w...", "    .wb..", r"is full"),
        ("    .w...", "    .x...", r"b3 is 'x'"),
    ],
)
def test_faults_of_positions_are_named(old: str, new: str, says: str) -> None:
    text = POSITION.replace(old, new, 1)
    if "komi of" not in old:
        text = text.replace("komi of the position: none\n", "passes: 0\n")
    with pytest.raises(RecordError, match=says):
        record.load(text)


def test_nobody_resigns_a_game_that_is_over() -> None:
    text = TEXT.replace("seed: 7\nplies: 2", "resigned: 1")
    assert record.load(text).loss == LostGame(0)
    with pytest.raises(RecordError, match=r"^line 8: nobody resigns"):
        record.load(f"{text}pass\n")


def test_a_record_of_another_game_is_refused_at_its_line() -> None:
    text = TEXT.replace("game: plurality\n", "").replace("komi: -3", "game: Plurality\nkomi: -3")
    assert record.load(text, expect="plurality").game.id == "plurality"
    with pytest.raises(RecordError, match=r"^line 3: this is a record of plurality, not of chess"):
        record.load(text, expect="chess")


@given(st.text(ANY_CHARACTER))
def test_any_text_is_a_record_or_an_error(text: str) -> None:
    for whole in (text, f"termgames record 1\n{text}", f"{TEXT}{text}"):
        with contextlib.suppress(RecordError):
            assert record.load(whole).game.id == "plurality"


@given(st.data())
def test_a_damaged_record_is_a_record_or_an_error(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT)))
    until = data.draw(st.integers(at, min(len(TEXT), at + 8)))
    noise = data.draw(st.text(alphabet="abc45,:\n .-#x", max_size=6))
    try:
        match = record.load(TEXT[:at] + noise + TEXT[until:])
    except RecordError:
        return
    assert record.load(record.write(match)).moves == match.moves


def test_a_teaching_game_is_kept_as_one_and_others_say_nothing_of_it() -> None:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", "bot:1"), 1, terms=Terms(teaching=True))
    text = record.write(match)
    assert "teach: yes" in text.splitlines()
    assert record.load(text).terms.teaching
    assert record.load(text).copy().terms.teaching
    match.terms = Terms(teaching=False)
    plain = record.write(match)
    assert "teach" not in plain
    assert not record.load(plain).terms.teaching


def test_of_a_damaged_record_its_good_moves_are_read() -> None:
    text = TEXT + "nonsense\nd2,d3,e3\n"
    assert record.mended(text).ply == 2
    assert record.mended(text.rstrip("\n")).ply == 2
    assert record.mended(TEXT.rstrip("\n")).ply == 1, "half a line is no move"


@pytest.mark.parametrize(("plies", "loss"), [("2", LostGame(1)), ("3", None)])
def test_who_resigned_did_so_after_the_last_move(plies: str, loss: LostGame | None) -> None:
    """The checksum is wrong; the last move may be missing."""
    text = CHECKED.replace("plies: 2", f"plies: {plies}\nresigned: 2").replace("d7b4", "0000")
    assert record.mended(text).loss == loss


def test_what_spectators_saw_has_a_resignation(lots: Lots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(lots), "resigns", True)
    match = Match(lots, ("human",) * 3, 7)
    match.resign(1)
    assert record.redacted(match).loss == LostGame(1)


def test_options_that_exclude_each_other_are_told_for_a_list() -> None:
    text = TEXT.replace("size: 5\n", "size: 5\nhex: 4\n")
    for read in (record.load, record_header.summary):
        with pytest.raises(RecordError, match="line 2: --hex and --size exclude each other"):
            read(text)


# -- earlier rules ------------------------------------------------------------------------

SURRENDERED = """termgames record 5
game: mitropia
map: 9x9
players: 3
pro: yes
dead-stones: {}
over: {}
result: {}
to move: red
order: black, white, red
occupiers: red: black
passes: 2
board:
    ...r.....
    ...r...w.
    ...r..w..
    ...rb....
    ...rb....
    ...r.....
    ...r.....
    ...r.....
    ...r.....

independence
"""
"""Once the last turn before all had passed; today the others can answer."""
QUARREL = """termgames record 2
game: tricolor
size: 5
dead-stones: agree
over: yes
result: alpha and beta share the win (all have passed)

pass
pass
pass
dead none
decline
a1
pass
pass
pass
"""
"""Once the end, today the players are asked about dead stones again."""
RED = "red wins by 27 (all passed)"


def summed(text: str) -> str:
    lines = text.splitlines()
    return text.replace("\n", f"\n{record_header.checksum_line(lines)}\n", 1)


@pytest.mark.parametrize(
    ("text", "winners", "plies", "left_out"),
    [
        (SURRENDERED.format("none", "yes", RED), (2,), 1, 0),
        (
            SURRENDERED.format("none", "yes", "white and red share the win (all passed)"),
            (1, 2),
            1,
            0,
        ),
        (SURRENDERED.format("none", "yes", "a draw (all passed)"), (0, 1, 2), 1, 0),
        # An answer to a question that is not asked any more, and the game goes on after it.
        (SURRENDERED.format("agree", "yes", RED) + "dead none\nagree\nagree\n", (2,), 1, 26),
        (
            SURRENDERED.format("agree", "yes", RED) + "dead none\ndecline\nd9\nc8\npass\n",
            (2,),
            3,
            26,
        ),
        (QUARREL, (0, 1), 9, 0),
        (QUARREL.replace("share the win", "of nobody"), None, 9, 0),
    ],
)
def test_a_record_of_earlier_rules_keeps_its_result(
    text: str, winners: tuple[int, ...] | None, plies: int, left_out: int
) -> None:
    match = record.load(summed(text))
    assert (match.ply, match.left_out) == (plies, left_out)
    if winners is None:
        assert match.told is None
        return
    line = record_header.summary(summed(text)).result
    result = match.result()
    assert result is not None
    assert (result.winners, words.result_line(match), match.over) == (winners, line, True)
    assert any(line in warning for warning in record.warnings(match))
    with pytest.raises(StaleAnswer, match=r"the game is over: all (have )?passed"):
        match.submit(match.game.legal_moves(match.state)[0])
    again = record.load(record.write(record.redacted(match)))
    assert (again.told, again.ply, again.left_out) == (match.told, match.ply, 0)
    match.undo()
    assert (match.over, match.ply) == (False, plies)


def test_a_record_of_earlier_rules_that_goes_on_and_one_of_the_present_rules() -> None:
    """Moves that are illegal now are left out of an unfinished game too; a record without a
    checksum may be damaged, and by the present rules the moves alone decide."""
    text = SURRENDERED.format("agree", "no", "").replace("result: \n", "") + "dead none\nagree\n"
    match = record.load(summed(text))
    assert (match.over, match.ply) == (False, 1)
    assert record.write(match).startswith("termgames record 6\n")
    assert any("line 25: this move is illegal" in warning for warning in record.warnings(match))
    with pytest.raises(RecordError, match="line 24: move 2, 'dead none'"):
        record.load(text)
    present = SURRENDERED.format("none", "yes", RED).replace("record 5", "record 6")
    assert not record.load(summed(present)).over


# -- clocks -------------------------------------------------------------------------------

TIMED = """termgames record 3
game: plurality
size: 5
player 1: human
player 2: bot:4
clock 1: 1m+2s
clock 2: 20s

c4,c5,d5 @12.34
a1,b1,c1 @0
pass @3
"""


def test_a_record_keeps_clocks_and_the_time_of_each_move() -> None:
    match = record.load(TIMED)
    assert [match.time.taken(ply) for ply in range(3)] == [12.34, 0, 3]
    assert match.time.left(0) == TimeLeft(48.66)
    assert match.time.left(0, 1) == TimeLeft(49.66)
    text = record.write(match)
    assert text.startswith("termgames record 3\n")
    for line in ("clock 1: 1m+2s", "clock 2: 20s", "c4,c5,d5 @12.34", "a1,b1,c1 @0", "pass @3"):
        assert line in text.splitlines()
    assert record.write(record.load(text)) == text


def test_a_record_keeps_who_lost_on_time_and_what_was_thought() -> None:
    match = record.load(TIMED)
    match.time.in_hand = 4.2
    again = record.load(record.write(match))
    assert again.time.in_hand == 4.2
    match.time.in_hand = 0.0
    match.flag(1)
    text = record.write(match, tells_over=True)
    assert "flagged: 2" in text
    assert "result: black wins (white lost on time)" in text
    again = record.load(text)
    assert (again.loss, again.over) == (LostGame(1, on_time=True), True)
    assert record_header.summary(text).over
    again.undo()
    assert (again.loss, again.ply) == (None, 3)


def test_a_record_without_clocks_is_written_as_before() -> None:
    lines = [line.partition(" @")[0] for line in TIMED.splitlines() if "clock" not in line]
    for version in (1, 2, 3):
        lines[0] = f"termgames record {version}"
        text = record.write(record.load("\n".join(lines) + "\n"))
        assert text.startswith("termgames record 2\n")
        assert "@" not in text


def test_a_time_is_read_in_records_with_clocks_alone() -> None:
    with pytest.raises(RecordError, match=r"^line 9: move 1, 'c4,c5,d5 @12.34'"):
        record.load(TIMED.replace("record 3", "record 2"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("clock 1: 1m+2s", "clock 1: 5x", r"^line 6: a clock is written as .*, not '5x'"),
        ("clock 1: 1m+2s", "clock 3: 5m", r"^line 6: 'clock 3' is unknown"),
        ("clock 1: 1m+2s", "thinking: x", r"^line 6: thinking is 'x', not a number of seconds"),
        ("clock 1: 1m+2s", "flagged: 3", r"^line 6: flagged is '3'"),
        ("clock 1: 1m+2s", "flagged: 1\nresigned: 1", r"^line 6: a game ends once"),
        ("a1,b1,c1 @0", "a1,b1,c1 @1e3", r"^line 10: move 2, 'a1,b1,c1 @1e3'"),
    ],
)
def test_faults_of_clocks_are_named(old: str, new: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        record.load(TIMED.replace(old, new))


def test_nobody_loses_on_time_where_more_than_two_play() -> None:
    text = "termgames record 3\ngame: tricolor\nsize: 5\nflagged: 2\n\na1\n"
    with pytest.raises(RecordError, match=r"^line 4: a game of more than two goes on without"):
        record.load(text)


def test_a_spectators_record_tells_who_won_by_cards_that_nobody_saw() -> None:
    rows = "\n".join(["    ........."] * 9)
    match = record.load(
        "termgames record 1\ngame: mitropia\nmap: 9x9\nplayers: 2\nno-dice: yes\n"
        f"hands: white: 5 points\nboard:\n{rows}\n\npass\npass\n"
    )
    shown = record.load(record.write(record.redacted(match)))
    assert words.result_line(shown) == words.result_line(match) == "white wins by 5 (all passed)"
    assert shown.game.score(shown.state).totals == (0, 0)
    assert not any("earlier rules" in line for line in record.warnings(shown))


def test_a_spectators_record_has_no_times() -> None:
    game = games.create("mitropia", {"players": 2, "map": "9x9"})
    match = Match(game, ("human",) * 2, 7, time=MatchTime((clock.read("1m"),) * 2))
    match.submit(game.legal_moves(match.state)[0], seconds=3)
    match.flag(match.to_act)
    text = record.write(record.redacted(match))
    assert "@" not in text
    assert "clock" not in text
    assert record.load(text).loss == match.loss


def test_a_record_keeps_the_character_of_a_bot() -> None:
    match = Match(games.create("pletore", {"size": 3}), ("bot:4,raider", "bot:2"))
    text = record.write(match)
    assert "player 1: bot:4,raider\n" in text
    assert record.load(text).players == ("bot:4,raider", "bot:2")


def test_of_a_character_that_nobody_knows_the_moves_are_read() -> None:
    """As of any player that only another version knows."""
    match = Match(games.create("pletore", {"size": 3}), ("bot:4", "bot:2"))
    match.submit(match.game.parse(match.state, "b2"))
    text = "\n".join(
        line for line in record.write(match).splitlines() if not line.startswith("checksum")
    )
    loaded = record.load(text.replace("bot:4", "bot:4,jester") + "\n")
    assert loaded.players[0] == "bot:4,jester"
    assert loaded.ply == 1
