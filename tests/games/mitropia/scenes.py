"""Scenes of whole turns as text: a title, then what is done and what must hold.

    rule 16: the replacing stone captures
      game 2 cards five & at ..... ..... ..... w.... b.... | hands=white: reject and replace
      go b1 / reject and replace / b1 & foot w.... .w... & prisoners w=b

What is joined by `&`: `game` players, switches and options; `start`; `at` a diagram with texts
beside it; `go` answers, `save` and `back` to where that was said. Then `asked` who; `legal` all
answers in order, `has` some, `lacks` some; `ok` answers that are not refused, `no CODE:` such as
are; `points` all that are listed; `board`, `top`, `foot` rows; `stones` of black, white and red;
`prisoners` by holder; `hand` of a player, `held` how many cards who is asked has; `starts`,
`order`, `occupiers`, `passes`, `idle`, `ending`, `totals`, `winners`, `dead`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.mitropia.play import (
    CARDS,
    PLAIN,
    PRO,
    asked,
    at,
    code,
    go,
    hands,
    legal,
    let_all,
    make,
    points,
    prisoners,
    show,
)

SWITCHES: dict[str, dict[str, Any]] = {
    "plain": PLAIN,
    "pro": PRO,
    "cards": CARDS,
    "dice": {"no-cards": True},
    "near": {"range": "2"},
    "agree": {"dead-stones": "agree"},
    "classic": {"deck": "classic"},
    "area": {"scoring": "area"},
}
MAPS = {
    "five": "five | 2: a1 e5 | 3: a1 a5 e1 | 4: a1 a5 e5 e1 | ...../...../...../...../.....",
    "nine": "9x9",
    "row": "row | 2: a1 c1 | ...",
    "slit": "slit | 2: a1 c3 | .../-.-/...",
    "horseshoe": "horseshoe | 2: a1 e1 | ...../.---./.---.",
}
DIAGRAMS = {
    "EMPTY": " ".join(["......."] * 7),
    "MOVING": "....... ....... ....... ...b... ....... ....... ..b....",
    "TOUCHING": "..... ..r.. .wbw. ..r.. .....",
    "MIDDLE": "....... ....... ....... ...bw.. ....... ....... .......",
    "HALVES": ".bw.. .bw.b .bw.. .bw.. .bw..",
    "SETTLED": ".bw.. .bw.. .bw.. .bw.. .bw..",
    "KO": ".bw.. b.bw. .bw.. ..... .....",
}


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

    game: Any
    state: Any
    saved: Any

    def play(self, lines: list[str]) -> None:
        steps = (step for line in lines if line.strip()[0] != "#" for step in line.split(" & "))
        for step in steps:
            word, _, rest = step.strip().partition(" ")
            getattr(self, f"on_{word}")(rest.strip())

    def on_game(self, text: str) -> None:
        players, *words = text.split()
        chosen: dict[str, Any] = {}
        for word in words:
            name, given, value = word.partition("=")
            plain = {name: value if given else True}
            chosen |= SWITCHES.get(word, {"board": MAPS[word]} if word in MAPS else plain)
        board = {"board": chosen.pop("board")} if "board" in chosen else {}
        self.game = make(int(players), chosen, **board)

    def on_start(self, _: str) -> None:
        self.state = self.game.start()

    def on_at(self, text: str) -> None:
        diagram, *told = parts(text, "|")
        beside = dict(each.split("=", 1) for each in told)
        diagram = DIAGRAMS.get(diagram, diagram)
        texts = {name.replace(" ", "_"): value for name, value in beside.items()}
        self.state = at(self.game, diagram, **texts)

    def on_go(self, text: str) -> None:
        for each in parts(text):
            play = let_all if each == "all let" else lambda g, s, each=each: go(g, s, each)
            self.state = play(self.game, self.state)

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

    def on_prisoners(self, text: str) -> None:
        assert prisoners(self.game, self.state) == pairs(text)

    def on_hand(self, text: str) -> None:
        who, _, held = text.partition(":")
        seat = [self.game.seat_name(self.state, s) for s in range(self.game.seats)].index(who)
        assert hands(self.state)[seat] == [each.strip() for each in held.split(",") if each.strip()]

    def on_occupiers(self, text: str) -> None:
        told = self.game.report_fields(self.state)["occupiers"]
        assert {name: above for name, above in told.items() if above} == pairs(text)

    def on_stones(self, text: str) -> None:
        stones = self.state.stones
        assert [stones.count(1 + seat) for seat in range(3)] == list(map(int, text.split()))

    def on_held(self, text: str) -> None:
        assert len(hands(self.state)[self.game.to_act(self.state)]) == int(text)

    def on_starts(self, text: str) -> None:
        assert self.game.report_fields(self.state)["starts"] == pairs(text)

    def on_order(self, text: str) -> None:
        assert self.game.report_fields(self.state)["order"] == text.split()

    def on_passes(self, text: str) -> None:
        assert self.state.passes == int(text)

    def on_idle(self, text: str) -> None:
        assert self.state.board.idle == int(text)

    def on_ending(self, text: str) -> None:
        assert self.game.ending(self.state) == (None if text == "none" else text)

    def on_totals(self, text: str) -> None:
        assert self.game.score(self.state).totals == tuple(map(float, text.split()))

    def on_winners(self, text: str) -> None:
        assert self.game.score(self.state).winners == tuple(map(int, text.split()))

    def on_dead(self, text: str) -> None:
        assert self.game.report_fields(self.state)["proposed_dead"] == text.split()
