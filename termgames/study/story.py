"""What happened in a game that is over, as a page to be read aloud at the table.

From the record alone: who led and who was last as the board stood, who came under whom, the largest
capture. With the findings of a review: who was lucky, what each player's costliest decision was,
who helped whom, and what a deeper look says of advice that was followed into a loss. Where bots or
a review say what players could expect, ranks go by that.

`tell` finds out, `sentences` says it. Whoever tells a story of a game that is not over would give
hidden hands away: nobody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np

from termgames.core.display import AnyDisplay
from termgames.core.game import Seat
from termgames.core.text import counted, listed, sentence
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.sitting.shown import HUMAN, Shown
from termgames.play.text import words
from termgames.play.text.turns import Turns
from termgames.study.judge import LUCK_PLAYOUTS
from termgames.study.review import Finding, review, size_of, spoken_move

ROUNDS = 2
"""Who leads for fewer rounds of turns than that, and does not lead at the end, is not spoken of."""
CLEAR = 0.05
"""Who is to lead by what players can expect must be ahead of the next one by that much of the
win."""
COVERED = 1 / 2
"""Ranks go by what players could expect where that is known after this part of the turns."""
CAPTURED = 3
"""Fewer stones taken at once are not spoken of."""
_SURE = 2.5
"""Luck is spoken of where it is so many times its own standard error."""
_STANDS_OUT = 4.0
"""The same for a single turn, the luckiest of many."""
LINES = 15
"""No more sentences than that are read aloud."""
_RANKS = 3
"""The first of them tell the length of the game, and who led and was last."""
_BONDS = 2
"""So many times that a player came under another are told in any case."""
_FALL = 0.2
"""Smaller falls of a player's chances are not spoken of."""
_LEADS = 4
"""So many changes of the lead are named, the last ones."""
_HELPS = 2
"""So many players who helped others are named."""


@dataclass(frozen=True)
class Change:
    """From a turn on `seat` led, or was last, for some time."""

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
class Slide:
    """How the chances of a player who did not win fell, at his own decisions."""

    seat: Seat
    turn: int
    share: float
    to_turn: int
    to_share: float


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
    by_chances: bool
    """Whether ranks go by what players could expect, not by the score as the board stood."""
    leads: tuple[Change, ...]
    """Who led, in the order of the game."""
    last: Change | None
    """Who was last at the end, and from when on."""
    bonds: tuple[Bond, ...] = ()
    capture: Capture | None = None
    lucks: tuple[Luck, ...] = ()
    """By seat, of players whose decisions were reviewed."""
    slides: tuple[Slide, ...] = ()
    """Of each reviewed player who did not win the greatest fall, where it was great."""
    costliest: tuple[Decision, ...] = ()
    """Each reviewed player's costliest mistake, the costliest first."""
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
    known = [ply for ply in numbers if ply in shown.expectations]
    by_chances = len(known) >= COVERED * len(numbers) and bool(known)
    ranks = _by_chances(shown, known) if by_chances else _by_score(shown, list(numbers))
    lasting = ROUNDS * match.game.seats
    leaders = _runs([(numbers[ply], first) for ply, first, _ in ranks], lasting)
    lasts = _runs([(numbers[ply], last) for ply, _, last in ranks], lasting)
    named = _Naming(match, shown.display, turns)
    mistakes = review(match, findings).mistakes
    return Story(
        turns=max(numbers.values(), default=0),
        by_chances=by_chances,
        leads=tuple(leaders),
        last=lasts[-1] if lasts else None,
        bonds=tuple(_bonds(shown, numbers)),
        capture=_largest_capture(match, turns),
        lucks=tuple(_lucks(findings, turns)),
        slides=tuple(_slides(match, findings, turns)),
        costliest=tuple(_costliest([each for each in mistakes if not each.deeper], named)),
        helps=tuple(_helps(mistakes, named)),
        unforeseen=tuple(named.decision(each) for each in mistakes if each.deeper),
    )


Rank = tuple[int, Seat | None, Seat | None]
"""A ply, and who leads and who is last in the position before it; None where that is open."""


def _by_chances(shown: Shown, plies: Sequence[int]) -> list[Rank]:
    """Ranks by what players could expect."""
    ranks: list[Rank] = []
    for ply in plies:
        shares = shown.expectations[ply]
        order = sorted(range(len(shares)), key=lambda seat: -shares[seat])
        leads = shares[order[0]] >= shares[order[1]] + CLEAR
        trails = shares[order[-1]] <= shares[order[-2]] - CLEAR
        ranks.append((ply, order[0] if leads else None, order[-1] if trails else None))
    return ranks


def _by_score(shown: Shown, plies: Sequence[int]) -> list[Rank]:
    """Ranks as the board stood, from where on it told something. Nobody is last in a game that the
    most points do not win."""
    game, display = shown.game, shown.display
    ranks: list[Rank] = []
    for ply in plies:
        state = shown.match.state_at(ply)
        if display.is_early(state):
            continue
        score = game.score(state)
        first = score.winners[0] if len(score.winners) == 1 else None
        low = [seat for seat, total in enumerate(score.totals) if total == min(score.totals)]
        ranks.append((ply, first, low[0] if display.most_wins and len(low) == 1 else None))
    return ranks


def _runs(steps: Sequence[tuple[int, Seat | None]], lasting: int) -> list[Change]:
    """Who held a rank from which turn on. Where it is open, it stays with who had it; what did not
    last is left out, but not how it was at the end."""
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


def _slides(match: AnyMatch, findings: Sequence[Finding], turns: Turns) -> Iterator[Slide]:
    """The greatest fall of the chances of each player who did not win, little by little or not."""
    result = match.result()
    winners = () if result is None else result.winners
    for seat in sorted({each.seat for each in findings} - set(winners)):
        own = [each for each in findings if each.seat == seat]
        high = top = low = own[0]
        for each in own:
            high = max(high, each, key=lambda finding: finding.share)
            if high.share - each.share > top.share - low.share:
                top, low = high, each
        fall = top.share - low.share
        lost = sum(each.share_lost for each in own if top.ply <= each.ply < low.ply)
        # Of two without luck nobody but the player himself can have lost it: else a search erred.
        if fall >= _FALL and (match.game.seats > 2 or low.luck is not None or lost >= fall / 2):
            first, last = (turns.number_of(each.ply) for each in (top, low))
            yield Slide(seat, first, top.share, last, low.share)


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


def sentences(shown: Shown, story: Story) -> list[str]:
    """The story without the result, a sentence or two on one matter in each line."""
    names = [player_name(shown, seat) for seat in range(shown.game.seats)]
    lines = [f"The game took {counted(story.turns, 'turn')}."]
    lines += _told_ranks(shown, story, names)
    bonds = list(_told_bonds(story, names))
    if story.capture is not None:
        captured = story.capture
        stones = counted(captured.stones, "stone")
        lines.append(f"The largest capture: {names[captured.seat]} took {stones} {_in(captured)}.")
    lines += _told_luck(story, names)
    for fall in story.slides:
        path = f"from {fall.share:.0%} in turn {fall.turn} to {fall.to_share:.0%}"
        lines.append(f"{_possessive(names[fall.seat])} chances fell {path} in turn {fall.to_turn}.")
    for each in story.costliest:
        cost = f"{_possessive(names[each.seat])} costliest decision was {each.move} {_in(each)}"
        lines.append(f"{cost}: it gave away {each.lost:.0%} of the win. Better: {each.better}.")
    for each in story.helps:
        assert each.helped is not None, "helps help somebody"
        helped = f"helped {names[each.helped]} most with {each.move} {_in(each)}"
        gave = f"it cost {each.lost:.0%} of the win and gave {names[each.helped]} {each.gained:.0%}"
        lines.append(f"{names[each.seat]} {helped}: {gave}.")
    for each in story.unforeseen:
        seen = f"{_in(each, start=True)} {names[each.seat]} played {each.move}, as was advised"
        deeper = f"a deeper look prefers {each.better}, by {each.lost:.0%} of the win"
        lines.append(f"{seen}; {deeper}.")
    # Who surrenders often does so again: the last times count.
    room = max(_BONDS, LINES - len(lines))
    return [*lines[:_RANKS], *bonds[-room:], *lines[_RANKS:]][:LINES]


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


def _told_ranks(shown: Shown, story: Story, names: Sequence[str]) -> Iterator[str]:
    """Who led and who was last."""
    led = "led" if shown.display.most_wins or story.by_chances else "would have won"
    basis = "By what each could expect" if story.by_chances else "By the score on the board"
    if story.leads:
        first, *others = story.leads[-_LEADS:]
        changes = [f"{names[first.seat]} {led} {_since(story, first)}"]
        changes += [f"{names[each.seat]} {_since(story, each)}" for each in others]
        count = len(story.leads) - 1
        often = f" The lead changed {count} times in all." if count >= _LEADS else ""
        yield f"{basis}, {listed(changes, 'and then')}.{often}"
    if story.last is not None and len(names) > 2:
        yield f"{names[story.last.seat]} was last {_since(story, story.last)}."


def _since(story: Story, change: Change) -> str:
    """`from turn 31 on`."""
    return "at the very end" if change.turn == story.turns else f"from turn {change.turn}"


def _told_bonds(story: Story, names: Sequence[str]) -> Iterator[str]:
    for each in story.bonds:
        if each.over is None:
            yield f"{names[each.under]} was independent again {_from(each)}."
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


def _possessive(name: str) -> str:
    return f"{name}'s"


def _in(each: Any, *, start: bool = False) -> str:
    return f"{'In' if start else 'in'} turn {each.turn}"


def _from(each: Bond) -> str:
    return f"from turn {each.turn} on"
