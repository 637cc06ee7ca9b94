"""How games of three and more end: how long they last, how much of them is played after nothing
changes any more, and who wins.

    python -m tests.benchmarks.game_ends tricolor --option size=5 --players bot:3,bot:2,bot:2
    python -m tests.benchmarks.game_ends mitropia --players bot:4 --games 8 --read
    python -m tests.benchmarks.game_ends tricolor --option size=7 --players bot:4 --against FOLDER

A turn comes after the last change if from it on the ranks are those of the end, and every score is
within two points of that of the end. `--read` writes every move with the scores after it. With
`--against` the first player is of this version, all others of the version that the folder holds,
a checkout; rounds have the same opening stones, or dice and cards, and each seat once for the
first player.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.game import CHANCE
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.match import Match

_LITTLE = 2.0
"""Points by which a score may differ from that of the end."""
_PATIENCE = 600.0
"""Seconds for which a bot may think, so that on a busy machine playouts alone count."""
_OPENING = 3
"""Random stones at the beginning, where there is no chance."""


class Player:
    """A bot of this version on one seat, which is told all moves as texts."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.game = games.create(asked["game"], asked["options"])
        self.match: Match[Any, Any] = Match(
            self.game, tuple("abcde"[: self.game.seats]), 0, draws=False
        )
        spec = parse_player(asked["name"])
        options = BotOptions(time=_PATIENCE)
        self.bot = make_bot(spec, self.game, seed=asked["seed"], options=options)

    def answer(self, moves: list[str]) -> tuple[str, list[float] | None]:
        """The bot's move after these, and the shares of the win that it expects."""
        for text in moves[self.match.ply :]:
            self.match.submit(self.game.parse(self.match.state, text))
        prompt = self.match.prompt()
        assert prompt is not None
        thought = self.bot.think(prompt.state)
        shares = None if thought.value is None else [float(x) for x in thought.value]
        return self.game.format(thought.move), shares


class Players:
    """The players of this version, by a number each."""

    def __init__(self) -> None:
        self.players = dict[int, Player]()

    def ask(self, asked: dict[str, Any]) -> tuple[str, list[float] | None]:
        """The answer of the player `asked["id"]`, who is made when first asked."""
        number = asked["id"]
        if number not in self.players:
            self.players[number] = Player(asked)
        return self.players[number].answer(asked["moves"])


class OtherVersion:
    """The players of another version, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        around = os.environ | {"PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=around,
            cwd=folder,
        )

    def ask(self, asked: dict[str, Any]) -> tuple[str, list[float] | None]:
        """See `Players`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return tuple(json.loads(self.process.stdout.readline()))  # type: ignore[return-value]


def serve() -> None:
    """Answer questions from the standard input."""
    players = Players()
    for line in sys.stdin:
        print(json.dumps(players.ask(json.loads(line))), flush=True)


@dataclass(frozen=True)
class Ending:
    """How one game ended."""

    turns: int
    changed: int
    """Turns until nothing changed any more."""
    first_pass: int
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    text: str


Ask = Callable[[dict[str, Any]], tuple[str, Any]]


def played(
    game_id: str, options: dict[str, Any], seated: list[tuple[str, Ask]], number: int, seed: int
) -> Ending:
    """One game between the players `seated`, a name and a version each."""
    game = games.create(game_id, options)
    match: Match[Any, Any] = Match(game, tuple(name for name, _ in seated), seed)
    opening = 0 if game.to_act(game.start()) == CHANCE or seed == 0 else _OPENING
    rng, standings, first_pass, turns = np.random.default_rng(seed), [], 0, 0
    lines = []
    while (prompt := match.prompt()) is not None:
        before, shares = match.state, None
        if opening:
            opening -= 1
            stones = [move for move in game.legal_moves(before) if game.cells_of(move)]
            move = stones[int(rng.integers(len(stones)))]
        else:
            name, ask = seated[prompt.seat]
            text, shares = ask(
                {
                    "id": number * 10 + prompt.seat,
                    "game": game_id,
                    "options": options,
                    "name": name,
                    "seed": seed * 10 + prompt.seat,
                    "moves": list(match.texts()),
                }
            )
            move = game.parse(before, text)
        match.submit(move)
        text = game.format(move)
        plain = match.result() is not None or getattr(match.state, "turn", 0) != before.turn
        totals = game.score(match.state).totals
        if plain:
            turns += 1
            standings.append(totals)
            if not first_pass and text.startswith(("pass", "forfeit")):
                first_pass = turns
        share = " ".join(f"{x:.2f}" for x in shares or ())
        scores = " ".join(f"{x:g}" for x in totals)
        who = game.seat_name(before, prompt.seat)
        lines.append(f"{match.ply:4} {turns:4} {who:6} {text:24} [{scores}] ({share})")
    result = match.result()
    assert result is not None
    end, changed = result.score.totals, 0
    for turn, totals in enumerate(standings, 1):
        far = any(abs(a - b) > _LITTLE for a, b in zip(totals, end, strict=True))
        if far or ranks(totals) != ranks(end):
            changed = turn + 1
    marks = "." + game.marks
    lines += game.topology.rows([marks[stone] for stone in game.stones(match.state)])
    return Ending(
        turns,
        min(changed, turns),
        first_pass,
        end,
        tuple(result.winners),
        result.reason,
        "\n".join(lines),
    )


def ranks(totals: tuple[float, ...]) -> list[int]:
    """The place of each score, from 0; equal scores have the same."""
    return [sum(other > one for other in totals) for one in totals]


def main() -> None:
    """Play games and say how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--players", default="bot:3,bot:2,bot:2")
    parser.add_argument("--games", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--read", action="store_true")
    chosen = parser.parse_args()
    about = games.info(chosen.game)
    texts = dict(each.split("=", 1) for each in chosen.option)
    options = {name: about.option(name).read(text) for name, text in texts.items()}
    seats = games.create(chosen.game, options).seats
    names = (chosen.players.split(",") * seats)[:seats]
    here = Players()
    there = here if chosen.against is None else OtherVersion(chosen.against)

    def one(number: int) -> Ending:
        by = number % seats
        seated = [(name, there.ask if seat else here.ask) for seat, name in enumerate(names)]
        seed = chosen.seed + number // seats if chosen.against else chosen.seed + number
        ending = played(chosen.game, options, seated[-by:] + seated[:-by], number, seed)
        share = (by in ending.winners) / max(1, len(ending.winners))
        if chosen.read:
            print(ending.text)
        about = (ending.turns, ending.changed, ending.first_pass, ending.scores, ending.reason)
        print(f"seed {seed}, first on seat {by}: {share:.2f}", *about, flush=True)
        shares[number], endings[number] = share, ending
        return ending

    shares, endings = dict[int, float](), dict[int, Ending]()
    for number in range(chosen.games):
        one(number)
    turns = [each.turns for each in endings.values()]
    after = [1 - each.changed / each.turns for each in endings.values()]
    print(f"turns: median {statistics.median(turns)}, most {max(turns)}")
    print(f"after the last change: {statistics.mean(after):.0%} in the mean, most {max(after):.0%}")
    won = list(shares.values())
    error = 1.96 * statistics.stdev(won) / len(won) ** 0.5 if len(won) > 1 else 1.0
    print(f"share of the first: {statistics.mean(won):.1%} +- {error:.1%}, par {1 / seats:.1%}")


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
