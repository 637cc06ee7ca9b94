"""One game being played, without a screen.

match, viewpoint              one game; whose eyes look at it
session, events               a game at the table: who is asked, undo, saving, looking back
auto_answer, answer_delay     answers that are given for a player, and how long they take
new_game                      what is chosen for a new game
record, record_header, store  games as text; what the header alone tells; saved games
consent                       which other programs the user agreed to start
profiles                      what the people of this computer have played
fault_reports                 details of unexpected errors
bots                          who plays: names, what is behind them, their processes
text                          play line by line, boards and results in words
gtp                           the Go Text Protocol
"""
