"""The keys of all commands of the screen, and how the user's settings move them.

A command has an id (`table.hint`), which its bindings bear. The table of keys in the settings has,
by id, the keys that the command is to have in place of its own. Textual's own way to do this drops
all bindings of a key of which one is moved; here commands go on sharing keys where their states
decide which of them is meant.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import _character_to_key, key_to_character

from termgames.core.errors import OptionError
from termgames.core.text import listed, nearest, quoted
from termgames.tui.app_keys import BINDINGS, Keymap
from termgames.tui.config import KEYS, Config

PRESET: Final = "preset"
QUIT: Final = ("app.quit", "ctrl+q")
"""The command that always works, and its key."""
DEFAULT: Final = "default"
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    DEFAULT: {},
    "vim": {
        "board.far-down": "J,shift+down,pagedown,ctrl+d",
        "board.far-up": "K,shift+up,pageup,ctrl+u",
        "board.home": "home,^",
        "board.end": "end,$",
        "table.type": "m,/",
        "table.look-ten-back": "pageup,ctrl+u",
        "table.look-ten-on": "pagedown,ctrl+d",
        "table.step-start": "home,^",
        "table.step-end": "end,$",
        "edit.tell": "m,/",
        "help.page-up": "pageup,ctrl+u,ctrl+b",
        "help.page-down": "pagedown,space,ctrl+d,ctrl+f",
    },
    "numpad": {
        "board.left": "left,h,4",
        "board.down": "down,j,2",
        "board.up": "up,k,8",
        "board.right": "right,l,6",
        "board.up-left": "[,7",
        "board.up-right": "],9",
        "board.down-left": ";,1",
        "board.down-right": "',3",
        "board.choose": "enter,5,kp_begin",
        "board.pick": "space,0",
        "table.step-back": "left,h,4",
        "table.step-on": "right,l,space,6",
        "table.try-before": "up,k,8",
        "table.try-after": "down,j,2",
        "edit.put": "enter,space,5,kp_begin",
        "edit.take": "delete,backspace,0",
        **{f"table.answer-{n}": f"alt+{n % 10}" for n in range(1, 11)},
        **{f"table.line-{n}": f"alt+{n}" for n in range(1, 10)},
        **{f"edit.stone-{n}": f"alt+{n}" for n in range(1, 10)},
    },
}
"""Keys to choose by one name."""

_OLDER: Final = {"menu.resume": "menu.games", "menu.replay": "menu.games"}
"""Names that commands had once, with those of today."""
_NAMED: Final = (
    "escape", "tab", "enter", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown",
    "up", "down", "left", "right", "space", "kp_begin", *(f"f{n}" for n in range(1, 25)),
)  # fmt: skip
"""Keys that type nothing, and the blank."""
_PLAIN: Final = {_character_to_key(chr(code)): chr(code) for code in range(32, 127)}
"""The characters of ASCII by the names of their keys."""
_MODIFIERS: Final = ("alt", "ctrl", "hyper", "meta", "shift", "super")
_SAME: Final = {
    "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
}  # fmt: skip
"""Keys that most terminals cannot tell from another one."""


class KeyFault(OptionError):
    """An entry of the table of keys that cannot hold; `name` is the entry's."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


@dataclass(frozen=True)
class KeyCommand:
    """A command, with the keys that it has by default at some places."""

    id: str
    """Empty for one of Textual's own, which stays where it is."""
    label: str
    """A word or two."""
    about: str
    """What it does."""
    keys: tuple[str, ...]
    typing: bool = False
    """Whether it is needed while text is typed."""
    places: tuple[str, ...] = ()
    """The screens on which it is, in words."""


# -- what there is ------------------------------------------------------------------------


@cache
def catalogue() -> tuple[KeyCommand, ...]:
    """Every command, in the order of the places; one that has other keys at another place comes
    twice. Imports all screens."""
    found: dict[tuple[str, tuple[str, ...]], KeyCommand] = {}
    for place, commands in _places().items():
        for each in commands.values():
            if each.id:
                before = found.get((each.id, each.keys), each)
                found[each.id, each.keys] = replace(before, places=(*before.places, place))
    return tuple(found.values())


@cache
def _places() -> Mapping[str, Mapping[str, KeyCommand]]:
    """By screen, in words, the commands on it by their ids; Textual's own by their actions."""
    from textual.screen import ModalScreen
    from textual.widgets import DataTable, Input, Tabs, TextArea

    from termgames.tui.board import BoardView
    from termgames.tui.screens import files, settings
    from termgames.tui.screens.dialogs import ChoiceDialog, LineDialog
    from termgames.tui.screens.drill import LessonScreen, MistakeScreen
    from termgames.tui.screens.editing import EditScreen, StonesBoard
    from termgames.tui.screens.game import GameScreen
    from termgames.tui.screens.guest import GuestScreen
    from termgames.tui.screens.help import HelpScreen
    from termgames.tui.screens.menu import MenuScreen
    from termgames.tui.screens.replay import ReplayScreen
    from termgames.tui.screens.setup import SetupScreen
    from termgames.tui.screens.statistics import StatisticsScreen
    from termgames.tui.table.cards import CardsDialog
    from termgames.tui.table.comment import CommentDialog
    from termgames.tui.table.handover import HandoverScreen
    from termgames.tui.widgets.entry import MoveEntry
    from termgames.tui.widgets.highlight_list import HighlightList
    from termgames.tui.widgets.literal import Line, OptionList
    from termgames.tui.widgets.question import QuestionBox

    beside = (BoardView, MoveEntry, Line, QuestionBox, HighlightList)
    nodes: dict[str, tuple[type[DOMNode], ...]] = {
        "menu": (MenuScreen,),
        "new game": (SetupScreen, Input),
        "game": (GameScreen, *beside),
        "game at a table": (GuestScreen, *beside),
        "record": (ReplayScreen, *beside),
        "lesson": (LessonScreen, *beside),
        "exercise": (MistakeScreen, *beside),
        "setting up": (EditScreen, StonesBoard, MoveEntry, Line),
        "saved games": (files.FilesScreen, files.Games, DataTable),
        "results": (StatisticsScreen,),
        "settings": (settings.SettingsScreen, settings.SettingsList, DataTable),
        "help": (HelpScreen, Tabs),
        "choice": (ChoiceDialog, OptionList),
        "line of text": (LineDialog, Line, Input),
        "comment": (CommentDialog, TextArea),
        "cards": (CardsDialog, OptionList),
        "handover": (HandoverScreen,),
    }
    typing = (
        MoveEntry, Line, QuestionBox, SetupScreen, LineDialog, CommentDialog,
        files.FilesScreen, settings.SettingsScreen,
    )  # fmt: skip
    fixed = (DataTable, Input, OptionList, Tabs, TextArea)
    everywhere = dict(_bound("app", BindingsMap(BINDINGS), True, True))
    # Over another screen nothing of the application works but what goes before everything.
    first = BindingsMap(each for each in BINDINGS if isinstance(each, Binding) and each.priority)
    over_others = dict(_bound("app", first, True, True))
    places: dict[str, Mapping[str, KeyCommand]] = {}
    for place, kinds in nodes.items():
        commands: dict[str, KeyCommand] = {}
        for kind in kinds:
            bindings = kind._merged_bindings or BindingsMap()
            always = kind in fixed or kind is kinds[0]
            live = getattr(kind, "LIVE", None)
            of_kind = _bound(kind.__name__, bindings, always, kind in typing, live)
            commands |= {name: each for name, each in of_kind if name not in commands}
        over = issubclass(kinds[0], ModalScreen)
        places[place] = {**commands, **(over_others if over else everywhere)}
    return places


def _bound(
    node: str,
    map_of_keys: BindingsMap,
    fixed: bool,
    typing: bool,
    live: Sequence[str] | None = None,
) -> Iterator[tuple[str, KeyCommand]]:
    """By their ids the commands of a class of nodes, where not all of them are `live` those that
    ever work there; and by other names, if it has its keys whatever happens (`fixed`), what
    Textual binds."""
    by_name: dict[str, list[Binding]] = {}
    for _, binding in map_of_keys:
        if live is None or any(f"run('{name}'" in binding.action for name in live):
            by_name.setdefault(binding.id or f"{node}: {binding.action}", []).append(binding)
    for name, bindings in by_name.items():
        first = next((each for each in bindings if each.description), bindings[0])
        if first.id or fixed:
            label = first.description or first.id or "something else"
            keys = tuple(dict.fromkeys(each.key for each in bindings))
            yield name, KeyCommand(first.id or "", label, first.tooltip or label, keys, typing)


def shown(key: str) -> str:
    """A key as it may be written in the settings: the character that it types, where that is
    neither a blank nor the comma that stands between keys."""
    character = _character(key)
    return character if character is not None and character not in " ," else key


# -- reading ------------------------------------------------------------------------------


def read(table: Mapping[str, object]) -> Keymap:
    """What a table of keys moves, with the preset that it names; KeyFault for the first entry that
    is unknown, has a key that is none, or takes one that is another command's on some screen."""
    preset = table.get(PRESET, DEFAULT)
    if not isinstance(preset, str) or preset not in PRESETS:
        names = listed([f'"{name}"' for name in PRESETS], "or")
        raise KeyFault(PRESET, f"{PRESET} is {names}, not {quoted(str(preset))}")
    own = dict[str, str]()
    known = {command.id for command in catalogue()}
    for name, text in table.items():
        if name == PRESET:
            continue
        today = _OLDER.get(name, name)
        if today not in known:
            raise KeyFault(name, f"{quoted(name)} is no command: {_meant(name, known)}")
        if not isinstance(text, str):
            raise KeyFault(name, f"{name} is a text such as h,left")
        own[today] = f"{own[today]},{text}" if today in own else text
    moved = {
        name: _keys(name, str(text))
        for name, text in {**PRESETS[preset], **own}.items()
        if name in known
    }
    for place, commands in _places().items():
        _refuse_clashes(place, commands, moved, own)
    return moved


def of(config: Config) -> tuple[Keymap, tuple[str, ...]]:
    """What the user's file moves, and what is wrong with its keys, a line each. Entries at fault
    are left out; the others hold."""
    faults: list[str] = []
    table = dict(config.keys)
    while table:
        try:
            return read(table), tuple(faults)
        except KeyFault as fault:
            for name in [each for each in table if fault.name in (each, _OLDER.get(each))]:
                faults.append(config.fault(f"{KEYS}.{name}", str(fault)))
                del table[name]
    return {}, tuple(faults)


def _keys(name: str, text: str) -> tuple[str, ...]:
    """The keys of an entry, as Textual names them; KeyFault."""
    keys = tuple(dict.fromkeys(_key(name, part.strip()) for part in text.split(",")))
    command, key = QUIT
    if (name == command) != (key in keys):
        raise KeyFault(name, f"{name}: {key} always quits, and is no other command's key")
    return keys


def _key(name: str, text: str) -> str:
    if not text:
        remedy = "write keys with commas between them; the key , is called comma"
        raise KeyFault(name, f"{name} has no key: {remedy}")
    # A plus between modifiers and a key, or the key itself.
    *modifiers, base = [text] if len(text) == 1 else text.replace("++", "+plus").split("+")
    character = _character(base)
    if base.lower() in _NAMED:
        base = base.lower()
    elif character is not None:
        base = _character_to_key(character)
    else:
        base = ""
    held = {each.lower() for each in modifiers}
    if not base or not held <= set(_MODIFIERS):
        raise KeyFault(name, f"{name}: {quoted(text)} is no key: {_meant_key(text)}")
    if len(base) == 1 and held:
        base = base.upper() if held == {"shift"} else base.lower()
        held -= {"shift"} if held == {"shift"} else set()
    key = "+".join([*sorted(held), base])
    if key in _SAME:
        raise KeyFault(name, f"{name}: terminals send {key} as {_SAME[key]}: write {_SAME[key]}")
    return key


def _refuse_clashes(
    place: str, commands: Mapping[str, KeyCommand], moved: Keymap, own: Iterable[str]
) -> None:
    """KeyFault where a command that is moved has a key of another one at a place, unless the two
    share a key by default: which of them is meant is decided by their states then. Also where it
    has left every key that can be pressed while text is typed."""
    by_key: dict[str, list[str]] = {}
    for name, bound in commands.items():
        keys = moved.get(bound.id, bound.keys) if bound.id else bound.keys
        for key in keys:
            by_key.setdefault(key, []).append(name)
        needed = [key for key in bound.keys if not _types(key)]
        if bound.typing and needed and all(map(_types, keys)):
            text = f"{name} is needed where text is typed: give it a key that types nothing"
            raise KeyFault(name, f"{text}, as {needed[0]}")
    order = [None, *own]
    for key, names in by_key.items():
        for pair in combinations(names, 2):
            one, other = (commands[name] for name in pair)
            if not moved.keys().isdisjoint(pair) and not set(one.keys) & set(other.keys):
                # The entry of the file that comes last is at fault, never one of a preset.
                late = max(order.index(name) if name in order else 0 for name in pair)
                guilty, owner = (one, other) if one.id == order[late] else (other, one)
                raise KeyFault(guilty.id, _clash(place, key, guilty, owner))


def _clash(place: str, key: str, guilty: KeyCommand, owner: KeyCommand) -> str:
    whose = f"{owner.id} ({owner.label})" if owner.id else f"taken for {quoted(owner.label)}"
    remedy = "give that another key as well" if owner.id else "which stays"
    where = f"on the screen {place} that is {whose}, {remedy}"
    return f"{guilty.id} ({guilty.label}) cannot have {key}: {where}"


def _character(key: str) -> str | None:
    """What a key types, None for one that types nothing, or is none."""
    character = _PLAIN.get(key) or key_to_character(key)
    return character if character is not None and character.isprintable() else None


def _types(key: str) -> bool:
    """Whether a key types a character."""
    return _character(key) is not None


def _meant(name: str, known: Iterable[str]) -> str:
    hint = nearest(name, sorted(known))
    return hint if hint.startswith("did") else "termgames settings keys lists them"


def _meant_key(text: str) -> str:
    hint = nearest(text.rpartition("+")[2], _NAMED)
    return hint if hint.startswith("did") else "write one character, or a name such as f5 or ctrl+r"
