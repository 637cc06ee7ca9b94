"""What every game is made of. Needs numpy only.

game, errors, options         what a game is, what can be wrong, how it is set up
topology, notation            boards and the names of their points
text                          numbers and lists in sentences
maps, maptext                 boards with gaps, read from files
position_text                 the lines beside a diagram: who is to move, what was passed
display                       what a front end may draw: overlays, drafts, questions
two_player, komi_offer        games of black and white; a komi by offer
regions                       regions and territory, one board or thousands
packed, determinized, exact   what games offer to searches: rows, sampled worlds, solutions
nets                          small convolutional nets
bench_case, fair_komi         what is measured of a game, and the komi that was measured
plugins                       packages of others that bring games
"""
