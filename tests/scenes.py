"""Scenes of whole turns as text: a title, then what is done and what must hold.

    rule 16: the replacing stone captures
      game 2 cards five & at ..... ..... ..... w.... b.... | hands=white: reject and replace
      go b1 / reject and replace / b1 & foot w.... .w... & prisoners w=b

What is joined by `&`: `start`; `at` a diagram with texts beside it; `go` answers, `save` and
`back` to where that was said. Then `asked` who; `legal` all answers in order, `has` some, `lacks`
some; `ok` answers that are not refused, `no CODE:` such as are; `points` all that are listed;
`board`, `top`, `foot` rows; `ending`, `totals`, `winners`. Each game has its own `game`, and adds.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from termgames.core.game import CHANCE, OVER
from tests import diagrams


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


class Scene:
    """What the lines have come to."""

    diagrams: ClassVar[dict[str, str]] = {}
    """Names for boards that are used often."""
    game: Any
    state: Any
    saved: Any

    def play(self, lines: list[str]) -> None:
        steps = (step for line in lines if line.strip()[0] != "#" for step in line.split(" & "))
        for step in steps:
            word, _, rest = step.strip().partition(" ")
            getattr(self, f"on_{word}")(rest.strip())

    def answered(self, text: str) -> Any:
        return go(self.game, self.state, text)

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

    def on_asked(self, text: str) -> None:
        assert asked(self.game, self.state) == text

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
        why, _, texts = text.partition(":")
        texts = texts.strip()
        found = {each: code(self.game, self.state, each) for each in parts(texts)}
        assert found == dict.fromkeys(parts(texts), why)
        self.on_lacks(texts)

    def on_points(self, text: str) -> None:
        assert points(self.game, self.state) == sorted(text.split())

    def on_board(self, text: str) -> None:
        assert show(self.game, self.state) == text.split()

    def on_top(self, text: str) -> None:
        assert show(self.game, self.state)[: len(text.split())] == text.split()

    def on_foot(self, text: str) -> None:
        assert show(self.game, self.state)[-len(text.split()) :] == text.split()

    def on_ending(self, text: str) -> None:
        assert self.game.ending(self.state) == (None if text == "none" else text)

    def on_totals(self, text: str) -> None:
        assert self.game.score(self.state).totals == tuple(map(float, text.split()))

    def on_winners(self, text: str) -> None:
        assert self.game.score(self.state).winners == tuple(map(int, text.split()))
