"""What happened in a game that is over, to be read aloud at the table.

Who was ahead and which move decided the game, as the analysis has it or a review, which thought
longer; who came under whom, the largest capture. With the findings of a review: who was lucky, what
each player's costliest decision was, who helped whom, and what a deeper look says of advice that
was followed into a loss.

`tell` finds out, `sentences` says it. Whoever tells a story of a game that is not over would give
hidden hands away: nobody does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np

from termgames.core.display import AnyDisplay
from termgames.core.game import CHANCE, Seat
from termgames.core.text import counted, listed, sentence
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.sitting.shown import HUMAN, Shown
from termgames.play.text import words
from termgames.play.text.turns import Turns
from termgames.study.judge import LUCK_PLAYOUTS
from termgames.study.review import Finding, review, size_of, spoken_move

ROUNDS = 2
"""Who is ahead for fewer rounds of turns than that, and not at the end, is not spoken of."""
CLEAR = 0.05
"""Who is to be ahead must be so by that much of the win."""
COVERED = 1 / 2
"""What the analysis saw is told where it has looked at this part of the turns."""
TURNED = 0.15
"""So much of the win must change hands in the turn that decided a game."""
CAPTURED = 3
"""Fewer stones taken at once are not spoken of."""
_SURE = 2.5
"""Luck is spoken of where it is so many times its own standard error."""
_STANDS_OUT = 4.0
"""The same for a single turn, the luckiest of many."""
LINES, BRIEF = 15, 3
"""No more sentences than that are read aloud; so many where there is little room."""
_BONDS = 2
"""So many times that a player came under another are told in any case."""
_LEADS = 4
"""So many changes of the lead are named, the last ones."""
_HELPS = 2
"""So many players who helped others are named."""


@dataclass(frozen=True)
class Change:
    """From a turn on `seat` was ahead for some time."""

    seat: Seat
    turn: int


@dataclass(frozen=True)
class Bond:
    """In a turn `under` came under `over`; None: became independent."""

    turn: int
    under: Seat
    over: Seat | None


@dataclass(frozen=True)
class Capture:
    """The most stones that were taken at once."""

    turn: int
    seat: Seat
    stones: int


@dataclass(frozen=True)
class Luck:
    """How much of the win dice and cards gave a player in all, below 0: cost him."""

    seat: Seat
    gained: float
    noise: float
    """Standard error of `gained`."""
    turn: int | None = None
    """The turn in which they did most for it; None where none stands out."""

    @property
    def clear(self) -> bool:
        """Whether it is more than chance in the review itself."""
        return abs(self.gained) >= _SURE * self.noise


@dataclass(frozen=True)
class Decision:
    """A decision that cost something. Moves are texts as players say them."""

    turn: int
    seat: Seat
    move: str
    better: str
    lost: float
    helped: Seat | None = None
    """The player who gained most of what was lost; None where nobody gained much of it."""
    gained: float = 0.0
    """How much more of the win that player could expect."""


@dataclass(frozen=True)
class Story:
    """What there is to tell of a game."""

    turns: int
    leads: tuple[Change, ...]
    """Who was ahead, in the order of the game."""
    turning_ply: int | None = None
    """The move that decided it; None where there is none, or it is not known."""
    turning: str = ""
    """The same in a sentence; empty where there is none."""
    bonds: tuple[Bond, ...] = ()
    capture: Capture | None = None
    lucks: tuple[Luck, ...] = ()
    """By seat, of players whose decisions were reviewed."""
    costliest: tuple[Decision, ...] = ()
    """Each reviewed player's costliest mistake, the costliest first, without the move that decided
    the game."""
    helps: tuple[Decision, ...] = ()
    """The mistakes that helped another player most, one of each player."""
    unforeseen: tuple[Decision, ...] = ()
    """What deeper looks found, in the order of the game."""


# -- finding out ----------------------------------------------------------------------------


def tell(shown: Shown, turns: Turns, findings: Sequence[Finding] = ()) -> Story:
    """The story of the game shown, which is over; `turns` are up to date. `findings` are those of
    a review, in the order of the moves."""
    match = shown.match
    assert match.over, "a game that goes on may hide something"
    numbers = {turn.end: turn.number for turn in turns.lines() if turn.number}
    named, decisive = _Naming(match, shown.display, turns), _turning_ply(shown, turns, findings)
    mistakes = review(match, findings).mistakes
    advised = [each for each in mistakes if each.deeper]
    own = [each for each in mistakes if not each.deeper and each.ply != decisive]
    return Story(
        turns=max(numbers.values(), default=0),
        leads=tuple(_leads(shown, numbers)),
        turning_ply=decisive,
        turning="" if decisive is None else _turning(shown, turns, decisive, findings),
        bonds=tuple(_bonds(shown, numbers)),
        capture=_largest_capture(match, turns),
        lucks=tuple(_lucks(findings, turns)),
        costliest=tuple(_costliest(own, named)),
        helps=tuple(_helps(mistakes, named)),
        unforeseen=tuple(map(named.decision, advised)),
    )


def _turning_ply(shown: Shown, turns: Turns, findings: Sequence[Finding]) -> int | None:
    """The move that decided a game: what a review says of it, whose `findings` are given; else the
    beginning of the turn in which, by the analysis, somebody else gave the winner most. None where
    there is none, as in turns with dice, which may be luck."""
    match, result, estimates = shown.match, shown.match.result(), shown.estimates
    if findings:
        return review(match, findings).turning_point
    if result is None or len(result.winners) != 1:
        return None
    (winner,) = result.winners
    gifts: dict[int, float] = {}
    lines = turns.lines()
    if sum(turn.end in estimates for turn in lines) < COVERED * len(lines):
        return None
    for turn in lines:
        ends = [estimates.get(ply) for ply in (turn.first, turn.end)]
        before, after = (each and each.shares[winner] for each in ends)
        chance = any(map(match.by_chance, range(turn.first, turn.end)))
        if turn.actor not in (winner, CHANCE) and not chance and None not in (before, after):
            gifts[turn.first] = (after or 0.0) - (before or 0.0)
    ply = max(gifts, key=lambda at: gifts[at], default=None)
    return None if ply is None or gifts[ply] < TURNED else ply


def _turning(shown: Shown, turns: Turns, ply: int, findings: Sequence[Finding]) -> str:
    match = shown.match
    name, text = player_name(shown, match.actor(ply)), match.game.format(match.move_at(ply))
    move = spoken_move(match, shown.display, ply, text)
    told = f"Turning point: {name}'s {move} in turn {turns.number_of(ply)}"
    found = next((each for each in findings if each.ply == ply and each.size), None)
    if found is not None:
        better = spoken_move(match, shown.display, ply, found.best)
        return f"{told}, a {found.size}: -{found.share_lost:.0%} of the win. Better: {better}."
    ends = [shown.estimates.get(at) for at in (ply, turns.span(ply)[1])]
    names = words.seat_names(match)
    looks = [words.outlook(names, each, "was") for each in ends if each is not None]
    return f"{told}; before it {looks[0]}, after it {looks[1]}." if len(looks) == 2 else f"{told}."


def _leads(shown: Shown, numbers: Mapping[int, int]) -> list[Change]:
    """Who was ahead from which turn on; `numbers` are those of the turns by their ends."""
    steps: list[tuple[int, Seat | None]] = []
    for ply, estimate in shown.estimates.items():
        if ply in numbers:
            second, first = np.argsort(estimate.shares, kind="stable")[-2:].tolist()
            clear = estimate.shares[first] >= estimate.shares[second] + CLEAR
            steps.append((numbers[ply], first if clear else None))
    enough = len(steps) >= COVERED * len(numbers)
    return _runs(steps, ROUNDS * shown.game.seats) if enough else []


def _runs(steps: Sequence[tuple[int, Seat | None]], lasting: int) -> list[Change]:
    """Who was ahead from which turn on. Where it is open, it stays with who was; what did not last
    is left out, but not how it was at the end."""
    held: list[tuple[int, Seat]] = []
    for turn, seat in steps:
        if seat is not None or held:
            held.append((turn, held[-1][1] if seat is None else seat))
    changes: list[Change] = []
    runs = [list(run) for _, run in groupby(held, key=lambda step: step[1])]
    for run in runs:
        turn, seat = run[0]
        kept = len(run) >= lasting or run is runs[-1]
        if kept and (not changes or changes[-1].seat != seat):
            changes.append(Change(seat, turn))
    return changes


def _bonds(shown: Shown, numbers: Mapping[int, int]) -> Iterator[Bond]:
    """Who came under whom, and who became independent again."""
    before: dict[Seat, Seat] = {}
    for ply, number in numbers.items():
        now = dict(shown.display.bonds(shown.match.state_at(ply)))
        for seat in sorted(before.keys() | now.keys()):
            if before.get(seat) != now.get(seat):
                yield Bond(number, seat, now.get(seat))
        before = now


def _largest_capture(match: AnyMatch, turns: Turns) -> Capture | None:
    """The move that took most stones off the board; None where there were only few."""
    most, at = CAPTURED - 1, -1
    for ply in range(match.ply):
        before, after = (match.game.stones(match.state_at(each)) for each in (ply, ply + 1))
        if before is after or match.actor(ply) < 0:
            continue
        taken = sum(bool(then) and not now for then, now in zip(before, after, strict=True))
        if taken > most:
            most, at = taken, ply
    return None if at < 0 else Capture(turns.number_of(at), match.actor(at), most)


def _lucks(findings: Sequence[Finding], turns: Turns) -> Iterator[Luck]:
    """The luck of each player whose decisions were reviewed, where there is any."""
    for seat in sorted({each.seat for each in findings}):
        fell = [each for each in findings if each.seat == seat and each.luck]
        if not fell:
            continue
        shares = np.clip([each.share for each in fell], 0, 1)
        variances = 2 * shares * (1 - shares) / LUCK_PLAYOUTS
        gains = np.array([each.luck for each in fell])
        gained = float(gains.sum())
        most = int((gains * np.sign(gained)).argmax())
        stands_out = abs(gains[most]) >= _STANDS_OUT * variances[most] ** 0.5
        turn = turns.number_of(fell[most].ply) if stands_out else None
        yield Luck(seat, gained, float(variances.sum() ** 0.5), turn)


class _Naming:
    """Findings in the words of players."""

    def __init__(self, match: AnyMatch, display: AnyDisplay, turns: Turns) -> None:
        self._match, self._display, self._turns = match, display, turns

    def decision(self, finding: Finding) -> Decision:
        """What a decision cost."""
        move, better = (
            spoken_move(self._match, self._display, finding.ply, text)
            for text in (finding.move, finding.best)
        )
        number = self._turns.number_of(finding.ply)
        return Decision(number, finding.seat, move, better, finding.share_lost)


def _costliest(mistakes: Sequence[Finding], named: _Naming) -> Iterator[Decision]:
    worst: dict[Seat, Finding] = {}
    for each in sorted(mistakes, key=lambda each: -each.share_lost):
        worst.setdefault(each.seat, each)
    yield from map(named.decision, worst.values())


def _helps(mistakes: Sequence[Finding], named: _Naming) -> Iterator[Decision]:
    """Of each player with more than one opponent the mistake that gave another one most: at least
    half of what it cost, and more than could be noise."""
    best: dict[Seat, tuple[float, Finding, Seat]] = {}
    for each in mistakes:
        if each.seats == 2 or not each.after_best:
            continue
        gains = np.subtract(each.after_played, each.after_best)
        gains[each.seat] = -1
        helped = int(gains.argmax())
        gained = float(gains[helped])
        enough = gained >= each.share_lost / 2 and size_of(gained - each.noise, each.seats)
        if enough and gained > best.get(each.seat, (0.0,))[0]:
            best[each.seat] = gained, each, helped
    for gained, each, helped in sorted(best.values(), key=lambda entry: -entry[0])[:_HELPS]:
        yield replace(named.decision(each), helped=helped, gained=gained)


# -- saying it ------------------------------------------------------------------------------


def player_name(shown: Shown, seat: Seat) -> str:
    """`Ann` for a human with a name of his own, else the name of his seat: `Black`."""
    label, player = shown.label(seat), shown.match.players[seat]
    own = label if player.startswith(f"{HUMAN}:") and parse_player(player).human else ""
    return own or sentence(shown.match.seat_name(seat))


def sentences(shown: Shown, story: Story, most: int = LINES) -> list[str]:
    """The story without the result, a sentence or two on one matter in each line; the `most` that
    are told, the most important ones where these are few."""
    names = [player_name(shown, seat) for seat in range(shown.game.seats)]
    lines = [story.turning, _told_leads(story, names)]
    bonds = list(_told_bonds(story, names))
    if story.capture is not None:
        captured = story.capture
        stones = counted(captured.stones, "stone")
        lines.append(f"The largest capture: {names[captured.seat]} took {stones} {_in(captured)}.")
    lines += _told_luck(story, names)
    for each in story.costliest:
        cost = f"{names[each.seat]}'s costliest decision was {each.move} {_in(each)}"
        lines.append(f"{cost}: it gave away {each.lost:.0%} of the win. Better: {each.better}.")
    for each in story.helps:
        assert each.helped is not None, "helps help somebody"
        helped = f"helped {names[each.helped]} most with {each.move} {_in(each)}"
        gave = f"it cost {each.lost:.0%} of the win and gave {names[each.helped]} {each.gained:.0%}"
        lines.append(f"{names[each.seat]} {helped}: {gave}.")
    for each in story.unforeseen:
        seen = f"In turn {each.turn} {names[each.seat]} played {each.move}, as was advised"
        deeper = f"a deeper look prefers {each.better}, by {each.lost:.0%} of the win"
        lines.append(f"{seen}; {deeper}.")
    told = list(filter(None, lines))
    if most < LINES:
        return told[:most]
    # Who surrenders often does so again: the last times count.
    room = max(_BONDS, LINES - 1 - len(told))
    return [f"The game took {counted(story.turns, 'turn')}.", *bonds[-room:], *told][:LINES]


def as_json(shown: Shown, story: Story) -> dict[str, Any]:
    """The story for other programs: seats by name, and the sentences."""
    names = words.seat_names(shown.match)

    def named(value: Any) -> Any:
        if not is_dataclass(value):
            return list(map(named, value)) if isinstance(value, tuple) else value
        seats = ("seat", "under", "over", "helped")
        held = {field.name: getattr(value, field.name) for field in fields(value)}
        return {
            name: names[part] if name in seats and part is not None else named(part)
            for name, part in held.items()
        }

    told: dict[str, Any] = named(story)
    return {**told, "sentences": sentences(shown, story)}


def _told_leads(story: Story, names: Sequence[str]) -> str:
    """Who was ahead, and how often that changed; empty where it is not known."""
    if not story.leads:
        return ""
    changes = [f"{names[each.seat]} from turn {each.turn}" for each in story.leads[-_LEADS:]]
    changes[0] = changes[0].replace(" from ", " was ahead from ", 1)
    count = len(story.leads) - 1
    often = f" That changed {count} times in all." if count >= _LEADS else ""
    return f"{listed(changes, 'and then')}.{often}"


def _told_bonds(story: Story, names: Sequence[str]) -> Iterator[str]:
    for each in story.bonds:
        if each.over is None:
            yield f"{names[each.under]} was independent again from turn {each.turn} on."
        else:
            yield f"{names[each.under]} came under {names[each.over]} {_in(each)}."


def _told_luck(story: Story, names: Sequence[str]) -> Iterator[str]:
    """Who was lucky, as far as the review can tell."""
    clear = [each for each in story.lucks if each.clear]
    for each in sorted(clear, key=lambda luck: -luck.gained):
        did = "gave" if each.gained > 0 else "cost"
        much = f"{abs(each.gained):.0%} of the win (give or take {each.noise:.0%})"
        when = "" if each.turn is None else f", above all {_in(each)}"
        yield f"Dice and cards {did} {names[each.seat]} {much}{when}."
    if story.lucks and not clear:
        whose = listed([names[each.seat] for each in story.lucks], "or")
        yield f"Dice and cards neither gave nor cost {whose} more than the review may be wrong by."


def _in(each: Bond | Capture | Luck | Decision) -> str:
    return f"in turn {each.turn}"
