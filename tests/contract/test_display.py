"""What every game promises as `core.display.Display`: overlays, drafts, questions, stamps."""

import random
import re
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from termgames import games
from termgames.core.display import Display, Pick
from termgames.core.game import NEUTRAL, NOBODY, has_talk
from termgames.core.text import sentence
from tests.contract.support import OURS, SETTINGS, every_setting, game_of, label, ordered, shown

SEED = 3
SMALL = 40
"""Boards of at most so many cells are searched through whole."""


def picks_of(game: Any, state: Any, move: Any) -> tuple[Pick, ...]:
    """A move's cells with the colours that its stones have afterwards; a stone that leaves
    the board at once is the mover's."""
    stones = game.stones(game.apply(state, move))
    own = game.colour(state, game.to_act(state))
    return tuple(
        Pick(cell, stones[cell] - 1 if stones[cell] else own) for cell in game.cells_of(move)
    )


def placing(game: Any, state: Any) -> list[Any]:
    """The moves that are made by picks: those with cells, but for such as others have the same
    picks; these are typed."""
    moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
    if game.id in OURS:
        return moves
    picks = Counter(picks_of(game, state, move) for move in moves)
    return [move for move in moves if picks[picks_of(game, state, move)] == 1]


def bare(game: Any, state: Any) -> bool:
    """Whether points are picked on which no stone comes, such as start points: a move's
    cells say nothing of them."""
    return any(game.format(move).startswith("start ") for move in game.legal_moves(state))


def colours(game: Any, state: Any) -> list[int]:
    return [game.colour(state, seat) for seat in range(game.seats)]


@every_setting
def test_overlays_speak_of_every_cell_agree_with_the_score_and_are_firm_for_good(
    setting: Any,
) -> None:
    game = game_of(setting)
    for state in shown(setting, SEED, 6):
        overlays = games.display(game).overlays(state)
        assert len({overlay.name for overlay in overlays}) == len(overlays)
        for overlay in overlays:
            assert len(overlay.owner) == len(overlay.firm) == game.topology.cells
            assert set(overlay.owner) <= {NEUTRAL, NOBODY, *range(game.seats)}
            assert len(overlay.legend.splitlines()) == 1
        touched = {cell for move in placing(game, state) for cell in game.cells_of(move)}
        for overlay in overlays[:1]:
            for part in game.score(state).parts:
                free = [cell for cell in part.cells if not game.stones(state)[cell]]
                assert {overlay.owner[cell] for cell in free} <= {part.seat}
            assert not any(overlay.firm[cell] for cell in touched)
            owned = {cell for cell, owner in enumerate(overlay.owner) if owner != NOBODY}
            assert game.ending(state) is None or all(overlay.firm[cell] for cell in owned)


@every_setting
def test_the_picks_of_a_legal_move_are_complete_in_any_order(setting: Any) -> None:
    game = game_of(setting)
    display = games.display(game)
    rng = random.Random(SEED)
    for state in shown(setting, SEED, 5):
        moves = placing(game, state)
        for move in rng.sample(moves, min(12, len(moves))):
            own = picks_of(game, state, move)
            for picks in [own] if ordered(game) else permutations(own):
                for many in range(len(picks)):
                    draft = display.draft(state, picks[:many])
                    assert draft.status == "incomplete"
                    assert draft.picks == picks[:many]
                    assert picks[many].cell in draft.follow
                    assert draft.prompt
                draft = display.draft(state, picks)
                assert (draft.status, draft.move) == ("complete", move)
            assert display.draft(state, (*own, own[0])).status == "refused"


@every_setting
def test_follow_holds_what_leads_to_a_legal_move_and_nothing_else(setting: Any) -> None:
    game = game_of(setting)
    display = games.display(game)
    rng = random.Random(SEED)
    for state in shown(setting, SEED, 5):
        if bare(game, state):
            continue
        wholes = [picks_of(game, state, move) for move in placing(game, state)]
        tried: list[tuple[Pick, ...]] = [()]
        for whole in rng.sample(wholes, min(6, len(wholes))):
            orders = [whole] if ordered(game) else permutations(whole)
            tried += [picks[:many] for picks in orders for many in (1, 2)]
        for picks in tried:
            draft = display.draft(state, picks)
            if draft.status == "incomplete":
                assert draft.follow == following(wholes, picks, ordered=ordered(game))


def following(
    wholes: list[tuple[Pick, ...]], picks: tuple[Pick, ...], *, ordered: bool
) -> set[int]:
    """The cells of the moves that begin with `picks`, or contain them in any order."""
    if ordered:
        many = len(picks)
        return {whole[many].cell for whole in wholes if whole[:many] == picks}
    part = set(picks)
    found = {pick.cell for whole in wholes if part.issubset(whole) for pick in whole}
    return found.difference(pick.cell for pick in picks)


def drafted(game: Any, display: Any, state: Any, sides: list[int]) -> set[Any]:
    """The moves of all complete drafts that `follow` leads to."""
    found, stack = set(), [()]
    while stack:
        picks: tuple[Pick, ...] = stack.pop()
        draft = display.draft(state, picks)
        if draft.status == "complete":
            found.add(draft.move)
        if draft.status == "incomplete":
            least = -1 if ordered(game) else max((pick.cell for pick in picks), default=-1)
            later = [cell for cell in draft.follow if cell > least]
            stack += [(*picks, Pick(cell, side)) for cell, side in product(later, sides)]
    return found


@pytest.mark.parametrize(
    "setting", [s for s in SETTINGS if game_of(s).topology.cells <= SMALL], ids=label
)
def test_drafts_and_legal_moves_are_the_same(setting: Any) -> None:
    """On small boards: what can be picked together is what may be played."""
    game = game_of(setting)
    display = games.display(game)
    for state in shown(setting, SEED, 5):
        found = drafted(game, display, state, colours(game, state))
        assert bare(game, state) or found == set(placing(game, state))


@every_setting
def test_any_picks_are_judged_as_the_rules_do(setting: Any) -> None:
    """Cells at random, close together more often than not: complete means legal."""
    game = game_of(setting)
    display = games.display(game)
    rng = random.Random(SEED)
    statuses: set[str] = set()
    states = shown(setting, SEED, 5)
    for state in states:
        sides = colours(game, state)
        statuses.add(display.draft(state, ()).status)
        for _ in range(300):
            cells = [rng.randrange(game.topology.cells)]
            while len(cells) < rng.choice((1, 2, 3, 3, 3)):
                near = game.topology.adjacent[rng.choice(cells)] or cells
                cells.append(rng.choice(near) if rng.random() < 0.9 else rng.choice(cells))
            picks = tuple(Pick(cell, rng.choice(sides)) for cell in cells)
            draft = display.draft(state, picks)
            statuses.add(draft.status)
            assert (draft.move is not None) == (draft.status == "complete")
            assert (draft.refusal is not None) == (draft.status == "refused")
            assert draft.move is None or game.refuse(state, draft.move) is None
            assert draft.prompt
            assert len(draft.prompt.splitlines()) == 1
    picked = any(placing(game, state) for state in states)
    assert statuses == {"incomplete", "refused", *(["complete"] if picked else [])}


@every_setting
def test_refusals_write_points_small(setting: Any) -> None:
    """In the game's own words, and in what is shown of a move in the making."""
    game = game_of(setting)
    display = games.display(game)
    for state in shown(setting, SEED, 6):
        for cell in range(game.topology.cells):
            for colour in set(colours(game, state)):
                draft = display.draft(state, (Pick(cell, colour),))
                if draft.refusal is not None:
                    told = (draft.prompt, draft.refusal.text, sentence(draft.refusal.text))
                    assert not any(re.search(r"\b[A-Z]+[0-9]", text) for text in told), told


@every_setting
def test_moves_without_cells_are_buttons_or_answers(setting: Any) -> None:
    """Nothing legal is out of reach: what has no cell is a button or answers a question;
    so may be talk."""
    game = game_of(setting)
    display = games.display(game)
    for state in shown(setting, SEED, 6):
        offered = [move for _, move in display.buttons(state)]
        question = display.question(state)
        if question is not None:
            assert question.text
            offered += [move for _, move in question.answers]
            if question.number is not None:
                low, high, usual = question.number
                assert low <= usual <= high
                offered += [
                    game.parse(state, question.template % number) for number in range(low, high + 1)
                ]
        assert len(set(offered)) == len(offered)
        legal = {move for move in game.legal_moves(state) if not game.cells_of(move)}
        # From the rules alone there are buttons for a few moves only; the rest are typed.
        typed = type(display).buttons is Display.buttons
        seat = game.to_act(state)
        hand = display.hand(state, seat) if seat >= 0 else None
        cards = [] if hand is None or isinstance(hand, int) else hand
        in_hand = {move for card in cards for _, move in card.plays}
        assert legal <= {*offered, *in_hand} or typed
        talk = set(offered) - legal
        assert has_talk(game) or not talk
        assert all(game.refuse(state, move) is None for move in talk)


@every_setting
def test_stamps_reach_every_legal_move(setting: Any) -> None:
    """Where moves can be stamped: each legal move is some ghost, and ghosts that may be
    played are legal moves."""
    game = game_of(setting)
    display = games.display(game)
    if not display.can_stamp:
        pytest.skip("moves of one stone need no ghost")
    for state in shown(setting, SEED, 3):
        found = set()
        for at in range(game.topology.cells):
            names = [display.stamp(state, at, form, 0, 0).form_name for form in range(4)]
            forms = names.index(names[0], 1) if names[0] in names[1:] else 4
            for form, turn, variant in product(range(forms), range(6), range(3)):
                stamp = display.stamp(state, at, form, turn, variant)
                assert stamp.picks
                assert all(0 <= pick.cell < game.topology.cells for pick in stamp.picks)
                if stamp.draft.status == "complete":
                    assert set(picks_of(game, state, stamp.draft.move)) == set(stamp.picks)
                    found.add(stamp.draft.move)
        assert found == set(placing(game, state))
