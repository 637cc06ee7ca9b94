"""An analysis that takes a tenth of its time, for tests of what is done with it.

A module of its own: its processes import it.
"""

from termgames import games
from termgames.search.limits import Limit
from termgames.study.roles import AnalysisRole
from termgames.study.worker import AnalysisWorker


class ShortRole(AnalysisRole):
    """Analyses as `AnalysisRole` does, but sooner; teachers take their time."""

    def worker(self):
        worker = AnalysisWorker(games.create(self.game_id, self.options))
        worker._estimator.limit = Limit(playouts=200)
        worker._estimator._solver = None
        worker._adviser._limit = Limit(playouts=1200)
        return worker
