"""Which child of a node is played: the decision at the end of a search, and along its line."""

from collections.abc import Callable
from typing import Any

import numpy as np

from termgames.core.arrays import Doubles, Flags, Floats, Indices, Rng
from termgames.core.evaluation import Evaluation
from termgames.core.game import OVER, Seat
from termgames.core.packed import AnyPacked, KnowsRest, LeftAlone, Positions
from termgames.search import anytime
from termgames.search.ends import Ends
from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import NONE, Tree
from termgames.search.settings import Settings

_COMPARABLE = 256
"""Moves that win for certain are compared by their points after so many playouts, however many more
another one had. In the same positions as `Settings.proven_part` 69 points were lost in place of
74."""
_SEEN = 1 / 16
"""A move is played in place of a pass if it had at least this part of the visits of the pass."""
_HOPE = 0.2
"""A seat that would lose at least this share of the win by a pass that ends the game plays on."""
_PASSES_TOO = 0.4
"""How likely a seat passes that loses next to nothing by it, and that put a stone in its latest
turn or of which that is not known. A seat that rests passes for certain. The more a seat would
lose, the less likely it passes."""
_LOST = 0.15
"""A seat that expects no more of the win than this checks whether any stone still gains something,
see `rest_instead`."""
_OPEN = 0.08
"""The check is made once no more than this part of the board is open: before, playouts say too
little of what is gained."""
_GAIN = 0.5
"""Points that a stone must gain in the check, unless it raises the hope of the win."""
_STONES = 3
"""How many of the most visited stones are checked; the stone chosen is checked in any case."""
_COMPARED, _CONFIRMED = 128, 512
"""Playouts after each of these stones, and from the board left alone: in a first comparison, and in
a second one of the stones that seem to gain, since of several stones one seems to by chance."""
CHECK = (1 + _STONES) * (_COMPARED + _CONFIRMED)
"""The most playouts of such a check."""

_HOPELESS, _HOPELESS_AT_BEST, _LOOKED = 0.05, 0.1, 48
"""Of three players and more, a seat passes that expects no more of the win than the first on the
average of at least so many playouts, and no more than the second after its best move, which had
few of them."""

_SURE, _ENOUGH = 0.995, 128
"""A stone that wins so large a share of so many playouts may be played for its points in place of a
pass that wins for certain."""

PlayOut = Callable[[Positions, int], Evaluation]
"""Called with positions (n,), none of them over, and a number of playouts; answers the results of
that many from each."""


class Chooser:
    """Chooses among the children of a node of one tree."""

    def __init__(self, game: AnyPacked, tree: Tree, selector: Selector, settings: Settings) -> None:
        self.game, self.tree, self.selector, self.settings = game, tree, selector, settings
        self._left_alone = game if isinstance(game, LeftAlone) else None

    def best(self, node: int) -> int:
        """The child worth most, of those visited at least half as often as any and of those
        whose worth is certain. Going by visits alone would leave it to chance between two that
        are nearly even. Whether to pass is looked at once more: see the methods below."""
        children = self.selector.widen(node, 0)
        values = self.selector.values(node, children)
        worth = self._of_those_known(node, children, values)
        worth += self._lean(node, children)
        best = int(children[worth.argmax()])
        instead = self._end_instead(node, children, best, float(worth.max()))
        if instead is None:
            instead = self._go_on_instead(node, children, values, best)
        chosen = best if instead is None else instead
        return self._gain_instead(node, children, chosen)

    def _lean(self, node: int, children: Indices) -> Floats:
        """(k,): what the bot's character adds to children; nothing where it is known which is
        best."""
        actions = self.tree.action[children]
        return np.where(self.tree.solved[node], 0, self.selector.lean(node, actions))

    def _of_those_known(self, node: int, children: Indices, values: Doubles) -> Doubles:
        """(k,): the worth of children; minus infinity for those that were hardly visited. Where the
        seat wins for certain, and points alone are left, fewer visits will do."""
        tree, worth = self.tree, values.copy()
        if not tree.solved[node]:
            visits = np.where(np.isfinite(worth), tree.visits[children], -1)
            few = visits < visits.max() / 2
            if tree.winner[node] == tree.seat[node]:
                few &= visits < _COMPARABLE
            worth[few & ~tree.solved[children]] = -np.inf
        return worth

    def _go_on_instead(
        self, node: int, children: Indices, values: Doubles, best: int
    ) -> int | None:
        """The best move beside passes, of those visited often enough, if the best of all is a pass
        after which the others may pass, too, and that move is worth more than the pass, as far as
        they are likely to; else None.
        With two players a short search proves as much. With more no pass of another need win for
        certain, and playouts go on where players would end the game."""
        tree, seat = self.tree, int(self.tree.seat[node])
        if self.game.seats == 2 or not tree.visits[best]:
            return None
        passing = self.passing(node, children)
        if not passing[children == best].any() or passing.all():
            return None
        passed = self._passed_out(tree.positions[tree.place[[node]]])
        if passed is None:
            return None
        ended, passers = passed
        reward, share = (each[0] for each in self.game.final(ended, self.settings.reward))
        others = sorted(passers - {seat})
        passes_too = self._passes_too(tree.position(node), tree.shares(best) - share, share)
        likely = float(passes_too[others].min(initial=1))
        if likely <= 0:
            return None
        # A move that was hardly looked at may seem worth anything.
        seen = ~passing & (tree.visits[children] >= tree.visits[best] * _SEEN)
        if not seen.any():
            return None
        worth = self._of_those_known(node, children[seen], values[seen])
        passed_out, played_on = float(reward[seat]), float(values[children == best][0])
        gain = float(worth.max()) - (likely * passed_out + (1 - likely) * played_on)
        return int(children[seen][worth.argmax()]) if gain > self.settings.least_gain else None

    def _passes_too(self, position: Any, lost: Doubles, share: Doubles) -> Doubles:
        """(seats,): how likely each seat passes where that may end the game, in one row. It then
        wins `share` (seats,), by `lost` (seats,) less than a search expects for it."""
        likely = np.full(len(lost), _PASSES_TOO)
        certain = lost <= 0
        if isinstance(self.game, KnowsRest):
            rests = self.game.rests(position)
            likely[rests] = 1
            certain &= (share > 0) | rests
        likely *= np.clip(1 - lost / _HOPE, 0, 1)
        return np.where(certain, 1, likely)

    def passing(self, node: int, children: Indices) -> Flags:
        """(k,): which of a node's children are passes."""
        return np.isin(self.tree.action[children], self.game.passes(self.tree.position(node)))

    def _passed_out(self, row: Positions) -> tuple[Positions, set[Seat]] | None:
        """The position (1,) that is over after every seat has passed that has not yet, and these
        seats; None where some player cannot, or his passes do not end the game. Where players do
        not move in turn, some pass more than once before the last one does."""
        passers = set[Seat]()
        for _ in range(self.game.seats**2):
            passes = self.game.passes(row[0])
            if not len(passes):
                return None
            passers.add(int(self.game.to_act(row)[0]))
            row = self.game.advance(row, np.array(passes[:1], np.int32))
            if self.game.to_act(row)[0] == OVER:
                return row, passers
        return None

    def _end_instead(self, node: int, children: Indices, best: int, worth: float) -> int | None:
        """The pass that ends the game, if the best move gains no points at once and next to
        nothing in reward; else None. Without this rule a bot that has lost for certain would
        never pass: to a search, any move leaves the hope of a blunder."""
        tree = self.tree
        ends = tree.solved[children] & (tree.seat[children] == OVER) & self.passing(node, children)
        if not ends.any():
            return None
        ending = int(children[ends][0])
        gain = worth - float(tree.exact[ending, tree.seat[node]])
        if ending == best or gain > self.settings.least_gain:
            return None
        self.selector.reach(best)
        rows = tree.positions[tree.place[[ending, best]]]
        margin = self.settings.reward.margin(self.game.standing(rows))
        over, on = margin[:, tree.seat[node]]
        return ending if on <= over else None

    def _gain_instead(self, node: int, children: Indices, chosen: int) -> int:
        """The move that gains the most points at once, if the move that was `chosen` is a pass that
        wins, and that move wins as well, for certain or as far as playouts tell; else the chosen
        one. Without this rule the first move that is proven to win would be played, and points
        be given away that are there to take."""
        tree, seat = self.tree, int(self.tree.seat[node])
        passing = self.passing(node, children)
        if tree.winner[chosen] != seat or not passing[children == chosen].any():
            return chosen
        wins = np.array([child for child in children[~passing] if self._wins(child, seat)], np.intp)
        if not len(wins):
            return chosen
        rows = tree.positions[tree.place[[node, *wins]]]
        before, *after = self.settings.reward.margin(self.game.standing(rows))[:, seat].tolist()
        most = int(np.argmax(after))
        return int(wins[most]) if after[most] > before else chosen

    def _wins(self, child: int, seat: Seat) -> bool:
        """Whether a child that has a position is won by a seat, for certain or in all but a few of
        enough playouts."""
        tree = self.tree
        if tree.place[child] == NONE or tree.winner[child] not in (NONE, seat):
            return False
        won = tree.winner[child] == seat
        played = tree.visits[child] >= _ENOUGH
        return bool(won or (played and tree.shares(child)[seat] >= _SURE))

    def checks_rest(self, node: int, chosen: int, ends: Ends) -> bool:
        """Whether `rest_instead` looks closer before it plays the move that was chosen."""
        tree, seat = self.tree, int(self.tree.seat[node])
        lost = tree.shares(chosen if tree.has_value(chosen) else node)[seat] <= _LOST
        decided = ends.playouts and ends.open_cells <= _OPEN * self.game.cells
        return bool(self._left_alone is not None and lost and decided)

    def rest_instead(self, node: int, chosen: int, ends: Ends, play_out: PlayOut) -> int:
        """The pass, if the game is as good as lost, next to nothing is open, and no stone gains
        anything: own ground is filled, or stones are thrown in. Else the move that was `chosen`
        for a node. `ends` is what the playouts of the search ended with.

        A search finds a little hope in any move: its values of what is lost err by more than they
        differ. So playouts after each stone are compared with those of the board left alone. This
        is for who plays to the end of a game; training plays on."""
        tree, seat = self.tree, int(self.tree.seat[node])
        if self._left_alone is None or not self.checks_rest(node, chosen, ends):
            return chosen
        children = self.selector.widen(node, 0)
        passing = self.passing(node, children)
        if not passing.any() or passing[children == chosen].any():
            return chosen
        others = children[~passing]
        others = others[np.argsort(-tree.visits[others], kind="stable")][:_STONES]
        stones = np.array([chosen, *others[others != chosen]], np.intp)
        for stone in stones.tolist():
            self.selector.reach(stone)
        stones = stones[tree.seat[stones] != OVER]
        alone = self._left_alone.left_alone(tree.positions[tree.place[[node]]])
        rows = tree.positions[tree.place[stones]]
        for playouts in (_COMPARED, _CONFIRMED):
            result = play_out(np.concatenate([alone, rows]), playouts)
            points = self.settings.reward.margin(result.score)[:, seat]
            share = result.share[:, seat]
            gains = (points > points[0] + _GAIN) | (share > share[0] + self.settings.least_gain)
            rows = rows[gains[1:]]
            if not len(rows):
                return int(children[passing][0])
        return chosen

    def hopeless_instead(self, node: int, chosen: int) -> int:
        """The pass, if of three players and more the seat has lost whatever it does, so that the
        others may end the game. Else the move that was `chosen` for a node. Without this rule who
        has lost would decide for the others who wins, and for how long. Training plays on."""
        tree, seat = self.tree, int(self.tree.seat[node])
        if self.game.seats == 2 or tree.visits[node] < _LOOKED or not tree.has_value(chosen):
            return chosen
        if tree.shares(node)[seat] > _HOPELESS or tree.shares(chosen)[seat] > _HOPELESS_AT_BEST:
            return chosen
        children = self.selector.widen(node, 0)
        passing = children[self.passing(node, children)]
        return int(passing[0]) if len(passing) else chosen

    def draw(self, node: int, temperature: float, rng: Rng) -> int:
        """One of the good children at random, as the temperature, above 0, says."""
        tree = self.tree
        children = self.selector.widen(node, 0)
        worth = self.selector.values(node, children)
        visits = np.where(np.isfinite(worth), tree.visits[children], -1)
        if tree.solved[node] or visits.max() <= 0:
            return self.best(node)
        # A pass is played only when it is best: drawn, it would be a blunder.
        passing = self.passing(node, children)
        best = self.best(node)
        if passing[children == best].any():
            return best
        good = (visits >= max(1, visits[~passing].max() / 8)) & ~passing
        if not good.any():
            return best
        worth = worth[good] + self._lean(node, children[good])
        return int(children[good][anytime.draw_by_worth(worth, temperature, rng)])
