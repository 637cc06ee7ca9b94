"""Monte Carlo tree search of games with chance or hidden hands (information sets).

search         the rounds of the search; every descent draws a state that the player cannot rule out
tree           what is known after a sequence of answers
final_answer   which answer is given at last
"""
