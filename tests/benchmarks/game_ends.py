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


class Players:
    """Bots of this version, by a number each, who are told all moves as texts."""

    def __init__(self) -> None:
        self.players = dict[int, tuple[Any, Match[Any, Any]]]()

    def ask(self, asked: dict[str, Any]) -> tuple[str, list[float] | None]:
        """The move of the player `asked["id"]`, who is made when first asked, and the shares of the
        win that he expects."""
        if asked["id"] not in self.players:
            game = games.create(asked["game"], asked["options"])
            spec, patience = parse_player(asked["name"]), BotOptions(time=_PATIENCE)
            bot = make_bot(spec, game, seed=asked["seed"], options=patience)
            match: Match[Any, Any] = Match(game, tuple("abcde"[: game.seats]), 0, draws=False)
            self.players[asked["id"]] = bot, match
        bot, match = self.players[asked["id"]]
        for text in asked["moves"][match.ply :]:
            match.submit(match.game.parse(match.state, text))
        prompt = match.prompt()
        assert prompt is not None
        thought = bot.think(prompt.state)
        shares = None if thought.value is None else [float(x) for x in thought.value]
        return match.game.format(thought.move), shares


class OtherVersion:
    """The players of another version, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        around, pipe = os.environ | {"PYTHONPATH": str(folder)}, subprocess.PIPE
        command = [sys.executable, __file__, "--serve"]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, env=around, cwd=folder
        )

    def ask(self, asked: dict[str, Any]) -> tuple[str, list[float] | None]:
        """See `Players`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return tuple(json.loads(self.process.stdout.readline()))  # type: ignore[return-value]


@dataclass(frozen=True)
class Ending:
    """How one game ended."""

    turns: int
    changed: int
    """Turns until nothing changed any more."""
    told: tuple[Any, ...]
    """The turn of the first pass, the scores, the reason."""
    winners: tuple[int, ...]
    text: str


Ask = Callable[[dict[str, Any]], tuple[str, Any]]


def played(
    game_id: str, options: dict[str, Any], seated: list[tuple[str, Ask]], number: int, seed: int
) -> Ending:
    """One game between the players `seated`, a name and a version each."""
    game = games.create(game_id, options)
    match: Match[Any, Any] = Match(game, tuple(name for name, _ in seated), seed)
    opening = 0 if game.to_act(game.start()) == CHANCE or seed == 0 else _OPENING
    rng, standings, first_pass, lines = np.random.default_rng(seed), [], 0, list[str]()
    about = {"game": game_id, "options": options}
    while (prompt := match.prompt()) is not None:
        before, shares, seat = match.state, None, prompt.seat
        if opening:
            opening -= 1
            stones = [move for move in game.legal_moves(before) if game.cells_of(move)]
            text = game.format(stones[int(rng.integers(len(stones)))])
        else:
            name, ask = seated[seat]
            asked = {"id": number * 10 + seat, "seed": seed * 10 + seat, "moves": [*match.texts()]}
            text, shares = ask({**about, "name": name, **asked})
        match.submit(game.parse(before, text))
        totals = game.score(match.state).totals
        if match.result() is not None or getattr(match.state, "turn", 0) != before.turn:
            standings.append(totals)
            if not first_pass and text.startswith(("pass", "forfeit")):
                first_pass = len(standings)
        share = " ".join(f"{x:.2f}" for x in shares or ())
        scores = " ".join(f"{x:g}" for x in totals)
        who = f"{match.ply:4} {len(standings):4} {game.seat_name(before, seat):6}"
        lines.append(f"{who} {text:24} [{scores}] ({share})")
    result = match.result()
    assert result is not None
    end, changed = result.score.totals, 0
    for turn, totals in enumerate(standings, 1):
        far = any(abs(a - b) > _LITTLE for a, b in zip(totals, end, strict=True))
        if far or ranks(totals) != ranks(end):
            changed = turn + 1
    marks = "." + game.marks
    lines += game.topology.rows([marks[stone] for stone in game.stones(match.state)])
    told = (first_pass, end, result.reason)
    turns, text = len(standings), "\n".join(lines)
    return Ending(turns, min(changed, turns), told, tuple(result.winners), text)


def ranks(totals: tuple[float, ...]) -> list[int]:
    """The place of each score; equal scores have the same."""
    return [sum(other > one for other in totals) for one in totals]


def main() -> None:
    """Play games and say how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--players", default="bot:3,bot:2,bot:2")
    for name, default in (("games", 15), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
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

    won, endings = [], []
    for number in range(chosen.games):
        by = number % seats
        seated = [(name, there.ask if seat else here.ask) for seat, name in enumerate(names)]
        seed = chosen.seed + (number // seats if chosen.against else number)
        ending = played(chosen.game, options, seated[-by:] + seated[:-by], number, seed)
        won.append((by in ending.winners) / max(1, len(ending.winners)))
        endings.append(ending)
        if chosen.read:
            print(ending.text)
        told = (ending.turns, ending.changed, *ending.told)
        print(f"seed {seed}, first on seat {by}: {won[-1]:.2f}", *told, flush=True)
    turns = [each.turns for each in endings]
    after = [1 - each.changed / each.turns for each in endings]
    print(f"turns: median {statistics.median(turns)}, most {max(turns)}")
    print(f"after the last change: {statistics.mean(after):.0%} in the mean, most {max(after):.0%}")
    error = 1.96 * statistics.stdev(won) / len(won) ** 0.5 if len(won) > 1 else 1.0
    print(f"share of the first: {statistics.mean(won):.1%} +- {error:.1%}, par {1 / seats:.1%}")


if __name__ == "__main__":
    if "--serve" in sys.argv:
        here = Players()
        for line in sys.stdin:
            print(json.dumps(here.ask(json.loads(line))), flush=True)
    else:
        main()
