"""Terminals with 256 and with 16 colours are sent colours of theirs, chosen by the eye."""

from __future__ import annotations

from typing import Any

import pytest
from rich.color import ColorType
from rich.style import Style
from textual.app import App
from textual.color import Color

from termgames.tui import depth
from termgames.tui.contrast import TEXT, contrast
from termgames.tui.depth import Depth, FewColours, depth_of
from tests.tui.screens.support import new_match, playing


def of(monkeypatch: pytest.MonkeyPatch, term: str, **more: str) -> Depth | None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    app: App[None] = App()
    return depth_of(app)


def in_256(monkeypatch: pytest.MonkeyPatch) -> Depth:
    found = of(monkeypatch, "xterm-256color")
    assert found is not None
    return found


def test_the_terminal_says_how_many_colours_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_256(monkeypatch).name == "256"
    sixteen = of(monkeypatch, "screen")
    assert sixteen is not None
    assert sixteen.name == "16"
    assert of(monkeypatch, "xterm-256color", COLORTERM="truecolor") is None
    assert of(monkeypatch, "screen", NO_COLOR="1") is None


def test_wood_is_brown_and_not_pink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of red, green and blue rounded by itself would be #af5f5f."""
    found = in_256(monkeypatch)
    assert found.nearest(Color.parse("#9c7240")) == Color.parse("#af875f")
    dark = found.nearest(Color.parse("#6d543b"))
    assert dark.r >= dark.g >= dark.b or len({*dark.rgb}) == 1
    assert dark.g - dark.b >= 0


def test_what_is_sent_are_the_numbers_of_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    style = in_256(monkeypatch).style(Style(color="#d7dae0", bgcolor="#16181d", bold=True))
    assert style.bold
    for each in (style.color, style.bgcolor):
        assert each is not None
        assert each.type is ColorType.EIGHT_BIT
        assert each.number is not None
        assert each.number >= 16, "the first ones are the player's to change"


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


def test_the_terminals_own_colours_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = in_256(monkeypatch)
    style = Style(color="default", bgcolor="red")
    assert found.style(style) == style


async def test_a_game_is_drawn_in_few_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "screen")
    monkeypatch.setenv("COLORTERM", "")
    async with playing(new_match(size=9), size=(80, 24)) as pilot:
        app: Any = pilot.app
        assert any(isinstance(each, FewColours) for each in app.get_line_filters())
        strips = app.screen._compositor.render_strips()
        sent = {
            each
            for strip in strips
            for segment in strip
            if segment.style is not None
            for each in (segment.style.color, segment.style.bgcolor)
            if each is not None
        }
        assert sent
        assert {each.type for each in sent} <= {ColorType.STANDARD, ColorType.DEFAULT}
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with playing(new_match(size=9), size=(80, 24)) as pilot:
        assert depth.depth_of(pilot.app) is None
