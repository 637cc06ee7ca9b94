"""Random games of Go on many boards at once: two to six colours, any topology.

Playouts begin with `StartPositions`, the arguments of `PlayoutKernel` are their rules, and
`PlayoutKernel.run` plays all of them to their ends. A *lane* is one board of a batch: one
playout from one start position.

An order of play is a table of colours by ply (`cyclic`, `thue_morse`), `Reach` limits how far
from its own stones a colour may play, and `prisoner_counts` says who gets captured stones. All
points where a stone may be put are equally likely, or have the weights of a `MoveWeights`
(`by_hand` makes one). Games decide what finished boards are worth; `core.evaluation.evaluated`
then adds up the results for a search.

`go.board` and `go.superko` are the readable rules; `uniform` says where playouts differ.

kernel, positions, reach           what a caller needs to start playouts and to read the results
uniform                            the steps of playouts in which all points are equally likely
restrained                         the same for games won by the middle score: players may hold back
weighted, move_weights             the same with weights; weights set by hand, and known shapes
layout, boards, lanes              how boards lie in memory, and which are still being played
prisoner_counts                    who gets the stones of captured groups
plain                              the same play in plain Python, for comparison
"""
