"""Nothing that a game needs is missing: a new line in GAMES makes all of this due."""

from pathlib import Path

from termgames import games
from termgames.play import record
from tests.contract import golden
from tests.contract.support import every_game, every_game_of_ours

TESTS = Path(__file__).parent.parent


@every_game
def test_the_rules_page_tells_the_game_and_its_options(game_id: str) -> None:
    info = games.info(game_id)
    page = games.rules_text(game_id)
    assert page.startswith(f"# {info.title}\n")
    assert info.author in page
    for option in info.options:
        assert f"--{option.name}" in page, f"the rules page does not tell of --{option.name}"


@every_game_of_ours
def test_there_are_rule_tests(game_id: str) -> None:
    assert (TESTS / "games" / game_id / "test_rules.py").is_file()


@every_game_of_ours
def test_the_golden_record_is_what_the_game_makes_of_it(game_id: str) -> None:
    """Moves, final board and score of a whole game, word for word."""
    path = golden.FOLDER / f"{game_id}.tgr"
    assert path.is_file(), f"play a whole game and put its record into {path}"
    text = path.read_text("utf-8")
    match = record.load(text, expect=game_id)
    assert match.ply >= 10
    assert golden.playthrough(match) == text
