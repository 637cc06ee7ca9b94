"""Openings: positions up to symmetry, bots that look into a tree, its text, what ships."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import LessonError
from termgames.core.topology import symmetries
from termgames.play.bots import factory
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.bots.processes import BotProcesses
from termgames.play.match import Match, Terms
from termgames.play.openings import found as trees
from termgames.play.openings.found import LEAST, BoardImages, BookBot, Openings
from termgames.play.openings.tree import (
    MOST_LINES,
    OpeningPosition,
    read,
)
from termgames.search.limits import Thought
from tests.play.openings.support import after, board, tree
from tests.play.support import match


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
        monkeypatch.setattr(factory, "of_game", lambda _, opened=opened: opened)
        bot = factory.make_bot(parse_player(name), game, seed=1, options=options)
        assert isinstance(bot, BookBot) == uses
    for rated in (False, True):
        of = Match(board(), ("human", "human"), 1, terms=Terms(rated=rated))
        assert BotProcesses(of, looks).options.openings is not rated


@pytest.mark.parametrize("game_id", trees.shipped())
def test_what_ships_can_be_played(game_id: str) -> None:
    found = trees.load(trees._file(game_id))
    assert trees._file(game_id).read_text() == found.written()
    assert trees._file(game_id).stat().st_size < 400_000
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
    assert trees.of_game(game).at(game.start()) is not None


FIRST = "termgames openings 1\n"
WRITTEN = tree().written()


def test_what_is_written_is_read() -> None:
    assert read(WRITTEN, "here") == tree()
    lines = WRITTEN.splitlines()
    assert lines[:3] == [FIRST.strip(), "game: majorities", "size: 3"]
    starts = ["a2 60 0.550 +0.3 ", " a3,b3 40 0.600 +0.5 ", "  d4,e2 12 0.400 -0.5 "]
    for line, start in zip(lines[-6:], starts, strict=False):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        (FIRST, "termgames problems 1\n", "line 1: it begins with 'termgames openings 1'"),
        ("game: majorities", "game: chess", "line 2: unknown game 'chess'"),
        ("size: 3", "size: 99", "line 3: "),
        ("size: 3", "size: 3\nsize: 4", "line 4: 'size: 4' is no 'name: value', or comes twice"),
        ("playouts: 100000", "playouts: -1", "line 4: playouts is a whole number from 1"),
        ("games: 100", "games: " + "9" * 5000, "line 5: games is a whole number from 1"),
        ("ends: 40 0.525", "ends: 40 nan", "line 6: ends are games, a share and a lead"),
        ("made: by hand\n", "", "'made:' is missing"),
        ("a2 60 0.550", "a2 60 1e9", "line 10: "),
        ("a2 60 0.550 +0.3", "a2 60 0.550 inf", "is no move of a tree"),
        (" a3,b3 40", "       a3,b3 40", "line 11: "),
        ("a2 60", "a" * 300 + " 60", "line 10: "),
        ("start: ", "start: ../../etc/passwd", "is no position, as 0c9d1f2ab4.0"),
        (WRITTEN, WRITTEN + WRITTEN.splitlines()[-1], "stands above already"),
        (WRITTEN, WRITTEN + "\n" * MOST_LINES, "50000 lines at most"),
    ],
)
def test_a_fault_is_told_with_its_line(before: str, after: str, complaint: str) -> None:
    assert before in WRITTEN
    with pytest.raises(LessonError, match=r"^here: ") as caught:
        read(WRITTEN.replace(before, after, 1), "here")
    assert complaint in str(caught.value)


def test_large_files_and_those_that_are_no_text_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.openings"
    for data, says in (
        (b" " * 4_000_001, "larger than 4000000 bytes: make a smaller tree"),
        (b"\xff", "line 1: this is no UTF-8 text"),
    ):
        large.write_bytes(data)
        with pytest.raises(LessonError, match=says):
            trees.load(large)
