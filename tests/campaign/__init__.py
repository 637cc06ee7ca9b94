"""Long campaigns against the program: `python -m tests.campaign NAME --minutes 60`, of `terminals`
or `lots`. All that is tried follows from the seed; a quick profile is an ordinary test. `mutants`
tries the tests instead: which of so many changes they notice; `matrix` tells which test does.
"""
