"""Games being played: matches, records, saved games, players, tournaments. No screen."""
