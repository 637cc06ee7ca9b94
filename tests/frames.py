"""Whole screens kept as text, and compared entirely by `tests/tui/test_frames.py`.

A frame is reached by a whole game of greedy players, of which a part was played, and by keys. Its
file has the characters, then for each of them a letter for its colours (blank for the commonest),
then what the letters stand for. `FRAMES=anew pytest tests/tui/test_frames.py` writes what has
changed, and fails there with what differs.
"""

from __future__ import annotations

import asyncio
import difflib
import string
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from textual._compositor import LayoutUpdate

from termgames import games
from termgames.core.options import Value
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch, Match
from termgames.play.new_game import NewGame
from termgames.play.pictures.faces import Face
from termgames.tui.app import TermgamesApp
from termgames.tui.board import plate
from termgames.tui.opener import Opener
from tests.tui.screens.support import settings_of

FOLDER = Path(__file__).parent / "golden" / "frames"
PATIENCE = 50
"""How often it is looked whether a frame is the one that is kept."""
LETTERS = (
    string.ascii_letters
    + string.digits
    + string.punctuation
    + "".join(map(chr, range(0xC0, 0x250)))
)
SMALL: dict[str, dict[str, Value]] = {
    "plurality": {"size": 7},
    "pletore": {"size": 7},
    "majorities": {"size": 3},
    "tricolor": {"size": 7, "dead-stones": "agree"},
    "mitropia": {"map": "9x9", "players": 3},
}


@cache
def whole(game_id: str, options: tuple[tuple[str, Value], ...], most: int) -> AnyMatch:
    """A whole game of greedy players; always the same."""
    game = games.create(game_id, dict(options))
    match = Match(game, ("human",) * game.seats, 1)
    bots = [make_bot(parse_player("greedy"), game, seed=seat) for seat in range(game.seats)]
    while not match.over and match.ply < most:
        match.submit(bots[match.to_act].think(match.seen(match.to_act)).move)
    return match


def on_board(match: AnyMatch) -> bool:
    """Whether any of the first legal moves is made on the board."""
    first = islice(match.game.legal_moves(match.seen(match.to_act)), 40)
    return match.over or any(match.game.cells_of(move) for move in first)


def part(game_id: str, share: float, **options: Value) -> AnyMatch:
    """So much of that game, and on to a question that the board answers."""
    chosen = {name: it for name, it in {**SMALL[game_id], **options}.items() if it is not None}
    game = whole(game_id, tuple(sorted(chosen.items())), 400 if share else 30)
    match = Match(game.game, game.players, game.seed)
    while match.ply < game.ply and (match.ply < share * game.ply or not on_board(match)):
        match.submit(game.move_at(match.ply))
    return match


Begin = Callable[[Opener], object]


def flat(face: Face, size: int) -> Any:
    """The pixels of a cell without lines, light and shade: what it shows in few colours."""
    image, middle = np.empty((size, size, 3)), slice(size // 2 - 1, size // 2 + 1)
    image[:] = face.ground
    if face.stone is not None:
        weight = 0.5 if face.ghost else 1.0
        image[1:-1, 1:-1] += (np.array(face.stone[0]) - image[1:-1, 1:-1]) * weight
    for sign in (face.dot and face.dot[0], face.ring, face.cross):
        if sign is not None:
            image[middle, middle] = sign
    if face.frame is not None:
        image[[0, -1]] = image[:, [0, -1]] = face.frame
    if face.corners is not None:
        image[:: size - 1, :: size - 1] = face.corners
    return image


def play(game_id: str, share: float, **options: Value) -> Begin:
    """A game on the screen."""
    return lambda opener: opener.open_game(part(game_id, share, **options), None)


def replay(game_id: str) -> Begin:
    """A record that is looked through."""
    return lambda opener: opener.open_replay(part(game_id, 1), Path("game.tgr"))


def door(name: str, *given: str) -> Begin:
    """The menu, or the form, the lessons or the problems of a game."""
    made = [NewGame(each, SMALL[each]) if name == "form" else each for each in given]
    return lambda opener: getattr(opener, f"open_{name}")(*made)


@dataclass(frozen=True)
class Scene:
    """A frame: what is opened, in which size, which keys follow, and how it is set."""

    begin: Begin
    size: tuple[int, int] = (80, 24)
    keys: str = ""
    settings: dict[str, Any] = field(default_factory=dict)


S60, S80, S120, S200 = (60, 24), (80, 24), (120, 40), (200, 60)
LIGHT = {"theme": "termgames-light"}
SCENES = {
    "menu-60x24": Scene(door("menu"), S60),
    "menu-80x24": Scene(door("menu"), S80),
    "menu-120x40-light": Scene(door("menu"), S120, settings=LIGHT),
    "menu-help": Scene(door("menu"), S80, "question_mark"),
    "form-plurality": Scene(door("form", "plurality")),
    "form-mitropia": Scene(door("form", "mitropia"), S120),
    "form-mitropia-all": Scene(door("form", "mitropia"), S120, "ctrl+o"),
    "form-pletore-60x24": Scene(door("form", "pletore"), S60, "ctrl+o"),
    "plurality-empty": Scene(play("plurality", 0)),
    "plurality-pick": Scene(play("plurality", 0.3), S80, "enter right enter"),
    "plurality-middle-60x24": Scene(play("plurality", 0.5), S60),
    "plurality-middle-200x60": Scene(play("plurality", 0.5, size=13), S200),
    "plurality-area-light": Scene(play("plurality", 0.6), S80, "o", LIGHT),
    "plurality-hex": Scene(play("plurality", 0, size=None, hex=4), S120),
    "plurality-typed": Scene(play("plurality", 0.3), S80, "m a 1 comma"),
    "plurality-refused": Scene(play("plurality", 0.3), S80, "m a 1 comma a 1 comma a 1 enter"),
    "plurality-ascii": Scene(play("plurality", 0.5), S80, settings={"ascii": True}),
    "plurality-leave": Scene(play("plurality", 0.5), S80, "q"),
    "plurality-end": Scene(play("plurality", 1)),
    "plurality-end-120x40": Scene(play("plurality", 1), S120),
    "plurality-help": Scene(play("plurality", 0.3), S120, "question_mark"),
    "pletore-middle": Scene(play("pletore", 0.5)),
    "pletore-area-120x40": Scene(play("pletore", 0.7), S120, "o"),
    "pletore-ascii": Scene(play("pletore", 0.7), S80, "o", {"ascii": True}),
    "pletore-zoom": Scene(play("pletore", 0.5), S120, "Z"),
    "majorities-ascii": Scene(play("majorities", 0.5), S80, "plus enter", {"ascii": True}),
    "majorities-middle": Scene(play("majorities", 0.5)),
    "majorities-middle-120x40": Scene(play("majorities", 0.5, size=5), S120, "o"),
    "majorities-light": Scene(play("majorities", 0.8), S80, settings=LIGHT),
    "majorities-end": Scene(play("majorities", 1)),
    "majorities-cube": Scene(play("majorities", 0.4, size=None, cube=3), S120, "left left left up"),
    "majorities-cube-80x24": Scene(play("majorities", 0.4, size=None, cube=5), S80, "down down"),
    "tricolor-middle": Scene(play("tricolor", 0.5)),
    "tricolor-area-light": Scene(play("tricolor", 0.6), S120, "o", LIGHT),
    "tricolor-end": Scene(play("tricolor", 1), S120),
    "mitropia-start": Scene(play("mitropia", 0)),
    "mitropia-ascii": Scene(play("mitropia", 0), S80, settings={"ascii": True}),
    "mitropia-middle-120x40": Scene(play("mitropia", 0.5), S120),
    "mitropia-cards": Scene(play("mitropia", 0.5), S80, "c"),
    "mitropia-islands": Scene(play("mitropia", 0, map="islands", players=4), S200),
    "mitropia-starfish": Scene(play("mitropia", 0, map="starfish", players=5)),
    "replay-plurality": Scene(replay("plurality"), S120, "comma comma"),
    "replay-mitropia": Scene(replay("mitropia"), S80, "comma"),
    "lesson-plurality": Scene(door("lessons", "plurality")),
    "lesson-pletore-120x40": Scene(door("lessons", "pletore"), S120),
    "lesson-tricolor-60x24": Scene(door("lessons", "tricolor"), S60, "enter"),
    "problem-plurality": Scene(door("problems", "plurality"), S80, "h"),
}


def path_of(name: str) -> Path:
    """The file of a frame."""
    return FOLDER / f"{name}.txt"


def kept(name: str) -> str:
    """What is kept of a frame; nothing of a new one."""
    return path_of(name).read_text("utf-8") if path_of(name).exists() else ""


async def shown(scene: Scene, kept: str) -> str:
    """What the scene shows. Some of it comes from other threads: where it is not what was kept, it
    has time to become so."""
    settings = settings_of(**{"theme": "termgames-dark", "ponder": False, **scene.settings})
    app = TermgamesApp(settings, scene.begin)
    async with app.run_test(size=scene.size, notifications=True) as pilot:
        await pilot.pause()
        await pilot.press(*scene.keys.split())
        for _ in range(PATIENCE):
            await pilot.pause()
            now = text_of(rows_of(app))
            if now == kept:
                break
            await asyncio.sleep(0.02)
        app.exit()
    return now


def rows_of(app: TermgamesApp) -> list[list[tuple[str, str]]]:
    """Rows of characters, each with its colours in words."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return [
        [(char, str(style)) for strip in strips for text, style, _ in strip for char in text]
        for strips in update.strips
    ]


def text_of(rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """A frame as its file has it."""
    styles = Counter(style for row in rows for _, style in row)
    letters = dict(zip([style for style, _ in styles.most_common()], " " + LETTERS, strict=False))
    assert len(letters) == len(styles), "a frame has more colours than there are letters"
    chars = ["".join(char for char, _ in row).rstrip() for row in rows]
    inks = ["".join(letters[style] for _, style in row).rstrip() for row in rows]
    legend = [f"{letter}  {style}" for style, letter in letters.items()]
    return "\n".join([*chars, "", *inks, "", *legend, ""])


def frame(name: str) -> str:
    """A frame by its name, as it is now; boards are drawn flat."""
    with mock.patch.object(plate, "draw", flat):
        return asyncio.run(shown(SCENES[name], kept(name)))


def differing(name: str, now: str) -> Iterator[str]:
    """How a frame differs from the one that is kept, line by line; nothing if it does not."""
    lines = kept(name).splitlines(), now.splitlines()
    yield from difflib.unified_diff(*lines, f"kept {name}", "now", "", "", 0, "")
