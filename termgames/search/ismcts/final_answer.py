"""Which answer is given at last: the end of a search with chance or hidden hands."""

from typing import Any, Generic

import numpy as np

from termgames.core.arrays import Doubles, Flags, Indices, Rng
from termgames.core.determinized import DeterminizedGame
from termgames.core.game import M, S
from termgames.search import anytime
from termgames.search.ismcts.tree import AnswerNode
from termgames.search.leaning import Leaning

_HOPELESS = 0.05
"""Of three players and more, a seat lets its turn go by that expects no more of the win than this
when nothing is open, and the less the more is: nothing at all on an open board."""


class AnswerChooser(Generic[S, M]):
    """Chooses among the answers that were tried at the root of a search, as they are now."""

    def __init__(
        self,
        form: DeterminizedGame[S, M, Any],
        state: S,
        judgement: Any,
        root: AnswerNode,
        prior_choice: float,
        leaning: Leaning | None = None,
    ) -> None:
        """`prior_choice`: how many playouts the form's prior of an answer counts for; see
        `Settings`. `leaning`: that of the bot's character, if it has one."""
        self.form, self.state, self.judgement = form, state, judgement
        self.root, self.prior_choice, self._leaning = root, prior_choice, leaning
        answers = root.answers()
        self.actions = np.array(list(answers), np.int32)
        self.visits = np.array([visits for visits, _, _ in answers.values()])
        self.reward = np.array([reward for _, _, reward in answers.values()])
        self.passing = self._passing()

    def _passing(self) -> Flags:
        """(k,): the answers by which the seat lets its turn go by. None counts as such where all
        would: then the question is not about a stone."""
        passes = self.form.passes(self.state)
        passing = {
            action for (action, _), child in self.root.children.items() if child.move in passes
        }
        among = np.isin(self.actions, list(passing))
        return among & ~among.all()

    def best(self) -> int:
        """The action worth most, of those visited at least half as often as any. A pass only when
        it was visited most: after few playouts one is often worth most by chance."""
        visits = self.visits
        most = visits[~self.passing].max(initial=0.0)
        eligible = np.where(self.passing, visits > most, visits >= visits.max() / 2)
        chosen = np.flatnonzero(eligible)
        return int(self.actions[chosen[self._worth(chosen).argmax()]])

    def hopeless(self, open_cells: float) -> int | None:
        """The action by which the seat lets its turn go by, if it has lost whatever it does with
        `open_cells` of the board's cells open, see `ends.Ends`. Else None.
        Without this rule who has lost would hold the others up, and choose who of them wins."""
        root, form = self.root, self.form
        if form.seats == 2 or not self.passing.any() or not root.visits:
            return None
        if root.share[root.seat] / root.visits > _HOPELESS * (1 - open_cells / form.cells):
            return None
        return int(self.actions[np.where(self.passing, self.visits, -1).argmax()])

    def draw(self, temperature: float, rng: Rng) -> int:
        """One of the good actions at random, as the temperature, above 0, says. A pass is played
        only when it is best: drawn at random, it would be a blunder."""
        best = self.best()
        if self.passing[self.actions == best].any():
            return best
        visits = np.where(self.passing, -1, self.visits)
        good = np.flatnonzero(visits >= max(0.0, visits.max() / 8))
        return int(self.actions[good[anytime.draw_by_worth(self._worth(good), temperature, rng)]])

    def _worth(self, chosen: Indices) -> Doubles:
        """(k,): what some of the answers are worth to the seat: by their playouts and by the form's
        prior, which counts as `prior_choice` further playouts and is asked about these answers
        together; and what the bot's character adds."""
        reward, more = self.reward[chosen], self.prior_choice
        if more:
            root = self.root
            average = float(root.reward[root.seat]) / max(root.visits, 1)
            glance = self.form.prior(self.state, self.actions[chosen], self.judgement)
            reward = reward + more * (average + glance)
        worth = np.asarray(reward / np.maximum(self.visits[chosen] + more, 1), np.float64)
        if self._leaning is not None:
            worth += self._leaning.of(self.state, self.actions[chosen])
        return worth
