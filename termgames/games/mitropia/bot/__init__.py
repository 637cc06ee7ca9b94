"""How bots judge a position of Mitropia, and what they answer without a search."""
