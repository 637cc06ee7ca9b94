"""Whole screens of the application.

table, answers, game, replay    a board with its column: looked at, answered at, played, replayed
analysis, appearance            bots asked beside the game; colours and characters
tabs, graphs                    parts of the column
menu, setup, files, help        what comes before a game, and its rules
dialogs, cards, handover        what is asked in between
"""
