"""Texts for the player at the table: what to do, what bots think, how the game ended.

Front ends lay these phrases out and give them colours. Nothing is said that may not be shown
to whoever looks on, see `Viewpoint`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Literal

from termgames.core.display import DeadStoneAgreement, Draft
from termgames.core.errors import TermgamesError
from termgames.core.game import CHANCE, Score, Seat, has_secrets
from termgames.core.options import number_text
from termgames.core.text import counted, listed, sentence
from termgames.core.topology import Cell
from termgames.play import clock
from termgames.play.advice import Advice
from termgames.play.bots.players import parse_player
from termgames.play.match import Result
from termgames.play.sitting.auto_answer import REVEALS_HAND
from termgames.play.sitting.live import Live
from termgames.play.sitting.resting import UNTIL
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.sitting import Sitting
from termgames.play.teaching import Lesson
from termgames.play.text import words
from termgames.play.text.turns import Turns
from termgames.search.limits import Candidate, Thought

_MUCH = 0.15
"""A change of a win share from which on a turn may count as the turning point."""
_UNKNOWN = 2
"""The first expectation of a bot must come within so many turns of each player. Otherwise the game
was resumed, and earlier expectations are missing."""
_LEAST_NOISE = 0.005
"""Less of the win is not spoken of: it would be written as 0%."""
_AS_GOOD = 2
"""How many moves are named at most that are as good as the one advised."""
Tone = Literal["", "strong", "weak", "die"]


@dataclass(frozen=True)
class Span:
    """Some words, and how they stand out; with `colour` a stone of that colour instead."""

    text: str
    tone: Tone = ""
    colour: int | None = None


Phrase = tuple[Span, ...]
"""Spans that follow each other without a gap."""


# -- names and results ----------------------------------------------------------------------


def heading(sitting: Sitting) -> str:
    """A warning while a game that is played cannot be saved, and that bots teach in it or that it
    is rated."""
    if not isinstance(sitting, Live):
        return ""
    warning = "NOT SAVED  " if sitting.keeper.fault else ""
    rated = "Rated: " if sitting.shown.match.terms.rated else ""
    return f"{warning}{'Teaching: ' if sitting.taught.wanted else rated}"


def seat_names(shown: Shown) -> list[str]:
    """The names of all seats in the position shown."""
    game = shown.game
    return [game.seat_name(shown.position, seat) for seat in range(game.seats)]


def bot_name(shown: Shown, seat: Seat) -> str:
    """`bot 4`; `Beta (bot 4)` where another player is called the same."""
    label = shown.label(seat)
    if [shown.label(other) for other in range(shown.game.seats)].count(label) == 1:
        return label
    return f"{seat_names(shown)[seat].capitalize()} ({label})"


def named_totals(shown: Shown, points: Sequence[float]) -> str:
    """`alpha 30, beta 28, gamma 23`; empty without points."""
    return words.totals(seat_names(shown), points)


def totals(shown: Shown, score: Score) -> str:
    """`16.5 to 12`, the highest first; by name where more than two play."""
    if shown.game.seats > 2:
        return named_totals(shown, score.totals)
    return " to ".join(number_text(total) for total in sorted(score.totals, reverse=True))


def result(shown: Shown, result: Result) -> str:
    """Who won, by how much and why, in one sentence."""
    names = [
        f"{shown.match.seat_name(seat).capitalize()} ({shown.label(seat)})"
        for seat in result.winners
    ]
    verdict = words.verdict(names, shown.game.seats)
    lost = shown.match.loss or shown.match.told
    count = "" if lost else f"{words.margin(shown.game, result)}, {totals(shown, result.score)}"
    ended = words.reason(shown.game, result.reason)
    reason = f" ({ended})" if ended else ""
    return f"{verdict[:1].upper()}{verdict[1:]}{count}{reason}."


def risk(shown: Shown, state: Any, move: Any) -> str:
    """What the player who is asked in `state` risks with a move that ends the game, or lets bots
    end it by passing before anybody else is asked; empty where he would win then."""
    game, seat = shown.game, shown.game.to_act(state)
    if game.refuse(state, move) is not None:
        return ""
    after, passing = game.apply(state, move), []
    while game.ending(after) is None:
        other = game.to_act(after)
        try:
            reply = game.parse(after, "pass")
        except TermgamesError:
            return ""
        if other not in shown.bots or game.refuse(after, reply) is not None:
            return ""
        passing.append(game.seat_name(after, other))
        after = game.apply(after, reply)
    score = game.score(after)
    if seat in score.winners:
        return ""
    verb = "passes" if len(passing) == 1 else "pass"
    too = f" and {listed(passing)} {verb} too" if passing else " now"
    name, ended = words.move_text(shown.display, state, move), totals(shown, score)
    if game.seats > 2:
        ended = f"with {ended},"
    return f"If you {name}{too}, the game ends {ended} and you do not win."


def turning_point(shown: Shown, turns: Turns) -> str:
    """The move that decided a game that one player won: what a review says of it; without a review
    the turn after which a bot held the winner's chances to be much higher than before. Empty where
    there is none."""
    if shown.turning_point is not None:
        return shown.turning_point
    leap = _greatest_leap(shown, turns)
    if leap is None:
        return ""
    match, winner = shown.match, leap.winner
    bot, name = shown.label(match.actor(leap.before)), match.seat_name(winner)
    shares = [f"{shown.expectations[ply][winner]:.0%}" for ply in (leap.before, leap.after)]
    changed = f"{name}'s chances went from {' to '.join(shares)}"
    return f"Turning point as {bot} saw it: turn {leap.turn}; {changed}."


def turning_ply(shown: Shown, turns: Turns) -> int | None:
    """Where the turn begins that decided the game as a bot saw it, see `turning_point`; None where
    there is none."""
    leap = _greatest_leap(shown, turns)
    if leap is None:
        return None
    plies = range(leap.before, leap.after)
    return next(ply for ply in plies if turns.number_of(ply) == leap.turn)


@dataclass(frozen=True)
class _Leap:
    """Between two plies a bot came to think much better of the winner, in one turn of another."""

    gain: float
    before: int
    after: int
    turn: int
    winner: Seat


def _greatest_leap(shown: Shown, turns: Turns) -> _Leap | None:
    """Only expectations of the same bot are compared, or of bots of the same strength where nothing
    is hidden. Between the two lies exactly one turn of players who did not win, and no move of
    chance: else nobody knows what brought the change. Expectations are not saved, so there is none
    for a game that was resumed late. Those of a bot whose seat a human took over do not count.
    """
    match, result = shown.match, shown.match.result()
    if result is None or len(result.winners) != 1:
        return None
    (winner,) = result.winners
    # Those of moves that were undone are kept, in case they are played again.
    expected = [ply for ply in sorted(shown.expectations) if ply < match.ply]
    first = min(expected, default=match.ply)
    if turns.number_of(first) > _UNKNOWN * shown.game.seats:
        return None
    by_source: dict[tuple[str, Seat | None], list[int]] = {}
    for ply in expected:
        seat = match.actor(ply)
        if seat in shown.view.humans:
            continue
        source = match.players[seat], seat if has_secrets(shown.game) else None
        by_source.setdefault(source, []).append(ply)
    leaps: list[_Leap] = []
    for before, after in chain.from_iterable(map(pairwise, by_source.values())):
        actors = [match.actor(ply) for ply in range(before, after)]
        others = {
            turns.number_of(before + at)
            for at, actor in enumerate(actors)
            if actor not in (winner, CHANCE)
        }
        if len(others) == 1 and CHANCE not in actors:
            low, high = (shown.expectations[ply][winner] for ply in (before, after))
            leaps.append(_Leap(high - low, before, after, others.pop(), winner))
    greatest = max(leaps, key=lambda leap: (leap.gain, leap.before), default=None)
    return None if greatest is None or greatest.gain < _MUCH else greatest


def time_left(live: Live) -> str:
    """What everybody has left, the one who is asked first: `You have 59 seconds, white has 2
    minutes.`; empty without clocks."""
    clocks, shown = live.clocks, live.shown
    names, alone = seat_names(shown), len(live.humans) == 1
    asked = live.seat
    told = [
        ("you have" if alone and each.seat in live.humans else f"{names[each.seat]} has")
        + f" {clock.spoken(each.left)}"
        for each in sorted(clocks, key=lambda each: each.seat != asked)
    ]
    return sentence(f"{', '.join(told)}.") if told else ""


# -- what is to be done ---------------------------------------------------------------------


@dataclass(frozen=True)
class UnfinishedMove:
    """How far a human has come with a move on the board."""

    draft: Draft[Any]
    stamping: bool = False
    """Whether he moves a whole piece, not single stones."""
    marking: bool = False
    """Whether he marks stones as dead."""
    next_colour: int | None = None
    chooses_colour: bool = False


def waiting(live: Live, seat: Seat) -> tuple[str, str]:
    """Which seat is to act, and what can be done meanwhile, a sentence each."""
    shown, note = live.shown, agreement(live.shown)
    match live.standstill:
        case "lesson" if live.lesson is not None:
            return lesson(live, live.lesson)
        case "teacher":
            return f"{_teacher(live)} looks at your move.", "s goes on without a word"
        case "broken":
            note = f"{bot_name(shown, seat)} stopped working: press s to decide what to do"
        case "paused":
            note = "the bots are paused: w goes on, . plays one move"
    if live.resting.seats and not note:
        note = f"you pass {UNTIL}"
    name = seat_names(shown)[seat].capitalize()
    is_question = live.reaction or shown.display.question(shown.position) is not None
    return f"Waiting for {name}'s {'answer' if is_question else 'move'}.", note


def first_handover(live: Live, seat: Seat) -> str:
    """What a player should know to whom the keyboard is handed for the first time: when he is
    asked about moves of others, and what that tells; empty where there is nothing to know."""
    shown = live.shown
    answers, view = shown.auto_answers, shown.view
    if not shown.display.reactive or seat in view.took_over or answers.when(seat) != "idle":
        return ""
    asked = "You are asked about moves of others only when a card of yours can answer"
    return f"{asked}; {REVEALS_HAND}."


def lesson(live: Live, lesson: Lesson) -> tuple[str, str]:
    """What a bot says of a move that lost much, and how much it lost, a sentence each."""
    to_judge = live.taught.move
    assert to_judge is not None, "lessons are about a move"
    lost = []
    if lesson.share_lost >= _LEAST_NOISE:
        sure = f" (give or take {lesson.noise:.0%})" if lesson.noise >= _LEAST_NOISE else ""
        lost.append(f"{lesson.share_lost:.0%} of the win{sure}")
    if lesson.points_lost >= 1:
        lost.append(f"about {counted(round(lesson.points_lost), 'point')}")
    move = live.shown.display.named(to_judge.move)
    return (
        f"{_teacher(live)}: that was a {lesson.size}.",
        f"{move} gives away {', '.join(lost)}.",
    )


def better(shown: Shown, lesson: Lesson) -> str:
    """What was better, how play could go on, and what the better move does."""
    first, *others = (shown.display.named(move) for move in lesson.line or (lesson.move,))
    text = f"Better was {first}{', then ' if others else ''}{', '.join(others[:4])}."
    return f"{text} {lesson.reason}".rstrip()


def _teacher(live: Live) -> str:
    """The bot that is to move, else the first one at the table."""
    bots = live.shown.bots
    seat = live.seat if live.seat in bots else min(bots)
    assert seat is not None
    return bot_name(live.shown, seat).capitalize()


def needs(sitting: Sitting, entry: UnfinishedMove, *, narrow: bool, analysis_shown: bool) -> Phrase:
    """What the move that a human is making still needs: stones, or only a key.

    On a `narrow` screen, what the board shows anyway is left out. Nothing is counted unless
    `analysis_shown`.
    """
    draft, shown = entry.draft, sitting.shown
    if entry.stamping:
        ready = "Enter plays it; " if draft.status == "complete" else ""
        return (Span(f"{ready}r turns, f reshapes, e moves the enemy stone"),)
    if entry.marking:
        return _dead_marks(shown, draft, analysis_shown=analysis_shown)
    if sitting.reaction:
        return (Span("y changes when you are asked", "weak"),)
    if draft.status == "complete":
        return (Span("Enter or a click on it plays it, Backspace takes back"),)
    if draft.follow and draft.follow <= {o.cell for o in shown.display.origins(shown.position)}:
        if narrow:
            return ()
        return (Span("Move to one of the marked points and press Enter; + jumps there."),)
    colour = entry.next_colour
    if colour is None or not draft.follow or sitting.seat is None:
        return (Span(draft.missing),)
    if not draft.picks and not (shown.game.seats == 2 or entry.chooses_colour):
        return ()
    mine = colour == shown.game.colour(shown.position, sitting.seat)
    if mine and not draft.picks and narrow:
        return ()
    before = f"{draft.missing}  next " if draft.picks else "next "
    return (Span(before), Span("", colour=colour), Span(" own stone" if mine else " enemy stone"))


def _dead_marks(shown: Shown, draft: Draft[Any], *, analysis_shown: bool) -> Phrase:
    """What it would mean to declare the marked stones dead."""
    proposal = (Span("d", "strong"), Span(f" proposes {_dead(len(draft.cleared))}. "))
    if draft.move is None or not analysis_shown:
        return proposal
    score = shown.game.score(shown.game.apply(shown.position, draft.move))
    return (*proposal, Span(_would_be(shown, score), "weak"))


def agreement(shown: Shown) -> str:
    """Which stones are proposed as dead in the position shown, who has agreed, and what the
    count would be; empty where nothing is proposed."""
    proposed: DeadStoneAgreement | None = shown.display.agreement(shown.position)
    if proposed is None or proposed.dead is None:
        return ""
    names = seat_names(shown)
    proposer, *agreed = (names[seat] for seat in proposed.order[: proposed.agreed])
    text = f"{proposer.capitalize()}: {_dead(len(proposed.dead))}"
    if agreed:
        text += f"; {listed(agreed)} agreed"
    return f"{text}. {_would_be(shown, shown.game.score(shown.position))}"


def _dead(stones: int) -> str:
    return f"{counted(stones, 'stone') if stones else 'no stone'} dead"


def _would_be(shown: Shown, score: Score) -> str:
    """The count as it would be, and who would win."""
    names = seat_names(shown)
    verdict = words.verdict([names[seat] for seat in score.winners], len(names))
    return f"Then {words.totals(names, score.totals)}: {verdict}."


# -- what bots think ------------------------------------------------------------------------


def thinking(shown: Shown, seat: Seat, thought: Thought | None, *, now: bool) -> Phrase:
    """What players are told of a bot's thinking, in two lines; `now`: it is still thinking."""
    head = f"{bot_name(shown, seat)} {'thinks' if now else 'thought'}"
    line: Phrase = (Span(head, "strong" if now else "weak"),)
    if thought is None or not (thought.playouts or thought.note):
        return line
    effort = f" {thought.seconds:.1f} s"
    if thought.note and not shown.view.secret:
        effort += f", {thought.note}"
    line = (*line, Span(effort, "weak"))
    # What a bot expects, and how it means to go on, would tell what it holds.
    if shown.view.secret:
        return line
    share = [] if thought.value is None else [f"{thought.value[seat]:.0%}"]
    plan = share + [shown.display.named(move) for move in thought.line[:3]]
    if not plan:
        return line
    return (*line, Span("\n" + "  ".join(plan), "" if now else "weak"))


def hint(shown: Shown, thought: Thought, key: str = "") -> Phrase:
    """What a bot would play in the position shown and why, in two lines, with the key for it and
    what that does."""
    sure = not isinstance(thought, Advice) or thought.settled
    text = words.move_text(shown.display, shown.position, thought.move)
    spans = [Span("Hint: " if sure else "Hint so far: "), Span(text, "strong")]
    share = _share_of(shown, thought)
    if share:
        spans.append(Span(f", win share {share}"))
    if key:
        spans.append(Span(f"  {key}", "weak"))
    why = reasons(shown, thought) if sure else "still thinking"
    return (*spans, Span(f"\n{why}", "weak")) if why else tuple(spans)


def hint_lines(shown: Shown, state: Any, thought: Thought) -> list[str]:
    """The same line by line, for `state`."""
    share = _share_of(shown, thought, state)
    text = f"hint: {words.move_text(shown.display, state, thought.move)}"
    why = reasons(shown, thought)
    return [f"{text}, win share {share}" if share else text, *([why] if why else [])]


def _share_of(shown: Shown, thought: Thought, state: Any = None) -> str:
    """`52% (give or take 3%)`: the win share that the player to act in `state`, by default the
    position shown, can expect; empty where it is not known."""
    if thought.value is None:
        return ""
    seat = shown.game.to_act(shown.position if state is None else state)
    return f"{thought.value[seat]:.0%}"


def reasons(shown: Shown, thought: Thought) -> str:
    """What a move that is advised does, and which others are as good; empty where there is nothing
    to say."""
    if not isinstance(thought, Advice):
        return ""
    others = listed([shown.display.named(move) for move in thought.as_good[:_AS_GOOD]], "or")
    return " ".join(filter(None, (thought.reason, others and f"Also good, it seems: {others}.")))


def worth(shown: Shown, candidate: Candidate, best: Candidate | None = None) -> tuple[str, ...]:
    """`54%`, and where it is known `+3.2`: the win share that the player to act can expect of a
    move, and how many points he will be ahead of the best other one; where more than two play,
    his own total. Both as differences to those of the `best` move, where that is given: `-6%`."""
    seat, texts = shown.game.to_act(shown.position), []
    if candidate.shares is not None:
        share = candidate.shares[seat]
        if best is None or best.shares is None:
            texts.append(f"{share:.0%}")
        else:
            texts.append(f"{share - best.shares[seat]:+z.0%}")
    if candidate.score is not None:
        points, signed = _points(candidate.score, seat), len(candidate.score) == 2
        if best is not None and best.score is not None:
            points, signed = points - _points(best.score, seat), True
        texts.append(f"{points:+z.1f}" if signed else f"{points:z.1f}")
    return tuple(texts)


def _points(totals: Sequence[float], seat: Seat) -> float:
    """The lead of one of two players; where more play, a player's own total."""
    return totals[seat] - totals[1 - seat] if len(totals) == 2 else totals[seat]


def candidate_rows(
    shown: Shown, candidates: Sequence[Candidate], *, losses: bool = False
) -> list[tuple[str, str, str, str, str]]:
    """For each candidate its number, move, win share, points and visits, see `worth`; with `losses`
    against the first."""
    rows = []
    for number, each in enumerate(candidates, 1):
        share, points, *_ = *worth(shown, each, candidates[0] if losses else None), "", ""
        text = words.move_text(shown.display, shown.position, each.move)
        rows.append((str(number), text, share, points, f"{each.visits:,}" if each.visits else ""))
    return rows


def candidate_labels(
    shown: Shown, candidates: Sequence[Candidate], *, losses: bool = False
) -> dict[Cell, tuple[str, ...]]:
    """What stands on the board of each candidate that has a cell there: its number and its worth,
    see `worth`, on a cell that no better one has."""
    labels: dict[Cell, tuple[str, ...]] = {}
    for number, each in enumerate(candidates, 1):
        free = (cell for cell in shown.game.cells_of(each.move) if cell not in labels)
        cell = next(free, None)
        if cell is not None:
            labels[cell] = str(number), *worth(shown, each, candidates[0] if losses else None)
    return labels


def best_candidate(
    shown: Shown, candidates: Sequence[Candidate], thought: Thought | None = None
) -> Phrase:
    """The best one in a line, with the keys for all of them, and what it does where `thought` says
    so."""
    number, move, *texts = candidate_rows(shown, candidates[:1])[0]
    keys = "1 shows its line" if len(candidates) == 1 else f"1-{len(candidates)} show lines"
    spans = (Span(f"{number} "), Span(move, "strong"), Span(f" {' '.join(texts[:2])}  "))
    why = "" if thought is None else reasons(shown, thought)
    return (*spans, Span(f"{keys}\n{why}" if why else keys, "weak"))


def line(shown: Shown, number: int, candidate: Candidate, why: str = "") -> Phrase:
    """The line of a candidate, why it is better where that is known, and the keys for it."""
    moves = "  ".join(shown.display.named(move) for move in candidate.line)
    hide = f", {number} hides it" if number else ""
    keys = Span(f"\nEnter walks through it{hide}", "weak")
    head = Span(f"Line {number}: " if number else "Better: ")
    return (head, Span(moves, "strong"), *((Span(f"\n{why}"),) if why else ()), keys)


def line_comment(shown: Shown, number: int, candidate: Candidate) -> str:
    """The comment on a candidate's line where the line is kept as a variation."""
    name = f"candidate {number}" if number else "better"
    figures = zip(worth(shown, candidate), ("of the win", "points"), strict=False)
    return f"{name}: {', '.join(f'{figure} {unit}' for figure, unit in figures)}"


def forecast(
    shown: Shown, thought: Thought | None = None
) -> tuple[Sequence[float], Sequence[float] | None] | None:
    """The win shares by seat to show with the position, and the final totals where they are known:
    those of a `thought` about it, else of the bot that moved last before it. None where no bot
    moved in the last turns, where what bots expect may not be shown, and at the end of the game."""
    if shown.match.over:
        return None
    if thought is not None and thought.value is not None:
        return thought.value, thought.score
    expectations = shown.expectations
    recent = range(shown.ply - 1, max(-1, shown.ply - 1 - 2 * shown.game.seats), -1)
    ply = next((ply for ply in recent if ply in expectations), None)
    return None if ply is None else (expectations[ply], shown.expected_totals.get(ply))


def expected(shown: Shown) -> str:
    """What the bot that made the move shown expected of the game, or what a review did where a
    human made it; empty where unknown."""
    shares = shown.expectations.get(shown.ply - 1)
    if shares is None:
        return ""
    seat = shown.match.actor(shown.ply - 1)
    if parse_player(shown.match.players[seat]).human:
        return f"{seat_names(shown)[seat]} was expected to win with {shares[seat]:.0%}"
    return f"{bot_name(shown, seat)} expected to win with {shares[seat]:.0%}"
