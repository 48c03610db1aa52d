"""The functions of the Python API: words or a RunSpec in, a Summary out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from heartbench.api.noticing import LoggedNotices
from heartbench.api.outcomes import Place, chosen_runs, summary_of, written_page, written_report
from heartbench.api.planning import make_spec, named
from heartbench.api.preferences import Preferences, preferences, settings_of
from heartbench.api.speaking import check_no_loop, spoken
from heartbench.api.wanted import wanted_run, wanted_scoring
from heartbench.api.words import Answers, ReportWords, RunWords, ScoreWords, check_words
from heartbench.errors import UsageError
from heartbench.evaluation import Observer
from heartbench.evaluation import evaluate as _evaluate
from heartbench.language import Language, resolve_language
from heartbench.records import RunSpec
from heartbench.reporting import Summary
from heartbench.store import Store

if TYPE_CHECKING:
    from heartbench.reporting.html import WrittenPage


async def evaluate_async(
    spec: RunSpec | None = None, /, *, observer: Observer | None = None, **words: Unpack[RunWords]
) -> Summary:
    """Ask for what a run owes, keep it in the store, and score what is there.

    The words are those of ``heartbench run``, with the same defaults, the same heartbench.toml and the
    same rules for addresses and keys; :class:`heartbench.api.words.RunWords` lists them. ``models`` also
    takes Python callables, alone, in a list or by name in a mapping. A RunSpec says all of it but ``store``,
    ``results`` and ``rule``. Files of the report are written only where ``results`` names a folder.
    ``observer`` hears how the run goes; without one, notices are logged to the logger ``heartbench``.

    For notebooks and other places where an event loop runs already. Failures of endpoints are no
    exceptions: they stand in the summary. Raises UsageError and its kinds, DataError and StoreError.
    """
    with spoken():
        check_words(words, RunWords.__annotations__)
        settings = settings_of(words)
        chosen = preferences(words, settings)
        observer = observer or LoggedNotices(resolve_language())
        if spec is None:
            spec = make_spec(wanted_run(words, settings, chosen), observer.on_notice)
        else:
            _check_spec(spec, words)
        return await _run(spec, chosen, words, observer)


def evaluate(
    spec: RunSpec | None = None, /, *, observer: Observer | None = None, **words: Unpack[RunWords]
) -> Summary:
    """Evaluate candidates in the words of ``heartbench run`` and return the scores.

    The same as :func:`evaluate_async`, which says more, from code without an event loop. Raises UsageError
    ``api.running_loop`` where one runs.
    """
    check_no_loop("evaluate")
    return asyncio.run(evaluate_async(spec, observer=observer, **words))


async def score_async(
    answers: Answers, /, *, observer: Observer | None = None, **words: Unpack[ScoreWords]
) -> Summary:
    """Judge answers made elsewhere, as ``heartbench score`` does.

    ``answers`` is a file, a mapping of question ids to texts (or to lists of texts: samples), or a list of
    rows with ``question_id`` and ``response``. The words are listed by
    :class:`heartbench.api.words.ScoreWords`. Else like :func:`evaluate_async`.
    """
    with spoken():
        check_words(words, ScoreWords.__annotations__)
        settings = settings_of(words)
        chosen = preferences(words, settings)
        observer = observer or LoggedNotices(resolve_language())
        spec = make_spec(wanted_scoring(answers, words, settings, chosen), observer.on_notice)
        return await _run(spec, chosen, words, observer)


def score(answers: Answers, /, *, observer: Observer | None = None, **words: Unpack[ScoreWords]) -> Summary:
    """The same as :func:`score_async`, from code without an event loop."""
    check_no_loop("score")
    return asyncio.run(score_async(answers, observer=observer, **words))


def report(run: str | None = None, /, **words: Unpack[ReportWords]) -> Summary:
    """The scores of a stored run, the latest one by default; costs no call.

    ``rule="released"`` scores it again by the other rule; ``results`` also writes the files of the report.
    Raises RunError where there is no such run, ConfigError and StoreError.
    """
    with spoken():
        check_words(words, ReportWords.__annotations__)
        chosen = preferences(words, settings_of(words))
        with Store.open(chosen.store, create=False) as store:
            (name,) = chosen_runs(store, [] if run is None else [run])
            return _summary(store, name, chosen, words)


def html_report(
    runs: str | Sequence[str] | None = None,
    /,
    output: str | Path = "report.html",
    *,
    figures: str | Path | None = None,
    language: Language | None = None,
    **words: Unpack[ReportWords],
) -> WrittenPage:
    """Stored runs, the latest one by default, as one HTML file that loads nothing; costs no call.

    Runs on one question set with one judge, protocol and mode stand side by side, others in sections of
    their own. ``figures`` names a folder for the charts as SVG and PNG. The page speaks both languages;
    ``language`` is the one it opens in and that of the files of charts. Raises RunError where there is no
    such run, UsageError ``reporting.unwritable``, ConfigError and StoreError.
    """
    from heartbench.reporting.html import PageFiles  # Charts are slow to load.

    check_words(words, ReportWords.__annotations__)
    chosen = preferences(words, settings_of(words))
    files = PageFiles(Path(output), None if figures is None else Path(figures))
    names = [runs] if isinstance(runs, str) else runs or ()
    with Store.open(chosen.store, create=False) as store:
        found = chosen_runs(store, names)
        return written_page(store, found, files, chosen.rule, language or resolve_language())


def _check_spec(spec: object, words: RunWords) -> None:
    if not isinstance(spec, RunSpec):
        raise UsageError("api.not_a_spec", kind=type(spec).__name__)
    surplus = sorted(set(words) - set(ReportWords.__annotations__))
    if surplus:
        raise UsageError("api.spec_and_words", words=tuple(surplus))


async def _run(spec: RunSpec, chosen: Preferences, words: ReportWords, observer: Observer) -> Summary:
    with Store.open(chosen.store) as store:
        spec = named(spec, store)
        await _evaluate(spec, store, observer, speak=resolve_language())
        return _summary(store, spec.name, chosen, words)


def _summary(store: Store, name: str, chosen: Preferences, words: ReportWords) -> Summary:
    if words.get("results") is None:
        return summary_of(store, name, chosen.rule)
    return written_report(store, name, Place(chosen.results, chosen.rule, resolve_language())).summary
