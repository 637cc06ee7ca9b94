"""What is typed into a terminal by lot: keys, ways that lead somewhere, mouse, broken bytes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_ESCAPES = (
    "up:A down:B right:C left:D home:H end:F page-up:5~ page-down:6~ insert:2~ delete:3~ "
    "shift-tab:Z F10:21~ shift-up:1;2A ctrl-left:1;5D"
)
_KEYS = {name: f"\x1b[{code}" for name, code in re.findall(r"(\S+):(\S+)", _ESCAPES)}
_KEYS |= {"F1": "\x1bOP", "escape": "\x1b", "enter": "\r", "tab": "\t", "backspace": "\x7f"}
_KEYS |= {f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefhklnoprstuvwxyz"}
_KEYS["space"] = " "
_LETTERS = "abcdefghijklmnopqrstuvwxyzADUZ0123456789?,.<>+-*/;:'\"[](){}!@#$%&=_~^`"
_SIGNALS = dict.fromkeys((3, 17, 28))
"""ctrl+c, ctrl+q and ctrl+\\: they end a program that is stopped, or one that is not."""
_CHOICES = {
    "WORD": f"a1,b1,c1|pass|e4|b2|roll|resign|7|undo|[/x]|\x00|{'é漢'.encode().decode('latin-1')}",
    "TEXT": "to move: white|passes: 1|prisoners: black 3|turn: 9|hands: |:|x",
    "STONE": "space|1|2|3|x|t|delete|right|down|left|up|ctrl+x",
    "SHORT": "F1|escape|enter|up|down|left|right|tab|page-down|space",
    "LETTER": "|".join(_LETTERS),
    "KEY": "|".join(_KEYS),
    "BURST": "\r|\x1b|q|?|n|v|p|r|1|2|3| ",
}
_WAYS = """
ctrl+p page-down
ctrl+p hint|theme|new|view|q|x enter
? 3*k|r|page-down|down|left escape
p tab enter down enter ctrl+s
n 4*tab down enter ctrl+s
y 3*down|right|home enter q
u right page-down right escape
m WORD enter escape
d 1|2|3|4
h i enter enter
A A v v down v
w WORD ctrl+s
S 5*STONE m TEXT enter P
escape escape escape
5*q|enter
8*BURST
"""
"""One a line, of keys and words that are typed: one of several, so many times one of them."""


def typed(way: str, rng: random.Random) -> str:
    """The bytes, as Latin-1, of a line of keys and words."""
    found = ""
    for part in way.split(" "):
        times, _, names = part.rpartition("*")
        for _ in range(int(times or 1)):
            word = rng.choice(_CHOICES.get(names, names).split("|"))
            found += _KEYS.get(word, word)
    return found


def _mouse(rng: random.Random, columns: int, rows: int) -> str:
    """A click, a drag, a move or a turn of the wheel, seldom beyond the rim."""
    button, most = rng.choice((0, 0, 0, 2, 32, 35, 35, 64, 65)), 3 * (rng.random() < 0.1)
    spot = f"{button};{rng.randint(1, columns + most)};{rng.randint(1, rows + most)}"
    return f"\x1b[<{spot}M" + (f"\x1b[<{spot}m" if button == 0 else "")


def _paste(rng: random.Random, *_: int) -> str:
    """A word, or thousands."""
    words = rng.choices(_CHOICES["WORD"].split("|"), k=rng.choice((1, 1, 1, 2000)))
    return f"\x1b[200~{''.join(words)}\x1b[201~"


def _broken(rng: random.Random, *_: int) -> str:
    """Parts of sequences that terminals send, or anything."""
    parts = ["\xff", "\x9b", "\xc3", "\x1b[M\xff\xff\xff", "\x1b[1114112u", "\x1b[<0;99999999", "M"]
    parts += ["\x1b[200~", "\x1b]0;x", "\x07", "\x1bP", "\x1b[201~", "\x1b[?1;2c", "\x1b[8;1;1t"]
    if rng.random() < 0.5:
        return "".join(rng.choices(parts, k=rng.randint(1, 3)))
    return rng.randbytes(rng.randint(1, 40)).decode("latin-1").translate(_SIGNALS)


def _any(kind: str) -> Callable[..., str]:
    return lambda rng, *_: typed(kind, rng)


TYPED = {"mouse": _mouse, "paste": _paste, "broken": _broken, "short": _any("SHORT")}
TYPED |= {"letter": _any("LETTER"), "key": _any("KEY")}
TYPED["way"] = lambda rng, *_: typed(rng.choice(_WAYS.strip().split("\n")), rng)
"""What is typed, by lot, into a terminal of so many columns and rows."""
