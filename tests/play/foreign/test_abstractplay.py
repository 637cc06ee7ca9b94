"""Records of AbstractPlay, read and written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from termgames.core.errors import RecordError
from termgames.core.options import Value
from termgames.play import record
from termgames.play.foreign import abstractplay
from termgames.play.foreign.imported import Imported
from termgames.play.match import AnyMatch, LostGame
from termgames.play.text import words
from tests.play.foreign.peers import end, peer_games, played, recorded

SETTINGS: list[tuple[str, dict[str, Value]]] = [
    ("plurality", {"size": 7, "komi": 5.5}),
    ("plurality", {"size": 5, "komi": 0.5}),
    ("plurality", {"size": 5, "komi": -3.5}),
    ("plurality", {"size": 5, "komi": 0.0}),
    ("plurality", {"size": 13, "pie": True}),
    ("pletore", {"size": 5, "komi": 3}),
    ("pletore", {"size": 6, "komi": 0}),
    ("pletore", {"size": 5, "komi": "offer"}),
    ("majorities", {"size": 3}),
    ("majorities", {"size": 5, "no-voids": True}),
    ("majorities", {"size": 4, "capture": True}),
]


def again(match: AnyMatch) -> Imported:
    """A match that was written and read again."""
    text, _ = abstractplay.exported(match)
    assert abstractplay.recognised(text)
    return abstractplay.imported(abstractplay.read(text)[0])


def moves_of(match: AnyMatch) -> list[str]:
    """The moves as they are written."""
    rounds = json.loads(abstractplay.exported(match)[0])["moves"]
    return [turn if isinstance(turn, str) else turn["move"] for one in rounds for turn in one]


def small(moves: list[str], **header: Any) -> dict[str, Any]:
    """A game of Plurality on 5x5."""
    whole = recorded(peer_games()[-1] | {"game": "plurality", "setup": {}, "winner": "B"})
    whole["header"] |= {"game": {"name": "Plurality", "variants": ["Size 5"]}, **header}
    whole["moves"] = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    return whole


@pytest.mark.parametrize("game", peer_games(), ids=lambda game: game["id"])
def test_its_games_come_to_the_same_end_here(game: dict[str, Any]) -> None:
    read = abstractplay.imported(recorded(game))
    found = end(read.match)
    letters = str.maketrans("12BW", "bwbw")
    assert found["board"] == [row.translate(letters) for row in game["final_board"]]
    assert found["over"]
    assert read.differs == []
    if "score_komi" in game:
        count = game["score_komi"]
        assert found["scores"] == {"black": count["B"], "white": count["W"]}
    winner = {"B": "black", "W": "white", "1": "black", "2": "white"}[game["winner"]]
    assert found["winners"] == [winner]


@pytest.mark.parametrize("game", peer_games(), ids=lambda game: game["id"])
def test_its_games_go_back_as_they_came(game: dict[str, Any]) -> None:
    before = recorded(game)
    match = abstractplay.imported(before).match
    text, _ = abstractplay.exported(match)
    after = json.loads(text)
    stones = [set(move.split(",")) for move in map(plain, game["peer_moves"])]
    assert [set(move.split(",")) for move in moves_of(match)] == stones
    for name in ("event", "round", "site", "date-start", "date-end"):
        assert after["header"][name] == before["header"][name]
    for found, player in zip(after["header"]["players"], before["header"]["players"], strict=True):
        assert {name: found[name] for name in player} == player
    read = abstractplay.imported(after)
    assert record.write(read.match) == record.write(match)


def plain(move: str) -> str:
    """A move without the mark of replacements, which only some of its versions write."""
    return move.removesuffix("x")


@given(st.sampled_from(SETTINGS), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_any_game_goes_out_and_back(setting: tuple[str, dict[str, Value]], seed: int) -> None:
    match = played(*setting, seed)
    # Half a point or a little more for one side cannot be offered there.
    assume(not match.game.options.get("pie") or match.move_at(0).points not in (0, -1))
    read = again(match)
    assert end(read.match) == end(match)
    assert read.differs == []
    stones = slice(2 - match.ply, None)  # an offer is not always written as it was made
    assert moves_of(read.match)[stones] == moves_of(match)[stones]


def test_a_tromino_is_written_with_its_middle_beside_the_enemy() -> None:
    match = abstractplay.imported(small(["b1,a1,c1", "pass", "pass"], players=LOST)).match
    assert moves_of(match)[0] == "a1,b1,c1"


LOST = [{"name": "A", "result": 1}, {"name": "B", "result": 0}]


def test_comments_go_out_and_back() -> None:
    match = played("majorities", {"size": 3}, 5)
    match.notes.say(0, "Of the whole game.\n\nTwo parts.")
    match.notes.say(3, "A comment\nin two lines.")
    match.notes.add(2, "a1,b1")
    text, lost = abstractplay.exported(match)
    assert any("variations are left out" in line for line in lost)
    notes = abstractplay.imported(json.loads(text)).match.notes
    assert notes.comment(3) == "A comment\nin two lines."
    assert "Of the whole game.\n\nTwo parts." in notes.comment(1)


def test_who_played_when_and_where_is_told() -> None:
    read = abstractplay.imported(recorded(peer_games()[0]))
    told = {"Event": "An event", "Round": "2", "Place": "Abstract Play"}
    assert read.told.items() >= told.items()
    assert set(read.match.players) == {"human:Ann", "human:Bob"}
    assert read.match.notes.comment(0).startswith("Black: ")


@pytest.mark.parametrize("pied", [False, True])
@pytest.mark.parametrize("name", ["pied", "pie-invoked"])
def test_seats_are_those_of_the_end(pied: bool, name: str) -> None:
    game = next(game for game in peer_games() if game["game"] == "pletore")
    whole = recorded(game)
    whole["header"] |= {name: True} if pied else {}
    read = abstractplay.imported(whole)
    assert read.match.texts()[1] == ("black" if pied else "white")
    seat = words.seat_names(read.match).index("black")
    assert (seat, read.match.players[seat]) == (int(pied), "human:Ann")
    text, _ = abstractplay.exported(read.match)
    assert json.loads(text)["header"].get("pied", False) == pied
    assert [player["name"] for player in json.loads(text)["header"]["players"]] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("moves", "komi", "black"),
    [
        (["7", "play-second", "a1,b1,c1", "pass", "pass"], 7.5, "Ann"),
        (["7", "a1,b1,c1", "pass", "pass"], 7.5, "Bob"),
        (["-7", "play-second", "a1,b1,c1", "pass", "pass"], -7.5, "Ann"),
        (["-7", "a1,b1,c1", "pass", "pass"], -7.5, "Bob"),
        (["0", "play-second", "a1,b1,c1", "pass", "pass"], 0, "Ann"),
        (["a1,b1,c1", "pass", "pass"], 0.5, "Ann"),
    ],
)
def test_komi_of_plurality(moves: list[str], komi: float, black: str) -> None:
    match = abstractplay.imported(small(moves)).match
    assert match.game.report_fields(match.state)["komi"] == komi
    assert match.players[words.seat_names(match).index("black")] == f"human:{black}"
    assert moves_of(match)[-3:] == moves[-3:]


def test_rounds_with_objects_gaps_and_a_sequence() -> None:
    whole = small([])
    whole["moves"] = [
        [{"move": "A1, B1, C1", "result": [{"type": "place"}]}, {"move": "pass", "result": "Hm."}],
        [{"move": "pass", "sequence": 2}, {"move": "a4,a5,b5", "sequence": 1}],
        [None, "pass"],
    ]
    read = abstractplay.imported(whole)
    assert list(read.match.texts()) == ["a1,b1,c1", "pass", "a4,a5,b5", "pass", "pass"]
    assert read.match.notes.comment(2) == "Hm."


def test_who_resigns_has_lost() -> None:
    whole = small(["a1,b1,c1", "resign"], players=LOST)
    read = abstractplay.imported(whole)
    assert (read.match.over, read.match.loss, read.differs) == (True, LostGame(1), [])
    assert moves_of(read.match) == ["a1,b1,c1", "resign"]
    assert abstractplay.imported(small(["timeout"], players=LOST)).differs == [
        "the game ended when the players lost on time"
    ]


def test_another_end_is_told() -> None:
    scores = [{"name": "A", "result": 0, "score": 3}, {"name": "B", "result": 1, "score": 4}]
    read = abstractplay.imported(small(["a1,b1,c1", "pass", "pass"], players=scores))
    assert read.differs == [
        "the game ends as recorded, 'won by white'; by the rules here: black wins by 21.5 "
        "(both passed)",
        "the score in the record is black 3, white 4",
    ]
    assert "Differs: the game ends as recorded, 'won by white'" in read.match.notes.comment(0)
    open_game = abstractplay.imported(small(["a1,b1,c1"]))
    assert open_game.differs == [
        "the game ends as recorded, 'won by black'; by the rules here: the moves do not end it"
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": {"name": "Chess"}}, "it is a game of 'Chess': plurality, pletore, majorities"),
        ({"game": {"name": "Plurality", "variants": ["torus"]}}, "the variant 'torus' is unknown"),
        ({"game": {"name": "Plurality", "variants": ["size-99"]}}, "--size 99 is out of range"),
        ({"players": [{}]}, "does not name two players"),
        ({"players": [1, 2]}, "its players are no objects"),
        ({"game": None}, "it is a game of 'None'"),
    ],
)
def test_a_record_of_something_else_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        abstractplay.imported(small(["pass"], **change))


@pytest.mark.parametrize(
    "moves", [None, {}, [1], ["pass"], [[1]], [[{"result": "x"}]], [[["pass"]]]]
)
def test_moves_that_are_none_are_refused(moves: Any) -> None:
    with pytest.raises(RecordError):
        abstractplay.imported(small([]) | {"moves": moves})


def test_the_first_illegal_move_is_named() -> None:
    whole = small(["a1,b1,c1", "a2,b2,c2"])
    with pytest.raises(RecordError, match=r"move 2, white 'a2,b2,c2': .*--until-fault"):
        abstractplay.imported(whole)
    read = abstractplay.imported(whole, until_fault=True)
    assert list(read.match.texts()) == ["a1,b1,c1"]
    assert read.differs[0].startswith("the game is read up to a fault: move 2, white")


@pytest.mark.parametrize(
    ("game_id", "options", "says"),
    [
        ("plurality", {"hex": 3}, "hexagons"),
        ("plurality", {"size": 5, "ties": "parity"}, "parity"),
        ("plurality", {"size": 5, "komi": 4.0}, "whole numbers and a half"),
        ("majorities", {"size": 3, "play-out": True}, "to the end"),
        ("mitropia", {"players": 2, "pro": True}, "no records of mitropia"),
    ],
)
def test_rules_that_it_does_not_have_are_named(
    game_id: str, options: dict[str, Value], says: str
) -> None:
    with pytest.raises(RecordError, match=says):
        abstractplay.exported(played(game_id, options, 1, 400))


def test_an_unfinished_game_is_not_written() -> None:
    with pytest.raises(RecordError, match="it is not over"):
        abstractplay.exported(played("pletore", {"size": 5}, 1, 3))
