"""Games played and won by name, and the handicaps that follow."""

from typing import Any

import pytest

from termgames.core.errors import StorageError
from termgames.core.options import GameInfo, Option
from termgames.play import profiles
from termgames.play.match import Match
from termgames.play.profiles import Profile
from tests.toy_card_game.rules import Lots, Move

INFO = GameInfo(
    "x", "X", "", "3", "", (Option("handicap", "numbers", ""),), lambda chosen: dict(chosen)
)


def ended(players: str, winner: int | None = 0) -> Match:
    """A finished match of the toy game that `winner` won, or nobody."""
    rules: Any = Lots({"players": 3, "handicap": None})
    match = Match(rules, tuple(players.split()), 1)
    while winner is not None and match.state.asked != winner:
        match.submit(Move("pass"))
    for word in ("place", "let", "let") if winner is not None else ():
        match.submit(Move(word, 4 if word == "place" else 0))
    while not match.over:
        match.submit(Move("pass"))
    return match


def test_a_finished_game_counts_once_and_as_it_ended_last_for_everybody_with_a_name() -> None:
    for _ in range(2):
        profiles.note(match := ended("human:Ann bot:4 human"), "a game")
        assert profiles.of("human:Ann") == Profile(1, 1)
        assert profiles.of("bot:4") == Profile(1, 0)
        assert profiles.of("human") == Profile()
        assert profiles.handicaps(match.players) == (-2, -1, 0)
    profiles.note(ended("human:Ann bot:4 human", winner=1), "a game")
    assert (profiles.of("human:Ann"), profiles.of("bot:4")) == (Profile(1, 0), Profile(1, 1))
    profiles.note(ended("human:Ann bot:4 human", winner=None), "another")
    assert profiles.of("bot:4") == Profile(2, 1)
    for name in ("a game", "another"):
        match.undo()
        profiles.note(match, name)
    assert profiles.of("human:Ann") == Profile(), "a game that is taken back counts no longer"


def test_games_without_handicaps_or_without_humans_do_not_count() -> None:
    profiles.note(ended("bot:1 bot:2 bot:3"), "a game")
    match = ended("human:Ann bot:4 human")
    match.game.options.pop("handicap")
    profiles.note(match, "a game")
    assert not profiles.path().exists()


def test_profiles_can_be_set_and_become_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [(0, 0), (1, 0), (1, 1), (3, 1), (4, 1), (9, 9)]
    assert [Profile(*each).handicap for each in counts] == [0, -1, -2, -4, -5, -5], "rule 3"
    profiles.keep("human:Ann", Profile(3, 1))
    profiles.keep("human", Profile(3, 1))
    players = ("human:Bob", "human:Ann", "human")
    for given, told in (("profile", "0,-4,0"), ("0,0,-1", "0,0,-1")):
        assert profiles.resolved(INFO, {"handicap": given}, players) == {"handicap": told}
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    with pytest.raises(StorageError):
        profiles.keep("human:Ann", Profile(1, 0))


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"players": 3}', '{"players": {"Ann": [1]}, "games": {"a": 1}}']
)
def test_a_damaged_file_is_passed_over(text: str) -> None:
    profiles.path().parent.mkdir(parents=True)
    profiles.path().write_text(text)
    assert profiles.of("human:Ann") == Profile()
    profiles.keep("human:Ann", Profile(2, 0))
    assert profiles.of("human:Ann") == Profile(2, 0)
