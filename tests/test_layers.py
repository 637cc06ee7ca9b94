"""Who may import whom.

`core <- go <- games`, `core <- search`, `{core, go, games, search} <- play <- study <- workbench`,
`study <- tui <- cli`; the workbench's commands stand on `cli`, whose table of commands names them,
and nothing else knows of the workbench; games and search never import each other, nor one game
another; only tui imports textual; no module imports another in a circle.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import termgames
from termgames.games import GAMES

ROOT = Path(termgames.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

ALLOWED = {
    "paths": set(),
    "core": {"core", "paths"},
    "go": {"core", "go"},
    "games": {"core", "go", "games"},
    "search": {"core", "search"},
    "play": {"core", "go", "games", "search", "play", "paths"},
    "workbench": {"core", "go", "games", "search", "play", "study", "workbench", "paths"},
    "workbench.commands": {"core", "games", "search", "play", "study", "workbench", "cli"},
    "study": {"core", "go", "games", "search", "play", "study", "paths"},
    "tui": {"core", "go", "games", "search", "play", "study", "tui", "paths"},
    "cli": {"core", "go", "games", "search", "play", "study", "tui", "cli", "paths"},
    "__main__": {"cli"},
    "__init__": set(),
}
"""What the rooms, packages and modules right under termgames, may import of each other."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def dotted(node: ast.expr) -> str:
    """An expression as it is written. Names with dots, which most are, are written quickly."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


class Said(NamedTuple):
    """What is said in a file, also inside functions."""

    imports: list[tuple[int, str]]
    """Line and full name of every import."""
    names: set[str]
    """Full names of what is used of modules, however they are imported, types with a parameter
    left out."""
    methods: set[str]
    """`METHODS` that are used."""
    workbench: bool
    """Whether a text names the workbench."""


@cache
def said_in(path: Path) -> Said:
    """What is said in a file, which is read once."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    package, known = module_name(path).split("."), dict[str, str]()
    package = package if path.name == "__init__.py" else package[:-1]
    said, types = Said([], set(), set(), False), set[ast.AST]()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                known |= {alias.asname: alias.name} if alias.asname else {}
                said.names.add(alias.name)
                said.imports.append((node.lineno, alias.name))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                # `from termgames import games` imports a room as well.
                said.imports.append((node.lineno, f"{source}.{alias.name}"))
                known |= (
                    {} if node.level else {alias.asname or alias.name: f"{source}.{alias.name}"}
                )
        elif isinstance(node, ast.Subscript):
            types.add(node.value)
        elif isinstance(node, ast.Constant) and "termgames.workbench" in str(node.value):
            said = said._replace(workbench=True)
    for node in nodes:
        if isinstance(node, ast.Attribute | ast.Name):
            first, dot, others = (whole := dotted(node)).partition(".")
            said.names.update([known.get(first, first) + dot + others] if node not in types else [])
            # `store.write_text` is ours, and goes through that door.
            if isinstance(node, ast.Attribute) and whole != "store.write_text":
                said.methods.update({node.attr} & METHODS)
        elif isinstance(node, ast.Call) and dotted(node.func) == "open":
            said.methods.add("open")
    return said


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return "workbench.commands" if "commands" in parts else parts[0].removesuffix(".py")


@pytest.mark.parametrize("part", ALLOWED)
def test_rooms_import_only_what_they_may(part: str) -> None:
    found = [
        (path, *each) for path in FILES if room(path) == part for each in said_in(path).imports
    ]
    for path, line, name in found:
        parts = name.split(".")
        where = f"{path.relative_to(ROOT)}:{line} imports {name}"
        if parts[0] in ("textual", "textual_serve", "aiohttp"):
            assert part == "tui", f"{where}: textual belongs to tui alone"
        if parts[0] == "termgames" and parts[1] not in ("__version__",):
            assert parts[1] in ALLOWED[part], where
            if part == "games" and parts[1] == "games":
                here = path.relative_to(ROOT / "games").parts[0]
                assert parts[2:3] in ([here], []), f"{where}: games do not see each other"


def test_every_room_is_known_and_the_workbench_to_the_table_of_commands_alone() -> None:
    assert {room(path) for path in FILES} == ALLOWED.keys()
    told = [path for path in FILES if said_in(path).workbench]
    naming = {str(path.relative_to(ROOT)) for path in told if room(path)[:9] != "workbench"}
    assert naming == {"cli/root.py"}


def test_no_module_imports_another_in_a_circle() -> None:
    """Also inside functions and for types only."""
    modules = {module_name(path): path for path in FILES}
    graph = dict[str, set[str]]()
    for module, path in modules.items():
        names = [name for _, name in said_in(path).imports]
        # `from package import name` imports a module of that name, or the package.
        targets = {name if name in modules else name.rpartition(".")[0] for name in names}
        graph[module] = targets & modules.keys() - {module}
    TopologicalSorter(graph).prepare()  # whose error names the circle


@pytest.mark.parametrize("game_id", GAMES)
def test_options_need_the_standard_library_only(game_id: str) -> None:
    """So does what they need of their own game, a sheet of house rules."""
    folder = ROOT.joinpath(*GAMES[game_id].split(".")[1:])
    core = r"core\.((errors|fair_komi|files|maptext|options|text)\.|files|maps)"
    for path in filter(Path.exists, (folder / "options.py", folder / "house.py")):
        for line, name in said_in(path).imports:
            top = name.split(".")[0]
            ours = re.match(rf"termgames\.({core}|games\.{game_id}\.house)", name)
            assert ours or top in sys.stdlib_module_names, f"{path.name}:{line} imports {name}"


def loaded(statement: str) -> set[str]:
    """Top packages in memory after a statement in a fresh interpreter."""
    code = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def all_of(*rooms: str) -> str:
    return ", ".join(module_name(path) for path in FILES if room(path) in rooms)


def test_nothing_is_loaded_that_is_heavy_or_of_another_room() -> None:
    """The command line, names and options; what lies below the screen; games and search."""
    read = f"[games.info(game_id) for game_id in {list(GAMES)}]"
    help_needs = loaded(f"import termgames.cli; from termgames import games; {read}")
    assert help_needs.isdisjoint({"numpy", "textual", "rich"})
    below = "core", "go", "games", "search", "play", "workbench"
    assert "textual" not in loaded(f"import {all_of(*below)}")
    for part, other in (("search", "games"), ("games", "search")):
        seen = f"[name for name in sys.modules if name.startswith('termgames.{other}')]"
        loaded(f"import sys, {all_of(part)}; assert not {seen}, {seen}")


# -- children -------------------------------------------------------------------------------------

DOORS = {
    "play/children/interpreter.py": {"sys.executable"},
    "play/children/pipes.py": {"subprocess.Popen"},
    "play/gtp/program.py": {"subprocess.Popen"},
    "play/together/starting.py": {"subprocess.Popen"},
    "play/together/link.py": {"subprocess.Popen"},
    "tui/serving.py": {
        "asyncio.create_subprocess_exec",
        "asyncio.subprocess.PIPE",
    },
    "workbench/cluster.py": {"distributed.LocalCluster"},
}
"""What starts processes, and where: the command lines of our own children come from
`play.children.interpreter`, a program's from its player's name, that of ssh from the address of a
table, that of a window in a browser from whoever serves it, and Dask has a way of its own."""

STARTING = re.compile(
    r"sys\.executable|multiprocessing(?!\.connection\b).*|concurrent\.futures\.ProcessPoolExecutor|runpy\b.*"
    r"|subprocess\.(Popen|run|call|check_\w+|getoutput|getstatusoutput)|pty\..*"
    r"|os\.(exec|spawn|posix_spawn|fork|system|popen|startfile)\w*|asyncio\.(subprocess|create_sub).*"
    r"|distributed\.(\w*Cluster|Nanny|deploy|nanny)\b.*"
)


def test_children_are_started_through_their_doors_only() -> None:
    """Python alone would look for modules in the current folder first."""
    for path in FILES:
        allowed = DOORS.get(path.relative_to(ROOT).as_posix(), set())
        found = {name for name in said_in(path).names if STARTING.fullmatch(name)}
        assert found == allowed, f"{path}: {found ^ allowed}"
    for door in ("play/children/pipes.py", "play/together/starting.py"):
        calls = [
            node
            for node in ast.walk(ast.parse((ROOT / door).read_text()))
            if isinstance(node, ast.Call)
        ]
        (started,) = (call for call in calls if dotted(call.func) == "subprocess.Popen")
        assert ast.unparse(started.args[0]).startswith("interpreter.command("), door


# -- files ----------------------------------------------------------------------------------------

READERS = {
    "core/files.py": {"os.open", "os.fdopen", "tomllib.loads", "json.loads", "os.replace"},
    "core/plugins.py": {"read_text"},
    "workbench/fingerprint.py": {"read_bytes"},
    "play/children/cputime.py": {"read_text"},
    "games/__init__.py": {"read_bytes"},
    "cli/guard.py": {"open", "os.open"},
    "cli/host.py": {"os.open"},
    "play/children/pipes.py": {"os.fdopen"},
    "play/locks.py": {"os.open"},
    "tui/driver.py": {"os.open"},
}
"""What opens files, and where, beside `core.files`: entry points of packages, our own code and
pages, what the system tells of processes, lock files (which hold nothing), terminals and pipes."""

OPENING = re.compile(
    r"io\.\w*open\w*|os\.(open|fdopen|replace|rename\w*|mkfifo|truncate)|json\.loads?|tomllib\.loads?"
    r"|(gzip|zipfile|lzma|bz2|tarfile|shelve|dbm)\.open|tempfile\.(NamedTemporaryFile|mkstemp)"
    r"|pickle\.(load|dump)|(numpy|np)\.(load|loadtxt|genfromtxt|fromfile|memmap|save|savetxt)"
)
METHODS = {f"{way}_{what}" for way in ("read", "write") for what in ("text", "bytes")}
METHODS |= {"touch", "symlink_to", "splitlines"}
"""Methods of paths that read and write files, and the one of texts that ends lines where no file
does: `core.text.lines_in` is for that."""


def test_files_are_opened_through_one_door() -> None:
    """It alone bounds what is read, also by JSON from programs, and writes through no link."""
    for path in FILES:
        allowed = READERS.get(path.relative_to(ROOT).as_posix(), set())
        said = said_in(path)
        found = said.methods | {name for name in said.names if OPENING.fullmatch(name)}
        assert found <= allowed, f"{path}: {found - allowed}: use core.files or core.text.lines_in"
