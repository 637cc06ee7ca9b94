"""Pletore (Luis Bolaños Mures): stones and the points that only you pinch are yours."""
