"""A bot in a process of its own, see `children.child`."""

from dataclasses import dataclass
from typing import Any

from termgames.play.bots.bot import Bot
from termgames.play.bots.options import USUAL, BotOptions


@dataclass(frozen=True)
class BotRole:
    """What a child needs to be a bot: the game as `games.create` takes it, the player's name, and
    the rest as `factory.make_bot` takes it."""

    game_id: str
    options: dict[str, Any]
    player: str
    seed: int | None = None
    bot_options: BotOptions = USUAL

    def worker(self) -> Bot:
        """The bot."""
        from termgames import games  # the parent needs none of these
        from termgames.play.bots.factory import make_bot
        from termgames.play.bots.players import parse_player

        game = games.create(self.game_id, self.options)
        return make_bot(parse_player(self.player), game, seed=self.seed, options=self.bot_options)
