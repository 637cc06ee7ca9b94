"""The package as it is shipped: built, installed elsewhere, and complete."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from termgames import __version__, games

ROOT = Path(__file__).parent.parent

ASSETS = """
from termgames import paths
place = paths.assets()
print(place)
for path in sorted(place.rglob("*")):
    if path.is_file():
        print(path.relative_to(place).as_posix(), path.stat().st_size)
"""
"""A program that says where the shipped data lie and lists them with their sizes."""

IMPORTS = """
import importlib, pkgutil, termgames
for module in pkgutil.walk_packages(termgames.__path__, "termgames."):
    # What needs an extra: the cluster (Dask), training (JAX), windows in browsers (textual-serve).
    extra = (".workbench.cluster", ".train.fit", ".train.campaign", ".tui.serving")
    if not module.name.endswith(("__main__", *extra)):
        importlib.import_module(module.name)
"""
"""A program that imports everything, which needs every declared dependency and no other."""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, away from the checkout and its environment; pip's settings and what
    it keeps are the developer's own."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    plain["HOME"] = plain["OUTER_HOME"]
    done = subprocess.run(command, cwd=cwd, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


RULES = "from termgames import games; print(*map(games.rules_text, games.GAMES), sep='')"
"""A program that prints the rules of all games."""


def lying_there() -> list[str]:
    """What lies in assets/ of the checkout, as the listing program prints it."""
    return [
        f"{path.relative_to(ROOT / 'assets').as_posix()} {path.stat().st_size}"
        for path in sorted((ROOT / "assets").rglob("*"))
        if path.is_file()
    ]


def needed(distribution: metadata.Distribution) -> Iterator[metadata.Distribution]:
    """What a distribution declares that it needs, and what that needs, as it is installed here."""
    for text in distribution.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found = metadata.distribution(requirement.name)
            assert requirement.specifier.contains(found.version, prereleases=True), text
            yield found
            yield from needed(found)


def test_all_assets_ship_but_the_pictures() -> None:
    """Each is named in pyproject.toml, where a folder cannot be left out of another."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    there = {f"assets/{path.name}" for path in (ROOT / "assets").iterdir()}
    assert named == {name: f"termgames/{name}" for name in there - {"assets/pictures"}}


def test_assets_are_found_in_an_editable_install(tmp_path: Path) -> None:
    place, *listed = run(sys.executable, "-c", ASSETS, cwd=tmp_path).splitlines()
    assert Path(place).samefile(ROOT / "assets")
    assert listed == lying_there()


@pytest.mark.wheel
def test_the_wheel_installs_and_runs(tmp_path: Path) -> None:
    """Built as pip would build it, installed in a new environment that has nothing else but what
    the wheel declares that it needs."""
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
    venv.create(environment)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", bin_folder / "python")
    run(*pip, "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    (installed,) = environment.rglob("termgames-*.dist-info")
    for distribution in needed(metadata.PathDistribution(installed)):
        for name in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            if not (installed.parent / name).exists():
                (installed.parent / name).symlink_to(distribution.locate_file(name))

    assert __version__ in run(bin_folder / "termgames", "--version", cwd=tmp_path)
    assert run(bin_folder / "python", "-c", IMPORTS, cwd=tmp_path) == ""
    listed = run(bin_folder / "termgames", "list", cwd=tmp_path)
    assert all(text in listed for info in games.infos() for text in (info.id, info.title))
    rules = "".join(map(games.rules_text, games.GAMES))
    assert run(bin_folder / "python", "-c", RULES, cwd=tmp_path) == f"{rules}\n"
    place, *there = run(bin_folder / "python", "-c", ASSETS, cwd=tmp_path).splitlines()
    assert there == [line for line in lying_there() if not line.startswith("pictures/")]
    assert Path(place).is_relative_to(environment.resolve())
