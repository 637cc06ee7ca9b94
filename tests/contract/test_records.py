"""Records of every game: written, loaded by replay, the same again."""

from collections.abc import Iterator
from typing import Any

import pytest

from termgames.core.errors import IllegalMove, RecordError
from termgames.play import record
from termgames.play.match import LostGame, Match
from tests.contract.hidden import check_redacted_moves_are_not_played, check_redaction
from tests.contract.support import every_setting, game_of, match_of


def played(setting: Any, seed: int, plies: int | None = None) -> Match[Any, Any]:
    players = [f"player {seat}" for seat in range(game_of(setting).seats)]
    return match_of(setting, seed, plies, players)


def history(match: Match) -> list[Any]:
    return [match.state_at(ply) for ply in range(match.ply + 1)]


@every_setting
@pytest.mark.parametrize("plies", [0, 3, None], ids=["begun", "three plies", "finished"])
def test_a_record_round_trips(setting: Any, plies: int | None) -> None:
    match = played(setting, 1, plies)
    text = record.write(match)
    again = record.load(text, expect=match.game.id, draws=False)
    assert history(again) == history(match)
    assert again.moves == match.moves
    assert again.game.options == match.game.options
    assert (again.players, again.seed, again.over) == (match.players, match.seed, match.over)
    assert again.result() == match.result()
    assert record.write(again) == text


@every_setting
def test_a_redacted_record_shows_spectators_the_same_game_and_is_not_played(setting: Any) -> None:
    check_redaction(played(setting, 1))
    check_redacted_moves_are_not_played(played(setting, 1))


@every_setting
def test_a_resignation_round_trips(setting: Any) -> None:
    match = played(setting, 2, 1)
    if match.over:  # some games last one move
        match = played(setting, 2, 0)
    if not match.game.resigns:
        with pytest.raises(IllegalMove):
            match.resign(1)
        return
    match.resign(1)
    again = record.load(record.write(match))
    assert again.loss == LostGame(1)
    assert again.over
    assert again.result() == match.result()


@every_setting
def test_a_cut_off_record_is_noticed(setting: Any) -> None:
    """Wherever the file ends below the number of plies."""
    match = played(setting, 1, 4)
    lines = record.write(match).splitlines(keepends=True)
    for kept in range(lines.index(f"plies: {match.ply}\n") + 1, len(lines)):
        with pytest.raises(RecordError, match=r"^line \d+: "):
            record.load("".join(lines[:kept]))


def mutants(lines: list[str]) -> Iterator[list[str]]:
    """A record with a line that was lost, doubled, swapped with the next, or put at the end."""
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        yield before + after
        yield [*before, line, line, *after]
        yield [*before, *after[:1], line, *after[1:]]
        yield [*before, *after, line]


@every_setting
def test_no_accident_makes_another_game(setting: Any) -> None:
    match = played(setting, 1, 6)
    whole = (match.players, match.seed, match.game.options, history(match))
    for lines in mutants(record.write(match).splitlines(keepends=True)):
        try:
            again = record.load("".join(lines), draws=False)
        except RecordError:
            continue
        assert (again.players, again.seed, again.game.options, history(again)) == whole


@every_setting
def test_a_faulty_move_is_named_with_its_line(setting: Any) -> None:
    match = played(setting, 1, 3)
    lines = record.write(match).splitlines()
    first = len(lines) - match.ply
    for at in range(first, len(lines)):
        broken = [*lines[:at], "nonsense", *lines[at + 1 :]]
        with pytest.raises(
            RecordError, match=rf"^line {at + 1}: move {at - first + 1}, 'nonsense'"
        ):
            record.load("\n".join(broken))
