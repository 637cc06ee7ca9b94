"""Texts of any characters, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

ANY_CHARACTER = st.characters(exclude_categories=("Cs",))
"""Whatever UTF-8 can write, as `st.text` means it too. That asks a codec about a million characters
when it is first used in a checkout, for three seconds in every process."""
