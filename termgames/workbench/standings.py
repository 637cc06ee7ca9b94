"""The standings of a contest: wins, shares of the wins, Elo, a sequential test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from termgames.core.options import number_text
from termgames.core.text import columns, counted
from termgames.play.bots.players import parse_player
from termgames.workbench import ratings
from termgames.workbench.arena import Contest, GameResult, game_of
from termgames.workbench.ratings import Outcome, SequentialTest, sprt

_LONGEST = 48
"""The most characters of a player's name in a line of text; the JSON has the whole name."""
_RESAMPLES = 200
"""How often rounds are resampled for the intervals of Elo of more than two players."""

Interval = tuple[float, float, float]
"""The low end, the estimate and the high end of a 95 % interval."""
Round = tuple[Outcome, ...]
"""The outcomes of the games of a round. There are few kinds of rounds, however many games were
played."""


class Standings:
    """The results of a contest so far: sums, which do not grow with the number of games."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.seats = game_of(contest).seats
        """Seats of the game."""
        self.games = 0
        """Games counted."""
        self.moves = 0
        self._numbers = bytearray()
        """1 for each number of a game that was counted."""
        self._alone = Counter[str]()
        """Games that a player alone won."""
        self._in = Counter[str]()
        """Games that a player took part in."""
        self._seated = Counter[str]()
        """Seats he had in these."""
        self._rounds = Counter[Round]()
        """Complete rounds that came out like this."""
        self._open: dict[int, dict[int, Outcome]] = {}
        """The outcomes in rounds that are not complete, by round and number of the game."""
        self._cpu: dict[str, float] = {}
        self._moves_chosen = Counter[str]()
        self._forfeits = Counter[str]()
        self._by_seat: dict[str, dict[str, int]] = {}
        self._seat_sums: dict[str, float] = {}

    def add(self, game: GameResult) -> None:
        """Count a game; one whose number was counted before changes nothing."""
        if self.has(game.number):
            return
        self._numbers.extend(bytes(max(0, game.number + 1 - len(self._numbers))))
        self._numbers[game.number] = 1
        self.games += 1
        self.moves += game.moves
        self._alone[game.won_by] += 1
        self._in.update(set(game.lineup))
        self._seated.update(game.lineup)
        for letter, spent, moves in zip(game.lineup, game.cpu, game.asked, strict=False):
            self._cpu[letter] = self._cpu.get(letter, 0.0) + spent
            self._moves_chosen[letter] += moves
        if game.forfeit:
            self._forfeits[game.forfeit] += 1
        for seat in sorted(game.seats):
            self._by_seat.setdefault(seat, dict.fromkeys(self.contest.letters, 0))
        for seat, part in zip(game.seats, game.shares, strict=True):
            self._seat_sums[seat] = self._seat_sums.get(seat, 0.0) + part
        if len(game.winners) == 1:
            seat = game.winners[0]
            self._by_seat[seat][game.lineup[game.seats.index(seat)]] += 1
        number = game.number // self.seats
        games = self._open.setdefault(number, {})
        games[game.number] = (game.lineup, game.shares)
        if len(games) == self.seats:
            self._rounds[_in_order(games)] += 1
            del self._open[number]

    def has(self, number: int) -> bool:
        """Whether the game of that number was counted."""
        return number < len(self._numbers) and bool(self._numbers[number])

    @property
    def duel(self) -> bool:
        """Whether there are two players, on however many seats."""
        return len(self.contest.players) == 2

    def wins(self, letter: str) -> int:
        """Games that the player alone won."""
        return self._alone[letter]

    def games_of(self, letter: str) -> int:
        """Games that the player took part in."""
        return self._in[letter]

    def draws(self) -> int:
        """Games that no player alone won."""
        return self._alone[""]

    def rounds(self, letter: str) -> Counter[tuple[float, ...]]:
        """The player's points in the games of rounds that he took part in, and of how many
        rounds."""
        rounds = Counter[tuple[float, ...]]()
        for outcomes, number in self._all_rounds().items():
            points = tuple(_points(letter, *each) for each in outcomes if letter in each[0])
            if points:
                rounds[points] += number
        return rounds

    def share(self, letter: str) -> Interval:
        """The player's part of the wins in his games."""
        return ratings.share(self.rounds(letter), self.seats)

    def par(self, letter: str) -> float:
        """The share that the player would have among equals: his part of the seats."""
        if not self._in[letter]:
            return 1 / self.seats
        return self._seated[letter] / self._in[letter] / self.seats

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
        rounds = dict(sorted(self._all_rounds().items()))
        best = ratings.strengths(_outcomes(rounds), letters)
        resampled = []
        if rounds:
            rng, total = np.random.default_rng(self.contest.seed), sum(rounds.values())
            parts = np.array(list(rounds.values())) / total
            for counts in rng.multinomial(total, parts, _RESAMPLES).tolist():
                sample = dict(zip(rounds, counts, strict=True))
                resampled.append(ratings.strengths(_outcomes(sample), letters))
        intervals = {}
        for letter in letters:
            ends = sorted(sample[letter] for sample in resampled) or [-ratings.CAP, ratings.CAP]
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

    def test(self, elo0: float, elo1: float) -> SequentialTest:
        """The sequential test of a against b, from the rounds that are complete."""
        rounds = self.rounds("a").items()
        pairs = {points: number for points, number in rounds if len(points) == self.seats}
        return sprt(pairs, elo0, elo1)

    def cpu(self, letter: str) -> float | None:
        """CPU seconds that the player's moves took on average; None if none were measured."""
        moves = self._moves_chosen[letter]
        return self._cpu[letter] / moves if moves else None

    def forfeits(self) -> dict[str, int]:
        """How many games programs forfeited, by reason."""
        return dict(sorted(self._forfeits.items()))

    def by_seat(self) -> dict[str, dict[str, int]]:
        """Games that a seat alone won, by seat and by the player who sat there."""
        return {seat: dict(won) for seat, won in self._by_seat.items()}

    def seat_shares(self) -> dict[str, float]:
        """Each seat's share of the wins, of all players who sat there."""
        return {seat: round(total / self.games, 4) for seat, total in self._seat_sums.items()}

    def _all_rounds(self) -> Counter[Round]:
        return self._rounds + Counter(map(_in_order, self._open.values()))

    def summary(self, seconds: float, test: tuple[float, float] | None = None) -> dict[str, Any]:
        """The outcome as a JSON value; all numbers are finite."""
        summary: dict[str, Any] = {
            "game": self.contest.game_id,
            "options": dict(game_of(self.contest).options),
            "games": self.games,
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
            "moves": self.moves,
            "seconds": round(seconds, 2),
            "seed": self.contest.seed,
        }

    def _players(self) -> dict[str, dict[str, Any]]:
        elo = self.elo()
        return {
            letter: {
                "player": self.contest.player(letter),
                "games": self.games_of(letter),
                "wins": self.wins(letter),
                "share": _rounded(self.share(letter), 4),
                "par": round(self.par(letter), 4),
                "elo": _rounded(elo[letter], 1),
            }
            for letter in self.contest.letters
        }


def _in_order(games: Mapping[int, Outcome]) -> Round:
    return tuple(games[number] for number in sorted(games))


def _points(letter: str, lineup: str, shares: Sequence[float]) -> float:
    """The player's share of the win, summed over all his seats."""
    return sum(part for part, other in zip(shares, lineup, strict=True) if other == letter)


def _outcomes(rounds: Mapping[Round, int]) -> Counter[Outcome]:
    """How many games came out in each way; `rounds` says how many there were of each kind."""
    outcomes = Counter[Outcome]()
    for played, number in rounds.items():
        for outcome in played:
            outcomes[outcome] += number
    return outcomes


def _rounded(values: Sequence[float], digits: int) -> list[float]:
    """The values rounded, 0.0 instead of -0.0."""
    return [round(x, digits) + 0.0 for x in values]


def short_name(player: str) -> str:
    """A player's name within a sentence: quoted if it has blanks, as commands have, and cut if
    it is long."""
    short = player if len(player) <= _LONGEST else player[: _LONGEST - 1] + "…"
    return f'"{short}"' if " " in player else short


def progress_line(game: GameResult, standings: Standings, total: int) -> str:
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
        verdict = f"{short_name(contest.player(game.won_by))} as {game.winners[0]} wins {points}"
    if reason := game.forfeit or game.ending:
        verdict += f" ({reason})"
    standing = ", ".join(
        f"{short_name(contest.player(x))} {standings.wins(x)}" for x in contest.letters
    )
    return (
        f"game {standings.games}/{total}: {verdict} in {game.moves} moves, "
        f"{game.seconds:.1f} s; {standing}, draws {standings.draws()}"
    )


def error_bar(standings: Standings) -> tuple[dict[str, Any], str]:
    """How sure the result is by now, as a JSON value and in words: Elo of a above b, else the
    share of the wins of each."""
    if standings.duel:
        low, estimate, high = standings.elo_diff()
        fields = {"elo_diff": _rounded((low, estimate, high), 1)}
        return fields, f"Elo {estimate:+.0f} (95 %: {low:+.0f} to {high:+.0f})"
    shares = {letter: standings.share(letter) for letter in standings.contest.letters}
    texts = (
        f"{x} {share:.1%} ({low:.1%} to {high:.1%})" for x, (low, share, high) in shares.items()
    )
    return {"shares": {x: _rounded(share, 4) for x, share in shares.items()}}, ", ".join(texts)


def summary_text(standings: Standings, test: tuple[float, float] | None = None) -> str:
    """The outcome as text: a few lines for a duel on two seats, else a table."""
    contest = standings.contest
    if standings.duel and standings.seats == 2:
        low, estimate, high = standings.elo_diff()
        a, b = map(short_name, contest.players)
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
        outcome = {
            "elo1": f"at least {verdict.elo1:g} Elo stronger",
            "elo0": f"at most {verdict.elo0:g} Elo stronger",
            "open": "not decided",
        }[verdict.accepted]
        lines.append(f"sequential test after {verdict.pairs} pairs: {outcome}")
    return "\n".join(lines)


def _thinking(standings: Standings) -> list[str]:
    """A line with the CPU time that the players of a duel took a move; none if none was
    measured."""
    seconds_by_letter = [(x, standings.cpu(x)) for x in standings.contest.letters]
    texts = [
        f"{short_name(standings.contest.player(x))} {seconds:.3g} s"
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
                f"{letter} {short_name(standings.contest.player(letter))}",
                str(standings.games_of(letter)),
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
    if not standings.games:
        return lines
    seats = ", ".join(f"{seat} {share:.1%}" for seat, share in standings.seat_shares().items())
    return [*lines, f"shares by seat: {seats}; draws {standings.draws()}"]
