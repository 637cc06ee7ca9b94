"""What menus tell of a game: its goal, its presets, its picture."""

from typing import Any

from termgames import games
from termgames.core.options import GameInfo
from tests.contract.support import every_game, every_game_of_ours


@every_game
def test_presets_set_up_a_game_and_leave_defaults_out(game_id: str) -> None:
    info = games.info(game_id)
    assert len({preset.name for preset in info.presets}) == len(info.presets) > 0
    for preset in info.presets:
        game = games.create(game_id, preset.chosen)
        assert len(info.seated(game.options)) == game.seats
        for name in preset.chosen:
            fewer = {other: value for other, value in preset.chosen.items() if other != name}
            assert info.settle(fewer) != game.options, f"{preset.name}: {name} changes nothing"


@every_game_of_ours
def test_the_first_preset_is_a_small_game_and_the_defaults_are_one(game_id: str) -> None:
    info = games.info(game_id)
    standard = next(preset for preset in info.presets if not preset.chosen)
    cells = {preset.name: _cells(info, preset.chosen) for preset in info.presets}
    assert cells[info.presets[0].name] == min(cells.values()) < cells[standard.name]
    assert all(preset.board and preset.minutes for preset in info.presets)
    assert info.presets[0].minutes == min(preset.minutes for preset in info.presets)


@every_game_of_ours
def test_the_picture_is_a_position_of_the_small_game(game_id: str) -> None:
    """Its stones lie on the board of the first preset, and its capitals are the points that the
    rules give to each player."""
    info = games.info(game_id)
    game: Any = games.create(game_id, info.presets[0].chosen)
    assert info.marks == game.marks
    stones = str.maketrans({mark.upper(): "." for mark in game.marks})
    state = game.position([row.translate(stones) for row in info.picture], {})
    if not any(mark.isupper() for row in info.picture for mark in row):
        return
    owner = games.display(game).overlays(state)[0].owner
    expected = [
        game.marks[stone - 1]
        if stone
        else (game.marks[game.colour(state, owner[cell])].upper() if owner[cell] >= 0 else ".")
        for cell, stone in enumerate(game.stones(state))
    ]
    assert tuple(game.topology.rows(expected)) == info.picture


def _cells(info: GameInfo, chosen: Any) -> int:
    return int(games.create(info.id, chosen).topology.cells)
