"""Questions beside the board, of every game, as random games meet them."""

from __future__ import annotations

import random
from functools import cache

from termgames import games
from termgames.core.options import Value
from termgames.play.match import Match
from tests.contract.support import MAP

SETTINGS: dict[str, tuple[str, dict[str, Value]]] = {
    "plurality": ("plurality", {"size": 5, "pie": True}),
    "pletore": ("pletore", {"size": 5, "komi": "offer"}),
    "tricolor": ("tricolor", {"size": 5, "dead-stones": "agree"}),
    "mitropia": ("mitropia", {"map": MAP, "players": 3, "dead-stones": "agree"}),
}


def kind(match: Match) -> str:
    """What is asked: the answers that everybody may have; a number."""
    question = games.display(match.game).question(match.state)
    if question is None:
        return ""
    common = [label for label, _ in question.answers if not question.private or label == "accept"]
    return " ".join(common) or ("number" if question.number else "cards")


def chooses(match: Match) -> bool:
    """Whether the player has more than one answer: nobody else is asked to accept a move."""
    return len(match.game.legal_moves(match.state)) > 1


@cache
def asked(name: str) -> dict[str, tuple[int, list[str]]]:
    """By the kind of a question the seed and the players' moves that lead to it: the first one
    met in random games."""
    game_id, options = SETTINGS[name]
    questions: dict[str, tuple[int, list[str]]] = {}
    for seed in range(12):
        rng = random.Random(seed)
        rules = games.create(game_id, dict(options))
        match = Match(rules, ("human",) * rules.seats, seed)
        display = games.display(rules)
        for _ in range(120):
            if match.over:
                break
            accepts = display.let(match.state) is not None
            if kind(match) not in questions and not (accepts and not chooses(match)):
                plies = [ply for ply in range(match.ply) if not match.by_chance(ply)]
                texts = [rules.format(match.moves[ply]) for ply in plies]
                questions[kind(match)] = (seed, texts)
            # Talk and passes lead to questions that stones do not.
            beside = [move for _, move in display.buttons(match.state)]
            moves = list(rules.legal_moves(match.state))
            match.submit(rng.choice(beside if beside and rng.random() < 0.5 else moves))
    questions.pop("", None)
    return questions


def there(name: str, which: str) -> Match:
    """A match in which that is asked."""
    game_id, options = SETTINGS[name]
    rules = games.create(game_id, dict(options))
    seed, texts = asked(name)[which]
    match = Match(rules, ("human",) * rules.seats, seed)
    for text in texts:
        match.submit(rules.parse(match.state, text))
    return match


QUESTIONS = [(name, which) for name in SETTINGS for which in asked(name)]
