"""Completion in the shell: names of players, also where bash splits them into several words.

bash breaks words at colons and equals signs: of `--white mcts:time=2` it sees `mcts`, `:`,
`time`, `=` and `2`, asks for the last piece and wants no more than that in return.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.play.bots.players import OFF, SOLVER
from termgames.search.levels import LEVELS

_LIMITS = ("playouts=", "time=")
_SEARCHES = {"mcts": (*_LIMITS, "temperature=", "policy="), "uct": _LIMITS}
"""What may follow the names of searches, each once."""

_BREAKS = ":="
_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response type value
    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1")
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
            [[ $value == *[=:/] ]] && compopt -o nospace
        fi
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class WholeWords(BashComplete):
    """Completion in bash that takes words as they were typed."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor, and the typed part of the word at the cursor."""
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)
        self._word = "" if not words or line[-1:].isspace() else words.pop()
        return words[1:], self._word

    def format_completion(self, item: CompletionItem) -> str:
        """What bash is to put in place of the piece of the word that it sees."""
        word, value = self._word, str(item.value)
        if word.startswith("-") and not value.startswith("-"):
            word = word.partition("=")[2]  # the value is the option's alone
        breaks = [sign for sign in _BREAKS if sign in os.environ.get("BREAKS", _BREAKS)]
        start = 1 + max((word.rfind(sign) for sign in breaks), default=-1)
        return f"{item.type},{value[start:] if value.startswith(word[:start]) else value}"


def players(
    prefix: str,
    aims: Sequence[str],
    characters: Sequence[str],
    *,
    humans: bool,
    programs: bool = False,
) -> Iterator[str]:
    """The names of players that go on from `prefix`, as far as they can be known; numbers and
    programs of one's own are left to the user. `aims` and `characters` are those the game knows."""
    kind, colon, _ = prefix.lower().partition(":")
    if colon and kind in _SEARCHES:
        yield from _searches(prefix, kind, aims)
        return
    if kind == "bot" and "," in prefix:
        head, _, begun = prefix.lower().partition(",")
        if head in (f"bot:{level}" for level in LEVELS):
            yield from (f"{head},{name}" for name in characters if name.startswith(begun))
        return
    names = ["human", "random", "greedy"] if humans else ["random", "greedy"]
    names += [*(f"bot:{level}" for level in LEVELS), SOLVER]
    names += [f"{search}:{limit}" for search in _SEARCHES for limit in _LIMITS]
    names += [*(f"mcts:aim={aim}" for aim in aims), "mcts:policy=", *(["gtp:"] if programs else [])]
    yield from (name for name in names if name.startswith(prefix.lower()))


def _searches(prefix: str, kind: str, aims: Sequence[str]) -> Iterator[str]:
    """The last of the limits in `mcts:playouts=100,ti`."""
    rest = prefix[len(kind) + 1 :]
    *before, last = rest.split(",")
    head = prefix[: len(prefix) - len(last)]
    name, equals, value = last.partition("=")
    if equals and name.lower() == "policy" and kind == "mcts":
        fixed = [text for text in (OFF,) if text.startswith(value)]
        yield from (f"{head}{name}={text}" for text in (*fixed, *_files(value)))
        return
    given = {item.partition("=")[0].strip().lower() for item in before}
    offered = [text for text in _SEARCHES[kind] if text[:-1] not in given]
    if kind == "mcts" and "aim" not in given:
        offered += [f"aim={aim}" for aim in aims]
    yield from (
        f"{head}{text}" for text in offered if text.startswith(last.lower()) and text != last
    )


def _files(prefix: str) -> list[str]:
    """Files and folders whose names begin so; nothing where they cannot be listed."""
    typed, slash, name = prefix.rpartition("/")
    folder = Path(f"{typed}{slash}" or ".")
    try:
        paths = sorted(folder.expanduser().iterdir())
        return [
            f"{typed}{slash}{path.name}{'/' if path.is_dir() else ''}"
            for path in paths
            if path.name.startswith(name) and path.name.startswith(".") <= name.startswith(".")
        ]
    except (OSError, RuntimeError):  # RuntimeError: there is no such home
        return []


class _Completion(ShellComplete):
    """What all kinds of completion have in common: an OptionError where the shell has not said what
    was typed."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """As the shell's own."""
        try:
            return super().get_completion_args()
        except KeyError as error:
            fault = f"{error.args[0]} is not set"
        except (IndexError, ValueError):
            fault = "COMP_WORDS and COMP_CWORD do not fit together"
        raise OptionError(
            f"cannot complete words for {self.name}: {fault}; termgames --help says what the shell "
            "has to be given"
        )


class _Bash(_Completion, WholeWords):
    pass


class _Zsh(_Completion, ZshComplete):
    pass


class _Fish(_Completion, FishComplete):
    pass


_KINDS: tuple[type[ShellComplete], ...] = (_Bash, _Zsh, _Fish)
for _kind in _KINDS:
    add_completion_class(_kind)


def refuse_unknown(variable: str, asked: str) -> None:
    """OptionError where the variable, by which shells ask, asks for what nobody knows."""
    shell, _, wish = asked.partition("_")
    names = [kind.name for kind in _KINDS]
    if shell not in names or wish not in ("source", "complete"):
        known = ", ".join(f"{name}_source" for name in names)
        raise OptionError(f"{variable} is {quoted(asked)}: choose one of {known}")
