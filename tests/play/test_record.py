"""The text of records: what it looks like, positions, and whatever may be wrong with it."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import RecordError
from termgames.play import record, record_header
from termgames.play.clock import TimeLeft
from termgames.play.match import LostGame, StaleAnswer
from termgames.play.text import words
from tests.cases import cases
from tests.play.support import KINDS, POSITION, TIMED, facts, loser, match, play
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
THREE = "termgames record 3\ngame: tricolor\nsize: 5\nseed: 1\n\na1\n"
PLACED = POSITION.replace("plies: 1\n", "")


def test_a_record_looks_like_this() -> None:
    of = match("plurality size=5 komi=-3 ties=parity", players="human bot:4", seed=7)
    play(of, "c4,c5,d5", "pass")
    assert record.write(of) == CHECKED
    for text in (TEXT, CHECKED):
        assert record.write(record.load(text)) == CHECKED
        assert not record.load(text).unchecked
    assert record.load(CHECKED.replace("checksum: d7b4b094\n", "")).unchecked
    of.undo()
    assert record.load(record.write(of)).ply == 1, "undone moves are not written"
    short = record.load("termgames record 1\ngame: plurality\n\n")
    assert (short.game.options["size"], short.players) == (13, ("human", "human"))
    assert (short.seed, short.ply) == (None, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: str, lots: Lots) -> None:
    of = KINDS[kind]()
    text = record.write(of, tells_over=True)
    again = record.load(text)
    assert facts(again) == facts(of)
    assert not again.unchecked
    assert record.write(again, tells_over=True) == text
    assert facts(again.copy()) == facts(of)
    summary = record_header.summary(text)
    assert (summary.players, summary.over) == (of.players, of.over)
    assert summary.result == (words.result_line(of) if of.over else "")
    versions = {"clocks": 3, "lost on time": 3, "rated": 4, "resigned together": 6}
    versions |= dict.fromkeys(("dice and cards", "as spectators saw it"), 6)
    assert text.startswith(f"termgames record {versions.get(kind, 2)}\n"), "as old ones read it"
    assert ("teach" in text) == (kind == "taught")
    assert ("@" in text) == (kind in ("clocks", "lost on time"))


def test_what_stands_beside_the_game_is_not_checked() -> None:
    text = (
        CHECKED.replace("seed", "  # mine\nseed")
        .replace("\n\nc4", "\n\n| an old friend\nc4")
        .replace("pass\n", "# a comment\n\n| well played\n|  c3,c4,c5 pass\n  pass  \n|end")
    )
    for whole in (text, text.replace("\n", "\r\n")):
        of = record.load(f"{whole}\n")
        noted = "| an old friend\nc4,c5,d5\n| well played\n|  c3,c4,c5 pass\npass\n| end\n"
        assert record.write(of) == CHECKED.replace("c4,c5,d5\npass\n", noted)
        assert record.warnings(of) == []
    assert record.load(TEXT.replace("pass", "PASS")).ply == 2
    named = record.load(TEXT.replace("player 1: human", "player 1: \x1b]0;x\x07\u202e\x9b2J"))
    assert named.players[0] == r"\x1b]0;x\x07\u202e\x9b2J"


REFUSED = """
    # what | old | new | says
    TEXT | record 1 | record 7 | ^line 1: record version '7' is unknown
    TEXT | record 1\\n | record 1\\nchecksum: 0\\n | ^line 2: 'checksum' is unknown
    TEXT | termgames record 1\\n | | ^line 1: not a record
    TEXT | game: plurality | game: chess | ^line 2: unknown game 'chess'
    TEXT | size: 5 | size: 500 | ^line 3: --size 500 is out of range
    TEXT | size: 5 | size: 5\\nhex: 4 | line 2: --hex and --size exclude each other
    TEXT | komi: -3 | komi: nan | ^line 4: --komi takes a finite number
    TEXT | ties: parity | ties parity | ^line 5: 'ties parity' is no header line
    TEXT | seed: 7 | seed: ² | ^line 8: seed is '²'
    TEXT | seed: 7 | seed: LONG | ^line 8: seed
    TEXT | seed: 7 | resigned: 3 | ^line 8: resigned is '3'
    TEXT | seed: 7\\nplies: 2\\n\\nc4,c5,d5 | resigned: 1\\n\\npass | ^line 8: nobody resigns
    TEXT | seed: 7 | taken over: x | ^line 8: taken over is 'x', not a number
    TEXT | seed: 7 | sede: 7 | ^line 8: 'sede' is unknown
    TEXT | seed: 7 | seed: 7\\nSeed: 8 | ^line 9: seed is given twice
    TEXT | plies: 2 | plies: 3 | ^line 12: .* holds 2: it is cut off
    TEXT | plies: 2 | plies: 1 | ^line 12: .* moves were added
    TEXT | pass | c4,c5,b5 | ^line 12: move 2, 'c4,c5,b5': .* occupied
    TEXT | \\npass\\n | \\npass | ^line 12: .* cut off within its last line, 'pass'
    CHECKED | d7b4b094 | d7b4b095 | ^line 2: the checksum is wrong: .*delete this line
    CHECKED | c4,c5 | c5,c4 | ^line 2: the checksum is wrong
    CHECKED | pass\\n | | 'plies: 1' .* delete line 2, its checksum
    PLACED | to move: white\\n | komi of the position: none\\n | ^line 8: .*no 'komi of
    PLACED | .....\\n | ....\\n | does not fit the board
    PLACED | .w... | .wb.. | is full
    PLACED | .w... | .x... | b3 is 'x'
    PLACED | board:CUT | board:\\n | .
    PLACED | to move: whiteCUT | to move: w | cut off in its header
    TIMED | clock 1: 1m+2s | clock 1: 5x | ^line 6: a clock is written as .*, not '5x'
    TIMED | thinking: 4.2 | thinking: x | ^line 8: thinking is 'x', not a number of seconds
    TIMED | clock 1: 1m+2s | flagged: 3 | ^line 6: flagged is '3'
    TIMED | clock 1: 1m+2s | flagged: 1\\nresigned: 1 | ^line 6: a game ends once
    TIMED | record 3 | record 2 | ^line 10: move 1, 'c4,c5,d5 @12.34'
    THREE | seed: 1 | flagged: 2 | a game of more than two goes on without
"""
"""A text from `CUT` on is cut off."""


@pytest.mark.parametrize(("what", "old", "new", "says"), cases(REFUSED))
def test_faults_are_named(what: str, old: str, new: str, says: str) -> None:
    text = globals()[what]
    old, new = (each.replace("\\n", "\n").replace("LONG", "1" * 10_000) for each in (old, new))
    head, cut, _ = old.partition("CUT")
    assert head in text
    with pytest.raises(RecordError, match=says):
        record.load(text.partition(head)[0] + new if cut else text.replace(head, new, 1))


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
        of = record.load(TEXT[:at] + noise + TEXT[until:])
    except RecordError:
        return
    assert record.load(record.write(of)).moves == of.moves


def test_of_a_damaged_record_its_good_moves_are_read() -> None:
    text = TEXT + "nonsense\nd2,d3,e3\n"
    assert [record.mended(each).ply for each in (text, text.rstrip("\n"))] == [2, 2]
    assert record.mended(TEXT.rstrip("\n")).ply == 1, "half a line is no move"
    for plies, loss in (("2", LostGame(1)), ("3", None)):
        # Who resigned did so after the last move, which may be missing.
        lost = CHECKED.replace("plies: 2", f"plies: {plies}\nresigned: 2").replace("d7b4", "0000")
        assert record.mended(lost).loss == loss
    unknown = record.load(CHECKED.replace("checksum: d7b4b094\n", "").replace("bot:4", "bot:4,x"))
    assert (unknown.players[1], unknown.ply) == ("bot:4,x", 2)


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
ASKED = SURRENDERED.format("agree", "yes", RED) + "dead none\n"
"""A question that is not asked any more is answered, and the game goes on after it."""


def summed(text: str) -> str:
    return text.replace("\n", f"\n{record_header.checksum_line(text.splitlines())}\n", 1)


@pytest.mark.parametrize(
    ("text", "winners", "plies", "left_out"),
    [
        (SURRENDERED.format("none", "yes", RED), (2,), 1, 0),
        (SURRENDERED.format("none", "yes", "a draw (all passed)"), (0, 1, 2), 1, 0),
        (ASKED + "agree\nagree\n", (2,), 1, 26),
        (ASKED + "decline\nd9\nc8\npass\n", (2,), 3, 26),
        (QUARREL, (0, 1), 9, 0),
        (QUARREL.replace("share the win", "of nobody"), None, 9, 0),
    ],
)
def test_earlier_rules_keep_their_result(
    text: str, winners: tuple[int, ...] | None, plies: int, left_out: int
) -> None:
    of = record.load(summed(text))
    assert (of.ply, of.left_out) == (plies, left_out)
    if winners is None:
        assert of.told is None
        return
    line = record_header.summary(summed(text)).result
    assert (of.result().winners, words.result_line(of), of.over) == (winners, line, True)
    assert any(line in warning for warning in record.warnings(of))
    with pytest.raises(StaleAnswer, match=r"the game is over: all (have )?passed"):
        of.submit(of.game.legal_moves(of.state)[0])
    again = record.load(record.write(record.redacted(of)))
    assert (again.told, again.ply, again.left_out) == (of.told, of.ply, 0)
    of.undo()
    assert (of.over, of.ply) == (False, plies)


def test_a_record_of_earlier_rules_that_goes_on_and_one_of_the_present_rules() -> None:
    """Moves that are illegal now are left out of an unfinished game too; a record without a
    checksum may be damaged, and by the present rules the moves alone decide."""
    text = SURRENDERED.format("agree", "no", "").replace("result: \n", "") + "dead none\nagree\n"
    of = record.load(summed(text))
    assert (of.over, of.ply) == (False, 1)
    assert record.write(of).startswith("termgames record 6\n")
    assert any("line 25: this move is illegal" in warning for warning in record.warnings(of))
    with pytest.raises(RecordError, match="line 24: move 2, 'dead none'"):
        record.load(text)
    present = SURRENDERED.format("none", "yes", RED).replace("record 5", "record 6")
    assert not record.load(summed(present)).over


def test_a_record_keeps_clocks_and_is_as_old_as_it_can_be() -> None:
    of = record.load(TIMED)
    assert (of.time.left(0), of.time.left(0, 1)) == (TimeLeft(48.66), TimeLeft(49.66))
    assert "clock 1: 1m+2s\nclock 2: 20s\n" in record.write(of)
    plain = "\n".join(line.partition(" @")[0] for line in TIMED.splitlines() if "cl" not in line)
    for version in (1, 2, 3):
        again = record.write(record.load(plain.replace("record 3", f"record {version}") + "\n"))
        assert again.startswith("termgames record 2\n")


def test_what_a_spectators_record_tells(lots: Lots, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "\n".join(["    ........."] * 9)
    of = record.load(
        "termgames record 1\ngame: mitropia\nmap: 9x9\nplayers: 2\nno-dice: yes\n"
        f"hands: white: 5 points\nboard:\n{rows}\n\npass\npass\n"
    )
    shown = record.load(record.write(record.redacted(of)))
    assert words.result_line(shown) == words.result_line(of) == "white wins by 5 (all passed)"
    assert shown.game.score(shown.state).totals == (0, 0)
    assert not any("earlier rules" in line for line in record.warnings(shown))
    timed = loser(match("mitropia players=2 map=9x9", clocks="1m"), 0, on_time=True)
    text = record.write(record.redacted(timed))
    assert ("@" in text, "clock" in text, record.load(text).loss) == (False, False, timed.loss)
    monkeypatch.setattr(type(lots), "resigns", True)
    assert record.redacted(loser(match("lots players=3"), 1)).loss == LostGame(1)


def test_a_game_without_secrets_loses_nothing_but_its_seed() -> None:
    for options in ("house=open", "no-cards=yes", "pro=yes"):
        of = match(f"mitropia players=2 {options}")
        of.notes.read_comment(0, "a comment")
        text = record.write(record.redacted(of))
        lines = [line for line in record.write(of).splitlines()[2:] if line[:5] != "seed:"]
        assert text.splitlines()[2:] == lines
        assert "redacted" not in text
        assert "everything" not in text
