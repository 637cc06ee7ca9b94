"""Exercises in every game: made of any decision, set up again, answered, nothing hidden told."""

import json
import random
from dataclasses import replace

from termgames.core.game import has_secrets
from termgames.study import review
from termgames.study.drills.attempt import Attempt
from termgames.study.exercises import making
from termgames.study.exercises.answering import ExerciseTask
from termgames.study.exercises.exercise import read
from termgames.study.review import Finding
from tests.contract.support import SEARCHED, every_game, game_of, match_of, small

PLIES = 6


@every_game
def test_any_decision_can_be_practised(game_id: str) -> None:
    setting = small(game_id, SEARCHED)
    game = game_of(setting)
    match = match_of(setting, 2, players=["human:Ann", *["human"] * (game.seats - 1)])
    plies = review.decisions(match, range(game.seats))
    for ply in random.Random(game_id).sample(plies, min(PLIES, len(plies))):
        seat, text = match.actor(ply), match.texts()[ply]
        line = match.texts()[ply : ply + 4]
        found = Finding(
            ply, seat, match.actor_name(ply), "another", text, line, 0.9, (0.9, 0.9), 0.0
        )
        made = making.of_finding(match, found)
        assert made.player == ("Ann" if seat == 0 else "")
        assert read(json.loads(json.dumps(made.fields()))) == made
        task = ExerciseTask(replace(made, played=text))
        assert (task.seat, task.start.state) == (seat, match.state_at(ply))
        attempt = Attempt(task)
        shown = attempt.live.shown
        if has_secrets(game):
            assert shown.position == game.view(match.state_at(ply), seat), "his own hand alone"
        assert attempt.live.play(task.answers[0]) is None
        verdict = attempt.judge()
        assert verdict.right
        attempt.again()
        # A formality is answered at once.
        assert shown.match.texts()[:ply] == match.texts()[:ply]
        assert shown.match.ply == ply or not shown.decided(ply)
