"""A diagram as SVG: one file without scripts, styles or anything from elsewhere.

Every face of a cell is drawn once, in `<defs>`, and used by its name, `f0` and so on; so are the
balls of stones, by their colour.
"""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from xml.sax.saxutils import escape

from termgames.core.topology import Topology, fitted
from termgames.play.pictures.diagram import Diagram
from termgames.play.pictures.faces import (
    GHOST,
    SOLID,
    STONE,
    Face,
    Faces,
    Inks,
    inks,
    is_dark,
    shade,
)
from termgames.play.pictures.geometry import CORNER, PITCH, BoardPlan, Point, board_plan
from termgames.play.pictures.paper import BLACK, WHITE, Paper, Rgb, ink_on

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_LABEL = 13.0
"""Height of coordinates."""
_HALF = PITCH / 2
_WIDTH = 64
"""Half cells of a row, where a board can be drawn in several parts."""
_WAYS = ("V-16", "H16", "V16", "H-16")
_MARKS = ("", "M-7 0H7", "M0 -7V7", "M-5 -5L5 5", "M5 -5L-5 5")
"""The forms on stones after the first, which is a dot."""


def write(diagram: Diagram, paper: Paper) -> str:
    """The picture, as a file."""
    plan, colours, game = plan_of(diagram), inks(paper), diagram.game
    faces = Faces(game.topology, colours)
    faces.show(diagram.position)
    seen = [*faces.now]
    for cell, face in faces.lit(diagram.scene, diagram.position.stones).items():
        seen[cell] = face
    numbers = {face: number for number, face in enumerate(dict.fromkeys(seen))}
    parts = [*defs(numbers, game.topology, colours), *board(plan, colours, game.topology)]
    parts += [_use(f"f{numbers[face]}", at) for face, at in zip(seen, plan.points, strict=True)]
    for cell, text in diagram.position.labels.items():
        ink, aside = faces.ink(cell, diagram.position), 8 * (cell in diagram.position.origins)
        x, y = plan.points[cell]
        parts.append(_written((x + aside, y - aside), text, ink, 17 - 2 * len(text)))
    for cell, texts in diagram.scene.labels.items():
        parts += _candidate(texts, plan.points[cell], colours)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{plan.width:g}" height="{plan.height:g}" '
        f'viewBox="0 0 {plan.width:g} {plan.height:g}" font-family="{FONT}" role="img">\n'
        f"<title>{escape(diagram.title)}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def plan_of(diagram: Diagram) -> BoardPlan:
    """Where everything of a diagram lies."""
    return board_plan(fitted(diagram.game.topology, _WIDTH))


def around(topology: Topology, colours: Inks) -> Rgb:
    """The ground on which the coordinates stand: that of the board, but of one with an outline of
    its own black or white."""
    return colours.board if topology.whole_square else ink_on(colours.label)


def board(plan: BoardPlan, colours: Inks, topology: Topology) -> Iterator[str]:
    """The ground of everything, and coordinates."""
    ground = name(around(topology, colours))
    yield f'<rect width="{plan.width:g}" height="{plan.height:g}" fill="{ground}"/>'
    yield f'<g text-anchor="middle" fill="{name(colours.label)}" font-size="{_LABEL:g}">'
    for place, label in plan.labels:
        yield _text(place, label, _LABEL)
    yield "</g>"


def defs(faces: Iterable[Face], topology: Topology, colours: Inks) -> Iterator[str]:
    """The faces in their order, and the light on the stones of all players."""
    yield "<defs>"
    for ink in dict.fromkeys(colours.players):
        stops = "".join(
            f'<stop offset="{at:g}" stop-color="{name(tuple(shade(ink, 1 - at**2).round()))}"/>'
            for at in (0, 0.25, 0.5, 0.75, 1)
        )
        yield (
            f'<radialGradient id="b{name(ink)[1:]}" cx="0.33" cy="0.31" r="0.763">{stops}'
            "</radialGradient>"
        )
    for number, face in enumerate(faces):
        yield f'<g id="f{number}">{"".join(_face(face, topology))}</g>'
    yield "</defs>"


def _face(face: Face, topology: Topology) -> Iterator[str]:
    """What is seen of a cell, around (0, 0)."""
    ground = f'fill="{name(face.ground)}"'
    if topology.hexagonal:
        turns = (pi * (turn + 0.5) / 3 for turn in range(6))
        corners = " ".join(f"{CORNER * cos(at):.2f},{CORNER * sin(at):.2f}" for at in turns)
        yield f'<polygon points="{corners}" {ground} {_stroke(face.line, 0.9, 0.55)}/>'
    else:
        yield f'<rect x="-16" y="-16" width="32" height="32" {ground}/>'
    line = "".join(f"M0 0{way}" for at, way in enumerate(_WAYS) if (face.ways or 0) & 1 << at)
    if line:
        yield _path(line, face.line, 1.5, 0.9)
    if face.star:
        yield f'<circle r="3" fill="{name(face.line)}"/>'
    if face.dot is not None:
        colour, wide = face.dot[0], _HALF * face.dot[1]
        yield f'<rect x="{-wide:g}" y="{-wide:g}" width="{2 * wide:g}" height="{2 * wide:g}" '
        yield f'fill="{name(colour)}"/>'
    if face.stone is not None:
        yield from _stone(face)
    if face.cross is not None:
        yield _path("M-5 -5L5 5M5 -5L-5 5", face.cross, 2.5, 0.9)
    if face.frame is not None:
        yield f'<rect x="-15" y="-15" width="30" height="30" fill="none" {_stroke(face.frame, 2)}/>'


def _stone(face: Face) -> Iterator[str]:
    """A ball with its shadow, or a flat disc, with its mark and its ring."""
    assert face.stone is not None
    ink, mark = face.stone
    if face.ghost:
        yield f'<circle r="{GHOST * _HALF:g}" fill="{name(ink)}" fill-opacity="{SOLID}"/>'
    else:
        radius = STONE * _HALF - 0.4
        yield f'<circle cx="0.7" cy="1.1" r="{radius + 0.2:g}" fill-opacity="0.3"/>'
        yield f'<circle r="{radius:g}" fill="url(#b{name(ink)[1:]})"/>'
    inverse = WHITE if is_dark(ink) else BLACK
    if mark == 1:
        yield f'<circle r="5" fill="{name(inverse)}" fill-opacity="0.5"/>'
    elif mark:
        yield _path(_MARKS[(mark - 1) % 5], inverse, 4, 0.5)
    if face.ring is not None:
        yield f'<circle r="8" fill="none" {_stroke(face.ring, 4)}/>'


def _candidate(texts: Iterable[str], place: Point, colours: Inks) -> Iterator[str]:
    """A disc with the number of a good move, and below it the first figure of what it is worth;
    that of the best stands out."""
    (x, y), (number, *worth) = place, texts
    ink, ground = colours.accent, colours.board
    if number == "1":
        ink, ground = ground, ink
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="13.5" fill="{name(ground)}" '
    yield f"{disc}{_stroke(colours.accent, 1)}/>"
    yield _written((x, y - 4 * bool(worth)), number, ink, 12)
    if worth:
        yield _written((x, y + 6.5), worth[0], ink, 9)


def name(colour: Iterable[float]) -> str:
    """A colour as `#rrggbb`."""
    return "#" + bytes(map(int, colour)).hex()


def _stroke(colour: Rgb, width: float, opacity: float = 1) -> str:
    faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'stroke="{name(colour)}" stroke-width="{width:g}"{faint}'


def _path(drawn: str, colour: Rgb, width: float, opacity: float) -> str:
    return f'<path d="{drawn}" fill="none" {_stroke(colour, width, opacity)}/>'


def _written(place: Point, text: str, ink: Rgb, size: float) -> str:
    usual = f'text-anchor="middle" fill="{name(ink)}" font-size="{size:g}"'
    return f"<g {usual}>{_text(place, text, size)}</g>"


def _text(place: Point, text: str, size: float) -> str:
    x, y = place
    return f'<text x="{x:g}" y="{y + 0.35 * size:g}">{escape(text)}</text>'


def _use(name: str, place: Point) -> str:
    return f'<use href="#{name}" x="{place[0]:g}" y="{place[1]:g}"/>'
