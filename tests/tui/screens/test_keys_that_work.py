"""The line of keys names what works now, and hints of every kind are taken up."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.errors import Refusal, UnreadableMove
from termgames.play.match import Match
from termgames.search.limits import Thought
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.screens.help import keys_of
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.question import KEYS, QuestionBox, short_labels

from .advice import Adviser
from .questions import QUESTIONS, there
from .support import (
    SMALL,
    act,
    acted,
    first_legal,
    keys,
    match_of,
    opened,
    playing,
    sit,
    table,
    text_of,
)
from .tables import red_first, seated


def advise(pilot: Any, wanted: Any) -> None:
    """Hints say this move, or the button that is called so."""
    shown, move = table(pilot).sitting.shown, wanted
    if isinstance(wanted, str):
        move = dict(shown.display.buttons(shown.position)).get(wanted)
        move = move or shown.game.parse(shown.position, wanted.replace("_", " "))
    adviser: Any = Adviser(Thought(move))
    table(pilot).table.analysis._start = lambda: adviser


def play_first(pilot: Any, _: str) -> None:
    table(pilot).sitting.play(first_legal(table(pilot).sitting.shown.match))


def on_free_point(pilot: Any) -> bool:
    match = table(pilot).sitting.shown.match
    return table(pilot).board.cursor in {m.cell for m in match.game.legal_moves(match.state)}


OWN = {
    "board": lambda pilot: table(pilot).board.region,
    "undo": lambda pilot: table(pilot).commands.state("undo"),
    "wanted": lambda pilot: table(pilot).table.analysis.hint.wanted,
    "cycle": lambda pilot: table(pilot).board.input.can("cycle"),
    "free": on_free_point,
}
test_scenes = acted(
    """
    == a hint to roll is for the cursor until it is chosen | play mitropia seed=2 + *8 ~roll
    sit: advise:roll i | hint: i takes it up
    right              | keys!: Take the hint
    enter              | last != roll
    i                  | last != roll ; hint: Enter plays it ; keys!: Take the hint
    enter              | moves: roll
    == a hint to pass is played by enter | play mitropia seed=2 + *8 ~pass
    sit: advise:pass i | hint: i takes it up
    enter              | hint: Enter plays it ; keys!: Take the hint ; last != pass
    enter              | last = pass
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
    == a hint of one dead stone | play tricolor dead-stones=agree + c3 d3 e3 pass pass pass
    sit: advise:dead_e3 walk:d3 enter i i | cleared = e3
    enter                                 | last = dead e3
    == a hint of no dead stones | play tricolor dead-stones=agree + c3 d3 e3 pass pass pass
    sit: advise:dead_none walk:d3 enter i i | cleared =
    enter                                   | last = dead none
    == a hint without stones drops a move that is half made | play plurality
    sit: advise:pass enter i | picks
    i                        | !picks ; hint: Enter plays it
    enter                    | moves = pass
    == how a board looks changes nothing | play plurality 160x45
    sit: advise:pass i&i B | hint: Enter plays it
    down B                 | keys!: Take the hint
    enter                  | picks = c2
    B                      | picks = c2 ; plies = 0
    == which characters it has changes nothing | play plurality 160x45
    sit: advise:pass i&i C | hint: Enter plays it
    down C                 | keys!: Take the hint
    enter                  | picks = c2
    C                      | picks = c2 ; plies = 0
    == a hint that is taken up shows the board | play mitropia seed=2 40x20 + *8 ~pass
    sit: advise:pass i v | narrow ; !board
    i                    | board ; hint: Enter plays it ; keys: ⏎ Play
    enter                | last = pass
    == escape leaves a hint first | replay tricolor dead-stones=agree 100x34 + c3 d3 e3 *3
    greater_than_sign T advise:pass i | keys: ⏎ Take the hint
    i                                 | hint: Enter plays it ; keys: ⏎ Play
    escape                            | trying ; hint!: Enter plays it
    escape                            | !trying
    == who looks back or waits is told why nothing can be typed | play plurality + *4
    comma m                 | told = You look back: > returns to the game.
    greater_than_sign m m   | @#entry ; told = You look back: > returns to the game.
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
    v      | keys: esc Board
    escape | focus = board
    == undo is offered when somebody has decided something | play mitropia map=9x9-cut
           | !undo ; plies != 0
    first: | undo
    == no enemy stone where it cannot be moved | play majorities + *1
    plus enter | picks ; keys!: Enemy stone
    == the enemy stone is moved among stones of two colours | play plurality
    walk:a1 enter   | keys!: Enemy stone
    x walk:b1 enter | cycle
    == no hint is left when a game is given up | play plurality
    i       | wanted
    resign: | !wanted
    """,
    OWN,
    {"advise": advise, "first": play_first},
)


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


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
        await act(pilot, "escape i | hint: i takes it up ; keys: Take the hint")
        await act(pilot, f"{key} | plies = {ply} ; hint: Enter plays it")
        await act(pilot, f"enter | plies != {ply}")
        assert match.moves[ply] == move


async def test_the_key_of_a_hint_follows_the_focus() -> None:
    match = there("pletore", "number")
    async with playing(match) as pilot:
        await sit(pilot)
        advise(pilot, answer_of(match))
        await act(pilot, "escape i i | hint: Enter plays it")
        await act(pilot, "tab | hint: Hint ; hint!: plays it ; hint!: takes it up")
        await act(pilot, "escape |")
        hint = text_of(pilot, "#thinking")
        assert ("Enter plays it" in hint) == ("⏎ Play" in keys(pilot))


@pytest.mark.parametrize("name", SMALL)
async def test_looking_back_names_the_way_home_and_nothing_dead(name: str) -> None:
    match = match_of(f"{name} seed=2 + *4")
    dead = {"pass", "undo", "redo", "take", "roll", "other", "choose", "type", "take_hint"}
    async with playing(match) as pilot:
        before = match.ply
        await act(pilot, "sit: | keys!: . On")
        await act(pilot, "comma | keys: > Return , Back . On ; prompt: > returns to the game")
        assert not {name for name, _, _ in table(pilot).query_one(KeyLine)._entries()} & dead
        await act(pilot, f"u p b enter | plies = {before}")
        await act(pilot, "greater_than_sign | present ; keys: u Undo")


@pytest.mark.parametrize("name", SMALL)
async def test_pass_is_shown_only_where_it_may_be_played_and_its_key_says_why(name: str) -> None:
    match = match_of(f"{name} seed=2")
    async with playing(match, size=(160, 45)) as pilot:
        await sit(pilot)
        try:
            refused = match.game.refuse(match.state, match.game.parse(match.state, "pass"))
        except UnreadableMove:
            refused = Refusal("none", "")
        assert ("p Pass" in keys(pilot)) == (refused is None)
        if table(pilot).commands.state("pass"):
            return
        helped = " ".join(text for group in keys_of(table(pilot)) for _, text in group.rows)
        assert "Pass, or do nothing more" not in helped
        never = "There are no passes in this game."
        why = never if name == "majorities" else "You cannot pass just now."
        await act(pilot, f"| keys!: Pass\np | told = {why} ; plies = {match.ply}")


@pytest.mark.usefixtures("lots")
async def test_escape_stays_at_the_handover() -> None:
    async with seated(red_first("human", "human", "human")) as pilot:
        await act(pilot, "d 1 p p escape | screen = HandoverScreen")


@pytest.mark.usefixtures("lots")
async def test_without_a_card_no_cards_are_offered() -> None:
    async with seated(red_first("human", "bot:1", "bot:1")) as pilot:
        await act(pilot, "| keys!: c Cards\nc | screen = GameScreen")
    match = there("mitropia", "accept")
    question: Any = games.display(match.game).question(match.state)
    assert "cards" not in QuestionBox(question, private=True, has_cards=False).labels


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
