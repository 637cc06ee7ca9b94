"""How saved games ended: read once by replaying them, remembered, read again when they change."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.play import data_files, store
from termgames.play.history import ended
from termgames.play.match import Terms
from tests.play.support import BOARD, loser, match


def saved(*moves: str, resigned: int | None = 1) -> Path:
    """A game in the folder, with these moves, and then resigned unless it goes on."""
    of = match(BOARD, *moves, players="human bot:3")
    path = store.new_file("plurality")
    store.save(of if resigned is None else loser(of, resigned), path)
    return path


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are replayed."""
    read, real = list[Path](), store.read
    monkeypatch.setattr(store, "read", lambda path, **how: read.append(path) or real(path, **how))
    return read


def test_a_game_that_ended_has_the_players_the_board_and_who_won() -> None:
    path = saved("a1,b1,c1", "a3,b3,c3")
    saved(resigned=None)
    (store.folder() / "no.tgr").write_text("nothing\n")
    (store.folder() / "cut.tgr").write_text("termgames record 2\ngame: plurality\nplies: 3\n\na1")
    (found,) = ended.ended_games()
    assert (found.path, found.game_id, found.players) == (path, "plurality", ("human", "bot:3"))
    assert (found.plies, found.winners, found.ordinary) == (2, (0,), True)
    assert found.options["size"] == "5"
    assert found.settled(games.info("plurality"))["size"] == 5
    assert (found.share(0), found.share(1)) == (1.0, 0.0)
    taught = match(players="human bot:3", terms=Terms(teaching=True))
    assert ended.remembered(taught) is None
    assert ended.remembered(loser(taught, 0))["ordinary"] is False


def test_a_file_is_replayed_once_and_again_when_it_changed(replays: list[Path]) -> None:
    kept, changed = saved(), saved(resigned=None)
    assert len(ended.ended_games()) == 1
    assert sorted(replays) == sorted([kept, changed])
    replays.clear()
    assert len(ended.ended_games()) == 1
    assert not replays
    store.save(loser(store.read(changed), 0), changed)
    replays.clear()
    latest, _ = ended.ended_games()
    assert (latest.path, latest.winners, replays) == (changed, (1,), [changed])
    kept.unlink()
    assert [one.path for one in ended.ended_games()] == [changed]
    assert kept.name not in data_files.path("ended.json").read_text()


GAME = '"players":["human","bot:3"],"plies":0,"ordinary":true'
DAMAGED = [
    *("", "[", "[]", "{}", '{"version":1}', '{"version":1,"games":7}', '{"version":99,"games":{}}'),
    '{"version":1,"games":{"NAME":[[0,0],null]}}',
    '{"version":1,"games":{"NAME":[STAMP,7]}}',
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality"}]}}',
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{"size":5},"winners":[0],'
    f"{GAME}}}]}}}}",
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{},"winners":[2],'
    f"{GAME}}}]}}}}",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_memory_harms_nothing(text: str) -> None:
    path = saved()
    stamp = json.dumps([path.stat().st_mtime, path.stat().st_size])
    text = text.replace("NAME", path.name).replace("STAMP", stamp)
    data_files.path("ended.json").write_text(text)
    assert len(ended.ended_games()) == int(stamp not in text)


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(replays: list[Path]) -> None:
    saved()
    data_files.path("ended.json").mkdir()
    for number in (1, 2):
        assert len(ended.ended_games()) == 1
        assert len(replays) == number


def test_with_a_limit_new_games_come_a_few_at_a_time(replays: list[Path]) -> None:
    for number in range(5):
        os.utime(saved(), (number, number))
    told: list[Any] = []
    found = [len(ended.ended_games(lambda *done: told.append(done), most=2)) for _ in range(4)]
    assert (found, len(replays)) == ([2, 4, 5, 5], 5)
    assert told == [(done, 5) for done in range(5)]
