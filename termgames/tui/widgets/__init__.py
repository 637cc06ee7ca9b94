"""Parts of screens, each small and for any game."""
