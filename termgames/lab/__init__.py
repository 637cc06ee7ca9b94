"""Measuring and training bots.

workers                       the one door for long work: who does it, what is tried again
cluster                       workers that Dask knows, behind `--cluster` alone
fingerprint, weights          whether they compute the same; weights known by their content
arena, lineups, matches       contests between bots; their games as work that is checked
journal, results              what came of long work, in files
standings, ratings            what the games of a contest say
calibration, curve            how strong the levels are; strength over playouts
balance                       which komi is fair
bench                         how fast playouts are
train                         learning a policy from games of the search against itself
"""
