"""Mitropia: Go for two to five on maps, with dice, hidden cards, shared spoils and surrender."""
