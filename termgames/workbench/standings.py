"""The standings of a contest: wins, shares of the wins, Elo, a sequential test."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from termgames.core.options import number_text
from termgames.core.text import columns, counted
from termgames.play.bots.players import parse_player
from termgames.workbench import ratings
from termgames.workbench.arena import Contest, GameResult, begun, game_of, openings, won_by
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

    def __init__(self, contest: Contest, games: Iterable[GameResult] = ()) -> None:
        self.contest = contest
        self.seats = game_of(contest).seats
        """Seats of the game."""
        self.games = 0
        """Games counted."""
        self.moves = 0
        self._numbers = bytearray()
        """1 for each number of a game that was counted."""
        self._kinds = Counter[tuple[str, tuple[str, ...], tuple[float, ...]]]()
        """Games by line-up, names of the seats and shares of the win."""
        self._rounds = Counter[Round]()
        """Complete rounds that came out like this."""
        self._open: dict[int, dict[int, Outcome]] = {}
        """The outcomes in rounds that are not complete, by round and number of the game."""
        self._cpu: dict[str, float] = {}
        self._moves_chosen = Counter[str]()
        self._forfeits = Counter[str]()
        for game in games:
            self.add(game)

    def add(self, game: GameResult) -> None:
        """Count a game; one whose number was counted before changes nothing."""
        if self.has(game.number):
            return
        self._numbers.extend(bytes(max(0, game.number + 1 - len(self._numbers))))
        self._numbers[game.number] = 1
        self.games += 1
        self.moves += game.moves
        self._kinds[game.lineup, game.seats, game.shares] += 1
        for letter, spent, moves in zip(game.lineup, game.cpu, game.asked, strict=False):
            self._cpu[letter] = self._cpu.get(letter, 0.0) + spent
            self._moves_chosen[letter] += moves
        if game.forfeit:
            self._forfeits[game.forfeit] += 1
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

    @property
    def seconds(self) -> float:
        """CPU seconds that all moves took."""
        return sum(self._cpu.values())

    def wins(self, letter: str) -> int:
        """Games that the player alone won; those that nobody alone did for an empty letter."""
        kinds = self._kinds.items()
        return sum(many for (lineup, _, won), many in kinds if won_by(lineup, won) == letter)

    def games_of(self, letter: str) -> int:
        """Games that the player took part in."""
        return sum(many for (lineup, _, _), many in self._kinds.items() if letter in lineup)

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
        seated = sum(many * lineup.count(letter) for (lineup, *_), many in self._kinds.items())
        return (seated / self.games_of(letter) if seated else 1) / self.seats

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
        won: dict[str, dict[str, int]] = {}
        for (lineup, seats, shares), many in self._kinds.items():
            for seat in sorted(seats):
                won.setdefault(seat, dict.fromkeys(self.contest.letters, 0))
            for seat, letter, share in zip(seats, lineup, shares, strict=True):
                won[seat][letter] += many * (share == sum(shares) > 0)
        return won

    def seat_shares(self) -> dict[str, float]:
        """Each seat's share of the wins, of all players who sat there."""
        sums: dict[str, float] = {}
        for (_, seats, shares), many in self._kinds.items():
            for seat, share in zip(seats, shares, strict=True):
                sums[seat] = sums.get(seat, 0.0) + many * share
        return {seat: round(total / self.games, 4) for seat, total in sums.items()}

    def _all_rounds(self) -> Counter[Round]:
        return self._rounds + Counter(map(_in_order, self._open.values()))

    def summary(self, seconds: float, test: tuple[float, float] | None = None) -> dict[str, Any]:
        """The outcome as a JSON value; all numbers are finite."""
        summary: dict[str, Any] = {
            "game": self.contest.game_id,
            "options": dict(game_of(self.contest).options),
            "games": self.games,
        }
        players, elo = (
            dict(zip(self.contest.letters, self.contest.players, strict=True)),
            self.elo(),
        )
        if self.duel:
            summary |= {x: {"player": name, "wins": self.wins(x)} for x, name in players.items()}
        summary |= {"draws": self.wins(""), "by_seat": self.by_seat()}
        if self.duel:
            summary["elo_diff"] = rounded(self.elo_diff(), 1)
        summary |= {"seat_shares": self.seat_shares(), "random_plies": list(openings(self.contest))}
        summary["players"] = {
            letter: {
                "player": name,
                "games": self.games_of(letter),
                "wins": self.wins(letter),
                "share": rounded(self.share(letter), 4),
                "par": round(self.par(letter), 4),
                "elo": rounded(elo[letter], 1),
            }
            for letter, name in players.items()
        }
        if test is not None:
            summary["sprt"] = self.test(*test).to_json()
        # Bots limited by playouts alone give the same line each time, so no clocks for them.
        if any(parse_player(name).kind == "gtp" for name in players.values()):
            used = {letter: self.cpu(letter) for letter in players}
            summary["cpu_per_move"] = {x: s and round(s, 4) for x, s in used.items()}
        if forfeits := self.forfeits():
            summary["forfeits"] = forfeits
        return summary | {
            "moves": self.moves,
            "seconds": round(seconds, 2),
            "seed": self.contest.seed,
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


def rounded(values: Sequence[float], digits: int) -> list[float]:
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
    return (
        f"game {standings.games}/{total}: {verdict} in {game.moves} moves, "
        f"{game.seconds:.1f} s; {_wins(standings)}"
    )


def _wins(standings: Standings) -> str:
    """`bot:3 2, random 1, draws 0`."""
    contest = standings.contest
    each = (f"{short_name(contest.player(x))} {standings.wins(x)}, " for x in contest.letters)
    return f"{''.join(each)}draws {standings.wins('')}"


def error_bar(standings: Standings) -> tuple[dict[str, Any], str]:
    """How sure the result is by now, as a JSON value and in words: Elo of a above b, else the
    share of the wins of each."""
    if standings.duel:
        found = standings.elo_diff()
        return {"elo_diff": rounded(found, 1)}, f"Elo {elo_text(*found)}"
    shares = {letter: standings.share(letter) for letter in standings.contest.letters}
    texts = (
        f"{x} {share:.1%} ({low:.1%} to {high:.1%})" for x, (low, share, high) in shares.items()
    )
    return {"shares": {x: rounded(share, 4) for x, share in shares.items()}}, ", ".join(texts)


def elo_text(low: float, estimate: float, high: float) -> str:
    """`+70 (95 %: -209 to +350)`."""
    return f"{estimate:+.0f} (95 %: {low:+.0f} to {high:+.0f})"


def summary_text(standings: Standings, test: tuple[float, float] | None = None) -> str:
    """The outcome as text: a few lines for a duel on two seats, else a table."""
    contest = standings.contest
    cpu = {x: standings.cpu(x) for x in contest.letters}
    used = {x: "" if seconds is None else f"{seconds:.3g} s" for x, seconds in cpu.items()}
    names = {x: short_name(contest.player(x)) for x in contest.letters}
    if standings.duel and standings.seats == 2:
        above = f"Elo of {names['a']} above {names['b']}: {elo_text(*standings.elo_diff())}"
        lines = [_wins(standings), above]
        if told := ", ".join(f"{names[x]} {text}" for x, text in used.items() if text):
            lines.append(f"CPU time a move: {told}")
    else:
        lines = _table(standings, names, used)
    if standings.games:
        shares = ", ".join(f"{seat} {share:.1%}" for seat, share in standings.seat_shares().items())
        lines.append(f"shares by seat {begun(contest)}: {shares}; draws {standings.wins('')}")
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


def _table(standings: Standings, names: dict[str, str], used: dict[str, str]) -> list[str]:
    """A table with a line for each player."""
    elo = standings.elo()
    rows = [("player", "games", "wins", "share", "95 %", "par", "Elo", "95 %", "CPU/move")]
    for x, name in names.items():
        low, share, high = standings.share(x)
        below, estimate, above = map(round, elo[x])
        counts = f"{standings.games_of(x)}", f"{standings.wins(x)}"
        shares = f"{share:.1%}", f"{low:.1%} to {high:.1%}", f"{standings.par(x):.1%}"
        elos = f"{estimate:+d}", f"{below:+d} to {above:+d}"
        rows.append((f"{x} {name}", *counts, *shares, *elos, used[x]))
    return columns(rows, left=1)
