"""``heartbench data check``: what may be wrong with a question set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heartbench.cli.options import Printing
from heartbench.cli.session import Session
from heartbench.language import say

if TYPE_CHECKING:
    from heartbench.dataset import Finding, LoadedQuestions, References

DATASET = Annotated[str, typer.Argument(metavar="[builtin|official|PATH]", help="argument_dataset")]


@dataclass(frozen=True, kw_only=True)
class CheckOptions(Printing):
    """What ``heartbench data check`` takes."""

    dataset: DATASET = "builtin"
    answers: Annotated[
        Path | None, typer.Option("--answers", metavar="FILE", help="option_answers", show_default=False)
    ] = None
    blueprint: Annotated[
        str | None, typer.Option("--blueprint", metavar="NAME", help="option_blueprint", show_default=False)
    ] = None
    upstream: Annotated[
        str | None, typer.Option("--upstream", metavar="PATH", help="option_upstream", show_default=False)
    ] = None
    standing: Annotated[
        Path | None, typer.Option("--standing", metavar="FILE", help="option_standing", show_default=False)
    ] = None
    card: Annotated[
        Path | None, typer.Option("--card", metavar="FILE", help="option_card", show_default=False)
    ] = None


def load(dataset: str) -> LoadedQuestions:
    """A set with what reading it had to note. Raises DataError."""
    from heartbench.api.planning import questions_of
    from heartbench.dataset import LoadedQuestions, read_questions

    if dataset in ("builtin", "official"):
        return LoadedQuestions(questions_of(dataset))
    return read_questions(Path(dataset).expanduser())


def _inspected(dataset: str) -> LoadedQuestions:
    """The same, but broken rows of a file are among what there is to note."""
    from heartbench.dataset import inspect_questions

    return (
        load(dataset) if dataset in ("builtin", "official") else inspect_questions(Path(dataset).expanduser())
    )


def check(session: Session, options: CheckOptions) -> int:
    """Lists findings; exit code 1 where one of them is an error."""
    loaded = _inspected(options.dataset)
    # A set of nothing but broken rows has nothing to be checked further.
    if options.answers is not None:
        findings = _answers(loaded, options.answers)
    else:
        findings = _findings(loaded, options) if loaded.questions.questions else loaded.findings
    errors = sum(finding.severity == "error" for finding in findings)
    if options.json:
        session.show_json([_structure(finding, session) for finding in findings])
    else:
        for finding in findings:
            _show(finding, session)
        count = len(loaded.questions.questions)
        session.show(session.text("check_done", count=count, findings=len(findings), errors=errors))
    return 1 if errors else 0


def _answers(loaded: LoadedQuestions, path: Path) -> tuple[Finding, ...]:
    from heartbench.dataset import check_answers, read_answers

    ids = [item.question_id for item in loaded.questions.questions]
    return check_answers(read_answers(path.expanduser(), ids))


def _findings(loaded: LoadedQuestions, options: CheckOptions) -> tuple[Finding, ...]:
    from heartbench.dataset import blueprint_named, check, check_blueprint

    if options.blueprint is None:
        return check(loaded)
    blueprint, references = blueprint_named(options.blueprint), _references(options)
    return (*loaded.findings, *check_blueprint(loaded.questions, blueprint, references))


def _references(options: CheckOptions) -> References:
    """What the set is held against: what is named, else what lies beside the set."""
    from dataclasses import replace

    from heartbench.dataset import References, builtin_folder, references_beside

    found = References()
    if options.dataset != "official":
        path = builtin_folder() if options.dataset == "builtin" else Path(options.dataset).expanduser()
        found = references_beside(path if path.is_dir() else path.parent)
    if options.standing is not None:
        found = replace(found, standing=options.standing)
    if options.card is not None:
        found = replace(found, card=options.card)
    if options.upstream is not None:
        found = replace(found, upstream=load(options.upstream).questions)
    return found


def _sentence(finding: Finding, session: Session) -> str:
    from heartbench.dataset import describe_finding

    return describe_finding(finding, session.language)


def _show(finding: Finding, session: Session) -> None:
    # The sentence of a fault names its place itself.
    place = f"{finding.question_id}: " if finding.question_id and not finding.fault else ""
    session.show(f"[{session.text(f'severity_{finding.severity}')}] {place}{_sentence(finding, session)}")


def _structure(finding: Finding, session: Session) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "question_id": finding.question_id,
        "fields": {name: _plain(value, session) for name, value in finding.fields.items()},
        "text": _sentence(finding, session),
    }


def _plain(value: object, session: Session) -> object:
    if isinstance(value, tuple):
        return [_plain(item, session) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else say(value, session.language)
