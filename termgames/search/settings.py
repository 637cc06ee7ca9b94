"""The search's tunables, in one place, with what each does."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from termgames.core.determinized import DeterminizedGame
from termgames.core.evaluation import Reward
from termgames.core.packed import AnyPacked, Tuned
from termgames.search.characters import Character
from termgames.search.limits import Limit
from termgames.search.policy import Policy, predicts_values

_REWARD = Reward(weight=0.5, scale=10.0)
"""Points count as much as the win: they vary less from playout to playout."""


@dataclass(frozen=True)
class Settings:
    """How the search explores.

    The defaults were chosen by matches of 24 to 60 games of Plurality on 13x13 with 2,000
    to 8,000 playouts a move. Clear were AMAF (19 of 20 against none), its placements beside
    its single stones (31 of 50), the reward's weight (31 of 50 against 0.2) and `explore`
    (0.5 and 2.0 lose two games of three against 1.0 and 1.2); the rest made no difference
    that so few games can show.
    """

    lanes: int = 16
    """Playouts a visit of a leaf; the unit in which visits are counted."""
    lanes_late: int = 32
    """Playouts a visit once the root has had `late_from` of them: as good for the price
    of fewer descents."""
    late_from: int = 16_000
    leaves: int = 64
    """Leaves gathered for one call of the kernel, once the search is under way."""
    overture: int = 256
    """Playouts from the root before the tree grows: they fill its AMAF table."""
    patience: int = 8
    """Leaves gathered at once are at most 1 / patience of those visited so far."""
    explore: float = 1.2
    """Weight of the exploration term sqrt(log N / n), in reward; n counts playouts."""
    widen_first: int = 6
    """Children of a node that is expanded, where something tells them apart; else all."""
    widen_factor: float = 1.0
    widen_power: float = 0.5
    """factor * visits ** power more children, visits counted in leaves."""
    amaf: bool = True
    """Whether AMAF estimates guide the search."""
    priors: bool = True
    """Whether the prior of `core.determinized` guides the search; only `search.ismcts.search` has
    one."""
    prior_choice: float = 0.0
    """Playouts that this prior is worth when the answer is chosen at last, in
    `search.ismcts.search`. After few playouts alone, the best of many answers is best by chance."""
    amaf_bias: float = 0.06
    """Standard deviation of the AMAF estimate's error, in reward: however many playouts
    it rests on, it is worth at most 1 / (4 bias ** 2) of them."""
    table_at: int = 8
    """Leaf visits after which a node keeps an AMAF table of its own."""
    table_from: int = 256
    """Playouts in a table before it is preferred to an ancestor's."""
    prior_trust: float = 8.0
    """Playouts the guess is worth where AMAF knows nothing."""
    policy_weight: float = 0.03
    """Reward that a factor e in the policy's probabilities adds to the guess; where there
    is a policy."""
    policy_explore: float = 0.0
    """Weight of the policy's exploration term p * sqrt(N) / (1 + n), in reward; N and n count
    visits of `lanes` playouts. At 0 the policy counts in the guess alone."""
    net_overture: int = 64
    """The most of `overture` where there is a value net."""
    net_leaves: int = 16
    """Leaves gathered at a time where there is a value net: the net's values of them count when the
    next ones are chosen, before any of them is played out. Go for two, against all leaves of a
    round at once, by CPU time: 35 of 57 on 9x9 at 0.7 s, 18 of 28 on 13x13 at 0.8 s."""
    net_leaves_alone: int = 64
    """The most leaves gathered at a time where a value net alone values them, so that playouts do
    not change their values: as many as 1 / `net_patience` of the leaves visited, up to this
    number."""
    net_patience: int = 32
    net_explore: float = 0.15
    net_policy_explore: float = 0.4
    """`net_explore` and this replace `explore` and `policy_explore` where there is a value net: the
    value of a leaf hardly varies from playout to playout, so that the search may be narrow, and go
    where the policy points. In Go for two, at 0.3 s a move on 9x9 and 0.5 s on 13x13, 79 of 120
    against 0.3 and 0.0 with an older policy, for an eighth less of the processor."""
    proven_part: float = 0.5
    """Share of the limit to use when it is certain who wins, for the points, and when all
    moves but one are lost, for the value of that one. In 100 positions of 5x5 in Plurality, at
    60,000 playouts, 74 points were lost in place of 81 with 0.25, and 4 % more time was used."""
    least_gain: float = 0.02
    """The least gain in expected reward for which a player who may end the game with a pass plays
    on, when his move gains no points at once."""
    most_bytes: int = 300_000_000
    """Memory at which a tree grows no further, as tables do at half of it; the nodes that it has
    are explored further. A search of ten seconds hardly gets there."""
    reward: Reward = _REWARD
    character: Character | None = None
    """Whose moves the search leans to; None for a plain bot."""
    lean: float = 0.01
    """What a standard deviation in the moves it leans to is worth, in reward."""

    @property
    def for_value_nets(self) -> Settings:
        """These settings with those of a search with a value net."""
        return replace(
            self,
            overture=min(self.overture, self.net_overture),
            explore=self.net_explore,
            policy_explore=self.net_policy_explore,
        )

    def opening_playouts(self, limit: Limit) -> int:
        """How many playouts from the root precede the tree: at most a quarter of the limit's, but
        8 at least."""
        if limit.playouts is None:
            return self.overture
        return min(self.overture, max(8, limit.playouts // 4))

    def net_batch(self, visits: float, *, alone: bool) -> int:
        """For how many leaves at a time a net is asked after `visits` visits of the root;
        `alone`: whether these are not played out."""
        if not alone:
            return self.net_leaves
        many = int(visits / self.lanes / self.net_patience)
        return max(self.net_leaves, min(many, self.net_leaves_alone))

    def descents(
        self, limit: Limit, *, visits: float, playouts: int, lanes: int, processes: int = 1
    ) -> int:
        """How many descents the next round makes, each with `lanes` playouts, by all `processes`
        together: few while the root has had few `visits`, and no more than the limit leaves after
        `playouts`."""
        count = processes * int(min(self.leaves, max(4, visits / self.lanes / self.patience)))
        if limit.playouts is not None:
            count = min(count, -(-(limit.playouts - playouts) // lanes))
        return max(1, count)


PLAIN = Settings(
    lanes=1,
    lanes_late=1,
    leaves=1,
    overture=1,
    explore=math.sqrt(2),
    widen_first=1_000_000,
    amaf=False,
    priors=False,
    prior_trust=1e-9,
    reward=Reward(0.0),
)
"""Plain UCT (Kocsis & Szepesvári 2006): win shares and the exploration term alone, one playout a
leaf. It is the yardstick `uct`: do not improve it, old results would no longer compare."""
PLAIN_PACKED = replace(PLAIN, lanes=4, lanes_late=4, leaves=4)
"""The same where a kernel plays out: a few leaves in one call, each a few times."""


def suited(
    game: AnyPacked | DeterminizedGame[Any, Any, Any],
    aim: Reward | None = None,
    policy: Policy | None = None,
    character: Character | None = None,
) -> Settings:
    """The settings that suit a game, and the policy that will guide its search: those
    of `for_value_nets` where that is a value net. `aim` replaces what is played for, and the
    `character` leans to some moves and, it may be, to points."""
    own = Settings(**(game.tuning if isinstance(game, Tuned) else {}))
    reward = own.reward if aim is None else aim
    if character is not None:
        reward = reward.leaning(character.points)
    own = replace(own, reward=reward, character=character)
    return own.for_value_nets if predicts_values(policy) else own
