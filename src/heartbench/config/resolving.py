"""From targets, settings and the environment to candidates and judges."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from heartbench.config.callables import import_callable
from heartbench.config.credentials import Addresses, declared_endpoint, endpoint_for
from heartbench.config.files import CandidateTable, ConfigFile, ModelTable
from heartbench.config.loading import Settings
from heartbench.config.targets import (
    LABELS_JUDGE,
    OFFLINE_CANDIDATES,
    OFFLINE_JUDGES,
    WrittenTarget,
    offline_name,
    parse_target,
)
from heartbench.errors import ConfigError, TargetError
from heartbench.language import system_reason
from heartbench.records import (
    LABEL_KINDS,
    Candidate,
    FileAnswer,
    FileTarget,
    Judge,
    ModelSettings,
    ModelTarget,
    OfflineTarget,
    Prices,
    Side,
)

DEFAULT_JUDGE = "claude-sonnet-4-5-20250929"


@dataclass(frozen=True)
class Surroundings:
    """All that resolving a target looks at."""

    settings: Settings = field(default_factory=lambda: Settings(ConfigFile(), Path.cwd()))
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    addresses: Addresses = field(default_factory=Addresses)
    system_prompt: str | None = None
    """For every model among the candidates that brings none of its own."""
    revision: str = ""
    """For every candidate that brings none of its own."""
    folder: Path = field(default_factory=Path.cwd)
    """Callables and files of answers are looked for here."""


@dataclass(frozen=True, slots=True)
class FileCandidate:
    """A candidate whose answers nobody has read yet."""

    label: str
    path: Path
    revision: str = ""
    rows: Sequence[Mapping[str, object]] | None = None
    """Answers in hand, as rows of such a file; then ``path`` is only what they are called."""

    def with_answers(self, answers: Mapping[str, tuple[FileAnswer, ...]]) -> Candidate:
        """The candidate, once the file has been read."""
        return Candidate(self.label, FileTarget(self.path, answers), self.revision)


@dataclass(frozen=True, slots=True)
class _Extras:
    """What a table in heartbench.toml adds to a target."""

    parameters: Mapping[str, object] = field(default_factory=dict)
    system_prompt: str | None = None
    revision: str = ""
    place: str = ""


def _model_table(file: ConfigFile, written: WrittenTarget) -> dict[str, object]:
    """The fields of both tables that fit; those of ``ENDPOINT/MODEL`` win."""
    names = [written.value]
    if written.endpoint:
        names.append(f"{written.endpoint}/{written.value}")
    fields: dict[str, object] = {}
    for name in names:
        table = file.models.get(name, ModelTable())
        fields |= {key: getattr(table, key) for key in table.model_fields_set}
    if (prices := fields.get("prices")) is not None:
        fields["prices"] = Prices(**dict(prices))  # type: ignore[call-overload]
    return fields


def _model_target(written: WrittenTarget, side: Side, extras: _Extras, around: Surroundings) -> ModelTarget:
    file = around.settings.file
    if written.endpoint:
        endpoint = declared_endpoint(written.endpoint, file.endpoints[written.endpoint], around.environ)
    else:
        endpoint = endpoint_for(side, written.value, around.addresses, around.environ)
    table = _model_table(file, written)
    timeouts = {name: table.pop(name) for name in ("connect_timeout", "total_timeout") if name in table}
    endpoint = replace(endpoint, **timeouts)  # type: ignore[arg-type]
    settings = ModelSettings(**table)  # type: ignore[arg-type]
    prompt = extras.system_prompt
    if prompt is None and side == "candidate":
        prompt = around.system_prompt
    parameters = {**settings.parameters, **extras.parameters}
    return ModelTarget(
        endpoint, written.value, replace(settings, parameters=parameters, system_prompt=prompt)
    )


def _refuse_extras(written: WrittenTarget, extras: _Extras) -> None:
    """A prompt or parameters that nobody would read must not look as if they counted."""
    if extras.parameters or extras.system_prompt is not None:
        raise TargetError("config.extras_unused", target=written.value, place=extras.place)


def _own_label(written: WrittenTarget) -> str:
    """The name in tables of a target that was given none."""
    return Path(written.value).stem if written.kind == "file" else written.value


def _candidate(written: WrittenTarget, extras: _Extras, around: Surroundings) -> Candidate | FileCandidate:
    revision = extras.revision or around.revision
    label = written.label or _own_label(written)
    if written.kind == "model":
        return Candidate(label, _model_target(written, "candidate", extras, around), revision)
    _refuse_extras(written, extras)
    if written.kind == "python":
        return Candidate(label, import_callable(written.value, around.folder), revision)
    if written.kind == "offline":
        known = (*OFFLINE_CANDIDATES, *LABEL_KINDS)
        return Candidate(label, OfflineTarget(offline_name(written.value, known)), revision)
    path = around.folder / Path(written.value).expanduser()
    return FileCandidate(label, path, revision)


def read_prompt(path: Path) -> str:
    """The text of a system prompt's file. Raises ConfigError where it cannot be read or is empty."""
    try:
        content = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigError("config.prompt_missing", path=path) from None
    except UnicodeDecodeError:
        raise ConfigError("config.file_not_utf8", path=path) from None
    except OSError as error:
        raise ConfigError("config.prompt_unreadable", path=path, problem=system_reason(error)) from None
    if not content.strip():
        raise ConfigError("config.prompt_empty", path=path)
    return content.strip()


def _extras_of(label: str, table: CandidateTable, settings: Settings) -> _Extras:
    place = f"candidates.{label}"
    prompt = table.system_prompt
    if table.system_prompt_file is not None:
        if prompt is not None:
            raise ConfigError("config.two_prompts", place=place)
        prompt = read_prompt(settings.folder / Path(table.system_prompt_file).expanduser())
    return _Extras(table.parameters, prompt, table.revision, place)


def _declared(label: str, around: Surroundings) -> Candidate | FileCandidate:
    table = around.settings.file.candidates[label]
    written = parse_target(table.target, around.settings.file.endpoints)
    written = replace(written, label=label)
    return _candidate(written, _extras_of(label, table, around.settings), around)


def _resolve_one(text: str | Candidate, around: Surroundings) -> Candidate | FileCandidate:
    if isinstance(text, Candidate):
        return text
    file = around.settings.file
    if text.strip() in file.candidates:
        return _declared(text.strip(), around)
    written = parse_target(text, file.endpoints)
    if written.label in file.candidates:
        raise TargetError("config.label_declared", label=written.label)
    return _candidate(written, _Extras(), around)


def _check_labels(labels: Sequence[str]) -> None:
    for label, count in Counter(labels).items():
        if count > 1:
            raise TargetError("config.label_twice", label=label)


def resolve_candidates(
    texts: Sequence[str | Candidate], around: Surroundings
) -> tuple[Candidate | FileCandidate, ...]:
    """The candidates that ``texts`` name; without any, those declared in heartbench.toml.

    A text is ``[LABEL=]TARGET`` or the label of a declared candidate; a record is taken as it is.
    Raises TargetError where one cannot be understood, two bear one label or there is none;
    CredentialError and ConfigError as their addresses and prompts demand.
    """
    texts = list(texts) or list(around.settings.file.candidates)
    if not texts:
        raise TargetError("config.no_candidates")
    found = tuple(_resolve_one(text, around) for text in texts)
    _check_labels([item.label for item in found])
    models = [item for item in found if isinstance(item, Candidate) and isinstance(item.target, ModelTarget)]
    if around.system_prompt is not None and not models:
        raise TargetError("config.prompt_unused")
    return found


def _judge(text: str, extras: _Extras, around: Surroundings) -> Judge:
    written = parse_target(text, around.settings.file.endpoints)
    if written == replace(written, kind="model", value=LABELS_JUDGE, endpoint=""):
        written = replace(written, kind="offline")
    # The rules keep their prefix: their name must say in every table what they are.
    rules = written.kind == "offline" and written.value != LABELS_JUDGE
    label = written.label or (f"offline:{written.value}" if rules else written.value)
    if written.kind == "model":
        return Judge(label, _model_target(written, "judge", extras, around), extras.revision)
    if written.kind != "offline":
        raise TargetError("config.judge_kind", target=text)
    _refuse_extras(written, extras)
    return Judge(label, OfflineTarget(offline_name(written.value, OFFLINE_JUDGES)), extras.revision)


def resolve_judges(texts: Sequence[str | Judge], around: Surroundings) -> tuple[Judge, ...]:
    """The judges that ``texts`` name; without any, that of heartbench.toml, else the default judge.

    A record is taken as it is; ``python:`` and ``file:`` judge nothing. Raises like
    :func:`resolve_candidates`.
    """
    table = around.settings.file.judge
    if texts:
        found = tuple(text if isinstance(text, Judge) else _judge(text, _Extras(), around) for text in texts)
    elif table is not None:
        extras = _Extras(table.parameters, None, table.revision, "judge")
        found = (_judge(table.target, extras, around),)
    else:
        found = (_judge(DEFAULT_JUDGE, _Extras(), around),)
    _check_labels([item.label for item in found])
    return found
