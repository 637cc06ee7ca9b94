"""What several tests of training need."""

from collections.abc import Iterator

import pytest

from termgames.workbench.train import campaign


@pytest.fixture(scope="module")
def short_fits() -> Iterator[None]:
    """Meanwhile a fit takes three steps, whatever there is to learn from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign, "_LEAST_STEPS", 3)
        patch.setattr(campaign, "_MOST_STEPS", 3)
        yield
