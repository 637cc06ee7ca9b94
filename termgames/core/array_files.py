"""Files of arrays, as numpy's `savez` writes them. Nothing in a file is run."""

from __future__ import annotations

import errno
import io
import lzma
import math
import stat
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

_LONGEST_HEADER, _LONGEST_OF_ROWS = 1000, 10_000
"""Characters that describe an array in a file, of plain numbers or of rows."""
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
UNREADABLE = (
    *(ValueError, KeyError, TypeError, EOFError, MemoryError, OverflowError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, tokenize.TokenError, SyntaxError, lzma.LZMAError),
)
"""What zipfile and numpy raise for files that they did not write."""


def save(path: Path, **arrays: Any) -> None:
    """Write arrays to a file by name, whole or not at all; OSError."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        np.savez_compressed(file, **arrays)
    new.replace(path)


def content(path: Path, most: int) -> bytes:
    """What a file of at most so many bytes holds, unchecked; OSError where it is none."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no file")
    if status.st_size > most:
        raise OSError(errno.EFBIG, "it is too large")
    return path.read_bytes()


def read(path: Path, most: int, *, rows: bool = False) -> dict[str, NDArray[Any]]:
    """The arrays of plain numbers in a file of at most so many bytes, packed and unpacked, and
    those of `rows` of plain numbers if asked for. OSError, or one of UNREADABLE.

    The file is taken apart here, not by numpy's own reader, which makes room for whatever size
    an array claims to have before it looks how much is there.
    """
    with zipfile.ZipFile(io.BytesIO(content(path, most))) as packed:
        members = packed.infolist()
        if sum(item.file_size for item in members) > most:
            raise OSError(errno.EFBIG, "it is too large")
        return {
            item.filename.removesuffix(".npy"): _array(packed, item, rows=rows) for item in members
        }


def _array(packed: zipfile.ZipFile, item: zipfile.ZipInfo, *, rows: bool) -> NDArray[Any]:
    """One array of the file, which holds just as many bytes as its header says."""
    longest = _LONGEST_OF_ROWS if rows else _LONGEST_HEADER
    with packed.open(item) as file:
        version = npy.read_magic(file)
        shape, turned, dtype = _HEADERS[version](file, max_header_size=longest)
        of_rows = rows and dtype.names is not None and not dtype.hasobject
        if (dtype.kind not in "iuf" and not of_rows) or min(shape, default=0) < 0:
            raise TypeError("an array holds something else than plain numbers")
        rest = item.file_size - file.tell()
        if math.prod(shape) * dtype.itemsize != rest:
            raise ValueError("an array is longer or shorter than it says")
        flat = np.frombuffer(bytearray(file.read(rest)), dtype)
    return flat.reshape(shape[::-1]).T if turned else flat.reshape(shape)
