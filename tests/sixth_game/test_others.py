"""Stacks and Bids, as players meet them: heights on cells, a stack of nobody's, secret bids."""

from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core import foreign, plugins
from termgames.core.errors import GameFault, IllegalMove, OptionError, RecordError
from termgames.core.options import Option
from termgames.play import record
from termgames.play.match import Match
from termgames.play.pictures.seen import Position, Scene
from termgames.play.text import boards, report, spoken, words
from termgames.study.lessons import checks, examine, shelf
from termgames.tui import themes
from termgames.tui.board.layout import layout_of
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Palette
from termgames.tui.board.plate import PlatePainter
from tests.scenes import go


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games as entry points tell of them."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    found = [plugins.Plugin(name, f"termgames_{name}", "others") for name in ("bids", "stacks")]
    monkeypatch.setattr(plugins, "announced", lambda group: found)


def after(game_id: str, *texts: str, **chosen: Any) -> tuple[Any, Any]:
    game = games.create(game_id, chosen)
    return game, go(game, game.start(), *texts)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_heights_are_seen_and_hide_no_last_move_and_no_candidate(zoom: int, plain: bool) -> None:
    """Four stacks of one, and one of two, the last move, on e2, which is a candidate then; the
    coordinates name each number once more. Black's on a1 is under the cursor."""
    game, state = after("stacks", "a2", "e2", size=3)
    a1, last = map(game.topology.cell, ("a1", "e2"))

    def drawn(scene: Scene, **more: Any) -> str:
        palette = Palette(themes.looks(game.seats, game.marks)[0], plain=plain)
        layout, large = layout_of(game.topology, zoom=zoom), zoom > 1 and not plain
        painter: Any = (
            PlatePainter(layout, palette) if large else Painter(layout, themes.UNICODE, palette)
        )
        labels = {**games.display(game).labels(state), **more}
        stones = game.stones(state)
        base = painter.position(Position(stones, last=frozenset([last]), labels=labels))
        spots = painter.highlights(scene, base, stones)
        cells = (((x, y), spot) for y, row in enumerate(base) for x, spot in enumerate(row))
        return "".join(spots.get(at, spot)[0] for at, spot in cells)

    told = drawn(Scene(cursor=a1))
    assert told.count("1") >= 4 + 1
    assert told.count("2") == 1 + 1
    # Without colours the stone says whose it is, with them the ground does.
    assert zoom > 1 or (f"[{themes.UNICODE.stones[0]}1" in told) == plain
    assert drawn(Scene(labels={last: ("9", "50%")})).count("9") == 1


def test_lines_tell_heights_and_nobodys_stones() -> None:
    game, state = after("stacks", "a2", size=3)
    display, last = games.display(game), [game.topology.cell("a2")]
    drawn = boards.draw(game, state, last, labels=display.labels(state)).splitlines()
    assert drawn[2].split() == ["c1", ".", ".", "N2", ".", ".", "c5"]
    assert drawn[4].split() == ["a1", "B1", "*B1", ".", "a3"]
    told = spoken.where(display, state, game.topology.cell("c3"), going_on=False)
    assert told.startswith("c3 is neutral 2, a single stone")
    assert spoken.row(display, state, "a") == "Row a: a1 and a2 black 1, a3 empty."
    match = Match(game, ("human",) * 2)
    assert "N2" in words.record_text(match)
    assert report.position(match)["board"][2] == "..n.."


def test_a_secret_bid_is_shown_to_spectators_and_played_by_nobody() -> None:
    match: Match[Any, Any] = Match(games.create("bids", {"cards": 3}), ("human",) * 3, 1)
    game = match.game
    with pytest.raises(IllegalMove):
        match.submit(game.parse(match.state, "bid ?"))
    for text in ("bid 1", "bid 2", "bid 2"):
        match.submit(game.parse(match.state, text))
    shown = record.redacted(match)
    assert [game.format(move) for move in shown.moves][1:4] == ["bid ?", "bid ?", "shown 1,2,2"]
    again = record.load(record.write(shown), draws=False)
    assert game.stones(again.state) == game.stones(match.state)
    # Without the mark of such a record its moves are no moves.
    lines = record.write(shown).splitlines(True)
    played = "".join(line for line in lines if not line.startswith(("checksum", "redacted")))
    with pytest.raises(RecordError, match=r"bid \?"):
        record.load(played, draws=False)
    # One that may be played would leave everybody else without an answer.
    refuse = game.refuse
    game.refuse = lambda s, m: None if game.format(m) == "bid ?" else refuse(s, m)
    with pytest.raises(GameFault, match=r"refuse: it accepts 'bid \?', which hides something"):
        foreign.look(game, games.display(game), games.info("bids"))


def test_a_package_brings_lessons() -> None:
    assert shelf.of_game("stacks") == (("stacks", "Stacks, the first steps"),)
    told = examine.examine(shelf.course("stacks"))
    assert [task["ok"] for task in told.tasks] == [True] * 3
    with pytest.raises(OptionError, match=r"no fact 'hights\.a2': at 'hights' there is heights"):
        checks.read(*after("stacks", size=3), "fact hights.a2 is 1")


def test_texts_are_cleaned_wherever_they_are() -> None:
    wild, plain = "\u202eno", "\\u202eno"
    state = {"a": (1, [wild]), "b": Option(wild, "flag", "x")}
    assert foreign.cleaned(state) == {"a": (1, [plain]), "b": Option(plain, "flag", "x")}
