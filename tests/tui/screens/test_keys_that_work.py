"""The line of keys names what works now, and hints of every kind are taken up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.options import Value
from termgames.play.match import Match
from termgames.search.limits import Thought
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.screens.help import keys_of
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.question import KEYS, QuestionBox, short_labels
from tests.contract.support import MAP

from .support import game, opened, playing, press_at_once, prompt_text, table, walk
from .tables import red_first, seated
from .test_questions import QUESTIONS, line, sit, there


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


RECORDS = Path(__file__).parents[2] / "games" / "mitropia" / "records"
SMALL: dict[str, dict[str, Value]] = {
    "majorities": {"size": 3},
    "mitropia": {"map": MAP, "players": 2},
    "pletore": {"size": 5},
    "plurality": {"size": 5},
    "tricolor": {"size": 5},
}


def small(name: str) -> Match:
    rules = games.create(name, dict(SMALL[name]))
    return Match(rules, ("human",) * rules.seats, 2)


def begun(name: str, moves: int = 4) -> Match:
    match = small(name)
    for _ in range(moves):
        match.submit(next(iter(match.game.legal_moves(match.state))))
    return match


class Adviser:
    """Stands in for an analyst: it has thought already."""

    serial = 0

    def __init__(self, move: Any) -> None:
        self.verdict = self.latest = Thought(move)
        self.state: Any = None

    def ask(self, state: Any) -> None:
        self.state = state

    def rest(self) -> None:
        """It does nothing anyway."""

    close = rest


def advise(pilot: Any, move: Any) -> None:
    """Hints say this."""
    adviser: Any = Adviser(move)
    table(pilot).table.analysis._start = lambda: adviser


def answer_of(match: Match) -> Any:
    """The first answer to the question, the number it proposes or a card."""
    question = games.display(match.game).question(match.state)
    assert question is not None
    if question.number is not None:
        return match.game.parse(match.state, question.template % question.number[2])
    return question.answers[0][1]


@pytest.mark.parametrize(
    ("name", "which", "key"),
    [(*question, ("i", "enter")[number % 2]) for number, question in enumerate(QUESTIONS)],
)
async def test_a_hint_for_a_question_is_taken_up(name: str, which: str, key: str) -> None:
    match = there(name, which)
    move, ply = answer_of(match), match.ply
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        advise(pilot, move)
        await pilot.press("escape", "i")
        await pilot.pause()
        assert "i takes it up" in str(table(pilot).query_one("#thinking").render())
        assert "Take the hint" in line(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert match.ply == ply, "Enter plays it, as it does with stones"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert match.moves[ply] == move


@pytest.mark.parametrize(("label", "key"), [("roll", "i"), ("pass", "enter")])
async def test_a_hint_without_a_cell_is_taken_up(label: str, key: str) -> None:
    match = begun("mitropia", 8)
    buttons = dict(games.display(match.game).buttons(match.state))
    while label not in buttons:
        match.submit(next(iter(match.game.legal_moves(match.state))))
        buttons = dict(games.display(match.game).buttons(match.state))
    ply = match.ply
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, buttons[label])
        await pilot.press("i")
        await pilot.pause()
        if key == "i":
            await pilot.press("right")
            assert "Take the hint" not in line(pilot)
            await pilot.press("enter")
            assert match.ply == ply, "the cursor was moved: Enter is for its cell"
        await pilot.press(key)
        await pilot.pause()
        assert match.ply == ply, "Enter plays it, as it does with stones"
        assert "Enter plays it" in str(table(pilot).query_one("#thinking").render())
        assert "Take the hint" not in line(pilot)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert match.moves[ply] == buttons[label]


async def test_the_enter_behind_a_hint_to_pass_is_for_the_pass() -> None:
    match = small("plurality")
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, match.game.parse(match.state, "pass"))
        await press_at_once(pilot, "i", "i", "enter")
        await pilot.pause()
        assert [match.game.format(move) for move in match.moves] == ["pass"]
        assert not table(pilot).board.draft.picks, "no stone of the next player"


async def test_a_hint_to_pass_is_played_where_moves_are_tried() -> None:
    match = begun("plurality", 2)
    async with opened(lambda opener: opener.open_replay(match, Path("x"))) as pilot:
        await pilot.press("T")
        sitting = table(pilot).sitting
        advise(pilot, match.game.parse(sitting.shown.position, "pass"))
        await press_at_once(pilot, "i", "i")
        assert sitting.shown.ply == 0
        await pilot.press("enter")
        await pilot.pause()
        assert sitting.shown.ply == 1
        assert match.game.format(sitting.shown.match.move_at(0)) == "pass"


async def test_a_chosen_hint_is_left_by_escape_and_by_moving_the_cursor() -> None:
    match = small("plurality")
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, match.game.parse(match.state, "pass"))
        for key in ("escape", "right"):
            await press_at_once(pilot, "i", "i")
            await pilot.pause()
            assert "Enter plays it" in str(table(pilot).query_one("#thinking").render())
            await pilot.press(key)
            await pilot.pause()
            assert "Enter plays it" not in str(table(pilot).query_one("#thinking").render())
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 0, "Enter is for the point under the cursor"
        assert table(pilot).board.draft.picks


def hint_text(pilot: Any) -> str:
    return str(table(pilot).query_one("#thinking").render())


def marking() -> Match:
    """Tri-Color, where dead stones are to be proposed; each stone is a group."""
    rules = games.create("tricolor", {"size": 5, "dead-stones": "agree"})
    match = Match(rules, ("human",) * 3, 2)
    for text in ("c3", "d3", "e3", "pass", "pass", "pass"):
        match.submit(rules.parse(match.state, text))
    return match


@pytest.mark.parametrize("dead", ["c3,e3", "e3", "none"])
async def test_a_hint_of_dead_stones_marks_them_and_no_others(dead: str) -> None:
    match = marking()
    move, ply = match.game.parse(match.state, f"dead {dead}"), match.ply
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, move)
        await walk(pilot, "d3")
        await pilot.press("enter")
        board = table(pilot).board
        assert board.draft.picks
        await pilot.press("i")
        await pilot.pause()
        assert "i takes it up" in hint_text(pilot)
        assert "Take the hint" not in line(pilot), "Enter takes the mark back"
        await pilot.press("i")
        await pilot.pause()
        names = match.game.topology.names
        marked = ",".join(names[cell] for cell in sorted(board.draft.cleared)) or "none"
        assert marked == dead
        assert "Enter plays it" in hint_text(pilot)
        assert "⏎ Play" in line(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert match.moves[ply] == move


async def test_a_hint_without_stones_drops_a_move_that_is_half_made() -> None:
    match = small("plurality")
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, match.game.parse(match.state, "pass"))
        await pilot.press("enter", "i")
        await pilot.pause()
        assert table(pilot).board.draft.picks
        await pilot.press("i")
        await pilot.pause()
        assert not table(pilot).board.draft.picks
        assert "Enter plays it" in hint_text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert [match.game.format(move) for move in match.moves] == ["pass"]


@pytest.mark.parametrize("key", ["B", "C"])
async def test_how_a_board_looks_changes_nothing_that_is_being_done_on_it(key: str) -> None:
    match = small("plurality")
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        advise(pilot, match.game.parse(match.state, "pass"))
        await press_at_once(pilot, "i", "i")
        await pilot.press(key)
        await pilot.pause()
        assert "Enter plays it" in hint_text(pilot)
        await pilot.press("down", key)
        await pilot.pause()
        assert "Take the hint" not in line(pilot), "Enter is for the point"
        await pilot.press("enter")
        await pilot.pause()
        picks = table(pilot).board.draft.picks
        assert picks
        await pilot.press(key)
        await pilot.pause()
        assert table(pilot).board.draft.picks == picks
        assert match.ply == 0


async def test_a_hint_that_is_taken_up_shows_the_board_in_a_narrow_terminal() -> None:
    match = begun("mitropia", 8)
    buttons = dict(games.display(match.game).buttons(match.state))
    while "pass" not in buttons:
        match.submit(next(iter(match.game.legal_moves(match.state))))
        buttons = dict(games.display(match.game).buttons(match.state))
    async with playing(match, size=(40, 20)) as pilot:
        await sit(pilot)
        assert table(pilot).table.narrow
        advise(pilot, buttons["pass"])
        ply = match.ply
        await pilot.press("i", "v")
        await pilot.pause()
        assert not table(pilot).board.region
        await pilot.press("i")
        await pilot.pause()
        await pilot.pause()
        assert table(pilot).board.region
        assert "Enter plays it" in hint_text(pilot)
        assert "⏎ Play" in line(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert match.moves[ply] == buttons["pass"]


async def test_the_key_of_a_hint_follows_the_focus() -> None:
    match = there("pletore", "number")
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, answer_of(match))
        await pilot.press("escape", "i")
        await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        assert "Enter plays it" in hint_text(pilot)
        await pilot.press("tab")
        await pilot.pause()
        assert "Hint" in hint_text(pilot)
        assert "plays it" not in hint_text(pilot), "Enter says what is in the box"
        assert "takes it up" not in hint_text(pilot), "i would be written there"
        await pilot.press("escape")
        await pilot.pause()
        assert ("Enter plays it" in hint_text(pilot)) == ("⏎ Play" in line(pilot))


async def test_escape_leaves_a_hint_first_where_moves_are_tried() -> None:
    match = marking()
    size = (100, 34)
    async with opened(lambda opener: opener.open_replay(match, Path("x")), size) as pilot:
        await pilot.press("greater_than_sign", "T")
        sitting = table(pilot).sitting
        advise(pilot, match.game.parse(sitting.shown.position, "dead none"))
        await pilot.press("i")
        await pilot.pause()
        assert "⏎ Take the hint" in line(pilot)
        await pilot.press("i")
        await pilot.pause()
        assert "Enter plays it" in hint_text(pilot)
        assert "⏎ Play" in line(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert sitting.trying
        assert "Enter plays it" not in hint_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert not sitting.trying


@pytest.mark.parametrize("name", SMALL)
async def test_looking_back_names_the_way_home_and_nothing_dead(name: str) -> None:
    match = begun(name)
    async with playing(match) as pilot:
        await sit(pilot)
        before = match.ply
        assert " . On" not in line(pilot)
        await pilot.press("comma")
        await pilot.pause()
        assert line(pilot).startswith(" > Return  , Back  . On ")
        assert "> returns to the game" in prompt_text(pilot)
        dead = {"pass", "undo", "redo", "take", "roll", "other", "choose", "type", "take_hint"}
        shown = {name for name, _, _ in table(pilot).query_one(KeyLine)._entries()}
        assert not shown & dead
        await pilot.press("u", "p", "b", "enter")
        await pilot.pause()
        assert match.ply == before
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert game(pilot).sitting.shown.present
        assert " u Undo" in line(pilot)


@pytest.mark.parametrize("name", SMALL)
async def test_pass_is_shown_only_where_it_may_be_played(name: str) -> None:
    match = small(name)
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        try:
            move = match.game.parse(match.state, "pass")
        except Exception:
            move = None
        may = move is not None and match.game.refuse(match.state, move) is None
        assert ("p Pass" in line(pilot)) == may
        if not may:
            ply = match.ply
            await pilot.press("p")
            assert match.ply == ply


def told(pilot: Any) -> list[str]:
    return [note.message for note in pilot.app._notifications]


@pytest.mark.parametrize("name", SMALL)
async def test_keys_that_cannot_make_a_move_say_why(name: str) -> None:
    match = small(name)
    async with playing(match) as pilot:
        await sit(pilot)
        screen = game(pilot)
        if screen.commands.state("pass"):
            return
        assert "Pass" not in line(pilot)
        assert "Pass, or do nothing more" not in keys_in_help(screen)
        ply = match.ply
        await pilot.press("p")
        never = "There are no passes in this game."
        assert told(pilot) == [never if name == "majorities" else "You cannot pass just now."]
        assert match.ply == ply


async def test_who_looks_back_or_waits_is_told_why_nothing_can_be_typed() -> None:
    async with playing(begun("plurality")) as pilot:
        await pilot.press("comma", "m")
        assert told(pilot) == ["You look back: > returns to the game."]
        await pilot.press("greater_than_sign", "m", "m")
        assert table(pilot).entering.entry.is_open
        assert len(told(pilot)) == 1


def keys_in_help(screen: Any) -> str:
    return " ".join(text for group in keys_of(screen) for _, text in group.rows)


async def test_a_start_point_is_under_the_cursor() -> None:
    match = small("mitropia")
    async with playing(match, size=(120, 40)) as pilot:
        await sit(pilot)
        for _ in range(2):
            free = {m.cell for m in match.game.legal_moves(match.state)}
            assert table(pilot).board.cursor in free
            assert "marked points and" in prompt_text(pilot).replace("\n", " ")
            ply = match.ply
            await pilot.press("enter")
            await pilot.pause()
            assert match.ply > ply
            await sit(pilot)


@pytest.mark.usefixtures("lots")
async def test_escape_stays_at_the_handover() -> None:
    async with seated(red_first("human", "human", "human")) as pilot:
        await pilot.pause()
        for key in ("d", "1", "p", "p"):
            await pilot.press(key)
            await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandoverScreen), "red holds a card"


@pytest.mark.usefixtures("lots")
async def test_without_a_card_no_cards_are_offered() -> None:
    async with seated(red_first("human", "bot:1", "bot:1")) as pilot:
        assert "c Cards" not in line(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert pilot.app.screen is table(pilot)
    box = QuestionBox(answers(), private=True, has_cards=False)
    assert "cards" not in box.labels


def answers() -> Any:
    """A private question."""
    match = there("mitropia", "accept")
    return games.display(match.game).question(match.state)


async def test_the_end_of_a_replay_offers_nothing_that_is_not_there() -> None:
    match = small("plurality")
    match.resign(0)
    async with opened(lambda opener: opener.open_replay(match, Path("x"))) as pilot:
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("end")
        await pilot.pause()
        assert "n new game" in prompt_text(pilot)
        assert "rematch" not in prompt_text(pilot)
        assert " On " not in line(pilot)


async def test_what_keys_of_analysis_say_covers_nothing() -> None:
    match = small("plurality")
    async with playing(match) as pilot:
        advise(pilot, next(iter(match.game.legal_moves(match.state))))
        for text in ("1 ", "The analysis has stopped"):
            await pilot.press("a")
            await pilot.pause()
            assert text in str(table(pilot).query_one("#thinking").render()).replace("\n", " ")
        await pilot.press("A", "i")
        await pilot.pause()
        said = str(table(pilot).query_one("#thinking").render()).replace("\n", " ")
        assert "Analysis is off. Press A" in said
        await pilot.press("A")
        await pilot.pause()
        said = str(table(pilot).query_one("#thinking").render())
        assert not said, "it is on now"


async def test_esc_is_shown_where_it_leads_back_to_the_board() -> None:
    match = begun("plurality")
    async with playing(match) as pilot:
        assert "Board" not in line(pilot)
        await pilot.press("v")
        await pilot.pause()
        assert "esc Board" in line(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert table(pilot).board.has_focus


@pytest.mark.parametrize("width", [60, 80])
async def test_all_answers_of_a_dialog_have_a_key_and_it_is_shown(width: int) -> None:
    choices = [Choice(f"answer of a length, {n} that is long", str(n)) for n in range(12)]
    async with opened(lambda opener: None, size=(width, 24)) as pilot:
        for count in (2, 3, 9, 12):
            said: list[str | None] = []
            dialog = ChoiceDialog("Which?", "One of these.", choices[:count])
            pilot.app.push_screen(dialog, said.append)
            await pilot.pause()
            told = str(pilot.app.screen.query_one(KeyLine).render())
            assert all(f" {key} " in told for key in KEYS[:count]), told
            assert "^p" not in told
            await pilot.press(KEYS[count - 1])
            await pilot.pause()
            assert said == [str(count - 1)]


def test_labels_are_cut_to_their_first_words() -> None:
    labels = ["leave, keep it for `termgames resume`", "stay", "resign with all others"]
    assert short_labels(labels, 80) == ["leave", "stay", "resign with all others"]
    assert short_labels(labels, 32) == ["leave", "stay", "resign with"]
    assert short_labels(labels, 5) == ["", "", ""]


async def test_undo_is_offered_when_somebody_has_decided_something() -> None:
    game = games.create("mitropia", {"players": 2, "map": "9x9-cut"})
    match = Match(game, ("human", "human"), 1)
    assert match.ply, "the dice have fallen"
    async with playing(match) as pilot:
        assert not table(pilot).commands.state("undo")
        table(pilot).sitting.play(game.legal_moves(match.state)[0])
        await pilot.pause()
        assert table(pilot).commands.state("undo")


async def test_the_enemy_stone_is_moved_only_among_stones_of_two_colours() -> None:
    async with playing(begun("majorities", 1)) as pilot:
        await pilot.press("plus", "enter")
        assert table(pilot).board.input.entry.picks
        assert "Enemy stone" not in line(pilot)
    async with playing(small("plurality")) as pilot:
        await walk(pilot, "a1")
        await pilot.press("enter")
        assert "Enemy stone" not in line(pilot)
        await pilot.press("x")
        await walk(pilot, "b1")
        await pilot.press("enter")
        assert table(pilot).board.input.can("cycle")


async def test_no_hint_is_left_when_a_game_is_given_up() -> None:
    async with playing(small("plurality")) as pilot:
        await pilot.press("i")
        assert table(pilot).table.analysis.hint.wanted
        table(pilot).sitting.resign()
        await pilot.pause()
        assert not table(pilot).table.analysis.hint.wanted
