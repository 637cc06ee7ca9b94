"""Who plays: the names of players, and the bots behind them.

players              the names of players on the command line and in records
options              how the bots of a run think, as one value
bot                  what every bot can do, and how it is asked for a move
factory              the bots behind the names
role, processes      a bot in a process of its own; those of a match
helper_process       a process that makes some of the playouts of a search
allowance            how long a bot may think, and when it is taken to hang
calibrated_levels    levels 1 to 9 by game, as they were measured
solver_bot           best play on solved boards
gtp_bot              another program as a player
"""
