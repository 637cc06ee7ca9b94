"""Mitropia: Go for two to five on maps, with dice, hidden cards, shared spoils and surrender.

Where to start: `state` says what a position is, `rules` which question leads to what.

the table    options, table (what is settled before a game), moves, cards, labels
a turn       setup, turns, plays, reactions, placing, flow (what comes after an answer)
single rules distance, handicap, alliance, spoils
the end      ending, counting, walk (the count told step by step)
to be seen   display, drafts, prompts, facts (positions as text), hidden (what a seat may see)
playouts     rollout, tally (many boards counted at once), retelling, reference, bench
bots         worlds, packed (two players without luck), habits (what needs no search), judging,
             shapes, answers (as numbers)
"""
