"""OpenSpiel's MCTSBot behind the Go Text Protocol, for Majorities, Plurality and Pletore.

    pip install open_spiel==1.6.12 numpy          (in an environment of its own)
    termgames arena majorities --size 7 --a mcts:time=0.5 \\
        --b "gtp:ENV/bin/python tests/benchmarks/openspiel_gtp.py majorities --time 0.5"

The search is OpenSpiel's own, in C++: UCT with random rollouts (`RandomRolloutEvaluator`) and
its solver. The rules are Python's, as fast as they could be made (`openspiel_games.py`). The
number of simulations of a search comes from the CPU time that the last one took, so that a
turn takes the CPU seconds it was given; the steps of a turn share them. Versions after 1.6.12
end with a segmentation fault on Python games.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import pyspiel  # noqa: E402 (found where it is installed, the rest where this file lies)

from tests.benchmarks import openspiel_games  # noqa: E402
from tests.benchmarks.openspiel_games import OPEN, Rules  # noqa: E402

SIZES = {"majorities": 5, "plurality": 13, "pletore": 13}
MEMORY = 1000
"""Megabytes of a search tree."""
SHARES = {"majorities": (0.5, 1.0), "plurality": (0.75, 1.0), "pletore": (1.0,)}
"""Of what is left of a turn's time, what its steps take, by number."""


def wrapped(rules: Rules) -> tuple[Any, Any]:
    """The rules as a game of OpenSpiel, and its class of states."""
    kind = pyspiel.GameType(
        short_name="python_termgames",
        long_name="Python termgames",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    about = pyspiel.GameInfo(
        num_distinct_actions=rules.actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=rules.longest,
    )

    class State(pyspiel.State):
        """A state of the game; everything it knows is in `bits`."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.bits = rules.start()

        def current_player(self) -> int:
            bits = self.bits
            return bits.turn if bits.share == OPEN else pyspiel.PlayerId.TERMINAL

        def _legal_actions(self, player: int) -> list[int]:
            return self.bits.legal()

        def _apply_action(self, action: int) -> None:
            self.bits.apply(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def is_terminal(self) -> bool:
            return self.bits.share != OPEN

        def returns(self) -> list[float]:
            share = self.bits.share
            return [0.0, 0.0] if share == OPEN else [2 * share - 1, 1 - 2 * share]

        def __str__(self) -> str:
            return str(self.bits)

    class Game(pyspiel.Game):
        """The game; never parameterized."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, about, params or {})

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, kind: Any = None, params: Any = None) -> None:
            return None

    pyspiel.register_game(kind, Game)
    return Game(), State


class Player:
    """The search with a budget of CPU seconds."""

    def __init__(self, rules: Rules, uct: float, seed: int, simulations: int | None) -> None:
        self.rules, self.uct, self.seed, self.simulations = rules, uct, seed, simulations
        self.game, _ = wrapped(rules)
        self.evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.rate = 0.0
        """Simulations a second of the last search, ..."""
        self.growth = 1.0
        """... and how much faster the next one is going to be: games get shorter."""
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.state = self.game.new_initial_state()
        self.rate, self.growth = 0.0, 1.0

    def turn(self, seconds: float) -> list[int]:
        """The actions of a whole turn, which are not played yet."""
        state, actions = self.state.clone(), []
        mover, begun = state.current_player(), time.process_time()
        for share in SHARES[type(self.rules).__name__.lower()]:
            left = seconds - (time.process_time() - begun)
            actions.append(self._step(state, share * left))
            state.apply_action(actions[-1])
            if state.is_terminal() or state.current_player() != mover:
                break
        return actions

    def _step(self, state: Any, seconds: float) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.simulations is not None:
            return self._search(state, self.simulations)[0]
        left = seconds
        if not self.rate:
            # A look at how fast it goes.
            _, used, self.rate = self._search(state, 20)
            left -= used
        expected = self.rate * self.growth
        number = max(2, round(expected * left))
        action, used, rate = self._search(state, number)
        # Searches that the solver ended say little about speed.
        if used > 0.5 * left:
            self.growth = min(1.3, max(1.0, 0.5 * self.growth + 0.5 * rate / self.rate))
            self.rate = rate
        return action

    def _search(self, state: Any, simulations: int) -> tuple[int, float, float]:
        """The action, CPU seconds, and simulations a second."""
        self.seed += 1
        begun = time.process_time()
        bot = pyspiel.MCTSBot(
            self.game, self.evaluator, self.uct, simulations, MEMORY, True, self.seed, False
        )
        action = bot.step(state)
        used = max(1e-6, time.process_time() - begun)
        return action, used, simulations / used


class Protocol:
    """The commands; a refused one raises ValueError with what is wrong."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.seconds: float = options.time
        self.size: int = options.size or SIZES[options.game]
        self.komi: float | None = options.komi
        self._player: Player | None = None
        self.commands = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "OpenSpiel MCTSBot",
            "version": lambda _: "1.6.12",
            "known_command": lambda words: str(words[:1] and words[0] in self.commands).lower(),
            "list_commands": lambda _: "\n".join(sorted(self.commands)),
            "boardsize": self._boardsize,
            "clear_board": lambda _: self._new(),
            "komi": self._komi,
            "time_settings": self._time_settings,
            "play": self._play,
            "genmove": self._genmove,
            "quit": lambda _: "",
        }

    @property
    def player(self) -> Player:
        """Made when it is needed: tables take a while."""
        if self._player is None:
            komi = None if self.options.game == "majorities" else self.komi
            rules = openspiel_games.rules(self.options.game, self.size, komi)
            told = self.options
            self._player = Player(rules, told.uct, told.seed, told.simulations)
        return self._player

    def _new(self) -> str:
        if self._player is not None:
            self._player.begin()
        return ""

    def _boardsize(self, words: list[str]) -> str:
        self.size, self._player = int(words[0]), None
        return ""

    def _komi(self, words: list[str]) -> str:
        komi = float(words[0])
        if self._player is not None and self._player.state.history():
            raise ValueError("the game has begun")
        self.komi, self._player = komi, None
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, period, moves = map(float, words)
        if main or not period or not moves:
            raise ValueError("only so many seconds a number of moves, as time_settings 0 5 1")
        self.seconds = period / moves
        return ""

    def _mover(self, name: str) -> None:
        state = self.player.state
        if state.is_terminal() or name.lower()[:1] != "bw"[state.current_player()]:
            raise ValueError(f"it is not {name}'s turn")

    def _play(self, words: list[str]) -> str:
        self._mover(words[0])
        rules, state = self.player.rules, self.player.state
        for action in rules.read(state.bits, words[1]):
            if action not in state.legal_actions():
                raise ValueError("illegal move")
            state.apply_action(action)
        return ""

    def _genmove(self, words: list[str]) -> str:
        self._mover(words[0])
        state = self.player.state
        actions = self.player.turn(self.seconds)
        text = self.player.rules.text(state.bits, actions)
        for action in actions:
            state.apply_action(action)
        return text

    def answer(self, line: str) -> str:
        """The answer to a line, without its number, which nobody here sends."""
        name, *words = line.split()
        if name not in self.commands:
            return "? unknown command"
        try:
            return f"= {self.commands[name](words)}"
        except (ValueError, IndexError, KeyError, TypeError) as error:
            return f"? {error}"


def main() -> None:
    """Answer until the lines end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=SIZES)
    parser.add_argument("--size", type=int)
    parser.add_argument("--komi", type=float)
    parser.add_argument("--time", type=float, default=1.0, help="CPU seconds a turn")
    parser.add_argument("--simulations", type=int, help="of a search, instead of a time")
    parser.add_argument("--uct", type=float, default=2.0, help="constant of exploration")
    parser.add_argument("--seed", type=int, default=int(time.time() * 1000) % 2**31)
    protocol = Protocol(parser.parse_args())
    for line in sys.stdin:
        if line.strip():
            print(protocol.answer(line.strip()), end="\n\n", flush=True)
        if line.strip() == "quit":
            return


if __name__ == "__main__":
    main()
