"""The toy game of `tests.toy_card_game` with everything a screen can show of it."""
