"""Files of arrays, as numpy's `savez` writes them. Nothing in a file is executed."""

import errno
import io
import lzma
import math
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from termgames.core import files

_LONGEST_HEADER, _LONGEST_OF_ROWS = 1000, 10_000
"""Most characters of an array's header: of plain numbers, and of rows."""
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
UNREADABLE = (
    *(ValueError, KeyError, TypeError, EOFError, MemoryError, OverflowError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, tokenize.TokenError, SyntaxError, lzma.LZMAError),
)
"""What zipfile and numpy raise for files that they did not write."""


def save(path: Path, **arrays: Any) -> None:
    """Write arrays to a file by name. After an OSError the file is as it was before."""
    with files.replacing(path) as file:
        np.savez_compressed(file, **arrays)


def read(path: Path, most: int, *, rows: bool = False) -> dict[str, NDArray[Any]]:
    """The arrays in a file by name. The file has at most `most` bytes, compressed and
    uncompressed. Arrays hold plain numbers, or with `rows` also structured rows of such. Raises
    OSError, or one of UNREADABLE.

    `numpy.load` is not used: it allocates the size that an array's header claims before it
    checks how much data there is.
    """
    with zipfile.ZipFile(io.BytesIO(files.content(path, most))) as packed:
        members = packed.infolist()
        if sum(item.file_size for item in members) > most:
            raise files.TooLarge(errno.EFBIG, "it is too large")
        return {
            item.filename.removesuffix(".npy"): _array(packed, item, rows=rows) for item in members
        }


def _array(packed: zipfile.ZipFile, item: zipfile.ZipInfo, *, rows: bool) -> NDArray[Any]:
    """One array of the file. ValueError unless it has exactly as many bytes as its header says;
    TypeError for anything but numbers."""
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
