"""Clocks: how they are written, what they show, and what is left after each move."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import OptionError
from termgames.play import clock
from termgames.play.clock import TimeControl, TimeLeft
from tests.cases import cases

HUNDREDTHS = st.integers(1, 100_000).map(lambda number: number / 100)
MAIN = st.one_of(st.just(0.0), HUNDREDTHS)
CONTROLS = st.one_of(
    st.builds(TimeControl, HUNDREDTHS, st.integers(0, 6000).map(lambda number: number / 100)),
    st.builds(TimeControl, MAIN, st.just(0.0), HUNDREDTHS, st.integers(1, 99), st.integers(1, 99)),
)


MEANS = {
    "10m": TimeControl(600),
    "10m+5s": TimeControl(600, 5),
    "10M + 5S": TimeControl(600, 5),
    "10m+3x30s": TimeControl(600, 0, 30, 3),
    "10m+30s/5": TimeControl(600, 0, 30, 1, 5),
    "90s": TimeControl(0, 0, 90, 1),
    "1x1m": TimeControl(0, 0, 60, 1),
    "1h30m": TimeControl(5400),
    "1m30s": TimeControl(90),
    "30s+0s": TimeControl(30),
    "1m+0.5s": TimeControl(60, 0.5),
}
WRONG = ["", "5", "x", "10", "m", "10m+", "+5s", "0s", "0m", "0m+5s", "1x0s", "0x5s", "100x5s"]
WRONG += ["-5m", "1e3s", "10m+5s+5s", "5s/0", "999h", "1.234s", "٣m", "10m+nan", "99999h99999h"]


def test_what_a_text_means() -> None:
    assert {text: clock.read(text) for text in MEANS} == MEANS
    for text in WRONG:
        with pytest.raises(OptionError, match=r"^a clock is written as 10m, 10m\+5s, .* not '"):
            clock.read(text)


def test_clocks_by_seat() -> None:
    names, five, ten = ("black", "white"), TimeControl(300), TimeControl(600)
    for texts, read in (
        ("", ()),
        ("10m", (ten, ten)),
        ("10m black=5m", (five, ten)),
        ("White=5m", (None, five)),
        ("10m white=none", (ten, None)),
        ("none", ()),
    ):
        assert clock.read_all(texts.split(), names) == read
    with pytest.raises(
        OptionError, match=r"^there is no player called 'red', only black and white"
    ):
        clock.read_all(["red=5m"], names)


@given(st.lists(st.one_of(st.none(), CONTROLS), min_size=3, max_size=3))
def test_every_control_is_read_as_it_is_written(controls: list[TimeControl | None]) -> None:
    names = ("alpha", "beta", "gamma")
    text = clock.written(controls, names)
    assert clock.read_all(text.split(", "), names) == (tuple(controls) if any(controls) else ())


SHOWN = """
    # seconds, periods, moves | figure | spoken
    600     | 10:00    | 10 minutes
    599.01  | 10:00    | 10 minutes
    599     | 9:59     | 9 minutes 59 seconds
    3661    | 1:01:01  | 1 hour 1 minute 1 second
    10      | 0:10     | 10 seconds
    9.99    | 9.9      | 9.9 seconds
    0.05    | 0.0      | 0.0 seconds
    0       | 0.0      | no time
    600 3   | 10:00    | 10 minutes and 3 more periods
    24 2 1  | 0:24 (3) | 24 seconds and 2 more periods
    24 0 1  | 0:24     | 24 seconds
    250 0 17 | 4:10 /17 | 4 minutes 10 seconds for 17 moves
"""


@pytest.mark.parametrize(("left", "figure", "spoken"), cases(SHOWN))
def test_what_a_clock_shows(left: str, figure: str, spoken: str) -> None:
    seconds, *rest = left.split()
    at = TimeLeft(float(seconds), *map(int, rest))
    assert (clock.figure(at), clock.spoken(at)) == (figure, spoken)


def test_what_is_left_after_a_move() -> None:
    gain = TimeControl(60, 5)
    moved = [gain.moved(gain.full, 3), gain.moved(gain.full, 60), gain.moved(TimeLeft(0), 0)]
    assert moved == [TimeLeft(62), TimeLeft(0), TimeLeft(0)]
    periods = TimeControl(60, 0, 30, 3)
    assert periods.total(periods.full) == 150
    after = [periods.after(periods.full, seconds) for seconds in (59.99, 60, 95, 149)]
    assert after == [TimeLeft(0.01, 3), TimeLeft(30, 2, 1), TimeLeft(25, 1, 1), TimeLeft(1, 0, 1)]
    assert periods.moved(periods.full, 95) == TimeLeft(30, 1, 1)
    assert periods.moved(periods.full, 150).fallen
    assert periods.after(periods.full, 10_000).fallen
    several = TimeControl(0, 0, 30, 1, 3)
    left = several.moved(several.moved(several.full, 10), 10)
    assert (several.full, left) == (TimeLeft(30, 0, 3), TimeLeft(10, 0, 1))
    assert several.moved(left, 9) == TimeLeft(30, 0, 3)
    assert several.moved(left, 10).fallen
    # 3.3 / 1.1 is 2.9999999999999996.
    part = clock.read("10s+5x1.1s")
    assert part.after(TimeLeft(10, 5), 13.3) == TimeLeft(1.1, 1, 1)
    for number in range(1, 6):
        at = part.after(TimeLeft(10, 5), round(10 + 1.1 * (number - 1), 2))
        assert (at.periods, at.fallen) == (5 - number, False)


@given(CONTROLS, st.floats(0, 1))
def test_who_takes_his_allowance_never_loses(control: TimeControl, overhead: float) -> None:
    left = control.full
    for _ in range(300):
        allowed = control.allowance(left)
        assert 0 <= allowed < control.total(left)
        left = control.moved(left, math.floor(allowed * 100) / 100)
        assert not left.fallen
