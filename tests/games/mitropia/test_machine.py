"""Whole random games with everything on: what holds in every state of any game."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from termgames.core.game import CHANCE, OVER
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import Shift, cells_of
from termgames.games.mitropia.questions import Discard, Reaction, ReplaceAt, Stones
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones.placing import sides
from termgames.go import superko
from termgames.go.board import groups
from tests.games.mitropia.play import SEVEN, make

MAPS = {
    "tiny": "tiny | 2: a1 e5 | 3: a1 c5 e1 | 4: a1 a5 e5 e1 | 5: a1 a5 c3 e5 e1 | "
    "...../..-../...../...../.....",
    "slit": "slit | 2: a2 g2 | 3: a2 e3 g1 | ...-.../......./...-...",
    "seven": SEVEN,
}
TABLES = [
    (name, players)
    for name, code in MAPS.items()
    for players in range(2, 6)
    if f"| {players}:" in code
]
SWITCHES = [
    {},
    {},
    {"deck": "classic"},
    {"deck": "classic", "range": "2"},
    {"handicap": "low"},
    {"dead-stones": "agree", "range": "none"},
    {"scoring": "area", "no-surrender": True},
]
IDLE = ("pass", "forfeit", "decline", "independence")


class Play(RuleBasedStateMachine):
    """A game in which somebody answers, now and then with what ends it."""

    @initialize(table=st.sampled_from(TABLES), switch=st.sampled_from(SWITCHES))
    def set_up(self, table: tuple[str, int], switch: dict[str, Any]) -> None:
        name, players = table
        chosen = dict(switch)
        if chosen.pop("handicap", None):
            chosen["handicap"] = ",".join(["0", "-2", "-1", "-5", "0"][:players])
        self.game = make(players, chosen, board=MAPS[name])
        self.begin()

    def begin(self) -> None:
        self.state: State = self.game.start()
        self.alliances_changed = False

    @rule(pick=st.integers(0, 10**6), idle=st.integers(0, 15))
    def answer(self, pick: int, idle: int) -> None:
        game, before = self.game, self.state
        if game.to_act(before) == OVER:
            self.begin()
            return
        moves = game.legal_moves(before)
        assert moves
        lively = [move for move in moves if game.format(move) not in IDLE]
        chosen = lively if lively and idle else moves
        move = chosen[pick % len(chosen)]
        text = game.format(move)
        assert game.parse(before, text) == move
        self.state = game.apply(before, move)
        assert self.state != before
        self.alliances_changed |= before.occupiers != self.state.occupiers
        self.judge(before, move)

    def judge(self, before: State, move: Any) -> None:
        """What one answer may change."""
        put = {move.target} if isinstance(move, Shift) else set(cells_of(move))
        seat = self.game.to_act(before)
        stones = self.state.stones
        if put:
            assert all(stones[cell] == seat + 1 for cell in put)
            new = {c for c, stone in enumerate(stones) if stone and not before.stones[c]}
            assert new <= put
            gained = sum(map(sum, self.state.board.prisoners)) - sum(
                map(sum, before.board.prisoners)
            )
            gone = sum(1 for c, stone in enumerate(before.stones) if stone and not stones[c])
            # A lifted stone leaves its point and is nobody's prisoner.
            assert gained == gone - isinstance(move, Shift)
        elif before.board.stones != stones:
            assert isinstance(before.question, Reaction)  # rejected
            undone = before.question.before
            left = isinstance(self.state.question, ReplaceAt)
            assert self.state.board == replace(undone, idle=undone.idle + (not left))

    @invariant()
    def somebody_is_asked(self) -> None:
        acting = self.game.to_act(self.state)
        assert acting in (CHANCE, OVER) or 0 <= acting < self.game.seats
        assert (acting == OVER) == (self.game.ending(self.state) is not None)
        assert sorted(self.state.order) == list(range(self.game.seats))
        if acting == CHANCE:
            listed = [move for move, weight in self.game.chances(self.state) if weight > 0]
            assert listed == self.game.legal_moves(self.state)

    @invariant()
    def the_board_is_the_last_position_and_none_came_twice(self) -> None:
        history = self.state.board.history
        assert history.key == superko.key(self.state.stones)
        keys = [position.key for position in history.backwards()]
        assert len(set(keys)) == len(keys)

    @invariant()
    def groups_breathe_unless_an_alliance_has_changed(self) -> None:
        if not self.alliances_changed:
            found = groups(self.game.topology, self.state.stones, sides(self.state.occupiers))
            assert all(group.liberties for group in found)

    @invariant()
    def no_card_is_lost(self) -> None:
        held, deck = self.state.cards, self.game.table.deck or ()
        stack = cards.unseen(held, deck)
        assert min(stack) >= 0
        assert sum(stack) == held.stack
        count = Counter(card for hand in (*held.hands, *held.laid) for card in hand)
        assert None not in count
        most = [len(hand) for hand in held.hands]
        drawing = isinstance(self.state.question, Discard | Stones | Reaction | ReplaceAt)
        assert max(most) <= self.game.table.hand_limit + 1
        assert (
            max(most) <= self.game.table.hand_limit or drawing or self.game.to_act(self.state) >= 0
        )

    @invariant()
    def views_tell_nothing_and_worlds_fit(self) -> None:
        acting = self.game.to_act(self.state)
        for seat in range(self.game.seats):
            view = self.game.view(self.state, seat)
            others = [hand for who, hand in enumerate(view.cards.hands) if who != seat]
            assert all(card is None for hand in others for card in hand)
        if acting >= 0:
            view = self.game.view(self.state, acting)
            assert self.game.legal_moves(view) == self.game.legal_moves(self.state)
            world = self.game.imagine(view, acting, np.random.default_rng(0))
            assert self.game.view(world, acting) == view

    @invariant()
    def the_count_adds_up(self) -> None:
        score = self.game.score(self.state)
        sums = [0.0] * self.game.seats
        for part in score.parts:
            sums[part.seat] += part.points
        assert tuple(sums) == score.totals
        assert all(self.state.occupiers[seat] is None for seat in score.winners)
        assert self.game.prompt(self.state)


TestWholeGames = Play.TestCase
TestWholeGames.settings = settings(
    max_examples=15,
    stateful_step_count=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
