"""What stands beside the board, as values: players, scores, moves, facts, dice and cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from termgames import games
from termgames.core.display import Token
from termgames.core.game import NEUTRAL, Score, Seat
from termgames.core.text import counted
from termgames.play import clock
from termgames.play.advice import Estimate
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Sitting
from termgames.play.text.prompts import Phrase, Span, seat_names

TIME = "time"
"""The caption above what the clocks of players show."""
TO_WIN, POINTS, NOW = "to win", "points", "now"
"""The captions above the figures of players: how likely each of more than two is to win, the total
that is expected of him, and his standing as if the game ended now."""
CHANCES = "chance to win"
"""The title of the graph."""
_OF_GRAPH = (
    "who was ahead after each move, and how clearly, as the analysis sees it; nothing where it has "
    "not looked. A click shows a position, { and } go to the greatest leaps"
)
_ALL_ACCEPTED, _ALL_ASKED, _ASKED_WITH_CARDS = (
    *("accepts all moves unasked", "asked about every move"),
    "asked while holding a card",
)
"""When a player is asked about moves of others, where he changed it: never, always, always at a
shared keyboard."""


@dataclass(frozen=True)
class Player:
    """One player of the position shown."""

    colour: int | None
    """The colour of his stones, None before sides are chosen."""
    side: str
    """The name of his seat."""
    label: str
    """Who he is: `you`, `bot 4`."""
    standing: str
    """How he stands, as a rule his score, without its parts; empty when nothing is to be
    counted."""
    to_act: bool
    leads: bool
    tokens: int
    """How many things he has taken from beside the board."""
    note: str
    """Cards in his hand, and under whom he plays."""


def players(shown: Shown, *, counting: bool) -> list[Player]:
    """The players by seat; nobody's standing and no lead unless the position is shown as if the
    game ended now (`counting`)."""
    state, game, names = shown.position, shown.game, seat_names(shown)
    to_act = game.to_act(state)
    leaders = shown.score(shown.ply).winners if counting else ()
    holders = [token.holder for token in shown.display.tokens(state)]
    return [
        Player(
            colour=colour(shown, state, seat),
            side=names[seat],
            label=shown.label(seat),
            standing=_without_parts(shown.display.player_line(state, seat)) if counting else "",
            to_act=seat == to_act and not (shown.present and shown.match.over),
            leads=seat in leaders and len(leaders) < game.seats,
            tokens=holders.count(seat),
            note=_note(shown, seat, names),
        )
        for seat in range(game.seats)
    ]


def _without_parts(standing: str) -> str:
    """A standing without the part in brackets, which stands among the scores."""
    return standing.partition(" (")[0]


def colour(shown: Shown, state: Any, seat: Seat) -> int | None:
    """The colour of a player's stones, None before sides are chosen."""
    game = shown.game
    chosen = game.seat_name(state, 0) in games.info(game.id).seats
    return game.colour(state, seat) if chosen else None


def _note(shown: Shown, seat: Seat, names: Sequence[str]) -> str:
    hand = shown.display.hand(shown.position, seat)
    cards = hand if isinstance(hand, int) or hand is None else len(hand)
    parts = [] if cards is None else [counted(cards, "card")]
    bonds = shown.display.bonds(shown.position)
    return ", ".join(parts + [f"under {names[over]}" for under, over in bonds if under == seat])


def free_tokens(shown: Shown) -> list[Token]:
    """The things beside the board that anybody may take."""
    return [token for token in shown.display.tokens(shown.position) if token.holder is None]


@dataclass(frozen=True)
class ScoreGroup:
    """What belongs to one player, or to none."""

    seat: int
    """A seat, or NEUTRAL."""
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    """Text and cells of each part: territories, the largest first, then bonuses."""


def score_groups(shown: Shown) -> list[ScoreGroup]:
    """The score of the position shown by seat, then nobody's where there is something."""
    score = shown.score(shown.ply)
    groups = [ScoreGroup(seat, _parts(score, seat)) for seat in range(shown.game.seats)]
    nobody = ScoreGroup(NEUTRAL, _parts(score, NEUTRAL))
    return [*groups, nobody] if nobody.parts else groups


def _parts(score: Score, seat: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    own = [part for part in score.parts if part.seat == seat]
    ordered = sorted(own, key=lambda part: (not part.cells, -part.points))
    return tuple((part.text, part.cells) for part in ordered)


def clock_figures(sitting: Sitting) -> list[str]:
    """By seat what the clocks show, empty for a seat without one; no figures without clocks."""
    showing = {each.seat: clock.figure(each.left) for each in sitting.clocks}
    seats = range(sitting.shown.game.seats)
    return [showing.get(seat, "") for seat in seats] if showing else []


def ended(shown: Shown) -> bool:
    """Whether it is the last position of a game that is over."""
    return shown.match.over and shown.ply == shown.match.ply


def estimate(shown: Shown, *, analysis_shown: bool) -> Estimate | None:
    """Who wins the position shown; None where nothing is said of it, as after the end."""
    return shown.estimates.get(shown.ply) if analysis_shown and not ended(shown) else None


def facts(shown: Shown, *, counting: bool) -> list[tuple[str, str]]:
    """Names and values to be known of the position at a glance: of the turn, how the game would
    count where that is shown (`counting`), and how long the last move took where somebody looks
    back."""
    display, state = shown.display, shown.position
    # Dice that lie on the table need no words, nor do lines, which have bars.
    seen = {line.way for line in display.lines(state)} | ({"dice"} & {*display.rolled(state)})
    named = [(name, value) for name, value in display.status(state) if name not in seen]
    told = [fact for fact in named if counting or fact[0] in display.turn_facts]
    seconds = shown.match.time.taken(shown.ply - 1) if shown.ply else 0.0
    back = not shown.present or shown.match.over
    return [*told, ("move took", clock.lasted(seconds))] if seconds and back else told


def figures(
    shown: Shown,
    *,
    analysis_shown: bool,
    counting: bool,
    overlay: str = "",
    points: bool = False,
    graph: bool = False,
) -> list[tuple[str, str]]:
    """What the figures on the present screen mean: their names, and a sentence on each; names
    with the same meaning stand together. `overlay` is the one that tints the board, `points` and
    `graph` are whether points and a graph are shown."""
    legend, now = shown.display.legend, estimate(shown, analysis_shown=analysis_shown)
    explained = []
    if now is not None:
        likely = (
            "how likely a player is to win, as the analysis sees it: of many positions with 70%"
        )
        explained.append(("per cent", f"{likely} seven in ten are won"))
    if now is not None and now.points is not None and points:
        explained.append((POINTS, "the totals at the end that the analysis expects, komi and all"))
    if counting and not ended(shown):
        score = legend.get("score", "the score as the rules count it")
        explained.append((NOW, f"{score}, as if the game ended now"))
    terms = [name for name, _ in facts(shown, counting=counting)]
    if shown.display.rolled(shown.position):
        terms.append("dice")
    terms += ["lines" if shown.display.lines(shown.position) else "", overlay]
    meanings: dict[str, list[str]] = {}
    for name in terms:
        if name in legend:
            meanings.setdefault(legend[name], []).append(name)
    explained += [(", ".join(names), meaning) for meaning, names in meanings.items()]
    if shown.bots:
        explained.append(("seconds", "how long a bot thought"))
    if graph:
        explained.append((CHANCES, _OF_GRAPH))
    return [(name, f"{text[:1].upper()}{text[1:]}.") for name, text in explained]


def held(shown: Shown) -> Phrase:
    """The dice of the turn, the player's cards (face down where others look on), and when he
    is asked; empty where there is nothing of that."""
    state, seat = shown.position, shown.view.seat
    blocks: list[Phrase] = []
    dice = shown.display.rolled(state)
    if dice:
        spans = [span for die in dice for span in (Span(" "), Span(f" {die} ", "die"))]
        blocks.append(tuple(spans[1:]))
    done = shown.match.over
    hand = None if seat is None or done else shown.display.hand(state, seat)
    if hand is not None and not isinstance(hand, int):
        names = ", ".join(card.name for card in hand)
        cards = f"{len(hand)} face down" if hand and shown.view.shared else names or "none"
        blocks.append((Span("cards ", "weak"), Span(cards)))
    if seat is not None and shown.display.reactive and not done:
        when = shown.auto_answers.when(seat)
        always = _ASKED_WITH_CARDS if shown.view.shared else _ALL_ASKED
        usual = None if shown.view.apart else "idle"
        if when != usual:
            blocks.append((Span(always if when is None else _ALL_ACCEPTED, "weak"),))
    return tuple(span for block in blocks for span in (Span("  "), *block))[1:]
