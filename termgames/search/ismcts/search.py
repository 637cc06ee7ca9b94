"""Information-set Monte Carlo tree search, for games with chance or hidden hands.

Every descent draws a complete state that the player cannot tell from the real one, lets chance
fall anew on the way, and goes down one common tree by the answers that are possible in its state
(single observer: Cowling, Powley & Whitehouse 2012). Chance has no nodes: a node sums up what
follows an answer over all rolls and cards, and each answer is compared with how often it was a
candidate. Rewards are vectors with one entry a seat, and each seat maximizes its own. Guesses come
from AMAF sums and the game's prior, and answers are considered progressively, as in
`mcts.selection`.

A round makes many descents before one call of the kernel plays their leaves out. Descents that
have not returned count as visits (WU-UCT: Liu et al. 2020).

Not done here: keeping the tree from move to move, proven values.
"""

import itertools
import math
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, Unpack

import numpy as np

from termgames.core.arrays import Doubles, Floats, Ints, Rng
from termgames.core.determinized import DeterminizedGame
from termgames.core.errors import IllegalMove
from termgames.core.evaluation import Evaluation
from termgames.core.game import CHANCE, OVER, Game, M, S, after_chance
from termgames.core.packed import Remembering
from termgames.search import anytime
from termgames.search.ends import Ends, Points
from termgames.search.ismcts.final_answer import AnswerChooser
from termgames.search.ismcts.tree import AmafTable, AnswerNode, Descent
from termgames.search.leaning import Leaning
from termgames.search.limits import Candidate, Limit, Listeners, Thought
from termgames.search.pace import Pace
from termgames.search.parallel import Helpers
from termgames.search.policy import Leaves
from termgames.search.settings import Settings

_LINE = 6
"""Most moves of a line."""
_MANY = 8
"""A search among fewer answers than this uses a part of its limit in proportion to their number."""
_OTHER = -1
"""Stands for the action where the answer is none of the candidates."""
_DEPTH = 120
"""Answers after which a descent ends, wherever it has come to."""


class Ismcts(Generic[S, M]):
    """A search of one game with chance or hidden hands. One search serves one thread."""

    def __init__(
        self,
        game: Game[S, M],
        form: DeterminizedGame[S, M, Any],
        imagine: Callable[[S, int, Rng], S],
        *,
        seed: int | None,
        settings: Settings | None = None,
        temperature: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`imagine(view, seat, rng)` draws a complete state that `seat` cannot tell from the
        real one."""
        self.candidates = 0
        """How many of the best answers a thought lists."""
        self.game, self.form, self.imagine = game, form, imagine
        self.settings = settings or Settings()
        who = self.settings.character
        self._leaning = None if who is None else Leaning(form, who, self.settings.lean)
        self.temperature = temperature
        self.rng = np.random.Generator(np.random.SFC64(seed))
        self.clock = clock
        self.playouts = 0
        self.pace, self.opening = Pace(), Pace()
        """See `anytime.AnytimeSearch`."""
        self._end: float | None = None
        """When the answer has to be there, by the clock; None without a limit of time."""
        self.helpers = Helpers([])
        """Helpers that make some of the playouts, in other processes."""

    def think(self, state: S, limit: Limit, **around: Unpack[Listeners]) -> Thought:
        """The best answer of the seat asked in `state`, which is that seat's own view of the
        game, or a complete state of which the search then uses no more than the view."""
        began = self.clock()
        self._begin(state, None)
        legal = self._legal()
        if len(legal) == 1:
            return Thought(legal[0], note="only move")
        # Among few answers the best one is soon found.
        limit = limit.scaled(min(1.0, len(legal) / _MANY))
        self._end = None if limit.seconds is None else began + limit.seconds
        if not self.form.mid_answer(state):
            self._open(limit, began)
        return anytime.run(self, limit, began, self.clock, **around)

    def expect(self, state: S, answer: M, limit: Limit) -> Thought:
        """What is to be expected after an answer, which is legal: as `think`, if there were no
        other one."""
        began = self.clock()
        self._begin(state, answer)
        self._end = None if limit.seconds is None else began + limit.seconds
        return anytime.run(self, limit, began, self.clock)

    def _begin(self, state: S, answer: M | None) -> None:
        """Forget the question before. With an `answer`, no other one is looked at."""
        seat = self.game.to_act(state)
        if seat < 0:
            raise ValueError("nobody is to act in this position")
        self.state, self.given = state, answer
        self.begin_question(self.form.judge(state))
        self.helpers.begin_question(self.judgement)
        self.root = AnswerNode(seat, self.game.seats)
        self.root.table = AmafTable(self.form.features)
        self.ends, self.playouts = Ends.none(self.form.cells, self.game.seats), 0
        self.points = Points()

    def _legal(self) -> list[M]:
        """The legal answers to consider, not more than make a search worth its limit."""
        state, legal = self.state, []
        for action in self.form.candidates(state, self.judgement).tolist():
            move = self.form.move(state, action)
            if self.game.refuse(state, move) is None:
                legal.append(move)
                if len(legal) == _MANY:
                    break
        return legal or [self._any(state)]

    # -- one round --------------------------------------------------------------------------

    @property
    def least(self) -> int:
        """See `anytime.AnytimeSearch`: those of one descent."""
        return self.settings.lanes

    def closing(self, limit: Limit) -> float:
        """See `anytime.AnytimeSearch`: nothing is looked at again."""
        return 0.0

    def _open(self, limit: Limit, began: float) -> None:
        """Playouts from the root itself, to order its answers by."""
        wanted = self.settings.opening_playouts(limit)
        anytime.open_with(self, wanted, limit, began, self.clock, self._play_out_root)

    def _play_out_root(self, playouts: int) -> None:
        """Make that many playouts from the root, or some more."""
        lanes = min(self.settings.lanes, playouts)
        descents = []
        for _ in range(-(-playouts // lanes)):
            s = self._after_answers(self._sample_state(), self.form.usual_answer)
            descents.append(Descent([self.root], s, self.game.to_act(s) == OVER))
        self._play_out(descents, lanes)

    def round(self, limit: Limit) -> None:
        """See `anytime.AnytimeSearch`."""
        lanes = self.settings.lanes
        count = self.settings.descents(
            limit,
            visits=self.root.visits,
            playouts=self.playouts,
            lanes=lanes,
            processes=self.helpers.processes,
        )
        self._play_out([self._descend(self._sample_state()) for _ in range(count)], lanes)

    def _sample_state(self) -> S:
        """A complete state that the seat to act cannot tell from the real one."""
        return self.imagine(self.state, self.root.seat, self.rng)

    def _descend(self, s: S) -> Descent:
        """Go down the tree with a complete state, to an answer that is new or to the end."""
        node, path = self.root, [self.root]
        node.flying += 1
        while len(path) < _DEPTH:
            action, feature, move, s = self._answer(node, s)
            s = self._after_answers(s, self.form.forced)
            seat = self.game.to_act(s)
            child = node.children.get((action, seat))
            fresh = child is None
            if child is None:
                child = AnswerNode(seat, self.game.seats, move, feature)
                node.children[action, seat] = child
            child.flying += 1
            path.append(child)
            if seat == OVER or (fresh and not self.form.mid_answer(s)):
                break
            node = child
        s = self._after_answers(s, self.form.usual_answer)
        return Descent(path, s, self.game.to_act(s) == OVER)

    def _after_answers(self, s: S, answer: Callable[[S, Any], M | None]) -> S:
        """The state after chance and the answers of `answer`, once it has none or the game is
        over."""
        while True:
            seat = self.game.to_act(s)
            if seat == OVER:
                return s
            if seat == CHANCE:
                s = after_chance(self.game, s, self.rng)
                continue
            move = answer(s, self.judgement)
            if move is None:
                return s
            s = self.game.apply(s, move)

    def _play_out(self, descents: list[Descent], lanes: int) -> None:
        """Play all leaves out in one call and add the results to the nodes above them."""
        reward = self.settings.reward
        running = [descent for descent in descents if not descent.over]
        if running:
            states = [descent.state for descent in running]
            patience = None if self._end is None else self._end - self.clock()
            for part, results in self.helpers.evaluate(states, lanes, self.evaluate, patience):
                self._absorb(running[part], results, lanes)
        for descent in descents:
            if descent.over:
                gained, share = self.form.final(descent.state, reward)
                self._back_up(descent, gained, share, lanes)
        self.playouts += lanes * len(descents)

    def _absorb(self, descents: list[Descent], result: Evaluation, lanes: int) -> None:
        """Add what playouts gave from the ends of descents to the nodes above."""
        self.ends += Ends.of(result, lanes)
        for index, descent in enumerate(descents):
            self._back_up(descent, result.reward[index], result.share[index], lanes)
            if self.candidates and len(descent.path) > 1:
                self.points.add(descent.path[1], result.score[index], lanes)
            self._back_up_amaf(descent, result, index, lanes)

    def begin_question(self, judgement: Any) -> None:
        """See `policy.LeafEvaluator`."""
        self.judgement = judgement
        if isinstance(self.form, Remembering):
            self.form.forget()

    def evaluate(self, leaves: Leaves, lanes: int) -> Evaluation:
        """See `policy.LeafEvaluator`: leaves are complete states, as in `DeterminizedGame`."""
        reward = self.settings.reward
        return self.form.evaluate(leaves, lanes, self.rng, reward, self.judgement)

    @staticmethod
    def _back_up(descent: Descent, reward: Floats, share: Floats, lanes: int) -> None:
        for node in descent.path:
            node.flying = max(0, node.flying - 1)
            node.visits += lanes
            node.reward += lanes * reward
            node.share += lanes * share

    def _back_up_amaf(self, descent: Descent, result: Evaluation, index: int, lanes: int) -> None:
        """Add a leaf's AMAF sums to the tables above it, with the answers between."""
        if not self.form.features:
            return
        count, reward = result.amaf_count[index], result.amaf_reward[index]
        gained = result.reward[index]
        seats = [node.seat for node in descent.path]
        for depth in range(len(descent.path) - 1, -1, -1):
            node = descent.path[depth]
            if node.table is None and node.visits >= self.settings.table_at * self.settings.lanes:
                node.table = AmafTable(self.form.features)
            if node.table is not None:
                node.table.add(count, reward, lanes)
            if depth and node.amaf_feature >= 0:
                count[node.amaf_feature] += lanes
                reward[node.amaf_feature] += lanes * gained[seats[depth - 1]]

    # -- choosing an answer -------------------------------------------------------------------

    def _answer(self, node: AnswerNode, s: S) -> tuple[int, int, M, S]:
        """The most promising legal answer in this state: its action, its AMAF feature, the move,
        and the state after it."""
        if node is self.root and self.given is not None:
            return _OTHER, -1, self.given, self.game.apply(s, self.given)
        actions = self.form.candidates(s, self.judgement)
        amaf_features = self.form.amaf_features(s, actions)
        guess, trust = self._guesses(node, s, actions, amaf_features)
        upper, waiting = self._upper(node, actions, guess, trust)
        for _ in range(len(actions)):
            index = int(upper.argmax())
            action = int(actions[index])
            move = self.form.move(s, action)
            try:
                return action, int(amaf_features[index]), move, self.game.apply(s, move)
            except IllegalMove:
                # An answer that waits to be considered takes its place, or no legal one might ever
                # be tried.
                upper[index] = -math.inf
                for first, bound in itertools.islice(waiting, 1):
                    upper[first] = bound
        move = self._any(s)
        return _OTHER, -1, move, self.game.apply(s, move)

    def _any(self, s: S) -> M:
        """A legal answer where none of the candidates is legal: the first that is not pointless."""
        legal, pointless = self.game.legal_moves(s), self.form.pointless(s)
        return next((move for move in legal if move not in pointless), legal[0])

    def _upper(
        self, node: AnswerNode, actions: Ints, guess: Doubles, trust: Doubles
    ) -> tuple[Doubles, Iterator[tuple[int, float]]]:
        """(k,): upper bounds of the answers' worth, minus infinity for those not yet to be
        considered. And those not yet considered, the best guess first: their indices, and the
        bounds that they get when they are."""
        settings = self.settings
        lanes = settings.lanes
        answers = node.answers()
        width = settings.widen_first + int(
            settings.widen_factor * (node.visits / lanes + node.flying) ** settings.widen_power
        )
        total = math.log(node.visits + (node.flying + 1) * lanes)
        upper = guess + settings.explore * math.sqrt(total / lanes)
        fresh = []
        # Few answers have been tried: plain numbers are faster here than arrays.
        guesses, trusts = guess.tolist(), trust.tolist()
        for index, action in enumerate(actions.tolist()):
            answer = answers.get(action)
            if answer is None:
                fresh.append(index)
                continue
            visits, flying, reward = answer
            offered = node.offered[action] = node.offered.get(action, 0.0) + lanes
            mean = (reward + trusts[index] * guesses[index]) / (visits + trusts[index])
            log = math.log(offered + lanes)
            upper[index] = mean + settings.explore * math.sqrt(
                log / (visits + (flying + 1) * lanes)
            )
        room = max(0, width - (len(actions) - len(fresh)))
        waiting = np.array(fresh, np.intp)
        late = waiting[np.argsort(-guess[waiting], kind="stable")[room:]]
        bounds = upper[late].tolist()
        upper[late] = -math.inf
        return upper, zip(late.tolist(), bounds, strict=True)

    def _guesses(
        self, node: AnswerNode, s: S, actions: Ints, amaf_features: Ints
    ) -> tuple[Doubles, Doubles]:
        """Estimated worth (k,) of answers to the seat asked, and how many playouts each
        estimate is worth."""
        settings = self.settings
        table = self._source(node)
        base = 1 / self.game.seats
        above = node if node.visits else self.root
        if above.visits:
            base = float(above.reward[node.seat]) / above.visits
        guess = np.full(len(actions), base)
        trust = np.full(len(actions), settings.prior_trust)
        stones = amaf_features >= 0
        if settings.amaf and table is not None and stones.any():
            count = table.count[amaf_features[stones]].astype(np.float64)
            reward = table.reward[amaf_features[stones]]
            guess[stones] = (reward + base * settings.prior_trust) / (count + settings.prior_trust)
            bias = 4 * settings.amaf_bias**2
            trust[stones] = np.maximum(1 / (1 / np.maximum(count, 1) + bias), settings.prior_trust)
        if settings.priors:
            guess += self.form.prior(s, actions, self.judgement)
        if self._leaning is not None:
            guess += self._leaning.of(s, actions)
        return guess, trust

    def _source(self, node: AnswerNode) -> AmafTable | None:
        """The node's own AMAF table when it rests on enough playouts, else the root's."""
        table = node.table
        if table is not None and table.lanes >= self.settings.table_from:
            return table
        return self.root.table

    # -- the decision -------------------------------------------------------------------------

    def reason_to_end(self, progress: float) -> str | None:
        """See `anytime.AnytimeSearch`."""
        if progress >= 1:
            return ""
        answers = self.root.answers()
        if self.temperature > 0 or len(answers) < 2 or not progress:
            return None
        visits = np.array([visits for visits, _, _ in answers.values()])
        safe = anytime.out_of_reach(visits, self.playouts, progress)
        return "cannot be caught" if safe else None

    @property
    def can_decide(self) -> bool:
        """Whether an answer was tried."""
        return bool(self.root.children)

    @property
    def can_report(self) -> bool:
        """See `anytime.AnytimeSearch`."""
        return self.can_decide

    def decision(self, seconds: float, note: str | None) -> Thought:
        """See `anytime.AnytimeSearch`."""
        draws = note is not None and self.temperature > 0
        chooser = AnswerChooser(
            self.form,
            self.state,
            self.judgement,
            self.root,
            self.settings.prior_choice,
            self._leaning,
        )
        action = chooser.draw(self.temperature, self.rng) if draws else chooser.best()
        hopeless = chooser.hopeless(self.ends.open_cells) if note is not None else None
        action = action if hopeless is None else hopeless
        chosen = self._candidate(action)
        after = np.array(chosen.shares)
        return Thought(
            move=chosen.move,
            value=anytime.told(self.root.share / self.root.visits, after, self.root.visits),
            after=chosen.shares,
            visits=chosen.visits,
            owner=self.ends.mean_owner,
            score=self.ends.mean_score,
            line=chosen.line,
            playouts=self.playouts,
            seconds=seconds,
            candidates=self._ranked(action, chosen) if self.candidates else (),
            note=note or "",
        )

    def _ranked(self, action: int, chosen: Candidate) -> tuple[Candidate, ...]:
        """The answer that was chosen, then those that were looked at most."""
        visits = {other: visits for other, (visits, _, _) in self.root.answers().items() if visits}
        others = sorted(visits.keys() - {action}, key=lambda other: (-visits[other], other))
        return (chosen, *map(self._candidate, others[: self.candidates - 1]))

    def _candidate(self, action: int) -> Candidate:
        """An answer that was tried."""
        root = self.root
        chosen = [child for (one, _), child in root.children.items() if one == action]
        visits = sum(child.visits for child in chosen)
        source = chosen if visits else [root]
        share = sum(child.share for child in source) / max(sum(c.visits for c in source), 1.0)
        line, node = [chosen[0].move], max(chosen, key=lambda child: child.visits)
        while len(line) < _LINE and node.children:
            node = max(node.children.values(), key=lambda child: child.visits)
            if not node.visits:
                break
            line.append(node.move)
        return Candidate(
            chosen[0].move,
            tuple(line),
            tuple(np.clip(np.asarray(share, np.float64), 0, 1).tolist()),
            self.points.mean(*chosen),
            int(visits),
        )
