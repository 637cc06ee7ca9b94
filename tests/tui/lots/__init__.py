"""The toy game of `tests.play.lots` with everything a screen can show of it."""
