"""Where things lie: the shipped assets and the user's own folder."""

import contextlib
import os
import stat
from pathlib import Path


def assets() -> Path:
    """The folder of shipped data: inside an installed package, else in the checkout."""
    inside = Path(__file__).parent / "assets"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "assets"


def user_data() -> Path:
    """The user's data folder, not created here: TERMGAMES_DATA, else the platform's own.

    RuntimeError for `~name` when there is nobody of that name.
    """
    chosen = os.environ.get("TERMGAMES_DATA")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_path  # not needed where the folder is given

    return user_data_path("termgames", appauthor=False)


def user_pictures() -> Path:
    """Where pictures and films go, not created here: a folder in TERMGAMES_DATA, else in that of
    the user's pictures; RuntimeError as above."""
    if os.environ.get("TERMGAMES_DATA"):
        return user_data() / "pictures"
    from platformdirs import user_pictures_path  # as above

    return user_pictures_path() / "termgames"


def user_config() -> Path:
    """The user's configuration, not created here: TERMGAMES_CONFIG, else TERMGAMES_DATA, else
    the platform's own; RuntimeError as above."""
    chosen = os.environ.get("TERMGAMES_CONFIG") or os.environ.get("TERMGAMES_DATA")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_config_path  # not needed where the folder is given

    return user_config_path("termgames", appauthor=False)


def user_themes() -> Path:
    """The folder of the user's own themes, `*.toml`, not created here; RuntimeError as above."""
    return user_config() / "themes"


def make_private(folder: Path, *, tighten: bool = False) -> None:
    """Make the folder and those above it, for their owner alone; OSError. One that is there is
    left as it is, unless it is to be closed to others too (`tighten`), where that is allowed."""
    for place in [*reversed(folder.parents), folder]:
        if not place.is_dir():
            try:
                place.mkdir(0o700, exist_ok=True)
            except FileExistsError as error:
                raise FileExistsError(
                    error.errno, "a file is in its place: move that away"
                ) from None
            _close(place)  # whatever the umask has taken away
    if tighten and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        _close(folder)


def _close(folder: Path) -> None:
    with contextlib.suppress(PermissionError):
        folder.chmod(0o700)


def user_maps() -> Path:
    """The folder of the user's own maps, `*.map`, not created here; RuntimeError as above."""
    return user_data() / "maps"


def user_lessons() -> Path:
    """The folder of the user's own lessons, `*.lesson`, not created here; RuntimeError as
    above."""
    return user_data() / "lessons"
