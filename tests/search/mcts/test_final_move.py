"""What is played in the end: certain ends, and ends instead of moves that gain nothing."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.two_player import PASS
from termgames.play.bots.factory import searcher
from termgames.play.bots.players import parse_player
from termgames.search import policy
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import NONE, ROOT
from tests import diagrams

LOST = """
e12,e13,d13 c8,d8,e8 l2,k3,k2 f7,g7,e7 g5,h6,g6 h8,h10,h9 j11,k11,j10 l8,l9,k9 c6,d6,d5
e3,d4,d3 f9,g10,f10 b8,b9,b10 b5,a6,a5 g11,g12,g13 b11,c12,b12 d9,e10,d10 j7,k7,l7
b2,c3,b3 f4,f5,e5 l12,l13,k12 m10,m11,l10 j3,h4,j4 f1,e2,e1 g2,h2,g1 m2,n3,m3 l4,m5,m4
n7,m8,n8 k5,k6,j5
"""
"""A game of Plurality in which Black, who is to move, has lost: with best play by 8.5, and
by 24.5 where he passes."""


NEARLY_OVER = """
j11,j12,j13 l11,m11,m10 j9,j10,h10 d10,e10,d11 a5,b5,c5 a11,b11,c11 g8,g9,g10 b8,c9,b9
d6,e6,d7 k9,l9,l8 f7,h7,g7 m4,m5,n4 n2,n3,n1 l2,l4,l3 f11,g12,g11 f4,f5,f6 h3,h4,g4 j2,k3,j3
l12,k13,l13 d3,d4,d5 j5,j6,j7 k6,l7,l6 c1,b2,b1 d1,d2,e1 a3,b3,c3 a6,a7,a8 a13,b13,a12
e12,f13,e13 g1,h1,j1 f2,g2,f3 m7,n7,n8 e8,f9,e9 n12,n13,n11 c12,d13,c13
"""
"""One in which Black has lost by 7.5 after the one move that is left, and by 14.5 if both pass."""


def after(game: Any, texts: str) -> Any:
    state = game.start()
    for text in texts.split():
        state = game.apply(state, game.parse(state, text))
    return state


def search(game: Any, seed: int) -> Mcts:
    form = games.packed(game)
    return Mcts(form, seed=seed)


def test_a_pass_is_lost_when_the_next_one_ends_a_lost_game() -> None:
    game: Any = games.create("plurality", {"size": 13})
    thinker = search(game, 1)
    thought = thinker.think(after(game, LOST), Limit(playouts=3000))
    assert game.format(thought.move) != "pass"
    children = thinker.tree.children[ROOT]
    passing = children[thinker.tree.action[children] == thinker.game.passes(None)]
    assert thinker.tree.winner[passing].tolist() == [1]


@pytest.mark.parametrize("playouts", [136, 1000])
def test_a_pass_is_not_the_only_move_because_all_others_are_proven_to_lose(playouts: int) -> None:
    game: Any = games.create("plurality", {"komi": 5.5})
    state = after(game, NEARLY_OVER)
    for seed in range(2):
        thought = search(game, seed).think(state, Limit(playouts=playouts))
        assert thought.move != PASS
        black, white = game.score(game.apply(state, thought.move)).totals
        assert (thought.note, black - white) == ("proven", -7.5)


def test_an_end_that_is_certain_and_best_is_played_though_it_was_not_visited() -> None:
    game: Any = games.create("plurality", {"size": 13})
    thinker = search(game, 1)
    thought = thinker.think(after(game, LOST + " pass"), Limit(playouts=3000))
    assert game.format(thought.move) == "pass"
    assert not thinker.tree.solved[ROOT]
    passing, tree = thinker.chooser.best(ROOT), thinker.tree
    children = tree.children[ROOT]
    (other,) = children[children != passing][:1]
    # Another move wins as well, by less, and is all that was looked at.
    tree.winner[other], tree.visits[other], tree.visits[passing] = 1, 1000, 0
    tree.reward[other, 1] = 900
    assert thinker.chooser.best(ROOT) == passing


def test_who_has_lost_ends_the_game_rather_than_fill_his_own_ground() -> None:
    """Where ground counts without its stones, each costs a point."""
    options: dict[str, Any] = {"map": "9x9", "players": 2, "pro": True, "range": "none"}
    game: Any = games.create("mitropia", options)
    state = diagrams.position(game, " ".join(["......bw."] * 9), to_move="black")
    state = game.apply(state, game.parse(state, "pass"))
    thinker = search(game, 1)
    thinker.think(state, Limit(playouts=64))
    tree, chooser = thinker.tree, thinker.chooser
    fill = game.topology.by_name["j5"]
    children = thinker.selector.widen(ROOT, 10_000)
    (own,) = children[tree.action[children] == fill]
    (passing,) = children[tree.solved[children]]
    worth = tree.exact[passing, 1]
    # A hair of hope, as playouts leave it to who has lost.
    tree.reward[children] = 0
    tree.visits[children] = tree.visits[own] = 10_000
    tree.reward[own, 1] = 10_000 * (worth + 0.01)
    assert chooser.best(ROOT) == passing
    tree.reward[own, 1] = 10_000 * (worth + 0.05)
    assert chooser.best(ROOT) == own


NOTHING_LEFT = (
    "--b..b.-- -wbb..bb- .wb.bbb.. .wwbb...b ..wwwb... ...wbbbbb ..w.wbwb. -..wwwww- --.....--"
)
"""White, to move, is three points behind, and no stone of his gains anything."""

ONE_STONE_LEFT = (
    ".bb..bb.bbb.b ..b.b.bbbb... b..bbbwbb..b. .bbbwwwbb.bbb bbbwwbbbbb.b. bwwwwwbbwbb.b "
    "ww.w.wbwwb.bw wwwwwww.wbbww ww.wbbbwbbwww wwwbbwwwbww.. wwb.bww.ww... wbbbbbbwww... "
    "bbbbb.bbw...."
)
"""White, to move, is far behind, but a stone on h6 connects two groups of his."""


def for_two(map_name: str, text: str, **known: str) -> tuple[Any, Any]:
    game: Any = games.create("mitropia", {"map": map_name, "players": 2, "pro": True})
    return game, diagrams.position(game, text, to_move="white", **known)


def without_gain() -> Mcts:
    """A search that has looked at a position in which nothing is gained any more."""
    prisoners = "black: white 9; white: black 4"
    game, state = for_two("9x9-cut", NOTHING_LEFT, prisoners=prisoners)
    thinker = usual_search(game, 1)
    thinker.think(state, Limit(playouts=400))
    return thinker


def usual_search(game: Any, seed: int) -> Mcts:
    """One with the net that comes with the program."""
    form = games.packed(game)
    return Mcts(form, seed=seed, policy=policy.usual(form))


@pytest.mark.parametrize("passes", ["0", "1"])
def test_who_has_lost_throws_no_stones_in(passes: str) -> None:
    """A net and playouts leave each of his moves some hope, and none to the end of the game."""
    prisoners = "black: white 9; white: black 4"
    game, state = for_two("9x9-cut", NOTHING_LEFT, prisoners=prisoners, passes=passes)
    thought = usual_search(game, 1).think(state, Limit(playouts=400))
    assert game.format(thought.move) == "pass"


def test_who_has_lost_still_saves_his_stones() -> None:
    prisoners = "black: white 21; white: black 5"
    game, state = for_two("13x13", ONE_STONE_LEFT, prisoners=prisoners)
    thought = usual_search(game, 1).think(state, Limit(playouts=400))
    assert thought.value[1] < 0.05
    assert game.format(thought.move) == "h6"


FAR_BEHIND = (
    "......... ..w...w.. ....w.... ......... ..w...w.. ......... ..w...w.. ......... ........."
)
"""Black, to move, has next to no hope, and the whole board to live on."""


def test_who_has_hardly_any_hope_plays_on_while_the_board_is_open() -> None:
    game: Any = games.create("mitropia", {"map": "9x9", "players": 2, "pro": True})
    state = diagrams.position(game, FAR_BEHIND, to_move="black")
    thought = usual_search(game, 1).think(state, Limit(playouts=64))
    assert thought.value[0] < 0.1
    assert game.format(thought.move) != "pass"


def test_who_has_some_hope_left_does_not_rest() -> None:
    """Even where no stone gains anything: playouts may err by as much."""
    thinker = without_gain()
    tree, chosen = thinker.tree, thinker.chooser.best(ROOT)
    for hope, rests in ((0.14, True), (0.16, False)):
        tree.share[chosen] = tree.visits[chosen] * np.array([1 - hope, hope])
        arguments = ROOT, chosen, thinker.ends, thinker.evaluator.played_out
        assert (thinker.chooser.rest_instead(*arguments) != chosen) == rests


WON_WITH_POINTS_TO_TAKE = [
    (
        "b5,a6,b6 c7,d8,d7 h6,h7,h8 f5,g6,f6 d1,d2,d3 f7,e8,f8 f4,g4,h4 d4,e4,d5 g1,g3,g2 "
        "a2,b3,a3 b8,b9,b7 g9,j9,h9 j3,j5,j4",
        8,
        (),
    ),
    (
        "j8,h9,j9 g7,g8,g9 c1,d2,d1 g5,f6,g6 e3,f3,d3 b3,c4,c3 j4,h5,j5 g3,h3,j3 d5,d6,c5 "
        "e7,d8,e8 a7,b8,a8 a4,a6,a5 a1,a2,a3 f1,f2,g1 c7,c9,c8",
        24,
        ("j1,h2,h1", "j1,j2,h1", "h1,j2,j1"),
    ),
]


@pytest.mark.parametrize(("moves", "seed", "best"), WON_WITH_POINTS_TO_TAKE)
def test_who_has_won_takes_points_rather_than_passes(
    moves: str, seed: int, best: tuple[str, ...]
) -> None:
    """White's pass is the first move that is proven to win, and stones win by more, at once or in
    the end: these are the `best` ones."""
    game = games.create("plurality", {"size": 9})
    state = after(game, moves)
    search = searcher(parse_player("mcts"), game, seed=seed, solves=False)
    chosen = search.think(state, Limit(playouts=8000)).move

    def lead(s: Any) -> float:
        black, white = game.score(s).totals
        return white - black

    assert game.cells_of(chosen)
    if best:
        assert game.format(chosen) in best
    else:
        assert lead(game.apply(state, chosen)) > lead(state) > 0


@pytest.mark.parametrize(
    ("wins", "visits", "wanted"), [(True, 256, 1), (True, 255, 0), (False, 256, 0)]
)
def test_moves_that_win_for_certain_are_compared_after_fewer_visits(
    wins: bool, visits: int, wanted: int
) -> None:
    game = games.create("plurality", {"size": 5})
    search = searcher(parse_player("mcts"), game, seed=1, solves=False)
    search.think(game.start(), Limit(playouts=800))
    tree, children = search.tree, search.tree.children[ROOT]
    stones = children[~search.chooser.passing(ROOT, children)]
    tree.winner[children], tree.visits[children] = NONE, 1
    tree.winner[stones], tree.winner[ROOT] = (0, 0) if wins else (NONE, NONE)
    tree.visits[stones[:2]], tree.reward[children] = (2000, visits), 0
    tree.reward[stones[:2], 0] = tree.visits[stones[:2]] * (0.7, 0.9)
    assert search.chooser.best(ROOT) == stones[wanted]


LOST_OF_THREE = "a.abb.b .aabbb. aaabbbb aaabbbb gggbb.b g.gbbb. ggg.bbb"
"""Beta has the most by far, and gamma the least."""


@pytest.mark.parametrize(
    ("mean", "best", "visits", "passes"),
    [
        (0.0, 0.0, 100, True),
        (0.05, 0.1, 100, True),
        (0.06, 0.1, 100, False),
        # One stone saves him.
        (0.05, 0.2, 100, False),
        (0.0, 0.0, 40, False),
    ],
)
def test_of_three_who_has_lost_passes(mean: float, best: float, visits: int, passes: bool) -> None:
    """Stones of his would only decide for the others."""
    game: Any = games.create("tricolor", {"size": 7})
    thinker = search(game, 1)
    thinker.think(diagrams.position(game, LOST_OF_THREE, to_move="beta"), Limit(playouts=64))
    tree = thinker.tree
    children = thinker.selector.widen(ROOT, 10_000)
    (passing,) = children[thinker.chooser.passing(ROOT, children)]
    stone = int(children[children != passing][0])
    for node, share in ((ROOT, mean), (stone, best)):
        tree.visits[node] = visits
        tree.share[node] = visits * np.array([1 - share, share, 0])
        tree.solved[node], tree.winner[node] = False, -1
    assert thinker.chooser.hopeless_instead(ROOT, stone) == (passing if passes else stone)
