"""Which Latin letter a key has that types another one: shortcuts lie where they lie on QWERTY.

Terminals send what a key types, not which key it is. Layouts that give the same letter to different
keys are left out, and so are those that many terminals compose letters with.
"""

from typing import Final

from textual import events
from textual.keys import _character_to_key
from textual.widget import Widget

_QWERTY: Final = ("qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,.")
_LAYOUTS: Final = (
    ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),  # Russian
    ("           ї", " і        є", ""),  # noqa: RUF001 (Ukrainian, where it differs)
    (" ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),  # Greek, where q types a semicolon
    ("  קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"),  # Hebrew
    ("ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤر ىةوز"),  # Arabic
)
"""By row of the keyboard; blanks stand for keys that type no letter of one kind alone."""
_SHIFTED: Final = str.maketrans("[];',.", '{}:"<>')


def _latin() -> dict[str, str]:
    """By letter: what its key types on QWERTY."""
    table: dict[str, str] = {}
    for layout in _LAYOUTS:
        for letters, row in zip(layout, _QWERTY, strict=True):
            for letter, latin in zip(letters, row, strict=False):
                table[letter.upper()] = latin.upper().translate(_SHIFTED)
                table[letter] = latin
    del table[" "]
    return table


_LATIN: Final = _latin()


def types_text(key: events.Key, focused: Widget | None) -> bool:
    """Whether the key types text, into the widget that has the focus."""
    return focused is not None and focused.check_consume_key(key.key, key.character)


def on_qwerty(key: events.Key) -> events.Key:
    """The key as if it had been pressed on QWERTY; the same one where it types no letter of the
    layouts here."""
    *modifiers, letter = key.key.split("+")
    latin = _LATIN.get(letter)
    if latin is None:
        return key
    name = "+".join([*modifiers, _character_to_key(latin)])
    return events.Key(name, None if modifiers else latin)
