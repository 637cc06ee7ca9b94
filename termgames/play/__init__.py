"""One game being played, without a screen.

match, played_moves           one game; the moves that were played in it
turn_starts                   where turns begin among them
sitting                       a match at a table: shown, played, looked through
clock, match_time             how much time players have, and what is left of it
events                        what bots, sittings and front ends tell each other
new_game, seeds               the choices for a new game; the seeds that chance follows from
playing_out                   a game that goes on from a position of another
advice                        what bots advise, and how much thought is behind what they say
record, record_header, store  games as text; what the header alone tells; saved games
position_editor               a position that is set up by hand
notes, note_lines, note_file  comments and variations beside a game, as lines, in records
checkup                       whether versions, folders and saved games are in order
save_file, locks              the file of a game, and who may write it
consent                       which other programs the user agreed to start
openings                      trees of openings, and bots that play from them
data_files                    what is kept beside the games, in the data folder
profiles                      how many games the people of this computer played and won
history                       how saved games ended, and what they say of who played them
solutions                     exact solutions, kept in files
fault_reports                 details of unexpected errors
children                      processes of our own: bots, helpers, advisers, teachers, reviews
signals                       signals that ask the program to end, and their exit codes
bots                          who plays: names, and what is behind them
together                      tables for people at several terminals
text                          boards and sentences in plain text; line mode
gtp                           the Go Text Protocol
foreign                       records of other programs, read and written
pictures                      pictures of positions and films of games, to give away
"""
