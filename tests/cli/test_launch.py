"""What the way to the first picture of a board does without."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import asyncio, gc, sys
from termgames.cli import main
main(["--version"])
before = gc.get_stats()[2]["collections"]
from termgames import games
from termgames.play.match import Match
from termgames.tui.app import Settings, TermgamesApp

match = Match(games.create("plurality", {"size": 13}), ("human", "bot:1"), 1)


async def play():
    app = TermgamesApp(Settings(), lambda opener: opener.open_game(match, None))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        whole = gc.get_stats()[2]["collections"] - before
        needless = sorted({"tomllib", "numpy.ma", "textual.widgets._markdown"} & set(sys.modules))
        sys.__stdout__.write(f"{whole} {gc.get_freeze_count() > 10_000} {needless}\\n")
        app.exit()


asyncio.run(play())
"""


def test_nothing_is_loaded_and_no_garbage_is_sought_that_can_wait() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "0 True []"
