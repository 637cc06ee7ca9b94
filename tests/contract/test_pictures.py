"""Pictures of every game: valid, whole, and told apart without colours."""

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

from termgames import games
from termgames.core.game import NEUTRAL, NOBODY
from termgames.play.pictures import svg
from termgames.play.pictures.diagram import Diagram, diagram_of, with_territory
from termgames.play.pictures.paper import book
from termgames.tui.themes import looks
from tests.contract.support import every_game, every_setting, game_of, shown

SEED = 8
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: Any, state: Any) -> Diagram:
    display = games.display(game)
    return with_territory(diagram_of(display, state, (), "a <title> & more"), display, state)


def used(picture: str) -> Counter[str]:
    """The kinds of stones and signs that lie on points, with their numbers."""
    return Counter(re.findall(r'<use href="#(\w+)" x=', picture))


@every_setting
def test_a_picture_has_every_stone_and_every_owner(setting: Any) -> None:
    """Where points are counted: the owners that the parts of the score name."""
    game = game_of(setting)
    display = games.display(game)
    assert display.counts_cells or not drawn(game, game.start()).owner
    for state in shown(setting, SEED, 3):
        seen = drawn(game, state)
        picture = svg.write(seen, book(game))
        root = ElementTree.fromstring(picture)
        assert root.findtext(f"{SVG}title") == "a <title> & more"
        stones, lying = game.stones(state), used(picture)
        for colour in range(len(game.marks)):
            assert lying[f"s{colour}"] == stones.count(colour + 1)
            assert lying[f"t{colour}"] == list(seen.owner.values()).count(colour)
        defined = {part.get("id") for part in root.iter() if part.get("id")}
        assert set(re.findall(r'href="#(\w+)"', picture)) <= defined
        # Overlays of the rules alone have nothing to say of a full board.
        overlays = display.overlays(state) if display.counts_cells else ()
        for cell, seat in enumerate(overlays[0].owner if overlays else ()):
            if seat in (NOBODY, NEUTRAL):
                assert seen.owner.get(cell, NOBODY) == seat
            else:
                assert seen.owner[cell] == game.colour(state, seat)


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
    boards = [book(game), *looks(game.seats, game.marks)]
    for paper in boards:
        picture = svg.write(drawn(game, game.start()), paper)
        kinds = [re.search(rf'<g id="m{at}">(.*?)</g>', picture) for at in range(game.seats)]
        signs = [re.sub(r'stroke="#\w+"', "", kind[1]) for kind in kinds if kind]
        assert len(signs) == game.seats
        inks = [svg.ink_on(colour) for colour in paper.players[: game.seats]]
        assert len(set(zip(signs, inks, strict=True))) == game.seats
