"""Bots use every card, and answer every question, with sense: records in which one does.

In each file of `records/bots` comments name the bot and its seed, and where its answers
begin.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import CHANCE, OVER, draw
from termgames.games.mitropia.cards import NAMES
from termgames.games.mitropia.questions import Act, Reaction, Stones, Turn
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.play import record
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from tests.games.mitropia.play import make

FOLDER = Path(__file__).with_name("records") / "bots"
SHOWN = sorted(path.stem for path in FOLDER.glob("*.txt"))
BOT = re.compile(r"# Bot: (\S+), seed (\d+)\.")


def told(name: str) -> tuple[str, str, int, list[str]]:
    """A record, the bot in it, its seed, and the answers it gives."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    found = BOT.search(text)
    return text, found[1], int(found[2]), text.split("# The bot:\n")[1].split("\n")[:-1]


@pytest.mark.parametrize("name", SHOWN)
def test_the_bot_answers_so(name: str) -> None:
    """Its first answer is asked for again; the stones of a card are there to be read."""
    text, player, seed, answers = told(name)
    match = record.load(text, expect="mitropia", draws=False)
    game: Any = match.game
    state = match.state_at(match.ply - len(answers))
    bot = make_bot(parse_player(player), game, seed=seed)
    thought = bot.think(game.view(state, game.to_act(state)))
    assert game.format(thought.move) == answers[0]


def test_every_card_is_used() -> None:
    first = {" ".join(told(name)[3][0].split()[:2]) for name in SHOWN}
    assert set(NAMES) <= first | {name for name in SHOWN if name in NAMES} | {
        told(name)[3][0] for name in SHOWN
    }


# -- what a bot may know --------------------------------------------------------------------


def questions(game: Mitropia, seed: int, wanted: int) -> list[tuple[State, int]]:
    """States of a random game in which somebody with cards is asked something that a bot
    searches, with who is asked."""
    rng = np.random.default_rng(seed)
    s = game.start()
    found: list[tuple[State, int]] = []
    while len(found) < wanted:
        asked = game.to_act(s)
        if asked == OVER:
            s = game.start()
        elif asked == CHANCE:
            s = game.apply(s, draw(game.chances(s), rng))
        if asked < 0:
            continue
        others = sum(len(hand) for seat, hand in enumerate(s.cards.hands) if seat != asked)
        if isinstance(s.question, Act | Stones | Reaction) and others > 2 and rng.random() < 0.1:
            found.append((s, asked))
        legal = list(game.legal_moves(s))
        s = game.apply(s, legal[int(rng.integers(len(legal)))])
    return found


def test_a_bot_knows_no_more_than_its_player() -> None:
    """Worlds that look alike to a player have other hands and another stack; a bot that is
    shown the whole of them answers the same."""
    game = make(3)
    rng = np.random.default_rng(4)
    different = 0
    for s, seat in questions(game, 3, 6):
        view = game.view(s, seat)
        answers = []
        for world in (s, game.imagine(view, seat, rng), game.imagine(view, seat, rng)):
            different += world != s
            spec = parse_player("mcts:playouts=120")
            bot = make_bot(spec, game, seed=8)
            thought = bot.think(world)
            answers.append((thought.move, thought.value, thought.visits))
        assert answers[0] == answers[1] == answers[2]
    assert different > 6


# -- the bottom of the ladder ---------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_random_passes_only_where_no_stone_can_be_put_and_fills_no_eyes(players: int) -> None:
    game = make(players)
    player: Any = make_bot(parse_player("random"), game, seed=2)
    through = games.determinized(game)
    assert through is not None
    rng = np.random.default_rng(6)
    s, turns, passes = game.start(), 0, 0
    while game.to_act(s) != OVER and turns < 150:
        if game.to_act(s) == CHANCE:
            s = game.apply(s, draw(game.chances(s), rng))
            continue
        move = player.think(s).move
        turns += isinstance(s.question, Turn)
        if move in through.passes(s):
            passes += 1
            stones = set(game.legal_moves(s)) - set(through.passes(s))
            assert stones <= set(through.pointless(s))
        elif isinstance(s.question, Turn | Act):
            assert move not in through.pointless(s)
        s = game.apply(s, move)
    assert turns > 40
    assert passes < turns / 2
