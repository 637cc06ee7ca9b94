"""The text of SGF: charsets, characters, escapes, and anything else that a file may hold."""

import codecs
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import OptionError, RecordError
from termgames.play.foreign import sgf_text
from termgames.play.foreign.charsets import codec_of, decoded
from termgames.play.foreign.sgf_text import SgfNode, unescaped


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
