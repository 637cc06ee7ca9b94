"""Turns every error into one line on standard error and an exit code."""

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from termgames.core.errors import GameFault, OptionError, TermgamesError
from termgames.core.text import escaped, quotable
from termgames.play import signals
from termgames.play.signals import Ending

FINE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def guarded(work: Callable[[], Any]) -> int:
    """Do the work and answer the exit code: what it returned, None counting as fine; where a
    signal ended it, that signal's code."""
    _prepare_streams()
    with signals.noted() as ending:
        code = _exit_code(work, ending)
        _tell_forgiven()
        if ending.number:
            code = signals.exit_code(ending.number)
        _close_output()
    return code


def _exit_code(work: Callable[[], Any], ending: Ending) -> int:
    """Do the work; every error is a line on standard error and an exit code."""
    try:
        with ending.raising():
            code = work()
            sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt) as error:
        # Click takes the end of any file for an interrupt.
        fault = error.__cause__ if isinstance(error.__cause__, EOFError) else None
        code = tell(_unexpected(fault), FAILED) if fault else _interrupted(error)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = USAGE
    except click.UsageError as error:
        code = tell(_usage(error), USAGE)
    except click.ClickException as error:
        code = tell(quotable(error.format_message()), FAILED)
    except GameFault as error:
        code = tell(_unexpected(error), FAILED)
    except OptionError as error:
        code = tell(str(error), USAGE)
    except TermgamesError as error:
        code = tell(str(error), FAILED)
    except BrokenPipeError:
        code = FAILED  # whoever read our output has gone: nobody is left to tell
    except OSError as error:
        what = f" {quotable(str(error.filename))}" if error.filename else " the output"
        code = tell(f"cannot write or read{what}: {error.strerror or quotable(str(error))}", FAILED)
    except SystemExit as error:
        from termgames import games

        if games.at_fault(error) is None:
            raise
        code = tell(_unexpected(error), FAILED)
    except Exception as error:
        code = tell(_unexpected(error), FAILED)
    return code if isinstance(code, int) else FINE


def _prepare_streams() -> None:
    """Let streams that were closed before the start lead nowhere. Where a character cannot be
    shown, `?` takes its place instead of an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (stays open)
            setattr(sys, name, nowhere)
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def tell(text: str, code: int) -> int:
    """Write `error: ...` on one line of standard error and answer `code`."""
    with contextlib.suppress(OSError, ValueError):
        print(f"error: {escaped(' '.join(text.split()))}", file=sys.stderr, flush=True)
    return code


def _tell_forgiven() -> None:
    """Say what of the displays of other packages failed, and was shown from the rules alone."""
    foreign = sys.modules.get("termgames.core.foreign")
    while foreign and foreign.forgiven:
        (_, name), error = foreign.forgiven.popitem()
        with contextlib.suppress(OSError, ValueError):
            print(f"note: {name} of a display left out: {_unexpected(error)}", file=sys.stderr)


def _usage(error: click.UsageError) -> str:
    """Click's message as ours, with the page to look at."""
    text = quotable(error.format_message().strip().rstrip("."))
    text = text[:1].lower() + text[1:]
    if error.ctx is None or "did you mean" in text.lower():
        return text
    return f"{text}: see {error.ctx.command_path} --help"


def _interrupted(error: BaseException) -> int:
    """The exit code. Whoever waited for a game of another package is told so: its answer may never
    have come."""
    from termgames import games

    plugin = games.at_fault(error.__cause__ or error)  # click raises an Abort of its own
    if plugin is None:
        return INTERRUPTED
    return tell(f"interrupted while the game {plugin.name} looked for an answer", INTERRUPTED)


def _unexpected(error: BaseException) -> str:
    from termgames.play import fault_reports

    return fault_reports.report(error)


def _close_output() -> None:
    """Flush while errors can still be dropped; at the interpreter's exit they cannot, and
    would change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
