"""Learning from games: what decisions were worth.

lines        lines of play that a search expects, to be shown and walked through
estimator    who wins a position, how likely, by which moves; told_shares: as a probability
judge        what to expect after each of several moves
teaching     lessons on a human's move before bots answer it
advice       what to play in a position; reasons: what a move does, in words
worker       what is asked beside a table, answered in one process; roles: it and reviews in theirs
review       the decisions of a game, judged one by one
tally        what costs most in many games, by kind of mistake and by phase
story        what happened in a game that is over, to be read aloud
review_file  the results of a review beside the record, so that it can go on
game_page    a game as a page for browsers, with its review
exercises/   a player's own mistakes, which come back
problems/    positions in which one move is far better than all others
lessons/     courses of tasks on the board, read from files, and progress in them
drills/      all three as positions that are answered one after the other
"""
