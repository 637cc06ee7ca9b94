"""A game reviewed: each decision beside the best one that searches find for it.

A decision is judged by what its player could know. It is a mistake where it lost more of the win
than the searches' noise explains. The noise is how far two of them, with different seeds, differ
here and in general.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from termgames import games
from termgames.core.display import AnyDisplay
from termgames.core.errors import OptionError, RecordError, TermgamesError
from termgames.core.game import Seat, has_chance, has_secrets
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.search.limits import Limit
from termgames.study.judge import Comparison, Expectation, Judge
from termgames.study.reasons import reason_compared
from termgames.study.told_shares import ToldShares

SIZES = ((0.25, "blunder"), (0.14, "mistake"), (0.07, "slip"))
"""The names of mistakes, the greatest first, each with the least loss of the win beyond the
noise, in a game for two; see `size_of` for more."""
PASSES = (1.0, 1.2, 2.5)
"""The limit of each pass, as a multiple of the limit for a decision. A pass ends early where the
searches agree on the move that was played. A decision that seems to have lost something is
judged again in the next pass, and only the last judgement counts: a short look at many decisions
finds losses that are none."""
DOUBTFUL = 0.01
"""A decision is judged again where it lost at least this much of the win beyond the noise."""
COSTLIEST = 3
"""So many mistakes are marked as the costliest."""
DEEPER = 8.0
"""The limit, as a multiple of that for a decision, of a deeper look at decisions after which a
player who did not win lost ground unforeseen."""
_UNFORESEEN = SIZES[-1][0]
"""How much less a player must come to expect, unforeseen, for a deeper look: as by a slip, since
games are often lost little by little."""
DEEPEST = 3
"""So many decisions get a deeper look."""
USUAL_NOISE = 0.04
"""Standard error of the loss by two searches, where either side may win (see the benchmarks)."""
_WEIGHT = 3
"""Two searches alone hardly show how far searches differ: the usual noise counts as much as that of
this number of further pairs."""


@dataclass(frozen=True)
class Finding:
    """One decision. Moves are texts as in records; shares are of the win, 0 to 1."""

    ply: int
    """Which move of the record, from 0."""
    seat: Seat
    name: str
    """What the seat was called then."""
    move: str
    best: str
    line: tuple[str, ...]
    """How play could have gone on with the best move, that move first."""
    share: float
    """What the player could expect with the best move."""
    losses: tuple[float, ...]
    """How much less the player could expect with the move that was played, by each of the
    searches."""
    points_lost: float
    """See `Judge.points_lost`."""
    luck: float | None = None
    """How much chance gave (or took, below 0) before this decision; None in games without."""
    seats: int = 2
    """How many play."""
    after_best: tuple[float, ...] = ()
    """Shares of the win by seat after the best move; empty in reviews by older versions."""
    after_played: tuple[float, ...] = ()
    """The same after the move that was played."""
    deeper: bool = False
    """Whether it is what a deeper look says, see `DEEPER`."""
    refutation: tuple[str, ...] = ()
    """Of a mistake: how play could have gone on with the move that was played, that move first;
    empty in reviews by older versions."""
    reason: str = ""
    """Of a mistake: what the best move does that the one which was played does not, in a sentence
    or two; empty where there is nothing to say, and in reviews by older versions."""

    @property
    def share_lost(self) -> float:
        """The mean of the searches, at least 0."""
        return max(0.0, float(np.mean(self.losses)))

    @property
    def noise(self) -> float:
        """Standard error of the loss."""
        return noise_of(self.losses, self.share)

    @property
    def size(self) -> str:
        """What the mistake is called, see `SIZES`; empty where it is none."""
        beyond = self.share_lost - self.noise
        return "" if self.move == self.best else size_of(beyond, self.seats)


@dataclass(frozen=True)
class Review:
    """The findings on a game, in the order of its moves."""

    findings: tuple[Finding, ...]
    turning_point: int | None
    """The ply of the costliest mistake of a player who did not win, or of any player where
    several won or none; None without a mistake. Where only a winner's moves were reviewed, the move
    that gave him most."""

    @property
    def mistakes(self) -> list[Finding]:
        """The findings that are mistakes, in the order of the moves."""
        return [finding for finding in self.findings if finding.size]

    @property
    def costliest(self) -> list[Finding]:
        """The `COSTLIEST` mistakes that cost most, the worst first."""
        return sorted(self.mistakes, key=lambda mistake: -mistake.share_lost)[:COSTLIEST]


def seats_to_review(match: AnyMatch, names: Collection[str] = ()) -> list[Seat]:
    """The seats called by one of the names at the start or the end of the game; without names
    those of humans, all where none plays. RecordError names a seat that there is not."""
    by_name: dict[str, Seat] = {}
    for state in (match.start.state, match.state):
        for seat in range(match.game.seats):
            by_name.setdefault(match.game.seat_name(state, seat), seat)
    unknown = [name for name in names if name.lower() not in by_name]
    if unknown:
        raise RecordError(f"there is no seat {unknown[0]!r}: there is {', '.join(by_name)}")
    if names:
        return sorted({by_name[name.lower()] for name in names})
    humans = [at for at, name in enumerate(match.players) if is_human(name)]
    return humans or list(range(match.game.seats))


def is_human(player: str) -> bool:
    """Whether a player of a record is a person: not if this version does not know him."""
    try:
        return parse_player(player).human
    except OptionError:
        return False


def refuse(match: AnyMatch) -> None:
    """RecordError where a game cannot be reviewed: hands were left out of its record, or it goes
    on and the players may not see them."""
    if match.redacted:
        raise RecordError("hands are left out of this record: review the saved game itself")
    if has_secrets(match.game) and not match.over:
        raise RecordError("a game with hidden hands is reviewed when it is over")
    if match.unaided:
        raise RecordError("a rated game can be reviewed once it is over")


def decisions(match: AnyMatch, seats: Collection[Seat]) -> list[int]:
    """The plies at which these seats decided something."""
    return [ply for ply in range(match.ply) if match.actor(ply) in seats]


def findings(
    match: AnyMatch,
    plies: Sequence[int],
    limit: Limit,
    *,
    seed: int = 0,
    passes: Sequence[float] = PASSES,
) -> Iterator[Finding | None]:
    """A finding for each of the plies, as soon as it is there; None where there was nothing to
    decide. `limit` is for each decision: most of them need less, doubtful ones up to the sum of
    `passes` times as much, which is about the limit on average. Where the limit is a time, the
    first decision is judged without the last pass, so that there is something to show soon."""
    judge = Judge(match.game, seed=seed)
    for number, ply in enumerate(plies):
        judge.turn_to(ply)
        soon = number == 0 and limit.seconds is not None and len(passes) > 1
        yield _finding(match, judge, ply, limit, passes[:-1] if soon else passes)


def deeper_findings(
    match: AnyMatch, plies: Sequence[int], limit: Limit, *, seed: int = 0
) -> Iterator[Finding | None]:
    """The same by deeper looks at each of the plies, see `DEEPER`."""
    for finding in findings(match, plies, limit, seed=seed, passes=(DEEPER,)):
        yield finding and replace(finding, deeper=True)


def _finding(
    match: AnyMatch, judge: Judge, ply: int, limit: Limit, passes: Sequence[float]
) -> Finding | None:
    seat = match.actor(ply)
    state, played = judge.view_of(match.state_at(ply), seat), match.move_at(ply)
    if not judge.chooses(state):
        return None
    finding = None
    for part in passes:
        compared = judge.compare(state, played, limit.scaled(part))
        if compared is None:
            break
        luck = _luck(match, judge, ply, seat) if finding is None else finding.luck
        finding = _finding_of(match, judge, ply, compared, luck)
        if finding.size:
            why = reason_compared(games.display(match.game), state, [compared])
            replies = tuple(map(match.game.format, compared.refutation))
            finding = replace(finding, reason=why, refutation=replies)
        if finding.move == finding.best or finding.share_lost - finding.noise < DOUBTFUL:
            break
    return finding


def _finding_of(
    match: AnyMatch, judge: Judge, ply: int, compared: Comparison, luck: float | None
) -> Finding:
    seat, name = match.actor(ply), match.game.format
    return Finding(
        ply=ply,
        seat=seat,
        name=match.actor_name(ply),
        move=name(match.move_at(ply)),
        best=name(compared.best),
        line=tuple(map(name, compared.line)),
        share=float(np.mean([best.shares[seat] for best in compared.after_best])),
        losses=compared.losses(seat),
        points_lost=judge.points_lost(compared, seat),
        luck=luck,
        seats=match.game.seats,
        after_best=_mean_shares(compared.after_best),
        after_played=_mean_shares(compared.after_played),
    )


def _mean_shares(looks: Sequence[Expectation]) -> tuple[float, ...]:
    shares = np.clip(np.mean([look.shares for look in looks], axis=0), 0, 1)
    return tuple(shares.tolist())


def surprises(match: AnyMatch, findings: Sequence[Finding]) -> list[int]:
    """The plies of decisions that want a deeper look: no mistakes, as far as the review can tell,
    of players who did not win, after which they could expect much less at their next decision,
    luck left aside. At most `DEEPEST` in all, the deeper looks there are among them. Only in games
    of more than two or with chance, in which a search sees little of what the others will do."""
    if match.game.seats == 2 and not has_chance(match.game):
        return []
    result = match.result()
    winners = () if result is None else result.winners
    falls: dict[int, float] = {}
    for seat in {each.seat for each in findings} - set(winners):
        own = [each for each in findings if each.seat == seat]
        later = [each.share - (each.luck or 0.0) for each in own[1:]]
        for each, came in zip(own, [*later, 0.0], strict=True):
            fell = each.share - each.share_lost - came
            much = weight_of(fell, each.seats) >= _UNFORESEEN
            if much and not (each.size or each.deeper):
                falls[each.ply] = fell
    count = DEEPEST - sum(each.deeper for each in findings)
    return sorted(sorted(falls, key=lambda ply: -falls[ply])[: max(0, count)])


def _luck(match: AnyMatch, judge: Judge, ply: int, seat: Seat) -> float | None:
    if not has_chance(match.game):
        return None
    first = ply
    while first > 0 and match.by_chance(first - 1):
        first -= 1
    if first == ply:
        return 0.0
    return judge.luck(match.state_at(first), match.state_at(ply), seat)


def review(match: AnyMatch, findings: Sequence[Finding]) -> Review:
    """The review that the findings add up to."""
    result = match.result()
    winners = result.winners if result is not None and len(result.winners) == 1 else ()
    losing = [each for each in findings if each.size and each.seat not in winners]
    worst = max(losing, key=lambda each: each.share_lost, default=None)
    turning = _gift(match, findings) if worst is None and winners else None
    return Review(tuple(findings), turning if worst is None else worst.ply)


def _gift(match: AnyMatch, findings: Sequence[Finding]) -> int | None:
    """The ply of the loser's move that gave the winner most, judged by what the winner could expect
    before and after it; None where it was no mistake. Only for games of two without chance in which
    nothing but the winner's decisions was reviewed."""
    if (
        match.game.seats != 2
        or has_chance(match.game)
        or len({each.seat for each in findings}) != 1
    ):
        return None
    gifts = {
        before.ply + 1: after.share
        - (before.share - before.share_lost)
        - np.hypot(before.noise, after.noise)
        for before, after in pairwise(findings)
        if after.ply == before.ply + 2
    }
    ply = max(gifts, key=lambda at: gifts[at], default=None)
    return None if ply is None or not size_of(gifts[ply]) else ply


def expectations(match: AnyMatch, findings: Sequence[Finding]) -> dict[int, tuple[float, ...]]:
    """By ply: the win shares by seat before and after each decision, as they are told. Reviews of
    older versions tell them only where two play."""
    game, told = match.game, ToldShares.on(match.game)
    shares: dict[int, tuple[float, ...]] = {}
    for each in findings:
        after, later = each.after_best, each.after_played
        if game.seats == 2:
            after, later = (
                (mine, 1 - mine)[:: -1 if each.seat else 1]
                for mine in np.clip((each.share, each.share - each.share_lost), 0, 1).tolist()
            )
        # Both were looked at once the move was made.
        for ply, seen in ((each.ply + 1, later), (each.ply, after)):
            if seen:
                shares[ply] = told.told(game, match.state_at(each.ply + 1), seen)
    return shares


def spoken_move(match: AnyMatch, display: AnyDisplay, ply: int, text: str) -> str:
    """A move that might have been move `ply`, in the words of the player who makes it; unchanged
    where it cannot be read, since a kept review may have been changed by hand."""
    try:
        return display.named(match.game.parse(match.state_at(ply), text))
    except TermgamesError:
        return text


def noise_of(losses: Sequence[float], share: float) -> float:
    """Standard error of the mean of several searches' losses, where the best move gives `share`
    of the win. Searches differ less about games that are all but decided."""
    searches, middle = len(losses), np.clip(share - np.mean(losses) / 2, 0, 1)
    usual = 4 * USUAL_NOISE**2 * middle * (1 - middle) * 2 / searches
    seen = np.var(losses, ddof=1) / searches if searches > 1 else 0.0
    weight = searches - 1
    return float(np.sqrt((weight * seen + _WEIGHT * usual) / (weight + _WEIGHT)))


def weight_of(beyond: float, seats: int) -> float:
    """How much a loss of the win weighs among `seats` players, as a loss in a game for two: among
    three an even share is a third. Among more, no loss weighs more than among three: it could not
    be told from the noise."""
    return beyond * min(seats, 3) / 2


def size_of(beyond: float, seats: int = 2) -> str:
    """The name of a mistake that lost so much of the win beyond the noise among `seats` players,
    see `SIZES`; empty where it is no mistake."""
    weight = weight_of(beyond, seats)
    return next((name for least, name in SIZES if weight >= least), "")
