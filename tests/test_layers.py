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
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

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

LIGHT = {"numpy", "textual", "rich"}
"""What `--help` and completion must not wait for."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree_of(path: Path) -> ast.Module:
    """What is written in a file."""
    return ast.parse(path.read_text("utf-8"))


def dotted(node: ast.expr) -> str:
    """An expression as it is written. Names with dots, which most are, are written quickly."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Line and full name of every import in a file, also inside functions."""
    return tuple(found_in(path))


def found_in(path: Path) -> Iterator[tuple[int, str]]:
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            # `from termgames import games` imports a room as well.
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return "workbench.commands" if "commands" in parts else parts[0].removesuffix(".py")


@pytest.mark.parametrize("part", ALLOWED)
def test_rooms_import_only_what_they_may(part: str) -> None:
    found = [(path, *each) for path in FILES if room(path) == part for each in imports(path)]
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


def test_every_room_is_known() -> None:
    assert {room(path) for path in FILES} == ALLOWED.keys()


def test_only_the_table_of_commands_knows_the_workbench() -> None:
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in FILES
        if not room(path).startswith("workbench")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and "termgames.workbench" in str(node.value)
    }
    assert naming == {"cli/root.py"}


def import_graph() -> dict[str, set[str]]:
    """Modules of the package and those that each imports anywhere, also inside functions and
    for types only."""
    modules = {module_name(path): path for path in FILES}
    graph = {}
    for module, path in modules.items():
        targets = set()
        for _, name in imports(path):
            # `from package import name` imports a module of that name, or the package.
            target = name if name in modules else name.rpartition(".")[0]
            if target in modules and target != module:
                targets.add(target)
        graph[module] = targets
    return graph


def test_no_module_imports_another_in_a_circle() -> None:
    try:
        TopologicalSorter(import_graph()).prepare()
    except CycleError as error:
        pytest.fail(f"these modules import each other in a circle: {' <- '.join(error.args[1])}")


@pytest.mark.parametrize("game_id", GAMES)
def test_options_need_the_standard_library_only(game_id: str) -> None:
    path = ROOT.joinpath(*GAMES[game_id].split(".")[1:], "options.py")
    for line, name in imports(path):
        top = name.split(".")[0]
        ours = re.match(r"termgames\.core\.((fair_komi|errors|options)\.|maps)", name)
        assert ours or top in sys.stdlib_module_names, f"{path.name}:{line} imports {name}"


def loaded(statement: str) -> set[str]:
    """Top packages in memory after a statement in a fresh interpreter."""
    code = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_the_command_line_names_and_options_load_nothing_heavy() -> None:
    read = f"[games.info(game_id) for game_id in {list(GAMES)}]"
    assert loaded(f"import termgames.cli; from termgames import games; {read}").isdisjoint(LIGHT)


def test_textual_is_not_loaded_below_the_screen() -> None:
    below = {"core", "go", "games", "search", "play", "workbench"}
    modules = [module_name(path) for path in FILES if room(path) in below]
    assert {name.split(".")[1] for name in modules} == below
    assert "textual" not in loaded(f"import {', '.join(modules)}")


def test_search_loads_no_game_and_games_no_search() -> None:
    for part, other in (("search", "games"), ("games", "search")):
        modules = [module_name(path) for path in FILES if room(path) == part]
        seen = f"[name for name in sys.modules if name.startswith('termgames.{other}')]"
        loaded(f"import sys, {', '.join(modules)}; assert not {seen}, {seen}")


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


@cache
def names_used(path: Path) -> frozenset[str]:
    """Full names of what a file uses of modules, however it imports them, types with a parameter
    left out."""
    return frozenset(_names_used(tree_of(path)))


def _names_used(tree: ast.Module) -> Iterator[str]:
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    known[alias.asname] = alias.name
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    types = {node.value for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name) and node not in types:
            first, *others = dotted(node).split(".")
            yield ".".join([known.get(first, first), *others])


def starts(path: Path) -> set[str]:
    """What a file uses that starts processes."""
    return {name for name in names_used(path) if STARTING.fullmatch(name)}


def test_children_are_started_through_their_doors_only() -> None:
    """Python alone would look for modules in the current folder first."""
    for path in FILES:
        allowed = DOORS.get(path.relative_to(ROOT).as_posix(), set())
        found = starts(path)
        assert found == allowed, f"{path}: {found ^ allowed}"


@pytest.mark.parametrize("door", ["play/children/pipes.py", "play/together/starting.py"])
def test_doors_start_what_children_says(door: str) -> None:
    tree = ast.parse((ROOT / door).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    started = [call for call in calls if ast.unparse(call.func) == "subprocess.Popen"]
    assert [ast.unparse(call.args[0]).partition("(")[0] for call in started] == [
        "interpreter.command"
    ]


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


def opens(path: Path) -> set[str]:
    """What a file uses that opens files, or takes a text from one apart."""
    found = {name for name in names_used(path) if OPENING.fullmatch(name)}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and dotted(node.func) == "open":
            found.add("open")
        # `store.write_text` is ours, and goes through that door.
        if isinstance(node, ast.Attribute) and dotted(node) != "store.write_text":
            found |= {node.attr} & METHODS
    return found


def test_files_are_opened_through_one_door() -> None:
    """It alone bounds what is read, also by JSON from programs, and writes through no link."""
    for path in FILES:
        allowed = READERS.get(path.relative_to(ROOT).as_posix(), set())
        found = opens(path)
        assert found <= allowed, f"{path}: {found - allowed}: use core.files or core.text.lines_in"
