"""Keys that arrive while the application is busy with the one before wait for it.

Textual hands a key to the widget that has the focus. Where no widget takes it, it comes back to
the application, which runs the command of that key only then. Keys that were typed in one piece
would all be handed on meanwhile, and what the first of them opens would never get the others.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from textual import events
from textual.events import Event
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.widget import Widget

ON_ITS_WAY: Final = 0.5
"""Seconds after which a key that was handed on counts as dealt with. When its widget has gone, it
counts as dealt with at once: `DealtWith` may be lost with the widget."""
OPENING: Final = 5.0
"""Seconds that the next key waits for a dialog that the one before opens, and that the first keys
wait for the first screen."""
GLANCE: Final = 0.01
"""Seconds between two checks whether the next key can be handed on."""


ROUNDS: Final = 3
"""How often `DealtWith` is sent the same way after a key. A widget may answer the key with a
message, which goes that way behind it, and another widget may answer that message with a third."""


class DealtWith(Event, bubble=True):
    """Follows a key from widget to widget; when it comes back, they are done with the key."""


class TypedAhead:
    """The keys, clicks and pastes that wait, in their order."""

    def __init__(
        self,
        post: Callable[[Event], object],
        opening: Callable[[], bool],
        after: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """`post` gets an event when its turn has come; `opening` tells whether a dialog, or
        the first screen, is still to come; `after` calls something so many seconds later."""
        self._post, self._opening, self._after = post, opening, after
        self._waiting: deque[Event] = deque()
        self._next: Event | None = None
        """The event whose turn it is."""
        self._target: MessagePump | None = None
        """The widget that the last key was handed to, while the key is under way."""
        self._round = 0
        self._looks = False
        self._since = time.monotonic()
        """The clock's time when the last key was handed on, at first when the program started."""

    def turn_of(self, event: Event) -> bool:
        """Whether it is the event's turn; else it waits, and is posted again."""
        if event is self._next:
            self._next = None
            return True
        if not self._waiting and not self._busy:
            return True
        self._waiting.append(event)
        self._glance()
        return False

    def drop(self, event: Event) -> None:
        """An event is not to be handled: where it was its turn, the next one has it."""
        if event is self._next:
            self._next = None
            self._go_on()

    def handed_to(self, target: MessagePump | None) -> None:
        """A key was handed to a widget, or to none: then it is dealt with."""
        self._since, self._round = time.monotonic(), 0
        self._follow(target)

    def dealt_with(self) -> None:
        """Called when `DealtWith` has come back: the widgets are done with the last key."""
        self._round += 1
        self._follow(self._target if self._round < ROUNDS else None)

    def _follow(self, target: MessagePump | None) -> None:
        going = target is not None and target.post_message(DealtWith())
        self._target = target if going else None
        self._go_on()

    @property
    def waits(self) -> bool:
        """Whether something waits."""
        return bool(self._waiting) or self._next is not None

    @property
    def _busy(self) -> bool:
        seconds = time.monotonic() - self._since
        there = self._target is not None and self._target.is_attached
        under_way = there and seconds < ON_ITS_WAY
        return self._next is not None or under_way or (seconds < OPENING and self._opening())

    def _go_on(self) -> None:
        if self._waiting and not self._busy:
            self._next = self._waiting.popleft()
            self._post(self._next)
        if self._waiting:
            self._glance()

    def _glance(self) -> None:
        """Look again soon: nobody says that a dialog has come, or that a widget has gone."""
        if not self._looks:
            self._looks = True
            self._after(GLANCE, self._look_again)

    def _look_again(self) -> None:
        self._looks = False
        self._go_on()


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
