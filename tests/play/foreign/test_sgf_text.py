"""The text of SGF: characters, escapes, and anything else that a file may hold."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import RecordError
from termgames.play.foreign import sgf_text
from termgames.play.foreign.charsets import decoded
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


TREES = st.recursive(
    st.builds(SgfNode, st.dictionaries(st.sampled_from(["B", "C", "AB"]), st.just(["x"]))),
    lambda nodes: st.builds(
        SgfNode, st.dictionaries(st.sampled_from(["W", "N"]), st.just(["", "y"])), st.lists(nodes)
    ),
)


@given(TREES)
def test_any_tree_goes_out_and_back(root: SgfNode) -> None:
    (found,) = sgf_text.read(sgf_text.write(root))
    assert isinstance(found, SgfNode)
    waiting = [(found, root)]
    while waiting:
        one, other = waiting.pop()
        assert one.properties == other.properties
        assert len(one.children) == len(other.children)
        waiting += zip(one.children, other.children, strict=True)


@given(st.text(alphabet="(;)[]\\ABab: \n", max_size=80) | st.binary(max_size=80))
def test_anything_is_read_or_refused(data: str | bytes) -> None:
    text = data if isinstance(data, str) else decoded(data)[0]
    for whole in (text, f"(;{text}"):
        assert all(isinstance(root, SgfNode | RecordError) for root in sgf_text.read(whole))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(;SZ[9]\n;B[aa]C[no end)", "line 2, column 8: the value of 'C' has no end: the file is"),
        ("(;SZ[9]\n  ?;B[aa])", "line 2, column 3: '\\?' is no part of a game here"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    (fault,) = sgf_text.read(text)
    assert re.match(says, str(fault))


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


def test_the_number_of_nodes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_text, "MOST_NODES", 10)
    assert len(sgf_text.read("(" + ";" * 10 + ")")) == 1
    assert "more than 10 nodes" in str(sgf_text.read("(" + ";" * 11 + ")")[0])
