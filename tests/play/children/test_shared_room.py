"""Arrays from one process to another through memory that both map."""

import os
import subprocess
import sys

import numpy as np

from termgames.play.children import pipes
from termgames.play.children.shared_room import Parcel, SharedRoom


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


PROGRAM = """
import sys
import numpy as np
from termgames.play.children import pipes
from termgames.play.children.shared_room import SharedRoom
incoming, outgoing = pipes.parent()
room = SharedRoom(pipes.receive(incoming))
while (size := pipes.receive(incoming)) is not None:
    pipes.write(outgoing, room.put(np.full(size, size, np.float32)))
"""


def test_a_child_uses_the_room_that_it_is_handed() -> None:
    room = SharedRoom.create()
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(room.file,),
    )
    try:
        channel = pipes.Channel(child)
        channel.send(room.file, 60)
        for size in (1, 300_000, 20, 600_000):
            channel.send(size, 60)
            parcel = channel.receive(60)
            assert isinstance(parcel, Parcel)
            said = room.take(parcel)
            assert len(said) == size
            assert (said == size).all()
    finally:
        child.kill()
        child.communicate()
        room.close()
