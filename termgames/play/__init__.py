"""One game being played, without a screen.

match, viewpoint              the moves of one game; whose view of it is shown
session                       a game at the table: who is asked, undo, saving, looking back
events                        what bots, session and front ends tell each other
auto_answer, answer_delay     answers given for a human; how long bots take out of turn
new_game, seeds               what is chosen for a new game; what its luck follows from
teaching                      what bots say of moves that lose much
record, record_header, store  games as text; what the header alone tells; saved games
position_editor               a position that is set up by hand
notes, note_lines, note_file  comments and variations beside a game, as lines, in records
checkup                       whether versions, folders and saved games are in order
keeper, save_file, locks      where a game is saved; its file, and who may write it
consent                       which other programs the user agreed to start
profiles                      what the people of this computer have played
solutions                     what solvers worked out, kept in files
fault_reports                 details of unexpected errors
signals                       signals that ask the program to end, and their exit codes
bots                          who plays: names, what is behind them, their processes
text                          boards and sentences in plain text; line mode
gtp                           the Go Text Protocol
"""
