"""The words of a problem: its task in a line, and what its answers come to."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from termgames import games
from termgames.core.display import AnyDisplay
from termgames.core.game import AnyGame
from termgames.core.options import number_text
from termgames.core.text import counted, sentence
from termgames.play.text.places import at, place
from termgames.search import exact
from termgames.study.judge import expected_owner
from termgames.study.problems.goal import CAPTURE, HOLD, SAVE, LocalGoal, cells_words
from termgames.study.reasons import regions
from termgames.workbench.problems.proving import AnswerProof, Prospect

TOLD = 6
"""Moves of a line that are told."""
_WORTH = 3.0
"""Points that a region must be worth to be named in the task."""
_STONES = 2
"""Stones that must be at stake to be named in it."""
_WINS = 0.9
"""The share of the win from which searches call it a win."""


def task(
    display: AnyDisplay, state: Any, judgement: AnswerProof, goal: LocalGoal | None = None
) -> str:
    """What is to be done, in a line."""
    game = display.game
    name = sentence(game.seat_name(state, game.to_act(state)))
    look = next(iter(judgement.right.values()))
    aim = games.info(game.id).to_win
    others = ", whatever the others do" if look.forced and game.seats > 2 else ""
    if goal is not None:
        word = "point" if goal.word == HOLD else "stone"
        what = cells_words(game.topology, word, goal.cells)
        owners = [seat for seat in range(game.seats) if game.colour(state, seat) == goal.colour]
        aim = {
            CAPTURE: f"capture {sentence(game.seat_name(state, owners[0]))}'s {what}",
            SAVE: f"save the {what}",
            HOLD: f"make sure of the {what} as ground",
        }[goal.word]
        return f"{name} to play and {aim}{others}."
    if look.expected:
        if look.share < _WINS:
            aim = "find the best move"
        if display.most_wins and display.counts_cells:
            aim = _region(display, state, judgement) or aim
    elif look.share < 1:
        aim = "save the draw"
    else:
        aim = " and ".join(filter(None, (_stones(display, state, judgement), aim))) + others
    return f"{name} to play{',' if ' and ' in aim else ' and'} {aim}."


def _stones(display: AnyDisplay, state: Any, judgement: AnswerProof) -> str:
    """Which stones the right answer is about, as its line and those of the wrong ones show:
    `capture 3 stones on the left side`; empty where it is about none."""
    game = display.game
    stones, own = game.stones(state), game.colour(state, game.to_act(state)) + 1
    right = _lost(game, state, next(iter(judgement.right.values())).line)
    wrong = [_lost(game, state, look.line) for look in judgement.wrong.values()]
    saved = [
        cell
        for cell, stone in enumerate(stones)
        if stone == own
        and cell not in right
        and 2 * sum(cell in each for each in wrong) > len(wrong)
    ]
    taken = [cell for cell in right if stones[cell] != own and not any(cell in w for w in wrong)]
    for verb, cells in (("save", saved), ("capture", taken)):
        if len(cells) >= _STONES:
            return f"{verb} {counted(len(cells), 'stone')} {at(game.topology, sorted(cells))}"
    return ""


def _lost(game: AnyGame, state: Any, line: Sequence[Any]) -> set[int]:
    """The cells whose stones leave the board in the moves of a line that are told."""
    stones, lost = game.stones(state), set[int]()
    for move in line[:TOLD]:
        state = game.apply(state, move)
        lost |= {
            cell for cell, stone in enumerate(game.stones(state)) if stones[cell] and not stone
        }
    return lost


def _region(display: AnyDisplay, state: Any, judgement: AnswerProof) -> str:
    """What the best move gains against the best of the wrong ones, as `save 4 stones on the left
    side`; empty where that is no one region."""
    game, seat = display.game, display.game.to_act(state)
    best = next(iter(judgement.right.values()))
    second = max(judgement.wrong.values(), key=lambda look: look.share)
    after, without = expected_owner(best.expected), expected_owner(second.expected)
    if after is None or without is None:
        return ""
    found = regions(game, seat, after, without)
    if not found or found[0].gained < _WORTH:
        return ""
    region, stones = found[0], game.stones(state)
    own = sum(stones[cell] == game.colour(state, seat) + 1 for cell in region.cells)
    theirs = sum(stones[cell] not in (0, game.colour(state, seat) + 1) for cell in region.cells)
    if own > theirs:
        return f"save {counted(own, 'stone')} {at(game.topology, region.cells)}"
    if theirs:
        return f"win {counted(theirs, 'stone')} {at(game.topology, region.cells)}"
    return f"win {place(game.topology, region.cells)}"


def point(display: AnyDisplay, state: Any, look: Prospect, goal: LocalGoal | None = None) -> str:
    """What a move comes to, in a sentence."""
    game, seat = display.game, display.game.to_act(state)
    alone = 1 - seat if game.seats == 2 else look.alone
    others = sentence("the others together" if alone is None else game.seat_name(state, alone))
    if goal is not None:
        return _AT_GOAL[goal.word][len(look.line) > 1 if look.share else 2].format(others)
    if look.worth is not None:
        return f"{sentence(exact.verdict(look.worth))}."
    name = sentence(game.seat_name(state, seat))
    if look.forced and not look.share:
        return f"{others} can keep {name} from winning."
    if look.forced and game.seats > 2:
        return f"{name} wins alone, whatever the others do."
    if look.forced:
        return f"{name} wins, whatever {others} does."
    if not look.expected:
        words_at_end = {0.0: "loses at once", 1.0: "wins at once"}
        return f"{name} {words_at_end.get(look.share, 'gets a draw')}."
    tenths = round(10 * look.share)
    words = {0: "hardly ever wins", 10: "wins nearly always"}
    wins = words.get(tenths, f"wins about {tenths} games of 10")
    totals = np.mean([each.score for each in look.expected], axis=0)
    ahead = int(totals.argmax()) == seat
    if tenths in words or not display.most_wins or ahead != (tenths >= 5):
        return f"{name} {wins} from here."  # the score says nothing, or something else
    scores = " to ".join(number_text(round(2 * float(total)) / 2) for total in totals)
    return f"{name} {wins} from here. The score to be expected is {scores}."


_AT_GOAL = {
    CAPTURE: (
        "Captured at once.",
        "The stones cannot escape, whatever is played.",
        "{} can save the stones.",
    ),
    SAVE: (
        "Nobody can capture them any more.",
        "The stones cannot be captured, whatever is played.",
        "{} can capture the stones.",
    ),
    HOLD: (
        "Nobody else can live there any more.",
        "It will be own ground, whatever is played.",
        "{} can prevent that.",
    ),
}
"""What a move comes to where stones or points are asked for: a right one that ends it, a right one
that does not, a wrong one."""
