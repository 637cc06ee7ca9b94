"""Play line by line: what is typed and what is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import StorageError, TermgamesError
from termgames.play import record, store
from termgames.play.bots.bot import Resigned
from termgames.play.bots.solver_bot import SolverBot
from termgames.play.match import LostGame, Match, Terms
from termgames.play.save_file import SaveFile
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.play.text import words
from termgames.play.text.line_game import LineGame
from termgames.search.limits import Thought


class Script:
    """Answers prompts from a list of lines, then ends the input; keeps what is said."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.said: list[str] = []
        self.warned: list[str] = []

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


class Passing:
    """A bot that passes."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def think(self, state: Any, **_: Any) -> Thought:
        return Thought(self.game.parse(state, "pass"))


def play(
    *lines: str,
    bots: Mapping[int, Any] | None = None,
    path: Path | None = None,
    match: Match | None = None,
    **chosen: Any,
) -> tuple[Script, Match]:
    if match is None:
        game = games.create("plurality", chosen or {"size": 5, "komi": 5.5})
        match = Match(game, ("human", "human"), 1)
    script = Script(*lines)
    seats = {seat: Passing(match.game) for seat in bots or {}}
    LineGame(
        match,
        bots=seats,
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
        file=None if path is None else SaveFile(path),
        advise=Passing(match.game).think,
    ).run()
    return script, match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saved.tgr"


def test_moves_in_any_case_and_order() -> None:
    script, match = play("C5,C4,D5", "  pass  ")
    assert [match.game.format(move) for move in match.moves] == ["c4,c5,d5", "pass"]
    assert "1. black c4,c5,d5" in script.said
    assert "2. white pass" in script.said


def test_refusals_are_explained_and_change_nothing() -> None:
    script, match = play("a1,a2,e5", "k9,a1,a2", "what?", "", "quit")
    assert match.ply == 0
    assert any("do not connect" in line for line in script.said)
    assert any("no point 'k9'" in line for line in script.said)
    assert any("'what?' is no move" in line for line in script.said)


def test_every_command_of_the_help_page() -> None:
    script, _ = play("help")
    page = next(text for text in script.said if "save FILE" in text)
    for name in (
        *("pass", "undo", "redo", "board", "score", "moves", "legal", "hint"),
        *("rules", "resign", "save", "quit"),
    ):
        assert name in page
        _, match = play(name)
        assert match.ply <= 1


def test_undo_and_redo_against_a_bot_come_to_the_human() -> None:
    script, match = play("c4,c5,d5", "undo", "redo", "quit", bots={1: ...})
    assert "Back at turn 1." in script.said
    assert "Now at turn 3." in script.said
    assert match.ply == 2


def test_what_is_shown() -> None:
    script, _ = play("c4,c5,d5", "score", "moves", "legal", "hint", "rules", "board", "quit")
    assert "score: black 22, white 5.5" in script.said
    assert "  white: komi 5.5" in script.said
    assert "1. black c4,c5,d5" in script.text
    assert "Plurality" in script.text
    assert "hint: pass" in script.said
    assert any(line.endswith(" legal") for line in script.said)
    assert script.said.count("last move: c4,c5,d5, marked *") == 2
    assert "last move: pass" in play("pass", "board", "quit")[0].said


def test_the_end_of_input_saves_and_says_how_to_go_on() -> None:
    file = store.new_file("plurality")
    script, _ = play("c4,c5,d5", path=file)
    assert script.said[-1] == "The game is saved; go on with: termgames resume"
    assert store.read(file).ply == 1


def test_every_change_is_saved(file: Path) -> None:
    class Watching(Script):
        def ask(self, prompt: str) -> str:
            seen.append(store.read(file).ply if file.exists() else None)
            return super().ask(prompt)

    seen: list[int | None] = []
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    script = Watching("c4,c5,d5", "pass", "undo", "redo", "resign")
    LineGame(
        match,
        bots={},
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
        file=SaveFile(file),
    ).run()
    assert seen == [None, 1, 2, 1, 2, 2]
    assert store.read(file).loss == LostGame(0)


def test_after_the_end_there_is_undo(file: Path) -> None:
    script, match = play("pass", "pass", "c4,c5,d5", "undo", "c4,c5,d5", path=file)
    assert "black wins" not in script.text
    assert "white wins by 5.5 (both passed)" in script.said
    assert "The game is over: only commands now, as undo or quit." in script.said
    assert "2. white c4,c5,d5" in script.said
    assert match.ply == 2
    script, match = play("resign", "undo", "quit")
    assert "white wins (black resigned)" in script.said
    assert match.loss is None


def test_saving_elsewhere(tmp_path: Path) -> None:
    copy, other = tmp_path / "a copy.tgr", tmp_path / "letter"
    other.write_text("Dear Alice")
    script, _ = play("pass", f"save '{copy}'", f"save '{copy}'", f"save {other}", "save", "save '")
    assert store.read(copy).ply == 1
    assert other.read_text() == "Dear Alice"
    assert any("exists and is no record" in line for line in script.said)
    assert script.said.count("Name one file, as: save game.tgr") == 2
    script, _ = play("save /dev/null/x", "save /dev/null", f"save {tmp_path}")
    assert sum(line.startswith("Not saved: ") for line in script.said) == 3


def test_a_full_disk_is_told_and_the_game_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(match: Match, path: Path) -> None:
        raise StorageError("cannot write: No space left on device")

    monkeypatch.setattr(store, "save", full)
    script, match = play("pass", "c4,c5,d5", path=file)
    assert match.ply == 2
    (warning,) = script.warned
    assert warning.startswith("error: not saved: cannot write: No space left on device; ")
    told = script.text.partition("goes on with it:\n\n")[2]
    assert record.load(told.strip() + "\n").moves == match.moves


@pytest.mark.parametrize("answer", ["a1,b1,c1", None])
def test_a_bot_that_cannot_go_on_ends_the_game_with_everything_saved(
    file: Path, answer: str | None
) -> None:
    """It tries a move that is refused, or breaks down."""

    class Broken(Passing):
        def think(self, state: Any, **_: Any) -> Thought:
            if answer is None:
                raise TermgamesError("it is gone")
            return Thought(self.game.parse(state, answer))

    match = Match(games.create("plurality", {"size": 5}), ("human", "bot:1"))
    script = Script("a1,b1,c1", "quit")
    line_game = LineGame(
        match,
        bots={1: Broken(match.game)},
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
        file=SaveFile(file),
    )
    with pytest.raises(TermgamesError, match="it is gone" if answer is None else "bot 1: .*occup"):
        line_game.run()
    assert script.said[-1].startswith("The game is saved; go on with: ")
    assert store.read(file).ply == 1


def test_a_record_as_a_page() -> None:
    _, match = play("c4,c5,d5", "resign", "quit")
    page = words.record_text(match)
    assert "1. black c4,c5,d5" in page
    assert page.endswith("black wins (white resigned)")
    match.notes.say(1, "well placed\nand early")
    node = match.notes.add(0, "a1,b1,c1")
    match.notes.say(node, "worse")
    page = words.record_text(match).split("\n")
    at = page.index("1. black c4,c5,d5")
    assert page[at - 2 : at] == ["|1. a1,b1,c1", "| worse"]
    assert page[at + 1 : at + 3] == ["| well placed", "| and early"]
    _, match = play("c4,c5,d5")
    assert words.record_text(match).endswith("not finished: white is to move")


def test_a_pass_that_lets_the_bot_end_the_game_and_win_is_told_with_the_way_back() -> None:
    script, match = play("pass", "undo", "quit", bots={1: ...})
    warning = "If you pass and white passes too, the game ends 5.5 to 0 and you do not win."
    told = script.said.index(f"{warning} Type undo to take it back.")
    assert told < script.said.index("2. white pass")
    assert match.ply == 0
    assert "and you do not win" not in play("pass", bots={0: ...})[0].text


def test_a_move_that_loses_much_is_offered_back_before_it_is_answered() -> None:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", "bot:1"), 1, terms=Terms(teaching=True))
    better = game.parse(match.state, "c3,c4,d4")
    seen: list[str] = []

    def examine(to_judge: MoveToJudge) -> Lesson:
        seen.append(game.format(to_judge.move))
        size = "blunder" if len(seen) == 1 else ""
        return Lesson(better, line=(better,), size=size, share_lost=0.31, points_lost=4.2)

    script = Script("a1,a2,b1", "hm", "why", "back", "c3,c4,d4", "quit")
    LineGame(
        match,
        bots={1: Passing(game)},
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
        examine=examine,
    ).run()
    assert seen == ["a1,a2,b1", "c3,c4,d4"]
    assert [game.format(move) for move in match.moves] == ["c3,c4,d4", "pass"]
    told = script.said.index("Bot 1: that was a blunder.")
    assert script.said[told + 1] == "a1,a2,b1 gives away 31% of the win, about 4 points."
    assert "Better was c3,c4,d4." in script.said
    assert any(line.startswith("Type back") for line in script.said)
    assert "2. white pass" not in script.said[:told]


def test_a_pass_that_ends_the_game_is_looked_at_too() -> None:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", "bot:1"), 1, terms=Terms(teaching=True))
    better = game.parse(match.state, "c3,c4,d4")
    seen: list[str] = []

    def examine(to_judge: MoveToJudge) -> Lesson:
        seen.append(game.format(to_judge.move))
        size = "blunder" if seen[-1] == "pass" else ""
        return Lesson(better, line=(better,), size=size, share_lost=0.6)

    script = Script("a1,a2,b1", "pass", "back", "quit")
    LineGame(
        match,
        bots={1: Passing(game)},
        ask=script.ask,
        say=script.said.append,
        warn=script.warned.append,
        examine=examine,
    ).run()
    assert seen == ["a1,a2,b1", "pass"]
    assert "pass gives away 60% of the win." in script.said
    assert (match.ply, match.over) == (2, False)


def test_a_proof_is_told_when_it_is_new() -> None:
    """Of how the game ends: once where both play their best, and again after a mistake."""
    game = games.create("pletore", {"size": 3, "komi": 1})
    best = [game.format(move) for move in SolverBot(game).think(game.start()).line[::2]]
    for moves, told in ((best, ["Black wins by 1½"]), (["a1"], ["White wins by 3½"])):
        script = Script(*moves)
        LineGame(
            Match(game, ("human", "bot:solver"), 1),
            bots={1: SolverBot(game)},
            ask=script.ask,
            say=script.said.append,
            warn=script.warned.append,
        ).run()
        proved = [line for line in script.said if line.startswith("Proved")]
        assert proved == [f"Proved: {each} under best play." for each in told]


class GivesUp(Passing):
    def think(self, *_: Any, **__: Any) -> Thought:
        raise Resigned("the program resigned")


def test_a_bot_that_resigns_has_lost() -> None:
    match = Match(games.create("plurality", {"size": 5}), ("human", "gtp:x"), 1)
    script = Script("a1,b1,c1", "quit")
    LineGame(
        match, bots={1: GivesUp(match.game)}, ask=script.ask, say=script.said.append,
        warn=script.warned.append,
    ).run()  # fmt: skip
    assert match.loss == LostGame(1)
    assert "black wins (white resigned)" in script.said


def mitropia(*moves: str, seed: int = 3) -> Match:
    """A game of Mitropia after these moves of two humans; chance rolls and draws between."""
    options = {"map": "9x9", "players": 2}
    match = Match(games.create("mitropia", options), ("human", "human"), seed)
    match.go_on()
    for text in moves:
        match.submit(match.game.parse(match.state, text))
        match.go_on()
    return match


@pytest.mark.parametrize("typed", ["c3", "start c3"])
def test_a_start_point_is_typed_as_a_point_or_in_the_words_of_records(typed: str) -> None:
    script, match = play("where c3", "d4", typed, "quit", match=mitropia())
    assert "c3 is empty. Territory: nobody. You can play there." in script.said
    refused = next(text for text in script.said if text.startswith("Not allowed"))
    for text in ("start c3", "start g7"):
        assert text in refused
    assert "start c3" in match.texts()


def test_the_last_move_is_a_players_and_in_the_words_that_he_types() -> None:
    begun = ("start c3", "start g7")
    script, _ = play("board", "quit", match=mitropia())
    assert "last move" not in script.text, "only dice have rolled"
    assert "dice " not in script.text, "none of them is a roll of who chooses"
    match = mitropia(*begun, "roll")
    assert match.game.cells_of(match.moves[-1]) == ()
    script, _ = play("board", "quit", match=match)
    told = {line for line in script.said if line.startswith("last move")}
    assert told == {f"last move: {match.game.format(match.moves[3])}"}, "not the roll after it"
    while "forfeit" not in match.game.prompt(match.state):
        match.submit(match.game.legal_moves(match.state)[-1])
        match.go_on()
    match.submit(match.game.parse(match.state, "skip"))
    script, _ = play("board", "quit", match=match)
    assert "last move: forfeit" in script.said


class Placing(Passing):
    """A bot that puts a stone where it may, and else gives the first answer there is."""

    def think(self, state: Any, **_: Any) -> Thought:
        moves = self.game.legal_moves(state)
        return Thought(next(filter(self.game.cells_of, moves), moves[0]))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "black accepted: no other answer was possible"),
        (("always accept",), "black accepted, as always"),
        (("always ask", "pass", "accept"), "black accepted"),
    ],
)
def test_that_a_human_accepted_is_told_and_why_he_was_not_asked(
    lines: tuple[str, ...], said: str
) -> None:
    match = mitropia("start c3", "start g7", seed=2)
    assert match.seat_name(match.to_act) == "black"
    script = Script(*lines, *(() if "pass" in lines else ("pass",)), "quit")
    LineGame(
        match, bots={1: Placing(match.game)}, ask=script.ask, say=script.said.append,
        warn=script.warned.append,
    ).run()  # fmt: skip
    told = {line.partition(". ")[2] for line in script.said if "accepted" in line}
    assert told == {said}
    assert not re.search(r"let", script.text)


def test_help_after_the_end_names_only_what_can_be_typed_then() -> None:
    script, match = play("pass", "pass", "help", "quit")
    assert match.over
    page = next(text for text in script.said if text.startswith("what "))
    for word in ("A move", "pass", "legal", "hint", "resign"):
        assert word not in page
    assert "undo, redo" in page


@pytest.mark.parametrize("size", [3, 5])
def test_every_place_in_the_help_is_on_the_board(size: int) -> None:
    game = games.create("majorities", {"size": size})
    script, _ = play("help", "row 77", match=Match(game, ("human", "human"), 1))
    page = next(text for text in script.said if "save FILE" in text)
    typed = [line.split()[:2] for line in page.splitlines()]
    looks = [words for words in typed if words[0] in ("where", "around", "row", "column")]
    assert len(looks) == 4
    again, _ = play(*map(" ".join, looks), match=Match(game, ("human", "human"), 1))
    row, column = looks[2][1], looks[3][1]
    for begin in (f"{looks[0][1]} is empty", "Around ", f"Row {row}:", f"Column {column}:"):
        assert any(text.startswith(begin) for text in again.said)
    missing = next(text for text in script.said if "There is no row" in text)
    assert missing.endswith(f"as row {row} or column {column}.")


@pytest.mark.parametrize(("when", "boards"), [("always", 2), ("changed", 1), ("asked", 1)])
def test_the_board_is_printed_as_often_as_wanted(when: str, boards: int) -> None:
    match = Match(games.create("pletore", {"size": 5}), ("human", "human"), 1)
    script, _ = play(f"boards {when}", "a1", "quit", match=match)
    assert sum("a b c d e" in text for text in script.said) == boards
    assert any(line.startswith("The board is shown ") for line in script.said)
