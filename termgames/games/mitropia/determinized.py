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
from termgames.core.nets import Net, likelihoods
from termgames.core.topology import Cell
from termgames.games.mitropia import cards, moves, questions
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.bot.evaluation import BoardEvaluator, Judgement
from termgames.games.mitropia.bot.shapes import Features, Shapes
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.rules import QUESTIONS, Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance, placing
from termgames.games.mitropia.stones.distance import APART, in_steps, nearest
from termgames.games.mitropia.turns import card_plays, turn
from termgames.go.batch import GoBatch, MoverView
from termgames.go.board_policy import BoardPolicy

_REMEMBERED = 2_000
"""Boards that are looked at only once."""
_SHIFTED = 8
"""Stones at the most that a search thinks of lifting."""
_TAKEN = 0.02
"""What is added to the guess for each stone that is taken by replacing another."""
_LIFTED = 0.05
"""What is taken from the guess for lifting a stone that is certain to live."""
_LIKELY, _LIKELY_WHOLE = 0.04, 0.12
"""What a factor e in the net's probabilities adds to the guess; the second on whole square boards
of at most 13x13, where that was measured: on the islands for 4 nothing was gained by it."""
_CHOICE = 128.0
"""`Settings.prior_choice` there, with a net."""
_LARGEST = 13
"""The size of the largest of these boards."""
_NET = "go"
"""The weights that come with the program: taught with two players, they serve more, and as they
are few they are soon asked."""
_CARD = 0.1
"""What is added to the guess for a card: nobody has a guess about it, and it is worth a look."""

_TUNING: dict[str, Any] = {
    "reward": Reward(0.3, 12.0),
    "lanes": 8,
    "lanes_late": 8,
    "leaves": 128,
    "patience": 2,
    "explore": 0.4,
}
"""What suits a search of this game, beside what depends on the board."""


_Key = tuple[bytes, alliance.Occupiers, int]
"""Stones, occupiers and seat: what a seat sees of a board."""


@dataclass(frozen=True, eq=False)
class _Look:
    """What can be said at once of a board as a seat finds it."""

    view: MoverView
    features: Features
    fit: Flags
    """(cells,): points that are neither suicide nor own eyes."""
    steps: Bytes
    """(cells,): how far the points are from the seat's start point and stones (rule 5)."""


class DeterminizedMitropia:
    """One set-up game; implements `core.determinized.DeterminizedGame` and `NetGuided`."""

    def __init__(self, game: Mitropia, net: Net | None = None) -> None:
        """A `net` for games of Go tells which points are likely; NetError where it is for other
        games."""
        self.game, self.table = game, game.table
        self.seats, self.cells = game.seats, game.topology.cells
        self.pace = min(1.0, 100 / self.cells)
        board = game.topology
        whole = board.whole_square and board.size <= _LARGEST
        self._likely = _LIKELY_WHOLE if whole else _LIKELY
        self.tuning = _TUNING | {"prior_choice": _CHOICE if whole and net is not None else 0.0}
        self.numbers = moves.Numbers(game.topology, self.seats)
        self.actions = self.numbers.actions
        self.features = self.seats * self.cells
        """AMAF: who was the first to put a stone on a cell."""
        self.evaluator = BoardEvaluator(game)
        self.rows, self.shapes = GoBatch(game.topology), Shapes(game.topology)
        self._looks: dict[tuple[_Key, Cell | None], _Look] = {}
        """By board and the seat's start point."""
        self._policy = None if net is None else BoardPolicy(game.topology, self.seats, net)
        self._logits: dict[_Key, Floats] = {}
        """(cells,): what the net says of boards."""
        self._later: dict[_Key, None] = {}
        """Boards to ask the net about with the next one that it is asked about."""

    def forget(self) -> None:
        """See `core.packed.Remembering`: what a net says of a board depends in its last digits on
        what it is asked with, and a search must not depend on those before."""
        self._logits.clear()
        self._later.clear()

    def guided_by(self, net: Net | None) -> DeterminizedMitropia:
        """See `core.determinized.NetGuided`."""
        return DeterminizedMitropia(self.game, net)

    # -- answers ----------------------------------------------------------------------------

    def judge(self, s: State) -> Judgement:
        """What is settled, and how open the board is."""
        return self.evaluator.judge(s)

    def candidates(self, s: State, judgement: Judgement) -> Ints:
        """(k,): answers by number; all legal ones where there are no stones to put."""
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
        """How a turn begins. Whoever has rolled may still do nothing; so a pass, like coming
        under another player and leaving him, is left to `bot.heuristics` where there are dice."""
        if self.table.dice:
            return self.numbers.numbers([moves.ROLL])
        idle = moves.PASS_AND_DRAW if turn.may_draw(self.table, s) else moves.PASS
        return self._acts(s, seat, idle, judgement)

    def _acts(self, s: State, seat: int, idle: Move, judgement: Judgement) -> Ints:
        points = np.flatnonzero(self._sensible(s, seat, self.table.reach(s), judgement))
        hand = s.cards.hands[seat]
        played: list[Move] = []
        if hand:
            playable = card_plays.playable(self.table, s, seat)
            played += [m for m in playable if self._is_useful(s, seat, m.card, judgement)]
        # A stone on an open board is worth more than playouts say, which count it as a point lost.
        nothing = heuristics.idle(s, seat) if idle == moves.FORFEIT else idle
        vain = judgement.openness >= 1 and nothing in (moves.FORFEIT, moves.PASS)
        if not (points.size and (vain or judgement.fills_up)):
            played.append(idle)
        return np.concatenate([points, self.numbers.numbers(played)]).astype(np.int32)

    def _is_useful(self, s: State, seat: int, card: cards.Kind, judgement: Judgement) -> bool:
        """Whether to think of playing a card: not of one that obliges the seat to put a stone
        where none is wanted, nor of those that `bot.heuristics` plays."""
        if card in card_plays.STEPS:
            asked = replace(s, question=questions.Stones(seat, card, s.board))
            steps = self.candidates(asked, judgement).tolist()
            return any(self.game.refuse(asked, self.move(asked, step)) is None for step in steps)
        return card in cards.TRADES

    def _stones(self, s: State, q: questions.Stones, judgement: Judgement) -> Ints:
        """The steps of a card."""
        reach = self.table.reach(s)
        done = [self.numbers.number(moves.DONE)] if q.put else []
        if q.card in card_plays.MOVES:
            cells = self._shifts(s, q, judgement)
        elif q.card == cards.PAIR_PLACE:
            cells = self._pairs(s, q.seat, reach, judgement)
        elif q.card == cards.REPLACE_ANY:
            blocs = np.array([-1, *alliance.blocs(s.occupiers)])
            side = blocs[np.frombuffer(s.stones, np.uint8)]
            cells = np.flatnonzero((side >= 0) & (side != blocs[1 + q.seat]))
        elif q.card == cards.MOVE_ANYWHERE:
            anywhere = self._sensible(s, q.seat, None, judgement)
            # What is in reach needs no card.
            beyond = anywhere & ~self._near(s, q.seat, reach)
            cells = np.flatnonzero(beyond if beyond.any() else anywhere)
        else:
            cells = self._targets(s, q, judgement)
        return np.concatenate([cells, done]).astype(np.int32)

    def _targets(self, s: State, q: questions.Stones, judgement: Judgement) -> Indices:
        """Sensible points for a stone of a card, far enough from those that it has put (rule 8)."""
        sensible = self._sensible(s, q.seat, self.table.reach(s), judgement)
        return np.flatnonzero(sensible & (nearest(self.game.topology, q.put) >= APART))

    def _pairs(self, s: State, seat: int, reach: int | None, judgement: Judgement) -> Indices:
        """Two points side by side. Two stones together may reach what seems settled to stones put
        one by one, but not in ground of one's own."""
        view = self._look(s, seat).view
        first, second = self.numbers.edges.T
        near = self._near(s, seat, reach)
        eyes = view.own_eye[first] & view.own_eye[second]
        own = judgement.settled & (judgement.owner[:, seat] > 0.5)
        good = view.empty[first] & view.empty[second] & (near[first] | near[second])
        good &= ~eyes & ~(own[first] & own[second])
        return self.numbers.pairs + np.flatnonzero(good)

    def _shifts(self, s: State, q: questions.Stones, judgement: Judgement) -> Indices:
        """Lifting the stones that are most likely lost, or have the least room, to points
        that are sensible now."""
        view = self._look(s, q.seat).view
        stones = np.frombuffer(s.stones, np.uint8)
        own = np.flatnonzero(stones == q.seat + 1)
        own = own[~np.isin(own, q.put)]
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
        """The answer of that number; what does nothing gets rid of a card if it can."""
        move = self.numbers.move(action)
        if move == moves.FORFEIT and isinstance(s.question, questions.Act):
            return heuristics.idle(s, s.question.seat)
        return move

    # -- the board as a seat finds it -----------------------------------------------------------

    def _look(self, s: State, seat: int) -> _Look:
        board = s.stones, s.occupiers, seat
        key = board, s.starts[seat]
        look = self._looks.get(key)
        if look is None:
            sides, own = _sides(board)
            rows = sides[None]
            groups = self.rows.groups(rows)
            view = self.rows.view(rows, groups, np.array([own]))[0]
            features = self.shapes.features(sides, groups[0], own, view)
            steps = nearest(self.game.topology, placing.origins(s, s.stones, seat))
            look = _Look(view, features, view.playable & ~view.own_eye, steps)
            if len(self._looks) >= _REMEMBERED:
                self._looks.clear()
            self._looks[key] = look
        return look

    def _near(self, s: State, seat: int, reach: int | None) -> Flags:
        return in_steps(self._look(s, seat).steps, reach)

    def _sensible(self, s: State, seat: int, reach: int | None, judgement: Judgement) -> Flags:
        """(cells,): points in reach that are neither suicide nor own eyes nor in ground
        that is settled."""
        fit = self._look(s, seat).fit & ~judgement.settled
        return np.asarray(fit & self._near(s, seat, reach))

    # -- what guides a search -----------------------------------------------------------------

    def amaf_features(self, s: State, actions: Ints) -> Ints:
        """(k,): the seat's stone on the cell, of a pair on its first."""
        target = self.numbers.target(actions)
        seat = self.game.to_act(s)
        return np.where(target < 0, -1, seat * self.cells + target).astype(np.int32)

    def prior(self, s: State, actions: Ints, judgement: Judgement) -> Floats:
        """(k,): what a glance says of stones; a card is worth a look."""
        prior = np.zeros(len(actions), np.float32)
        target = self.numbers.target(actions)
        stones = target >= 0
        if stones.any():
            seat = self.game.to_act(s)
            prior[stones] = self._look(s, seat).features.worth[target[stones]]
            if self._policy is not None:
                # A card may replace stones: of these the net has nothing to say.
                taken = np.frombuffer(s.stones, np.uint8) > 0
                points = np.flatnonzero((actions >= 0) & (actions < self.cells))
                points = points[~taken[actions[points]]]
                prior[points] += self._by_net(s, seat, actions[points])
            if isinstance(s.question, questions.Stones):
                self._of_steps(s, s.question, actions, judgement, prior)
        for index in np.flatnonzero(~stones).tolist():
            move = self.numbers.move(int(actions[index]))
            if isinstance(move, moves.Play) and move.card not in cards.REACTIONS:
                prior[index] = _CARD
        return prior

    def _by_net(self, s: State, seat: int, points: Indices | Ints) -> Floats:
        """(k,): what the net adds to the guess for a stone on each of the points."""
        if not points.size:
            return np.zeros(0, np.float32)
        key = s.stones, s.occupiers, seat
        if key not in self._logits:
            self._consult([*self._later, key])
            self._later.clear()
        logs = likelihoods(self._logits[key][points])
        # A point as likely as one that the net would draw neither gains nor loses.
        return np.asarray(self._likely * (logs - np.exp(logs) @ logs), np.float32)

    def _consult(self, keys: Sequence[_Key]) -> None:
        """Ask the net about those boards that it was not asked about before, all at once."""
        fresh = [key for key in dict.fromkeys(keys) if key not in self._logits]
        if self._policy is None or not fresh:
            return
        if len(self._logits) >= _REMEMBERED:
            self._logits.clear()
            fresh = list(dict.fromkeys(keys))
        boards = [_sides(key) for key in fresh]
        movers = np.array([own for _, own in boards])
        logits = self._policy.logits(np.stack([sides for sides, _ in boards]), movers)
        self._logits |= zip(fresh, logits, strict=True)

    def _of_steps(
        self, s: State, q: questions.Stones, actions: Ints, judgement: Judgement, prior: Floats
    ) -> None:
        """Two stones of a pair act together; a stone is replaced where that takes others;
        stones that are lost are lifted first."""
        if q.card == cards.PAIR_PLACE:
            edges = self.numbers.edges[actions - self.numbers.pairs]
            prior[:] = self.shapes.of_pairs(self._look(s, q.seat).features, edges)
        elif q.card == cards.REPLACE_ANY:
            for index, action in enumerate(actions.tolist()):
                board = placing.take_over(self.table, s, q.seat, action)
                if isinstance(board, questions.Board):
                    gone = board.stones.count(0) - s.stones.count(0)
                    prior[index] = _TAKEN * min(gone, 10)
        elif q.card in card_plays.MOVES:
            moved = actions >= self.numbers.shifts
            origin = (actions[moved] - self.numbers.shifts) // self.cells
            prior[moved] -= np.float32(_LIFTED) * judgement.owner[origin, q.seat]

    def usual_answer(self, s: State, judgement: Judgement) -> Move | None:
        """The usual answer where no playout can begin."""
        if isinstance(s.question, questions.Stones) and not s.question.put:
            return self._at_a_glance(s, judgement)
        return None if isinstance(s.question, questions.Settle) else heuristics.usual(self.table, s)

    def _at_a_glance(self, s: State, judgement: Judgement) -> Move:
        """The step of a card that looks best."""
        actions = self.candidates(s, judgement)
        prior = self.prior(s, actions, judgement)
        for index in np.argsort(-prior, kind="stable").tolist():
            move = self.move(s, int(actions[index]))
            if self.game.refuse(s, move) is None:
                return move
        return self.game.legal_moves(s)[0]

    def forced(self, s: State, judgement: Judgement | None) -> Move | None:
        """The answer to what is not searched below a root."""
        match s.question:
            case questions.Turn() if self.table.dice:
                return moves.ROLL
            case questions.Reaction(waiting=waiting):
                return None if self._may_react(s, waiting[0]) else moves.LET
            case questions.Stones() | questions.ReplaceAt():
                return None
        return heuristics.usual(self.table, s)

    def mid_answer(self, s: State) -> bool:
        """Whether stones of a card, or of a rejection, are owed."""
        return isinstance(s.question, questions.Stones | questions.ReplaceAt)

    # -- worth ------------------------------------------------------------------------------

    def evaluate(
        self, states: Sequence[State], lanes: int, rng: Rng, reward: Reward, judgement: Judgement
    ) -> Evaluation:
        """Playouts from each state, whoever has a stone to put beginning."""
        if self._policy is not None:
            # It is cheaper to ask about all at once, when the search goes on below one of these
            # states: below those of its last round it never does.
            if len(self._later) >= _REMEMBERED:
                self._later.clear()
            boards = [(s.stones, s.occupiers, self.game.to_act(s)) for s in states]
            self._later |= dict.fromkeys(boards)
        return self.evaluator.evaluation(states, lanes, rng, reward, judgement.openness)

    def final(self, s: State, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (seats,), by the rules' own count, without the stones that
        the players will agree are dead."""
        if self.table.will_agree(s):
            _, owner = self.evaluator.outlook(s)
            s = replace(s, dead=heuristics.dead(self.table, s, owner))
        score = np.array([self.game.score(s).totals], np.float32)
        share = self.game.utilities(s)[None]
        return reward.of(share, score)[0], reward.shares(share, score)[0]

    def preset_answer(self, s: State) -> Move | None:
        """The answer by rules of thumb; also a turn's, where nothing is left to play for."""
        outlook = self.evaluator.outlook
        match s.question:
            case questions.Settle():
                return heuristics.agree(self.table, s, outlook)
            case questions.Surrender() as q:
                return heuristics.host(s, q, outlook)
            case questions.Turn():
                judgement = self.judge(s)
                removed = self.table.will_agree(s)
                done = heuristics.settled(s, judgement.settled, judgement.owner, removed=removed)
                return heuristics.first_choice(self.table, s, outlook, done=done)
        return self.forced(s, None)

    def passes(self, s: State) -> list[Move]:
        """The ways to put no stone, all of which count as a pass (rule 9)."""
        match s.question:
            case questions.Turn() | questions.Act():
                legal = self.game.legal_moves(s)
                return [m for m in legal if m != moves.ROLL and not _puts_stones(m)]
            case questions.Stones():
                return [moves.DONE]
        return []

    def pointless(self, s: State) -> list[Move]:
        """Points that fill an own eye."""
        if not isinstance(s.question, questions.Turn | questions.Act | questions.Stones):
            return []
        own_eye = self._look(s, s.question.seat).view.own_eye
        return [moves.Point(cell) for cell in np.flatnonzero(own_eye).tolist()]

    def _may_react(self, s: State, seat: int) -> bool:
        return any(kind in s.cards.hands[seat] for kind in cards.REACTIONS)


def _puts_stones(m: Move) -> bool:
    return m.card in card_plays.STEPS if isinstance(m, moves.Play) else isinstance(m, moves.Point)


def _sides(key: _Key) -> tuple[Bytes, int]:
    """The sides (cells,) of a board's stones, as in `go.batch`, and the seat's own side."""
    stones, occupiers, seat = key
    side = np.array([0, *(1 + bloc for bloc in alliance.blocs(occupiers))], np.uint8)
    return side[np.frombuffer(stones, np.uint8)], int(side[1 + seat])


def determinized(game: Mitropia) -> DeterminizedMitropia:
    """The game in the form for a search of games with chance and hidden hands."""
    return DeterminizedMitropia(game, shipped(_NET))
