"""Games being played: matches, records, saved games, players, tournaments. No screen.

match, viewpoint              one game; whose eyes look at it
record, record_header         games as text; what the header alone tells
store, faults                 saved games, details of unexpected errors
players, bots, botprocess     who plays: names, what is behind them, their processes
helpers, pipes                processes that search along, and how processes are talked to
outside, cputime              other programs as players; what they and bots use
ladders                       the levels of bots by game, as they were measured
profiles                      what the people of this computer have played
plain, telling          play line by line, and what is told meanwhile
report, boards, abilities    positions and results in words
gtp                           the Go Text Protocol
arena, lineups, results, standings, ratings, sprt    contests and what they say
balance, bench                fair komi, speed
calibration, curve            how strong the levels are; strength over playouts
"""
