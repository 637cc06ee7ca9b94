"""Stones on a map: range, capture, prisoners and alliances."""
