"""Mitropia: Go for two to five on maps, with dice, hidden cards, shared spoils and surrender.

Where to start: `state` says what a position is, `rules` which question leads to what.

the table    options, table (what is settled before a game), moves, cards, labels
a turn       setup, turns, plays, reactions, placing, flow (what comes after an answer)
single rules distance, handicap, alliance, spoils
the end      ending, counting, count_steps (the count shown step by step)
to be seen   display, drafts, prompts, position_text, hidden (what a seat may see)
playouts     rollout, batch_count (many boards counted at once), playout_state, reference, bench
bots         determinized, packed (two players without luck), heuristics, evaluation,
             shapes, answers (as numbers)
"""
