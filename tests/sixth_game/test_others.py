"""Stacks and Bids, as players meet them: heights on cells, a stack of nobody's, secret bids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import foreign, plugins
from termgames.core.display import Display, Question
from termgames.core.errors import GameFault, IllegalMove, OptionError, RecordError
from termgames.core.options import Option
from termgames.play import record
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.play.text import boards, report, spoken, words
from termgames.study.lessons import checks, examine, shelf
from termgames.tui import themes
from termgames.tui.board.blocks import BlockPainter
from termgames.tui.board.layout import layout_of
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Palette
from termgames.tui.board.scene import Position, Scene
from tests.scenes import go

HUMANS = ("human", "human", "human")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games as entry points tell of them."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    found = [
        plugins.Plugin(name, f"termgames_{name}", "termgames-others") for name in ("bids", "stacks")
    ]
    monkeypatch.setattr(plugins, "announced", lambda group: found)


def after(game_id: str, *texts: str, **chosen: Any) -> tuple[Any, Any]:
    game = games.create(game_id, chosen)
    return game, go(game, game.start(), *texts)


def drawn(zoom: int, glyphs: themes.GlyphSet, scene: Scene, **about: Any) -> list[str]:
    """Stacks after two moves, the last one on e2: the rows of the screen, highlights beside."""
    plain = about.pop("plain")
    game, state = after("stacks", "a2", "e2", size=3)
    palette = Palette(themes.looks(game.seats, game.marks)[0], plain=plain)
    make = Painter if zoom == 1 else BlockPainter
    painter = make(layout_of(game.topology, zoom=zoom), glyphs, palette)
    last = frozenset([game.topology.cell("e2")])
    about = {"labels": games.display(game).labels(state), **about}
    base = painter.position(Position(game.stones(state), last=last, **about))
    spots = painter.highlights(scene, base, game.stones(state))
    return [
        "".join(spots.get((x, y), spot)[0] for x, spot in enumerate(row))
        for y, row in enumerate(base)
    ]


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("glyphs", [themes.UNICODE, themes.ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_heights_are_seen_on_cells_of_every_size(
    zoom: int, glyphs: themes.GlyphSet, plain: bool
) -> None:
    """Four stacks of one, and one of two; the coordinates name each number once more. Black's on
    a1 is under the cursor."""
    a1 = after("stacks", size=3)[0].topology.cell("a1")
    told = "\n".join(drawn(zoom, glyphs, Scene(cursor=a1), plain=plain))
    assert told.count("1") >= 4 + 1
    assert told.count("2") == 1 + 1
    bare = plain or glyphs is themes.ASCII
    if zoom == 1:
        # Without colours the stone says whose it is, with them the ground does.
        assert (glyphs.stones[2] in told) == bare
        assert ("[" + glyphs.stones[0] + "1" in told) == bare
    elif bare:
        assert "(1)" in told, "the last stone is marked as well"


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_a_height_hides_no_last_move_no_candidate_and_no_start_point(
    zoom: int, plain: bool
) -> None:
    """The last move on e2, which is a candidate as well, and a start point with a label on a3."""
    last, start = map(after("stacks", size=3)[0].topology.cell, ("e2", "a3"))
    about = {"labels": {last: "7", start: "8"}, "origins": {start: 0}, "plain": plain}
    rows = drawn(zoom, themes.UNICODE, Scene(), **about)
    assert any("(" in row and "7" in row for row in rows)
    assert any("⊙8" in row for row in rows)
    seen = "".join(drawn(zoom, themes.UNICODE, Scene(labels={last: ("9", "50%")}), **about))
    assert (seen.count("9"), "7" in seen) == (1, True)


def test_lines_tell_heights_and_nobodys_stones() -> None:
    game, state = after("stacks", "a2", size=3)
    display = games.display(game)
    labels = display.labels(state)
    last = [game.topology.cell("a2")]
    drawn = boards.draw(game, state, last, labels=labels)
    assert drawn.splitlines()[2].split() == ["c1", ".", ".", "N2", ".", ".", "c5"]
    assert drawn.splitlines()[4].split() == ["a1", "B1", "*B1", ".", "a3"]
    assert boards.draw(game, state, last).splitlines()[2].split()[3] == "N"
    told = spoken.where(display, state, game.topology.cell("c3"), going_on=False)
    assert told.startswith("c3 is neutral 2, a single stone")
    assert spoken.row(display, state, "a") == "Row a: a1 and a2 black 1, a3 empty."
    assert "right a2 black 1" in spoken.around(display, state, game.topology.cell("a1"))
    match = Match(game, HUMANS[:2])
    assert "N2" in words.record_text(match)
    assert report.position(match)["board"][2] == "..n.."


def test_a_game_of_bots_is_played_told_and_read_again() -> None:
    for game_id in ("stacks", "bids"):
        game = games.create(game_id, {"size": 2} if game_id == "stacks" else {"cards": 3})
        match: Match[Any, Any] = Match(game, HUMANS[: game.seats], 3)
        bot = make_bot(parse_player("mcts:playouts=20"), game, seed=1)
        while (prompt := match.prompt()) is not None:
            match.submit(bot.think(prompt.state).move)
        assert record.load(record.write(match)).moves == match.moves
        assert record.load(record.write(record.redacted(match)), draws=False).over


# -- bids -------------------------------------------------------------------------------------


def test_a_secret_bid_is_shown_to_spectators_and_played_by_nobody() -> None:
    match: Match[Any, Any] = Match(games.create("bids", {"cards": 3}), HUMANS, 1)
    game = match.game
    hidden = game.parse(match.state, "bid ?")
    with pytest.raises(IllegalMove):
        match.submit(hidden)
    for text in ("bid 1", "bid 2", "bid 2"):
        match.submit(game.parse(match.state, text))
    shown = record.redacted(match)
    assert [game.format(move) for move in shown.moves][1:4] == ["bid ?", "bid ?", "shown 1,2,2"]
    again = record.load(record.write(shown), draws=False)
    assert game.stones(again.state) == game.stones(match.state)
    assert game.stones(match.state).count(1) == 1
    # Without the mark of such a record its moves are no moves.
    played = record.write(shown).replace("redacted: yes\n", "")
    played = "".join(line for line in played.splitlines(True) if not line.startswith("checksum"))
    with pytest.raises(RecordError, match=r"bid \?"):
        record.load(played, draws=False)


class Asks(Display[Any, Any]):
    """A question beside the board, and a method that fails."""

    def question(self, s: Any) -> Any:
        bids = [("one", self.game.parse(s, "bid 1"))]
        return Question("Which card?", tuple(bids), (2, 3, 2), "bid %d")

    def status(self, s: Any) -> Any:
        return [("bids", str(1 // 0))]


def test_what_fails_in_a_display_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = after("bids", "prize 1")
    display = Asks(game)
    monkeypatch.setattr(foreign, "forgiven", {})
    foreign.watch_display(game, display)
    assert display.status(state) == ()
    assert list(foreign.forgiven) == [("bids", "status")]
    monkeypatch.setattr(foreign, "forgives", False)
    with pytest.raises(ZeroDivisionError):
        display.status(state)


# -- lessons ----------------------------------------------------------------------------------


def test_a_package_brings_lessons() -> None:
    assert "stacks" in shelf.shipped()
    assert "bids" not in shelf.shipped()
    assert shelf.of_game("stacks") == (("stacks", "Stacks, the first steps"),)
    told = examine.examine(shelf.course("stacks"))
    assert len(told.tasks) == 3
    assert not any(task.faults for task in told.tasks)


def test_a_fact_that_never_is_there_is_the_authors_error() -> None:
    game, state = after("stacks", size=3)
    with pytest.raises(OptionError, match=r"no fact 'hights\.a2': at 'hights' there is heights"):
        checks.read(game, state, "fact hights.a2 is 1")


# -- what is cleaned --------------------------------------------------------------------------


def test_texts_are_cleaned_wherever_they_are() -> None:
    wild, plain = "\u202eno", "\\u202eno"
    state = {"a": (1, [wild]), "b": Option(wild, "flag", "x")}
    assert foreign.cleaned(state) == {"a": (1, [plain]), "b": Option(plain, "flag", "x")}
    same = (1, ("a", np.int8(3)))
    assert foreign.cleaned(same) is same


def test_a_hidden_bid_that_may_be_played_is_a_fault() -> None:
    """It would leave everybody else without an answer."""
    game = games.create("bids", {})
    refuse = game.refuse
    game.refuse = lambda s, m: None if game.format(m) == "bid ?" else refuse(s, m)
    with pytest.raises(GameFault, match=r"refuse: it accepts 'bid \?', which hides something"):
        foreign.look(game, games.display(game), games.info("bids"))
