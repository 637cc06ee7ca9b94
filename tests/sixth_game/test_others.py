"""Stacks and Bids, as players meet them: heights on cells, a stack of nobody's, secret bids."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import foreign, plugins
from termgames.core.display import Display, Pick, Question
from termgames.core.errors import GameFault, IllegalMove, OptionError, RecordError
from termgames.core.options import Option
from termgames.play import record
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.play.pictures import diagram, svg
from termgames.play.pictures.paper import book
from termgames.play.position_editor import PositionEditor
from termgames.play.text import boards, report, spoken, words
from termgames.study.lessons import checks, examine, shelf
from termgames.study.lessons.checks import PlayedMove
from termgames.tui import themes
from termgames.tui.board.blocks import BlockPainter
from termgames.tui.board.layout import layout_of
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Palette
from termgames.tui.board.scene import Position, Scene

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
    state = game.start()
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return game, state


def drawing(zoom: int, glyphs: themes.GlyphSet, *, plain: bool) -> str:
    """Stacks after two moves, Black's on a1 under the cursor."""
    game, state = after("stacks", "a2", "e2", size=3)
    layout = layout_of(game.topology, zoom=zoom)
    palette = Palette(themes.looks(game.seats, game.marks)[0], plain=plain)
    make = Painter if zoom == 1 else BlockPainter
    painter = make(layout, glyphs, palette)
    last = frozenset([game.topology.cell("e2")])
    labels = games.display(game).labels(state)
    base = painter.position(Position(game.stones(state), last=last, labels=labels))
    scene = Scene(cursor=game.topology.cell("a1"))
    spots = painter.highlights(scene, base, game.stones(state))
    return "\n".join(
        "".join(spots.get((x, y), spot)[0] for x, spot in enumerate(row))
        for y, row in enumerate(base)
    )


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("glyphs", [themes.UNICODE, themes.ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_heights_are_seen_on_cells_of_every_size(
    zoom: int, glyphs: themes.GlyphSet, plain: bool
) -> None:
    """Four stacks of one, and one of two; the coordinates name each number once more."""
    told = drawing(zoom, glyphs, plain=plain)
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
    game, state = after("stacks", "a2", "e2", size=3)
    last, start = map(game.topology.cell, ("e2", "a3"))
    layout = layout_of(game.topology, zoom=zoom)
    palette = Palette(themes.looks(game.seats, game.marks)[0], plain=plain)
    painter = (Painter if zoom == 1 else BlockPainter)(layout, themes.UNICODE, palette)
    labels = {last: "7", start: "8"}
    position = Position(
        game.stones(state), last=frozenset([last]), labels=labels, origins={start: 0}
    )
    base = painter.position(position)
    rows = ["".join(char for char, _ in row) for row in base]
    assert any("(" in row and "7" in row for row in rows)
    assert any("⊙8" in row for row in rows)
    spots = painter.highlights(Scene(labels={last: ("9", "50%")}), base, game.stones(state))
    assert [char for char, _ in spots.values()].count("9") == 1
    seen = {**{(x, y): s for y, row in enumerate(base) for x, s in enumerate(row)}, **spots}
    assert "7" in [char for char, _ in seen.values()]


def test_labels_in_pictures() -> None:
    """No line runs through one, none lies on a start point, none is beside numbers of turns."""
    game, state = after("stacks", "a2", size=3)
    drawn = diagram.diagram_of(games.display(game), state, (), "")
    free, start, *_ = (cell for cell, stone in enumerate(drawn.stones) if not stone)
    more = replace(drawn, labels={**drawn.labels, free: "7", start: "8"}, origins={start: None})
    picture, plan = svg.write(more, book(game)), svg.plan_of(more)
    x, y = plan.points[free]
    assert f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#ffffff"/>' in picture
    assert f'<text x="{plan.points[start][0] + 8:g}"' in picture
    numbered = svg.write(replace(drawn, numbers={game.topology.cell("a2"): 1}), book(game))
    assert numbered.count("1</text>") == svg.write(drawn, book(game)).count("1</text>") - 2


def test_a_painted_label_changes_with_it() -> None:
    game, state = after("stacks", size=3)
    palette = Palette(themes.looks(game.seats, game.marks)[0], plain=False)
    for zoom in (2, 3):
        painter = BlockPainter(layout_of(game.topology, zoom=zoom), themes.UNICODE, palette)
        stones = game.stones(state)
        first = painter.position(Position(stones, labels={0: "1"}))
        assert painter.position(Position(stones, labels={0: "6"})) != first


def test_nobodys_stones_have_the_neutral_colour() -> None:
    for look in themes.looks(2, "bwn"):
        assert look.players[2] == look.neutral
        assert look.light is None or look.light.players[2] == look.light.neutral
    assert [look.players[:2] for look in themes.looks(2, "bwn")] == [
        look.players[:2] for look in themes.looks(2, "bw")
    ]


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


def test_a_cell_with_a_stone_is_picked_for_a_bid() -> None:
    """Bids are cells; what lies on them does not matter."""
    game, state = after("bids", "prize 1", "bid 1", "bid 2", "bid 3", "prize 3", click=True)
    assert game.stones(state)[0] == 3
    display = games.display(game)
    assert display.draft(state, [Pick(0, 0)]).status == "refused"
    state = game.apply(state, game.parse(state, "bid 2"))
    draft = display.draft(state, [Pick(0, 1)])
    assert (draft.status, game.format(draft.move)) == ("complete", "bid 1")


def test_a_game_that_begins_from_its_start_alone_says_so_in_the_editor() -> None:
    game, state = after("bids")
    editor = PositionEditor(game, state)
    assert editor.refuse() is None
    editor.put(0, 1)
    refusal = editor.refuse()
    assert refusal is not None
    assert "begins from its start only" in refusal.text


@pytest.mark.parametrize("depth", ["", "256", "16"])
def test_colours_are_those_that_their_letters_name(depth: str) -> None:
    for look in themes.looks(3, "rug", depth=depth):
        five = themes.looks(5, "bwrug", depth=depth)
        (named,) = [each for each in five if each.name == look.name]
        assert look.players[:3] == tuple(named.players["bwrug".index(mark)] for mark in "rug")
    assert themes.looks(3, "rug", depth=depth) != themes.looks(3, "gur", depth=depth)


class Asks(Display[Any, Any]):
    """A question beside the board, and a method that fails."""

    def question(self, s: Any) -> Any:
        bids = [("one", self.game.parse(s, "bid 1"))]
        return Question("Which card?", tuple(bids), (2, 3, 2), "bid %d")

    def status(self, s: Any) -> Any:
        return [("bids", str(1 // 0))]


def test_the_answers_to_a_question_are_no_other_moves() -> None:
    game, state = after("bids", "prize 1", cards=4)
    assert [label for label, _ in Asks(game).buttons(state)] == ["bid 4"]


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


# -- picks ------------------------------------------------------------------------------------


class TwoWays(Display[Any, Any]):
    """Every bid is made on one cell."""

    def _listed_moves_of(self, s: Any) -> Any:
        return tuple((m, (0,)) for m in self.game.legal_moves(s))


def test_of_several_moves_on_one_cell_none_is_taken_in_silence() -> None:
    game, state = after("bids", "prize 1", cards=3)
    draft = TwoWays(game).draft(state, [Pick(0, 0)])
    assert (draft.status, draft.move) == ("incomplete", None)
    assert draft.prompt == "Type the move: bid 1, bid 2 or bid 3."


# -- lessons ----------------------------------------------------------------------------------


def test_a_package_brings_lessons() -> None:
    assert "stacks" in shelf.shipped()
    assert "bids" not in shelf.shipped()
    assert shelf.of_game("stacks") == (("stacks", "Stacks, the first steps"),)
    told = examine.examine(shelf.course("stacks"))
    assert len(told.tasks) == 3
    assert not any(task.faults for task in told.tasks)


@pytest.mark.parametrize(
    ("text", "move", "holds"),
    [
        ("fact heights.a2 is 1", "a2", True),
        ("fact heights.a2 is 1", "b1", False),
        ("fact heights.a2 is at least 1", "b1", False),
        ("not fact heights.a2 is 1", "b1", True),
    ],
)
def test_a_fact_that_is_not_there_is_not_so(text: str, move: str, holds: bool) -> None:
    game, state = after("stacks", size=3)
    check = checks.read(game, state, text)
    assert check.holds(PlayedMove.of(game, state, game.parse(state, move))) == holds


def test_nobody_owns_a_cell_of_which_nothing_is_shown() -> None:
    game, state = after("bids", "prize 1", "bid 1", "bid 2")
    played = PlayedMove.of(game, state, game.parse(state, "bid 3"))
    assert not games.display(game).overlays(played.after)
    assert not checks.read(game, state, "blue owns a1").holds(played)


def test_chance_without_a_choice_belongs_to_the_move_before_it() -> None:
    texts = [f"{what} {number}" for number in (1, 2) for what in ("prize", *["bid"] * 3)]
    game, state = after("bids", *texts[:-1], cards=3)
    played = PlayedMove.of(game, state, game.parse(state, "bid 2"))
    assert (played.after.prize, game.to_act(played.after)) == (3, 0)


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


def test_a_flag_without_a_default_is_off() -> None:
    assert Option("click", "flag", "x").default is False
