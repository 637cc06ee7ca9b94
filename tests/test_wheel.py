"""The package as it is shipped: built, installed elsewhere, and complete."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from termgames import __version__, games, paths

ROOT = Path(__file__).parent.parent

ASSETS = """
from termgames import paths
place = paths.assets()
for path in sorted(place.rglob("*")):
    if path.is_file():
        print(path.relative_to(place).as_posix(), path.stat().st_size)
"""
"""A program that lists the shipped data with their sizes."""

IMPORTS = """
import importlib, pkgutil, termgames
for module in pkgutil.walk_packages(termgames.__path__, "termgames."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
"""A program that imports everything, which needs every declared dependency and no other."""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, away from the checkout and its environment."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def shipped() -> list[str]:
    """What lies in assets/ of the checkout, as the listing program prints it."""
    return [
        f"{path.relative_to(ROOT / 'assets').as_posix()} {path.stat().st_size}"
        for path in sorted((ROOT / "assets").rglob("*"))
        if path.is_file()
    ]


def test_assets_are_found_in_an_editable_install(tmp_path: Path) -> None:
    assert paths.assets().samefile(ROOT / "assets")
    assert "README.md" in "".join(shipped())
    assert run(sys.executable, "-c", ASSETS, cwd=tmp_path).splitlines() == shipped()


@pytest.mark.wheel
def test_the_wheel_installs_and_runs(tmp_path: Path) -> None:
    """Built as pip would build it, installed with its dependencies in a new environment."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    inside = zipfile.ZipFile(wheel).namelist()
    assert f"termgames-{__version__}" in wheel.name
    assert "termgames/py.typed" in inside
    assert not [name for name in inside if name.startswith(("tests/", "assets/"))]
    sources = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "termgames").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyo")
    }
    assert sources <= set(inside)

    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    run(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)

    assert __version__ in run(bin_folder / "termgames", "--version", cwd=tmp_path)
    assert run(bin_folder / "python", "-c", IMPORTS, cwd=tmp_path) == ""
    listed = run(bin_folder / "termgames", "list", cwd=tmp_path)
    for game_id in games.GAMES:
        assert game_id in listed
        assert games.info(game_id).title in listed
        code = f"from termgames import games; print(games.rules_text({game_id!r}), end='')"
        told = run(bin_folder / "python", "-c", code, cwd=tmp_path)
        assert told == games.rules_text(game_id)
    assert run(bin_folder / "python", "-c", ASSETS, cwd=tmp_path).splitlines() == shipped()
    place = run(
        bin_folder / "python",
        "-c",
        "from termgames import paths; print(paths.assets())",
        cwd=tmp_path,
    )
    assert Path(place.strip()).is_relative_to(environment.resolve())
