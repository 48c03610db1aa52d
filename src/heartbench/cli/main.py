"""The entry: one sentence for every error, and the exit codes.

0 done, 1 a gate failed, 2 usage, 3 finished with failures, 130 interrupted and resumable;
70 for a defect of HeartBench itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from heartbench.cli.session import Session
from heartbench.errors import HeartBenchError
from heartbench.language import Language, resolve_language

DONE, GATE_FAILED, USAGE, FAILURES, DEFECT, INTERRUPTED = 0, 1, 2, 3, 70, 130


def asked_language(arguments: Sequence[str]) -> Language:
    """The language of this invocation; help and errors need it before options are parsed."""
    given: str | None = None
    for position, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" and position + 1 < len(arguments):
            given = arguments[position + 1]
        elif argument.startswith("--lang="):
            given = argument.partition("=")[2]
    return resolve_language(given)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and leaves the process with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    session = Session(asked_language(given))
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
    except Exception as error:
        return _unexpected(error, session)


def leave(code: int) -> None:
    """Ends the process; a reader that went away early is no error."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        # Python flushes once more when it exits, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)


def _invoke(arguments: Sequence[str], session: Session) -> int:
    # Before numpy is loaded: on small matrices its threads wait for each other longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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
    if os.environ.get("HEARTBENCH_DEBUG"):
        raise error
    session.say("defect", kind=type(error).__name__, problem=error)
    return DEFECT


def _prepare_streams() -> None:
    """Nothing printed may end a run: what a terminal's encoding lacks is replaced."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
