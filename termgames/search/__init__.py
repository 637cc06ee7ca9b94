"""Searching for good moves through the protocols of `core`; knows no game.

mcts                     the search of packed games
ismcts                   the search of games with chance or hidden hands
generic                  any game as a packed one
policy                   learned policies, asked while the tree grows
parallel                 several searches at once
exact, preset_answers    what is answered without a search
uct, baseline            yardsticks, fixed for good
stopping                 when a search may end, how a move is drawn
settings, levels, limits, steps    what searches are given and what they answer
"""
