"""Processes of ours import what their parent does, and nothing that lies in the current folder."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

import termgames
from termgames import games
from termgames.play.bots.factory import HelperRole
from termgames.play.bots.helper_process import HelperProcess
from termgames.play.bots.players import parse_player
from termgames.play.bots.role import BotRole
from termgames.play.children import interpreter
from termgames.play.children.child import Child
from termgames.play.events import Answer, Progress
from termgames.workbench.cluster import Cluster
from termgames.workbench.workers import Embedded, worked

GAME = ("majorities", {"size": 3})
ROOT = Path(termgames.__file__).parent.parent


def lay(folder: Path, names: Iterable[str]) -> None:
    """Put files into a folder that say so when they are run."""
    for name in names:
        text = f"open({str(folder / 'RAN')!r}, 'a').write({name!r} + ' ')\n"
        (folder / f"{name}.py").write_text(text)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which has a file for every module that a child might look for."""
    lay(tmp_path, sys.stdlib_module_names | {"numpy", "click", "rich", "textual", "distributed"})
    lay(tmp_path, ("dask", "tornado", "platformdirs", "sitecustomize", "usercustomize"))
    package = tmp_path / "termgames"
    package.mkdir()
    lay(package, ("__init__",))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bot() -> bool:
    with closing(Child(BotRole(*GAME, "mcts:playouts=16"))) as process:
        process.ask(1, games.create(*GAME).start())
        while isinstance(reply := process.read(), Progress):
            pass
        return isinstance(reply, Answer)


def helper() -> bool:
    with closing(HelperProcess(HelperRole(*GAME, parse_player("mcts:time=1"), 1))) as process:
        answer = process.hear(60)
        return answer is not None and not process.child.ended


def pool() -> bool:
    return {result for _, result in worked(json.dumps, [1, 2], Embedded(2))} == {"1", "2"}


def cluster() -> bool:
    with Cluster("local:1", lambda _: None) as workers:
        return [result for _, result in worked(os.getenv, ["PYTHONSAFEPATH"], workers)] == [None]


CHILDREN = [bot, helper, pool, cluster]
"""One of each kind of process: advisers, teachers and reviewers are started as bots are."""


@pytest.mark.parametrize("child", CHILDREN, ids=lambda child: child.__name__)
def test_no_child_runs_what_lies_in_the_current_folder(
    hostile: Path, child: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cluster sets it in this process; it is put back at the end.
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    assert child()
    assert not (hostile / "RAN").exists()


@pytest.mark.parametrize("entry", ["", ".", "./", "nowhere/.."])
def test_the_current_folder_is_no_folder_of_a_child(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, entry: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry, "/lib", "x.pyz", "it's"])
    expected = ["/lib", str(tmp_path / "x.pyz"), str(tmp_path / "it's")]
    assert f"sys.path[:] = {expected!r};" in interpreter.command("json.tool")[-1]
    # Unless it is where this package was found.
    monkeypatch.chdir(ROOT)
    assert f"sys.path[:] = [{str(ROOT)!r}, '/lib'," in interpreter.command("json.tool")[-1]
