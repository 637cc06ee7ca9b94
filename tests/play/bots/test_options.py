"""How bots think, as one value."""

from __future__ import annotations

from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play.bots.options import BotOptions


@pytest.mark.parametrize(
    "wrong",
    [{"time": 0.0}, {"time": float("nan")}, {"time_scale": -1.0}, {"time_scale": float("inf")}],
)
def test_times_are_positive(wrong: dict[str, Any]) -> None:
    name = next(iter(wrong)).replace("_", " ")
    with pytest.raises(OptionError, match=f"^{name} .* positive"):
        BotOptions(**wrong)


def test_programs_are_allowed_beside_those_before() -> None:
    options = BotOptions(2.0, allowed=frozenset({"one"}))
    assert options.allowing({"two"}) == BotOptions(2.0, allowed=frozenset({"one", "two"}))
    assert options.allowed == {"one"}
