"""How many of the sensible answers in `sensible_answers.toml` do bots find?

python -m tests.benchmarks.sensible_answers --players bot:4,mcts:playouts=300 --seeds 3
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.game import CHANCE
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Position:
    """One position, and what is known of its answers."""

    name: str
    game: Any
    state: Any
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    searched: bool
    """Whether a search of all ways to the end through the rules says the same."""

    @property
    def seat(self) -> int:
        """Who is asked."""
        return int(self.game.to_act(self.state))

    def sensible(self, answer: str) -> bool:
        """Whether an answer is right."""

        def among(names: tuple[str, ...]) -> bool:
            return any(fnmatchcase(answer, name) for name in names)

        return (not self.right or among(self.right)) and not among(self.wrong)


def read() -> list[Position]:
    """All positions of the file."""
    return [_position(entry) for entry in tomllib.loads(FILE.read_text())["position"]]


def _position(entry: dict[str, Any]) -> Position:
    board, options = entry["board"], dict(entry["options"])
    if len(board) == 1:
        board *= 9
    if options.get("map", "").endswith("WALLS"):
        # The map is a whole board of as many rows.
        head = options["map"].rpartition("|")[0]
        options["map"] = f"{head}| {'/'.join('.' * len(row) for row in board)}"
    game: Any = games.create(entry["game"], options)
    state = game.position(board, entry["facts"])
    for text in entry.get("moves", []):
        state = game.apply(state, game.parse(state, text))
    while "asked" in entry and game.seat_name(state, game.to_act(state)) != entry["asked"]:
        assert game.to_act(state) != CHANCE
        state = game.apply(state, game.parse(state, "let"))
    wrong, right = (tuple(entry.get(name, ())) for name in ("wrong", "right"))
    return Position(entry["name"], game, state, right, wrong, entry.get("searched", False))


def answers(position: Position, player: str, seeds: range) -> list[str]:
    """What a player answers, once for each seed."""
    game, state = position.game, position.state
    view = game.view(state, position.seat) if hasattr(game, "view") else state
    spec, options = parse_player(player), BotOptions(time=60.0)
    bots = (make_bot(spec, game, seed=seed, options=options) for seed in seeds)
    return [game.format(bot.think(view).move) for bot in bots]


def main() -> None:
    """Ask the players, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="bot:4")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    positions = [each for each in read() if chosen.only in each.name]
    for player in chosen.players.split(","):
        found = 0
        for position in positions:
            given = answers(position, player, range(chosen.seeds))
            right = sum(map(position.sensible, given)) / len(given)
            found += right > 0.5
            print(f"{player:10} {right:4.0%} {position.name}: {', '.join(sorted(set(given)))}")
        print(f"{player}: {found} of {len(positions)}", flush=True)


if __name__ == "__main__":
    main()
