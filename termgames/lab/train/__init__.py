"""Learning where to look and what positions are worth: from games of the search against itself or
of a teacher, or from what another program says of their positions.

selfplay      many games at once, their playouts in common calls of the kernel
netplay       thousands of games by a value net alone, without playouts
gumbel        its searches: a few dozen positions for a move, in the trees of many games at once
openings      what these games have in common: how they begin, how long they last
taught        games that a teacher plays, who may be another program
judge         what another program's net says of positions of Go, in place of what came of them
keeping       what a net keeps of the one that it grew from
new_nets      nets to be taught: fresh ones, and others grown
samples       what a game teaches, position by position, and how it is kept
fit           a net is brought nearer to the samples, on boards turned and mirrored
gate          what was learnt against what is known without it
plan          what a campaign is to do, and how that is written down
files         where the files of a campaign lie, and how they are read
bundles       games that are played together, as tasks
sources       the games that a net learns from, other campaigns' too
campaign      generation after generation, in a folder that survives being killed
provenance    the net in the end, and how it came about
"""
