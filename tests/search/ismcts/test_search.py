"""Search through worlds: chance is weighed, hidden things stay hidden, seats want their own; which
answer is given at last, and searches that share one game."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core.game import CHANCE, OVER, Hidden, draw
from termgames.games.mitropia.determinized import DeterminizedMitropia
from termgames.search.ismcts.final_answer import AnswerChooser
from termgames.search.ismcts.search import Ismcts
from termgames.search.ismcts.tree import AnswerNode
from termgames.search.limits import Limit, Thought
from termgames.search.settings import suited
from tests.games.mitropia.play import PLAIN, at, make
from tests.search.coins import ANSWERS, Coins, CoinWorlds, Table

LIMIT = Limit(playouts=24_000)


def searcher(
    game: Coins, seed: int, form: CoinWorlds | None = None, temperature: float = 0.0
) -> Ismcts[Table, str]:
    return Ismcts(
        game,
        form or CoinWorlds(game),
        lambda s, seat, rng: game.imagine(game.view(s, seat), seat, rng),
        seed=seed,
        temperature=temperature,
    )


def think(game: Coins, state: Table, seed: int = 1, limit: Limit = LIMIT) -> Thought:
    return searcher(game, seed).think(state, limit)


def test_hidden_things_are_worth_what_they_are_worth_on_average() -> None:
    game = Coins(sure=0.6)
    thought = think(game, Table(coin=1, asked=0))
    assert thought.move == "sure"
    assert thought.after[0] == pytest.approx(0.6, abs=1e-3)
    assert 0.5 < thought.value[0] < 0.6, "the mean of all that was tried counts, too"


def test_a_guess_is_made_when_it_is_worth_more_and_its_worth_is_a_half() -> None:
    game = Coins(sure=0.2)
    for coin in (1, 2):
        thought = think(game, Table(coin=coin, asked=0), seed=3)
        assert thought.move in ("heads", "tails")
        # A search that peeked would see 1 or 0.
        assert thought.value[0] == pytest.approx(0.5, abs=0.08)


def test_the_choice_is_the_same_whatever_is_hidden() -> None:
    game = Coins(sure=0.2)
    one, other = (think(game, Table(coin=coin, asked=0), seed=5) for coin in (1, 2))
    assert (one.move, one.value, one.visits) == (other.move, other.value, other.visits)


class ManyIllegal(CoinWorlds):
    """Before its good answers, and with better guesses, it names ever so many illegal ones."""

    actions = 500

    def candidates(self, s: Table, judgement: int) -> NDArray[np.int32]:
        return np.arange(self.actions, dtype=np.int32)

    def move(self, s: Table, action: int) -> str:
        return ANSWERS[action] if action < len(ANSWERS) else "nonsense"

    def prior(self, s: Table, actions: NDArray[np.int32], judgement: int) -> NDArray[np.float32]:
        # "sure" is tried first, "heads" and "tails" wait behind all that is illegal.
        guesses = np.where(actions < len(ANSWERS), 0.0, 0.5)
        return np.where(actions == 0, 1.0, guesses).astype(np.float32)


def test_illegal_answers_take_nobodys_place() -> None:
    game = Coins(sure=0.2)
    searching = searcher(game, 3, ManyIllegal(game))
    thought = searching.think(Table(coin=1, asked=0), Limit(playouts=4_000))
    tried = {child.move for child in searching.root.children.values()}
    assert tried == set(ANSWERS[:4])
    assert thought.move in ("heads", "tails")


def test_where_nothing_considered_is_legal_nothing_pointless_is_played() -> None:
    game = Coins(sure=0.2)
    form = CoinWorlds(game)
    form.candidates = lambda s, judgement: np.array([4, 5], np.int32)
    form.pointless = lambda s: ["sure", "die"]
    thought = searcher(game, 3, form).think(Table(coin=1, asked=0), LIMIT)
    assert (thought.move, thought.note) == ("heads", "only move")


def test_what_was_told_is_used() -> None:
    game = Coins(sure=0.9)
    assert think(game, Table(coin=2, asked=0, told=True)).move == "tails"


@pytest.mark.parametrize(("die", "move"), [(6, "sure"), (2, "die")])
def test_chance_is_weighed(die: int, move: str) -> None:
    game = Coins(sure=0.4, die=die)
    # Naming a coin is worth a half as well; it is taken out of the comparison.
    game.view = lambda s, seat: s
    game.imagine = lambda s, seat, rng: Table(coin=3, asked=0)
    assert think(game, Table(coin=3, asked=0)).move == move


def test_every_seat_wants_its_own() -> None:
    # Telling the coin would give seat 0 everything.
    assert think(Coins(sure=0.3), Table(coin=1)).move == "still"


def test_same_seed_same_thought() -> None:
    game = Coins(sure=0.5)
    first, second = (think(game, Table(coin=1), seed=9) for _ in range(2))
    assert (first.move, first.value, first.visits) == (second.move, second.value, second.visits)


@pytest.mark.parametrize(
    ("sure", "passes", "drawn"),
    [
        (0.42, (), True),
        (0.42, ("sure",), False),
        (0.9, ("sure",), True),
    ],
)
def test_a_pass_is_never_drawn_unless_it_is_best_and_most_looked_at(
    sure: float, passes: tuple[str, ...], drawn: bool
) -> None:
    game = Coins(sure=sure)
    form = CoinWorlds(game)
    form.passes = lambda s: list(passes)
    warm = (searcher(game, seed, form, temperature=5.0) for seed in range(12))
    some = Limit(playouts=12_000)
    moves = [each.think(Table(coin=1, asked=0), some).move for each in warm]
    assert ("sure" in moves) == drawn
    # What is best alone is always played if it is a pass; else the others are as welcome.
    assert (set(moves) == {"sure"}) == (sure > 0.5)


def with_answers(
    passes: tuple[str, ...], answers: list[tuple[str, int, float]], temperature: float
) -> Ismcts[Table, str]:
    """A search that has given its answers so many playouts, with so large a share each."""
    form = CoinWorlds(Coins(sure=0.9))
    form.passes = lambda s: list(passes)
    search = searcher(form.game, 1, form, temperature)
    search.think(Table(coin=1, asked=0), Limit(playouts=8))
    search.root.children = {}
    for answer, visits, share in answers:
        child = AnswerNode(OVER, 2, answer)
        child.visits, child.reward = float(visits), visits * np.array([share, 1 - share])
        search.root.children[ANSWERS.index(answer), OVER] = child
    return search


@pytest.mark.parametrize("temperature", [0.0, 0.1])
@pytest.mark.parametrize(("visits", "passed"), [(8, False), (16, False), (17, True)])
def test_a_pass_that_is_best_by_chance_is_not_played(
    temperature: float, visits: int, passed: bool
) -> None:
    """One that is worth more than a coin in a few playouts, where a coin had sixteen."""
    search = with_answers(("sure",), [("sure", visits, 0.9), ("heads", 16, 0.5)], temperature)
    decided = {search.decision(1.0, "").move for _ in range(20)}
    assert decided == {"sure" if passed else "heads"}


def test_what_nothing_came_of_yet_is_not_best() -> None:
    search = with_answers((), [("heads", 0, 0.0), ("tails", 0, 0.0)], 5.0)
    assert {search.decision(1.0, "").move for _ in range(20)} == {"heads", "tails"}


FEW = Limit(playouts=60)
WALLS = """
    ...bw..
    ...bw..
    ...bw..
    ...bw..
    ...bw..
    ...b.w.
    ...b.w.
    """


class Marked(CoinWorlds):
    """The game of the coin, with a prior that depends on the judgement alone."""

    def judge(self, s: Table) -> int:
        return int(s.told)

    def prior(self, s: Table, actions: np.ndarray, judgement: int) -> np.ndarray:
        return np.float32(0.1) * ((actions + judgement) % 3).astype(np.float32)


def coins() -> tuple[Any, Any, list[Any]]:
    game = Coins(sure=0.4)
    return game, Marked, [Table(coin=1, asked=0, told=True), Table(coin=2, asked=0)]


def mitropia() -> tuple[Any, Any, list[Any]]:
    game = make(2, PLAIN)
    return game, DeterminizedMitropia, [at(game, WALLS), game.start()]


def mitropia_with_luck() -> tuple[Any, Any, list[Any]]:
    """A position with a third of the board taken, and the first question of the game."""
    game, rng = make(3), np.random.default_rng(5)
    states, s = [], game.start()
    while game.to_act(s) != OVER and len(s.stones) - s.stones.count(0) < 18:
        seat = game.to_act(s)
        if seat == CHANCE:
            s = game.apply(s, draw(game.chances(s), rng))
            continue
        states.append(s)
        legal = game.legal_moves(s)
        s = game.apply(s, legal[int(rng.integers(len(legal)))])
    asked = [s for s in states if len(game.legal_moves(s)) > 10]
    return game, DeterminizedMitropia, [asked[-1], asked[0]]


class Between:
    """Another search on the same object, which goes on whenever the first one asks whether to
    stop."""

    def __init__(self, search: Ismcts, state: Any) -> None:
        self.search, self.state = search, state
        self.thoughts: list[Thought] = []

    def __call__(self) -> bool:
        self.thoughts.append(self.search.think(self.state, FEW))
        return False


def search(game: Any, form: Any, seed: int) -> Ismcts:
    def imagine(s: Any, seat: int, rng: np.random.Generator) -> Any:
        return game.imagine(game.view(s, seat), seat, rng) if isinstance(game, Hidden) else s

    # A temperature keeps it from stopping before the limit.
    settings = replace(suited(form), lanes=4, leaves=4, overture=16)
    return Ismcts(game, form, imagine, seed=seed, settings=settings, temperature=0.1)


def compared(thought: Thought) -> Any:
    owner = None if thought.owner is None else thought.owner.tolist()
    return thought.move, thought.value, thought.visits, thought.line, thought.playouts, owner


@pytest.mark.parametrize("setup", [coins, mitropia, mitropia_with_luck])
def test_two_searches_on_one_object_answer_as_on_two(setup: Any) -> None:
    game, form, (first, second) = setup()
    expected = search(game, form(game), 1).think(first, FEW)
    other = search(game, form(game), 2)
    shared = form(game)
    between = Between(search(game, shared, 2), second)
    thought = search(game, shared, 1).think(first, FEW, should_stop=between)
    assert compared(thought) == compared(expected)
    assert between.thoughts
    for thought in between.thoughts:
        assert compared(thought) == compared(other.think(second, FEW))


STONE, PASS = 4, 7
"""Actions."""


def chooser(seats: int, share: float, visits: float = 100.0) -> AnswerChooser[Any, Any]:
    """After a search of a board of 100 cells in which the first seat expects `share` of the win,
    and looked at a stone more often than at the pass."""
    form: Any = SimpleNamespace(seats=seats, cells=100, passes=lambda s: ["pass"])
    root = AnswerNode(0, seats)
    for action, move, part in ((STONE, "stone", 0.8), (PASS, "pass", 0.2)):
        child = root.children[action, 1] = AnswerNode(1, seats, move)
        child.visits = part * visits
        child.reward[0] = part * visits * 0.5
    root.visits = visits
    root.share[:] = visits * (1 - share) / (seats - 1)
    root.share[0] = visits * share
    return AnswerChooser(form, None, None, root, 0.0)


@pytest.mark.parametrize(
    ("seats", "share", "open_cells", "gives_up"),
    [
        (3, 0.0, 10.0, True),
        (3, 0.04, 10.0, True),
        (3, 0.06, 10.0, False),
        # Much may happen on an open board.
        (3, 0.04, 30.0, False),
        (3, 0.02, 50.0, True),
        (3, 0.01, 90.0, False),
        (5, 0.0, 10.0, True),
        # Of two nobody holds others up.
        (2, 0.0, 10.0, False),
    ],
)
def test_of_three_who_has_lost_passes(
    seats: int, share: float, open_cells: float, gives_up: bool
) -> None:
    asked = chooser(seats, share)
    assert asked.hopeless(open_cells) == (PASS if gives_up else None)
    assert asked.best() == STONE
