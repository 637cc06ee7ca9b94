"""Monte Carlo tree search over packed positions, with many playouts in one call.

search        the rounds of the search
selection     many descents through the tree at once
allotment     which children the descents of a level go to
backup        results of playouts, added to the nodes above leaves
tree          the tree as a struct of arrays
lines         the moves that are expected, and candidates
worth         what leaves are worth, by playouts and a net
final_move    which move is played when the search ends
"""
