"""Games of Go in SGF, read and written; charsets, escapes, and whatever a file may hold."""

import codecs
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import OptionError, RecordError
from termgames.core.options import Value
from termgames.play import clock, notes, record, record_header
from termgames.play.foreign import sgf_text
from termgames.play.foreign.charsets import codec_of, decoded
from termgames.play.foreign.imported import Imported, split
from termgames.play.foreign.sgf import board_map
from termgames.play.foreign.sgf_reading import imported
from termgames.play.foreign.sgf_text import SgfNode, unescaped
from termgames.play.foreign.sgf_writing import exported
from termgames.play.history import ended
from termgames.play.match import AnyMatch, Match
from termgames.play.match_time import MatchTime
from termgames.play.notes import Place
from tests.cases import cases
from tests.play.foreign.peers import end, played, variations
from tests.play.support import match as match_of

GO: dict[str, Value] = {"players": 2, "range": "none", "no-cards": True}


def read(text: str, *, until_fault: bool = False) -> Imported:
    """The only game of a text."""
    (root,) = sgf_text.read(text)
    return imported(root, until_fault=until_fault)


def again(match: AnyMatch) -> Imported:
    """A match that was written and read again."""
    return read(exported(match)[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    cases(r"""
    (;GM[1]FF[4]SZ[19];B[pd];W[dp]) | q16 d4
    (;FF[3]GaMe[1]SiZe[9];Black[ee];White[ec]) | e5 e7
    (;sz[9];b[ee]) | e5
    (;SZ[9] ; B [ee]NL ;\tW NL [ec] ) | e5 e7
    (;SZ[9](;B[ee](;W[ec](;B[aa] | e5 e7 a9
    (;SZ[9](B[ee];W[ec])) | e5 e7
    (;SZ[9];B[ee]W[ec]) | e5 e7
    (;SZ[9:9];B[ee];W[];B[tt]) | e5 pass pass
    (;SZ[9];B;W[ee]) | pass e5
    (;SZ[13:7];B[ma];W[ag]) | n7 a1
    (;SZ[ 5 ];B[ aa ]) | a5
    (;SZ[25];B[yy];W[ty];B[tt]) | z1 u1 u6
    NUL NUL (;SZ[9];B[ee])\x1a | e5
    (;SZ[9];C[only a comment];;B[ee];C[another]) | e5
    (;SZ[9]XX[unknown]KO[];B[ee]BL[30.5]OB[3]) | e5
    # A pass more than two adds nothing; two more are another end.
    (;SZ[5];B[aa];W[];B[];W[]) | a5 pass pass
    (;SZ[5];B[aa];W[];B[];W[];B[]) | a5 pass pass dead none decline pass pass
    """),
)
def test_odd_files(text: str, expected: str) -> None:
    for written, meant in (("NL ", "\n"), ("NUL ", "\0"), ("\\t", "\t"), ("\\x1a", "\x1a")):
        text = text.replace(written, meant)
    assert " ".join(read(text).match.texts()) == expected


def test_text_around_games_and_several_of_them() -> None:
    text = "From: a (b)\n\n(;SZ[9];B[aa])\nmore text (;SZ[9]C[x;y)\\]];W[bb])\n-- end"
    first, second = map(imported, sgf_text.read(text))
    assert list(first.match.texts()) == ["a9"]
    assert (list(second.match.texts()), second.match.actor_name(0)) == (["b8"], "white")
    assert second.match.notes.comment(0) == "x;y)]"


def test_stones_that_are_set_up() -> None:
    match = read("(;SZ[5]AB[aa:bb][dd]AW[ee]AE[bb]HA[4];W[cc])").match
    assert end(match)["board"] == ["bb...", "b....", "..w..", "...b.", "....w"]
    later = read("(;SZ[5]C[first];AB[aa];PL[W]C[then])").match
    assert (end(later)["board"][0], later.actor_name(0)) == ("b....", "white")
    assert later.notes.comment(0) == "first\nthen"
    assert record.load(record.write(match)).ply == 1


COMMENTED = """(;FF[4]GM[1]SZ[9]GN[A name]C[Before\\\\ the game: \\
goes on\\
 here [bracket\\] and\ttab
second line]
(;B[ee]N[tengen]C[main];W[gc](;B[cc];W[tt])(;B[dd];C[said after a move];W[cd])(;C[no move here]))
(;B[aa]C[elsewhere]))"""


def test_comments_and_variations() -> None:
    game = read(COMMENTED)
    found = game.match.notes
    assert found.comment(0) == (
        "Game: A name\n\nBefore\\ the game: goes on here [bracket] and tab\nsecond line"
    )
    assert found.comment(1) == "tengen\nmain"
    assert found.comment(2) == "no move here"
    assert variations(game.match) == [
        (0, "a9", "elsewhere"),
        (2, "d6", "said after a move"),
        (3, "c6", ""),
    ]
    assert again(game.match).match.notes.comment(0) == found.comment(0)
    assert record.write(again(game.match).match) == record.write(game.match)


@pytest.mark.parametrize(
    ("text", "says"),
    cases(r"""
    KM[6.5] | komi 6.5 is not counted
    RU[my own] | the rules 'my own' are unknown here
    RU[Chinese]HA[2]AB[aa][bb] | no points for Black's handicap
    RE[B+3.5];B[aa] | as recorded, 'B+3.5'; by the rules here: the moves do not end
    RE[B+20];B[aa];W[];B[] | tells of no dead stones: here all count
    RE[B+9]TB[ba];B[aa];W[];B[] | 'B+9'; by the rules here: black wins by 24
    RE[White won];W[aa] | the result 'White won' is unknown here
    OT[LONG] | is kept in words: no clock here is such
    HA[3];W[aa] | HA names 3 handicap stones, and none is set up
    TR[aa];B[aa](;W[bb]LB[bb:x]) | marks and others are left out: LB, TR
    TM[600]OT[sudden];B[aa] | the time '600 sudden' is kept in words
    ;B[aa]BL[20] | how long moves took is left out
    TM[60];B[aa]BL[80] | by 1m the clocks are not always where the record has
    ;B[aa];W[];B[];W[] | passes after the end
    ;B[aa];W[];B[];W[bb] | play went on after two passes
    ;B[aa](;W[bb])(;W[aa]) | read up to move 2, which the rules refuse: a5 holds
    ;B[aa](;W[bb])(;AW[cc]) | stones are set up in it
    ;B[aa];W[bb]TB[ca] | counts the game without passes: they were put in
    """),
)
def test_what_differs_is_told(text: str, says: str) -> None:
    game = read(f"(;SZ[5]{text})".replace("LONG", "1" * 300_000))
    assert any(says in line for line in game.differs), game.differs
    assert f"Differs: {game.differs[0]}" in game.match.notes.comment(0)


def test_rules_of_records() -> None:
    for scoring, rules in (
        ("territory", "Japanese japanese Korean"),
        ("area", "Chinese AGA NZ GOE Tromp-Taylor"),
    ):
        for name in rules.split():
            game = read(f"(;SZ[5]RU[{name}])")
            assert game.match.game.options["scoring"] == scoring
            assert scoring == "territory" or not game.differs


def test_dead_stones_are_those_in_territory() -> None:
    text = "(;SZ[5]RE[B+25];B[bb];W[dd];B[];W[];TB[aa:ee])"
    game = read(text)
    assert list(game.match.texts()[-2:]) == ["dead d2", "agree"]
    assert end(game.match)["scores"] == {"black": 25, "white": 0}
    assert game.differs == []
    assert record.write(again(game.match).match) == record.write(game.match)


RESULTS = {"1": "W+Resign/W+R/W+/White+Forfeit/W+3.5", "0": "B+T/B+24", "01": "Draw/0"}
RESULTS |= {"": "Void/No Result", "?": "?/"}


@pytest.mark.parametrize(
    ("result", "winners"),
    [(result, seats) for seats, all_ in RESULTS.items() for result in all_.split("/")],
)
@pytest.mark.parametrize("moves", [";B[aa];W[];B[]", ";B[aa]", ""])
def test_a_result_that_is_told_is_kept(result: str, winners: str, moves: str) -> None:
    match = read(f"(;SZ[5]KM[6.5]RE[{result}]{moves})").match
    saved, shown = record.write(match, tells_over=True), record.write(record.redacted(match))
    for each in (match, record.load(saved), record.load(shown), again(match).match):
        end = each.result()
        counted = [0] if match.ply == 3 else None
        assert (end and [*end.winners]) == (counted if winners == "?" else [*map(int, winners)])
        assert f"RE[{result}]" in exported(each)[0] or not result
        assert each.elsewhere
        assert record.warnings(each) == []
        remembered = ended.remembered(each)
        assert (remembered and remembered["winners"]) == ((end and list(end.winners)) or None)
    assert record_header.summary(record.write(match, tells_over=True)).over is match.over


CLOCKED = """(;SZ[9]TM[600]OT[{}]
;B[ee]BL[590.5];W[gg]WL[580];B[cc]BL[25]{};W[cd]WL[12]{})"""


@pytest.mark.parametrize(
    ("overtime", "control", "left"),
    cases("""
    3x30 byo-yomi | 10m+3x30s | OB[3] OW[1]
    5x60 sec | 10m+5x1m | OB[5] OW[2]
    25/300 canadian | 10m+5m/25 | OB[24] OW[24]
    10 fischer | 10m+10s | -
     | 10m | -
    """),
)
def test_clocks_go_in_and_out(overtime: str, control: str, left: str) -> None:
    blacks, whites = left.split() if left != "-" else ("", "")
    text = CLOCKED.format(overtime, blacks, whites).replace("OT[]", "")
    game = read(text)
    assert game.differs == []
    assert list(map(str, game.match.time.controls)) == [control] * 2
    written, lost = exported(record.load(record.write(game.match)))
    assert read(written).match.time.taken(2) == game.match.time.taken(2)
    assert lost == []
    for value in ("BL[590.5]", "WL[580]", f"BL[25]{blacks}", f"WL[12]{whites}"):
        assert value in written
    if overtime:
        assert f"TM[600]OT[{overtime}]" in written


def test_a_game_of_ours_tells_its_day_and_that_sgf_has_one_clock() -> None:
    game = games.create("mitropia", {**GO, "map": "9x9"})
    time = MatchTime((clock.read("10m"), clock.read("5m")))
    match = Match(game, ("human", "bot:4"), 0, time=time)
    match.submit(game.parse(match.state, "d4"), seconds=12.5)
    text, lost = exported(match, "2026-11-28")
    assert lost[0] == "how long moves took is left out: SGF has one clock, for both players"
    assert "DT[2026-11-28]RU[Japanese]KM[0]" in text


@pytest.mark.parametrize(
    ("text", "says"),
    cases(r"""
    (;GM[2]SZ[8]) | no game of Go: GM is '2'
    (;SZ[26]) | SZ is '26': boards have 1 to 25
    (;SZ[9:0]) | SZ is '9:0'
    (;SZ[1]) | one point
    (;SZ[nine]) | SZ is 'nine'
    (;SZ[9];B[jj]) | 'jj' is no point on a board of 9x9
    (;SZ[9];B[e5]) | 'e5' is no point
    (;SZ[9]AW[ab][ba]AB[aa]) | the stones that are set up: a9 has no liberty
    (;SZ[9];B[aa];W[bb];AB[cc]) | after move 2 stones are set up
    (;SZ[9];B[aa];W[aa]) | move 2, white a9: a9 holds
    (;SZ[9];B[ba];W[ii];B[ab];W[aa]) | move 4, white a9: a stone on a9 would have no liberty
    # A snapback of one stone for ever: the rules of the record would let the ko be retaken.
    (;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb]) | move 9, black c4: .*position
    """),
)
def test_refusals(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        read(text)


def test_many_variations_and_comments_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    branches = "".join(f"(;B[{a}{b}];W[ii])" for a in "abcdefgh" for b in "abcdefgh")
    assert read(f"(;SZ[9](;B[ii]){branches})").match.notes.count == 128
    monkeypatch.setattr(notes, "MOST_NODES", 100)
    cut = read(f"(;SZ[9](;B[ii]){branches})")
    assert cut.match.notes.count == 100
    assert "variations are left out" in cut.differs[0]
    long = read(f"(;SZ[9]C[{'x' * 400_000}];B[aa]C[{'y' * 400_000}])")
    assert long.differs == ["comments beyond 500000 characters are left out"]


BOARDS: list[dict[str, Value]] = [
    {"map": "9x9"},
    {"map": "9x9", "scoring": "area"},
    {"map": board_map(5, 5), "dead-stones": "agree"},
    {"map": board_map(7, 3)},
    {"map": board_map(5, 5), "handicap": "0,-4"},
]


def noted(match: AnyMatch, rng: np.random.Generator) -> None:
    """Add comments and variations at random."""
    for number in range(12):
        at: Place = int(rng.integers(0, match.ply + 1))
        match.notes.say(at, f"{number} ]\\[ ;:\n(second) \u00e9\u4e00")
        state = match.state_at(at)
        for _ in range(int(rng.integers(1, 4))):
            options = match.game.legal_moves(state)
            if not options or match.game.report_fields(state)["question"] != "turn":
                break
            move = options[rng.integers(len(options))]
            state = match.game.apply(state, move)
            at = match.notes.add(at, match.game.format(move))
            match.notes.say(at, f"variation {number}")


@given(st.sampled_from(BOARDS), st.integers(0, 2**32), st.integers(0, 300))
@example({"map": board_map(5, 5), "dead-stones": "agree"}, 3848, 49)  # nobody owns a point
@settings(max_examples=30, deadline=None)
def test_any_game_goes_out_and_back(board: dict[str, Value], seed: int, plies: int) -> None:
    match = played("mitropia", {**GO, **board}, seed, plies)
    question = match.game.report_fields(match.state)["question"]
    if question in ("starter", "settle") or "decline" in match.texts():
        return
    noted(match, np.random.default_rng(seed))
    text, lost = exported(match)
    read_again = again(match)
    assert read_again.differs == []
    assert end(read_again.match) == end(match)
    if lost:
        return
    assert exported(read_again.match)[0] == text
    first = 0 if "handicap" not in board else match.ply - read_again.match.ply
    if not match.over:
        assert [(ply + first, *more) for ply, *more in variations(read_again.match)] == variations(
            match
        )


@pytest.mark.parametrize(
    ("game", "says"),
    cases("""
    plurality size=5 | this is plurality
    mitropia players=3 range=none no-cards | 3 play
    mitropia players=2 no-cards | it has dice
    mitropia players=2 range=none | it has cards
    mitropia players=2 pro | stones have a range of 3
    mitropia players=2 range=none no-cards map=ring | its board has gaps
    mitropia players=2 range=none no-cards map=honeycomb | its cells are hexagons
    tricolor size=5 | this is tricolor
    mitropia players=2 {GO} house=x;ko=ko | by house rules ko is ko
    mitropia players=2 {GO} house=x;surrender=two_too;starters=2 | surrender is two too, st
    mitropia players=2 {GO} house=x;starters=1 | starters is 1
    mitropia players=2 house=x;range=none;deck=none | it has dice
    mitropia players=2 house=pro | stones have a range of 3
    mitropia players=2 house=x;range=none;dice=no | it has cards
    mitropia players=4 {GO} | 4 play
    mitropia players=2 {GO} map=two;2:_a1_e1;...../-----/..... | its board has gaps
    mitropia players=2 {GO} house=x;surrender=no;hands=open;scoring=area |
    mitropia players=2 {GO} house=ko_=_ours;opening=lots;prisoners=count;starters=0 |
    mitropia players=2 {GO} map=plain;2:_a1_e4;...../...../...../..... |
    """),
)
def test_what_is_no_go_is_not_written(game: str, says: str) -> None:
    go = "range=none no-cards" + " map=9x9" * ("map=" not in game)
    match = match_of(game.replace("{GO}", go))
    if not says:
        assert again(match).match.state.stones == match.state.stones
        return
    with pytest.raises(RecordError, match=says):
        exported(match)


def test_another_library_reads_the_same() -> None:
    sgfmill = pytest.importorskip("sgfmill.sgf")
    for text in (COMMENTED, "(;SZ[9];B[ee];W[];B[tt])", "(;SZ[5]AB[aa:bb]AW[ee]HA[4];W[cc])"):
        match = read(written := exported(read(text).match)[0]).match
        theirs, found = sgfmill.Sgf_game.from_string(written), []
        for colour, point in (node.get_move() for node in theirs.get_main_sequence()):
            name = point and match.game.topology.in_rows[-1 - point[0]][point[1]]
            found += ["pass" if name is None else match.game.topology.names[name]] * bool(colour)
        assert found == [text for text in match.texts() if text not in ("dead none", "agree")]
        if theirs.root.has_property("C"):  # it keeps blanks as they are
            kept = split(match.notes.comment(0))[1]
            assert kept.split() == theirs.root.get("C").split()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((r"a\]b", "a]b"), (r"a\\b", "a\\b"), ("a\\\nb", "ab"), ("a\\\n\\]b", "a]b")),
        *((r"a\:b", "a:b"), (r"a\nb", "anb"), ("a\nb", "a\nb")),
    ],
)
def test_escapes(value: str, text: str) -> None:
    assert unescaped(value) == text


@given(st.text(alphabet="(;)[]\\ABab: \n", max_size=80) | st.binary(max_size=80))
def test_anything_is_read_or_refused(data: str | bytes) -> None:
    text = data if isinstance(data, str) else decoded(data)[0]
    for whole in (text, f"(;{text}"):
        assert all(isinstance(root, SgfNode | RecordError) for root in sgf_text.read(whole))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(;SZ[9]\n;B[aa]C[no end)", "line 2, column 8: the value of 'C' has no end: the file is"),
        ("(;SZ[9]\n  ?;B[aa])", "line 2, column 3: '?' is no part of a game here"),
        ("(" + ";" * 11 + ")", "more than 10 nodes"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(sgf_text, "MOST_NODES", 10)
    assert isinstance(sgf_text.read("(" + ";" * 10 + ")")[0], SgfNode)
    (fault,) = sgf_text.read(text)
    assert says in str(fault)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;SZ[9];B[aa])\n(;GM[1]US[a[3d]];B[bb](;W[cc]))\n(;GM[1];B[dd])", ["aa", None, "dd"]),
        ("(;GM[1];B[aa)\n(;PB[x]GM[1];B[dd])", [None, "dd"]),
        ("(;GM[1];B[aa];W[bb]\n(;FF[4]GM[1];B[dd])", ["aa", "dd"]),
        ("(;GM[1];B[aa]C[see (;GM[1\\]\\)])(;GM[1];B[dd]C[no end)", ["aa", None]),
        ("(;GM[1];B[aa](;W[bb])(;W[cc]))(;;B[dd])", ["aa", "dd"]),
    ],
)
def test_a_damaged_game_costs_itself_alone(text: str, expected: list[str | None]) -> None:
    trees = [tree if isinstance(tree, SgfNode) else None for tree in sgf_text.read(text)]
    assert [tree and list(tree.main_line())[1].text("B") for tree in trees] == expected


@pytest.mark.parametrize(
    ("data", "comment"),
    [
        ("(;C[h\u00e9])".encode(), "h\u00e9"),
        ("(;C[h\u00e9])".encode("latin-1"), "h\u00e9"),
        ("(;CA[ISO-8859-1]C[h\u00e9])".encode("latin-1"), "h\u00e9"),
        ("(;CA[UTF-8]C[h\u00e9])".encode("latin-1"), "h\u00e9"),
        ("(;CA[windows-1252]C[\u201c])".encode("cp1252"), "\u201c"),
        ("(;CA[GB2312]C[\u56f4\u68cb\u9555])".encode("gb18030"), "\u56f4\u68cb\u9555"),
        ("(;CA[Shift_JIS]C[\u8868])".encode("cp932"), "\u8868"),
        ("(;CA[EUC-KR]C[\ubc14\ub451])".encode("cp949"), "\ubc14\ub451"),
        (codecs.BOM_UTF8 + "(;CA[latin-1]C[h\u00e9])".encode(), "h\u00e9"),
        ("\ufeff(;C[h\u00e9])".encode("utf-16-le"), "h\u00e9"),
        ("(;CA[no-such-code]C[h\u00e9])".encode(), "h\u00e9"),
        (b"(;CA[rot13]C[abc])", "abc"),
        (b"(;CA[zip]C[abc])", "abc"),
        (b"(;CA[punycode]C[abc])" + b"(;C[x])" * 60_000, "abc"),
        (b"(;CA[utf-7]C[a+AF0-])", "a+AF0-"),
        (b"(;CA[UTF-16]C[abc];B[ee])x", "abc"),
        (b"(;C[a\r\nb\rc\nd\n\re])", "a\nb\nc\nd\ne"),
    ],
)
def test_what_files_say_of_their_characters(data: bytes, comment: str) -> None:
    text, _ = decoded(data)
    root, *_ = sgf_text.read(text)
    assert isinstance(root, SgfNode)
    assert root.text("C") == comment


NAMES = {
    "gb18030": "柯洁 古力 聂卫平 常昊 马晓春 陈耀烨 黑中盘胜",
    "cp932": "本因坊秀策 坂田栄男 加藤正夫 ソフト表 井山裕太",
    "euc_jp": "本因坊秀策 坂田栄男 加藤正夫 ここは黒 井山裕太",
    "cp949": "이창호 이세돌 조훈현 최철한 흑 불계승",
    "cp950": "張栩 周俊勳 黃龍士 許皓鋐 這步棋很好",
    "cp1252": "Jos\u00e9 M\u00fcller Bj\u00f6rn Fran\u00e7ois \u201cquoted\u201d",
}


@pytest.mark.parametrize("codec", NAMES)
def test_what_files_do_not_say_is_guessed_and_told(codec: str) -> None:
    for name in NAMES[codec].split():
        text = f"(;GM[1]FF[4]SZ[9]PB[{name}]PW[{name}];B[ee]C[{name}])"
        read, charset = decoded(text.encode(codec))
        assert (read, codec_of(charset)) == (text, codec)
        assert decoded(text.encode(codec), codec) == (text, "")


def test_one_broken_character_costs_no_other() -> None:
    for codec, names in {**NAMES, "utf_8": NAMES["gb18030"]}.items():
        data = f"(;SZ[9]C[{names}]C[?];B[ee])".encode(codec).replace(b"?", b"\xff ")
        assert names in decoded(data)[0], codec


@pytest.mark.parametrize("says", [("UTF-8", "Shift_JIS"), ("", ""), ("", "Shift_JIS")])
def test_games_of_a_collection_have_a_charset_each(says: tuple[str, str]) -> None:
    games = [
        f"(;GM[1]{f'CA[{charset}]' * bool(charset)}SZ[9]C[{name}];B[ee])\n".encode(codec)
        for charset, codec, name in zip(says, ("utf_8", "cp932"), ("柯洁", "井山裕太"), strict=True)
    ]
    for order in (games, games[::-1]):
        text, guessed = decoded(b"".join(order))
        assert ("柯洁" in text, "井山裕太" in text) == (True, True)
        assert guessed == ("" if says[1] else "Shift_JIS")


def test_an_unknown_charset_is_refused() -> None:
    for name in ("punycode", "rot13", "../x", "", "utf-7"):
        with pytest.raises(OptionError, match="--charset"):
            decoded(b"(;)", name)
