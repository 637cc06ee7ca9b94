"""The games: those of this package, and those that other installed packages bring.

A game of this package is a folder and a line in `GAMES`. A game of another package is an entry
point in the group `termgames.games`: its name is the game's id, its value the package. A game's
modules are imported only when a function here needs them. `README.md` in this folder explains
how to write a game: what each of its modules offers, which are required, how it is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from termgames.core import plugins
from termgames.core.errors import GameFault, OptionError, TermgamesError
from termgames.core.options import GameInfo, Value
from termgames.core.text import escaped_lines, lines_in, nearest, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from termgames.core.determinized import DeterminizedGame
    from termgames.core.display import AnyDisplay
    from termgames.core.exact import Solver
    from termgames.core.game import AnyGame
    from termgames.core.packed import AnyPacked

GAMES: dict[str, str] = {
    "plurality": "termgames.games.plurality",
    "pletore": "termgames.games.pletore",
    "majorities": "termgames.games.majorities",
    "tricolor": "termgames.games.tricolor",
    "mitropia": "termgames.games.mitropia",
}


GROUP = "termgames.games"
"""The group of entry points in which other packages announce their games."""

T = TypeVar("T")


# -- which games there are ------------------------------------------------------------------


def names() -> list[str]:
    """The id of every game, ours first. No game is imported, so some may turn out to be broken."""
    return list(_packages())


def infos() -> list[GameInfo]:
    """The name and options of every usable game, ours first."""
    return [about for about in _looked_at().values() if isinstance(about, GameInfo)]


def faults() -> list[str]:
    """One line for each game of another package that cannot be used."""
    faulty = [str(error) for error in _looked_at().values() if isinstance(error, OptionError)]
    packages, taken = _packages(), []
    for plugin in plugins.announced(GROUP):
        if packages[plugin.name] != plugin.package:
            reason = f"its name is taken by {packages[plugin.name]}"
            taken.append(
                f"the game {plugin.name} of {plugin.distribution} cannot be used: {reason}"
            )
    return faulty + taken


def flaws() -> list[str]:
    """One line for each usable game of another package that cannot be begun, or lacks its page. The
    rules of these games are loaded."""
    lines = []
    for about in infos():
        if about.id not in GAMES:
            try:
                create(about.id)
            except TermgamesError as error:
                lines.append(str(error))
            if not (folder(about.id) / "RULES.md").is_file():
                lines.append(f"the game {about.id} has no RULES.md: its summary is its rules page")
    return lines


def _looked_at() -> dict[str, GameInfo | OptionError]:
    looked_at: dict[str, GameInfo | OptionError] = {}
    for game_id in names():
        try:
            looked_at[game_id] = info(game_id)
        except OptionError as error:
            looked_at[game_id] = error
    return looked_at


def _packages() -> dict[str, str]:
    """The package of every game by its id. Where ids clash, our game wins, then the game that is
    announced first."""
    packages = dict(GAMES)
    for plugin in plugins.announced(GROUP):
        packages.setdefault(plugin.name, plugin.package)
    return packages


def _package(game_id: str) -> str:
    if game_id in GAMES:
        return GAMES[game_id]
    packages = _packages()
    if game_id in packages:
        return packages[game_id]
    raise OptionError(f"unknown game {quoted(game_id)}: {nearest(game_id, list(packages))}")


def at_fault(error: BaseException) -> plugins.Plugin | None:
    """The game of another package that an error is the fault of: the one that it names, or whose
    code is in its traceback; None if there is none."""
    if isinstance(error, GameFault):
        named = (each for each in plugins.announced(GROUP) if each.name == error.game_id)
        return next(named, None)
    packages = {plugin.package: plugin for plugin in plugins.announced(GROUP)}
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        for package, plugin in packages.items():
            if f"{module}.".startswith(f"{package}."):
                return plugin
        trace = trace.tb_next
    return None


def _guarded(game_id: str, attempt: Callable[[], T]) -> T:
    """Call `attempt` and return its result. In a game of another package, turn any exception into
    an OptionError of one line that names the game. In our own games an exception is a fault of
    this program, and is not caught."""
    if game_id in GAMES:
        return attempt()
    try:
        return attempt()
    except TermgamesError:
        raise
    except (Exception, SystemExit) as error:
        lines = lines_in(str(error)) or [""]
        reason = f"{type(error).__name__}: {lines[0]}".rstrip(": ")
        raise OptionError(f"the game {game_id} cannot be used: {reason}") from error


# -- what a game offers ---------------------------------------------------------------------


def info(game_id: str) -> GameInfo:
    """The game's name and options. OptionError for an unknown game lists the known ones; for a
    broken game of another package it says what is wrong."""
    module = f"{_package(game_id)}.options"
    about: GameInfo = _guarded(game_id, lambda: import_module(module).INFO)
    if game_id not in GAMES:
        wrong = _guarded(game_id, lambda: _wrong(game_id, about))
        if wrong is not None:
            raise OptionError(f"the game {game_id} cannot be used: {wrong}")
    return about


def _wrong(game_id: str, about: object) -> str | None:
    """What is wrong with the INFO of another package's game, or None."""
    if not isinstance(about, GameInfo):
        return "INFO in its options.py is no GameInfo"
    for text in _texts(about):
        if not text.isprintable():
            return f"{quoted(text)} in its options.py is not one line of plain text"
    if about.id != game_id:
        return f"its entry point is called {game_id} and its INFO {quoted(about.id)}"
    for option in about.options:
        try:
            for value in (option.default, option.bare):
                if value is not None:
                    option.read(option.write(value))
        except OptionError as error:
            return f"a default in its options.py: {error}"
    settled = about.settle({})
    for option in about.options:
        if option.name not in settled:
            return f"settle in its options.py leaves out {option.name}"
    if not about.presets:
        return "INFO in its options.py has no preset"
    for preset in about.presets:
        try:
            chosen = {about.option(name).name: value for name, value in preset.chosen.items()}
            seats = about.seated(about.settle(chosen))
        except OptionError as error:
            return f"its preset {preset.name!r}: {error}"
        if preset.seat not in range(len(seats)):
            return f"its preset {preset.name!r} seats a player on none of its seats"
    return None


def _texts(about: GameInfo) -> Iterator[str]:
    """The texts of a game that menus, lists and help show."""
    yield from (about.id, about.title, about.author, about.players, about.summary, about.goal)
    yield from about.seats
    for option in about.options:
        yield from (option.name, option.help, option.title, *option.choices, *option.words)
    for preset in about.presets:
        yield from (preset.name, preset.board, preset.why)


def create(game_id: str, chosen: Mapping[str, Value] | None = None) -> AnyGame:
    """The game's rules, set up with the chosen options; OptionError when they do not fit."""
    about = info(game_id)
    taken = dict(chosen or {})
    for name, value in taken.items():
        option = about.option(name)
        if value is not None:
            # `read` refuses values out of range, and loads a map that is given by its name.
            taken[name] = option.read(option.write(value))
    game = _guarded(game_id, lambda: _made(game_id, about.settle(taken)))
    if game_id not in GAMES:
        from termgames.core import foreign

        shown = display(game)
        foreign.watch(game)
        foreign.look(game, shown, about)
    return game


def _made(game_id: str, settled: Mapping[str, Value]) -> AnyGame:
    game: AnyGame = import_module(f"{_package(game_id)}.rules").create(settled)
    if game_id not in GAMES:
        from termgames.core.game import lacking

        missing = lacking(game)
        if missing:
            raise OptionError(
                f"the game {game_id} cannot be used: its rules lack {', '.join(missing)}"
            )
    return game


def display(game: AnyGame) -> AnyDisplay:
    """How a front end shows `game` and collects its moves; for games without `display.py`, a
    display made from the rules alone."""
    module = _offered(game.id, "display")
    if module is None:
        from termgames.core.display import Display

        return Display(game)
    made: AnyDisplay = _guarded(game.id, lambda: module.display(game))
    if game.id not in GAMES:
        from termgames.core.display import Display

        if not isinstance(made, Display):
            reason = "display in its display.py answers no core.display.Display"
            raise OptionError(f"the game {game.id} cannot be used: {reason}")
        from termgames.core import foreign

        foreign.watch_display(game, made)
    return made


def packed(game: AnyGame) -> AnyPacked | None:
    """The packed form of `game`, or None if it has none."""
    module = _offered(game.id, "packed")
    return None if module is None else module.packed(game)


def determinized(game: AnyGame) -> DeterminizedGame[Any, Any, Any] | None:
    """The form in which a game of chance and hidden hands is searched; None for other games."""
    module = _offered(game.id, "determinized")
    return None if module is None else module.determinized(game)


def solver(game: AnyGame) -> Solver[Any, Any] | None:
    """The solver for positions of `game`, or None if there is none for its options."""
    module = _offered(game.id, "exact")
    return None if module is None else module.solver(game)


def rollout(
    game: AnyGame,
) -> Callable[[Any, np.random.Generator], NDArray[np.float32]] | None:
    """A function that plays one playout of a state in plain Python and returns the win shares
    (seats,); None if the game has none."""
    module = _offered(game.id, "rollout")
    return None if module is None else _guarded(game.id, lambda: module.rollout(game))


def rules_text(game_id: str) -> str:
    """The game's rules page as Markdown; its summary if its package has no `RULES.md`."""
    from importlib import resources  # slow to import, and only this page needs it

    try:
        page = resources.files(_package(game_id)).joinpath("RULES.md")
        return escaped_lines(page.read_bytes().decode("utf-8", "replace"))
    except FileNotFoundError:
        about = info(game_id)
        return f"# {about.title}\n\n{about.summary}\n"


def folder(game_id: str) -> Path:
    """The folder of a game's package, which is not imported; one that does not exist where the
    package cannot be found, or is no folder."""
    try:
        spec = find_spec(_package(game_id))
    except (ImportError, ValueError):
        spec = None
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return Path(places[0]) if places else Path("/nonexistent")


def _offered(game_id: str, part: str) -> ModuleType | None:
    """The module `part` of a game; None if the game does not have it, or is not known here."""
    package = _packages().get(game_id)
    if package is None:
        return None
    return _guarded(game_id, lambda: _module(package, part))


def _module(package: str, part: str) -> ModuleType | None:
    return None if find_spec(f"{package}.{part}") is None else import_module(f"{package}.{part}")
