"""Rules 5 to 7 of Plurality, territories and their count: diagram in, numbers out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.fair_komi import is_hex, table
from termgames.core.game import NEUTRAL
from termgames.core.options import number_text
from termgames.games.plurality.rules import Plurality
from tests import diagrams
from tests.cases import cases
from tests.games.plurality.support import FIVE, HEX, play, plurality


def territories(game: Plurality, diagram: str) -> dict[str, tuple[str, float]]:
    """First cell of each territory: its owner's name and its points."""
    state = diagrams.position(game, diagram)
    names = {0: "black", 1: "white", NEUTRAL: "neutral"}
    return {
        game.topology.names[part.cells[0]]: (names[part.seat], part.points)
        for part in game.score(state).parts
        if part.cells
    }


def region_of(game: Plurality, state: Any, name: str) -> tuple[int, ...]:
    """The cells of the territory that begins at a point."""
    (cells,) = (p.cells for p in game.score(state).parts if game.topology.cell(name) in p.cells)
    return cells


def test_rule_5_the_corner_of_the_source() -> None:
    """Territories of one and two points for White and one of five for Black."""
    corner = """
        . . . . . . . . .
        w . . . . . . . .
        . b . . . . . . .
        . b . . . . . . .
        . w . . . . . . .
        . b . . . . . . .
        . b . b . . . . .
        w b w b . . . . .
        . w . . w . . . .
    """
    game = plurality(size=9)
    found = territories(game, corner)
    assert found["a1"] == ("white", 1)
    assert found["c1"] == ("white", 2)
    assert found["a3"] == ("black", 5)
    # All three are out of reach: no placement touches them.
    state = diagrams.position(game, corner)
    covered = {cell for move in game.legal_moves(state) for cell in game.cells_of(move)}
    inside = {cell for name in ("a1", "c1", "a3") for cell in region_of(game, state, name)}
    assert covered.isdisjoint(inside)
    (overlay,) = games.display(game).overlays(state)
    assert all(overlay.firm[cell] for cell in inside)
    assert not any(overlay.firm[cell] for cell in covered)


def test_rule_5_a_stone_counts_once_for_a_territory() -> None:
    """b4 touches the corner's a4 and b5; White has two stones there and Black one."""
    found = territories(
        FIVE,
        "..w.. .b... w.... ..... .....",
    )
    assert found["a4"] == ("white", 3)


def test_rule_5_a_stone_counts_for_every_territory_it_touches() -> None:
    """b5 alone owns the corner a5 and helps on its other side as well."""
    found = territories(
        FIVE,
        ".b.w. b.w.. .w... w.... .....",
    )
    assert found["a5"] == ("black", 1)
    assert found["a3"] == ("white", 1)
    assert found["b4"] == ("neutral", 1)  # b5 and a4 against c4 and b3
    assert found["c5"] == ("white", 1)  # b5 against c4 and d5


def test_rule_5_equal_counts_and_untouched_regions_are_neutral() -> None:
    tied = "b....\nw....\n.....\n.....\n....."
    assert territories(FIVE, tied) == {"a1": ("neutral", 23)}
    empty = "\n".join(["....."] * 5)
    assert territories(FIVE, empty) == {"a1": ("neutral", 25)}


def test_rule_5_diagonals_do_not_connect() -> None:
    found = territories(FIVE, ".b...\nw.b..\n.w...\n.....\n.....")
    assert found["a5"] == ("neutral", 1)
    assert found["b4"] == ("neutral", 1)


def test_rule_5_open_regions_count_at_the_end() -> None:
    """Both pass at once after one placement: all that is empty is Black's."""
    state = play(FIVE, FIVE.start(), "a1,b1,c1", "pass", "pass")
    assert FIVE.score(state).totals == (22, 5.5)
    assert FIVE.score(state).winners == (0,)


def test_rule_6_every_part_of_a_score_is_told() -> None:
    game = games.create("plurality", {"size": 5, "komi": 2.5})
    score = game.score(diagrams.position(game, "..w..\n.b...\nw....\n.....\n....."))
    assert [(part.seat, part.points, part.text) for part in score.parts] == [
        (1, 19, "19 at a1 (1 black, 2 white)"),
        (1, 3, "3 at a4 (1 black, 2 white)"),
        (1, 2.5, "komi 2.5"),
    ]
    assert score.totals == (0, 24.5)


def test_rule_6_the_authors_komi_is_the_default_on_his_boards() -> None:
    for size, komi in ((13, 5.5), (19, 6.5)):
        game = plurality(size=size)
        assert game.start().komi == komi
        remark = games.info("plurality").remark(game.options)
        assert remark == f"the author's; {number_text(game.fair_offer + 0.5)} is even between bots"


@pytest.mark.parametrize("board", [*table()["plurality"], "25"])
def test_rule_6_default_komi_elsewhere_is_the_measured_one(board: str) -> None:
    kind, size = ("hex", board[4:]) if is_hex(board) else ("size", board)
    game = plurality(**{kind: int(size)})
    entry = table()["plurality"]["19" if board == "25" else board]
    assert game.fair_offer + 0.5 == entry["playable"]
    if board not in ("13", "19"):
        assert game.start().komi == entry["playable"]
        assert not games.info("plurality").remark(game.options)


@pytest.mark.parametrize(
    ("text", "value"), [("5.5", 5.5), ("-3", -3.0), ("0", 0.0), ("1e3", 1000.0), ("0.125", 0.125)]
)
def test_rule_6_komi_is_any_finite_number(text: str, value: float) -> None:
    option = games.info("plurality").option("komi")
    komi = option.read(text)
    assert komi == value
    assert option.read(option.write(komi)) == value
    game = plurality(size=5, komi=komi)
    state = play(game, game.start(), "pass", "pass")
    assert game.score(state).totals == (0.0, value)


@pytest.mark.parametrize("text", ["inf", "-inf", "nan", "1e999", "five", "", "5,5"])
def test_rule_6_komi_that_is_no_finite_number_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="--komi takes a finite number"):
        games.info("plurality").option("komi").read(text)


def test_rule_6_a_whole_komi_makes_draws_possible() -> None:
    for komi, winners, shares in (
        (0.0, (0, 1), [0.5, 0.5]),
        (0.5, (1,), [0, 1]),
        (-1, (0,), [1, 0]),
    ):
        game = plurality(size=5, komi=komi)
        end = play(game, game.start(), "pass", "pass")
        assert game.score(end).winners == winners
        assert game.score(end).draw == (len(winners) == 2)
        np.testing.assert_array_equal(game.utilities(end), np.array(shares, np.float32))
    game = plurality(size=5, komi=22)
    end = play(game, game.start(), "a1,b1,c1", "pass", "pass")
    assert game.score(end).totals == (22, 22)
    assert game.score(end).draw


PARITY = cases("""
# Diagram, owners where ties are neutral, and where they go by parity.
# One point, one stone each: odd, White's; the rest is 22 with equal counts: Black's.
.b... w.... ..... ..... ..... | a1 neutral 22, a5 neutral 1 | a1 black 22, a5 white 1
# An uneven count is not touched by the variant.
.b... b.... ..... ..... ..... | a1 black 22, a5 black 1 | a1 black 22, a5 black 1
# No stone at all: neutral, odd though it is.
..... ..... ..... ..... ..... | a1 neutral 25 | a1 neutral 25
""")


@pytest.mark.parametrize(("diagram", "neutral", "parity"), PARITY)
def test_rule_7_ties_by_parity(diagram: str, neutral: str, parity: str) -> None:
    for game, told in ((FIVE, neutral), (plurality(size=5, ties="parity"), parity)):
        found = territories(game, diagram)
        assert ", ".join(f"{at} {who} {points}" for at, (who, points) in found.items()) == told


def test_rule_7_komi_counts_as_in_rule_6() -> None:
    game = plurality(size=5, ties="parity", komi=1.5)
    end = play(game, game.start(), "pass", "pass")
    assert game.score(end).totals == (0, 1.5)


def test_rule_8_territories_on_hexhex_have_six_neighbours() -> None:
    """The corner a1 has the neighbours a2, b1 and b2; closed off, it is White's."""
    found = territories(HEX, "... .... ..... wb.. .w.")
    assert found["a1"] == ("white", 1)
