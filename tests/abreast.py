"""Threads that play at the same time, as games abreast do."""

from __future__ import annotations

import threading
from collections.abc import Callable

from termgames.core.gathered import Gathering


def abreast(work: Callable[[int], None], count: int) -> None:
    """Have the members of one gathering do `work`, each in a thread of his own and with his number,
    from 0. They begin together; when this returns, all have ended. An error of one of them is
    raised then."""
    gathering, begun = Gathering(), threading.Barrier(count)
    errors: list[BaseException] = []

    def member(number: int) -> None:
        try:
            with gathering.member():
                begun.wait()
                work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=member, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
