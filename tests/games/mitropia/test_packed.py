"""Packed positions of Mitropia for two without luck, against the readable rules."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.games.mitropia.moves import PASS, Point
from termgames.games.mitropia.packed import PackedMitropia, packed
from termgames.games.mitropia.rules import Mitropia
from tests.games.mitropia.play import SETTLED

TABLES: dict[str, dict[str, Any]] = {
    "go": {"map": "9x9", "range": "none"},
    "area": {"map": "9x9-cut", "range": "none", "scoring": "area"},
    "pro": {"map": "9x9", "pro": True},
    "near": {"map": "hourglass", "range": 2},
    "hexagons": {
        "map": "x | cells: hexagons | 2: a1 e5 | ..-../...../..-../...../..-..",
        "range": 2,
    },
    "handicap": {"map": "9x9", "range": "none", "handicap": "0,-3"},
}


def made(**options: Any) -> tuple[Mitropia, PackedMitropia]:
    game = games.create("mitropia", {"players": 2, "no-cards": True, **options})
    assert isinstance(game, Mitropia)
    form = packed(game)
    return game, form


def begun(game: Mitropia, form: PackedMitropia) -> Any:
    """The first turn; what comes before is answered by habit."""
    state = game.start()
    while (answer := form.preset_answer(state)) is not None:
        state = game.apply(state, answer)
    return state


def after(game: Mitropia, form: PackedMitropia, points: str) -> Any:
    state = begun(game, form)
    for point in points.split():
        state = game.apply(state, game.parse(state, point))
    return state


def test_a_capture_is_the_likeliest_move() -> None:
    game, form = made(map="9x9", range="none")
    state = after(game, form, "e5 e4 d4 a9 f4 a8 a1 a7")
    legal = form.legal(form.pack([state])[0])
    logits = form.logits(form.pack([state]))[0]
    assert game.topology.names[legal[logits[legal].argmax()]] == "e3"


@pytest.mark.parametrize("table", TABLES)
def test_many_rows_have_the_legal_actions_of_each(table: str) -> None:
    """Rows of several games at once, some of them in a ko, some over: each as if alone."""
    game, form = made(**TABLES[table])
    rng = np.random.default_rng(3)
    kept, kos = [], 0
    rows = form.pack([begun(game, form)] * 8)
    for ply in range(2 * game.topology.cells):
        actions = []
        for row in rows:
            legal = form.legal(row)
            stones = legal[legal < form.passing]
            actions.append(rng.choice(stones if stones.size else legal))
        before = rows
        rows = form.advance(rows, np.array(actions, np.int32))
        view = form.rows.view(rows["stones"], rows["groups"], form.mover(rows["turn"]) + 1)
        lone = view.playable & ~view.own_eye & (view.captures == 1)
        kos += int((lone & ~form.placements(rows)).sum())
        if ply % 9 == 0:
            kept.append(rows)
        rows = np.where(form.to_act(rows) == OVER, before, rows)
    together = np.concatenate(kept)
    flags = form.legal_flags(together)
    assert flags.shape == (len(together), form.cells + 1)
    for row, legal in zip(together, flags, strict=True):
        assert np.flatnonzero(legal).tolist() == form.legal(row).tolist()
    assert kos > 0 or table in ("near", "hexagons")
    over = together[:1].copy()
    over["over"] = True
    assert not form.legal_flags(over).any()
    assert not form.legal(over[0]).size


def test_a_position_that_a_game_begins_with_is_not_repeated_below_it() -> None:
    """Black takes a ko of the diagram; White may not take back, as little as by the rules."""
    game, form = made(map="9x9", range="none")
    empty = ["........."] * 4
    rows = [*empty, "..bw.....", ".bw.w....", "..bw.....", *empty[:2]]
    state = game.position(rows, {"to move": "black"})
    d4, c4 = map(game.topology.cell, ("d4", "c4"))
    row = form.advance(form.pack([state]), np.array([d4], np.int32))
    assert game.refuse(game.apply(state, Point(d4)), Point(c4)) is not None
    assert not form.legal_flags(row)[0, c4]


def test_a_won_game_is_passed_though_dead_stones_stand() -> None:
    """They will be agreed on: then Black has three points more, and the game; else it is even."""
    game, form = made(map="9x9", range="none", **{"dead-stones": "agree"})
    state = game.position(SETTLED, {"to move": "black"})
    assert game.score(state).totals == (2, 2)
    assert form.standing(form.pack([state])).tolist() == [[5, 1]]
    assert form.preset_answer(state) == PASS
    assert form.preset_answer(game.position(SETTLED, {"to move": "white"})) is None
    even = game.position(SETTLED, {"to move": "black", "prisoners": "white: black 4"})
    assert form.standing(form.pack([even])).tolist() == [[1, 1]]
    assert form.preset_answer(even) is None


@pytest.mark.parametrize(("idle", "bits"), [("5", 0), ("6", 0), ("7", 2)])
def test_rule_9_a_row_knows_how_many_turns_are_left(idle: str, bits: int) -> None:
    """After seven turns without a stone the next pass ends the game, whoever has passed."""
    game, form = made(map="9x9", range="none")
    state = game.position(SETTLED, {"to move": "black", "idle turns": idle})
    row = form.pack([state])
    assert row["passed"].tolist() == [bits]
    for text in ("pass", "pass")[bits > 0 :]:
        assert form.to_act(row)[0] == game.to_act(state) != OVER
        state = game.apply(state, game.parse(state, text))
        row = form.advance(row, np.array([form.passing], np.int32))
    assert form.to_act(row)[0] == game.to_act(state) == OVER


def test_rule_18_after_a_disagreement_the_count_is_the_same() -> None:
    game, form = made(map="9x9", range="none", **{"dead-stones": "agree"})
    state = game.position(SETTLED, {"to move": "black", "prisoners": "white: black 9"})
    for text in ("pass", "pass", "dead none", "decline"):
        state = game.apply(state, game.parse(state, text))
    row = form.pack([state])
    for text in ("pass", "pass"):
        move = game.parse(state, text)
        lead = form.standing(row)[0]
        totals = game.score(state).totals
        assert lead[0] - lead[1] == totals[0] - totals[1]
        action = move.cell if isinstance(move, Point) else form.passing
        state, row = game.apply(state, move), form.advance(row, np.array([action], np.int32))
    assert game.to_act(state) == form.to_act(row)[0] == OVER
    _, share = form.final(row, Reward())
    np.testing.assert_array_equal(share[0], game.utilities(state))
