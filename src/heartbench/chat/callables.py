"""Candidates that are Python callables."""

from __future__ import annotations

import asyncio
import inspect
import threading
import traceback
from dataclasses import fields, replace
from time import perf_counter
from types import MappingProxyType

from heartbench import language
from heartbench.chat.redaction import Redactor
from heartbench.chat.reply_text import without_reasoning
from heartbench.chat.trouble import one_line
from heartbench.records import (
    UNKNOWN_USAGE,
    CallableTarget,
    CallFailure,
    CallOutcome,
    CandidateFunction,
    Completion,
    FailureKind,
    Reply,
    Request,
    Usage,
)

DEFAULT_CALLS = 16
"""Calls of one callable side by side where no concurrency is given."""


class CallableAsker:
    """Calls one callable, so many times at once."""

    def __init__(
        self,
        target: CallableTarget,
        concurrency: int | None = None,
        speak: language.Language = "en",
        redactor: Redactor | None = None,
    ) -> None:
        self._redactor = redactor
        self._target = target
        self._places = asyncio.Semaphore(concurrency or DEFAULT_CALLS)
        self._speak = speak

    async def ask(self, request: Request) -> CallOutcome:
        """One answer, or why there is none; see :func:`call_function`."""
        async with self._places:
            return await call_function(self._target, request, self._speak, self._redactor)


async def call_function(
    target: CallableTarget,
    request: Request,
    speak: language.Language = "en",
    redactor: Redactor | None = None,
) -> CallOutcome:
    """Call a callable: a coroutine function here, anything else in a thread of its own.

    It returns text or a Completion, or an awaitable of either. Whatever it raises, and
    whatever else it returns, becomes a failure of kind ``callable``; CancelledError passes
    through when it is this call that is cancelled. Secrets that ``redactor`` knows are replaced.
    """
    started = perf_counter()
    redactor = redactor or Redactor()
    try:
        returned = await _result(target.function, request)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return _failure(target, speak, ("callable", "CancelledError", ""), started)
    except (Exception, SystemExit) as error:
        trace = redactor.clean("".join(traceback.format_exception(error)))
        # Before it is shortened: half a key is a leak too.
        detail = one_line(redactor.clean("".join(traceback.format_exception_only(error))))
        return _failure(target, speak, ("callable", detail, trace), started)
    completion = Completion(returned) if isinstance(returned, str) else returned
    if not isinstance(completion, Completion) or not isinstance(completion.text, str):
        return _failure(target, speak, ("callable_type", _kind_of(returned), ""), started)
    # A text of a kind of its own may do anything when it is looked at: plain text cannot.
    plain = str.__str__(completion.text)
    completion = replace(completion, text=redactor.clean_returned(plain), usage=_counted(completion.usage))
    return _outcome(target, completion, speak, started)


def _counted(usage: object) -> Usage | None:
    """The counts that are counts: nobody's answer is lost for what was said beside it."""
    if not isinstance(usage, Usage):
        return None
    said = ((item.name, getattr(usage, item.name)) for item in fields(Usage))
    return Usage(**{name: count for name, count in said if type(count) is int and count >= 0})


def _kind_of(returned: object) -> str:
    return "None" if returned is None else type(returned).__name__


def _outcome(
    target: CallableTarget, completion: Completion, speak: language.Language, started: float
) -> CallOutcome:
    usage = completion.usage or UNKNOWN_USAGE
    latency = perf_counter() - started
    text = without_reasoning(completion.text)
    if not text.strip():
        message = language.text("chat.callable_empty", speak, name=target.import_path)
        return CallFailure(
            FailureKind.EMPTY, message, completion.text, paid=True, usage=usage, latency=latency
        )
    sent = MappingProxyType({"callable": target.import_path})
    return Reply(text, completion.text, "stop", usage, latency, sent)


def _failure(
    target: CallableTarget, speak: language.Language, what: tuple[str, str, str], started: float
) -> CallFailure:
    name, detail, raw = what
    message = language.text(f"chat.{name}", speak, name=target.import_path, detail=detail)
    return CallFailure(FailureKind.CALLABLE, message, raw, latency=perf_counter() - started)


async def _result(function: CandidateFunction, request: Request) -> object:
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__):
        returned: object = function(request)
    else:
        returned = await _in_thread(function, request)
    return await returned if inspect.isawaitable(returned) else returned


async def _in_thread(function: CandidateFunction, request: Request) -> object:
    """Like asyncio.to_thread, but in a daemon thread: a callable that hangs cannot hold up Ctrl-C."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()

    def settle(result: object, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result: object = None
        failed: BaseException | None = None
        try:
            result = function(request)
        except BaseException as error:
            # A future does not take StopIteration, and nothing else may end this thread silently.
            failed = RuntimeError(repr(error)) if isinstance(error, StopIteration) else error
        try:
            loop.call_soon_threadsafe(settle, result, failed)
        except RuntimeError:
            return  # The loop is closed: nobody waits any more.

    threading.Thread(target=work, name="heartbench-callable", daemon=True).start()
    return await future
