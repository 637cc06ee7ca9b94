"""What the saved games tell of who played them.

ended       how each saved game ended; remembered, so that a game is replayed once
figures     games, wins and streaks of a person, in all and by game, board, opponent and seat
ladder      rated games: against which level, and what they do to the rating
rating      a person's strength on the ladder of a game's levels, and the level that suits him
"""
