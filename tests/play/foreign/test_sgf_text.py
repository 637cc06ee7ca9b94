"""The text of SGF: characters, escapes, and anything else that a file may hold."""

from __future__ import annotations

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import RecordError
from termgames.play.foreign import sgf_text
from termgames.play.foreign.sgf_text import SgfNode, decoded, escaped, unescaped


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
        (b"(;C[a\r\nb\rc\nd\n\re])", "a\nb\nc\nd\ne"),
    ],
)
def test_characters(data: bytes, comment: str) -> None:
    (root,) = sgf_text.read(decoded(data))
    assert root.text("C") == comment


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (r"a\]b", "a]b"),
        (r"a\\b", "a\\b"),
        ("a\\\nb", "ab"),
        ("a\\\n\\]b", "a]b"),
        (r"a\:b", "a:b"),
        (r"a\nb", "anb"),
        ("a\nb", "a\nb"),
    ],
)
def test_escapes(value: str, text: str) -> None:
    assert unescaped(value) == text


@given(st.text())
def test_any_text_goes_out_and_back(text: str) -> None:
    (root,) = sgf_text.read(f"(;C[{escaped(text)}])")
    assert root.text("C") == text


TREES = st.recursive(
    st.builds(SgfNode, st.dictionaries(st.sampled_from(["B", "C", "AB"]), st.just(["x"]))),
    lambda nodes: st.builds(
        SgfNode, st.dictionaries(st.sampled_from(["W", "N"]), st.just(["", "y"])), st.lists(nodes)
    ),
)


@given(TREES)
def test_any_tree_goes_out_and_back(root: SgfNode) -> None:
    (found,) = sgf_text.read(sgf_text.write(root))
    waiting = [(found, root)]
    while waiting:
        one, other = waiting.pop()
        assert one.properties == other.properties
        assert len(one.children) == len(other.children)
        waiting += zip(one.children, other.children, strict=True)


@given(st.text(alphabet="(;)[]\\ABab: \n", max_size=80) | st.binary(max_size=80))
def test_anything_is_read_or_refused(data: str | bytes) -> None:
    text = data if isinstance(data, str) else decoded(data)
    for whole in (text, f"(;{text}"):
        with suppress(RecordError):
            assert all(isinstance(root, SgfNode) for root in sgf_text.read(whole))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(;SZ[9]\n;B[aa]C[no end)", "line 2, column 8: the value of 'C' has no end: the file is"),
        ("(;SZ[9]\n  ?;B[aa])", "line 2, column 3: '\\?' is no part of a game here"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        sgf_text.read(text)


def test_the_number_of_nodes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_text, "MOST_NODES", 10)
    assert len(sgf_text.read("(" + ";" * 10 + ")")) == 1
    with pytest.raises(RecordError, match="more than 10 nodes"):
        sgf_text.read("(" + ";" * 11 + ")")
