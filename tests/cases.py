"""Tables of cases as blocks of text, a case a line."""

from __future__ import annotations

from typing import Any

from termgames import games


def cases(text: str) -> list[tuple[str, ...]]:
    """What stands between the bars of each line, blanks around it removed; lines that begin with
    `#` are remarks."""
    lines = (line.strip() for line in text.strip().splitlines())
    return [
        tuple(part.strip() for part in line.split("|"))
        for line in lines
        if line and not line.startswith("#")
    ]


def options(game_id: str, text: str) -> dict[str, Any]:
    """`size=5 no-voids map=.../-.-`: options with their values as they are typed, flags by names
    alone; a map may be its rows. In maps and house rules `;` is a bar and `_` a blank."""
    found: dict[str, Any] = {}
    for word in text.split():
        name, given, value = word.partition("=")
        if name == "map" and set(value) <= set(".-/"):
            value = f"drawn | {value}"
        if name in ("map", "house"):
            value = value.replace(";", " | ").replace("_", " ")
        found[name] = games.info(game_id).option(name).read(value) if given else True
    return found


def facts(text: str) -> dict[str, str]:
    """`to move: black, passes: 1`: texts beside a diagram; `;` stands in them for a comma."""
    pairs = (part.partition(":") for part in text.split(",") if part.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}
