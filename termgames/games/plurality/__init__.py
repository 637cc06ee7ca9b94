"""Plurality (João Pedro Neto): territories belong to whoever has more stones around them."""
