"""Measuring and training bots.

workers                       the one door for long work: who does it, what is tried again
cluster                       workers that Dask knows, behind `--cluster` alone
fingerprint, weights          whether they compute the same; weights known by their content
arena, lineups, matches       contests between bots; their games as work that is checked
journal, results              what came of long work, in files
standings, ratings            what the games of a contest say
comparison, curve             players in a row and all their results; strength over playouts
calibration, level_table      how strong the levels are, and should be; how that is kept
balance                       which komi is fair
bench                         how fast playouts are
train                         learning a policy from games of the search against itself
"""
