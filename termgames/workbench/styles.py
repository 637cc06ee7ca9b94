"""How characters play: what is seen in games of each against the plain bot of its level.

Both play in the same games, so that figures of a character are compared with those of the plain bot
game by game.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Flags
from termgames.core.game import AnyGame, Seat
from termgames.core.text import columns
from termgames.go.board import groups
from termgames.play import record
from termgames.play.match import AnyMatch
from termgames.search import leaning
from termgames.workbench.arena import GameResult, play_games
from termgames.workbench.standings import Standings, rounded
from termgames.workbench.workers import Workers

FIGURES = ("contact", "support", "spread", "ground", "captures", "region", "cards")
"""By move, the average of what `leaning` says of a seat's stones; how many stones of others a
move takes off; at the end, how many cells a connected part of the seat's stones and territory has;
and how many cards the seat holds after a move."""


def figures(match: AnyMatch) -> list[list[float]]:
    """FIGURES by seat for one game; NaN where there is nothing to see."""
    game, display = match.game, games.display(match.game)
    seen: list[list[list[float]]] = [[] for _ in range(game.seats)]
    for ply in range(match.ply):
        seat = match.actor(ply)
        if match.by_chance(ply) or seat < 0:
            continue
        before, after = match.state_at(ply), match.state_at(ply + 1)
        own, others = _sides(game, before, seat)
        now = np.frombuffer(game.stones(after), np.uint8)
        put = (now > 0) & (now != np.frombuffer(game.stones(before), np.uint8))
        hand = display.hand(after, seat)
        cards = math.nan if hand is None else hand if isinstance(hand, int) else len(hand)
        if put.any():
            of_stones = leaning.of_cells(game.topology, own, others)[put].mean(axis=0)
            taken = float((others & ~_sides(game, after, seat)[1]).sum())
            seen[seat].append([*of_stones.tolist(), taken, math.nan, cards])
    rows = [
        [_mean(column) for column in zip(*moves, strict=True)] or [math.nan] * 7 for moves in seen
    ]
    for seat, row in enumerate(rows):
        row[FIGURES.index("region")] = _region(game, match.state, seat)
    return rows


def _sides(game: AnyGame, state: Any, seat: Seat) -> tuple[Flags, Flags]:
    """(cells,) twice: a seat's stones, and those of others."""
    stones, own = np.frombuffer(game.stones(state), np.uint8), 1 + game.colour(state, seat)
    return stones == own, (stones > 0) & (stones != own)


def _region(game: AnyGame, state: Any, seat: Seat) -> float:
    """The average size of the connected parts of what a seat holds; NaN where it holds nothing."""
    own, others = _sides(game, state, seat)
    held = own.copy()
    for part in game.score(state).parts:
        if part.seat == seat:
            held[list(part.cells)] = True
    connected = groups(game.topology, (held & ~others).astype(np.uint8).tobytes())
    return _mean([len(each.cells) for each in connected])


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


@dataclass
class Style:
    """A character in its games against the plain bot."""

    standings: Standings
    seen: list[list[list[float]]] = field(default_factory=list)
    """By game, FIGURES averaged over the character's seats, and over those of the plain bot."""

    @property
    def player(self) -> str:
        """The character, as on the command line."""
        return self.standings.contest.players[0]

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.standings.add(game)
        by_seat = figures(record.load(game.record))
        seated: dict[str, list[list[float]]] = {"a": [], "b": []}
        for row, letter in zip(by_seat, game.lineup, strict=True):
            seated[letter].append(row)
        rows = (zip(*each, strict=True) for each in seated.values())
        self.seen.append([list(map(_mean, columns)) for columns in rows])

    def averages(self) -> list[tuple[float, float, float]]:
        """For each of FIGURES the character's average, by how much that is above the plain bot's,
        and the standard error of this; NaN where there is nothing to see."""
        found = []
        for one, other in np.reshape(self.seen, (-1, 2, len(FIGURES))).T:
            known = ~np.isnan(one - other)
            if known.sum() < 2:
                found.append((math.nan,) * 3)
                continue
            gain = (one - other)[known]
            error = float(gain.std(ddof=1)) / math.sqrt(len(gain))
            found.append((float(one[known].mean()), float(gain.mean()), error))
        return found


def measured(
    styles: Sequence[Style], number: int, workers: Workers | None = None
) -> Iterator[Style]:
    """Let each player play `number` games; each game is added to its style, which is yielded."""
    of = {style.standings.contest: style for style in styles}
    tasks = ((contest, game) for game in range(number) for contest in of)
    for (contest, _), result in play_games(tasks, workers):
        of[contest].add(result)
        yield of[contest]


def summary(styles: Sequence[Style]) -> dict[str, Any]:
    """By player, as a JSON value: games, share and Elo with their intervals, and each figure that
    is seen: average, difference from the plain bot, standard error of that."""
    return {
        style.player: {
            "games": style.standings.games,
            "share": rounded(style.standings.share("a"), 4),
            "par": round(style.standings.par("a"), 4),
            "elo_diff": rounded(style.standings.elo_diff(), 1),
            "figures": {
                name: rounded(found, 4)
                for name, found in zip(FIGURES, style.averages(), strict=True)
                if not math.isnan(found[0])
            },
        }
        for style in styles
    }


def table(styles: Sequence[Style]) -> list[str]:
    """A line for each player: his share and Elo against the plain bot; then by how much each
    figure is above that of the plain bot, with a standard error."""
    rows: list[Sequence[str]] = [("player", "games", "share", "Elo", "95 %", *FIGURES)]
    for style in styles:
        low, elo, high = style.standings.elo_diff()
        told = (
            "-" if math.isnan(average) else f"{average:.2f} ({gain:+.2f}±{error:.2f})"
            for average, gain, error in style.averages()
        )
        share, interval = f"{style.standings.share('a')[1]:.1%}", f"{low:+.0f} to {high:+.0f}"
        rows.append(
            (style.player, f"{style.standings.games}", share, f"{elo:+.0f}", interval, *told)
        )
    return columns(rows, left=1)
