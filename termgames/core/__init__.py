"""The vocabulary of every game: topology, moves, refusals, scores, overlays. Needs numpy only.

game, errors, options         what a game is, what can be wrong, how it is set up
topology, notation            boards and the names of their points
wording                       numbers and lists in sentences
maps, maptext                 boards with gaps, read from files
facts                         what is told beside a diagram
overlay, agreement, offer     what is seen and answered: drafts, dead stones, a komi by offer
areas                         regions and territory, one board or thousands
stones, superko               Go on one board, readable
gorows, gopacked, guidedgo    Go on many boards, for searches
lanes, gosense                Go on many boards, for playouts; what bots see in one
nets, gosight                 learned policies: small nets, and what they see of Go
packed, twosided, worlds, exact, bench, balance    what games offer to searches and measurements
"""
