"""Making trees of openings by self-play.

searching   the work of a worker: one position is searched, and some games are played to their ends
growing     the games, whose moves are drawn among the best ones, and the tree that they make
"""
