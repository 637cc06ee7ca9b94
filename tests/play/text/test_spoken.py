"""A position for the ear, a whole game played by what is said, and boards in plain characters."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from termgames import games
from termgames.play.text import boards, spoken, words
from tests.cases import cases
from tests.play.support import match
from tests.play.text.support import Lines, typed


def by_ear(it: Lines) -> Iterator[str]:
    """What somebody types who plays Pletore on 5 by 5 points and sees no board: he knows nothing
    but the answers to it."""

    def heard() -> str:
        return it.said[-1]

    rng, rows = random.Random(2), [1, 2, 3, 4, 5]
    while True:
        yield "last"
        yield "what"
        if pass_or_button := re.search(r"or type (pass|button)", heard().lower()):
            yield pass_or_button[1]
            continue
        rng.shuffle(rows)
        for row in rows:
            yield f"row {row}"
            runs = re.findall(r"([a-e])\d(?: (?:to|and) ([a-e])\d)? empty", heard())
            empty = [at for first, last in runs for at in "abcde" if first <= at <= (last or first)]
            playable = None
            # Where nothing is empty, a stone is replaced.
            for name in (f"{letter}{row}" for letter in empty or "abcde"):
                yield f"where {name}"
                if "You can play there." in heard():
                    playable = name
                    break
            if playable:
                yield from (f"around {playable}", "groups", "score", playable)
                break


def test_a_whole_game_of_pletore_is_played_by_ear() -> None:
    typed_lines: list[str] = []

    def ask(prompt: str) -> str:
        typed_lines.append("quit" if prompt.startswith("game over") else next(plan))
        return typed_lines[-1]

    it = Lines(of=match("pletore size=5"), ask=ask)
    plan = by_ear(it)
    it.run()
    assert it.match.over, typed_lines[-20:]
    assert it.match.game.ending(it.match.state) == "both passed"
    used = {command.split()[0] for command in typed_lines}
    assert {"last", "what", "row", "where", "around", "groups", "score"} <= used
    assert not [text for text in it.said if text.startswith(("Not allowed", "'"))]
    assert any(text.endswith("If you pass too, the game ends.") for text in it.said)


@pytest.mark.parametrize(
    ("asked", "told"),
    cases("""
    where a3 | a3 is black, one of 3 stones a2, b2 and a3, 5 empty points around. \
You cannot play there: a3 holds your own stone.
    where e5 | e5 is empty. Control: nobody. You can play there.
    where c3 | c3 is white, a single stone, 3 empty points around. …You can play there.
    around b3 | Around b3: right c3 white, up b4 empty, left a3 black, down b2 black. \
First stones seen: right c3 white, left a3 black, down b2 black.
    row 3 | Row 3: a3 black, b3 empty, c3 white, d3 black, e3 empty.
    row C | Column c: c1 black, c2 empty, c3 white…
    row 5 | Row 5: a5 and b5 empty, c5 black, d5 and e5 empty.
    row 9 |
    row |
    groups | Black: a2, b2 and a3; 3 stones, 5 empty points around.…White: c3; 1 stone…
    """),
)
def test_what_is_told_of_a_position(asked: str, told: str) -> None:
    game: Any = games.create("pletore", {"size": 5})
    state = game.position(("..b..", ".....", "b.wb.", "bb...", "..b.."), {})
    display, (word, _, name) = games.display(game), asked.partition(" ")
    if word == "groups":
        said = "\n".join(spoken.groups(game, state))
    elif word == "row":
        said = spoken.row(display, state, name)
    else:
        cell = game.topology.cell(name)
        said = (
            spoken.around(display, state, cell)
            if word == "around"
            else spoken.where(display, state, cell, going_on=True)
        )
    assert re.fullmatch(".*".join(map(re.escape, told.split("…"))), said, re.DOTALL), said


@pytest.mark.parametrize("name", games.names())
def test_moves_are_read_in_the_words_in_which_they_are_told(name: str) -> None:
    of, rng = match(name), random.Random(3)
    of.go_on()
    game, display = of.game, games.display(of.game)
    for _ in range(40):
        if (prompt := of.prompt()) is None:
            break
        state, legal = prompt.state, list(game.legal_moves(prompt.state))
        for move in rng.sample(legal, min(10, len(legal))):
            assert game.parse(state, words.move_text(display, state, move)) == move
            assert game.parse(state, display.named(move)) == move
        of.submit(rng.choice(legal))
        of.go_on()


@pytest.mark.parametrize(
    "game",
    ["majorities size=3", "majorities size=5", "tricolor hex=4", "mitropia map=islands players=4"],
)
def test_rows_and_columns_name_no_point_that_there_is_not(game: str) -> None:
    """On boards with voids, and on hexagonal ones, where the numbers are no rows."""
    of = match(game)
    topology = of.game.topology
    for name, (kind, cells) in topology.lines.items():
        said = spoken.row(games.display(of.game), of.game.start(), name)
        assert said.startswith(f"{kind.capitalize()} {name}: ")
        told, points = re.findall(r"\b[a-z]\d+", said.partition(": ")[2]), set(cells)
        assert set(map(topology.cell, told)) <= points
        # What is told as from one point to another has no gap.
        assert len(told) >= 2 * (len(points) > 1)


@pytest.mark.parametrize("board", ["tricolor size=7", "mitropia map=9x9 players=2 pro"])
def test_all_stones_proposed_as_dead_are_named_by_their_groups(board: str) -> None:
    """Whoever does not see the board can check what he is asked to agree to."""
    of, rng = match(f"{board} dead-stones=agree"), random.Random(4)
    game, display = of.game, games.display(of.game)
    of.go_on()
    while display.agreement(of.state) is None:
        stones = [move for move in game.legal_moves(of.state) if game.cells_of(move)]
        passing = of.ply > 40 or not stones
        of.submit(game.parse(of.state, "pass") if passing else rng.choice(stones))
    lying, names = game.stones(of.state), game.topology.names
    some = [names[cell] for cell, stone in enumerate(lying) if stone]
    asked = spoken.what(display, of.state, "dead none")
    example = re.search(r"Type your move, as (dead \w+);", asked)[1]
    assert game.refuse(of.state, game.parse(of.state, example)) is None
    assert spoken.proposed_dead(display, of.state) == ""
    of.submit(game.parse(of.state, f"dead {','.join(some)}"))
    it = typed("what", "last", "score", f"where {some[0]}", "quit", of=of)
    answers = [text for text in it.said if "Proposed as dead: " in text]
    assert len(answers) == 3, "what, last, score"
    for text in answers:
        listed = text.partition("Proposed as dead: ")[2].partition(".")[0]
        assert sorted(re.findall(r"[a-z][0-9]+", listed)) == sorted(some)
        for group in listed.split("; "):
            whose, *points = re.findall(r"^\w+(?='s)|[a-z][0-9]+", group)
            owners = {lying[cell] - 1 for cell in map(game.topology.cell, points)}
            assert {game.seat_name(of.state, seat) for seat in owners} == {whose}
    assert it.text.count("It is proposed as dead.") == 1


def test_gaps_are_blank_and_start_points_stand_until_a_stone_does() -> None:
    cove: Any = {"map": "cove | 2: a1 d2 | ...--/.-.../...-.", "players": 2}
    game = games.create("mitropia", cove)
    starts = boards.origins(game, games.display(game), game.start())
    assert boards.draw(game, game.start(), [], starts).splitlines()[2:4] == [
        "2 .   . + . 2",
        "1 + . .   . 1",
    ]
    game = games.create("mitropia", cove | {"no-dice": True})
    state = game.apply(game.start(), game.parse(game.start(), "b1"))
    starts, last = boards.origins(game, games.display(game), state), [game.topology.cell("b1")]
    assert boards.draw(game, state, last, starts).splitlines() == [
        "  a b c d e",
        "3 . . .     3",
        "2 .   . w . 2",
        "1 b*B .   . 1",
        "  a b c d e",
    ]
