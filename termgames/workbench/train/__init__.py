"""Learning where to look and what positions are worth, from games of the search against itself.

selfplay      many games at once, their playouts in common calls of the kernel
netplay       thousands of games by a value net alone, without playouts
gumbel        the searches of netplay: a few dozen positions for a move, in all games at once
openings      what these games have in common: how they begin, how long they last
new_nets      nets to be taught
samples       what a game teaches, position by position, and how it is kept
fit           a net is brought nearer to the samples, on boards turned and mirrored
gate          a match of the search with the new net against the search without it
plan          what a campaign is to do, and its form in `campaign.json`
files         where the files of a campaign lie, and how they are read
bundles       games that are played together, each bundle a task
sources       the games that a net learns from
campaign      generation after generation, in a folder that survives being killed
provenance    the net at the end of a campaign, and how it came about
"""
