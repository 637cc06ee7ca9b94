"""Texts for the player at the table: what to do, what bots think, how the game ended.

Front ends lay these phrases out and give them colours. Nothing is said that may not be shown
to whoever looks on, see `Viewpoint`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from termgames.core.display import DeadStoneAgreement, Draft
from termgames.core.errors import TermgamesError
from termgames.core.game import Score, Seat
from termgames.core.options import number_text
from termgames.core.text import counted, listed, sentence
from termgames.core.topology import Cell
from termgames.play import clock
from termgames.play.advice import Advice, Lesson
from termgames.play.match import Result
from termgames.play.sitting.auto_answer import REVEALS_HAND
from termgames.play.sitting.live import Live
from termgames.play.sitting.resting import UNTIL
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Sitting
from termgames.play.text import words
from termgames.search.limits import Candidate, Thought

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
    """`Alpha 30, Beta 28, Gamma 23`; empty without points."""
    return words.totals([name.capitalize() for name in seat_names(shown)], points)


def totals(shown: Shown, score: Score) -> str:
    """`16.5 to 12`, the highest first; by name where more than two play."""
    if shown.game.seats > 2:
        return named_totals(shown, score.totals)
    return " to ".join(number_text(total) for total in sorted(score.totals, reverse=True))


def result(shown: Shown, result: Result) -> str:
    """Who won, by which rule and by how much, in one sentence."""
    match, seats = shown.match, seat_names(shown)
    named = [f"{seats[seat].capitalize()} ({shown.label(seat)})" for seat in result.winners]
    ended, count, why = words.reason(shown.game, result.reason), "", ""
    if not (match.loss or match.told):
        margin, why = words.margin(shown.game, result), shown.display.why(match.state)
        unit = f" {shown.display.unit}{'s' * (margin != ' by 1')}:" if margin else ","
        count = f"{margin}{unit} {totals(shown, result.score)}"
    reason = capitalized(shown, f" ({ended})") if ended and ended not in why else ""
    verdict = sentence(f"{words.verdict(named, len(seats))}{count}{reason}.")
    return f"{sentence(capitalized(shown, why))}: {verdict}" if why else verdict


def capitalized(shown: Shown, text: str) -> str:
    """The text with the names of all seats as names are written: `Black`."""
    names = "|".join(map(re.escape, seat_names(shown)))
    return re.sub(rf"\b({names})\b", lambda found: found[0].capitalize(), text)


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
    return (f"{_teacher(live)}: that was a {lesson.size}.", f"{move} gives away {', '.join(lost)}.")


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
    """That a bot thinks, or thought (`now` is whether it does still), and for how long."""
    name = bot_name(shown, seat)
    head = Span(f"{name} thinks", "strong") if now else Span(f"{name} thought", "weak")
    if thought is None or not (thought.playouts or thought.note):
        return (head,)
    return head, Span(f" {thought.seconds:.1f} s", "weak")


def hint(shown: Shown, thought: Thought, key: str = "") -> Phrase:
    """What a bot would play in the position shown and why, in two lines, with the key for it and
    what that does."""
    sure = not isinstance(thought, Advice) or thought.settled
    text = words.move_text(shown.display, shown.position, thought.move)
    spans = [Span("Hint: " if sure else "Hint so far: "), Span(text, "strong")]
    spans.append(Span(_share_of(shown, thought)))
    if key:
        spans.append(Span(f"  {key}", "weak"))
    why = reasons(shown, thought) if sure else "still thinking"
    return (*spans, Span(f"\n{why}", "weak")) if why else tuple(spans)


def hint_lines(shown: Shown, state: Any, thought: Thought) -> list[str]:
    """The same line by line, for `state`."""
    text = f"hint: {words.move_text(shown.display, state, thought.move)}{_share_of(shown, thought)}"
    return list(filter(None, (text, reasons(shown, thought))))


def _share_of(shown: Shown, thought: Thought) -> str:
    """`, 52% to win`: what the player to act can expect; empty where it is not known."""
    known = shown.estimates.get(shown.ply)
    shares = thought.value if known is None else known.shares
    seat = shown.game.to_act(shown.position)
    return "" if shares is None else f", {words.percent(shares[seat])} to win"


def reasons(shown: Shown, thought: Thought) -> str:
    """What a move that is advised does, and which others are as good; empty where there is nothing
    to say."""
    if not isinstance(thought, Advice):
        return ""
    others = listed([shown.display.named(move) for move in thought.as_good[:_AS_GOOD]], "or")
    return " ".join(filter(None, (thought.reason, others and f"Also good, it seems: {others}.")))


def worth(shown: Shown, candidate: Candidate, best: Candidate | None = None) -> tuple[str, ...]:
    """`54%`, and where it is known `+3.2`: the win share that the player to act can expect of a
    move, and how many points he will be ahead of the other one; where more than two play, his own
    total. Both as differences to those of the `best` move, where that is given: `-6%`."""
    seat, texts = shown.game.to_act(shown.position), []
    if candidate.shares is not None:
        lost = lost_share(shown, candidate, best)
        texts.append(words.percent(candidate.shares[seat]) if best is None else f"{-lost:+z.0%}")
    if candidate.score is not None:
        points, signed = _points(candidate.score, seat), len(candidate.score) == 2
        if best is not None and best.score is not None:
            points, signed = points - _points(best.score, seat), True
        texts.append(f"{points:+z.1f}" if signed else f"{points:z.1f}")
    return tuple(texts)


def lost_share(shown: Shown, candidate: Candidate, best: Candidate | None) -> float:
    """How much less of the win the player to act can expect of a move than of the best one."""
    if best is None or best.shares is None or candidate.shares is None:
        return 0.0
    seat = shown.game.to_act(shown.position)
    return best.shares[seat] - candidate.shares[seat]


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


def candidate_headings(shown: Shown, *, losses: bool) -> tuple[str, str, str, str, str]:
    """What stands above the rows of candidates."""
    points = "lead" if shown.game.seats == 2 else "points"
    return "", "move", "against 1" if losses else "wins", points, "playouts"


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
