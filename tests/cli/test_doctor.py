"""`termgames doctor`: what it finds, what it mends, and that it changes nothing else."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core import files
from termgames.play import store
from termgames.play.match import Match
from tests.cli.support import Cli

MOVES = ("c4,c5,d5", "pass", "d2,d3,e3")


@pytest.fixture
def saved() -> Path:
    """A game of three moves in the folder of saved games."""
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    for text in MOVES:
        match.submit(match.game.parse(match.state, text))
    store.save(match, path := store.new_file("plurality"))
    return path


def looked(cli: Cli, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = cli("doctor", "--json", *arguments)
    assert done.err == ""
    return done.code, json.loads(done.out)


def snapshot(folder: Path) -> dict[Path, tuple[bytes, int]]:
    return {
        path: (path.read_bytes() if path.is_file() else b"", path.stat().st_mode)
        for path in folder.rglob("*")
    }


def test_nothing_is_there_and_nothing_is_wrong(
    cli: Cli, own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, found = looked(cli)
    assert (code, found["sound"], found["saves"]) == (0, True, [])
    assert {"termgames", "python", "textual"} <= set(found["versions"])
    assert {"term", "colours", "mouse", "utf8", "columns", "rows"} <= set(found["terminal"])
    assert not own_data_folder.exists(), "looking makes no folders"
    assert "All is sound." in cli("doctor").out
    # Where none could be made, that is wrong.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    cli.script("doctor").tells("code 1 & it cannot be made in")


def test_every_save_is_looked_at(cli: Cli, saved: Path, own_data_folder: Path) -> None:
    first, _, *rest = saved.read_text().splitlines(keepends=True)
    saved.with_name("old.tgr").write_text("termgames record 1\ngame: plurality\nsize: 5\n\npass\n")
    saved.with_name("hand.tgr").write_text("".join([first, *rest]))
    saved.with_name("bad.tgr").write_text(saved.read_text().replace("pass", "c1,c2,c3"))
    saved.with_name("letter.tgr").write_bytes(b"\xff\x00")
    before = snapshot(own_data_folder)
    code, found = looked(cli)
    assert (code, found["sound"]) == (1, False)
    states = {Path(save["path"]).name: save["state"] for save in found["saves"]}
    named = {"old": "unchecked", "hand": "unchecked", "bad": "damaged", "letter": "damaged"}
    told = {f"{name}.tgr": state for name, state in named.items()}
    assert states == {saved.name: "sound", **told}
    page = cli("doctor")
    assert page.code == 1
    assert max(map(len, page.out.replace(str(own_data_folder), "").splitlines())) <= 80
    assert "2 things wrong, see above." in page.out
    assert snapshot(own_data_folder) == before
    assert looked(cli, str(saved))[0] == 0, "only the file that was named"


def test_a_save_that_is_cut_anywhere_is_mended_up_to_its_last_good_move(
    cli: Cli, saved: Path, tmp_path: Path
) -> None:
    data = saved.read_bytes()
    body = data.index(b"\n\n") + 2
    for cut in range(body, len(data), 3):
        place = tmp_path / f"cut{cut}"
        place.mkdir()
        (path := place / "game.tgr").write_bytes(data[:cut])
        code, found = looked(cli, "--mend", str(path))
        whole = data[body:cut].count(b"\n")
        (save,) = found["saves"]
        assert (code, save["kept"]) == (1, whole)
        assert path.read_bytes() == data[:cut], "the damaged one stays as it is"
        mended = store.read(Path(save["mended"]))
        assert tuple(map(mended.game.format, mended.moves)) == MOVES[:whole]
        assert looked(cli, save["mended"])[0] == 0


def test_a_mended_save_is_mended_once_and_replaces_nothing(cli: Cli, saved: Path) -> None:
    saved.write_text(saved.read_text().replace("d2,d3,e3", "c4,c3,c2"))
    other = saved.with_name(f"{saved.stem}-mended.tgr")
    other.write_text("termgames record 1\ngame: plurality\nsize: 5\n\n")
    for _ in range(2):
        _, found = looked(cli, "--mend", str(saved))
        (save,) = found["saves"]
        assert Path(save["mended"]).name == f"{saved.stem}-mended-2.tgr"
        assert save["kept"] == 2
    assert len(list(saved.parent.iterdir())) == 3


@pytest.mark.parametrize("text", ["", "termgames record 2\nga", "termgames record 1\nsize: 5\n\n"])
def test_a_header_that_is_damaged_cannot_be_mended(cli: Cli, saved: Path, text: str) -> None:
    saved.write_text(text)
    _, found = looked(cli, "--mend")
    (save,) = found["saves"]
    assert "it cannot be mended" in save["fault"]
    assert (save["mended"], save["kept"]) == ("", None)


def test_an_open_folder_is_wrong_until_a_game_is_saved(cli: Cli, saved: Path) -> None:
    saved.parent.chmod(0o755)
    code, found = looked(cli)
    assert code == 1
    (open_to_others,) = (each for each in found["folders"] if each["fault"])
    assert "others can look into it" in open_to_others["fault"]
    store.new_file("plurality")
    assert looked(cli)[0] == 0


def test_litter_is_found_and_left(cli: Cli, saved: Path) -> None:
    child = os.fork()
    if child == 0:
        with files.replacing(saved):
            os._exit(9)
    os.waitpid(child, 0)
    (left,) = saved.parent.glob(".*.new")
    files._unfinished_name(saved.parent).touch()
    code, found = looked(cli)
    assert (code, found["litter"]) == (0, [str(left)])
    assert left.exists()
