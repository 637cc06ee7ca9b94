"""Records of AbstractPlay, read and written."""

import json
from typing import Any

import pytest

from termgames.core.errors import RecordError
from termgames.play import record
from termgames.play.foreign import abstractplay
from termgames.play.match import AnyMatch, LostGame
from termgames.play.text import words
from tests.cases import cases, options
from tests.play.foreign.peers import end, peer_games, played, recorded


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
def test_its_games_come_to_the_same_end_here_and_go_back_as_they_came(game: dict[str, Any]) -> None:
    read = abstractplay.imported(before := recorded(game))
    match, found = read.match, end(read.match)
    assert found["board"] == [
        row.translate(str.maketrans("12BW", "bwbw")) for row in game["final_board"]
    ]
    assert found["over"]
    assert read.differs == []
    if "score_komi" in game:
        count = game["score_komi"]
        assert found["scores"] == {"black": count["B"], "white": count["W"]}
    winner = {"B": "black", "W": "white", "1": "black", "2": "white"}[game["winner"]]
    assert found["winners"] == [winner]
    text, _ = abstractplay.exported(match)
    assert abstractplay.recognised(text)
    after = json.loads(text)
    # The mark of replacements is written by some of its versions only.
    stones = [{*move.removesuffix("x").split(",")} for move in game["peer_moves"]]
    assert [set(move.split(",")) for move in moves_of(match)] == stones
    for name in ("event", "round", "site", "date-start", "date-end"):
        assert after["header"][name] == before["header"][name]
    for now, player in zip(after["header"]["players"], before["header"]["players"], strict=True):
        assert {name: now[name] for name in player} == player
    assert record.write(abstractplay.imported(after).match) == record.write(match)


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


@pytest.mark.parametrize(
    ("moves", "komi", "black"),
    [
        *(("7 play-second", 7.5, "Ann"), ("7", 7.5, "Bob"), ("-7 play-second", -7.5, "Ann")),
        *(("-7", -7.5, "Bob"), ("0 play-second", 0, "Ann"), ("", 0.5, "Ann")),
    ],
)
def test_komi_of_plurality(moves: str, komi: float, black: str) -> None:
    rest = ["a1,b1,c1", "pass", "pass"]
    match = abstractplay.imported(small([*moves.split(), *rest])).match
    assert match.game.report_fields(match.state)["komi"] == komi
    assert match.players[words.seat_names(match).index("black")] == f"human:{black}"
    assert moves_of(match)[-3:] == rest


def test_rounds_with_objects_gaps_and_a_sequence() -> None:
    whole = small([])
    first = {"move": "A1, B1, C1", "result": [{"type": "place"}]}
    whole["moves"] = [
        [first, {"move": "pass", "result": "Hm."}],
        [{"move": "pass", "sequence": 2}, {"move": "a4,a5,b5", "sequence": 1}],
        [None, "pass"],
    ]
    match = abstractplay.imported(whole).match
    assert list(match.texts()) == ["a1,b1,c1", "pass", "a4,a5,b5", "pass", "pass"]
    assert match.notes.comment(2) == "Hm."


def test_who_resigns_has_lost() -> None:
    whole = small(["a1,b1,c1", "resign"], players=LOST)
    read = abstractplay.imported(whole)
    assert (read.match.over, read.match.loss, read.differs) == (True, LostGame(1), [])
    assert moves_of(read.match) == ["a1,b1,c1", "resign"]
    assert abstractplay.imported(small(["timeout"], players=LOST)).differs == [
        "the game ended when the players lost on time"
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


def test_the_first_illegal_move_is_named() -> None:
    whole = small(["a1,b1,c1", "a2,b2,c2"])
    with pytest.raises(RecordError, match=r"move 2, white 'a2,b2,c2': .*--until-fault"):
        abstractplay.imported(whole)
    read = abstractplay.imported(whole, until_fault=True)
    assert list(read.match.texts()) == ["a1,b1,c1"]
    assert read.differs[0].startswith("the game is read up to a fault: move 2, white")


@pytest.mark.parametrize(
    ("game", "says"),
    cases("""
    plurality hex=3 | hexagons
    plurality size=5 ties=parity | parity
    plurality size=5 komi=4 | whole numbers and a half
    majorities size=3 play-out | to the end
    majorities size=4 | other gaps
    majorities cube=3 | on a cube
    mitropia players=2 pro | no records of mitropia
    """),
)
def test_rules_that_it_does_not_have_are_named(game: str, says: str) -> None:
    game_id, _, chosen = game.partition(" ")
    with pytest.raises(RecordError, match=says):
        abstractplay.exported(played(game_id, options(game_id, chosen), 1, 400))
