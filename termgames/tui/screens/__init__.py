"""Whole screens of the application.

game, replay                    a game being played, a record looked through
table, position_view            their common part: a board with a column; what the board shows
table_screen                    what screens with a table have in common
lesson                          a task on the board, its text and what an answer does
column, tabs                    the panels beside the board; those that are seen one at a time
answers                         what humans choose, where moves can be made
bots, handover, asking          parts of a game: when bots move, who sits here, who is asked what
teaching                        a teacher's lessons on moves that lose much, another one
pages                           the text and the board of a lesson in a small terminal
ending, leaving                 what can be done with a game that is over; how one is left
exporting                       writing a record to a file
editing                         a position set up by hand
entering, comment               moves as a player enters them; a comment as he writes it
reviewing, trying, watching     parts of looking through a game: its mistakes, other moves in it,
                                a game that is played in another window
analysis                        a part of the table: candidates, hints and estimates
enter_key                       what Enter does with what analysis shows
appearance, zoom                colours and characters, how large the cells are
base                            what every screen begins with
commands                        keys, palette entries and what they do, in one table
menu, setup, files, help        the menu, the form for a game, the saved games, rules and keys
dialogs, cards                  questions over a screen; the hand of cards
"""
