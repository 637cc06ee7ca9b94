"""Lessons: courses of tasks on the real board, read from files that anyone can write.

reading      a course's file taken apart, each part with its line
checks       what a task may demand of an answer, in words that the rules decide
course       a course made ready: positions, answers, and the verdict on a move
shelf        which courses there are, shipped and the player's own
examine      tries every listed answer of every task of a course
"""
