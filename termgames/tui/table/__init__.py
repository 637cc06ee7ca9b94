"""A table: a board with a column beside it, and the parts of the screens that show one.

table_screen, desk              what screens with a table have in common; what parts ask of them
table, position_view            the board with its column; what the board shows
column, tabs                    the panels beside the board; those that are seen one at a time
appearance, zoom                colours and characters, how large the cells are
commands                        keys, palette entries and what they do, in one place
answers, entering, cards        what humans choose, how they enter it; the hand of cards
bots, handover, asking          when bots move, who sits here, who is asked what
clocks                          clocks tick, and stand while something else is seen
teaching                        a teacher's lessons on moves that lose much
analysis, hint                  candidates and estimates; a hint; what Enter does with them
connection, guests              a table elsewhere, and what its guests do beside moves
reviewing, review_texts         the mistakes of a game; what is said of them
trying, comment                 other moves in a game, comments on it
picturing, by_itself            the position for others; a record that plays by itself
going_on                        what can be begun from a record that is looked through
watching                        a game that is played in another window
opening_lines                   openings, and the numbers of their moves on the board
told_story                      what happened in the game, to be read
ending, leaving, exporting      what can be done with a game that is over; how one is left; records
turn                            whose turn it is, told beyond the screen
"""
