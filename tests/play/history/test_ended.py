"""How saved games ended: read once by replaying them, remembered, read again when they change."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from termgames import games
from termgames.play import data_files, store
from termgames.play.history import ended
from termgames.play.match import Match, Terms


def saved(
    *players: str, moves: str = "", resigned: int | None = 1, game: str = "plurality", size: int = 5
) -> Path:
    """A game in the folder, with these moves, and then resigned unless it goes on."""
    match = Match(games.create(game, {"size": size}), players, 1)
    for text in moves.split():
        match.submit(match.game.parse(match.state, text))
    if resigned is not None:
        match.resign(resigned)
    path = store.new_file(game)
    store.save(match, path)
    return path


def replays(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are replayed from now on."""
    read: list[Path] = []
    real = store.read

    def noted(path: Path, **how: bool) -> Match:
        read.append(path)
        return real(path, **how)

    monkeypatch.setattr(store, "read", noted)
    return read


def test_a_game_that_ended_has_the_players_the_board_and_who_won() -> None:
    path = saved("human", "bot:3", moves="a1,b1,c1 a3,b3,c3")
    (found,) = ended.ended_games()
    assert (found.path, found.game_id, found.players) == (path, "plurality", ("human", "bot:3"))
    assert (found.plies, found.winners, found.ordinary) == (2, (0,), True)
    assert found.options["size"] == "5"
    assert found.settled(games.info("plurality"))["size"] == 5
    assert (found.share(0), found.share(1)) == (1.0, 0.0)


def test_games_that_go_on_and_files_that_are_no_records_are_left_out() -> None:
    saved("human", "bot:3", resigned=None)
    (store.folder() / "no.tgr").write_text("nothing\n")
    (store.folder() / "cut.tgr").write_text("termgames record 2\ngame: plurality\nplies: 3\n\na1")
    assert ended.ended_games() == []


def test_a_file_is_replayed_once_and_again_when_it_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, changed = saved("human", "bot:3"), saved("human", "bot:4", resigned=None)
    read = replays(monkeypatch)
    assert len(ended.ended_games()) == 1
    assert sorted(read) == sorted([kept, changed])
    read.clear()
    assert len(ended.ended_games()) == 1
    assert not read
    match = store.read(changed)
    match.resign(0)
    store.save(match, changed)
    read.clear()
    latest, _ = ended.ended_games()
    assert (latest.path, latest.winners) == (changed, (1,))
    assert read == [changed]
    kept.unlink()
    assert [one.path for one in ended.ended_games()] == [changed]
    assert kept.name not in data_files.path("ended.json").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[]",
        "{}",
        '{"version":1}',
        '{"version":1,"games":7}',
        '{"version":99,"games":{}}',
        '{"version":1,"games":{"NAME":[[0,0],null]}}',
        '{"version":1,"games":{"NAME":[STAMP,7]}}',
        '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality"}]}}',
        '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{"size":5},"players":'
        '["human","bot:3"],"plies":0,"winners":[0],"ordinary":true}]}}',
        '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{},"players":'
        '["human","bot:3"],"plies":0,"winners":[2],"ordinary":true}]}}',
    ],
)
def test_a_damaged_memory_harms_nothing(text: str) -> None:
    path = saved("human", "bot:3")
    status = path.stat()
    stamp = json.dumps([status.st_mtime, status.st_size])
    data_files.path("ended.json").write_text(
        text.replace("NAME", path.name).replace("STAMP", stamp)
    )
    assert len(ended.ended_games()) == int("STAMP" not in text)


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved("human", "bot:3")
    data_files.path("ended.json").mkdir()
    read = replays(monkeypatch)
    for number in (1, 2):
        assert len(ended.ended_games()) == 1
        assert len(read) == number


def test_with_a_limit_new_games_come_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        os.utime(saved("human", "bot:3"), (number, number))
    read = replays(monkeypatch)
    assert [len(ended.ended_games(most=2)) for _ in range(4)] == [2, 4, 5, 5]
    assert len(read) == 5


def test_progress_is_told_of_games_that_are_new() -> None:
    saved("human", "bot:3"), saved("human", "bot:3")
    told: list[tuple[int, int]] = []
    ended.ended_games(lambda done, of: told.append((done, of)))
    assert told == [(0, 2), (1, 2)]
    ended.ended_games(lambda done, of: told.append((done, of)))
    assert len(told) == 2


def test_taught_games_and_positions_that_were_set_up_are_not_ordinary() -> None:
    game = games.create("plurality", {"size": 5})
    taught = Match(game, ("human", "bot:3"), 1, terms=Terms(teaching=True))
    taught.resign(0)
    entry = ended.remembered(taught)
    assert entry is not None
    assert entry["ordinary"] is False
    assert ended.remembered(Match(game, ("human", "bot:3"), 1)) is None
