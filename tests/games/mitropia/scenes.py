"""Scenes of Mitropia: `tests/scenes.py` says what they are.

Their `game` has players, switches and options, after a bar house rules. They add `stones` of
black, white and red; `prisoners` by holder; `hand` of a player, `held` how many cards who is asked
has; `starts`, `order`, `occupiers`, `passes`, `idle`, `dead`; what the prompt `says`; and the
answer `all let`.
"""

from typing import Any

from tests import scenes as plain
from tests.games.mitropia.play import (
    CARDS,
    PLAIN,
    PRO,
    hands,
    let_all,
    make,
    prisoners,
)
from tests.scenes import scenes

__all__ = ["DIAGRAMS", "MAPS", "Scene", "scenes"]

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
    "large": "19x19",
    "row": "row | 2: a1 c1 | ...",
    "slit": "slit | 2: a1 c3 | .../-.-/...",
    "bloc": "bloc | 3: a1 b1 c1 | ......./......./.......",
    "seven": f"seven | 3: a1 b1 c1 | {'/'.join(['.......'] * 7)}",
    "horseshoe": "horseshoe | 2: a1 e1 | ...../.---./.---.",
}
DIAGRAMS = {
    "EMPTY": " ".join(["......."] * 7),
    "MOVING": "....... ....... ....... ...b... ....... ....... ..b....",
    "TOUCHING": "..... ..r.. .wbw. ..r.. .....",
    "MIDDLE": "....... ....... ....... ...bw.. ....... ....... .......",
    "HALVES": ".bw.. .bw.b .bw.. .bw.. .bw..",
    "SETTLED": ".bw.. .bw.. .bw.. .bw.. .bw..",
    "OPEN": "....... .b..... ....... ...w... ....... .....r. .......",
    "BESIDE": "....... .bw.... ....... ....... ....... .....r. .......",
    "BLOC": ".b.r.w. .b.r.w. .b.r.w.",
    "KO": ".bw.. b.bw. .bw.. ..... .....",
}


class Scene(plain.Scene):
    """What the lines have come to."""

    diagrams = DIAGRAMS

    def answered(self, text: str) -> Any:
        if text == "all let":
            return let_all(self.game, self.state)
        return super().answered(text)

    def on_game(self, text: str) -> None:
        table, _, rules = text.partition("|")
        players, *words = table.split()
        chosen: dict[str, Any] = {}
        for word in words:
            name, given, value = word.partition("=")
            plain = {name: value if given else True}
            chosen |= SWITCHES.get(word, {"board": MAPS[word]} if word in MAPS else plain)
        if rules:
            chosen["house"] = f"ours | {rules.replace(';', '|')}"
        board = {"board": chosen.pop("board")} if "board" in chosen else {}
        self.game = make(int(players), chosen, **board)

    def on_prisoners(self, text: str) -> None:
        assert prisoners(self.game, self.state) == plain.pairs(text)

    def on_hand(self, text: str) -> None:
        who, _, held = text.partition(":")
        seat = [self.game.seat_name(self.state, s) for s in range(self.game.seats)].index(who)
        assert hands(self.state)[seat] == [each.strip() for each in held.split(",") if each.strip()]

    def on_occupiers(self, text: str) -> None:
        told = self.game.report_fields(self.state)["occupiers"]
        assert {name: above for name, above in told.items() if above} == plain.pairs(text)

    def on_stones(self, text: str) -> None:
        stones = self.state.stones
        assert [stones.count(1 + seat) for seat in range(3)] == list(map(int, text.split()))

    def on_says(self, text: str) -> None:
        assert text in self.game.prompt(self.state)

    def on_held(self, text: str) -> None:
        assert len(hands(self.state)[self.game.to_act(self.state)]) == int(text)

    def on_starts(self, text: str) -> None:
        assert self.game.report_fields(self.state)["starts"] == plain.pairs(text)

    def on_order(self, text: str) -> None:
        assert self.game.report_fields(self.state)["order"] == text.split()

    def on_passes(self, text: str) -> None:
        assert self.state.passes == int(text)

    def on_idle(self, text: str) -> None:
        assert self.state.board.idle == int(text)

    def on_dead(self, text: str) -> None:
        assert self.game.report_fields(self.state)["proposed_dead"] == text.split()
