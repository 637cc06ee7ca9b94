"""A match at a table, under any front end: it is shown, played, or looked through."""
