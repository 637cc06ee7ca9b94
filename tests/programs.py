"""A program that plays Pletore on 5x5 and leaves a mark, so that a test sees whether it was
started; and a stranger's record that names it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

PROGRAM = """
import sys
open({mark!r}, "a").close()
points = ["d4", "d3", "c3"]
for line in sys.stdin:
    points = [point for point in points if point not in line]
    print("= " + points.pop() if line.startswith("genmove") else "=", end="\\n\\n", flush=True)
    if line.startswith("quit"):
        break
"""

RECORD = """termgames record 1
game: pletore
size: 5
player 1: gtp:{command}
player 2: {second}

"""


class Marking:
    """The program, its command, and whether it has been started."""

    def __init__(self, folder: Path, name: str = "stranger") -> None:
        self.folder, self.mark = folder, folder / f"{name}.mark"
        self._source = folder / f"{name}.py"
        self._source.write_text(PROGRAM.format(mark=str(self.mark)))

    @property
    def command(self) -> str:
        return shlex.join([sys.executable, "-S", str(self._source)])

    @property
    def player(self) -> str:
        return f"gtp:{self.command}"

    @property
    def started(self) -> bool:
        return self.mark.exists()

    def record(self, path: Path | None = None, second: str = "human") -> Path:
        """A record, begun by nobody, in which the program is to move."""
        path = path or self.folder / "game.tgr"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(RECORD.format(command=self.command, second=second))
        return path
