"""Seeds: the whole numbers that all luck of a game follows from.

Light to import: the command line reads seeds before it knows whether anything is to be played.
"""

_BITS = 63
"""The number of seeds, too large for finding one by trying all."""
MOST_SEED = 2**_BITS - 1


def seed_in(text: str) -> int | None:
    """The seed that a text holds, a whole number from 0 to MOST_SEED; None where it is none."""
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))
    return int(text) if plain and int(text) <= MOST_SEED else None


def fresh_seed() -> int:
    """A seed that cannot be guessed."""
    from secrets import randbits  # slow to import, and help needs none of it

    return randbits(_BITS)


def seed_for_bot(seed: int | None, number: int) -> int | None:
    """The seed of bot `number` of those that play with `seed`; None without a seed.

    It follows from that seed and tells nothing of it: whoever has the seed of a game knows what
    chance will bring.
    """
    if seed is None:
        return None
    from hashlib import sha256  # slow to import, as above

    digest = sha256(f"bot {number} {seed}".encode()).digest()
    return int.from_bytes(digest) >> (8 * len(digest) - _BITS)
