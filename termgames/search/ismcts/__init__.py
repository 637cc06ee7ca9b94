"""Monte Carlo tree search of games with chance or hidden hands (information sets).

search    the rounds of the search; every round draws a world that the player may be in
tree      what is known after a sequence of answers, over all worlds
sync      what several searches of one question tell each other
"""
