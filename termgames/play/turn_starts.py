"""Where turns begin in a match: a roll, its stone and the answers of others are one."""

from termgames.core.display import AnyDisplay
from termgames.core.game import CHANCE
from termgames.play.match import AnyMatch


def begins(match: AnyMatch, display: AnyDisplay, ply: int) -> bool:
    """Whether a turn begins with move `ply`, as the game's display sees it."""
    if not ply:
        return True
    key = display.turn(match.state_at(ply))
    return key is None or key != display.turn(match.state_at(ply - 1))


def turns(match: AnyMatch, display: AnyDisplay) -> int:
    """How many turns players have begun; what chance does before the first one is none."""
    count, open_turn = 0, False
    for ply in range(match.ply):
        open_turn = open_turn or begins(match, display, ply)
        if open_turn and match.actor(ply) != CHANCE:
            count, open_turn = count + 1, False
    return count
