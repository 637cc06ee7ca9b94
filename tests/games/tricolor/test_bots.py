"""Bots know the game they are in: the middle wins, stones may be dead, all may be lost."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core.game import OVER
from termgames.core.two_player import PASS
from termgames.games.tricolor.packed import PackedTriColor
from termgames.games.tricolor.rules import Place, Propose
from termgames.go.dead_stones import AGREE, DECLINE
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.search import preset_answers
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from termgames.search.settings import suited
from tests.cases import cases, facts, options
from tests.games.tricolor.support import position, tricolor
from tests.scenes import go as play

GAME = tricolor(size=7)
ASKING = tricolor(size=7, dead_stones="agree")

LURE = "a.ag.gg aaagggg a.agg.g aaagggg aaaggbb aaagb.b .bagbb."
"""Settled but for a1, where alpha may take b1. He has 19 points between gamma's 20 and
beta's 9; the stone would put him first with 21."""

SETTLED = LURE.replace(".bagbb.", ".aagbb.")
"""The same with alpha at b1: he is first, and gamma wins."""


PASSED_OUT = ".aggag. gagaaaa ggg.a.a .ggggaa agbbb.g .bb.bbg b.bb.bb"
"""Alpha has 13 points, the others 15 each: if all pass they win. A stone at g7 would take f7."""

ROOM_AGAIN = (
    "....b...b.bb. ....gg..bb.bb ...a...bbbbbb .......bbb.b. .........bbbb "
    ".........gbbb .g.....g..b.b b...a....bbbb .a.ggg....bb. ....gggabbbbb "
    "ggggggggbbbbb ggg.gggb.b.bb g.bggbbbbbb.b"
)
"""A group of seventy stones has died, so that half of the board is to be had again. Beta has 66
points: if he stays out the two others may share it, and one of them come to have more than he."""

THOUGHT = [
    # Options, position, texts beside it, playouts, aim, whether alpha or beta passes.
    ("size=7", LURE, "to move: alpha", 300, None, True),  # the middle does not take the lead
    ("size=7", LURE, "to move: alpha", 300, "area", False),  # who grabs all area takes the bait
    # Nobody passes where the others win by passing too, nor where one of them has two turns first.
    ("size=7", PASSED_OUT, "to move: alpha", 1_000, None, False),
    ("size=7 order=thue-morse", PASSED_OUT, "turn: 5", 1_000, None, False),
    ("size=7 order=thue-morse", PASSED_OUT, "turn: 7", 1_000, None, False),
    # Who has enough stays out where there is room again.
    ("size=13", ROOM_AGAIN, "to move: beta", 2_000, None, True),
]


@pytest.mark.parametrize(("chosen", "text", "told", "playouts", "aim", "passes"), THOUGHT)
@pytest.mark.parametrize("seed", range(2))
def test_who_passes(
    chosen: str, text: str, told: str, playouts: int, aim: str | None, passes: bool, seed: int
) -> None:
    game = tricolor(**options("tricolor", chosen))
    form = PackedTriColor(game)
    settings = suited(form, None if aim is None else form.aims[aim])
    beside = {name.replace(" ", "_"): value for name, value in facts(told).items()}
    state = position(text, game=game, **beside)
    thought = Mcts(form, seed=seed, settings=settings).think(state, Limit(playouts=playouts))
    assert (thought.move == PASS) == passes
    if aim:
        assert thought.move == Place(0)
    if text == ROOM_AGAIN:  # by this and by earlier kernels 0.28 to 0.38, six seeds each
        assert thought.value[1] > 0.2


LITTLE_HOPE = (
    "ggbbbbbbbbbbb ggbbbbbbbbbbb gggbbb.bbbbbg gggbbbbb.bbbg gggggggbbab.g "
    "ggggbbbbaaaaa gggggbbabaaa. ggggbbba.aa.a gggggbbaa.aa. gggggabaaaaaa "
    "g.gaaaaaaaaa. gbggggaaaaaaa ggg.bgaaaa.aa"
)
"""Alpha has 53 points, beta 58 and gamma 54: if all pass gamma wins. Where beta loses hardly more
by that than he loses anyway he may well pass."""


@pytest.mark.parametrize("seed", range(2))
def test_nobody_relies_on_the_hope_of_who_has_little(seed: int) -> None:
    """Alpha's pass is worth 0.7 if the others play on, more than any stone. That is so for certain
    if beta would give a hope of 0.2 away by a pass, and hardly if it is 0.02."""
    game = tricolor(size=13)
    state = position(LITTLE_HOPE, game=game, to_move="alpha")
    search = Mcts(PackedTriColor(game), seed=seed)
    search.think(state, Limit(playouts=1_500))
    tree, children = search.tree, search.selector.widen(ROOT, 0)
    (passing,) = children[search.chooser.passing(ROOT, children)]
    for hope, move in ((0.2, passing), (0.02, None)):
        tree.share[passing] = tree.visits[passing] * np.array([0.75 - hope, hope, 0.25])
        tree.reward[passing] = tree.visits[passing] * 0.7
        assert (search.chooser.best(ROOT) == passing) == (move is not None)


@pytest.mark.parametrize(
    ("passes_too", "goes_on"),
    [([0, 1, 1], True), ([0, 0.5, 0.5], True), ([0, 1, 0.2], False), ([0, 0.2, 1], False)],
)
def test_the_other_who_is_least_likely_to_pass_decides_whether_one_goes_on(
    passes_too: list[float], goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = PackedTriColor(GAME)
    search = Mcts(form, seed=1)
    search.think(position(PASSED_OUT, game=GAME, to_move="alpha"), Limit(playouts=64))
    tree, chooser = search.tree, search.chooser
    children = search.selector.widen(ROOT, 0)
    passing = int(children[tree.action[children] == form.passing][0])
    (stone, *_) = children[children != passing].tolist()
    found = chooser._passed_out(tree.positions[tree.place[[ROOT]]])
    ended = float(form.final(found[0], search.settings.reward)[0][0, 0])
    # A pass is worth 0.6 if play goes on. At 0.35 it is as good as the stone, and 0.02 more counts.
    tree.visits[children] = 10
    tree.visits[[passing, stone]] = 1000
    tree.reward[children] = 0
    tree.reward[passing, 0] = 600
    tree.reward[stone, 0] = 1000 * (0.62 - 0.35 * (0.6 - ended))
    monkeypatch.setattr(chooser, "_passes_too", lambda *_: np.array(passes_too))
    assert chooser.best(ROOT) == (stone if goes_on else passing)


def test_a_pass_that_ends_the_game_is_counted_exactly() -> None:
    form = PackedTriColor(GAME)
    state = position(LURE, game=GAME, to_move="alpha", passed="beta gamma")
    thought = Mcts(form, seed=1).think(state, Limit(playouts=300))
    assert thought.move == PASS
    assert thought.value == (1, 0, 0)


def asked(text: str, *answers: Any, game: Any = ASKING, first: str = "alpha") -> Any:
    """The question after all have passed and these answers were given."""
    return play(game, position(text, game=game, to_move=first), *["pass"] * 3, *answers)


def answer(state: Any, game: Any = ASKING, player: str = "mcts:playouts=64") -> str:
    return str(game.format(make_bot(parse_player(player), game, seed=1).think(state).move))


@pytest.mark.parametrize(
    ("text", "answers", "wanted"),
    cases("""
# Dead stones are proposed, and bots agree to what they see themselves.
LURE | | dead b1
SETTLED | | dead none
LURE | dead b1 | agree
LURE | dead b1, agree | agree
# Nobody agrees to what robs him. With b1 alive alpha is in the middle, with b1 dead gamma is.
LURE | dead none | agree
LURE | dead none, agree | decline
LURE | dead g4, agree | decline
"""),
)
def test_what_bots_say_of_dead_stones(text: str, answers: str, wanted: str) -> None:
    boards = {"LURE": LURE, "SETTLED": SETTLED}
    assert answer(asked(boards[text], *filter(None, answers.split(", ")))) == wanted


HOPE_LEFT = ".ga.b a.abb .aaaa gggg. g.bgb"
"""If beta's stones and b5 are dead, alpha has 14 points, gamma 8 and beta none: gamma wins. If
play goes on, that is open."""


def test_who_has_lost_by_dead_stones_plays_on_while_he_has_hope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = tricolor(size=5, dead_stones="agree")
    state = asked(HOPE_LEFT, "dead c1,e1,d4,e4,b5,e5", game=game, first="gamma")
    assert game.to_act(state) == 0
    for hope, wanted in ((0.2, "decline"), (0.05, "agree")):
        shares = (hope, 0.0, 1 - hope)
        monkeypatch.setattr(preset_answers, "_expected_shares", lambda *_, each=shares: each)
        assert answer(state, game) == wanted
    form = PackedTriColor(game)
    assert form.decide(state, (0.1, 0.2, 0.7)) == DECLINE
    assert form.decide(state, (0.09, 0.2, 0.71)) == AGREE
    nothing = asked(SETTLED, "dead none")
    assert preset_answers.answer(PackedTriColor(ASKING), nothing) == AGREE, "beta has lost anyway"
    resumed = form.deciding_position(state)
    assert resumed.agreement is None
    assert game.mover(resumed) == 2


def test_a_search_counts_stones_as_dead_where_all_will_agree() -> None:
    form = PackedTriColor(ASKING)
    agreeing = form.pack([position(LURE, game=ASKING, to_move="alpha")])
    assert form.standing(agreeing).tolist() == [[21, 8, 20]]
    declined = asked(LURE, "dead none", "decline")
    assert form.standing(form.pack([declined])).tolist() == [[19, 9, 20]]


ALONE = "aaaaaaa a.aaa.a aaaaaaa aaaaaaa aaaaaaa aaaaaaa aaa.aaa"
SEVENTH = "a.... .b... ..g.. ..... ....."
"""Hardly anything is decided, whatever a glance says."""
RESIGNING = {"SETTLED": SETTLED, "LURE": LURE, "ALONE": ALONE, "SEVENTH": SEVENTH}


@pytest.mark.parametrize("player", ["random", "greedy", "mcts:playouts=1", "mcts:playouts=200"])
def test_all_bots_answer_by_the_same_rule(player: str) -> None:
    """Both have to be lost: who proposes, and who is asked; and half of the board decided."""
    for text, mover, other, wanted in (
        ("SETTLED", "alpha", "beta", "agree"),
        ("SETTLED", "alpha", "gamma", "decline"),
        ("LURE", "alpha", "beta", "decline"),
        ("ALONE", "beta", "gamma", "agree"),
        ("SEVENTH", "alpha", "beta", "decline"),
        ("SEVENTH", "alpha", "gamma", "decline"),
    ):
        game = tricolor(size=5 if text == "SEVENTH" else 7)
        state = position(RESIGNING[text], game=game, to_move=mover)
        assert answer(play(game, state, f"resign with {other}"), game, player) == wanted


@pytest.mark.parametrize(
    ("text", "said", "value", "wanted"),
    cases("""
# Position, what was said, what a search expects, to whom resigning is proposed then.
SETTLED | | 0 0 1 | beta
SETTLED | | 0 .5 .5 |
SETTLED | | .05 0 .95 |
SETTLED | | .5 0 .5 |
SETTLED | resign with beta, decline | 0 0 1 |
# In LURE alpha is in the middle: he has won, whatever a few playouts told him.
LURE | | 0 0 1 |
SEVENTH | | 0 0 1 |
SEVENTH | | 0 1 0 |
"""),
)
def test_resignation_is_proposed_to_who_has_no_hope_either(
    text: str, said: str, value: str, wanted: str
) -> None:
    game = tricolor(size=5 if text == "SEVENTH" else 7)
    form = PackedTriColor(game)
    state = play(
        game,
        position(RESIGNING[text], game=game, to_move="alpha"),
        *said.split(", ")[: 2 * bool(said)],
    )
    shares = tuple(map(float, value.split()))
    found = {form.propose(state, shares), preset_answers.proposal(form, state, shares)}
    assert found == {Propose(1) if wanted else None}


def test_who_holds_the_middle_does_not_resign_however_long_a_game_lasts() -> None:
    judge = PackedTriColor(GAME)._judge
    for text, lost in ((LURE, [1, 2]), (SETTLED, [0, 1])):
        state = replace(position(text, game=GAME, to_move="alpha"), turn=300)
        assert [seat for seat in range(3) if judge._lost(state, seat, (0, 0, 0))] == lost


def test_who_has_been_declined_passes() -> None:
    state = position(SETTLED, game=GAME, to_move="alpha")
    assert answer(state, GAME) == "resign with beta"
    refused = play(GAME, state, "resign with beta", "decline")
    assert answer(refused, GAME) == "pass"


@pytest.mark.parametrize("options", [{}, {"order": "thue-morse", "dead_stones": "agree"}])
def test_bots_play_to_the_end(options: dict[str, Any]) -> None:
    game = tricolor(hex=3, **options)
    names = ("mcts:playouts=4", "greedy", "mcts:playouts=4,aim=area")
    bots = [make_bot(parse_player(name), game, seed=seat) for seat, name in enumerate(names)]
    state = game.start()
    for _ in range(400):
        seat = game.to_act(state)
        if seat == OVER:
            break
        state = game.apply(state, bots[seat].think(state).move)
    assert game.to_act(state) == OVER


HALF = "a.ag... aaag... a.ag... aaag... aaagg.. aaag... .aag..."
"""alpha has his part for good; the rest is nobody's yet."""


@pytest.mark.parametrize(("text", "wanted"), [(SEVENTH, False), (HALF, False), (SETTLED, True)])
def test_nobody_resigns_while_less_than_half_the_board_is_decided(text: str, wanted: bool) -> None:
    game = tricolor(size=len(text.split()))
    decided = PackedTriColor(game)._judge.decided(position(text, game=game, to_move="alpha"))
    assert decided == wanted


@pytest.mark.parametrize(
    ("points", "undecided", "lost"),
    [
        ((21, 8, 20), 0, {0, 1}),
        # Gamma may have as many as alpha.
        ((21, 8, 20), 1, {1}),
        # Beta may have as many as gamma.
        ((21, 8, 20), 12, set()),
        ((21, 8, 20), 11, {1}),
        ((24, 8, 12), 3, {0, 1}),
        ((24, 8, 12), 4, {0}),
    ],
)
def test_nobody_resigns_while_open_points_may_make_him_the_middle(
    points: tuple[int, ...], undecided: int, lost: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(SETTLED, game=GAME, to_move="alpha")
    judge = PackedTriColor(GAME)._judge
    monkeypatch.setattr(judge, "_decided_points", lambda _: (np.array(points), undecided))
    nothing = (0.0, 0.0, 0.0)
    # Gamma wins as it stands.
    assert {seat for seat in range(3) if judge._lost(state, seat, nothing)} == lost
    assert not any(judge._lost(state, seat, (0.05, 0.05, 0.05)) for seat in range(3))


def test_after_talk_nothing_is_proposed_for_thirty_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tricolor(size=7)
    judge = PackedTriColor(game)._judge
    monkeypatch.setattr(judge, "_lost", lambda *_: True)
    monkeypatch.setattr(judge, "decided", lambda _: True)
    nothing = (0.0, 0.0, 0.0)
    assert judge.proposal(game.start(), nothing) is not None
    state = game.apply(game.apply(game.start(), Propose(1)), DECLINE)
    for ply in range(31):
        proposed = judge.proposal(state, nothing)
        assert (proposed is not None) == (ply == 30)
        state = game.apply(state, Place(ply))


def test_a_search_decides_unless_a_resigner_wins_as_it_stands() -> None:
    """In LURE alpha, who offers beta to resign together, is in the middle; in SETTLED not."""
    form = PackedTriColor(GAME)
    settled = GAME.apply(position(SETTLED, game=GAME, to_move="alpha"), Propose(1))
    assert form.decide(settled, (0.0, 0.0, 1.0)) == AGREE
    state = GAME.apply(position(LURE, game=GAME, to_move="alpha"), Propose(1))
    assert form.deciding_position(state) is not None
    assert form.decide(state, (0.0, 0.0, 1.0)) == DECLINE
    assert form.decide(state, (0.5, 0.0, 0.5)) == DECLINE
    assert form.decide(state, (0.0, 0.5, 0.5)) == DECLINE
    assert form.deciding_position(position(LURE, game=GAME, to_move="alpha")) is None
