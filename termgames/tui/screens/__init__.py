"""Whole screens of the application.

game, replay                    a game being played, a record looked through
table, position_view            their common part: a board with a column; what the board shows
column, tabs                    the panels beside the board
answers, bots, handover         parts of a game: what humans choose, when bots move, who sits here
reviewing                       a part of looking through a record: its review
ending, leaving                 what can be done with a game that is over; how one is left
analysis, teaching              parts of the table: candidates, hints and estimates; what is said
                                of a move that loses much
appearance, zoom                colours and characters, how large the cells are
base                            what every screen begins with
commands                        keys, palette entries and what they do, in one table
menu, setup, files, help        what comes before a game, and its rules
dialogs, cards                  what is asked in between
"""
