"""Rules 5 to 7 of Plurality, territories and their count: diagram in, numbers out."""

from typing import Any

import pytest

from termgames import games
from termgames.core.fair_komi import is_hex, table
from termgames.core.options import number_text
from termgames.games.plurality.rules import Plurality
from tests import diagrams
from tests.games.plurality.support import Scene, plurality
from tests.scenes import scenes


@scenes(
    """
rule 5: a stone counts once for a territory
  # b4 touches the corner's a4 and b5; White has two stones there and Black one.
  {FIVE} & at ..w.. .b... w.... ..... ..... & owns a4 white 3

rule 5: a stone counts for every territory it touches
  # b5 owns the corner and helps beside it; b5 and a4 against c4 and b3; b5 against c4 and d5.
  {FIVE} & at .b.w. b.w.. .w... w.... .....
  owns a5 black 1 / a3 white 1 / b4 neutral 1 / c5 white 1

rule 5: equal counts and untouched regions are neutral
  {FIVE} & at b.... w.... ..... ..... ..... & owns a1 neutral 23 & at {EMPTY} & owns a1 neutral 25

rule 5: diagonals do not connect
  {FIVE} & at .b... w.b.. .w... ..... ..... & owns a5 neutral 1 / b4 neutral 1

rule 5: open regions count at the end
  {FIVE} & go a1,b1,c1 / pass / pass & totals 22 5.5 & winners 0

rule 6: every part of a score is told
  game size=5 komi=2.5 & at ..w.. .b... w.... ..... .....
  parts 1 19 at a1 (1 black, 2 white) / 1 3 at a4 (1 black, 2 white) / 1 komi 2.5 & totals 0 24.5

rule 6: komi is any finite number
  wrong --komi takes a finite number: komi=inf / komi=-inf / komi=nan / komi=1e999 / komi=five
  game size=5 komi=-3 & go pass / pass & totals 0 -3
  game size=5 komi=0.125 & go pass / pass & totals 0 .125 & winners 1
  game size=5 komi=1e3 & go pass / pass & totals 0 1000 & shares 0 1

rule 6: a whole komi makes draws possible
  game size=5 komi=0 & go pass / pass & winners 0 1 & shares .5 .5
  game size=5 komi=-1 & go pass / pass & winners 0 & shares 1 0
  game size=5 komi=22 & go a1,b1,c1 / pass / pass & totals 22 22 & shares .5 .5

rule 7: ties by parity, where one point is odd and the rest is even
  {FIVE} & at .b... w.... ..... ..... ..... & owns a1 neutral 22 / a5 neutral 1
  {ODD} & at .b... w.... ..... ..... ..... & owns a1 black 22 / a5 white 1

rule 7: what is not tied, or has no stone, is not touched by it
  {FIVE} & at .b... b.... ..... ..... ..... & owns a1 black 22 / a5 black 1
  {ODD} & at .b... b.... ..... ..... ..... & owns a1 black 22 / a5 black 1
  {ODD} & at {EMPTY} & owns a1 neutral 25 & start & go pass / pass & totals 0 5.5

rule 8: territories on hexhex have six neighbours
  # The corner a1 has the neighbours a2, b1 and b2; closed off, it is White's.
  game hex=3 & at ... .... ..... wb.. .w. & owns a1 white 1
""",
    FIVE="game size=5 komi=5.5",
    ODD="game size=5 ties=parity komi=5.5",
    EMPTY="..... ..... ..... ..... .....",
)
def test_territories(scene: list[str]) -> None:
    Scene().play(scene)


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
    state = diagrams.position(game, corner)
    scene = Scene()
    scene.game, scene.state = game, state
    scene.on_owns("a1 white 1 / c1 white 2 / a3 black 5")
    # All three are out of reach: no placement touches them.
    covered = {cell for move in game.legal_moves(state) for cell in game.cells_of(move)}
    inside = {cell for name in ("a1", "c1", "a3") for cell in region_of(game, state, name)}
    assert covered.isdisjoint(inside)
    (overlay,) = games.display(game).overlays(state)
    assert all(overlay.firm[cell] for cell in inside)
    assert not any(overlay.firm[cell] for cell in covered)


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
