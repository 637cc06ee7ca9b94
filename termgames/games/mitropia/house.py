"""House rules: what a group settles for itself in place of the usual rules.

A *sheet* gives a word for each key of `KEYS`. It comes from a file of TOML, by the name of one
that is shipped, or as one line in options and records, its *code*:

    ours | range = sum | deck = extra move 8, reject 0

Standard library only.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.maptext import BAR
from termgames.core.options import Option
from termgames.core.text import escaped, lines_in, nearest, quoted

Sheet = Mapping[str, str]
"""By key its word, of all keys."""

DECK = {
    "no move": 6,
    "extra move": 16,
    "reject": 4,
    "reject and replace": 2,
    "move anywhere": 4,
    "pair place": 4,
    "replace any": 2,
    "move two": 2,
    "move three": 1,
    "3 points": 3,
    "5 points": 1,
    "trade 1-2": 4,
    "trade 2-5": 2,
    "trade 3-8": 1,
}
"""The cards, and how many of each the classic deck has."""
REVISED, CLASSIC, NO_CARDS = "revised", "classic", "none"
DECKS = {
    REVISED: tuple(DECK.values()),
    CLASSIC: tuple(DECK.values()),
    NO_CARDS: (0,) * len(DECK),
}
"""How many of each card a deck has, in the order of `DECK`."""
DECKS[REVISED] = tuple(0 if name == "replace any" else many for name, many in DECK.items())
_MOST_OF_A_CARD = 99
FIXED_RANGE = "3"
"""The range without dice, in steps."""
UNLIMITED = "none"
BY_DICE: dict[str, Callable[[tuple[int, int]], int]] = {"higher": max, "lower": min, "sum": sum}
"""The ranges that the dice of a turn give, by their words."""
STANDARD = "standard"
NAMES = (STANDARD, "pro", "gentle", "wild", "open")
"""The sheets that are shipped."""
_MOST_BYTES = 64_000
_LONGEST_NAME = 40


def _words(key: str, sentence: str, *words: str) -> Option:
    """A key that takes one of some words, the first of them where it is left out."""
    return Option(key, "choice", sentence, words[0], choices=words)


def _number(key: str, sentence: str, usual: str, low: int, high: int, *words: str) -> Option:
    """A key that takes a number, or one of some words."""
    return Option(key, "int", sentence, usual, low=low, high=high, choices=words)


KEYS = (
    _words("deck", "The cards; a table [deck] gives a number for each card.", *DECKS),
    _words("dice", "Whether players roll two dice in each turn.", "yes", "no"),
    _number(
        "range", "How far a stone goes: as the dice say, or so many steps, or without limit. "
        "Without dice higher, lower and sum mean 3.",
        "higher", 1, 99, *BY_DICE, UNLIMITED,
    ),
    _words(
        "opening", "Who begins and where: each player rolls (without dice: as seats), lots are "
        "drawn, or everybody in order of the seats.", "rolls", "lots", "seats",
    ),
    Option(
        "pairs", "numbers", "The pairs that let a player draw a card.", "1,2,3,4,5,6",
        low=1, high=6, choices=("none",),
    ),
    _words("draw", "When a card is drawn for a pair.", "at once", "at the end"),
    _number("hand-limit", "How many cards are kept at the end of a turn.", "3", 0, 99, "none"),
    _words("hands", "Whether others see the cards in a hand.", "hidden", "open"),
    _words("reject", "When Reject and Reject and Replace are played.", "out of turn", "own turn"),
    _words("extra-move", "What Extra Move gives.", "two stones", "stone and card"),
    _words("trades", "From whom a trade takes prisoners.", "one player", "several players"),
    _words("surrender", "Who may surrender.", "three or more", "two too", "no"),
    _words("acceptance", "How a surrender is accepted.", "asked", "always"),
    _words("independence", "When an occupied player may leave.", "own turn", "at once"),
    _words("shared-win", "Whether the occupied share their occupier's win.", "no", "yes"),
    _words("prisoners", "What prisoners do at the end.", "fill", "count"),
    _words("scoring", "Territory and prisoners, or stones and territory.", "territory", "area"),
    _number("starters", "Who places starter stones.", "handicap", 0, 9, "handicap"),
    _number("starter-range", "How far starter stones go.", FIXED_RANGE, 1, 99, UNLIMITED),
    _words("ko", "Which earlier positions may not come back.", "superko", "ko"),
)  # fmt: skip
"""What a sheet can say: each key with its words and what it means; the first word, or the default,
is the usual rule."""
BY_NAME = {key.name: key for key in KEYS}
USUAL: Sheet = {key.name: str(key.default) for key in KEYS}


def find(text: str, *, files_too: bool = True) -> str:
    """The code of the sheet that a text stands for: a name, the path of a file, or a code.
    OptionError. Without `files_too` no file is looked for but the shipped ones."""
    wanted = text.strip()
    if BAR in wanted or wanted.lower() in NAMES:
        return code(wanted, sheet(wanted))
    path = files.named(wanted) if files_too else None
    if path is None:
        hint = f"give a name or a file's path; {nearest(wanted, NAMES)}"
        raise OptionError(f"--house: there is no sheet {quoted(wanted)}: {hint}")
    found, name = _load(path), path.stem
    other = name.lower() in NAMES and sheet(name.lower()) != found
    return code("" if other else name, found)


@lru_cache(maxsize=64)
def sheet(code: str) -> Sheet:
    """The sheet of a code, or of a shipped sheet's name; OptionError."""
    name, *entries = (part.strip() for part in code.split(BAR))
    if not entries:
        return _load(Path(__file__).with_name("houses") / f"{name.lower()}.toml")
    words = dict(USUAL)
    for entry in entries:
        key, equals, word = (part.strip() for part in entry.partition("="))
        if not equals or key not in BY_NAME:
            hint = nearest(key, tuple(BY_NAME))
            raise OptionError(f"--house: there is no key {quoted(key)} of house rules: {hint}")
        words[key] = _word(key, word)
    return words


def code(name: str, said: Sheet) -> str:
    """The one line that stands for a sheet: its name where it is shipped, else also all words
    that differ from the usual ones."""
    changed = [f"{key} = {word}" for key, word in said.items() if word != USUAL[key]]
    name = escaped(name.partition(BAR)[0].strip())[:_LONGEST_NAME] or "ours"
    if not changed:
        return STANDARD
    if name.lower() in NAMES and sheet(name.lower()) == said:
        return name.lower()
    return f" {BAR} ".join([name, *changed])


def deck(word: str) -> tuple[int, ...]:
    """The numbers of the cards that a word for `deck` stands for, in the order of `DECK`: a deck's
    name, or what differs from the revised deck (`extra move 8, reject 0`). OptionError."""
    if word in DECKS:
        return DECKS[word]
    numbers = dict(zip(DECK, DECKS[REVISED], strict=True))
    for item in word.split(","):
        card, _, number = item.strip().rpartition(" ")
        numbers[card] = _many(card or number, number)
    return tuple(numbers.values())


def _many(card: str, number: str) -> int:
    """How many of a card; OptionError where there is no such card or number."""
    if card not in DECK:
        hint = nearest(card, tuple(DECK))
        if card in BY_NAME:
            hint = "other keys stand above [deck]"
        raise OptionError(f"there is no card {quoted(card)}: {hint}")
    if not re.fullmatch("[0-9]{1,2}", number):
        raise OptionError(
            f"{card} takes a number from 0 to {_MOST_OF_A_CARD}, not {quoted(number)}"
        )
    return int(number)


def deck_word(numbers: tuple[int, ...]) -> str:
    """The shortest word for a deck with so many of each card."""
    for name, known in DECKS.items():
        if numbers == known:
            return name
    usual = zip(DECK, numbers, DECKS[REVISED], strict=True)
    return ", ".join(f"{card} {many}" for card, many, before in usual if many != before)


def _word(key: str, value: Any) -> str:
    """The canonical word of a value of TOML or of a code; OptionError without a place."""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if key == "deck" and isinstance(value, dict):
        value = ", ".join(f"{card} {many}" for card, many in value.items()) or REVISED
    if key == "pairs" and isinstance(value, list):
        value = ",".join(map(str, value)) or "none"
    if not isinstance(value, str | int):
        wrong = "one like this" if value is None else quoted(str(value))
        raise OptionError(f"{key} takes a word or a number, not {wrong}")
    text = str(value).strip()
    option = BY_NAME[key]
    if key == "deck" and text.lower() not in DECKS and (" " in text or not text.isalpha()):
        return deck_word(deck(text.lower()))
    try:
        word = option.write(option.read(text))
    except OptionError as error:
        hint = nearest(text, option.choices)
        more = f"; {hint}" if hint.startswith("did") else ""
        raise OptionError(f"{str(error).removeprefix('--')}{more}") from None
    if key == "pairs" and word != "none":
        return ",".join(sorted(set(word.split(","))))
    return word


# -- files --------------------------------------------------------------------------------


def _load(path: Path) -> Sheet:
    """The sheet in a file; OptionError that names the file, and the line where there is one."""
    import tomllib  # only those who play by a file need it

    try:
        text = files.text(path, _MOST_BYTES)
        given = files.parsed_toml(text, forgiving=True)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+).*|end of document)\)", str(error))
        line = place[1] if place and place[1] else str(len(lines_in(text)) or 1)
        reason = str(error)[: place.start()] if place else str(error)
        raise OptionError(
            f'--house: {path}, line {line}: {reason}: write key = "word"'
            ", and names of several words in quotes"
        ) from None
    except UnicodeDecodeError as error:
        line = str(files.place(error)[0])
        raise OptionError(f"--house: {path}, line {line}: this is no UTF-8 text") from None
    except files.TooLarge:
        raise OptionError(f"--house: {path}: too large for a sheet of house rules") from None
    except OSError as error:
        raise OptionError(f"--house: {path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise OptionError(f"--house: {path}: {error}") from None
    words = dict(USUAL)
    for key, value in given.items():
        cards = value if key == "deck" and isinstance(value, dict) else {}
        at = key
        try:
            if key not in BY_NAME:
                raise OptionError(f"there is no key {quoted(key)}: {nearest(key, tuple(BY_NAME))}")
            for at, many in cards.items():
                _many(at, str(many))
            at = key
            words[key] = _word(key, value)
        except OptionError as error:
            line = _line(text, at, at in cards)
            raise OptionError(f"--house: {path}, line {line}: {error}") from None
    return words


def _line(text: str, name: str, in_table: bool) -> int:
    """The line in which a key stands, from 1; a card's in the table of the deck."""
    lines = text.split("\n")
    table = (at for at, line in enumerate(lines) if in_table and "deck" in line)
    first = next(table, 0)
    pattern = re.compile(rf"""[\s"'\[.]*{re.escape(name)}["'\s]*[=\].]""")
    found = (at for at in range(first, len(lines)) if pattern.match(lines[at]))
    return 1 + next(found, first)
