"""The standings of a contest: wins, shares of the wins, Elo, a sequential test."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from termgames.core.options import number_text
from termgames.core.text import columns, counted
from termgames.lab import ratings
from termgames.lab.arena import Contest, GameResult, game_of
from termgames.lab.ratings import Verdict, sprt
from termgames.play.bots.players import parse_player

_LONGEST = 48
"""The most characters of a player's name in a line of text; the JSON has the whole name."""
_RESAMPLES = 200
"""How often rounds are resampled for the intervals of Elo of more than two players."""

Interval = tuple[float, float, float]
"""The low end, the estimate and the high end of a 95 % interval."""


@dataclass
class Standings:
    """The results of a contest so far."""

    contest: Contest
    played: dict[int, GameResult] = field(default_factory=dict)

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.played[game.number] = game

    @property
    def seats(self) -> int:
        """Seats of the game."""
        return game_of(self.contest).seats

    @property
    def duel(self) -> bool:
        """Whether there are two players, on however many seats."""
        return len(self.contest.players) == 2

    def wins(self, letter: str) -> int:
        """Games that the player alone won."""
        return sum(game.won_by == letter for game in self.played.values())

    def draws(self) -> int:
        """Games that no player alone won."""
        return len(self.played) - sum(map(self.wins, self.contest.letters))

    def rounds(self, letter: str) -> list[list[float]]:
        """The player's points in the games of each round that he took part in."""
        rounds: dict[int, list[float]] = {}
        for number in sorted(self.played):
            game = self.played[number]
            if letter in game.lineup:
                rounds.setdefault(number // self.seats, []).append(game.points(letter))
        return list(rounds.values())

    def share(self, letter: str) -> Interval:
        """The player's part of the wins in his games."""
        return ratings.share(self.rounds(letter), self.seats)

    def par(self, letter: str) -> float:
        """The share that the player would have among equals: his part of the seats."""
        own = [g.lineup.count(letter) for g in self.played.values() if letter in g.lineup]
        return sum(own) / len(own) / self.seats if own else 1 / self.seats

    def elo_diff(self) -> Interval:
        """By how much Elo a is above b, in a duel; see `ratings`."""
        own = self.contest.seated(0).count("a")
        return ratings.elo_difference(self.rounds("a"), self.seats, own)

    def elo(self) -> dict[str, Interval]:
        """Each player's Elo, with a mean of 0.

        The intervals come from resampled rounds and are at least as wide as the player's share
        of the wins alone would make them: rounds that all came out alike have no spread.
        """
        letters = self.contest.letters
        rounds: dict[int, list[tuple[str, Sequence[float]]]] = {}
        for number, game in sorted(self.played.items()):
            rounds.setdefault(number // self.seats, []).append((game.lineup, game.shares))
        pool, rng = list(rounds.values()), random.Random(self.contest.seed)
        best = ratings.strengths([game for games in pool for game in games], letters)
        drawn = []
        for _ in range(_RESAMPLES if pool else 0):
            sample = rng.choices(pool, k=len(pool))
            drawn.append(ratings.strengths([g for games in sample for g in games], letters))
        intervals = {}
        for letter in letters:
            ends = sorted(sample[letter] for sample in drawn) or [-ratings.CAP, ratings.CAP]
            low, high = ends[int(0.025 * len(ends))], ends[-1 - int(0.025 * len(ends))]
            below, middle, above = ratings.elo_difference(
                self.rounds(letter), self.seats, self.par(letter) * self.seats
            )
            # The mean of all contains the player, so his distance from it is only a part of
            # that from the others.
            part = 1 - 1 / len(letters)
            intervals[letter] = (
                max(-ratings.CAP, min(low, best[letter] + part * (below - middle))),
                best[letter],
                min(ratings.CAP, max(high, best[letter] + part * (above - middle))),
            )
        return intervals

    def test(self, elo0: float, elo1: float) -> Verdict:
        """The sequential test of a against b, from the rounds that are complete."""
        pairs = [played for played in self.rounds("a") if len(played) == self.seats]
        return sprt(pairs, elo0, elo1)

    def cpu(self, letter: str) -> float | None:
        """CPU seconds that the player's moves took on average; None if none were measured."""
        used, asked = 0.0, 0
        for game in self.played.values():
            for other, spent, moves in zip(game.lineup, game.cpu, game.asked, strict=False):
                if other == letter:
                    used += spent
                    asked += moves
        return used / asked if asked else None

    def forfeits(self) -> dict[str, int]:
        """How many games programs forfeited, by reason."""
        reasons = (game.forfeit for game in self.played.values() if game.forfeit)
        return dict(sorted(Counter(reasons).items()))

    def by_seat(self) -> dict[str, dict[str, int]]:
        """Games that a seat alone won, by seat and by the player who sat there."""
        letters = self.contest.letters
        seats: dict[str, dict[str, int]] = {}
        for game in self.played.values():
            for seat in sorted(game.seats):
                seats.setdefault(seat, dict.fromkeys(letters, 0))
            if len(game.winners) == 1:
                seat = game.winners[0]
                seats[seat][game.lineup[game.seats.index(seat)]] += 1
        return seats

    def seat_shares(self) -> dict[str, float]:
        """Each seat's share of the wins, whoever sat there."""
        sums: dict[str, float] = {}
        for game in self.played.values():
            for seat, part in zip(game.seats, game.shares, strict=True):
                sums[seat] = sums.get(seat, 0.0) + part
        return {seat: round(total / len(self.played), 4) for seat, total in sums.items()}

    def summary(self, seconds: float, test: tuple[float, float] | None = None) -> dict[str, Any]:
        """The outcome as a JSON value; all numbers are finite."""
        summary: dict[str, Any] = {
            "game": self.contest.game_id,
            "options": dict(game_of(self.contest).options),
            "games": len(self.played),
        }
        if self.duel:
            for letter in self.contest.letters:
                summary[letter] = {
                    "player": self.contest.player(letter),
                    "wins": self.wins(letter),
                }
        summary |= {"draws": self.draws(), "by_seat": self.by_seat()}
        if self.duel:
            summary["elo_diff"] = _rounded(self.elo_diff(), 1)
        summary |= {"seat_shares": self.seat_shares(), "players": self._players()}
        if test is not None:
            verdict = self.test(*test)
            summary["sprt"] = {
                "elo0": verdict.elo0,
                "elo1": verdict.elo1,
                "llr": round(verdict.ratio, 3),
                "pairs": verdict.pairs,
                "accepted": verdict.accepted,
            }
        # Bots limited by playouts alone give the same line each time, so no clocks for them.
        if any(parse_player(player).kind == "gtp" for player in self.contest.players):
            used = {letter: self.cpu(letter) for letter in self.contest.letters}
            summary["cpu_per_move"] = {
                x: None if s is None else round(s, 4) for x, s in used.items()
            }
        if forfeits := self.forfeits():
            summary["forfeits"] = forfeits
        return summary | {
            "moves": sum(game.moves for game in self.played.values()),
            "seconds": round(seconds, 2),
            "seed": self.contest.seed,
        }

    def _players(self) -> dict[str, dict[str, Any]]:
        elo = self.elo()
        return {
            letter: {
                "player": self.contest.player(letter),
                "games": sum(letter in game.lineup for game in self.played.values()),
                "wins": self.wins(letter),
                "share": _rounded(self.share(letter), 4),
                "par": round(self.par(letter), 4),
                "elo": _rounded(elo[letter], 1),
            }
            for letter in self.contest.letters
        }


def _rounded(values: Sequence[float], digits: int) -> list[float]:
    """The values rounded, 0.0 instead of -0.0."""
    return [round(x, digits) + 0.0 for x in values]


def quoted(player: str) -> str:
    """A player's name within a sentence: quoted if it has blanks, as commands have, and cut if
    it is long."""
    short = player if len(player) <= _LONGEST else player[: _LONGEST - 1] + "…"
    return f'"{short}"' if " " in player else short


def progress(game: GameResult, standings: Standings, total: int) -> str:
    """`game 3/20: bot:3 as white wins 14.5:9 (both passed) in 32 moves, 4.1 s; bot:3 2, ...`."""
    contest = standings.contest
    # Between two the winner's points come first; else by seat.
    scores = sorted(game.scores, reverse=True) if standings.seats == 2 else game.scores
    points = ":".join(map(number_text, scores))
    if not game.winners:
        verdict = f"nobody wins {points}"
    elif len(game.winners) > 1:
        among = f" of {' and '.join(game.winners)}" if standings.seats > 2 else ""
        verdict = f"draw{among} {points}"
    else:
        verdict = f"{quoted(contest.player(game.won_by))} as {game.winners[0]} wins {points}"
    if reason := game.forfeit or game.ending:
        verdict += f" ({reason})"
    standing = ", ".join(
        f"{quoted(contest.player(x))} {standings.wins(x)}" for x in contest.letters
    )
    return (
        f"game {len(standings.played)}/{total}: {verdict} in {game.moves} moves, "
        f"{game.seconds:.1f} s; {standing}, draws {standings.draws()}"
    )


def words(standings: Standings, test: tuple[float, float] | None = None) -> str:
    """The outcome as text: a few lines for a duel on two seats, else a table."""
    contest = standings.contest
    if standings.duel and standings.seats == 2:
        low, estimate, high = standings.elo_diff()
        a, b = map(quoted, contest.players)
        lines = [
            f"{a} {standings.wins('a')}, {b} {standings.wins('b')}, draws {standings.draws()}",
            f"Elo of {a} above {b}: {estimate:+.0f} (95 %: {low:+.0f} to {high:+.0f})",
        ]
        lines += _thinking(standings)
    else:
        lines = _table(standings)
    lines += [f"{text}: {counted(number, 'game')}" for text, number in standings.forfeits().items()]
    if test is not None:
        verdict = standings.test(*test)
        said = {
            "elo1": f"at least {verdict.elo1:g} Elo stronger",
            "elo0": f"at most {verdict.elo0:g} Elo stronger",
            "open": "not decided",
        }[verdict.accepted]
        lines.append(f"sequential test after {verdict.pairs} pairs: {said}")
    return "\n".join(lines)


def _thinking(standings: Standings) -> list[str]:
    """A line with the CPU time that the players of a duel took a move; none if none was
    measured."""
    seconds_by_letter = [(x, standings.cpu(x)) for x in standings.contest.letters]
    texts = [
        f"{quoted(standings.contest.player(x))} {seconds:.3g} s"
        for x, seconds in seconds_by_letter
        if seconds is not None
    ]
    return [f"CPU time a move: {', '.join(texts)}"] if texts else []


def _table(standings: Standings) -> list[str]:
    """A table with a line for each player; below it, once a game was played, each seat's share
    of the wins."""
    elo = standings.elo()
    rows = [("player", "games", "wins", "share", "95 %", "par", "Elo", "95 %", "CPU/move")]
    for letter in standings.contest.letters:
        low, share, high = standings.share(letter)
        below, estimate, above = elo[letter]
        rows.append(
            (
                f"{letter} {quoted(standings.contest.player(letter))}",
                str(sum(letter in game.lineup for game in standings.played.values())),
                str(standings.wins(letter)),
                f"{share:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{standings.par(letter):.1%}",
                f"{round(estimate):+d}",
                f"{round(below):+d} to {round(above):+d}",
                "" if (cpu := standings.cpu(letter)) is None else f"{cpu:.3g} s",
            )
        )
    lines = columns(rows, left=1)
    if not standings.played:
        return lines
    seats = ", ".join(f"{seat} {share:.1%}" for seat, share in standings.seat_shares().items())
    return [*lines, f"shares by seat: {seats}; draws {standings.draws()}"]
