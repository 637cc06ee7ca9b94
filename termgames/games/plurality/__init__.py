"""Plurality (João Pedro Neto): territories belong to whoever has more stones around them.

Start with `rules`: positions, legal moves and what they do. The other modules:

the board   options, geometry (the trominoes), tiling (can these stones be whole trominoes?)
counting    scoring
screens     display
playouts    kernel, made of playing, patterns and results
search      packed, legality (legal placements of many boards at once)
solver      exact (for small boards)
"""
