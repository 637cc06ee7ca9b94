"""Bids, a game of another package: chance begins, three players, hidden answers, no stones put."""
