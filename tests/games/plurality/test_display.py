"""What a front end is told of Plurality: drafts, stamps, overlays, questions."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NOBODY
from termgames.games.plurality.display import PluralityDisplay, display
from termgames.games.plurality.options import measured_komi
from termgames.games.plurality.rules import NameKomi, Pass, PickSide, Plurality, State
from tests.cases import cases
from tests.games.plurality.support import plurality

OPEN = (".....",) * 5
# Black to move. The 2x2 squares b3-c4 and c3-d4 lack one stone each.
TIGHT = (".....", ".bb..", ".w...", "...w.", ".b...")


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


PICKED = cases("""
# Picks on the empty board, what is missing.
| own 0/2, enemy 0/1
c3 | own 1/2, enemy 0/1
c3* | own 0/2, enemy 1/1
c3 c5 | own 2/2, enemy 0/1
c3* c4 | own 1/2, enemy 1/1
c3 c4 d4* | own 2/2, enemy 1/1
d4* c3 c4 | own 2/2, enemy 1/1
c3 c5 c4* | own 2/2, enemy 1/1
""")


@pytest.mark.parametrize(("picks", "missing"), PICKED)
def test_draft_says_what_is_missing(picks: str, missing: str) -> None:
    game, shown, state = set_up(OPEN)
    draft = shown.draft(state, picks_of(game, picks))
    whole = missing == "own 2/2, enemy 1/1"
    assert (draft.status, draft.missing) == ("complete" if whole else "incomplete", missing)
    assert (draft.move is not None) == whole


REFUSED = cases("""
# Board, picks, code, cells at fault.
tight | b4 | occupied | b4
tight | a3 b3 | occupied | b3
open | a1 e5 | apart | a1 e5
open | a1 a2 c3* | apart | a1 a2 c3
open | a1 a1 | repeated | a1
open | c3 c4 d4 | colours | c3 c4 d4
open | c3* c4* | colours | c3 c4
open | c3 c4* d4* | colours | c3 c4 d4
open | a1 a3 e5 | apart | a1 a3 e5
tight | c3 | room | b3 b4 c3 c4
tight | d3 c3 | room | b3 b4 c3 c4
tight | a3 a4 a5* | block | a3 a4 b3 b4
""")


@pytest.mark.parametrize(("board", "picks", "code", "cells"), REFUSED)
def test_refused_draft_names_the_cells_at_fault(
    board: str, picks: str, code: str, cells: str
) -> None:
    game, shown, state = set_up(OPEN if board == "open" else TIGHT)
    draft = shown.draft(state, picks_of(game, picks))
    assert draft.status == "refused"
    assert draft.refusal is not None
    assert (draft.refusal.code, names(game, draft.refusal.cells)) == (code, cells)
    assert draft.refusal.text
    assert draft.move is None


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
