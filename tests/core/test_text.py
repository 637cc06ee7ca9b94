"""Numbers and lists in sentences."""

from termgames.core.text import span


def test_spans() -> None:
    told = [span(each) for each in (0.4, 89, 90, 900, 3600, 11_100, 47 * 3600, 187_200)]
    assert ", ".join(told) == (
        "0 s, 89 s, 2 min, 15 min, 1 h 0 min, 3 h 5 min, 47 h 0 min, 2 d 4 h"
    )
