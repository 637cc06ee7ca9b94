"""Measuring and training bots.

arena, lineups, results       contests between bots and their files
standings, ratings            what the games of a contest say
calibration, curve            how strong the levels are; strength over playouts
balance                       which komi is fair
bench                         how fast playouts are
train                         learning a policy from games of the search against itself
"""
