"""Numbers and lists in sentences."""

import pytest

from termgames.core.text import counted, listed


@pytest.mark.parametrize(("many", "told"), [(0, "0 stones"), (1, "1 stone"), (2, "2 stones")])
def test_counted(many: int, told: str) -> None:
    assert counted(many, "stone") == told


@pytest.mark.parametrize(
    ("names", "told"), [("", ""), ("a", "a"), ("ab", "a or b"), ("abc", "a, b or c")]
)
def test_listed(names: str, told: str) -> None:
    assert listed(list(names), "or") == told
