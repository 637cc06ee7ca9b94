"""The line of keys names what works now, hints and questions of every kind are taken up, and keys
are those that the player has moved."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Button, Input, OptionList

from termgames import games
from termgames.core.display import Question
from termgames.tui.board import keys as board_keys
from termgames.tui.config import Config, Settings
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.screens.help import keys_of
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.question import KEYS, QuestionBox

from .support import (
    act,
    acted,
    advise,
    first_legal,
    keys,
    match_of,
    opened,
    playing,
    settings_of,
    sit,
    table,
)

OWN = {
    "cycle": lambda pilot: table(pilot).board.input.can("cycle"),
    "free": lambda pilot: table(pilot).board.cursor in table(pilot).board.draft.follow,
    "helped": lambda pilot: " ".join(
        f"{keys} {text}" for group in keys_of(table(pilot)) for keys, text in group.rows
    ),
    "about": lambda pilot: [
        each.help[-3:-1]
        for each in (*table(pilot).palette(), *pilot.app.get_system_commands(table(pilot)))
        if each.title in ("Hint", "Settings")
    ],
    "buttons": lambda pilot: " ".join(
        str(button.label).split()[0] for button in pilot.app.screen.query("QuestionBox Button")
    ),
}
test_scenes = acted(
    """
    == a hint to roll is for the cursor until it is chosen | play mitropia seed=2 + *8 ~roll
    sit: advise:roll i | hint: i takes it up
    right              | keys!: Take the hint
    enter              | last != roll
    i                  | last != roll ; hint: Enter plays it ; keys!: Take the hint
    enter              | moves: roll
    == the enter behind a hint to pass is for the pass | play plurality
    sit: advise:pass i&i&enter | moves = pass ; !picks
    == a hint to pass is played where moves are tried | replay plurality + a1,b1,c1 a3,b3,c3
    T advise:pass i&i | ply = 0
    enter             | ply = 1 ; moves = pass
    == a chosen hint is left by escape and by moving the cursor | play plurality
    advise:pass i&i | hint: Enter plays it
    escape          | hint!: Enter plays it
    i&i             | hint: Enter plays it
    right           | hint!: Enter plays it
    enter           | plies = 0 ; picks
    == a hint of two dead stones | play tricolor dead-stones=agree + c3 d3 e3 pass pass pass
    sit: advise:dead_c3,e3 walk:d3 enter i | picks ; hint: i takes it up ; keys!: Take the hint
    i     | cleared = c3 e3 ; hint: Enter plays it ; keys: ⏎ Play
    enter | last = dead c3,e3
    == how a board looks changes nothing | play plurality 160x45
    sit: advise:pass enter i i&i B C | hint: Enter plays it ; !picks
    down B C                         | keys!: Take the hint
    enter                            | picks = c2
    B C                              | picks = c2 ; plies = 0
    == a hint that is taken up shows the board | play mitropia seed=2 40x20 + *8 ~pass
    sit: advise:pass i v | narrow ; !@#board
    i                    | @#board ; hint: Enter plays it ; keys: ⏎ Play
    enter                | last = pass
    == escape leaves a hint first | replay tricolor dead-stones=agree 100x34 + c3 d3 e3 *3
    greater_than_sign T advise:pass i | keys: ⏎ Take the hint
    i                                 | hint: Enter plays it ; keys: ⏎ Play
    escape                            | trying ; hint!: Enter plays it
    escape                            | !trying
    == who looks back or waits is told why nothing can be typed | play plurality + *4
    comma m                 | told = You are looking back: > returns to the game.
    greater_than_sign m m   | @#entry ; told = You are looking back: > returns to the game.
    == a start point is under the cursor | play mitropia seed=2 120x40
    sit:  | free ; prompt: marked points and
    enter | plies != 0
    sit:  | free ; prompt: marked points and
    == the end of a replay offers nothing that is not there | replay plurality + pass pass
    end | screen = ReplayScreen ; prompt: n new game ; prompt!: rematch ; keys!: On
    == what keys of analysis say covers nothing | play plurality
    advise:a1,b1,c1 a | hint: 1
    a                 | hint: The analysis has stopped
    A i               | hint: Analysis is off. Press A
    A                 | !hint
    == esc is shown where it leads back to the board | play plurality + *4
           | keys!: Board
    o v    | keys: esc Board
    escape | focus = board
    == undo is offered when somebody has decided something | play mitropia map=9x9-cut
           | !?undo ; plies != 0
    first: | ?undo
    == the enemy stone is moved among stones of two colours | play plurality
    walk:a1 enter   | keys!: Enemy stone
    x walk:b1 enter | cycle
    == no hint is left when a game is given up | play plurality
    i       | ~table.analysis.hint.wanted
    resign: | !~table.analysis.hint.wanted
    == a stone and the enter after it resign nothing | play tricolor + c3 c4 c5 resign_with_beta
    enter space a enter d enter | plies = 4 ; seat = 1 ; keys: 1 decline 2 agree
    2                           | over ; #prompt: Alpha and Beta resigned together
    == leaving what is not kept risks nothing by enter | play plurality + a1,b1,c1
    q               | screen = ChoiceDialog ; keys: 3 resign
    r p space enter | !over ; !exit
    """,
    OWN,
    {"first": lambda pilot, _: table(pilot).sitting.play(first_legal(_match(pilot)))},
)


def _match(pilot: Any) -> Any:
    return table(pilot).sitting.shown.match


# -- questions beside the board -----------------------------------------------------------------

TRIO = "mitropia players=3 dead-stones=agree"
END = "start_c5 start_e1 start_a1 pass roll e2 let let pass pass_draw pass_draw dead_none"
QUESTIONS = f"""
    plurality pie=yes
    plurality pie=yes + komi_-1
    pletore komi=offer
    tricolor dead-stones=agree + e5 b1 resign_with_beta
    {TRIO} seed=0 + {END}
    {TRIO} seed=1 + start_a1 start_e1 start_c5 roll forfeit pass roll d2 let let roll
    {TRIO} seed=7 + start_a1 start_c5 start_e1 roll b2 let let roll forfeit pass_draw roll a5 let"""
"""A number, an answer of two, an agreement; whether a card is drawn, a move let stand."""


@pytest.mark.parametrize("opening", QUESTIONS.strip().splitlines())
async def test_a_question_is_answered_by_its_keys_alone(opening: str) -> None:
    """No key that is meant for the board answers it; a hint is taken up, and the line of keys says
    which keys do."""
    match = match_of(opening)
    question, ply = games.display(match.game).question(match.state), match.ply
    named = question.number and question.template % question.number[2]
    move = match.game.parse(match.state, named) if named else question.answers[0][1]
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        box, focused = table(pilot).query_one(QuestionBox), pilot.app.focused
        assert not isinstance(focused, Button | OptionList), "Enter would answer"
        if isinstance(focused, Input):
            await pilot.press("escape")
        bound = [key for known in board_keys.BINDINGS for key in known.key.split(",")]
        await pilot.press(*(key for key in bound if key != "tab"))  # that goes to the answers
        await act(pilot, f"| plies = {ply} ; focus = board")
        for digit, label in enumerate(box.labels[:9], 1):
            assert f" {digit} {label} " in keys(pilot) or "^p More" in keys(pilot)
        assert " tab " in keys(pilot).lower() or "⇥" in keys(pilot)
        await act(pilot, "tab | keys!: Answers")
        assert box.has_focus_within
        advise(pilot, move)
        await act(pilot, f"""
            escape i | hint: i takes it up ; keys: Take the hint
            i        | plies = {ply} ; hint: Enter plays it ; keys: ⏎ Play""")  # fmt: skip
        if named:
            await act(pilot, "tab | hint: Hint ; hint!: plays it ; hint!: takes it up\nescape i |")
        key = "enter" if named or box.private else "escape 1"
        await act(pilot, f"{key} | plies != {ply}")
        assert match.moves[ply] == move


@pytest.mark.parametrize("name", games.GAMES)
async def test_keys_name_what_may_be_played_and_the_way_back(name: str) -> None:
    match = match_of(f"{name} seed=2 + *4")
    dead = {"pass", "undo", "redo", "take", "roll", "other", "choose", "type", "take_hint"}
    async with playing(match, size=(160, 45)) as pilot:
        await act(pilot, "sit: | keys!: . On")
        passes = name in ("plurality", "tricolor", "mitropia")
        assert ("p Pass" in keys(pilot)) == passes
        if not table(pilot).commands.state("pass"):
            helped = " ".join(text for group in keys_of(table(pilot)) for _, text in group.rows)
            assert "Pass, or do nothing more" not in helped
            never = "You cannot pass in this game."
            why = never if name == "majorities" else "You cannot pass just now."
            await act(pilot, f"p | told = {why} ; plies = {match.ply}")
        before = match.ply
        await act(pilot, "comma | keys: > Return , Back . On ; prompt: > returns to the game")
        assert not {name for name, _, _ in table(pilot).query_one(KeyLine)._entries()} & dead
        await act(pilot, f"u p b enter | plies = {before}")
        await act(pilot, "greater_than_sign | present ; keys: u Undo")


async def test_answers_beyond_the_digits_are_reached() -> None:
    many = Question[Any]("?", tuple((f"answer {n}", n) for n in range(1, 13)))
    async with playing(match_of("pletore"), size=(60, 24)) as pilot:
        table(pilot).table.column.show_question(many)
        await act(pilot, "| .unnumbered: Tab\ntab |")
        box = pilot.app.screen.query_one(QuestionBox)
        assert box.query_one(".unnumbered").region.bottom <= box.region.bottom
        assert str(pilot.app.focused.label).strip() == "answer 11"


async def test_all_answers_of_a_dialog_have_a_key_and_it_is_shown() -> None:
    choices = [Choice(f"answer of a length, {n} that is long", str(n)) for n in range(12)]
    async with opened(lambda opener: None, size=(60, 24)) as pilot:
        for count in (2, 9, 12):
            said: list[str | None] = []
            pilot.app.push_screen(ChoiceDialog("Which?", "", choices[:count]), said.append)
            await pilot.pause()
            assert all(f" {key} " in keys(pilot) for key in KEYS[:count])
            await pilot.press(KEYS[count - 1])
            await pilot.pause()
            assert said == [str(count - 1)]


# -- keys that the player has moved in his settings ---------------------------------------------


def moved(text: str) -> Settings:
    """Settings whose file moves keys: `table.hint=f8 preset=numpad`."""
    keys = dict(word.split("=") for word in text.split())
    return settings_of(Config(keys=keys), ponder=False)


WASD = "board.left=f1 board.right=f2 board.up=f3 board.down=f4 board.choose=f5 app.help=f9 "
WASD += "app.settings=f7 table.hint=f8"


MOVED = {
    WASD: """
        | keys: f8 Hint ; keys!: i Hint ; keys: f9 Help ; helped: f8 What a bot would play
        | about: f8 ; about: f7
        question_mark | screen = GameScreen
        f9            | screen = HelpScreen""",
    # What is wrong is told and the rest holds.
    "table.hint=o table.view=f9": """
        | told: settings.toml: table.hint (Hint) cannot have o ; keys: f9 """,
    # A letter to which a command is moved stands for no other: not in the place of q, which leaves,
    # nor are the others in the places of j and of w, to which nothing is bound now.
    "table.overlay=й": "й | overlay ; screen = GameScreen\nо ц | screen = GameScreen",  # noqa: RUF001
    "preset=numpad": """
        enter | plies = 1 ; buttons = alt+1 alt+2
        1     | plies = 1
        alt+1 | plies = 2""",
}


@pytest.mark.parametrize("said", MOVED)
async def test_moved_keys(said: str) -> None:
    match = match_of("plurality" + " pie=yes" * ("numpad" in said))
    async with playing(match, settings=moved(said), size=(200, 60)) as pilot:
        await act(pilot, MOVED[said], OWN)


@pytest.mark.parametrize("rows", [20, 24, 30])
async def test_the_layers_of_a_cube_lie_where_they_are_drawn(rows: int) -> None:
    """The cursor is in sight, and the mouse finds its cell."""
    async with playing(match_of("majorities size= cube=7"), size=(60, rows)) as pilot:
        await pilot.press("up")
        await pilot.pause()
        canvas, cursor = table(pilot).board.canvas, table(pilot).board.cursor
        column, row = canvas.board_layout.places[cursor]
        assert tuple(canvas.virtual_size) == canvas.board_size()
        assert 0 <= row - canvas.scroll_offset.y < canvas.size.height
        await pilot.click(canvas, offset=(column, row - canvas.scroll_offset.y + 1))
        assert canvas.game.topology.names[table(pilot).board.cursor] == "4d4"
