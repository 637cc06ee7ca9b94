"""Every declared option does something, and says so when it cannot."""

from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import Option
from termgames.core.packed import Aimed
from tests.contract.support import (
    GAMES,
    every_game,
    every_option,
    every_setting,
    game_of,
    other_values,
)


def bad_texts(option: Option) -> list[str]:
    texts = {
        "flag": ["maybe", "2"],
        "choice": ["nonsense"],
        "float": ["nan", "inf", "-inf", "five", "1e999", "1_0", "１3"],  # noqa: RUF001
        "map": ["nowhere", "no/such/map"],
        "colours": ["pink", "red,red"],
        "sheet": ["nowhere", "no/such/sheet"],
        "numbers": ["five", "0,", "0,x", "1.5"],
        "int": ["five", "5.5", "nan", "1_3", "１3"],  # noqa: RUF001
    }[option.kind]
    if option.low is not None:
        texts.append(str(option.low - 1))
    if option.high is not None:
        texts.append(str(option.high + 1))
    return ["", *texts]


@every_option
def test_an_option_changes_something(game_id: str, option: Option) -> None:
    info = games.info(game_id)
    for value in option.offered:
        assert games.create(game_id, {option.name: value}).options[option.name] == value
    for value in other_values(option):
        settled = info.settle({option.name: value})
        assert settled != info.settle({})
        assert settled[option.name] == value
        assert games.create(game_id, {option.name: value}).options == settled


@every_option
def test_a_value_that_cannot_be_is_refused_with_the_options_name(
    game_id: str, option: Option
) -> None:
    for text in bad_texts(option):
        with pytest.raises(OptionError, match=f"--{option.name}"):
            option.read(text)


@every_option
def test_values_round_trip_as_text(game_id: str, option: Option) -> None:
    values = [*other_values(option), *option.offered, option.bare, option.default]
    if option.kind != "numbers":
        values += [value for value in (option.low, option.high) if value is not None]
    for value in values:
        if value is not None:
            assert option.read(option.write(value)) == value
            assert option.read(f" {option.write(value).upper()} ") == value


@every_setting
def test_settled_options_set_up_the_same_game(setting: Any) -> None:
    game = game_of(setting)
    assert list(game.options) == [option.name for option in games.info(game.id).options]
    again = games.create(game.id, dict(game.options))
    assert again.options == game.options
    assert again.start() == game.start()


@every_game
def test_an_unknown_option_is_refused_with_those_there_are(game_id: str) -> None:
    info = games.info(game_id)
    with pytest.raises(OptionError, match="no option --nonsense") as caught:
        info.option("nonsense")
    assert all(f"--{option.name}" in str(caught.value) for option in info.options)


@every_game
def test_the_aims_told_are_those_a_search_can_have(game_id: str) -> None:
    form = games.packed(games.create(game_id, {}))
    known = form.aims if isinstance(form, Aimed) else {}
    assert set(games.info(game_id).aims) == set(known)


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    for game_id in GAMES:
        with pytest.raises(OptionError, match=f"did you mean {game_id}"):
            games.info(game_id[:-1])
    with pytest.raises(OptionError, match="there is"):
        games.create("chess960")
