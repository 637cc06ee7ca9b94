"""Arrays from one process to another through memory that both map."""

import os

import numpy as np

from termgames.play.children.shared_room import SharedRoom


def arrays(*sizes: int) -> list[np.ndarray]:
    return [np.arange(size, dtype=np.float32) + size for size in sizes]


def test_each_message_arrives_whole_and_stays_as_it_was() -> None:
    one = SharedRoom.create()
    other = SharedRoom(os.dup(one.file))
    kept = []
    for sizes in ((), (3,), (0, 5), (400_000, 1), (7, 8, 9), (2_000_000,)):
        message = {"arrays": arrays(*sizes), "text": str(sizes)}
        said = other.take(one.put(message))
        assert said["text"] == str(sizes)
        kept.append((sizes, said["arrays"]))
    for sizes, found in kept:
        for array, wanted in zip(found, arrays(*sizes), strict=True):
            np.testing.assert_array_equal(array, wanted)
            array += 1  # They belong to who took them.
    for room in (one, other):
        room.close()
        room.close()
