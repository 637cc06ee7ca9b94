"""What a player may know (rule 17): views, worlds that a view allows, redacted answers.

Hands are hidden but for their size, and so is what another has given back underneath. The
order of the stack exists nowhere. Whoever gave a card back remembers it while it is there;
once another has drawn it, that is forgotten.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from termgames.core.game import Seat
from termgames.games.mitropia import cards
from termgames.games.mitropia.cards import Kind
from termgames.games.mitropia.moves import Drawn, Lose, Move
from termgames.games.mitropia.state import Discard, Draw, State
from termgames.games.mitropia.table import Table


def view(s: State, seat: Seat | None) -> State:
    """What `seat` knows, a spectator for None."""
    return replace(s, cards=cards.hidden(s.cards, seat))


def imagine(table: Table, s: State, rng: np.random.Generator) -> State:
    """A whole state: every unknown card drawn from those unseen, all alike likely."""
    if table.deck is None:
        return s

    def shuffle(loose: list[Kind]) -> list[Kind]:
        return [loose[at] for at in rng.permutation(len(loose)).tolist()]

    return replace(s, cards=cards.imagined(s.cards, table.deck, shuffle))


def redact(s: State, m: Move, seat: Seat | None) -> Move:
    """`m` as `seat` learns of it: a card that another draws or gives back is not seen."""
    if isinstance(m, Drawn) and isinstance(s.question, Draw) and s.question.seat != seat:
        return Drawn(None)
    if isinstance(m, Lose) and isinstance(s.question, Discard):
        secret = s.question.under and s.question.seat != seat
        return Lose(None) if secret else m
    return m
