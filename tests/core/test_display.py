"""What a game without a display of its own gets: moves from the list of legal ones."""

from dataclasses import replace
from typing import Any

import pytest

from termgames.core.display import Display, Pick
from termgames.core.game import NEUTRAL, NOBODY, Score, ScorePart
from tests.toy_card_game.rules import Lots, Move, State, create

RED, BLUE, GREEN = range(3)


@pytest.fixture
def game() -> Lots:
    return create({"players": 3, "talk": "free"})


@pytest.fixture
def state(game: Lots) -> State:
    """Red, the first seat, is to act and holds a card; one point is occupied."""
    return game.position(["...", ".u.", "..."], {"hand red": "4"})


class Pairs(Lots):
    """Stones are put in pairs, on two points beside each other in a row."""

    def legal_moves(self, s: State) -> list[Move]:
        return [Move("pair", cell) for cell in range(9) if cell % 3 < 2]

    def refuse(self, s: State, m: Move) -> None:
        return None

    def cells_of(self, m: Move) -> tuple[int, ...]:
        return (m.number, m.number + 1)

    def format(self, m: Move) -> str:
        return ",".join(self.topology.names[cell] for cell in self.cells_of(m))

    def apply(self, s: State, m: Move) -> State:
        stones = bytearray(s.stones)
        for cell in self.cells_of(m):
            stones[cell] = 1 + s.asked
        return replace(s, stones=bytes(stones))


def test_a_point_that_is_a_move_is_ready_to_be_played(game: Lots, state: State) -> None:
    cell = game.topology.cell("a1")
    draft = Display(game).draft(state, [Pick(cell, RED)])
    told = (draft.status, draft.move, draft.prompt)
    assert told == ("complete", Move("place", cell), "Ready: a1.")


def test_half_a_move_asks_for_the_other_half_and_is_complete_with_it(state: State) -> None:
    game = Pairs({"players": 3})
    a1, b1, c1, a2 = map(game.topology.cell, ("a1", "b1", "c1", "a2"))

    def draft(*picks: tuple[int, int]) -> Any:
        return Display(game).draft(state, [Pick(*pick) for pick in picks])

    half, whole = draft((b1, RED)), draft((b1, RED), (a1, RED))
    assert (half.status, half.follow) == ("incomplete", {a1, c1})
    assert (whole.status, whole.prompt) == ("complete", "Ready: a1,b1.")
    for second in ((a2, RED), (a1, RED), (b1, BLUE)):
        assert draft((a1, RED), second).status == "refused"


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_moves_without_a_point_are_buttons_of_every_seat(game: Lots, seat: int) -> None:
    names = ("hand red", "hand blue")
    state = replace(game.position(["..."] * 3, {names[seat]: "4"}), mover=seat, asked=seat)
    labels = [label for label, _ in Display(game).buttons(state)]
    assert labels == ["lay 4", "draw", "pass"]


def test_the_overlay_tells_whose_empty_points_count(
    game: Lots, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Display(game).overlays(state) == (), "only stones count"
    parts = (ScorePart(BLUE, 2.0, "", (0, 1, 4)), ScorePart(NEUTRAL, 1.0, "", (8,)))
    monkeypatch.setattr(game, "score", lambda s: Score((0.0, 2.0, 0.0), parts, (BLUE,)))
    (overlay,) = Display(game).overlays(state)
    assert overlay.owner == (BLUE, BLUE, *[NOBODY] * 6, NEUTRAL), "a stone is no territory"
    assert overlay.legend == "counted: red 0, blue 2, green 0; neutral 1"
    assert overlay.firm == (False,) * 9
