"""Rated games against the level against which a person wins half, and what they do to his rating.

Whatever ordinary game is played against measured levels counts for the rating, see `figures`; in
one that is marked as rated nothing is taken back and nobody is helped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Value
from termgames.play.bots import calibrated_levels
from termgames.play.bots.players import FIRST, parse_player
from termgames.play.history import figures
from termgames.play.history.ended import EndedGame
from termgames.play.history.figures import Strength
from termgames.play.history.rating import even_level
from termgames.play.match import AnyMatch


def opponent(
    info: GameInfo, settled: Mapping[str, Value], person: str, played: Sequence[EndedGame]
) -> str:
    """The bot against which a person wins half on this board, as `bot:4`; the weakest for who has
    no rating yet. OptionError where the levels were not measured."""
    levels = calibrated_levels.levels_on(info.id, settled)
    if not levels.rated:
        raise OptionError(
            f"no game is rated on this board: how strong the levels of {info.id} are "
            "was not measured there; choose its usual board"
        )
    known = figures.of(person, played).strengths.get(info.id)
    even = None if known is None else even_level(known.rating.elo, levels)
    return FIRST if even is None else f"bot:{even}"


def even_bots(person: str, played: Sequence[EndedGame]) -> dict[str, str]:
    """By game the bot that is an even game for a person by his games, once they are enough."""
    strengths = figures.even_levels(person, played)
    return {name: f"bot:{one.even}" for name, one in strengths.items() if one.even is not None}


def next_players(match: AnyMatch, played: Sequence[EndedGame]) -> tuple[str, ...]:
    """Who plays when the human of a rated game plays another one: he, and bots of the level that is
    even for him by all games that were `played`, with the characters that they had. The same as
    before where the levels were not measured, or several humans played."""
    game, specs = match.game, list(map(parse_player, match.players))
    names = [spec.name for spec in specs if spec.human]
    if len(names) != 1 or not calibrated_levels.levels_on(game.id, game.options).rated:
        return match.players
    even = parse_player(opponent(games.info(game.id), game.options, names[0], played))
    return tuple(
        str(spec if spec.human else replace(even, character=spec.character)) for spec in specs
    )


def refuse(info: GameInfo, settled: Mapping[str, Value], players: Sequence[str]) -> None:
    """OptionError unless one human plays against bots of measured levels, without handicaps."""
    specs = list(map(parse_player, players))
    humans = sum(spec.human for spec in specs)
    measured = calibrated_levels.levels_on(info.id, settled).rated
    if not measured or humans != 1 or any(not spec.human and spec.level is None for spec in specs):
        raise OptionError(
            "a rated game is one human against bots of measured levels, bot:1 to bot:9"
        )
    if figures.may_have_handicaps(settled):
        raise OptionError("a rated game has no handicaps: leave them out")


@dataclass(frozen=True)
class RatingChange:
    """What a game did to a person's rating."""

    game_id: str
    before: Strength | None
    """None for his first game that counts."""
    after: Strength

    def __str__(self) -> str:
        """In a sentence, its full stop with it."""
        title, now = games.info(self.game_id).title, self.after.rating.elo
        even = "" if self.after.even is None else f"; level {self.after.even} is an even game"
        if self.before is None:
            return f"Your first rating in {title}: {now:.0f} Elo above level 1{even}."
        gained = now - self.before.rating.elo
        return f"Your rating in {title}: {now:.0f} Elo above level 1 ({gained:+.0f}){even}."


def effect(match: AnyMatch, file: Path | None, played: Sequence[EndedGame]) -> RatingChange | None:
    """What a rated game that is over and saved in a file did, by all games that were `played`,
    this one among them; None where it does not count."""
    humans = [spec.name for spec in map(parse_player, match.players) if spec.human]
    if file is None or len(humans) != 1:
        return None
    others = [game for game in played if game.path.name != file.name]
    game_id = match.game.id
    before, after = (
        figures.of(humans[0], some).strengths.get(game_id) for some in (others, played)
    )
    if after is None or before == after:
        return None
    return RatingChange(game_id, before, after)
