"""What `doctor` finds in the user's folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.play import checkup
from termgames.play.checkup import Folder


@pytest.fixture
def folders(own_data_folder: Path) -> dict[str, Path]:
    made = {name: own_data_folder / name for name in ("games", "maps")}
    for path in made.values():
        path.mkdir(parents=True)
    return made


def found(name: str) -> Folder:
    return next(folder for folder in checkup.look({}).folders if folder.name == name)


@pytest.mark.parametrize(("rights", "wrong"), [(0o700, False), (0o750, True), (0o701, True)])
def test_nobody_else_may_look_at_saved_games(
    folders: dict[str, Path], rights: int, wrong: bool
) -> None:
    folders["games"].chmod(rights)
    assert found("games").rights == f"{rights:o}"
    assert ("others can look into it" in found("games").fault) == wrong
    assert any("chmod 700" in line for line in checkup.look({}).wrong) == wrong


def test_maps_are_no_secret(folders: dict[str, Path]) -> None:
    folders["maps"].chmod(0o755)
    assert found("maps").fault == ""


def test_a_file_in_the_place_of_a_folder_is_told(folders: dict[str, Path]) -> None:
    folders["games"].rmdir()
    folders["games"].write_text("", "utf-8")
    assert "this is no folder" in found("games").fault
