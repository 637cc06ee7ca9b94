"""What `termgames review` prints of one game and of many, as text and as JSON."""

import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from termgames import games
from termgames.core.text import columns, counted
from termgames.play.advice import Estimate
from termgames.play.match import AnyMatch
from termgames.play.sitting.shown import Shown
from termgames.play.text import prompts, words
from termgames.play.text.turns import Turns
from termgames.study import review as reviewing
from termgames.study import story
from termgames.study.review import Finding, Review
from termgames.study.story import Story
from termgames.study.tally import GamesTally, Losses


def as_json(match: AnyMatch, reviewed: Review) -> dict[str, Any]:
    """A review for other programs."""
    told = _story(match, reviewed)
    return {
        "game": match.game.id,
        "plies": match.ply,
        "moves": [
            {
                "ply": finding.ply,
                "seat": finding.name,
                "move": finding.move,
                "best": finding.best,
                "line": list(finding.line),
                "refutation": list(finding.refutation),
                "reason": finding.reason,
                "share": round(finding.share, 4),
                "share_lost": round(finding.share_lost, 4),
                "points_lost": round(finding.points_lost, 2),
                "noise": round(finding.noise, 4),
                "mistake": finding.size or None,
                "luck": finding.luck and round(finding.luck, 4),
                "deeper": finding.deeper,
            }
            for finding in reviewed.findings
        ],
        "turning_point": reviewed.turning_point,
        "story": None if told is None else story.as_json(*told),
    }


def _story(match: AnyMatch, reviewed: Review) -> tuple[Shown, Story] | None:
    """The story of the game with what the review found; None while the game goes on."""
    if not match.over:
        return None
    shown = Shown(match)
    for ply, shares in reviewing.expectations(match, reviewed.findings).items():
        shown.estimate(ply, Estimate(shares))
    turns = Turns(shown)
    turns.update()
    return shown, story.tell(shown, turns, reviewed.findings)


def as_text(match: AnyMatch, reviewed: Review) -> str:
    """A line a decision, the costliest mistakes with what was better, the story of the game."""
    if not reviewed.findings:
        return "There was nothing to decide."
    turns, name_of = turns_of(match), names_of(match)
    by_points = games.display(match.game).most_wins
    costliest = {finding.ply: place for place, finding in enumerate(reviewed.costliest, 1)}
    head = ("turn", "who", "played", "best", "lost", "noise", "points" if by_points else "", "")
    rows = [head]
    for finding in reviewed.findings:
        place = costliest.get(finding.ply)
        same = finding.move == finding.best
        rows.append(
            (
                str(turns.number_of(finding.ply)),
                finding.name,
                name_of(finding.ply, finding.move),
                "the same" if same else name_of(finding.ply, finding.best),
                f"{finding.share_lost:.0%}",
                f"{finding.noise:.0%}",
                f"{finding.points_lost:.1f}" if by_points and not same else "",
                finding.size + (f" ({place})" if place else ""),
            )
        )
    lines = columns(rows, left=4)
    rows_end = len(lines)
    lines.append("")
    mistakes = reviewed.mistakes
    lines.append(f"{counted(len(mistakes), 'mistake')} in {counted(len(rows) - 1, 'decision')}")
    for place, finding in enumerate(reviewed.costliest, 1):
        best, *after = finding.line[:3] or (finding.best,)
        better = ", then ".join((name_of(finding.ply, best), *after))
        number = turns.number_of(finding.ply)
        move = name_of(finding.ply, finding.move)
        lines.append(f"{place}. {summary(finding, move, number)}; better: {better}")
    if used := words.time_used(match):
        lines.append(f"time: {used}")
    told = _story(match, reviewed)
    if told is not None:
        shown, result = told[0], match.result()
        assert result is not None, "stories are told of games that are over"
        lines += ["", prompts.result(shown, result), *story.sentences(*told)]
    room = shutil.get_terminal_size().columns
    return "\n".join([*lines[:rows_end], *(_wrapped(line, room) for line in lines[rows_end:])])


def turns_of(match: AnyMatch) -> Turns:
    """The turns of the game, numbered as on the screen."""
    turns = Turns(Shown(match))
    turns.update()
    return turns


def names_of(match: AnyMatch) -> Callable[[int, str], str]:
    """How players say a move that might have been played at a ply."""
    return partial(reviewing.spoken_move, match, games.display(match.game))


def summary(mistake: Finding, move: str, turn: int) -> str:
    """`turn 4, white b1: 90% of the win lost`."""
    lost = f"{mistake.share_lost:.0%} of the win lost"
    return f"turn {turn}, {mistake.name} {move}: {lost}"


def _wrapped(line: str, room: int) -> str:
    """A sentence in lines of that many columns, which break between words and in no move."""
    return textwrap.fill(
        line, room, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
    )


def tally_as_text(found: GamesTally) -> str:
    """The games with what each cost, then what costs most, by kind and by phase."""
    if not found.reviewed:
        return "There was nothing to review."
    rows = [("game", "decisions", "mistakes", "lost", "the costliest")]
    for each in found.reviewed:
        total, worst = each.total, each.worst
        told = ""
        if worst is not None:
            move = names_of(each.match)(worst.ply, worst.move)
            number = turns_of(each.match).number_of(worst.ply)
            told = summary(worst, move, number)
        counts = (str(total.decisions), str(total.mistakes), f"{total.lost:.0%}")
        rows.append((each.name, *counts, told))
    lines = columns(rows, left=1)
    total = found.total
    mistakes = counted(total.mistakes, "mistake")
    decisions = counted(total.decisions, "decision")
    lines += ["", f"{counted(len(found.reviewed), 'game')}: {mistakes} in {decisions}"]
    for heading, parts in (
        ("What would have been better was about", found.kinds),
        ("When", found.phases),
    ):
        table = [
            (f"  {name}", str(part.mistakes), f"{part.lost / max(total.lost, 1e-9):.0%}")
            for name, part in parts.items()
        ]
        if table:
            head = (heading, "mistakes", "of what was lost")
            lines += ["", *columns([head, *table], left=1)]
    return "\n".join(lines)


def tally_as_json(found: GamesTally, faults: Sequence[str]) -> dict[str, Any]:
    """The same for other programs, with what is wrong with records that could not be read."""

    def part(losses: Losses) -> dict[str, Any]:
        return {
            "decisions": losses.decisions,
            "mistakes": losses.mistakes,
            "lost": round(losses.lost, 4),
        }

    def parts(named: Mapping[str, Losses]) -> dict[str, Any]:
        return {name: part(losses) for name, losses in named.items()}

    return {
        "games": [
            {
                "file": each.name,
                "game": each.match.game.id,
                **part(each.total),
                "worst": None if each.worst is None else each.worst.ply,
            }
            for each in found.reviewed
        ],
        "total": part(found.total),
        "kinds": parts(found.kinds),
        "phases": parts(found.phases),
        "faults": list(faults),
    }
