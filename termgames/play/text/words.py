"""A match in words, as lines and sentences for every front end: options, players, scores, moves,
results. Strings only; what a sitting adds to them is in `prompts` and `panels`."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from termgames import games
from termgames.core.display import AnyDisplay
from termgames.core.errors import TermgamesError
from termgames.core.game import AnyGame
from termgames.core.options import number_text
from termgames.core.text import counted, listed, quotable, sentence
from termgames.play import clock, note_lines
from termgames.play.advice import Estimate
from termgames.play.bots import calibrated_levels
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch, Result, ToldEnd
from termgames.play.text import boards
from termgames.search.characters import CHARACTERS

_RESULT = re.compile(r"(.+?)( by [0-9.]+)? \((.+)\)")
"""A line of `result_line`: who wins, by how much, and why."""
_EVEN, _WINNING = 55, 85
"""Per cent up to which nobody is ahead, and from which on a player is not only ahead."""


def seat_names(match: AnyMatch) -> list[str]:
    """The names of all seats in the present position, lower case."""
    return [match.seat_name(seat) for seat in range(match.game.seats)]


def title_line(match: AnyMatch) -> str:
    """`plurality, size 13, komi 5.5`: the game, its options and what they entail."""
    return games.info(match.game.id).title_line(match.game.options)


def player_lines(match: AnyMatch) -> list[str]:
    """`black: human, clock 10m+5s`, one line for each seat."""
    lines = []
    for seat, (name, player) in enumerate(zip(seat_names(match), match.players, strict=True)):
        control = match.time.control(seat)
        timed = "" if control is None else f", clock {control}"
        lines.append(f"{name}: {quotable(player)}{timed}")
    return lines


def time_used(match: AnyMatch) -> str:
    """`black 4:12 for 23 moves, white 3:58 for 22`: how long the players thought in all, those
    who were timed."""
    if not match.time.known:
        return ""
    names = seat_names(match)
    told: list[str] = []
    for seat, name in enumerate(names):
        plies = [ply for ply in range(match.ply) if match.actor(ply) == seat]
        if not any(map(match.time.taken, plies)):
            continue
        moves = f"{len(plies)}" if told else counted(len(plies), "move")
        told.append(f"{name} {clock.lasted(sum(map(match.time.taken, plies)))} for {moves}")
    return ", ".join(told)


def level_lines(match: AnyMatch) -> list[str]:
    """`bot:5: 470 Elo above level 1, 0.3 s a move`, one line for each level that plays, none
    where the levels of the game were not measured; then one for each character."""
    measured = calibrated_levels.levels_on(match.game.id, match.game.options)
    specs = [parse_player(player) for player in match.players]
    levels = sorted({spec.level for spec in specs if spec.level} if measured.rated else ())
    lines = [f"bot:{level}: {calibrated_levels.about(measured, level)}" for level in levels]
    present = {spec.character for spec in specs}
    return lines + [f"{name} {each.about}" for name, each in CHARACTERS.items() if name in present]


def totals(names: Iterable[str], points: Sequence[float]) -> str:
    """`alpha 30, beta 28, gamma 23`; empty without points."""
    return ", ".join(f"{name} {number_text(x)}" for name, x in zip(names, points, strict=False))


def score_line(match: AnyMatch, state: Any) -> str:
    """`score: black 3, white 8.5`; of a position of the match, or of a view of one."""
    score = match.game.score(state)
    names = [match.game.seat_name(state, seat) for seat in range(match.game.seats)]
    return f"score: {totals(names, score.totals)}"


def status_line(match: AnyMatch, state: Any, *, counting: bool = True) -> str:
    """`points still open 119; decided 23`: the numbers that players of this game watch; without
    `counting` those of the turn alone."""
    display = games.display(match.game)
    facts = [fact for fact in display.status(state) if counting or fact[0] in display.turn_facts]
    return "; ".join(f"{label} {value}" for label, value in facts)


def holdings(match: AnyMatch, state: Any) -> list[str]:
    """What players have beside the board, in games that have such things: how many cards
    (`cards: black 2, white 0`), tables (`prisoners of white: black 2, red 1`), and who plays
    under whom (`red is under black`)."""
    display, names = games.display(match.game), seat_names(match)
    hands = [display.hand(state, seat) or () for seat in range(len(names))]
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in hands]
    lines = [f"cards: {totals(names, sizes)}"] if any(sizes) else []
    for table in display.tables(state):
        for holder, numbers in table.rows:
            piles = zip(table.columns, numbers, strict=True)
            held = ", ".join(f"{names[column]} {many}" for column, many in piles if many)
            lines += [f"{table.name} of {names[holder]}: {held}"] if held else []
    return lines + [
        f"{names[seat]} is under {names[above]}" for seat, above in display.bonds(state)
    ]


def percent(share: float) -> str:
    """`62%`; 0% and 100% are said of what is certain alone."""
    return f"{share:.0%}" if share in (0, 1) else f"{min(99, max(1, round(100 * share)))}%"


def outlook(names: Sequence[str], estimate: Estimate, be: str = "is") -> str:
    """Who wins, in words with the share behind them: `Black is ahead 62%`, `even`, and what is
    proven; of more than two players the share of each. `be` is `was` of a game that is over."""
    shares = estimate.shares
    if estimate.known:
        return sentence(estimate.known)
    if len(shares) > 2:
        pairs = zip(names, shares, strict=True)
        return ", ".join(f"{name.capitalize()} {percent(share)}" for name, share in pairs)
    best = max(shares)
    if round(100 * best) <= _EVEN:
        return "even"
    how = "winning" if round(100 * best) >= _WINNING else "ahead"
    return f"{names[shares.index(best)].capitalize()} {be} {how} {percent(best)}"


def verdict(winners: Sequence[str], seats: int) -> str:
    """`white wins`, `a draw`, `nobody wins`, `alpha and beta share the win`, by the names of
    the winners."""
    if len(winners) == seats:
        return "a draw"
    if len(winners) > 1:
        return f"{listed(winners)} share the win"
    return f"{winners[0] if winners else 'nobody'} wins"


def margin(game: AnyGame, result: Result) -> str:
    """` by 4.5`, the winner's lead over the next total; empty where several or none win, or the
    highest total does not decide."""
    if len(result.winners) != 1 or not games.display(game).most_wins:
        return ""
    (winner,) = result.winners
    points = result.score.totals
    lead = points[winner] - max(x for seat, x in enumerate(points) if seat != winner)
    return f" by {number_text(lead)}" if lead > 0 and result.score.winners == (winner,) else ""


def result_line(match: AnyMatch) -> str:
    """`white wins by 4.5 (both passed)`; while the game goes on, who is to move."""
    result = match.result()
    if result is None:
        return f"not finished: {match.actor_name(match.ply)} is to move"
    winners = [match.seat_name(seat) for seat in result.winners]
    by = match.told.by if match.told else "" if match.loss else margin(match.game, result)
    return f"{verdict(winners, match.game.seats)}{by} ({reason(match.game, result.reason)})"


def told_end(match: AnyMatch, line: str) -> ToldEnd | None:
    """The end that a line of `result_line` tells; None where the moves come to the same, and for
    any other text."""
    found = _RESULT.fullmatch(line)
    if found is None or line == result_line(match):
        return None
    names = seat_names(match)
    for many in range(len(names) + 1):
        for winners in combinations(range(len(names)), many):
            if found[1] == verdict([names[seat] for seat in winners], len(names)):
                return ToldEnd(winners, found[3], found[2] or "")
    return None


def reason(game: AnyGame, ending: str) -> str:
    """Why a game ended, as players are told."""
    return games.display(game).endings.get(ending, ending)


def move_line(number: int, name: str, text: str) -> str:
    """`1. black c4,c5,d5`: who moved, and what; no number where it is 0."""
    return f"{number}. {name} {text}" if number else f"{name} {text}"


def move_text(display: AnyDisplay, state: Any, move: Any) -> str:
    """A move of `state` as a player can type it: in the words of its button or answer where those
    can be typed (`accept`), else as the display names it."""
    return move_texts(display, state, [move])[0]


def move_texts(display: AnyDisplay, state: Any, moves: Iterable[Any]) -> list[str]:
    """The same of several moves."""
    question = display.question(state)
    offered = display.buttons(state) if question is None else question.answers
    typed = []
    for label, move in offered:
        with suppress(TermgamesError):
            if display.game.parse(state, label) == move:
                typed.append((move, label))
    return [
        next((label for other, label in typed if other == move), display.named(move))
        for move in moves
    ]


def record_text(match: AnyMatch) -> str:
    """A record as a page of text: players, moves with comments and variations as records have
    them, the last board, the result."""
    game, moves = match.game, match.moves
    last = game.cells_of(moves[-1]) if moves else ()
    labels = games.display(game).labels(match.state)
    played = [*note_lines.lines(match.notes, 0)]
    for ply, text in enumerate(match.texts()):
        seconds = match.time.taken(ply)
        took = f"  {clock.lasted(seconds)}" if seconds else ""
        played.append(move_line(ply + 1, match.actor_name(ply), text) + took)
        played += note_lines.lines(match.notes, ply + 1)
    return "\n".join(
        [
            title_line(match),
            *player_lines(match),
            "",
            *played,
            "",
            boards.draw(game, match.state, last, labels=labels),
            score_line(match, match.state),
            result_line(match),
            *([f"time: {used}"] if (used := time_used(match)) else []),
        ]
    )
