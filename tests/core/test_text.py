"""Numbers and lists in sentences."""

import pytest

from termgames.core.text import span


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
