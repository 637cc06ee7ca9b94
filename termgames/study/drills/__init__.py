"""Drills: positions that are answered one after the other, be they the lessons of a course,
problems, or a player's own mistakes.

drill      one drill, and a row of them, as front ends have them
attempt    the game of one drill: the answer on the board, and the verdict
lessons    what is so of lessons alone; problems and mistakes likewise
lines      drills line by line, without a screen
"""
