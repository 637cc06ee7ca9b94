"""Positions up to symmetry, bots that look into a tree, and the trees that ship."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from termgames import games
from termgames.core.topology import symmetries
from termgames.play.bots import factory
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.bots.processes import BotProcesses
from termgames.play.match import Match, Terms
from termgames.play.openings import shelf
from termgames.play.openings.book import LEAST, BookBot
from termgames.play.openings.found import Openings
from termgames.play.openings.images import BoardImages
from termgames.play.openings.tree import OpeningPosition
from termgames.search.limits import Thought
from tests.play.support import match

from .support import after, board, tree


@pytest.mark.parametrize(
    "named",
    [
        "plurality size=7",
        "plurality hex=5",
        "pletore size=7",
        "majorities size=3",
        "mitropia players=2 pro",
    ],
)
def test_a_turned_game_comes_to_the_same_positions(named: str) -> None:
    game: Any = match(named).game
    images = BoardImages(game)
    start, _ = images.of(game.start())
    texts = str(game.position_text(game.start()))
    fixed = [way for way in range(images.ways) if images.turned(texts, way) == texts]
    assert len(fixed) > 1
    assert len(symmetries(game.topology)) == images.ways
    for way in fixed:
        state = turned = game.start()
        for ply in range(5):
            legal = [move for move in game.legal_moves(state) if game.cells_of(move)]
            text = game.format(legal[(ply * 7 + 3) % len(legal)])
            state = game.apply(state, game.parse(state, text))
            turned = game.apply(turned, game.parse(turned, images.turned(text, way)))
            assert images.of(turned)[0] == images.of(state)[0] != start
            assert images.carried(images.turned(text, way), 0, way) == text
    if named == "pletore size=7":
        passed = game.apply(game.start(), game.parse(game.start(), "button"))
        assert images.of(passed)[0] != start, "the same stones"


def test_moves_are_found_however_the_board_is_turned() -> None:
    game, opened = board(), Openings(board(), tree())
    found = opened.at(game.start())
    assert [game.format(each.move) for each in found.moves] == ["a2", "c1", "a1"]
    assert [game.format(move) for move in found.moves[0].goes_on] == ["a3,b3", "d4,e2"]
    assert (found.games, round(found.share, 3), round(found.points, 2)) == (100, 0.522, 0.11)
    images = BoardImages(game)
    for way in range(images.ways):
        state = after(game, images.turned("a2", way))
        # `apply` refuses what is illegal there.
        keys = {images.of(game.apply(state, each.move))[0] for each in opened.at(state).moves}
        assert keys == {images.of(after(game, f"a2; {text}"))[0] for text in ("a3,b3", "c1,c5")}
    assert opened.at(after(game, "a1")) is None
    lies = tree()
    moves = lies.positions[lies.start].moves
    wrong = [replace(moves[0], text=text) for text in ("z9", "a1,b1", "rm -rf", "a1")]
    for way, expected in ((0, ["a1"]), (77, None)):
        positions = {**lies.positions, lies.start: OpeningPosition(way, tuple(wrong))}
        told = Openings(game, replace(lies, positions=positions)).at(game.start())
        assert (told and [game.format(each.move) for each in told.moves]) == expected, "no lies"


class _Thinker:
    """A bot that is asked."""

    def think(self, state: Any, **around: Any) -> Thought:
        return Thought(None, note="thought")


def test_a_bot_draws_among_good_moves_in_all_images() -> None:
    game, images = board(), BoardImages(board())
    bot = BookBot(_Thinker(), Openings(game, tree()), seed=1)
    drawn = Counter(game.format(bot.think(game.start()).move) for _ in range(200))
    assert len(drawn) > 2, "more than one image"
    keys = {images.of(after(game, text))[0] for text in drawn}
    assert keys == {images.of(after(game, text))[0] for text in ("a2", "c1")}, "a1 is much worse"
    thought = bot.think(game.start())
    assert thought.note == "an opening"
    assert sum(thought.value) == pytest.approx(1)
    assert bot.think(after(game, "a2; c1,c5")).note == "thought"
    assert tree().positions[tree().start].moves[2].games >= LEAST


def test_only_bots_that_think_less_look_into_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    game, looks = board(), BotOptions(openings=True)
    playouts = factory.allowance.level_of(parse_player("bot:3"), game).playouts
    for name, told, options, uses in (
        ("bot:3", playouts + 1, looks, True),
        ("bot:3", playouts, looks, False),
        ("bot:3", 10**6, BotOptions(), False),  # levels are measured so
        ("bot:9", 10**6, looks, False),  # nobody knows its playouts
        ("mcts:playouts=5", 10**6, looks, False),
    ):
        opened = Openings(game, tree(playouts=told))
        monkeypatch.setattr(shelf, "of_game", lambda _, opened=opened: opened)
        bot = factory.make_bot(parse_player(name), game, seed=1, options=options)
        assert isinstance(bot, BookBot) == uses
    for rated in (False, True):
        of = Match(board(), ("human", "human"), 1, terms=Terms(rated=rated))
        assert BotProcesses(of, looks).options.openings is not rated


@pytest.mark.parametrize("game_id", shelf.shipped())
def test_what_ships_can_be_played(game_id: str) -> None:
    found = shelf.load(shelf._file(game_id))
    assert shelf._file(game_id).read_text() == found.written()
    assert shelf._file(game_id).stat().st_size < 400_000
    assert len(found.positions) >= 2000
    game = games.create(game_id, found.options)
    images, told = BoardImages(game), set[str]()
    waiting = [(found.start, game.start())]
    while waiting:
        key, state = waiting.pop()
        if key in told:
            continue
        told.add(key)
        own, ways = images.of(state)
        position = found.positions[key]
        assert own == key
        assert position.way in ways, "moves are written as on the line above them"
        after = [game.apply(state, game.parse(state, each.text)) for each in position.moves]
        waiting += reversed([(m.to, s) for m, s in zip(position.moves, after, strict=True)])
    assert told == found.positions.keys()
    assert shelf.of_game(game).at(game.start()) is not None
