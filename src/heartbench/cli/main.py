"""The entry: one sentence for every error, and the exit codes.

0 done, 1 a gate failed, 2 usage, 3 finished with failures, 130 interrupted and resumable;
70 for a defect of HeartBench itself.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from heartbench.cli.session import Program, Session
from heartbench.errors import HeartBenchError
from heartbench.language import Language, is_spoken, resolve_language, system_reason

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What only the help can meet here: stores and reports have sentences of their own for a full disk."""

DONE, GATE_FAILED, USAGE, FAILURES, DEFECT, INTERRUPTED = 0, 1, 2, 3, 70, 130


def asked_language(arguments: Sequence[str]) -> Language:
    """The language of this invocation; help and errors need it before options are parsed."""
    return resolve_language(_given_language(arguments))


def _given_language(arguments: Sequence[str]) -> str | None:
    given: str | None = None
    for position, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" and position + 1 < len(arguments):
            given = arguments[position + 1]
        elif argument.startswith("--lang="):
            given = argument.partition("=")[2]
    return given


def begun_session(arguments: Sequence[str], program: Program = "heartbench") -> Session:
    """What an invocation shares; HEARTBENCH_LANG is pointed out where it names no language that is spoken."""
    _prepare_streams()
    session = Session(asked_language(arguments), program)
    wanted = os.environ.get("HEARTBENCH_LANG", "")
    if wanted and not is_spoken(wanted) and _given_language(arguments) is None:
        session.say("language_unknown", wanted=wanted)
    return session


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and leaves the process with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    session = begun_session(given)
    leave(guarded(lambda: _invoke(given, session), session))


def guarded(action: Callable[[], int], session: Session) -> int:
    """The exit code of ``action``; every error becomes one sentence on standard error."""
    _prepare_streams()
    try:
        return action()
    except HeartBenchError as error:
        session.notice(error.code, error.fields)
        return error.exit_code
    except KeyboardInterrupt:
        session.say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return DONE
    except OSError as error:
        if error.errno not in _NO_ROOM and not _output_refuses():
            return _unexpected(error, session)
        # The help is printed by click, past the session.
        session.notice("reporting.output_failed", {"reason": system_reason(error)})
        return USAGE
    except Exception as error:
        if _was_interrupted(error):
            session.say("interrupted")
            return INTERRUPTED
        return _unexpected(error, session)


def leave(code: int) -> None:
    """Ends the process; a reader that went away early is no error."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            # Python flushes once more when it exits, and would complain then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    sys.exit(code)


def _was_interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C lies under an error: it may come in the middle of an import, which wraps it."""
    under: BaseException | None = error
    while under is not None:
        if isinstance(under, KeyboardInterrupt):
            return True
        under = under.__cause__ or under.__context__
    return False


def _output_refuses() -> bool:
    """Whether what is left to be written cannot be."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _invoke(arguments: Sequence[str], session: Session) -> int:
    from heartbench.cli.app import build

    result = build(session.language).main(
        args=list(arguments), prog_name="heartbench", standalone_mode=False, obj=session
    )
    return result if isinstance(result, int) else DONE


def _unexpected(error: Exception, session: Session) -> int:
    """Slips in the arguments, which typer raises, are usage; anything else is a defect of ours."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        from heartbench.cli.usage import explain

        explain(error, session)
        return USAGE
    if type(error).__name__ == "Abort":
        session.say("interrupted")
        return INTERRUPTED
    from heartbench.config.secrets import mask_secrets, secrets_of

    secrets = secrets_of(os.environ)
    if os.environ.get("HEARTBENCH_DEBUG"):
        session.tell(mask_secrets("".join(traceback.format_exception(error)), secrets))
    session.say("defect", kind=type(error).__name__, problem=mask_secrets(str(error), secrets))
    return DEFECT


def _prepare_streams() -> None:
    """Nothing printed may end a run: what a terminal's encoding lacks is replaced."""
    _open_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _open_standard_streams() -> None:
    """Where a standard stream is closed (``>&-``), the null device takes its place and its number.

    Else the next file or socket that is opened would get that number, and what is printed.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # The lowest number that is free, which is this one.
        if getattr(sys, name) is None and number:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
