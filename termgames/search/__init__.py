"""Searching for good moves through the protocols of `core`; knows no game.

mcts, select, tree    the search of packed games: rounds, choice of leaves, what is known
choice                which move is played in the end
policy                learned policies, asked while the tree grows
parallel, shares      several searches at once, and what they tell each other
hidden, worldtree     the search of games with chance or hidden hands, and what it knows
worldshares           what several such searches tell each other
plain                 any game as a packed one
exact, questions      what is answered without a search
uct, baseline         yardsticks, fixed for good
decide                when a search may end, how a move is drawn
settings, levels, limits, steps    what searches are given and what they answer
"""
