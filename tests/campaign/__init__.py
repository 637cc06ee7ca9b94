"""Long campaigns against the program: `python -m tests.campaign NAME --minutes 60`.

`terminals` starts programs in terminals, and kills them; `lots` plays, writes and sends by lot. All
that is tried follows from the seed. A quick profile of each is an ordinary test. `mutants` tries
the tests instead: which of so many changes of the code they notice; `matrix` tells which test does.
"""
