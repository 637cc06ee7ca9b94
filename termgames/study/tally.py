"""What costs most in many games: their reviews counted by kind of mistake and by phase of the game.

The kind is what the better move was about, see `reasons.KINDS`; where stones should have been laid
and none were, it is PASSED. A phase is a third of the game's moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.play.match import AnyMatch
from termgames.study import reasons
from termgames.study.review import Finding, review

PHASES = ("opening", "middle", "end")
PASSED = "stones to lay at all"


@dataclass(frozen=True)
class Losses:
    """Some decisions, and what was given away by the mistakes among them."""

    decisions: int = 0
    mistakes: int = 0
    lost: float = 0.0
    """Of the win, added up over the mistakes."""

    def __add__(self, other: Losses) -> Losses:
        return Losses(
            self.decisions + other.decisions,
            self.mistakes + other.mistakes,
            self.lost + other.lost,
        )


@dataclass(frozen=True)
class ReviewedGame:
    """A game of which decisions were reviewed; it is over."""

    name: str
    """The name of its file."""
    match: AnyMatch
    findings: tuple[Finding, ...]

    @property
    def total(self) -> Losses:
        """All decisions."""
        return _sum(map(_losses, self.findings))

    @property
    def worst(self) -> Finding | None:
        """The costliest mistake; None without any."""
        return next(iter(review(self.match, self.findings).costliest), None)


@dataclass(frozen=True)
class GamesTally:
    """What the reviews of some games add up to."""

    reviewed: tuple[ReviewedGame, ...]
    """In their order."""
    kinds: Mapping[str, Losses] = field(default_factory=dict)
    """By kind of mistake, the costliest first; mistakes alone."""
    phases: Mapping[str, Losses] = field(default_factory=dict)
    """By phase, in the order of `PHASES`."""

    @property
    def total(self) -> Losses:
        """All decisions of all games."""
        return _sum(game.total for game in self.reviewed)


def tally(reviewed: Iterable[ReviewedGame]) -> GamesTally:
    """Count the findings of some games."""
    found = tuple(reviewed)
    kinds = _by(found, kind, lambda finding: bool(finding.size))
    phases = _by(found, phase, lambda finding: True)
    return GamesTally(
        found,
        dict(sorted(kinds.items(), key=lambda row: -row[1].lost)),
        {name: phases.get(name, Losses()) for name in PHASES},
    )


def phase(match: AnyMatch, finding: Finding) -> str:
    """The third of the game's moves in which a decision lies."""
    return PHASES[min(2, 3 * finding.ply // max(1, match.ply))]


def kind(match: AnyMatch, finding: Finding) -> str:
    """What the better move was about."""
    state, game = match.seen(finding.seat, finding.ply), match.game
    try:
        best, played = (game.parse(state, text) for text in (finding.best, finding.move))
    except TermgamesError:  # a kept review may have been changed by hand
        return reasons.OTHER
    if game.cells_of(best) and not game.cells_of(played):
        return PASSED
    # Reviews by older versions tell no reason: then what the rules say alone.
    why = finding.reason or reasons.reason(games.display(game), state, [best], None)
    return reasons.kind(why)


def _by(
    reviewed: Iterable[ReviewedGame],
    what: Callable[[AnyMatch, Finding], str],
    counts: Callable[[Finding], bool],
) -> dict[str, Losses]:
    sums: dict[str, Losses] = {}
    for game in reviewed:
        for finding in filter(counts, game.findings):
            name = what(game.match, finding)
            sums[name] = sums.get(name, Losses()) + _losses(finding)
    return sums


def _losses(finding: Finding) -> Losses:
    return Losses(1, 1, finding.share_lost) if finding.size else Losses(1)


def _sum(losses: Iterable[Losses]) -> Losses:
    return sum(losses, Losses())
