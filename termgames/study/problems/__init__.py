"""Problems: positions in which one move is far better than all others, with the line that shows it.

problem      a problem as a value, and its text in a file
"""
