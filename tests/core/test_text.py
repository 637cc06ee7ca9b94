"""Numbers and lists in sentences."""

import pytest

from termgames.core.text import listed, sentence, span


@pytest.mark.parametrize(
    ("names", "told"), [("", ""), ("a", "a"), ("ab", "a or b"), ("abc", "a, b or c")]
)
def test_listed(names: str, told: str) -> None:
    assert listed(list(names), "or") == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("d4 is occupied", "d4 is occupied"),
        ("aa10 holds beta's stone", "aa10 holds beta's stone"),
        ("d4,e5 have no liberty", "d4,e5 have no liberty"),
        ("one stone a turn", "One stone a turn"),
        ("alpha proposes", "Alpha proposes"),
        ("", ""),
    ],
)
def test_points_are_written_small_at_the_beginning_too(text: str, told: str) -> None:
    assert sentence(text) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.4, "0 s"),
        (89, "89 s"),
        (90, "2 min"),
        (900, "15 min"),
        (3600, "1 h 0 min"),
        (11_100, "3 h 5 min"),
        (47 * 3600, "47 h 0 min"),
        (187_200, "2 d 4 h"),
    ],
)
def test_spans(seconds: float, told: str) -> None:
    assert span(seconds) == told
