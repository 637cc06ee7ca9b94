"""Says what KataGo's net says of positions, without KataGo: a judge for `termgames train --judge`.

    pip install torch numpy numba                 (in an environment of its own)
    termgames train mitropia --map 13x13 --players 2 --no-dice --no-cards --range none \\
        --scoring area --out DIR --judge \\
        "ENV/bin/python tests/benchmarks/katago_net --model KaTrain-1.7.2-py3-none-any.whl"

It speaks the protocol of KataGo's analysis engine: a query in a line of JSON, an answer in another
one. Each is answered as by a single visit: with what the net says, in the first of its eight
symmetries. It reads nets of model version 8, such as those of the run g170, and computes them with
torch, in 16 bits where the processor can; board and ladders are read by functions that numba
compiles, which takes a quarter of a minute once.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[3])]

_WAIT = 0.003
"""Seconds to wait for more queries, where fewer have come than are answered at once."""
_CHUNK = 2**16
"""Bytes to read at once."""


def main() -> int:
    """Answer what is asked until the input ends."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", type=Path, required=True, help="*.bin.gz, or KaTrain's wheel")
    parser.add_argument("--float32", action="store_true", help="compute in 32 bits")
    parser.add_argument("--batch", type=_count, default=64, help="positions at once (64)")
    parser.add_argument("--threads", type=_count, default=1, help="threads of torch (1)")
    chosen = parser.parse_args()
    # Torch and numba read this when they are loaded.
    os.environ["OMP_NUM_THREADS"] = str(chosen.threads)
    try:
        import torch
    except ImportError:
        print("katago_net: needs torch: pip install torch numpy numba", file=sys.stderr)
        return 1
    from tests.benchmarks.katago_net import compiled, net, weights

    if not compiled.IS_FAST:
        print("katago_net: without numba, ladders take minutes; pip install numba", file=sys.stderr)
    torch.set_num_threads(chosen.threads)
    halves = not chosen.float32 and net.in_halves()
    try:
        loaded = net.Net(weights.read(chosen.model), torch.bfloat16 if halves else torch.float32)
    except weights.ModelError as error:
        print(f"katago_net: {error}", file=sys.stderr)
        return 1
    try:
        for lines in _waiting(sys.stdin.fileno(), chosen.batch):
            for said in _answered(lines, loaded, chosen.batch):
                print(json.dumps(said, separators=(",", ":")))
            sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody listens any more, which the interpreter would say again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _waiting(source: int, most: int) -> Iterator[list[str]]:
    """The lines that wait at a file, up to about `most` at once."""
    rest, lines, ended = b"", list[str](), False
    while not ended:
        said = os.read(source, _CHUNK)
        ended = not said
        *whole, rest = (rest + said).split(b"\n")
        if ended and rest:
            whole.append(rest)
        lines += [line.decode(errors="replace") for line in whole if line.strip()]
        more = not ended and select.select([source], [], [], _WAIT)[0]
        if lines and (ended or len(lines) >= most or not more):
            yield lines
            lines = []


def _answered(lines: list[str], loaded: Any, most: int) -> Iterator[dict[str, Any]]:
    """What is said to queries: answers, warnings and errors."""
    from tests.benchmarks.katago_net.answers import answers
    from tests.benchmarks.katago_net.features import features
    from tests.benchmarks.katago_net.queries import QueryError, Question, parsed

    questions: list[Question] = []
    for line in lines:
        try:
            found, warnings = parsed(line)
        except QueryError as error:
            yield error.answer()
            continue
        yield from warnings
        questions += found
    questions.sort(key=lambda question: question.position.size)
    for _, group in groupby(questions, lambda question: question.position.size):
        alike = list(group)
        for at in range(0, len(alike), most):
            part = alike[at : at + most]
            planes, numbers, allowed = features([question.position for question in part])
            yield from answers(part, loaded(planes, numbers), allowed)


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
