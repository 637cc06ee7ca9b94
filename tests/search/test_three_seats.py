"""Games that offer rules alone: three seats, dice, what playouts learn, and plain bots."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import CHANCE, OVER, Chancy
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import PASS, Plurality
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.generic import GenericGame
from termgames.search.history import MoveHistory, random_playout
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import PLAIN, Settings
from tests.search.gomoku import Gomoku
from tests.search.middle import Middle, Piles
from tests.search.toy import Nim, Toy

PURE = Settings(reward=Reward())
"""Shares of the win and nothing else, so that all that is proven is known by number."""


def outcomes(game: Middle, state: Piles) -> set[tuple[float, ...]]:
    """What the seats may get when all maximize their own share (max^n). Where moves are
    equal to the mover but not to the others, all is possible that some choice leads to."""
    seat = game.to_act(state)
    if seat == OVER:
        return {tuple(game.utilities(state).tolist())}
    ends = [outcomes(game, game.apply(state, move)) for move in game.legal_moves(state)]
    found = set()
    for index, reached in enumerate(ends):
        rest = [min(end[seat] for end in other) for at, other in enumerate(ends) if at != index]
        found |= {end for end in reached if end[seat] >= max(rest)}
    return found


@pytest.mark.parametrize(
    "points", [(0, 0, 0), (5, 4, 0), (0, 6, 3), (2, 2, 9), (9, 1, 0), (1, 3, 2)]
)
def test_the_last_player_wins_where_he_can(points: tuple[int, int, int]) -> None:
    """In the last turn the best share is taken; the highest score is seldom it."""
    game = Middle(points, rounds=1)
    state = replace(game.start(), turn=2)
    thought = Mcts(GenericGame(game), seed=1, settings=PURE).think(state, Limit(playouts=400))
    gained = [game.utilities(game.apply(state, move))[2] for move in game.legal_moves(state)]
    assert thought.note == "proven"
    assert gained[thought.move] == max(gained)


@pytest.mark.parametrize("points", [(0, 0, 0), (3, 0, 0), (0, 2, 1), (6, 1, 3), (2, 5, 5)])
def test_a_round_is_played_by_everybodys_own_interest(points: tuple[int, int, int]) -> None:
    game = Middle(points, rounds=1)
    state = game.start()
    thought = Mcts(GenericGame(game), seed=2, settings=PURE).think(state, Limit(playouts=20_000))
    ends = [outcomes(game, game.apply(state, move)) for move in game.legal_moves(state)]
    sure = max(min(end[0] for end in reached) for reached in ends)
    assert max(end[0] for end in ends[thought.move]) >= sure
    if thought.note == "proven":
        assert any(thought.value == pytest.approx(end) for end in outcomes(game, state))


@pytest.mark.parametrize("name", ["random", "greedy", "uct:playouts=30", "bot:1", "bot:4", "bot:6"])
def test_every_bot_plays_with_two_others(name: str) -> None:
    game = Middle(rounds=3)
    bots = [
        make_bot(parse_player(player), game, seed=seat, options=BotOptions(time_scale=0.02))
        for seat, player in enumerate([name, "random", "greedy"])
    ]
    state = game.start()
    while (seat := game.to_act(state)) != OVER:
        thought = bots[seat].think(state)
        assert game.refuse(state, thought.move) is None
        state = game.apply(state, thought.move)


def drawn(history: MoveHistory[Any, Any], times: int) -> list[int]:
    """The first moves of so many playouts."""
    rng, start = np.random.default_rng(5), history.game.start()
    return [history.playout(start, rng)[1][0][1] for _ in range(times)]


def test_playouts_follow_the_rules_to_the_end_and_tell_what_was_made() -> None:
    game = Gomoku(6)
    history: MoveHistory[Any, Any] = MoveHistory(game)
    rng = np.random.default_rng(1)
    for _ in range(50):
        end, made = history.playout(game.start(), rng)
        state = game.start()
        for seat, move in made:
            assert game.to_act(state) == seat
            state = game.apply(state, move)
        assert (state, game.to_act(end)) == (end, OVER)
        history.learn(made, game.utilities(end))


def test_moves_that_went_well_are_made_more_often_until_all_is_forgotten() -> None:
    history: MoveHistory[Any, Any] = MoveHistory(Middle())
    for move in range(4):
        for _ in range(10):
            history.learn([(0, move)], np.array([move == 2, 0, 0], np.float32))
    after = drawn(history, 400)
    # The best of three that are drawn with return: it is among them so often.
    assert abs(after.count(2) / 400 - (1 - 0.75**3)) < 0.08
    history.forget()
    assert drawn(history, 400).count(2) < 150


def test_moves_that_cannot_be_hashed_are_known_by_their_text() -> None:
    class Lists(Middle):
        def format(self, m: Any) -> str:
            return str(m[0])

    history: MoveHistory[Any, Any] = MoveHistory(Lists())
    history.learn([(0, [3])], np.array([1, 0, 0], np.float32))
    assert history.key([3]) == "3"
    assert history.features([(0, [3]), (0, [3])]) == [history.slot(0, [3])]


ODDS = {"dare": (1, 9), "wait": (3, 1), "sure": (1, 0)}
"""By choice the weights of a good and of a bad die."""


@dataclass(frozen=True)
class State:
    """The first player's choice, then the die, which decides the game."""

    choices: tuple[str, ...]
    choice: str = ""
    won: bool | None = None


class Dare(Toy):
    """One choice and one die; implements `core.game.Game` and Chancy."""

    id = "dare"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def start(self) -> State:
        return State(self.choices)

    def to_act(self, s: State) -> int:
        if s.won is not None:
            return OVER
        return CHANCE if s.choice else 0

    def chances(self, s: State) -> list[tuple[str, int]]:
        good, bad = ODDS[s.choice]
        return [(name, n) for name, n in (("good", good), ("bad", bad)) if n]

    def legal_moves(self, s: State) -> Sequence[str]:
        if s.won is not None:
            return ()
        return [name for name, _ in self.chances(s)] if s.choice else s.choices

    def after(self, s: State, m: str) -> State:
        if s.choice:
            return replace(s, won=m == "good")
        return replace(s, choice=m, won=True if m == "sure" else None)

    def utilities(self, s: State) -> NDArray[np.float32]:
        return np.array([s.won is True, s.won is False], np.float32)


def test_playouts_throw_dice_by_their_weights() -> None:
    game, rng = Dare("dare"), np.random.default_rng(1)
    assert isinstance(game, Chancy)
    won = sum(bool(random_playout(game, game.start(), rng).won) for _ in range(1000))
    assert 60 < won < 140


@pytest.mark.parametrize("choices", [("dare", "wait"), ("wait", "dare")])
@pytest.mark.parametrize("player", ["mcts:playouts=600", "uct:playouts=600"])
def test_the_better_odds_are_chosen_and_the_value_is_theirs(choices: Any, player: str) -> None:
    """Dice are neither the player's choice nor his opponent's."""
    game = Dare(*choices)
    search = searcher(parse_player(player), game, seed=2)
    assert isinstance(search, Ismcts)
    thought = search.think(game.start(), Limit(None, 600))
    assert thought.move == "wait"
    assert thought.value[0] == pytest.approx(0.75, abs=0.1)


@pytest.mark.parametrize("player", ["random", "greedy", "bot:1", "bot:6"])
def test_every_bot_plays_it(player: str) -> None:
    game = Dare("dare", "wait")
    assert make_bot(parse_player(player), game, seed=1).think(game.start()).move in game.choices


def test_a_win_in_one_is_seen() -> None:
    game = Dare("dare", "wait", "sure")
    for seed in range(3):
        bot = make_bot(parse_player("bot:1"), game, seed=seed)
        assert bot.think(game.start()).move == "sure"


def small() -> Plurality:
    game = games.create("plurality", {"size": 5})
    assert isinstance(game, Plurality)
    return game


def test_random_never_passes_while_there_is_a_placement() -> None:
    game = small()
    bot = RandomBot(PackedPlurality(game), seed=1)
    state = game.start()
    while game.to_act(state) != OVER:
        move = bot.think(state).move
        assert move != PASS
        state = game.apply(state, move)


def test_greedy_takes_the_best_score_after_one_move() -> None:
    game = small()
    bot = GreedyBot(PackedPlurality(game), seed=2)
    state = game.start()
    while game.to_act(state) != OVER:
        seat = game.to_act(state)

        def lead(move: object, state: object = state, seat: int = seat) -> float:
            totals = game.score(game.apply(state, move)).totals
            return totals[seat] - totals[1 - seat]

        move = bot.think(state).move
        best = max(map(lead, game.legal_moves(state)))
        assert lead(move) == best
        if move == PASS:
            others = [other for other in game.legal_moves(state) if other != PASS]
            assert all(lead(other) < best for other in others)
        state = game.apply(state, move)


@pytest.mark.parametrize("rollout", [None, lambda state, rng: np.array([0.5, 0.5], np.float32)])
def test_plain_search_finds_a_short_win_and_repeats_itself(rollout: Any) -> None:
    """Through the rules, or by what a game offers for playouts."""
    game = Nim(6)
    thoughts = [
        Mcts(GenericGame(game, None, rollout), seed=4, settings=PLAIN).think(
            game.start(), Limit(playouts=600)
        )
        for _ in range(2)
    ]
    assert thoughts[0].move == thoughts[1].move == 2
    assert thoughts[0].playouts == thoughts[1].playouts <= 600
