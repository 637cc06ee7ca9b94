"""Tests neither read a developer's environment nor write into the folders that it names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SEEN = """
import os, signal
import tests.conftest
names = ("TERMGAMES_CONFIG", "NO_COLOR", "COLUMNS", "TERM", "COLORTERM", "LANG", "XDG_CONFIG_HOME")
print(*(os.environ.get(name) for name in names), os.environ["HOME"] != "/nowhere")
print(signal.getsignal(signal.SIGQUIT) == signal.SIG_DFL, os.path.isdir(os.environ["HOME"]))
"""


def test_what_a_developer_has_set_is_not_seen(tmp_path: Path) -> None:
    outer = {"HOME": "/nowhere", "TERM": "dumb", "LANG": "POSIX", "NO_COLOR": "1", "COLUMNS": "7"}
    outer |= {"TERMGAMES_CONFIG": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "COLORTERM": ""}
    environment = {name: text for name, text in os.environ.items() if name != "OUTER_HOME"}
    done = subprocess.run(
        ["/bin/sh", "-c", 'trap "" QUIT; exec "$@"', "sh", sys.executable, "-c", SEEN],
        cwd=ROOT,
        env=environment | outer,
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.splitlines()
    assert first == "None None None xterm-256color truecolor C.UTF-8 None True"
    assert second == "True True"
