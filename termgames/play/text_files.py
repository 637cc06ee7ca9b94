"""Files of text that users may write themselves: lessons, problems, trees of openings."""

from __future__ import annotations

from pathlib import Path

from termgames.core import files
from termgames.core.errors import LessonError


def file_text(path: Path, most: int, remedy: str) -> str:
    """The text in a file of `most` bytes; LessonError, with a remedy for one that is larger."""
    try:
        return files.text(path, most)
    except files.TooLarge:
        raise LessonError(f"{path}: larger than {most} bytes: {remedy}") from None
    except OSError as error:
        raise LessonError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line, _ = files.place(error)
        raise LessonError(f"{path}: line {line}: this is no UTF-8 text: save it as such") from None
