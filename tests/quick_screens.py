"""Screens in tests as quick as the event loop: a pilot waits until nothing is left to do, not for
some hundredths of a second without work; only then a screen is drawn, not at each step on the way;
and what styles say is parsed once a process."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Any
from weakref import WeakSet

import textual.app
import textual.pilot
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

ROUNDS = 3
"""What one round has drawn may ask for the next, as a new size does."""
QUIET = 3
"""Steps of the loop in a row with nothing to do."""
BREATH = 0.0005
"""Seconds for what comes from outside the loop: threads, pipes."""


async def until_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Until the loop has nothing to do and the screen nothing to draw, `max_sleep` seconds at most;
    stands for Textual's own `wait_for_idle`."""
    app = active_app.get(None)
    for _ in range(ROUNDS):
        if app is not None and app._screen_stack:
            app._check_resize()
            app.screen._on_timer_update()
        worked = await _drained(max_sleep)
        for screen in [*DUE]:
            DUE.discard(screen)
            if app is not None and screen in app._screen_stack:
                _draw(screen)
        await asyncio.sleep(BREATH)
        if not worked:
            return


async def _drained(seconds: float) -> bool:
    """Until nothing is left to do; whether there was anything."""
    loop: Any = asyncio.get_running_loop()
    end, quiet, worked = loop.time() + seconds, 0, False
    while quiet < QUIET and loop.time() < end:
        await asyncio.sleep(0)
        due = any(
            not timer._cancelled and timer._when <= loop.time() for timer in loop._scheduled[:8]
        )
        quiet = 0 if loop._ready or due else quiet + 1
        worked = worked or not quiet
    return worked


DUE: WeakSet[Screen[Any]] = WeakSet()
"""Screens to be drawn as soon as there is nothing else to do."""
_draw = Screen._compositor_refresh

PARSED: dict[Hashable, list[RuleSet]] = {}
"""What is parsed, by its text, place and variables."""
_parse = Stylesheet._parse_rules


def _parsed_once(sheet: Stylesheet, css: str, *where: Any, **how: Any) -> list[RuleSet]:
    variables = tuple(sorted(sheet._variables.items()))
    known = (css, where, tuple(sorted(how.items())), variables)
    if known not in PARSED:
        PARSED[known] = _parse(sheet, css, *where, **how)
    return PARSED[known]


def hurry() -> None:
    """From now on: no test is about how Textual waits or reads styles."""
    textual.app.wait_for_idle = until_idle
    textual.pilot.wait_for_idle = until_idle
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]
    Screen._compositor_refresh = lambda screen: DUE.add(screen)  # type: ignore[method-assign]
