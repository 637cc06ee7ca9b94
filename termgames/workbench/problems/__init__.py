"""Making problems: positions of bots' games where one move is far better than all others.

seeking      plays games and picks positions that may be problems
proving      what is right and wrong in a position, by the solver or by deep searches
grading      the lowest level of the bot that finds the answer
telling      the words of a problem
alike        whether two positions are nearly the same
making       from games to problems, as tasks for workers
"""
