"""A diagram as SVG: one file without scripts, styles or anything from elsewhere.

Every kind of stone and sign is drawn once, in `<defs>`, and used by its name: `s0` is a stone of
the first colour, `m0` the sign on it, `t0` what marks its territory, `l0` the ring of its last
move, `x0` the cross on a dead one, `o0` its start point.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from termgames.core.game import NEUTRAL
from termgames.play.pictures.diagram import Diagram
from termgames.play.pictures.geometry import RADIUS, BoardPlan, Point, board_plan
from termgames.play.pictures.paper import Paper, ink_on

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_LABEL = 13.0
"""Height of coordinates."""
_CROSS = "M-5 -5L5 5M5 -5L-5 5"
_DIAMOND = "M0 -6.5L6.5 0L0 6.5L-6.5 0Z"
_SMALL = 0.52
"""The size of stones beside the board."""


def write(diagram: Diagram, paper: Paper) -> str:
    """The picture, as a file."""
    plan = plan_of(diagram)
    title = escape(diagram.title)
    body = "\n".join([*defs(diagram, paper), *board(plan, paper), *_position(diagram, plan, paper)])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{plan.width:g}" height="{plan.height:g}" '
        f'viewBox="0 0 {plan.width:g} {plan.height:g}" font-family="{FONT}" role="img">\n'
        f"<title>{title}</title>\n{body}\n</svg>\n"
    )


def plan_of(diagram: Diagram) -> BoardPlan:
    """Where everything of a diagram lies."""
    return board_plan(diagram.game.topology)


def board(plan: BoardPlan, paper: Paper) -> Iterator[str]:
    """The ground, lines or cells, and coordinates."""
    yield f'<rect width="{plan.width:g}" height="{plan.height:g}" fill="{paper.board}"/>'
    drawn = "".join(f"M{_at(one)}L{_at(other)}" for one, other in plan.lines)
    for corners in plan.outlines:
        drawn += f"M{'L'.join(map(_at, corners))}Z"
    yield (
        f'<path d="{drawn}" fill="none" stroke="{paper.line}" stroke-width="1.1" '
        'stroke-linecap="square" stroke-linejoin="round"/>'
    )
    if plan.voids:
        holes = "".join(f"M{'L'.join(map(_at, corners))}Z" for corners in plan.voids)
        yield f'<path d="{holes}" fill="{paper.line}"/>'
    for x, y in plan.stars:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="2.8" fill="{paper.line}"/>'
    yield f'<g text-anchor="middle" fill="{paper.label}" font-size="{_LABEL:g}">'
    for place, label in plan.labels:
        yield _text(place, label, _LABEL)
    yield "</g>"


def defs(diagram: Diagram, paper: Paper) -> Iterator[str]:
    """The kinds of stones and signs."""
    yield "<defs>"
    for colour in range(len(diagram.game.marks)):
        fill = paper.players[colour]
        ink = ink_on(fill)
        rim = paper.line if ink == "#000000" else fill
        stone = f'<circle r="{RADIUS - 0.6:g}" fill="{fill}" stroke="{rim}" stroke-width="1.2"/>'
        yield f'<g id="s{colour}">{stone}</g>'
        yield f'<g id="m{colour}">{_sign(colour, ink, 6.0, paper)}</g>'
        square = f'<rect x="-5" y="-5" width="10" height="10" fill="{fill}" stroke="{rim}"/>'
        yield f'<g id="t{colour}">{square}{_sign(colour, ink, 3.2, paper)}</g>'
        yield (
            f'<circle id="l{colour}" r="{RADIUS - 4.2:g}" fill="none" stroke="{ink}" '
            'stroke-width="2"/>'
        )
        yield f'<path id="x{colour}" d="{_CROSS}" fill="none" stroke="{ink}" stroke-width="2"/>'
        yield f'<path id="o{colour}" d="{_DIAMOND}" fill="{fill}" stroke="{paper.line}"/>'
    yield f'<path id="on" d="{_DIAMOND}" fill="none" stroke="{paper.line}"/>'
    yield f'<circle id="tn" r="2.2" fill="{paper.neutral}"/>'
    yield "</defs>"


def _sign(colour: int, ink: str, size: float, paper: Paper) -> str:
    """What tells a colour without colours: a bar, a triangle, a square, a cross."""
    if not is_signed(colour, paper):
        return ""
    one, two, three = (f"{size * part:.2f}".rstrip("0").rstrip(".") for part in (0.9, 0.5, 0.7))
    drawn = (
        f"M-{one} 0H{one}",
        f"M0 -{size:g}L{one} {two}H-{one}Z",
        f"M-{three} -{three}H{three}V{three}H-{three}Z",
        f"M-{three} -{three}L{three} {three}M{three} -{three}L-{three} {three}",
    )[colour - 1]
    return (
        f'<path d="{drawn}" fill="none" stroke="{ink}" stroke-width="1.7" stroke-linejoin="round"/>'
    )


def _position(diagram: Diagram, plan: BoardPlan, paper: Paper) -> Iterator[str]:
    """What lies on the board, and beside it."""
    for cell, owner in diagram.origins.items():
        if not diagram.stones[cell]:
            yield _use(f"o{'n' if owner is None else owner}", plan.points[cell])
    for cell, owner in diagram.owner.items():
        if owner == NEUTRAL and cell in diagram.origins:
            continue
        yield _use(f"t{'n' if owner == NEUTRAL else owner}", plan.points[cell])
    for cell, stone in enumerate(diagram.stones):
        if stone:
            yield from _stone(diagram, cell, stone - 1, plan.points[cell], paper)
    for cell, text in diagram.labels.items():
        if not diagram.stones[cell]:
            yield from _label(plan.points[cell], text, paper, aside=cell in diagram.origins)
    for cell, colour in diagram.ghosts.items():
        yield f'<g opacity="0.5">{_use(f"s{colour}", plan.points[cell])}'
        yield f"{_use(f'm{colour}', plan.points[cell])}</g>"
    for cell, texts in diagram.candidates.items():
        yield from _candidate(texts, plan.points[cell], paper)


def _label(place: Point, text: str, paper: Paper, *, aside: bool) -> Iterator[str]:
    """What is written on an empty cell, where no lines run through it; `aside` of a start point."""
    x, y = place
    if aside:
        yield _written((x + 8, y - 8), text, paper.label, 10)
        return
    yield f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{paper.board}"/>'
    yield _written(place, text, paper.label, 15)


def _stone(diagram: Diagram, cell: int, colour: int, place: Point, paper: Paper) -> Iterator[str]:
    """A stone with its sign, its number or, in a picture without numbers, its label, and the ring
    of the last move, which a number does without."""
    number, (x, y) = diagram.numbers.get(cell), place
    # Beside numbers of turns nobody could tell other figures from them.
    text = str(number or "") if diagram.numbers else diagram.labels.get(cell, "")
    ink = ink_on(paper.players[colour])
    yield _use(f"s{colour}", place)
    if text:
        raised = 3 * is_signed(colour, paper)
        yield f'<use href="#m{colour}" transform="translate({x:g} {y + 8:g}) scale(0.5)"/>'
        yield _written((x, y - raised), text, ink, 17 - 2 * len(text) - raised)
    else:
        yield _use(f"m{colour}", place)
    if cell in diagram.last and not number:
        yield _use(f"l{colour}", place)
    if cell in diagram.dead and not text:
        yield _use(f"x{colour}", place)


def _candidate(texts: tuple[str, ...], place: Point, paper: Paper) -> Iterator[str]:
    """A disc with the number of a good move, and below it the first figure of what it is worth."""
    (x, y), (number, *worth) = place, texts
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 1.6:g}" fill="{paper.board}" '
        f'stroke="{paper.label}" stroke-width="{2 if number == "1" else 0.8:g}"/>'
    )
    if not worth:
        yield _written(place, number, paper.label, 14)
        return
    yield _written((x, y - 4), number, paper.label, 12)
    yield _written((x, y + 6.5), worth[0], paper.label, 9)


def is_signed(colour: int, paper: Paper) -> bool:
    """Whether stones of a colour have a sign: not the first, nor the second where one of them is
    dark and the other bright."""
    first, second = (ink_on(each) for each in paper.players[:2])
    return colour > 1 or (colour == 1 and first == second)


def _written(place: Point, text: str, ink: str, size: float) -> str:
    return (
        f'<g text-anchor="middle" fill="{ink}" font-size="{size:g}">{_text(place, text, size)}</g>'
    )


def _text(place: Point, text: str, size: float) -> str:
    x, y = place
    return f'<text x="{x:g}" y="{y + 0.35 * size:g}">{escape(text)}</text>'


def _use(name: str, place: Point) -> str:
    return f'<use href={quoteattr("#" + name)} x="{place[0]:g}" y="{place[1]:g}"/>'


def _at(place: Point) -> str:
    return f"{place[0]:g} {place[1]:g}"
