"""Pictures of positions and films of games, to give away. No screen is photographed: they are drawn
from the geometry of the board.

seen          what is to be seen: stones, last move, territory, highlights
faces         what each cell looks like for that, here and on the screens
geometry      where points and coordinates lie
diagram       a position to be drawn, with numbers and candidates
paper         the colours, those of a board, or of a book
svg           a diagram as SVG, and its parts for pages that draw by themselves
raster        SVG as PNG, and several of them as GIF
kinds         all of them by name, and what they show
"""
