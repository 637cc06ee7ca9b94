"""What every test shares: its own data folder, and how hypothesis searches."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from termgames.core.display import Display
from termgames.games import GAMES

if TYPE_CHECKING:
    from tests.toy_card_game.rules import Lots

# The same examples every time, so that a red run can be repeated, and no clock: a busy
# machine is no fault. `--hypothesis-profile=explore` looks for new examples.
NO_CLOCK = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("repeatable", derandomize=True, **NO_CLOCK)
settings.register_profile("explore", max_examples=1000, **NO_CLOCK)
settings.load_profile("repeatable")

# Thousands of tests and the modules they need stay in memory all the time: the collector need not
# look through them again and again. It begins when all is collected.
gc.disable()

# Colours are told from what the environment says of the terminal, in which tests differ.
os.environ["COLORTERM"] = "truecolor"

# What is seen does not depend on when a test looks, unless it is about what moves.
os.environ["TEXTUAL_ANIMATIONS"] = "none"

# A run in the background inherits that interrupts are ignored, one under nohup that hangups are,
# and would hand that on to the programs which tests start and end by signals.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """From here on there is garbage: the applications and games of one test after the other."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
    # What the program sets for itself when it is ready would hold for all tests that follow.
    gc.set_threshold = lambda *thresholds: None


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for as many tests as there are. Few tests use theirs: it costs nothing before."""
    base = tmp_path_factory.mktemp("data")
    return (base / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data_folder(data_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games of a test lie in its own folder, never in the user's."""
    folder = next(data_folders)
    monkeypatch.setenv("TERMGAMES_DATA", str(folder))
    return folder


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> Lots:
    """The toy card game for three seats, also known by its name."""
    from tests.toy_card_game.rules import create

    monkeypatch.setitem(GAMES, "lots", "tests.toy_card_game")
    return create({"players": 3, "talk": "free"})


@pytest.fixture
def counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score as if the game ended now is shown on an empty board, too."""
    monkeypatch.setattr(Display, "is_early", lambda display, state: False)
