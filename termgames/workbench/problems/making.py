"""From games of bots to problems: the task of a worker, and the collection of what they find."""

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice, takewhile
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.game import AnyGame, has_captures
from termgames.core.options import AGREE, Value
from termgames.core.text import counted
from termgames.core.topology import images
from termgames.study.problems.goal import LocalGoal
from termgames.study.problems.problem import ENDED, SOLVED, Answer, Problem
from termgames.workbench.journal import Journal
from termgames.workbench.problems import seeking, telling
from termgames.workbench.problems.proving import (
    AnswerProof,
    EndProver,
    FightProver,
    Prospect,
    SearchProver,
    SolverProver,
)
from termgames.workbench.problems.seeking import HIGHEST, GamePosition, Grade, Grader, playouts_of

TIMES = 50
"""A deep search has so many times the playouts of the strongest level that fails."""
_QUICK = 6
"""The level whose playouts the first look has, and twice as many any deep one at least."""
_DEEPEST = 1_500_000
"""Playouts of a deep search: a problem that needs more is left alone."""
_WRONG = 5
"""Wrong answers with their refutations, at most."""
_APART = 4
"""Moves between two problems of one game, at least."""
_FEW, _PART = 4, 12
"""Cells in which two positions must differ, and into how many parts of the board as many go."""


@dataclass(frozen=True)
class ProblemSearch:
    """What is looked for; with a number it is the task of a worker."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    seed: int
    lowest: int = 1
    highest: int = HIGHEST + 1
    proved: bool = False
    """Whether only exact play counts, and no searches."""
    bots: tuple[int, int] = (1, 4)
    """The lowest and the highest level of the bots whose games are looked at."""
    opening: int | None = None
    """Random moves at the beginning of a game, at most; None for one to ten cells."""
    fights: bool = False
    """Whether groups to capture or to save are looked for, and not the win."""
    seconds: float = math.inf
    """How long a game is played and looked at, at most; what is found until then counts."""

    def game(self) -> AnyGame:
        """The game, set up; OptionError where it has something that problems cannot have, or
        nothing is captured where fights are wanted."""
        game = seeking.open_game(self.game_id, self.options, "problems")
        if self.fights and not has_captures(game):
            raise OptionError(
                "--fights needs a game in which stones leave the board by capture alone: "
                f"{_with_captures(game)}"
            )
        return game


def _with_captures(game: AnyGame) -> str:
    """What to change so that there are fights to look for."""
    if game.options.get("dead-stones") == AGREE:
        return "leave out --dead-stones agree"
    if game.id == "mitropia":
        return "add --no-surrender"
    return "tricolor or mitropia"


class _Maker:
    """All that looks at positions of one game."""

    def __init__(self, wanted: ProblemSearch, number: int) -> None:
        self.wanted, self.number = wanted, number
        self._ends = time.monotonic() + wanted.seconds
        self.game = game = wanted.game()
        self.display = games.display(game)
        self.grader = Grader(game, wanted.seed + number, min(HIGHEST, wanted.highest))
        self.searching = SearchProver(game, wanted.seed + number)
        self.fighting = FightProver(game, self.late) if wanted.fights else None
        solver = games.solver(game)
        solving = {} if solver is None else {SOLVED: SolverProver(game, solver)}
        self.exact: dict[str, SolverProver | EndProver] = {**solving, ENDED: EndProver(game)}
        """What proves without searches, by what it makes sure."""

    def late(self) -> bool:
        """Whether the time for the game is over."""
        return time.monotonic() > self._ends

    def problem(self, found: GamePosition) -> Problem | None:
        """The problem that a position is; None where it is none."""
        prover = next((each for each in self.exact.values() if each.reaches(found.state)), None)
        if prover is None:
            judged = None if self.wanted.proved else self._searched(found)
        elif proof := prover.judgement(found.state):
            judged = proof, self.grader.grade(found.state, proof.right)
        else:
            judged = None
        if judged is None:
            return None
        judgement, grade = judged
        given = [move for move, _ in grade.wrong.most_common() if move in judgement.wrong]
        by_share = sorted(judgement.wrong, key=lambda move: -judgement.wrong[move].share)
        wrong = list(dict.fromkeys((*given, *by_share)))
        return self._told(found, judgement, grade.level, wrong)

    def fights(self, found: Sequence[GamePosition]) -> Iterator[Problem]:
        """The problems that groups of a game are, at most one of each position."""
        prover, done = self.fighting, set[int]()
        assert prover is not None, "fights are wanted"
        for position, goal in prover.fights(found):
            if position.ply in done:
                continue
            judged = prover.judgement(position.state, goal, lowest=self.wanted.lowest)
            if judged is None:
                continue
            proof, level = judged
            held_out = sorted(proof.wrong, key=lambda move: -len(proof.wrong[move].line))
            problem = self._told(position, proof, level, held_out, goal)
            if problem is not None:
                done.add(position.ply)
                yield problem

    def beside(self, found: GamePosition) -> list[Problem]:
        """The problems in side lines near the end of a game, at most one in those of a position."""
        if SOLVED in self.exact or not self.exact[ENDED].reaches(found.state):
            return []
        rng = seeking.generator(self.wanted.seed, self.number, found.ply)
        lines = map(self.problem, seeking.side_lines(self.game, found, rng))
        return list(islice(filter(None, lines), 1))

    def deep(self, level: int) -> int:
        """The playouts of searches that are to see more than all levels below this one."""
        failing = min(max(1, level - 1), HIGHEST)
        return max(TIMES * playouts_of(self.game, failing), 2 * playouts_of(self.game, _QUICK))

    def _searched(self, found: GamePosition) -> tuple[AnswerProof, Grade] | None:
        state, quick = found.state, playouts_of(self.game, _QUICK)
        likely = self.searching.likely(state, quick)
        if (
            likely in (None, found.played)
            or self.searching.judgement(state, quick, (), found.ply) is None
        ):
            return None
        right: Mapping[Any, Prospect] | Sequence[Any] = [likely]
        for _ in range(2):
            grade = self.grader.grade(state, list(right))
            deep = self.deep(grade.level)
            if deep > _DEEPEST or grade.level > self.wanted.highest:
                return None
            tried = [move for move, _ in grade.wrong.most_common(_WRONG)]
            judgement = self.searching.judgement(state, deep, tried, found.ply)
            if judgement is None or likely not in judgement.right:
                return None
            if set(judgement.right) == set(right):
                return judgement, grade
            right = judgement.right
        return None

    def _told(
        self,
        found: GamePosition,
        judgement: AnswerProof,
        level: int,
        wrong: Sequence[Any],
        goal: LocalGoal | None = None,
    ) -> Problem | None:
        """The problem in words, its wrong answers in the order in which they are worth listing;
        None where its level is not wanted."""
        state, wanted, topology = found.state, self.wanted, self.game.topology
        if not wanted.lowest <= level <= wanted.highest:
            return None
        asked = "" if goal is None else goal.write(topology)
        told = {move: judgement.wrong[move] for move in wrong[:_WRONG]}
        if goal is not None and self.fighting is not None:
            told |= self.fighting.alone(state, goal, list(told))
        key = "\n".join([wanted.game_id, repr(wanted.options), *found.board, repr(found.texts)])
        random = "" if any(wanted.bots) else "random "
        aside = f" and {counted(found.aside, 'random move')}" if found.aside else ""

        def answer(move: Any, look: Prospect) -> Answer:
            line = look.line if goal else look.line[: telling.TOLD]
            if look.expected:  # where all is lost, searches pass
                line = (move, *takewhile(self.game.cells_of, line[1:]))
            moves = tuple(map(self.game.format, line))
            return Answer(moves, telling.point(self.display, state, look, goal))

        return Problem(
            id=blake2b((key + asked).encode(), digest_size=3).hexdigest(),
            game=wanted.game_id,
            options=dict(wanted.options),
            texts=found.texts,
            board=found.board,
            ask=telling.task(self.display, state, judgement, goal),
            level=level,
            answers=tuple(answer(*each) for each in judgement.right.items()),
            refutations=tuple(answer(*each) for each in told.items()),
            sure=judgement.sure,
            made=f"seed {wanted.seed}, {random}game {self.number}, after move {found.ply}{aside}",
            goal=asked,
        )


def problems_of_game(task: tuple[ProblemSearch, int]) -> list[Problem]:
    """The problems in one game; the same for the same task, but for its time."""
    wanted, number = task
    maker, rng = _Maker(*task), seeking.generator(wanted.seed, number)
    levels = range(wanted.bots[0], wanted.bots[1] + 1)
    all_found = seeking.positions(maker.game, maker.grader, rng, levels, wanted.opening)
    game = takewhile(lambda _: not maker.late(), all_found)
    if wanted.fights:
        return list(maker.fights(list(game)))
    problems: list[Problem] = []
    last = -_APART
    for found in game:
        if found.ply - last >= _APART and (problem := maker.problem(found)) is not None:
            problems.append(problem)
            last = found.ply
        problems += maker.beside(found)
    return problems


def holds(problem: Problem, times: int, seed: int) -> bool:
    """Whether a second look with `times` the thought finds the same. One that the solver proved is
    solved again. TermgamesError where its position, its goal or an answer makes no sense."""
    wanted = ProblemSearch(
        problem.game, tuple(problem.options.items()), seed, fights=bool(problem.goal)
    )
    maker = _Maker(wanted, 0)
    game = maker.game
    state = game.position(problem.board, problem.texts)
    right = {game.parse(state, answer.move) for answer in problem.answers}
    judgement: AnswerProof | None
    if maker.fighting is not None:
        own = game.colour(state, game.to_act(state))
        goal = LocalGoal.read(game.topology, game.stones(state), own, problem.goal)
        judged = maker.fighting.judgement(state, goal, times)
        judgement = None if judged is None else judged[0]
    elif prover := maker.exact.get(problem.sure):
        judgement = prover.judgement(state, times)
    else:
        wrong = [game.parse(state, answer.move) for answer in problem.refutations]
        deep = maker.deep(problem.level) * times
        judgement = maker.searching.judgement(state, deep, wrong, 0)
    return judgement is not None and set(judgement.right) == right


def why_dropped(task: tuple[Problem, int, int]) -> str:
    """`holds` as the task of a worker: empty where it holds, else why the problem is dropped."""
    try:
        return "" if holds(*task) else "it does not hold"
    except TermgamesError as error:
        return str(error)


class Collection:
    """Problems no two of which are alike, at most `count` of them, and `share` percent of these of
    one level."""

    def __init__(self, count: int, share: int) -> None:
        self.count, self.most_of_level = count, max(1, count * share // 100)
        self.problems: list[Problem] = []
        self._boards: dict[object, list[np.ndarray]] = {}
        """The stones of the positions so far, by the options of their game."""

    @property
    def full(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self.problems) >= self.count

    def take(self, problems: Iterable[Problem]) -> list[Problem]:
        """Add problems; returns those that are new."""
        return [problem for problem in problems if self.add(problem)]

    def add(self, problem: Problem) -> bool:
        """Take a problem up, unless there are enough of its level, or another differs from it in
        few cells, however the board is turned."""
        of_level = sum(other.level == problem.level for other in self.problems)
        if self.full or of_level >= self.most_of_level:
            return False
        game = games.create(problem.game, problem.options)
        stones = bytes(game.topology.read(problem.board, "." + game.marks))
        few, turned = max(_FEW, len(stones) // _PART), images(game.topology, stones)
        others = self._boards.setdefault(tuple(problem.options.items()), [])
        if any((turned != other).sum(axis=1).min() < few for other in others):
            return False
        others.append(turned[0])
        self.problems.append(problem)
        return True


@dataclass(frozen=True)
class GameProblems:
    """What a game gave."""

    game: int
    """Its number."""
    problems: tuple[Problem, ...]


class GamesProblems(Journal[GameProblems]):
    """The problems of games, in a file."""

    what, one, kind = "problems", "game", GameProblems
