"""Mitropia with dice and cards for the search; see `core.determinized`.

The search decides where stones go, which card is played, and whether another player's stones
are rejected; `bot.heuristics` answers all other questions. The search considers points that are
in reach, no suicide and no own eye. Playouts respect the reach that dice give, and prisoners;
in them nobody plays cards or surrenders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.net_files import shipped
from termgames.core.nets import Net
from termgames.core.topology import Cell
from termgames.games.mitropia import cards, moves, questions
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.bot.evaluation import BoardEvaluator, Judgement, loyal
from termgames.games.mitropia.bot.net_prior import REMEMBERED, Key, NetPrior, measured, sides
from termgames.games.mitropia.bot.shapes import Features, Shapes
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.rules import QUESTIONS, Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance, placing
from termgames.games.mitropia.stones.distance import APART, in_steps, nearest
from termgames.games.mitropia.turns import card_plays, reactions
from termgames.go.batch import GoBatch, MoverView

_SHIFTED = 8
"""The most stones that a search considers lifting."""
_TAKEN = 0.02
"""Prior of replacing a stone, for each stone that this captures."""
_LIFTED = 0.05
"""Subtracted from the prior of lifting a stone that is certain to live."""
_CHOICE = 128.0
"""`Settings.prior_choice` on the boards on which the net was measured."""
_NET = "go"
"""The weights that come with the program. They were trained on games of two players and serve for
more as well; the net is small, so that it answers fast."""
_CARD = 0.1
"""Prior of playing a card. The net and `bot.shapes` say nothing about cards, and a card is worth a
look."""

_TUNING: dict[str, Any] = {
    "reward": Reward(0.3, 12.0),
    "lanes": 8,
    "lanes_late": 8,
    "leaves": 128,
    "patience": 2,
    "explore": 0.4,
}
"""Search settings of this game that do not depend on the board."""


@dataclass(frozen=True, eq=False)
class _Look:
    """What is computed once about a board for one seat."""

    view: MoverView
    features: Features
    fit: Flags
    """(cells,): empty points that are neither suicide nor own eyes."""
    steps: Bytes
    """(cells,): steps from the nearest of the seat's start point and stones (rule 5)."""


class DeterminizedMitropia:
    """One set-up game; implements `core.determinized.DeterminizedGame` and `NetGuided`."""

    def __init__(self, game: Mitropia, net: Net | None = None) -> None:
        """`net` gives the probabilities of points; NetError where it is not for games of Go."""
        self.game, self.table = game, game.table
        self.seats, self.cells = game.seats, game.topology.cells
        self.pace = min(1.0, 100 / self.cells)
        self.net = None if net is None else NetPrior(game.topology, self.seats, net)
        choice = _CHOICE if self.net is not None and measured(game.topology) else 0.0
        self.tuning = _TUNING | {"prior_choice": choice}
        self.topology, self.has_cards = game.topology, self.table.deck is not None
        self.numbers = moves.Numbers(game.topology, self.seats)
        self.actions = self.numbers.actions
        self.features = self.seats * self.cells
        """AMAF feature seat * cells + cell: the seat was the first to put a stone on the cell."""
        self.evaluator = BoardEvaluator(game)
        self.rows, self.shapes = GoBatch(game.topology), Shapes(game.topology)
        self._looks: dict[tuple[Key, Cell | None], _Look] = {}
        """By board and the seat's start point."""

    def forget(self) -> None:
        """See `core.packed.Remembering`."""
        if self.net is not None:
            self.net.forget()

    def guided_by(self, net: Net | None) -> DeterminizedMitropia:
        """See `core.determinized.NetGuided`."""
        return DeterminizedMitropia(self.game, net)

    # -- answers ----------------------------------------------------------------------------

    def judge(self, s: State) -> Judgement:
        """What is settled, and how open the board is."""
        return self.evaluator.judge(s)

    def candidates(self, s: State, judgement: Judgement) -> Ints:
        """(k,): the numbers of the answers worth considering; where no stone is to be placed all
        legal ones, but none in an agreement on dead stones."""
        match s.question:
            case questions.Turn(seat):
                return self._choices(s, seat, judgement)
            case questions.Act(seat):
                return self._acts(s, seat, moves.FORFEIT, judgement)
            case questions.Stones() as q:
                return self._stones(s, q, judgement)
            case questions.ReplaceAt(cells=cells):
                return np.array(cells, np.int32)
        assert s.question is not None
        answers, _ = QUESTIONS[type(s.question)]
        if isinstance(s.question, questions.Settle):
            return np.zeros(0, np.int32)
        return self.numbers.numbers(list(answers(self.table, s, s.question)))

    def _choices(self, s: State, seat: int, judgement: Judgement) -> Ints:
        """How a turn begins. With dice only by the roll, after which a player may still forfeit.
        `bot.heuristics` decides about a pass before the roll, surrender and independence."""
        if self.table.dice:
            return self.numbers.numbers([moves.ROLL])
        idle = moves.PASS_AND_DRAW if reactions.may_draw(self.table, s) else moves.PASS
        return self._acts(s, seat, idle, judgement)

    def _acts(self, s: State, seat: int, idle: Move, judgement: Judgement) -> Ints:
        """Sensible points, useful cards, and mostly `idle`, the answer without a stone."""
        points = np.flatnonzero(self._sensible(s, seat, self.table.reach(s), judgement))
        hand = s.cards.hands[seat]
        played: list[Move] = []
        if hand:
            playable = card_plays.playable(self.table, s, seat)
            played += [m for m in playable if self._is_useful(s, seat, m, judgement)]
        # A stone on an open board is worth more than playouts say, which count it as a point lost.
        nothing = heuristics.idle(self.table, s, seat) if idle == moves.FORFEIT else idle
        vain = judgement.openness >= 1 and nothing in (moves.FORFEIT, moves.PASS)
        if not (points.size and (vain or judgement.fills_up)):
            played.append(idle)
        return np.concatenate([points, self.numbers.numbers(played)]).astype(np.int32)

    def _is_useful(self, s: State, seat: int, m: moves.Play, judgement: Judgement) -> bool:
        """Whether to consider playing a card: one with stones when a sensible first step is legal,
        and a trade with an enemy. `heuristics.idle` plays the others."""
        if m.card in card_plays.STEPS:
            asked = replace(s, question=questions.Stones(seat, m.card, s.board))
            steps = self.candidates(asked, judgement).tolist()
            return any(self.game.refuse(asked, self.move(asked, step)) is None for step in steps)
        if m.card in cards.REACTIONS:
            blocs = alliance.blocs(s.occupiers)
            return s.last is not None and blocs[s.last.mover] != blocs[seat]
        return m.other is not None and heuristics.tradeable(self.table, s, seat, m)

    def _stones(self, s: State, q: questions.Stones, judgement: Judgement) -> Ints:
        """(k,): the numbers of the next steps of a card that are worth considering."""
        reach = self.table.reach(s)
        done = [self.numbers.number(moves.DONE)] if q.put else []
        if card_plays.takes_card(self.table, q):
            played = list(card_plays.playable(self.table, s, q.seat))
            cells = self.numbers.numbers(played).astype(np.intp)
        elif q.card in card_plays.SHIFTS:
            cells = self._shifts(s, q, judgement)
        elif q.card == cards.PAIR_PLACE:
            cells = self._pairs(s, q.seat, reach, judgement)
        elif q.card == cards.REPLACE_ANY:
            blocs = np.array([-1, *alliance.blocs(s.occupiers)])
            side = blocs[np.frombuffer(s.stones, np.uint8)]
            cells = np.flatnonzero((side >= 0) & (side != blocs[1 + q.seat]))
        elif q.card == cards.MOVE_ANYWHERE:
            anywhere = self._sensible(s, q.seat, None, judgement)
            # Points in range need no card.
            beyond = anywhere & ~self._near(s, q.seat, reach)
            cells = np.flatnonzero(beyond if beyond.any() else anywhere)
        else:
            cells = self._targets(s, q, judgement)
        return np.concatenate([cells, done]).astype(np.int32)

    def _targets(self, s: State, q: questions.Stones, judgement: Judgement) -> Indices:
        """Sensible points for a stone of a card, far enough from those that it has put (rule 8)."""
        sensible = self._sensible(s, q.seat, self.table.reach(s), judgement)
        return np.flatnonzero(sensible & (nearest(self.game.topology, q.whole) >= APART))

    def _pairs(self, s: State, seat: int, reach: int | None, judgement: Judgement) -> Indices:
        """The numbers of pairs worth considering. Two stones together may change what single
        stones could not, so a pair may lie on settled points, but not on two that are settled as
        its bloc's own."""
        view = self._look(s, seat).view
        first, second = self.numbers.edges.T
        near = self._near(s, seat, reach)
        eyes = view.own_eye[first] & view.own_eye[second]
        blocs = alliance.blocs(s.occupiers)
        allies = [other for other, head in enumerate(blocs) if head == blocs[seat]]
        own = judgement.settled & (judgement.owner[:, allies].sum(axis=1) > 0.5)
        good = view.empty[first] & view.empty[second] & (near[first] | near[second])
        good &= ~eyes & ~(own[first] & own[second])
        return self.numbers.pairs + np.flatnonzero(good)

    def _shifts(self, s: State, q: questions.Stones, judgement: Judgement) -> Indices:
        """The numbers of shifts to sensible points, of the stones that are most likely lost; of
        equal ones, those with the fewest empty neighbours."""
        view = self._look(s, q.seat).view
        stones = np.frombuffer(s.stones, np.uint8)
        own = np.flatnonzero(stones == q.seat + 1)
        own = own[~np.isin(own, q.whole)]
        if not own.size:
            return own
        worst = own[np.lexsort((view.empty_neighbours[own], judgement.owner[own, q.seat]))][
            :_SHIFTED
        ]
        targets = self._targets(s, q, judgement)
        grid = self.numbers.shifts + worst[:, None] * self.cells + targets
        shifts: Indices = grid.ravel()
        return shifts

    def move(self, s: State, action: int) -> Move:
        """The answer that has the number; instead of a forfeit what `heuristics.idle` says."""
        move = self.numbers.move(action)
        if move == moves.FORFEIT and isinstance(s.question, questions.Act):
            return heuristics.idle(self.table, s, s.question.seat)
        return move

    # -- what is known about a board ------------------------------------------------------------

    def _look(self, s: State, seat: int) -> _Look:
        board = s.stones, s.occupiers, seat
        key = board, s.starts[seat]
        look = self._looks.get(key)
        if look is None:
            own_sides, own = sides(board)
            rows = own_sides[None]
            groups = self.rows.groups(rows)
            view = self.rows.view(rows, groups, np.array([own]))[0]
            features = self.shapes.features(own_sides, groups[0], own, view)
            steps = nearest(self.game.topology, placing.origins(s, s.stones, seat))
            look = _Look(view, features, view.playable & ~view.own_eye, steps)
            if len(self._looks) >= REMEMBERED:
                self._looks.clear()
            self._looks[key] = look
        return look

    def _near(self, s: State, seat: int, reach: int | None) -> Flags:
        return in_steps(self._look(s, seat).steps, reach)

    def _sensible(self, s: State, seat: int, reach: int | None, judgement: Judgement) -> Flags:
        """(cells,): empty points in range that are neither suicide, own eyes nor settled."""
        fit = self._look(s, seat).fit & ~judgement.settled
        return np.asarray(fit & self._near(s, seat, reach))

    # -- what guides a search -----------------------------------------------------------------

    def sides(self, s: State) -> tuple[Flags, Flags]:
        """See `search.leaning.Leaned`; allies are on one side."""
        on_board, own = sides((s.stones, s.occupiers, self.game.to_act(s)))
        return on_board == own, (on_board > 0) & (on_board != own)

    def put(self, s: State, actions: Ints) -> Ints:
        """See `search.leaning.Leaned`; of a pair of stones the first."""
        target = self.numbers.target(actions)
        return np.where(target < 0, self.cells, target)[:, None]

    def plays_card(self, s: State, actions: Ints) -> Flags:
        """See `core.traits.HoldsCards`."""
        stones = self.numbers.target(actions) >= 0
        return np.array(
            [
                not stone and isinstance(self.numbers.move(action), moves.Play)
                for stone, action in zip(stones.tolist(), actions.tolist(), strict=True)
            ],
            bool,
        )

    def amaf_features(self, s: State, actions: Ints) -> Ints:
        """(k,): the feature of the seat's stone on the cell of `Numbers.target`, -1 for none."""
        target = self.numbers.target(actions)
        seat = self.game.to_act(s)
        return np.where(target < 0, -1, seat * self.cells + target).astype(np.int32)

    def prior(self, s: State, actions: Ints, judgement: Judgement) -> Floats:
        """(k,): for stones the priors of `bot.shapes` and the net, for cards `_CARD`, else 0."""
        prior = np.zeros(len(actions), np.float32)
        target = self.numbers.target(actions)
        stones = target >= 0
        if stones.any():
            seat = self.game.to_act(s)
            prior[stones] = self._look(s, seat).features.worth[target[stones]]
            if self.net is not None:
                # Replace Any names occupied points, about which the net says nothing.
                taken = np.frombuffer(s.stones, np.uint8) > 0
                points = np.flatnonzero((actions >= 0) & (actions < self.cells))
                points = points[~taken[actions[points]]]
                key = s.stones, s.occupiers, seat
                prior[points] += self.net.of_points(key, actions[points])
            if isinstance(s.question, questions.Stones):
                self._of_steps(s, s.question, actions, judgement, prior)
        for index in np.flatnonzero(~stones).tolist():
            move = self.numbers.move(int(actions[index]))
            if isinstance(move, moves.Play) and move.card not in cards.REACTIONS:
                prior[index] = _CARD
        return prior

    def _of_steps(
        self, s: State, q: questions.Stones, actions: Ints, judgement: Judgement, prior: Floats
    ) -> None:
        """Change `prior` (k,) in place for the steps of a card: two stones of a pair act together,
        replacing a stone is worth the stones it captures, and lost stones are lifted first."""
        if q.card == cards.PAIR_PLACE:
            edges = self.numbers.edges[actions - self.numbers.pairs]
            prior[:] = self.shapes.of_pairs(self._look(s, q.seat).features, edges)
        elif q.card == cards.REPLACE_ANY:
            for index, action in enumerate(actions.tolist()):
                board = placing.take_over(self.table, s, q.seat, action)
                if isinstance(board, questions.Board):
                    gone = board.stones.count(0) - s.stones.count(0)
                    prior[index] = _TAKEN * min(gone, 10)
        elif q.card in card_plays.SHIFTS:
            moved = actions >= self.numbers.shifts
            origin = (actions[moved] - self.numbers.shifts) // self.cells
            prior[moved] -= np.float32(_LIFTED) * judgement.owner[origin, q.seat]

    def usual_answer(self, s: State, judgement: Judgement) -> Move | None:
        """See `core.determinized`; for the first step of a card the one with the highest prior."""
        if isinstance(s.question, questions.Stones) and not s.question.put:
            return self._at_a_glance(s, judgement)
        return None if isinstance(s.question, questions.Settle) else heuristics.usual(self.table, s)

    def _at_a_glance(self, s: State, judgement: Judgement) -> Move:
        """The legal step of a card that has the highest prior."""
        actions = self.candidates(s, judgement)
        prior = self.prior(s, actions, judgement)
        for index in np.argsort(-prior, kind="stable").tolist():
            move = self.move(s, int(actions[index]))
            if self.game.refuse(s, move) is None:
                return move
        return self.game.legal_moves(s)[0]

    def forced(self, s: State, judgement: Judgement | None) -> Move | None:
        """See `core.determinized`. The search decides what is done after a roll, where the stones
        of cards go, and about reactions of a seat that holds a card to react with."""
        match s.question:
            case questions.Turn() if self.table.dice:
                return moves.ROLL
            case questions.Reaction(mover=mover, waiting=waiting):
                return None if self._may_react(s, waiting[0], mover) else moves.LET
            case questions.Stones() | questions.ReplaceAt():
                return None
        return heuristics.usual(self.table, s)

    def mid_answer(self, s: State) -> bool:
        """Whether a card was played whose stones are still to be placed."""
        return isinstance(s.question, questions.Stones | questions.ReplaceAt)

    # -- worth ------------------------------------------------------------------------------

    def evaluate(
        self, states: Sequence[State], lanes: int, rng: Rng, reward: Reward, judgement: Judgement
    ) -> Evaluation:
        """The results of `lanes` playouts from each state."""
        if self.net is not None:
            self.net.expect([(s.stones, s.occupiers, self.game.to_act(s)) for s in states])
        return self.evaluator.evaluation(states, lanes, rng, reward, judgement.openness)

    def final(self, s: State, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (seats,), by the count of the rules, without the stones on which
        the players are expected to agree as dead."""
        if self.table.will_agree(s):
            _, owner = self.evaluator.outlook(s)
            s = replace(s, dead=heuristics.dead(self.table, s, owner))
        score = np.array([self.game.score(s).totals], np.float32)
        share = self.game.utilities(s)[None]
        gained = reward.of(share, score)
        for seat, head in enumerate(alliance.blocs(s.occupiers)):
            if seat != head:
                gained[:, seat] = loyal(gained, share, reward, np.array([head]))
        return gained[0], reward.shares(share, score)[0]

    def preset_answer(self, s: State) -> Move | None:
        """The answer of `bot.heuristics`, or None where the search decides; for a turn see
        `heuristics.first_choice`."""
        outlook = self.evaluator.outlook
        match s.question:
            case questions.Settle():
                return heuristics.agree_on_dead(self.table, s, outlook)
            case questions.Surrender() as q:
                return heuristics.answer_surrender(s, q, outlook)
            case questions.Turn():
                judgement = self.judge(s)
                removed = self.table.will_agree(s)
                done = heuristics.settled(s, judgement.settled, judgement.owner, removed=removed)
                return heuristics.first_choice(self.table, s, outlook, done=done)
            case questions.Reaction() as reaction:
                against_ally = heuristics.reject_ally(self.table, s, reaction)
                return self.forced(s, None) if against_ally is None else against_ally
        return self.forced(s, None)

    def passes(self, s: State) -> list[Move]:
        """The legal answers without a stone, by which the seat lets its turn go by."""
        match s.question:
            case questions.Turn() | questions.Act():
                legal = self.game.legal_moves(s)
                return [m for m in legal if m != moves.ROLL and not _puts_stones(m)]
            case questions.Stones(put=put) if put:
                return [moves.DONE]
        return []

    def pointless(self, s: State) -> list[Move]:
        """Stones that fill an own eye."""
        if not isinstance(s.question, questions.Turn | questions.Act | questions.Stones):
            return []
        own_eye = self._look(s, s.question.seat).view.own_eye
        return [moves.Point(cell) for cell in np.flatnonzero(own_eye).tolist()]

    def _may_react(self, s: State, seat: int, mover: int) -> bool:
        """Whether a seat holds a card against stones of `mover`, who is no ally."""
        blocs = alliance.blocs(s.occupiers)
        holds = any(kind in s.cards.hands[seat] for kind in cards.REACTIONS)
        return holds and blocs[seat] != blocs[mover]


def _puts_stones(m: Move) -> bool:
    return m.card in card_plays.STEPS if isinstance(m, moves.Play) else isinstance(m, moves.Point)


def determinized(game: Mitropia) -> DeterminizedMitropia:
    """The game in the form for a search of games with chance and hidden hands, with the net that
    comes with the program."""
    return DeterminizedMitropia(game, shipped(_NET))
