"""The commands of the workbench: `arena`, `balance`, `bench`, `calibrate`, `solve`, `styles`,
`train`, and what `lab problems` and `lab openings` do.

A command each, and `many_games`: who plays, and lines on the progress.
The command line imports them by name (`cli.root`), and only when they are asked for.
"""
