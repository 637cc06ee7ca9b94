"""Candidates at the table: numbered on the board, their lines as ghosts, to be walked through."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest

from termgames import games
from termgames.core.game import CHANCE
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.tui.app import Settings
from termgames.tui.preferences import Preferences
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.table.analysis import Analysis
from termgames.tui.widgets.graph import Graph

from .advice import LINES, advise
from .support import act, new_match, playing, stage, table, until

OWN = {
    "line": lambda pilot: table(pilot).table.analysis.line is not None,
    "number": lambda pilot: table(pilot).table.analysis.line_number,
    "labels": lambda pilot: {
        table(pilot).board.game.topology.names[cell]: " ".join(label)
        for cell, label in table(pilot).board.input.highlights.labels.items()
    },
    "ghosts": lambda pilot: ",".join(
        table(pilot).board.game.topology.names[pick.cell]
        for pick in table(pilot).board.input.highlights.proposed
    ),
}


@pytest.mark.parametrize("size", ["60x24", "80x30", "120x40"])
async def test_candidates_are_numbered_and_their_lines_walked_through(size: str) -> None:
    first, second = ",".join(LINES[0]), ",".join(LINES[1])
    async with stage(f"play plurality {size}") as pilot:
        match = table(pilot).sitting.shown.match
        advise(pilot)
        await act(pilot, f"""
                  | tab = moves
            1     | !line
            a     | tab = candidates ; labels = {{'c3': '1 60% +4.0', 'b3': '2 50% +4.0'}}
                  | #candidates: 1 c3,c4,d4 60% +4.0 ; #candidates: 2 b3,b4,b5 50%
            2     | ghosts = {second} ; labels: 'd4': '2' ; hint: Line 2: b3,b4,b5
            2     | !ghosts ; labels: 'c3': '1
            1     | ghosts: {first[:8]}
            enter | screen = ReplayScreen ; plies = 3 ; ply = 1""", OWN)  # fmt: skip
        assert match.ply == 0, "Enter does not play it"
        assert [node.move for node in match.notes.nodes()] == list(LINES[0]), "the record keeps it"
        assert "60%" in match.notes.comment(match.notes.children(0)[0])
        await act(pilot, """
            full_stop q | screen = GameScreen
            escape      | !line
            a           | labels = {} ; tab = moves ; prompt: Place a tromino""", OWN)  # fmt: skip


@pytest.mark.usefixtures("counted_at_once")
async def test_a_click_on_a_candidate_shows_its_line_and_the_graph_jumps() -> None:
    async with stage(f"play plurality 120x40 + {LINES[0][0]} {LINES[0][1]}") as pilot:
        await act(pilot, "less_than_sign | ply = 0")
        advise(pilot)
        await act(pilot, "a | tab = candidates")
        await pilot.click("#candidates", offset=(3, 2))
        await act(pilot, "| number = 2", OWN)
        graph = table(pilot).query_one("#graph", Graph)
        assert str(graph.border_title).startswith("Lead ")
        await pilot.click("#graph", offset=(6 + graph._wide, 2))
        await act(pilot, "| ply = 1")


@pytest.mark.usefixtures("counted_at_once")
async def test_keys_jump_to_where_the_graph_leaps(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng = new_match(size=7), random.Random(3)
    while not match.over:
        moves = match.game.legal_moves(match.state)
        match.submit(rng.choice([move for move in moves if match.game.cells_of(move)] or moves))
    async with playing(match, size=(120, 40)) as pilot:
        sitting, seen = table(pilot).sitting, []
        await pilot.press("less_than_sign")
        for _ in range(9):
            await pilot.press("right_curly_bracket")
            seen.append(sitting.shown.ply)
        leaps = sorted(set(seen))
        assert 2 <= len(leaps) <= 5
        scores = [match.game.score(match.state_at(ply)).totals for ply in range(match.ply + 1)]
        leads = [first - second for first, second in scores]
        changes = [abs(after - before) for before, after in itertools.pairwise(leads)]
        assert changes.index(max(changes)) + 1 in leaps
        await pilot.press("left_curly_bracket")
        assert sitting.shown.ply == leaps[-2]
        # The terminal has become smaller, and the bars are those of before.
        monkeypatch.setattr(Graph, "columns", 3)
        graphs = table(pilot).table.column.graphs
        assert [graphs.leap(ply, 1) for ply in (0, *leaps)] == [*leaps, None]


def positions(players: int) -> list[tuple[Match[Any, Any], int]]:
    """Positions of a game with hidden hands in which somebody holds a card, and who is to act."""
    game = games.create("mitropia", {"players": players, "map": "9x9-cut"})
    match, rng, found = Match(game, ("human",) * players, 5, draws=False), random.Random(2), []
    while match.ply < 160 and not match.over:
        if match.to_act == CHANCE:
            match.draw()
            continue
        prompt = match.prompt()
        assert prompt is not None
        whole = match.state
        if game.view(whole, prompt.seat) != whole:
            found.append((match.copy(), prompt.seat))
        moves = game.legal_moves(prompt.state)
        lively = [m for m in moves if game.format(m) not in ("pass", "done", "let", "pass draw")]
        match.submit(rng.choice(lively or moves))
    return found


def test_the_analyst_is_told_what_the_player_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    child: Any = SimpleNamespace(
        ask=lambda serial, state: sent.append(state), stop=lambda: None, read=lambda: None
    )
    monkeypatch.setattr("termgames.tui.table.analysis.adviser", lambda game: child)
    nowhere: Any = SimpleNamespace(set_timer=lambda *_: None, post_message=lambda *_: None)
    desk: Any = SimpleNamespace(
        preferences=Preferences(), screen=nowhere, post=nowhere.post_message
    )
    board: Any = SimpleNamespace()
    asked = 0
    for match, seat in positions(2)[::4]:
        for humans in ((0,), (1,), (0, 1)):
            bots: Any = {at: SimpleNamespace() for at in (0, 1) if at not in humans}
            sitting = Live(match, bots=bots)
            analysis = Analysis(sitting, board, desk)
            analysis.running = True
            for ply in (match.ply, match.ply // 2, 0):
                sitting.shown.look(ply)
                before = len(sent)
                analysis.consult()
                to_act = match.actor(ply)
                told = sent[before:]
                assert len(told) <= 1
                for state in told:
                    assert to_act in humans
                    assert match.game.view(state, to_act) == state, "no hand but its own"
                    asked += 1
                if ply == match.ply and seat not in humans:
                    assert not told, "nothing about another's turn"
    assert asked > 10
    assert CHANCE not in {seat for _, seat in positions(2)}


@pytest.mark.parametrize("on", [False, True])
async def test_a_line_is_walked_through_as_the_table_is_shown(on: bool) -> None:
    async with playing(new_match(), settings=Settings(analysis=on, ponder=False)) as pilot:
        advise(pilot)
        before = table(pilot).table.appearance.look.name
        await pilot.press(*(() if on else ("A",)), "C", "B", "a", "1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        shown = table(pilot).table
        assert shown.analysis_shown
        assert shown.appearance.ascii
        assert shown.appearance.look.name != before
