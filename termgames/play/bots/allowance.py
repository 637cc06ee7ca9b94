"""How long a bot may think about a move, and when one that says nothing is taken to hang."""

from dataclasses import replace

from termgames.core.game import AnyGame
from termgames.play.bots import calibrated_levels
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import PlayerSpec
from termgames.search.levels import Level
from termgames.search.limits import Limit

GRACE = 15.0
"""Seconds that a bot may be silent beyond its time: machines are busy, and programs load."""
PROGRAM_TIME = 45.0
"""Seconds that another program is given for a move where it was not told a time."""
_SOLVING = 120.0
"""Seconds in which a board is solved, or its solutions are read from a file."""


def patience(spec: PlayerSpec, game: AnyGame, options: BotOptions) -> float:
    """Seconds without a word after which a bot may be taken to hang: its time for a move, and a
    grace. A bot that is limited by playouts reports while it searches; another program says
    nothing, and unless it was told a time it has `PROGRAM_TIME`."""
    if spec.kind == "gtp":
        time = options.time
        return GRACE + (PROGRAM_TIME if time is None else time * options.time_scale)
    if spec.kind == "solver":
        return GRACE + _SOLVING
    limit = limit_of(spec, level_of(spec, game), options)
    return GRACE + (0 if limit is None else limit.seconds or 0)


def level_of(spec: PlayerSpec, game: AnyGame) -> Level | None:
    """The level of a bot on the board of this game; None for bots without one."""
    if spec.level is None:
        return None
    return calibrated_levels.level(game.id, game.options, spec.level, game.topology.cells)


def limit_of(spec: PlayerSpec, level: Level | None, options: BotOptions) -> Limit | None:
    """What the bot may use a move; None for bots that do not search."""
    time = options.time
    if level is not None:
        limit = level.limit if time is None else replace(level.limit, seconds=time)
    elif spec.kind in ("mcts", "uct"):
        limit = Limit(spec.seconds if time is None else time, spec.playouts)
    else:
        return None
    return limit.scaled(options.time_scale)
