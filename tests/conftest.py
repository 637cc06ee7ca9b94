"""What every test shares: an environment and folders of its own, and how hypothesis searches."""

from __future__ import annotations

import atexit
import gc
import os
import re
import shutil
import signal
import tempfile
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

# Of the developer's environment tests see what finds programs, packages and certificates, and what
# is said to the tests themselves; pip reads its settings and keeps its files where it always does.
SEEN = (
    r"PATH|PY(THON|ENV_|TEST_)|COV|PIP_|SSL_|REQUESTS_|TMPDIR|CI|\w+(_proxy|_NUM_THREADS)|OPENBLAS"
)
SAID = ("CONTRACT_GAMES", "FRAMES", "PICTURE", "PICTURES", "TERMGAMES_TEST", "OUTER_HOME")
for name in [*os.environ]:
    if not re.match(SEEN, name, re.IGNORECASE) and name not in SAID and name != "HOME":
        del os.environ[name]
if "OUTER_HOME" not in os.environ:  # else a worker of a run that has made all this
    os.environ["OUTER_HOME"] = os.environ.get("HOME", "/")
    os.environ["HOME"] = tempfile.mkdtemp(prefix="termgames-tests-home-")
    atexit.register(shutil.rmtree, os.environ["HOME"], ignore_errors=True)
os.environ["TERMGAMES_RUNTIME"] = os.environ["HOME"]  # other tables of this computer are not seen
os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}

# Tests compile more than they compute.
os.environ["XLA_FLAGS"] = (
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)

# What is seen does not depend on when a test looks, unless it is about what moves.
os.environ["TEXTUAL_ANIMATIONS"] = "none"

# A run in the background inherits that interrupts and quits are ignored, one under nohup that
# hangups are, and would hand that on to the programs which tests start and end by signals.
for ignored in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(ignored) == signal.SIG_IGN:
        plain = signal.default_int_handler if ignored == signal.SIGINT else signal.SIG_DFL
        signal.signal(ignored, plain)


def pytest_collection_finish() -> None:
    """From here on there is garbage: the applications and games of one test after the other."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
    # What the program sets for itself when it is ready would hold for all tests that follow.
    gc.set_threshold = lambda *thresholds: None


@pytest.fixture(scope="session", autouse=True)
def quick_screens() -> None:
    from tests.quick_screens import hurry  # Textual reads the environment when it is imported

    hurry()


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
