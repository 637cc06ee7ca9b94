"""Pictures of positions and films of games, to give away. No screen is photographed: they are drawn
from the geometry of the board.

geometry      where points, lines, cells and coordinates lie
diagram       what is to be seen: stones, last move, numbers, territory
paper         the colours, those of a book unless others are wanted
svg           a diagram as SVG, and its parts for pages that draw by themselves
raster        SVG as PNG, and several of them as GIF
plain         a diagram in plain text
kinds         all of them by name, and what they show
"""
