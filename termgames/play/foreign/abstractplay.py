"""Games of Plurality, Pletore and Majorities in records of AbstractPlay, JSON of schema 1-0-0.

A header tells game, variants, players and dates; `moves` are rounds of texts, one a player. Seats
are those at the end of the game. Columns have all letters there, the `i` too. Komi is offered by
the first player as the first move, see `_Komi`; its records hold neither variations nor positions
that were set up, and finished games alone.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from termgames import games
from termgames.core.errors import RecordError
from termgames.core.files import parsed
from termgames.core.options import Value
from termgames.core.text import COLUMNS, quoted
from termgames.play.bots.players import label_of, parse_player
from termgames.play.foreign.imported import Imported, player, split
from termgames.play.match import AnyMatch
from termgames.play.text.words import seat_names

_CELL = re.compile(r"([a-z])([0-9]{1,2})")
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
_ENDS = {"resign": "resigned", "timeout": "lost on time", "draw": "agreed on a draw"}
_ENDS["abandoned"] = "abandoned the game"


@dataclass
class _Opening:
    """How a game begins: options, the moves before the first stone, and the places in the record's
    list of the players of our seats."""

    chosen: dict[str, Value] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    seats: tuple[int, int] = (0, 1)
    taken: int = 0
    """How many of the record's moves are the opening."""


@dataclass(frozen=True)
class _Kind:
    """What is particular to a game."""

    usual: int
    """The size of the board where no variant tells one."""
    offered: tuple[int, ...]
    switches: Mapping[str, str]
    """Our options by a piece of the variant's name."""
    square: bool
    read_opening: Callable[[Sequence[str], bool, bool], _Opening]
    """From moves, whether the seats were changed, and whether komi is left out."""
    write_opening: Callable[[AnyMatch], tuple[list[str], bool, bool]]
    """Moves, whether the seats were changed, and whether komi is left out."""


# -- openings ----------------------------------------------------------------------------------


def _plain(moves: Sequence[str], pied: bool, no_komi: bool) -> _Opening:
    return _Opening()


def _no_offer(match: AnyMatch) -> tuple[list[str], bool, bool]:
    return [], False, True


def _read_plurality(moves: Sequence[str], pied: bool, no_komi: bool) -> _Opening:
    """A komi for White if it is above 0, for Black below, half a point more than is said; none at
    0. Then the second player says `play-second`, or makes Black's first move. Records without an
    offer are of half a point for White."""
    if not moves or not _WHOLE.fullmatch(moves[0]):
        return _Opening({"komi": 0.5})
    said = int(moves[0])
    second_plays_white = moves[1:2] == ["play-second"]
    taken = 1 + second_plays_white
    if said > 0:
        side = "white" if second_plays_white else "black"
        return _Opening({"pie": True}, [f"komi {said}", side], taken=taken)
    komi = said - 0.5 if said else 0.0
    return _Opening({"komi": komi}, seats=(0, 1) if second_plays_white else (1, 0), taken=taken)


def _write_plurality(match: AnyMatch) -> tuple[list[str], bool, bool]:
    komi = match.game.report_fields(match.state)["komi"]
    if komi == 0.5:
        return [], False, False
    said = int(komi)  # towards 0
    if komi != (said + 0.5 * ((said > 0) - (said < 0))):
        raise RecordError(
            f"komi {komi:g}: AbstractPlay knows whole numbers and a half, and 0 in Plurality"
        )
    second_plays_white = not (_offers(match) and _black_seat(match) == 1)
    return [str(said), *["play-second"] * second_plays_white], False, False


def _read_pletore(moves: Sequence[str], pied: bool, no_komi: bool) -> _Opening:
    """A whole komi for White; then the second player says `pie`, whichever side he takes. The
    first in the record's list is Black."""
    if no_komi:
        return _Opening({"komi": 0})
    if not moves or not _WHOLE.fullmatch(moves[0]):
        raise RecordError(f"move 1, {quoted(''.join(moves[:1]))}: a komi is missing")
    if moves[1:] and moves[1] not in ("pie", "pass"):
        raise RecordError(f"move 2, {quoted(moves[1])}: the answer to komi is missing, 'pie'")
    seats = (1, 0) if pied else (0, 1)
    side = ["black" if pied else "white"] if moves[1:] else []
    return _Opening({"komi": "offer"}, [f"komi {int(moves[0])}", *side], seats, len(moves[:2]))


def _write_pletore(match: AnyMatch) -> tuple[list[str], bool, bool]:
    komi = match.game.report_fields(match.state)["komi"]
    if komi == 0 and not _offers(match):
        return [], False, True
    return [str(komi), "pie"], _offers(match) and _black_seat(match) == 1, False


def _black_seat(match: AnyMatch) -> int:
    """The seat that plays Black, 0 until a side is picked."""
    names = seat_names(match)
    return names.index("black") if "black" in names else 0


def _offers(match: AnyMatch) -> bool:
    """Whether the first two moves are an offer of komi and the answer."""
    options = match.game.options
    return bool(options.get("pie")) or options.get("komi") == "offer"


KINDS = {
    "plurality": _Kind(13, (13, 15, 19), {}, True, _read_plurality, _write_plurality),
    "pletore": _Kind(13, (11, 13, 15, 17), {}, True, _read_pletore, _write_pletore),
    "majorities": _Kind(
        5, (5, 7), {"block": "no-voids", "captur": "capture"}, False, _plain, _no_offer
    ),
}


# -- reading -----------------------------------------------------------------------------------


def recognised(text: str) -> bool:
    """Whether a text may hold such records."""
    return text.lstrip()[:1] in ("{", "[") and '"header"' in text and '"moves"' in text


def read(text: str) -> list[dict[str, Any]]:
    """The records in a text: one, or a list of them. RecordError where it is none."""
    try:
        value = parsed(text)
    except ValueError as error:
        raise RecordError(f"it is no JSON: {error}") from None
    records = value if isinstance(value, list) else [value]
    if not records:
        raise RecordError("it holds no game")
    return records


def imported(record: dict[str, Any], *, until_fault: bool = False) -> Imported:
    """The game of a record. RecordError where it is another game, or where the rules refuse a move,
    unless `until_fault`: then the game up to there."""
    header = record.get("header") if isinstance(record, dict) else None
    if not isinstance(header, dict):
        raise RecordError("it is no record of AbstractPlay: it has no header")
    of = header.get("game")
    name, variants = (of.get("name"), of.get("variants")) if isinstance(of, dict) else (of, None)
    game_id = str(name).strip().lower()
    if game_id not in KINDS:
        raise RecordError(f"it is a game of {quoted(str(name), 40)}: {', '.join(KINDS)} are read")
    kind = KINDS[game_id]
    chosen, no_komi = _variants(kind, variants or [])
    moves = _flat(record.get("moves"))
    texts = [re.sub(r"\s+", "", text.lower()) for text, _ in moves]
    pied = header.get("pied") is True or header.get("pie-invoked") is True
    opening = kind.read_opening(texts, pied, no_komi)
    players = _players(header)
    names = tuple(player(str(players[seat].get("name") or "")) for seat in opening.seats)
    game = Imported.begun(game_id, {**chosen, **opening.chosen}, names)
    try:
        for text in opening.moves:
            game.play(text, f"the offer, {text}")
        comments = [comment for _, comment in moves]
        for comment in comments[: opening.taken]:
            game.say(game.match.ply, comment)
        for number in range(opening.taken, len(texts)):
            if not _play(game, kind, texts[number:], number, opening, players):
                break
            game.say(game.match.ply, comments[number])
    except RecordError as error:
        if not until_fault:
            raise RecordError(f"{error}; --until-fault reads the game up to there") from None
        game.differ(f"the game is read up to a fault: {error}")
    game.told = _told(header, players, opening.seats, game.match)
    _compare_ends(game, opening, players)
    return game.close()


def _play(
    game: Imported,
    kind: _Kind,
    texts: Sequence[str],
    number: int,
    opening: _Opening,
    players: Sequence[Mapping[str, Any]],
) -> bool:
    """Play the next of some moves; False where none after it is played."""
    match, text = game.match, texts[0]
    if text in _ENDS:
        results = [_number(players[place].get("result")) for place in opening.seats]
        loser = results.index(min(results))
        if text in ("resign", "timeout") and results[0] != results[1]:
            (match.flag if text == "timeout" else match.resign)(loser)
        if text != "resign":
            game.differ(f"the game ended when the players {_ENDS[text]}")
        return False
    if match.over:
        if set(texts) == {"pass"}:
            game.differ("the game is over here when nobody can place any more: passes are left out")
            return False
        raise RecordError(f"move {number + 1}, {quoted(text, 40)}: the game is over here")
    ours = _recoded(text, _FROM_THEIRS) if kind.square else text
    game.play(ours, f"move {number + 1}, {match.actor_name(match.ply)} {quoted(text, 40)}")
    return True


def _compare_ends(game: Imported, opening: _Opening, players: Sequence[Mapping[str, Any]]) -> None:
    """Tell where the record has another end than the game here."""
    results = [_number(players[place].get("result")) for place in opening.seats]
    winners = [seat for seat, result in enumerate(results) if result == max(results)]
    here = game.match.result()
    names = seat_names(game.match)
    if here is None and not any(results):
        game.differ("the record ends here before the game is over")
    elif here is None or sorted(here.winners) != winners:
        game.end(winners, "won by " + " and ".join(names[seat] for seat in winners))
    scores = [players[place].get("score") for place in opening.seats]
    scored = here is not None and game.match.loss is None
    if scored and all(isinstance(score, int | float) for score in scores):
        assert here is not None
        if tuple(scores) != here.score.totals:
            told = ", ".join(f"{name} {score:g}" for name, score in zip(names, scores, strict=True))
            game.differ(f"the score in the record is {told}")


def _variants(kind: _Kind, variants: object) -> tuple[dict[str, Value], bool]:
    """Our options for variants, which go by names or by short names; and whether komi is left
    out. RecordError for one that is unknown here."""
    chosen: dict[str, Value] = {"size": kind.usual}
    no_komi = False
    for variant in variants if isinstance(variants, list) else [variants]:
        plain = str(variant).lower()
        size = re.search(r"[0-9]{1,3}", plain)
        option = next((name for piece, name in kind.switches.items() if piece in plain), None)
        if option is not None:
            chosen[option] = True
        elif "komi" in plain and "no" in plain.replace("komi", "") and not size:
            no_komi = True
        elif size:
            chosen["size"] = int(size[0])
        elif plain != "#board":
            raise RecordError(f"the variant {quoted(str(variant), 40)} is unknown here")
    return chosen, no_komi


def _flat(rounds: object) -> list[tuple[str, str]]:
    """The moves of all rounds in the order in which they were played, each with its comment."""
    if not isinstance(rounds, list) or not all(isinstance(one, list) for one in rounds):
        raise RecordError("it is no record of AbstractPlay: its moves are no list of rounds")
    flat: list[tuple[str, str]] = []
    for one in rounds:
        turns = [turn for turn in one if turn is not None]
        if all(isinstance(turn, dict) and "sequence" in turn for turn in turns):
            turns.sort(key=lambda turn: _number(turn["sequence"]))
        for turn in turns:
            text = turn.get("move") if isinstance(turn, dict) else turn
            comment = turn.get("result") if isinstance(turn, dict) else ""
            if not isinstance(text, str):
                raise RecordError(f"move {len(flat) + 1} is no text")
            flat.append((text, comment if isinstance(comment, str) else ""))
    return flat


def _players(header: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    players = header.get("players")
    if not isinstance(players, list) or len(players) != 2:
        raise RecordError("the record does not name two players")
    if not all(isinstance(player, dict) for player in players):
        raise RecordError("its players are no objects")
    return players


def _told(
    header: Mapping[str, Any],
    players: Sequence[Mapping[str, Any]],
    seats: tuple[int, int],
    match: AnyMatch,
) -> dict[str, str]:
    site = header.get("site")
    site = site if isinstance(site, dict) else {"name": site or ""}
    told = {
        "Event": header.get("event"),
        "Round": header.get("round"),
        "Place": site.get("name"),
        "Game id": site.get("gameid"),
        "Began": header.get("date-start"),
        "Ended": header.get("date-end"),
    }
    black = _black_seat(match)
    for seat, colour in ((black, "Black"), (1 - black, "White")):
        told[colour] = players[seats[seat]].get("name")
        told[f"{colour}'s id"] = players[seats[seat]].get("userid")
    return {name: str(value) for name, value in told.items() if value not in (None, "")}


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


# -- writing -----------------------------------------------------------------------------------


def exported(match: AnyMatch, day: str = "") -> tuple[str, list[str]]:
    """A match, of a `day` if that is known, as a text, and what is lost in it. RecordError, naming
    the rule, for a game that AbstractPlay does not have."""
    kind = _refuse_to_write(match)
    opening, pied, no_komi = kind.write_opening(match)
    notes, lost = match.notes, []
    told, comment = split(notes.comment(0))
    told = {"Date": day, **told} if day else told
    first_moves = 2 if _offers(match) else 0
    turns: list[Any] = list(opening)
    before = [comment, *(notes.comment(ply) for ply in range(1, first_moves + 1))]
    early = "\n".join(filter(None, before))
    for ply in range(first_moves, match.ply):
        text = _written(kind, match, ply)
        said = notes.comment(ply + 1)
        turns.append({"move": text, "result": said} if said else text)
    if match.loss is not None:
        turns.append("timeout" if match.loss.on_time else "resign")
    if early and turns:
        head = turns[0]
        old = head if isinstance(head, dict) else {"move": head}
        turns[0] = {**old, "result": "\n".join(filter(None, [early, old.get("result", "")]))}
    if any(notes.nodes()):
        lost.append("variations are left out: records of AbstractPlay have none")
    size = match.game.options["size"]
    if size not in kind.offered:
        sizes = ", ".join(map(str, kind.offered))
        lost.append(f"AbstractPlay offers boards of size {sizes}, not of {size}")
    # Black comes first there where the seats were changed.
    header = _header(match, kind, told, (1, 0) if pied else (0, 1), no_komi=no_komi)
    header |= {"pied": True} if pied else {}
    rounds = [turns[at : at + 2] for at in range(0, len(turns), 2)]
    return json.dumps(
        {"header": header, "moves": rounds}, ensure_ascii=False, indent=1
    ) + "\n", lost


def _refuse_to_write(match: AnyMatch) -> _Kind:
    options = match.game.options
    if match.game.id not in KINDS:
        raise RecordError(
            f"AbstractPlay has {', '.join(KINDS)}: there are no records of {match.game.id} there"
        )
    faults = {
        "it is played on hexagons": options.get("hex") is not None,
        "equal counts go by parity": options.get("ties") == "parity",
        "it is played on a cube": options.get("cube") is not None,
        "its board has other gaps there": options.get("no-voids") is False
        and options["size"] not in (3, 5, 7),
        "it is played to the end": bool(options.get("play-out")),
        "it begins from a position": bool(match.start.diagram),
        "it is not over": not match.over,
        "it was over before a side was picked": _offers(match) and match.ply < 2,
    }
    for fault in filter(faults.get, faults):
        raise RecordError(f"AbstractPlay has no records of such a game: {fault}")
    return KINDS[match.game.id]


def _header(
    match: AnyMatch, kind: _Kind, told: Mapping[str, str], seats: Sequence[int], *, no_komi: bool
) -> dict[str, Any]:
    options, now = match.game.options, datetime.now(UTC).isoformat(timespec="seconds")
    variants = [f"size-{options['size']}"] * (options["size"] != kind.usual)
    short = {"no-voids": "no-blocked", "capture": "capture"}
    variants += [short[name] for name in kind.switches.values() if options[name]]
    variants += ["nokomi"] * (no_komi and kind is KINDS["pletore"])
    result = match.result()
    assert result is not None
    players = []
    for seat in seats:
        colour = match.seat_name(seat).title()
        name = told.get(colour) or label_of(match.players[seat])
        bot = not parse_player(match.players[seat]).human
        player: dict[str, Any] = {"name": name}
        player |= {"userid": told[f"{colour}'s id"]} if f"{colour}'s id" in told else {}
        player |= {"is_ai": True} if bot else {}
        player |= {"score": result.score.totals[seat], "result": int(seat in result.winners)}
        players.append(player)
    site: dict[str, Any] = {"name": told.get("Place", "termgames")}
    site |= {"gameid": told["Game id"]} if "Game id" in told else {}
    header: dict[str, Any] = {
        "game": {"name": games.info(match.game.id).title, "variants": variants},
        "site": site,
        "date-start": told.get("Began", told.get("Date", now)),
        "date-end": told.get("Ended", told.get("Date", now)),
        "date-generated": now,
        "players": players,
    }
    more = {"event": "Event", "round": "Round"}
    return {**{key: told[name] for key, name in more.items() if name in told}, **header}


def _written(kind: _Kind, match: AnyMatch, ply: int) -> str:
    """A move as AbstractPlay writes it."""
    text = match.texts()[ply]
    if kind.square:
        return _recoded(_joined(match, text).removesuffix("x"), _TO_THEIRS)
    states = (match.state_at(ply), match.state_at(ply + 1))
    before, after = (match.game.report_fields(state)["lines"] for state in states)
    if match.game.options["capture"] and before != after:
        return text  # the stones may have to be put in this order
    cells = text.split(",")
    return ",".join(sorted(cells, key=lambda cell: (cell[0], int(cell[1:]))))


def _joined(match: AnyMatch, text: str) -> str:
    """A tromino with the own stone last that touches the enemy's, as AbstractPlay lists it; other
    moves as they are."""
    topology, words = match.game.topology, text.split(",")
    if len(words) == 3:
        near = topology.adjacent[topology.by_name[words[2]]]
        words[:2] = sorted(words[:2], key=lambda word: topology.by_name[word] in near)
    return ",".join(words)


def _recoded(text: str, columns: Mapping[str, str]) -> str:
    """Cells with other letters for columns; other words stay as they are."""
    return ",".join(
        columns.get(cell[1], "?") + cell[2] + word[cell.end() :]
        if (cell := _CELL.match(word))
        else word
        for word in text.split(",")
    )


_TO_THEIRS = {ours: chr(ord("a") + column) for column, ours in enumerate(COLUMNS)}
_FROM_THEIRS = {theirs: ours for ours, theirs in _TO_THEIRS.items()}
