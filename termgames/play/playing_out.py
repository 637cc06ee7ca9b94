"""A game played out: a new one that goes on from a position of another, from the turning point as a
rule, against whoever won that.
"""

from termgames.core.errors import OptionError, RecordError
from termgames.core.game import Seat, has_secrets
from termgames.play.bots.players import USUAL, parse_player
from termgames.play.match import AnyMatch, Match
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.sitting.shown import HUMAN


def played_out(match: AnyMatch, ply: int, even: int | None = None) -> NewGame:
    """A game that goes on from the position before move `ply`: the human on his own seat, or where
    none or several played on that of who is asked there. Bots stay on theirs; seats of other humans
    get the bot of level `even`, which is an even game for him, or the usual one. What is hidden
    stays so, and chance falls anew."""
    opening = Match(match.game, match.players, None, match.start, draws=False)
    for move in match.moves[:ply]:
        opening.submit(move)
    mine, own = seat_of(match, ply), person(match, ply)
    bot = USUAL if even is None else f"bot:{even}"
    players = tuple(
        (f"{HUMAN}:{own}" if own else HUMAN) if seat == mine else (bot if _is_human(name) else name)
        for seat, name in enumerate(match.players)
    )
    return NewGame(match.game.id, chosen_of(match.game), players, opening=opening)


def refuse(match: AnyMatch) -> None:
    """RecordError where nobody can play on from a position of this game: hands were left out of
    its record, or it goes on and the players may not see them."""
    if match.redacted:
        raise RecordError("hidden hands are left out of this record: it cannot be played on")
    if has_secrets(match.game) and not match.over:
        raise RecordError("a game with hidden hands is played out when it is over")


def person(match: AnyMatch, ply: int) -> str:
    """The name of the human whose seat is played, empty where he has none."""
    name = match.players[seat_of(match, ply)]
    try:
        spec = parse_player(name)
    except OptionError:
        return ""
    return spec.name if spec.human else ""


def seat_of(match: AnyMatch, ply: int) -> Seat:
    """Whose seat is played from the position before move `ply`."""
    humans = [seat for seat, name in enumerate(match.players) if _is_human(name)]
    if len(humans) == 1:
        return humans[0]
    result = match.result()
    winners = () if result is None else result.winners
    actor = match.actor(ply)
    if actor >= 0 and (actor in humans or not humans):
        return actor
    others = [seat for seat in humans or range(match.game.seats) if seat not in winners]
    return others[0] if others else 0


def _is_human(player: str) -> bool:
    """Whether a player of a record is a person, or one whom only another version knows: his seat
    gets a bot as well."""
    try:
        return parse_player(player).human
    except OptionError:
        return True
