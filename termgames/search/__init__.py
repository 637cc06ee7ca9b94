"""Searching for good moves through the protocols of `core`; knows no game.

mcts                     the search of packed games
ismcts                   the search of games with chance or hidden hands
anytime, pace            the loop under both, and how long its rounds take
ends                     what their playouts ended with
generic, history         any game as a packed one, or as one of chance and hidden hands
policy                   learned policies, asked while the tree grows
parallel                 one search with playouts in several processes
exact, preset_answers    moves from exact solutions; answers that need no search
characters, leaning      bots that lean to some kinds of moves, and how a search does
small_ends               ends for three and more in which few moves are left, looked at whole
forced                   what can be forced at the end of any game, by exact search
baseline                 yardsticks, fixed for good
settings, levels, limits    what searches are given and what they answer
"""
