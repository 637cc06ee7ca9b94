"""A position for the ear, and a whole game played by what is said."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from termgames import games
from termgames.core.text import COLUMNS
from termgames.play.match import Match
from termgames.play.text import spoken, words
from termgames.play.text.line_game import LineGame
from tests.play.text.test_line_game import Script


class Ear:
    """Somebody who plays Pletore and sees no board: he types commands, and knows nothing but
    the answers to them."""

    def __init__(self, size: int) -> None:
        self.said: list[str] = []
        self.typed: list[str] = []
        self.size, self._rng = size, random.Random(2)
        self._plan = self._commands()

    def ask(self, prompt: str) -> str:
        self.said.append("")
        command = "quit" if prompt.startswith("game over") else next(self._plan)
        self.typed.append(command)
        return command

    @property
    def answer(self) -> str:
        return self.said[-2] if self.said[-1] == "" else self.said[-1]

    def _commands(self) -> Any:
        while True:
            yield "last"
            yield "what"
            for word in ("pass", "button"):
                if f"or type {word}" in self.answer.lower():
                    yield word
                    break
            else:
                yield from self._place()

    def _place(self) -> Any:
        """Find an empty point row by row, ask about it and its neighbours, and play it."""
        rows = list(range(1, self.size + 1))
        self._rng.shuffle(rows)
        for row in rows:
            yield f"row {row}"
            empty = list(self._empty(self.answer))
            self._rng.shuffle(empty)
            for name in empty:
                yield f"where {name}"
                if "You can play there." in self.answer:
                    yield f"around {name}"
                    yield "groups"
                    yield "score"
                    yield name
                    return
        # No empty point may be taken: a stone is replaced.
        for row in rows:
            for name in (f"{letter}{row}" for letter in "abcdefg"[: self.size]):
                yield f"where {name}"
                if "You can play there." in self.answer:
                    yield name
                    return

    def _empty(self, answer: str) -> Any:
        """The empty points of an answer such as `Row 3: a3 and b3 empty, c3 black.`"""
        for first, _, last in re.findall(r"([a-z])\d+(?: (to|and) ([a-z])\d+)? empty", answer):
            row = re.findall(r"\d+", answer)[0]
            for letter in range(ord(first), ord(last or first) + 1):
                yield f"{chr(letter)}{row}"


def test_a_whole_game_of_pletore_is_played_by_ear() -> None:
    game = games.create("pletore", {"size": 5})
    match = Match(game, ("human", "human"), 1)
    ear = Ear(5)
    LineGame(match, bots={}, ask=ear.ask, say=ear.said.append, warn=ear.said.append).run()
    assert match.over, ear.typed[-20:]
    assert game.ending(match.state) == "both passed"
    used = {command.split()[0] for command in ear.typed}
    assert {"last", "what", "row", "where", "around", "groups", "score"} <= used
    assert not [text for text in ear.said if text.startswith(("Not allowed", "'"))]
    assert any(text.endswith("If you pass too, the game ends.") for text in ear.said)


def position(*rows: str, **position_text: str) -> tuple[Any, Any]:
    game = games.create("pletore", {"size": 5})
    text = {name.replace("_", " "): value for name, value in position_text.items()}
    return games.display(game), game.position(rows, text)


ROWS = ("..b..", ".....", "b.wb.", "bb...", "..b..")


def test_a_point_tells_what_is_on_it_and_whether_it_can_be_played() -> None:
    display, state = position(*ROWS)
    at = display.game.topology.cell
    assert spoken.where(display, state, at("a3"), going_on=True) == (
        "a3 is black, one of 3 stones a2, b2 and a3, 5 empty points around. "
        "You cannot play there: a3 holds your own stone."
    )
    assert spoken.where(display, state, at("e5"), going_on=False) == "e5 is empty. Control: nobody."
    replaced = spoken.where(display, state, at("c3"), going_on=True)
    assert replaced.startswith("c3 is white, a single stone, 3 empty points around.")
    assert replaced.endswith("You can play there.")


def test_neighbours_and_stones_seen_by_their_directions() -> None:
    display, state = position(*ROWS)
    game = display.game
    assert spoken.around(games.display(game), state, game.topology.cell("b3")) == (
        "Around b3: right c3 white, up b4 empty, left a3 black, down b2 black. "
        "First stones seen: right c3 white, left a3 black, down b2 black."
    )


def test_rows_columns_and_groups() -> None:
    display, state = position(*ROWS)
    game = display.game
    assert (
        spoken.row(games.display(game), state, "3")
        == "Row 3: a3 black, b3 empty, c3 white, d3 black, e3 empty."
    )
    assert spoken.row(games.display(game), state, "C").startswith(
        "Column c: c1 black, c2 empty, c3 white"
    )
    assert (
        spoken.row(games.display(game), state, "5")
        == "Row 5: a5 and b5 empty, c5 black, d5 and e5 empty."
    )
    assert (
        spoken.row(games.display(game), state, "9")
        == spoken.row(games.display(game), state, "")
        == ""
    )
    said = spoken.groups(game, state)
    assert said[0] == "Black: a2, b2 and a3; 3 stones, 5 empty points around."
    assert said[-1].startswith("White: c3; 1 stone")


def test_every_open_question_says_what_can_be_typed() -> None:
    for game_id, options in (("pletore", {"komi": "offer"}), ("tricolor", {}), ("majorities", {})):
        game = games.create(game_id, options)
        state = game.start()
        for _ in range(3):
            moves = list(game.legal_moves(state))
            example = game.format(moves[len(moves) // 2])
            text = spoken.what(games.display(game), state, example)
            assert "ype" in text.replace(game.prompt(state), "")
            state = game.apply(state, moves[len(moves) // 2])


def test_moves_are_read_in_the_words_in_which_they_are_told() -> None:
    for name in games.names():
        game = games.create(name, {})
        match = Match(game, ("human",) * game.seats, 1)
        match.go_on()
        display, rng = games.display(game), random.Random(3)
        for _ in range(40):
            prompt = match.prompt()
            if prompt is None:
                break
            legal = list(game.legal_moves(prompt.state))
            for move in rng.sample(legal, min(10, len(legal))):
                assert (
                    game.parse(prompt.state, words.move_text(display, prompt.state, move)) == move
                )
                assert game.parse(prompt.state, display.named(move)) == move
            match.submit(rng.choice(legal))
            match.go_on()


def expanded(game: Any, said: str) -> list[str]:
    """The points of an answer such as `Row 3: a3 to c3 empty, e3 black`, with those between."""
    letters = "abcdefghij" if game.topology.hexagonal else COLUMNS
    points = []
    for part in said.partition(": ")[2].split(", "):
        named = re.findall(r"\b[a-z][0-9]+", part)
        if " to " not in part:
            points += named
            continue
        (a, *one), (b, *other) = named
        between = letters[letters.index(a) : letters.index(b) + 1]
        numbers = range(int("".join(one)), int("".join(other)) + 1)
        points += [f"{letter}{number}" for letter in between for number in numbers]
    return points


def test_rows_and_columns_name_no_point_that_there_is_not() -> None:
    """On boards with voids, and on hexagonal ones, where the numbers are no rows."""
    for game_id, options in (
        ("majorities", {"size": 3}),
        ("majorities", {"size": 5}),
        ("tricolor", {"hex": 4}),
        ("mitropia", {"map": "islands", "players": 4}),
        ("pletore", {"size": 5}),
    ):
        game = games.create(game_id, options)
        topology = game.topology
        for name, (kind, cells) in topology.lines.items():
            said = spoken.row(games.display(game), game.start(), name)
            assert said.startswith(f"{kind.capitalize()} {name}: ")
            assert sorted(expanded(game, said)) == sorted(topology.names[cell] for cell in cells)


AGREEING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tricolor", {"size": 7, "dead-stones": "agree"}),
    ("mitropia", {"map": "9x9", "players": 2, "pro": True, "dead-stones": "agree"}),
)


@pytest.mark.parametrize(("game_id", "options"), AGREEING, ids=[name for name, _ in AGREEING])
def test_all_stones_proposed_as_dead_are_named_by_their_groups(
    game_id: str, options: dict[str, Any]
) -> None:
    """Whoever does not see the board can check what he is asked to agree to."""
    game = games.create(game_id, options)
    match, display = Match(game, ("human",) * game.seats, 1), games.display(game)
    rng = random.Random(4)
    match.go_on()
    while display.agreement(match.state) is None:
        stones = [move for move in game.legal_moves(match.state) if game.cells_of(move)]
        passing = match.ply > 40 or not stones
        match.submit(game.parse(match.state, "pass") if passing else rng.choice(stones))
    some = [cell for cell, stone in enumerate(game.stones(match.state)) if stone]
    assert spoken.proposed_dead(display, match.state) == ""
    marking = spoken.what(display, match.state, "dead none")
    example = re.search(r"Type your move, as (dead \w+);", marking)
    assert example is not None
    assert game.refuse(match.state, game.parse(match.state, example[1])) is None
    match.submit(
        game.parse(match.state, "dead " + ",".join(map(game.topology.names.__getitem__, some)))
    )
    script = Script("what", "last", "score", f"where {game.topology.names[some[0]]}", "quit")
    LineGame(match, bots={}, ask=script.ask, say=script.said.append, warn=script.said.append).run()
    agreement = display.agreement(match.state)
    assert agreement is not None
    assert len(agreement.dead or ()) == len(some) > 5
    answers = [text for text in script.said if "Proposed as dead: " in text]
    assert len(answers) == 3, "what, last, score"
    for text in answers:
        listed = text.partition("Proposed as dead: ")[2].partition(".")[0]
        assert sorted(re.findall(r"[a-z][0-9]+", listed)) == sorted(
            game.topology.names[cell] for cell in some
        )
        for group in listed.split("; "):
            whose, *names = re.findall(r"^\w+(?='s)|[a-z][0-9]+", group)
            seats = {
                game.seat_name(match.state, game.stones(match.state)[cell] - 1)
                for cell in map(game.topology.cell, names)
            }
            assert seats == {whose}
    assert sum("It is proposed as dead." in text for text in script.said) == 1
