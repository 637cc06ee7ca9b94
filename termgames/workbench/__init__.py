"""Measuring and training bots: a workbench that no player's code needs.

workers                       all long work: tasks, the processes that do them, further tries
cluster                       workers that Dask knows, behind `--cluster` alone
fingerprint, pinned_weights   whether workers compute the same; weights known by their content
arena, lineups, matches       contests between bots; line-ups; their games as tasks, checked
journal, results              the results of long work, in files
standings, ratings            wins, shares and Elo from the games of a contest
styles                        how characters differ from the plain bot
comparison, curve             contests of neighbours in strength; strength over playouts
calibration, level_table      how strong the levels are, and should be; the file of levels
balance                       which komi is fair
bench, bench_cases            how fast playouts are; the positions on which that is measured
problems                      making problems from games of bots
openings                      making trees of openings by self-play
train                         learning a policy from games of the search against itself
commands                      what users type
"""
