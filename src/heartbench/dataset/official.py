"""The public HeartBench files on a user's machine: questions and prompts, never shipped here.

Source: the repository inclusionAI/HeartBench, Apache License 2.0 (Ant-DILab, Beijing Normal University).
Its prompts are string constants in Python files; they are read with :mod:`ast`, and nothing is executed.
"""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, ValidationError

from heartbench.dataset.decoding import read_stream
from heartbench.dataset.export import replace_file
from heartbench.dataset.findings import Finding
from heartbench.dataset.questions import ALL_FILE, read_questions
from heartbench.errors import DataError
from heartbench.language import system_reason
from heartbench.records import PromptTexts, QuestionSet

REPOSITORY = "https://github.com/inclusionAI/HeartBench"
PINNED_COMMIT = "6c79c0809c0c2dfe78dc090dd0685bd6ef69f245"
PINNED_HASHES: Mapping[str, str] = MappingProxyType(
    {
        "question_all.jsonl": "ef14a94d29668342a4a40039c21e3cb42bba528c31181d8d61fdf6caf420af6e",
        "question_hard.jsonl": "5ca13a9d65220932d36a4440ce1a1f66ef22e674fa912e3d4eee5ebd66d1a1ee",
        "question_normal.jsonl": "0197a31f41469c3bbd4ffa7839b966c8f6fc1304af0c257005453c6843680f91",
    }
)
"""SHA-256 of the data files at :data:`PINNED_COMMIT`."""

CONSTANT = "PROMPT_TEMPLATE"
MAX_FILE_BYTES = 64 * 1024 * 1024
"""No single file of the repository is larger."""

_PROMPTS = MappingProxyType(
    {"answering.txt": "heartbench/generate_answers.py", "judging.txt": "heartbench/score_answers.py"}
)
"""Kept file → the repository's file that holds the constant."""
WANTED: tuple[str, ...] = (*(f"data/{name}" for name in PINNED_HASHES), *_PROMPTS.values())
"""What is taken out of a checkout or archive, by path."""


class _Manifest(BaseModel):
    """What the kept folder says of itself."""

    model_config = ConfigDict(extra="forbid", strict=True)

    origin: str
    """Path of the checkout, or address of the archive."""
    commit: str
    """Empty where it is not known."""
    imported_at: str
    """ISO 8601, UTC."""
    sha256: dict[str, str]
    """Kept file → hash of its bytes."""


@dataclass(frozen=True, slots=True)
class OfficialSet:
    """The public question set and its prompts, as kept for this user."""

    questions: QuestionSet
    """Named ``official``."""
    prompts: PromptTexts
    origin: str
    commit: str
    """Empty where it is not known."""
    imported_at: str
    hashes: Mapping[str, str]
    """Kept file → SHA-256."""
    folder: Path
    findings: tuple[Finding, ...]
    """Where the data differs from the commit that published figures refer to."""


def user_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where data is kept for this user: HEARTBENCH_HOME, else the platform's place for user data."""
    environ = os.environ if environ is None else environ
    home = environ.get("HEARTBENCH_HOME")
    return Path(home).expanduser() if home else user_data_path("heartbench", appauthor=False)


def import_checkout(checkout: Path, user_dir: Path | None = None) -> OfficialSet:
    """Keep the data and prompts of a checkout of the public repository; nothing in it is executed.

    Raises DataError where a file or constant is missing, or the folder cannot be written.
    """
    if not checkout.is_dir():
        raise DataError("dataset.no_folder", path=checkout)
    files = {name: _read(checkout, name) for name in WANTED}
    return keep(files, str(checkout.resolve()), _commit_of(checkout), user_dir)


def _read(checkout: Path, name: str) -> bytes:
    path = checkout / name
    try:
        with path.open("rb") as file:
            return read_stream(file, path, MAX_FILE_BYTES)
    except OSError as error:
        raise DataError("dataset.no_checkout", path=checkout, file=name) from error


def _commit_of(checkout: Path) -> str:
    """The commit checked out, read from git's own files; empty where it cannot be told."""
    git = checkout / ".git"
    try:
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        reference = head.removeprefix("ref: ")
        loose = git / reference
        if loose.is_file():
            return loose.read_text(encoding="utf-8").strip()
        packed = (git / "packed-refs").read_text(encoding="utf-8")
        return next((line.split()[0] for line in packed.splitlines() if line.endswith(f" {reference}")), "")
    except (OSError, ValueError):
        return ""


def keep(files: Mapping[str, bytes], origin: str, commit: str, user_dir: Path | None) -> OfficialSet:
    """Keep the five files of :data:`WANTED` (their bytes by path) in the user's folder and load them."""
    kept = {name: files[f"data/{name}"] for name in PINNED_HASHES}
    for name, source in _PROMPTS.items():
        kept[name] = prompt_constant(files[source], source).encode("utf-8", "surrogatepass")
    manifest = _Manifest(
        origin=origin,
        commit=commit,
        imported_at=datetime.now(UTC).isoformat(timespec="seconds"),
        sha256={name: hashlib.sha256(content).hexdigest() for name, content in kept.items()},
    )
    folder = _folder(user_dir)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in kept.items():
            replace_file(folder / name, content)
        # Last: until it is there, hashes do not fit and the folder is refused.
        replace_file(folder / "origin.json", manifest.model_dump_json(indent=2).encode())
    except OSError as error:
        raise DataError("dataset.unwritable", path=folder, reason=system_reason(error)) from error
    return load_official(user_dir)


def _folder(user_dir: Path | None) -> Path:
    return (user_folder() if user_dir is None else user_dir) / "official"


def load_official(user_dir: Path | None = None) -> OfficialSet:
    """The kept set; raises DataError where there is none, or where a kept file was changed."""
    folder = _folder(user_dir)
    try:
        manifest = _Manifest.model_validate_json((folder / "origin.json").read_bytes())
        contents = {name: (folder / name).read_bytes() for name in (*PINNED_HASHES, *_PROMPTS)}
    except (OSError, ValidationError) as error:
        raise DataError("dataset.official_missing", path=folder) from error
    for name, content in contents.items():
        if hashlib.sha256(content).hexdigest() != manifest.sha256.get(name):
            raise DataError("dataset.official_changed", path=folder / name)
    answering, judging = (contents[name].decode("utf-8", "surrogatepass") for name in _PROMPTS)
    return OfficialSet(
        questions=read_questions(folder / ALL_FILE, "official").questions,
        prompts=PromptTexts(answering, judging, manifest.origin),
        origin=manifest.origin,
        commit=manifest.commit,
        imported_at=manifest.imported_at,
        hashes=MappingProxyType(manifest.sha256),
        folder=folder,
        findings=_differences(manifest.sha256),
    )


def _differences(hashes: Mapping[str, str]) -> tuple[Finding, ...]:
    different = [name for name, pinned in PINNED_HASHES.items() if hashes[name] != pinned]
    return tuple(Finding("other_version", fields={"file": name}) for name in different)


def prompt_constant(source: bytes, name: str) -> str:
    """The text of the module's ``PROMPT_TEMPLATE``: a literal, or literals joined by ``+``.

    Raises DataError where the module cannot be parsed or has no such constant.
    """
    try:
        module = ast.parse(source, filename=name)
        found = [_literal(value) for value in map(_assigned, module.body) if value is not None]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DataError("dataset.no_prompt", file=name, constant=CONSTANT) from error
    if not found:
        raise DataError("dataset.no_prompt", file=name, constant=CONSTANT)
    return found[-1]  # as in Python, the last assignment holds


def _assigned(statement: ast.stmt) -> ast.expr | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == CONSTANT:
            return value
        case ast.AnnAssign(target=ast.Name(id=name), value=annotated) if name == CONSTANT:
            return annotated
    return None


def _literal(value: ast.expr) -> str:
    match value:
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _literal(left) + _literal(right)
    raise ValueError("no literal")
