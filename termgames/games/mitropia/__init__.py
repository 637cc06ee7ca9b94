"""Mitropia: Go for two to six on maps, with dice, hidden cards, shared spoils and surrender.

Where to start: `state` says what a position is, `rules` which answers a question has and
what follows from each.

basics      options, cards (kinds, decks, who holds what), questions,
            moves (every answer and its text)
stones/     distance (how far), placing (capture, suicide, ko), prisoners (who gets them),
            alliance (who occupies whom)
turns/      setup (opening rolls, start points, handicaps), turn (pass, roll, draw, act,
            surrender), card_plays (what a card's stones do), reactions (reject, the next turn)
the end     counting
front ends  display (also the count, step by step), drafts (moves that are being put together),
            happened (what moves did, in words), position_text (positions in records, and
            as JSON)
playouts    kernel
bot/        heuristics (answers without a search), shapes and evaluation (judging a board),
            net_prior (what a net says of points)
search      determinized, and packed for two players without dice and cards
"""
