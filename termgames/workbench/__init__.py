"""Measuring and training bots: a workbench that no player's code needs.

workers                       all long work: tasks, and the processes that do them
cluster                       workers that Dask knows, behind `--cluster` alone
arena, lineups                contests between bots, their games as tasks; line-ups
journal, results              the results of long work, in files; contests of neighbours
standings, ratings            wins, shares and Elo from the games of a contest
styles                        how characters differ from the plain bot
curve                         strength over playouts
calibration                   how strong the levels are, and should be; the file of levels
balance                       which komi is fair
bench                         how fast playouts are, and the positions on which that is measured
problems                      making problems from games of bots
openings                      making trees of openings by self-play
train                         learning a policy from games of the search against itself
commands                      what users type
"""
