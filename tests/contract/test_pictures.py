"""Pictures of every game: valid, whole, and told apart without colours."""

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from textual.color import Color, rgb_to_lab

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NOBODY
from termgames.core.topology import square
from termgames.play.pictures import svg
from termgames.play.pictures.diagram import Diagram, diagram_of, with_territory
from termgames.play.pictures.faces import Faces, inks, is_dark
from termgames.play.pictures.paper import book
from termgames.play.pictures.seen import Position, Scene, Tint
from termgames.tui.board.pixels import draw
from termgames.tui.themes import LOOKS, looks
from tests.contract.support import every_game, every_setting, game_of, shown

SEED = 8
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: Any, state: Any) -> Diagram:
    display = games.display(game)
    return with_territory(diagram_of(display, state, (), "a <title> & more"), display, state)


@every_setting
def test_a_picture_has_every_stone_and_every_owner(setting: Any) -> None:
    """Where points are counted: the owners that the parts of the score name."""
    game = game_of(setting)
    display = games.display(game)
    assert display.counts_cells or not drawn(game, game.start()).position.tints
    for state in shown(setting, SEED, 3):
        seen = drawn(game, state)
        picture = svg.write(seen, book(game))
        root = ElementTree.fromstring(picture)
        assert root.findtext(f"{SVG}title") == "a <title> & more"
        faces = {part.get("id"): ElementTree.tostring(part) for part in root.iter(f"{SVG}g")}
        uses = [part.get("href") for part in root.iter(f"{SVG}use") if part.get("x")]
        lying = [b"url(#b" in faces[str(href)[1:]] for href in uses]
        assert lying == [stone > 0 for stone in game.stones(state)]
        defined = {part.get("id") for part in root.iter() if part.get("id")}
        assert set(re.findall(r'(?:href="|url\()#(\w+)', picture)) <= defined
        # Overlays of the rules alone have nothing to say of a full board.
        overlays = display.overlays(state) if display.counts_cells else ()
        for cell, seat in enumerate(overlays[0].owner if overlays else ()):
            tint = seen.position.tints.get(cell)
            colour = game.colour(state, seat) if seat >= 0 else seat
            assert (NOBODY if tint is None else tint.owner) == colour


@every_setting
def test_everything_lies_within_the_picture_and_no_two_stones_in_one_place(setting: Any) -> None:
    game = game_of(setting)
    seen = drawn(game, game.start())
    plan = svg.plan_of(seen)
    assert len(set(plan.points)) == len(plan.points) == game.topology.cells
    places = [*plan.points, *(place for place, _ in plan.labels)]
    assert all(10 < x < plan.width - 10 and 10 < y < plan.height - 10 for x, y in places)
    assert len(set(places)) == len(places)


@every_game
def test_colours_are_told_apart_by_their_signs(game_id: str) -> None:
    game = game_of((game_id, ()))
    for paper in (book(game), *looks(game.seats, game.marks)):
        stones = [inks(paper).stone(seat) for seat in range(game.seats)]
        assert len({(mark, is_dark(ink)) for ink, mark in stones}) == game.seats


def lab(colour: Any) -> Any:
    found = rgb_to_lab(Color(*map(int, colour)))
    return np.array([found.L, found.a, found.b])


EVERY = [
    plate
    for look in LOOKS
    for each in (look, look.light)
    if each is not None
    for plate in [each.plate or each]
]


@pytest.mark.parametrize("look", EVERY, ids=lambda look: look.name)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_all_that_lies_on_a_cell_is_seen(look: Any, size: int) -> None:
    """Stones, ghosts of every colour and areas differ from the ground and from each other, in all
    of the cell or in its middle."""
    many, topology = len(look.players), square(9)
    stones = bytes(max(0, cell - 3 * 9 + 1) if cell < 3 * 9 + many else 0 for cell in range(81))
    tints = {cell: Tint(cell, 1.0, firm=True) for cell in range(many)}
    faces = Faces(topology, inks(look), tiles=size == 4)
    faces.show(Position(stones, tints=tints))
    ghosts = tuple(Pick(cell + 9, cell) for cell in range(many))
    lit = faces.lit(Scene(proposed=ghosts), stones)
    seen = [faces.now[80], *faces.now[:many], *(lit[pick.cell] for pick in ghosts)]
    seen += faces.now[3 * 9 : 3 * 9 + many]
    assert len(set(seen)) == len(seen)
    assert faces.now[50] == faces.now[52]
    drawn = [draw(face, size) for face in seen]
    for one, other in combinations(drawn, 2):
        pixels = zip(one.reshape(-1, 3), other.reshape(-1, 3), strict=True)
        assert max(np.linalg.norm(lab(a) - lab(b)) for a, b in pixels) > 9
