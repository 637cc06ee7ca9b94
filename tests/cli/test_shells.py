"""Completion in the shells themselves, where they are installed: TAB on a pseudo-terminal."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pexpect
import pytest

COMMAND = f"""#!/bin/sh
exec '{sys.executable}' -m termgames "$@"
"""
SHELLS = {
    "bash": (["--norc", "--noprofile"], 'eval "$(_TERMGAMES_COMPLETE=bash_source termgames)"'),
    "zsh": (
        ["-f"],
        'autoload -U compinit; compinit -u -D; eval "$(_TERMGAMES_COMPLETE=zsh_source termgames)"',
    ),
    "fish": (["--no-config"], "_TERMGAMES_COMPLETE=fish_source termgames | source"),
}
"""By shell: how it starts without the files of who runs the tests, and what `--help` tells."""


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_the_name_of_a_game(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "termgames"
    command.write_text(COMMAND)
    command.chmod(0o755)
    environment = {
        "PATH": f"{folder}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "TERM": "dumb" if shell == "bash" else "xterm",
    }
    options, setup = SHELLS[shell]
    with pexpect.spawn(program, options, env=environment, timeout=120) as child:  # type: ignore[arg-type]
        child.sendline(setup)
        child.sendline("echo re''ady")
        child.expect("ready")
        child.send("termgames play plura\t")
        child.expect("plurality")
        child.close(force=True)
