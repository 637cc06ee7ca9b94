"""Terminals with 256 and with 16 colours are sent colours of theirs, chosen by the eye."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color

from termgames.tui.contrast import TEXT, contrast
from termgames.tui.depth import Depth, depth_of


def of(monkeypatch: pytest.MonkeyPatch, term: str, **more: str) -> Depth | None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    app: App[None] = App()
    return depth_of(app)


def test_the_terminal_says_how_many_colours_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    for term, colours in (("xterm-256color", "256"), ("screen", "16")):
        found = of(monkeypatch, term)
        assert found is not None
        assert found.name == colours
    assert of(monkeypatch, "xterm-256color", COLORTERM="truecolor") is None
    assert of(monkeypatch, "screen", NO_COLOR="1") is None


def test_wood_is_brown_and_not_pink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of red, green and blue rounded by itself would be #af5f5f."""
    found = of(monkeypatch, "xterm-256color")
    assert found is not None
    assert found.nearest(Color.parse("#9c7240")) == Color.parse("#af875f")
    dark = found.nearest(Color.parse("#6d543b"))
    assert dark.r >= dark.g >= dark.b or len({*dark.rgb}) == 1
    assert dark.g - dark.b >= 0


@pytest.mark.parametrize("term", ["xterm-256color", "screen"])
def test_what_could_be_read_can_be_read_in_few_colours(
    term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = of(monkeypatch, term)
    assert found is not None
    for ink, ground in (("#808080", "#202020"), ("#755730", "#f4f1ea"), ("#ffffff", "#2f6f8f")):
        before = contrast(Color.parse(ink), Color.parse(ground))
        style = found.style(Style(color=ink, bgcolor=ground))
        assert style.color is not None
        assert style.bgcolor is not None
        sent = [Color(*each.get_truecolor()) for each in (style.color, style.bgcolor)]
        colours = [found.nearest(each) for each in sent]
        assert contrast(*colours) >= min(before, TEXT) - 0.5
