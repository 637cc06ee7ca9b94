"""The quick copy with rows and columns exchanged."""

from __future__ import annotations

import numpy as np
import pytest

from termgames.core.arrays import transposed_copy


@pytest.mark.parametrize("shape", [(0, 3), (1, 5), (16, 4), (17, 1), (40, 33)])
def test_rows_and_columns_are_exchanged_in_a_contiguous_copy(shape: tuple[int, int]) -> None:
    array = np.random.default_rng(1).integers(-9, 9, shape).astype(np.int8)
    copy = transposed_copy(array)
    assert (copy == array.T).all()
    assert copy.shape == shape[::-1]
    assert copy.dtype == array.dtype
    assert copy.flags.c_contiguous
    assert not np.shares_memory(copy, array)
