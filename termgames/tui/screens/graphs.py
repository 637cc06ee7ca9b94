"""How a game went so far, in two graphs side by side: the score, and what bots expected."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from termgames.play.session import GameSession
from termgames.tui.themes import Look
from termgames.tui.widgets.graph import ScoreGraph, leads, shares


class Graphs(Horizontal):
    """The graph of the score, and beside it the one of win shares where bots told any."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ground = look.board

    def compose(self) -> ComposeResult:
        """Both, each with its title."""
        for name, title in (("graph", "Score"), ("shares", "Win share")):
            graph = ScoreGraph(self._ground, id=name)
            graph.border_title = Content(title)
            yield graph

    def show(self, session: GameSession, look: Look) -> None:
        """All positions up to the last one. Counts every one of them, which takes a moment
        in a long game."""
        game = session.game
        plies = range(session.match.ply + 1)
        states = [session.match.state_at(ply) for ply in plies]
        colours = [[game.colour(state, seat) for seat in range(game.seats)] for state in states]
        score = leads([session.score(ply) for ply in plies], colours, look.players)
        self.query_one("#graph", ScoreGraph).show(score, session.ply)
        won = self.query_one("#shares", ScoreGraph)
        won.display = bool(session.expectations)
        most = 100 * (1 - 1 / game.seats)
        won.show(shares(session.expectations, colours, look.players), session.ply, most=most)
