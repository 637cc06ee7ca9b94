"""Learning a policy from searches: games of the search against itself, and what they teach.

selfplay      many games at once, their playouts in common calls of the kernel
samples       what a game teaches, position by position, and how it is kept
fit           a net is brought nearer to the samples, on boards turned and mirrored
gate          what was learnt against what is known without it
campaign      generation after generation, in a folder that survives being killed
"""
