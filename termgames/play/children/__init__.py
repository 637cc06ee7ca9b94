"""Processes of ours: bots, their helpers, advisers, teachers, reviews. All speak one protocol.

interpreter    the command line of a fresh interpreter that runs a module of ours
pipes          starting one, and messages through its standard streams
child          one that answers questions, seen from both sides
shared_room    large arrays from it
cputime        the CPU time that processes use
"""

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables that numpy's libraries read when they are loaded: how many threads to
use."""
