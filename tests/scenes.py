"""Scenes of whole turns as text: a title, then what is done and what must hold.

    rule 16: the replacing stone captures
      game 2 cards five & at ..... ..... ..... w.... b.... | hands=white: reject and replace
      go b1 / reject and replace / b1 & foot w.... .w... & prisoners w=b

What is joined by `&`: `game` with options, `wrong WORDS:` options that no game has; `start`; `at` a
diagram with texts beside it, `never WORDS:` such as cannot be; `go` answers, `save` and `back` to
where that was said. Then `asked` who; `legal` all answers in order, `has` some, `lacks` some; `ok`
answers that are not refused, `no CODE:` such as are, and of the last of these its text, `why`, and
its cells, `fault`; `unread WORDS:` such as are no answers, `reads TEXT:` those that are this one;
`points` all that are listed; `board`, `top`, `foot` rows; `ending`, `totals`, `winners`, `shares`,
`parts` of the score; `seats` by name; `cells`, how many the board has; `komi`; `told NAME:` what is
reported. Each game adds its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from termgames import games
from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.game import CHANCE, OVER
from tests import diagrams
from tests.cases import options


def go(game: Any, state: Any, *texts: str) -> Any:
    """The state after these answers, those of chance among them."""
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state


def legal(game: Any, state: Any) -> list[str]:
    """The texts of the answers that are listed."""
    return [game.format(move) for move in game.legal_moves(state)]


def points(game: Any, state: Any) -> list[str]:
    """The points that are listed, by name."""
    return sorted(text for text in legal(game, state) if text in game.topology.by_name)


def code(game: Any, state: Any, text: str) -> str | None:
    """The code of the refusal of an answer; None where it is legal."""
    refusal = game.refuse(state, game.parse(state, text))
    return None if refusal is None else refusal.code


def asked(game: Any, state: Any) -> str:
    """Who is asked, by name, or `chance` or `over`."""
    seat = game.to_act(state)
    return {CHANCE: "chance", OVER: "over"}.get(seat) or game.seat_name(state, seat)


def show(game: Any, state: Any) -> list[str]:
    """The rows of the board."""
    return diagrams.show(game, state)


def scenes(text: str, **long: str) -> Any:
    """A mark that tries each scene, named by its title; names in braces stand for long texts."""
    text = text.format(**long)
    blocks = [block.strip().splitlines() for block in text.strip().split("\n\n")]
    return pytest.mark.parametrize(
        "scene", [lines[1:] for lines in blocks], ids=[b[0] for b in blocks]
    )


def parts(text: str, sign: str = "/") -> list[str]:
    return [part.strip() for part in text.split(f" {sign} ")] if text.strip() else []


def pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split()) if text != "none" else {}


def numbers(values: Any) -> str:
    return " ".join(f"{value:g}" for value in values)


SAID: dict[str, Callable[[Any, Any, Any], str]] = {
    "asked": lambda game, state, _: asked(game, state),
    "why": lambda _, __, refused: refused.text,
    "fault": lambda game, _, refused: " ".join(game.topology.names[cell] for cell in refused.cells),
    "seats": lambda game, s, _: " ".join(game.seat_name(s, seat) for seat in range(game.seats)),
    "cells": lambda game, _, __: str(game.topology.cells),
    "komi": lambda _, state, __: numbers([state.komi]),
    "shares": lambda game, state, _: numbers(game.utilities(state).tolist()),
    "totals": lambda game, state, _: numbers(game.score(state).totals),
    "winners": lambda game, state, _: numbers(game.score(state).winners),
    "parts": lambda game, s, _: " / ".join(f"{p.seat} {p.text}" for p in game.score(s).parts),
    "board": lambda game, state, _: " ".join(show(game, state)),
    "ending": lambda game, state, _: game.ending(state) or "none",
}
"""What a word is compared with: made of the game, the state and what was refused last."""


class Scene:
    """What the lines have come to."""

    diagrams: ClassVar[dict[str, str]] = {}
    """Names for boards that are used often."""
    game_id: ClassVar[str]
    game: Any
    state: Any
    saved: Any
    refused: Any = None

    def play(self, lines: list[str]) -> None:
        steps = (step for line in lines if line.strip()[0] != "#" for step in line.split(" & "))
        for step in steps:
            word, _, rest = step.strip().partition(" ")
            if word in SAID:
                numeric = word in ("totals", "shares", "komi")
                wanted = numbers(map(float, rest.split())) if numeric else rest
                found = SAID[word](self.game, self.state, self.refused)
                assert found.split() == wanted.split(), step
                continue
            getattr(self, f"on_{word}")(rest.strip())

    def answered(self, text: str) -> Any:
        return go(self.game, self.state, text)

    def on_game(self, text: str) -> None:
        self.game = games.create(self.game_id, options(self.game_id, text))
        self.state = self.game.start()

    def on_wrong(self, text: str) -> None:
        words, _, chosen = text.partition(": ")
        for each in parts(chosen):
            with pytest.raises(OptionError, match=words):
                games.create(self.game_id, options(self.game_id, each))

    def on_start(self, _: str) -> None:
        self.state = self.game.start()

    def on_at(self, text: str) -> None:
        diagram, *told = parts(text, "|")
        beside = dict(each.split("=", 1) for each in told)
        diagram = self.diagrams.get(diagram, diagram)
        texts = {name.replace(" ", "_"): value for name, value in beside.items()}
        self.state = diagrams.position(self.game, diagram, **texts)

    def on_go(self, text: str) -> None:
        for each in parts(text):
            self.state = self.answered(each)

    def on_save(self, _: str) -> None:
        self.saved = self.state

    def on_back(self, _: str) -> None:
        self.state = self.saved

    def on_legal(self, text: str) -> None:
        assert legal(self.game, self.state) == parts(text)

    def on_has(self, text: str) -> None:
        assert set(parts(text)) <= set(legal(self.game, self.state))

    def on_lacks(self, text: str) -> None:
        assert not set(parts(text)) & set(legal(self.game, self.state))

    def on_ok(self, text: str) -> None:
        assert {each: code(self.game, self.state, each) for each in parts(text)} == dict.fromkeys(
            parts(text)
        )

    def on_no(self, text: str) -> None:
        why, _, texts = text.partition(": ")
        for each in parts(texts):
            move = self.game.parse(self.state, each)
            self.refused = self.game.refuse(self.state, move)
            assert self.refused is not None, each
            assert self.refused.code == why, each
            with pytest.raises(IllegalMove) as caught:
                self.game.apply(self.state, move)
            assert str(caught.value) == self.refused.text
        self.on_lacks(texts)

    def on_unread(self, text: str) -> None:
        words, _, texts = text.partition(":")
        for each in texts.split("/"):
            with pytest.raises(UnreadableMove, match=words):
                self.game.parse(self.state, each.strip())

    def on_reads(self, text: str) -> None:
        as_written, _, texts = text.partition(":")
        for each in texts.split(" / "):
            assert self.game.format(self.game.parse(self.state, each)) == as_written

    def on_never(self, text: str) -> None:
        words, _, position = text.rpartition(": ")
        diagram, *told = parts(position, "|")
        with pytest.raises(OptionError, match=words):
            self.game.position(diagram.split(), dict(each.split("=", 1) for each in told))

    def on_told(self, text: str) -> None:
        name, _, value = text.partition(": ")
        assert str(self.game.report_fields(self.state)[name]) == value

    def on_points(self, text: str) -> None:
        assert points(self.game, self.state) == sorted(text.split())

    def on_top(self, text: str) -> None:
        assert show(self.game, self.state)[: len(text.split())] == text.split()

    def on_foot(self, text: str) -> None:
        assert show(self.game, self.state)[-len(text.split()) :] == text.split()
