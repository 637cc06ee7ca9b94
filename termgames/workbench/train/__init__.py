"""Learning where to look and what positions are worth, from games of the search against itself.

selfplay      many games at once, their playouts in common calls of the kernel; bundles of them
samples       what a game teaches, position by position, and how it is kept
fit           a net is brought nearer to the samples, on boards turned and mirrored
plan          what a campaign is to do, its form in `campaign.json`, the net it begins with
files         the files of a campaign, and how they are read
campaign      generation after generation, in a folder that survives being killed
gate          the net at the end: how it came about, a match against the search without it
"""
