"""Running the command line inside the test, and as a process of its own."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from termgames import paths
from termgames.cli import main
from termgames.play import store

READ_ME = Path(__file__).parents[1] / "readme_games"
PLAY = "play plurality --size 5"
HUMANS = f"{PLAY} --komi 5.5 --white human"
WORDS = {
    "PLAY": PLAY,
    "HUMANS": HUMANS,
    "RANDOM": f"{PLAY} --black random --white random --seed 5",
    "SMALL": str(READ_ME / "small.tgr"),
    "MITROPIA": str(READ_ME / "mitropia.tgr"),
    "SOLVE": "solve pletore --size 3",
    "EXPLORE": "explore majorities --size 3 --tree mine.openings",
}
"""What stands for more in a script."""


@dataclass
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line of an error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        return lines[0].removeprefix("error: ")

    @property
    def told(self) -> Any:
        """What it tells programs, in one line of JSON or in several."""
        lines = self.out.removeprefix("= ").splitlines()
        return json.loads(lines[0]) if len(lines) < 3 else [json.loads(line) for line in lines]

    def tells(self, texts: str) -> None:
        """Whether it told all of them, between ` & `: `!text` is told nowhere, `.moves.0 = x`
        stands in its JSON, and `code 2` is its exit code, which else is 0."""
        first, *rest = (text.strip() for text in texts.split(" & "))
        code, rest = (int(first[5:]), rest) if first[:5] == "code " else (0, [first, *rest])
        assert self.code == code, self
        for text in rest:
            if text.startswith("."):
                path, _, value = text.partition(" =")
                found = self.told
                for name in path[1:].split("."):
                    found = found[int(name) if name.isdigit() and isinstance(found, list) else name]
                assert str(found) == value.strip(), (text, self)
            else:
                wanted = text.removeprefix("!")
                assert (wanted in self.out + self.err) == (wanted == text), (text, self)


class Bounded(io.BytesIO):
    """Bytes of which nobody may ask for a whole line, however long that is."""

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0, "a line without an end would fill the memory"
        return super().readline(size)


class Cli:
    """Calls `main` with text on standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, stdin: str = "") -> Done:
        stream = io.TextIOWrapper(Bounded(stdin.encode()), encoding="utf-8")
        self._monkeypatch.setattr(sys, "stdin", stream)
        self._capsys.readouterr()
        code = main(arguments)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)

    def left(self) -> str:
        """What a command told that ended the program."""
        return self._capsys.readouterr().out

    def script(self, text: str) -> Done:
        """What the last of some commands leaves behind: `HUMANS < pass; quit >> resume --list`.
        `edit FILE OLD NEW` changes a file, or writes one where OLD is ''; SAVED is the file of the
        game saved last, DATA the data folder, CONFIG the settings, and see `WORDS`; `X=y` before a
        command is in the environment from then on."""
        done = Done(0, "", "")
        for command in text.split(" >> "):
            line, _, typed = f"{command} ".partition(" < ")
            words = shlex.split(re.sub(r"\b[A-Z]+\b", meant, line))
            while words and re.match("[A-Z_]+=", words[0]):
                self._monkeypatch.setenv(*words.pop(0).split("=", 1))
            if words[:1] == ["edit"]:
                _, name, old, new = (word.replace("\\n", "\n") for word in words)
                (path := Path(name)).parent.mkdir(parents=True, exist_ok=True)
                assert not old or old in path.read_text()
                path.write_text(path.read_text().replace(old, new) if old else new)
            else:
                done = self(*words, stdin=typed.strip().replace("; ", "\n") + "\n" * bool(typed))
        return done


def meant(word: re.Match[str]) -> str:
    """What stands for a word of a script."""
    match word[0]:
        case "DATA":
            return str(paths.user_data())
        case "CONFIG":
            return str(paths.user_config() / "settings.toml")
        case "SAVED":
            return str(saved())
    return WORDS.get(word[0], word[0])


def saved() -> Path:
    """The file of the game that was saved last."""
    return max(store.folder().glob("*.tgr"), key=lambda path: path.stat().st_mtime_ns)


def process(*arguments: str, stdin: str = "", **environment: str) -> Done:
    """The command as a process; a few only, since each takes its time to start."""
    done = subprocess.run(
        [sys.executable, "-m", "termgames", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    return Done(done.returncode, done.stdout, done.stderr)
