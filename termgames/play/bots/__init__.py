"""Who plays: the names of players, the bots behind them, and their processes.

players              the names of players on the command line and in records
factory              the bots behind the names
allowance            how long a bot may think, and when it is taken to hang
calibrated_levels    levels 1 to 9 by game, as they were measured
process              a bot in a process of its own
helper_process,
helper_program       processes that make some of the playouts of a search, seen from both sides
solver_bot           best play on solved boards
gtp_bot              another program as a player
pipes, shared_room   talking to processes; large arrays from them
cputime              the CPU time that processes use
"""

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables that numpy's libraries read when they are loaded: how many threads to
use."""
