"""What a front end is told of Plurality: drafts, stamps, overlays, questions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, combinations, permutations

import pytest

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NEUTRAL, NOBODY
from termgames.games.plurality.display import PluralityDisplay, display
from termgames.games.plurality.options import measured_komi
from termgames.games.plurality.rules import NameKomi, Pass, PickSide, Place, Plurality, State
from tests.games.plurality.support import plurality

OPEN = (
    ".....",
    ".....",
    ".....",
    ".....",
    ".....",
)
# Black to move. The 2x2 squares b3-c4 and c3-d4 lack one stone each.
TIGHT = (
    ".....",
    ".bb..",
    ".w...",
    "...w.",
    ".b...",
)
# Only a1, a2, b1 can still be covered: anything else would fill a 2x2 square.
HEX = (
    "...",
    "....",
    "..b..",
    "....",
    "...",
)


def set_up(rows: tuple[str, ...], **options: int) -> tuple[Plurality, PluralityDisplay, State]:
    game = games.create("plurality", options or {"size": len(rows)})
    assert isinstance(game, Plurality)
    return game, display(game), game.position(rows, {})


def picks_of(game: Plurality, text: str) -> tuple[Pick, ...]:
    """`c3 c4 d4*`: cells in the order picked, the opponent's with a star (Black moves)."""
    return tuple(
        Pick(game.topology.cell(word.rstrip("*")), int(word.endswith("*"))) for word in text.split()
    )


def names(game: Plurality, cells: Iterable[int]) -> str:
    return " ".join(sorted(game.topology.names[cell] for cell in cells))


@pytest.mark.parametrize(
    ("rows", "picks", "status", "missing"),
    [
        (OPEN, "", "incomplete", "own 0/2, enemy 0/1"),
        (OPEN, "c3", "incomplete", "own 1/2, enemy 0/1"),
        (OPEN, "c3*", "incomplete", "own 0/2, enemy 1/1"),
        (OPEN, "c3 c5", "incomplete", "own 2/2, enemy 0/1"),
        (OPEN, "c3* c4", "incomplete", "own 1/2, enemy 1/1"),
        (OPEN, "c3 c4 d4*", "complete", "own 2/2, enemy 1/1"),
        (OPEN, "d4* c3 c4", "complete", "own 2/2, enemy 1/1"),
        (OPEN, "c3 c5 c4*", "complete", "own 2/2, enemy 1/1"),
    ],
)
def test_draft_says_what_is_missing(
    rows: tuple[str, ...], picks: str, status: str, missing: str
) -> None:
    game, shown, state = set_up(rows)
    draft = shown.draft(state, picks_of(game, picks))
    assert (draft.status, draft.missing) == (status, missing)
    assert (draft.move is not None) == (status == "complete")


@pytest.mark.parametrize(
    ("rows", "picks", "code", "cells"),
    [
        (TIGHT, "b4", "occupied", "b4"),
        (TIGHT, "a3 b3", "occupied", "b3"),
        (OPEN, "a1 e5", "apart", "a1 e5"),
        (OPEN, "a1 a2 c3*", "apart", "a1 a2 c3"),
        (OPEN, "a1 a1", "repeated", "a1"),
        (OPEN, "c3 c4 d4", "colours", "c3 c4 d4"),
        (OPEN, "c3* c4*", "colours", "c3 c4"),
        (OPEN, "c3 c4* d4*", "colours", "c3 c4 d4"),
        (OPEN, "a1 a3 e5", "apart", "a1 a3 e5"),
        (TIGHT, "c3", "room", "b3 b4 c3 c4"),
        (TIGHT, "d3 c3", "room", "b3 b4 c3 c4"),
        (TIGHT, "a3 a4 a5*", "block", "a3 a4 b3 b4"),
    ],
)
def test_refused_draft_names_the_cells_at_fault(
    rows: tuple[str, ...], picks: str, code: str, cells: str
) -> None:
    game, shown, state = set_up(rows)
    draft = shown.draft(state, picks_of(game, picks))
    assert draft.status == "refused"
    assert draft.refusal is not None
    assert (draft.refusal.code, names(game, draft.refusal.cells)) == (code, cells)
    assert draft.refusal.text
    assert draft.move is None


@pytest.mark.parametrize(
    ("rows", "options"), [(OPEN, {"size": 5}), (TIGHT, {"size": 5}), (HEX, {"hex": 3})]
)
def test_every_legal_move_can_be_picked_in_any_order(
    rows: tuple[str, ...], options: dict[str, int]
) -> None:
    """And nothing else: a partial draft goes on exactly to the legal placements around it."""
    game, shown, state = set_up(rows, **options)
    moves = [move for move in game.legal_moves(state) if isinstance(move, Place)]
    goes_on: dict[frozenset[int], set[int]] = {}
    for move in moves:
        for part in chain.from_iterable(combinations(move.shape, size) for size in range(3)):
            goes_on.setdefault(frozenset(part), set()).update(set(move.shape) - set(part))
    for move in moves:
        stones = [Pick(move.own[0], 0), Pick(move.own[1], 0), Pick(move.enemy, 1)]
        for order in permutations(stones):
            assert shown.draft(state, order).move == move
            for size in range(3):
                begun = frozenset(pick.cell for pick in order[:size])
                assert shown.draft(state, order[:size]).follow == goes_on[begun]
    for pair in combinations(range(game.topology.cells), 2):
        draft = shown.draft(state, [Pick(cell, 0) for cell in pair])
        assert (draft.status == "refused") == (frozenset(pair) not in goes_on)


def test_next_stone_is_the_movers_until_he_has_two() -> None:
    game, shown, state = set_up(OPEN)
    colours = [
        shown.draft(state, picks_of(game, picks)).next_colour
        for picks in ("", "c3", "c3 c4", "c3*", "c3* c4", "c3 c4 d4*")
    ]
    assert colours == [0, 0, 1, 0, 0, None]
    assert shown.draft(state, picks_of(game, "c3 c4")).prompt == (
        "Pick the third point of the tromino."
    )


@pytest.mark.parametrize(
    ("rows", "options", "forms"),
    [
        (TIGHT, {"size": 5}, ["straight", "bent"]),
        (HEX, {"hex": 3}, ["straight", "bent", "triangle"]),
    ],
)
def test_stamp_reaches_every_legal_move(
    rows: tuple[str, ...], options: dict[str, int], forms: list[str]
) -> None:
    game, shown, state = set_up(rows, **options)
    found = set()
    for at in range(game.topology.cells):
        for form in range(len(forms)):
            for turn in range(6):
                for variant in range(3):
                    stamp = shown.stamp(state, at, form, turn, variant)
                    assert stamp.form_name == forms[form]
                    assert at in [pick.cell for pick in stamp.picks]
                    if stamp.draft.status == "complete":
                        found.add(stamp.draft.move)
                    else:
                        assert stamp.draft.refusal is not None
    assert found == {move for move in game.legal_moves(state) if isinstance(move, Place)}


def test_stamp_counts_modulo_and_its_variants_are_the_odd_stone() -> None:
    game, shown, state = set_up(OPEN)
    at = game.topology.cell("c3")
    odd = []
    for variant in range(3):
        stamp = shown.stamp(state, at, 0, 0, variant)
        odd.append(names(game, [pick.cell for pick in stamp.picks if pick.colour == 1]))
        assert stamp == shown.stamp(state, at, 2, -2, variant + 3)
    assert odd == ["d3", "c3", "b3"]


def test_stamp_over_the_rim_is_refused_with_what_is_on_the_board() -> None:
    game, shown, state = set_up(OPEN)
    stamp = shown.stamp(state, game.topology.cell("a3"), 0, 0, 0)
    assert names(game, [pick.cell for pick in stamp.picks]) == "a3 b3"
    assert stamp.draft.refusal is not None
    assert stamp.draft.refusal.code == "off-board"


def test_territory_overlay_tells_owner_and_what_is_settled() -> None:
    # a1 is White's and closed; the rest touches more black stones and is open.
    game, shown, state = set_up((".....", ".....", "b.b..", "wbb..", ".w..."))
    (overlay,) = shown.overlays(state)
    a1, e5, a2 = (game.topology.cell(name) for name in ("a1", "e5", "a2"))
    assert (overlay.owner[a1], overlay.firm[a1]) == (1, True)
    assert (overlay.owner[e5], overlay.firm[e5]) == (0, False)
    assert (overlay.owner[a2], overlay.firm[a2]) == (NOBODY, False)
    assert overlay.legend.startswith("territory: black 18, white 1, neutral 0")
    assert dict(shown.status(state))["decided"] == "1"
    assert dict(shown.status(state))["points still open"] == "18"


def test_overlay_of_an_empty_board_is_nobodys_and_open() -> None:
    _, shown, state = set_up(OPEN)
    (overlay,) = shown.overlays(state)
    assert set(overlay.owner) == {NEUTRAL}
    assert not any(overlay.firm)
    assert [name for name, _ in shown.status(state)] == ["points still open"]


def test_everything_is_settled_when_the_game_is_over() -> None:
    game, shown, state = set_up(OPEN)
    over = game.apply(game.apply(state, Pass()), Pass())
    (overlay,) = shown.overlays(over)
    assert all(overlay.firm)
    assert shown.buttons(over) == ()
    draft = shown.draft(over, [Pick(0, 0)])
    assert draft.refusal is not None
    assert draft.refusal.code == "over"


def test_pass_is_a_button_and_score_tells_komi() -> None:
    _, shown, state = set_up(OPEN)
    assert shown.buttons(state) == (("pass", Pass()),)
    assert shown.player_line(state, 0) == "0"
    assert shown.player_line(state, 1) == "0.5 (0 + komi 0.5)"
    assert shown.question(state) is None
    game = games.create("plurality", {"size": 5, "komi": -13.5})
    assert games.display(game).player_line(game.start(), 1) == "-13.5 (0 + komi -13.5)"


@pytest.mark.parametrize("size", [13, 19])
def test_pie_asks_for_komi_then_side(size: int) -> None:
    game = plurality(size=size, pie=True)
    usual = game.fair_offer
    assert usual + 0.5 == measured_komi(size, hexagonal=False)
    shown = games.display(game)
    state = game.start()
    asked = shown.question(state)
    assert asked is not None
    assert asked.number == (-size * size, size * size, usual)
    answer = game.parse(state, asked.template % usual)
    assert answer == NameKomi(usual)
    assert shown.buttons(state) == ()
    assert shown.draft(state, ()).follow == frozenset()

    state = game.apply(state, answer)
    asked = shown.question(state)
    assert asked is not None
    assert asked.answers == (("black", PickSide(0)), ("white", PickSide(1)))
    state = game.apply(state, PickSide(0))
    # The second player is Black now: overlays go by seat, player lines follow the colour.
    assert shown.player_line(state, 0) == f"{usual}.5 (0 + komi {usual}.5)"
    assert shown.player_line(state, 1) == "0"
    assert shown.question(state) is None
