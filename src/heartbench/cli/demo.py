"""``heartbench demo``: what is measured, on one question and on the built-in set, offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heartbench.cli.options import Reporting, words_of
from heartbench.cli.session import Session, unwritten

if TYPE_CHECKING:
    from rich.console import Console

    from heartbench.api.wanted import Wanted
    from heartbench.cli.executing import Made
    from heartbench.records import LabelKind, LabelledAnswer, Question, Rule
    from heartbench.reporting import Column

EXAMPLE = "ML4RNe"
"""The question that is shown; its English stands in the texts of the demo."""
_KINDS: tuple[LabelKind, ...] = ("best", "plain", "flawed")


@dataclass(frozen=True, kw_only=True)
class DemoOptions(Reporting):
    """What ``heartbench demo`` takes."""


def demo(session: Session, options: DemoOptions) -> int:
    """Shows one question, then two runs: no key, no network."""
    from heartbench.cli.executing import ended, make
    from heartbench.cli.main import INTERRUPTED
    from heartbench.reporting import safe_console, summary_structure

    console = safe_console()
    if not options.json:
        _show_example(options.rule or "paper", session, console)
    session.say("demo")
    runs: list[Made] = []
    for wanted in _wanted(options):
        made = make(wanted, session)
        if made is None:
            return INTERRUPTED
        runs.append(made)
    if options.json:
        summaries = [summary_structure(made.written.summary, session.language) for made in runs]
        session.show_json({"format": "heartbench-demo/1", "runs": summaries})
    else:
        _show_results(runs, session, console)
        # Said only now: the runs are made all the same.
        unwritten(console.problem)
    return max(ended(made, session) for made in runs)


def _wanted(options: DemoOptions) -> tuple[Wanted, Wanted]:
    """The labelled answers by their markings, on the questions that have all three; the scripts by rules."""
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.wanted import wanted_run
    from heartbench.api.words import ReportWords, RunWords
    from heartbench.config import LABELS_JUDGE, OFFLINE_CANDIDATES, ConfigFile, Settings
    from heartbench.dataset import builtin_labels, builtin_questions
    from heartbench.records import QuestionSet

    # The demo is the same for everyone: of heartbench.toml only the places count.
    words = words_of(options, ReportWords)
    settings = settings_of(words)
    places = preferences(words, settings)
    plain = Settings(ConfigFile(), settings.folder)
    labels, questions = builtin_labels(), builtin_questions()
    whole = tuple(item for item in questions.questions if "plain" in labels.of(item.question_id))
    asked = RunWords(store=places.store, results=places.results, rule=words.get("rule"))
    real = RunWords(
        **asked,
        models=[f"offline:{kind}" for kind in _KINDS],
        judge=LABELS_JUDGE,
        dataset=QuestionSet(questions.name, whole),
    )
    scripts = RunWords(
        **asked, models=[f"offline:{name}" for name in OFFLINE_CANDIDATES], judge="offline:rules"
    )
    return (
        wanted_run(real, plain, preferences(real, plain)),
        wanted_run(scripts, plain, preferences(scripts, plain)),
    )


def _show_example(rule: Rule, session: Session, console: Console) -> None:
    from heartbench.dataset import builtin_labels, builtin_questions
    from heartbench.reporting import print_columns, print_prose
    from heartbench.scoring import score_verdict

    question = next(item for item in builtin_questions().questions if item.question_id == EXAMPLE)
    replies = builtin_labels().of(EXAMPLE)

    def say(key: str, **fields: object) -> str:
        return session.sentence(f"demo.{key}", fields)

    print_prose(say("asks"), console, style="bold")
    print_prose(say("turn"), console, mark="  ")
    scores = [score_verdict(question.rubric, replies[kind].hits, rule).question_score for kind in _KINDS]
    print_prose(say("judged"), console, style="bold")
    for kind, value in zip(_KINDS, scores, strict=True):
        print_prose(say(kind), console, mark=f"  {kind:<7}{value or 0.0:>3.0f}  ")
    print_prose(say("sees", count=len(question.rubric)), console, style="bold")
    columns, rows = _marks(question, [replies[kind] for kind in _KINDS], session)
    rows.append((*(f"{value or 0.0:.0f}" for value in scores), "", say("score")))
    print_columns(columns, rows, console)
    print_prose(say("rows"), console, style="dim")
    console.print()


def _marks(
    question: Question, replies: Sequence[LabelledAnswer], session: Session
) -> tuple[list[Column], list[tuple[str, ...]]]:
    """What the rubric sees in each reply, one line per criterion."""
    from heartbench.reporting import Column
    from heartbench.reporting.words import Words

    words = Words(session.language)

    def say(key: str, **fields: object) -> str:
        return session.sentence(f"demo.{key}", fields)

    columns = [
        *(Column(reply.kind) for reply in replies),
        Column(say("weight")),
        Column(say("criterion"), numeric=False),
    ]
    rows = []
    for number, line in enumerate(question.rubric):
        name = say("named", name=words.ability(line.ability) if line.ability else say("veto"))
        weight = "" if line.weight is None else f"{line.weight:+d}"
        marks = (say("hit") if reply.hits[number] else say("miss") for reply in replies)
        rows.append((*marks, weight, name + say(f"line_{number + 1}")))
    return columns, rows


def _show_results(runs: Sequence[Made], session: Session, console: Console) -> None:
    from heartbench.reporting import print_prose, print_table, short_tables

    for made, key in zip(runs, ("real_title", "script_title"), strict=True):
        summary = made.written.summary
        title = session.sentence(f"demo.{key}", {"count": len(summary.questions)})
        for table in short_tables(summary, title, session.language):
            print_table(table, console)
    reports = tuple(made.written.folder / "report.md" for made in runs)
    print_prose(session.sentence("demo.next", {"reports": reports}), console)
    print_prose(session.sentence("reporting.ethics", {}), console, style="dim")
