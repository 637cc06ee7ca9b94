"""Who plays: the names of players, and the bots behind them.

players              the names of players on the command line and in records
options              how the bots of a run think, as one value
bot                  what every bot can do, and how it is asked for a move
factory              the bots behind the names
processes            the bots of a match, each in a process of its own
helper_process       a process that makes some of the playouts of a search
allowance            how long a bot may think, and when it is taken to hang
calibrated_levels    levels 1 to 9 by game, as they were measured
gtp_bot              another program as a player
"""
