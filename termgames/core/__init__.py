"""What every game is made of. Needs numpy only.

game, errors, options         what a game is, what can be wrong, how it is set up
topology                      boards as graphs
arrays                        type names for arrays in signatures
shapes                        values of JSON as what types say
text                          numbers and lists in sentences, the names of points
files                         the one way to read and to write the user's files
maps, maptext                 boards with gaps, read from files
position_text                 the lines beside a diagram, such as who is to move
display                       what a front end may draw: overlays, drafts, questions
two_player, komi_offer        games of black and white; a komi by offer
regions                       regions and territory, one board or thousands
steps                         how far cells are apart
packed, determinized, exact   what games offer to searches: rows, sampled worlds, solutions
evaluation                    results of playouts, and the rewards of a search
nets, net_game                small convolutional nets, and what they see of games
net_files, array_files        files of weights; files of arrays
fair_komi                     fair komis, measured by self-play
plugins, foreign              packages of other authors that add games; a look at their answers
"""
