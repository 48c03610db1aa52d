"""Systems that are asked: endpoints, models, callables, files, and who uses them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NoReturn

from heartbench.records.hashing import digest
from heartbench.records.questions import Turn

Dialect = Literal["openai", "anthropic"]

_EMPTY: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Credential:
    """A key and the one source it came from. The key is shown, compared and pickled nowhere."""

    source: str
    """Where it came from, for people: ``HEARTBENCH_API_KEY``, ``--api_key``, …"""
    key: str = field(repr=False, compare=False)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a credential does not leave this process")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that speaks one dialect, with its credential and its limits."""

    name: str
    """The table's name in heartbench.toml, or where the address came from."""
    base_url: str
    dialect: Dialect = "openai"
    credential: Credential | None = None
    """None for an address that wants no key."""
    connect_timeout: float = 10.0
    """Seconds."""
    total_timeout: float = 600.0
    """Seconds for one request, reply included."""
    requests_per_minute: float | None = None
    """Limit over all lanes of this endpoint."""
    tokens_per_minute: float | None = None
    """Limit over all lanes of this endpoint."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a user says a model costs, in US dollars per million tokens; it overrides genai-prices."""

    input: float
    output: float
    cached_input: float | None = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How one model is asked."""

    parameters: Mapping[str, object] = field(default_factory=lambda: _EMPTY)
    """Sampling parameters sent as they are: ``temperature``, ``top_p``, …"""
    extra_body: Mapping[str, object] = field(default_factory=lambda: _EMPTY)
    """Further fields of the request body."""
    max_tokens: int | None = None
    """Sent only when set; the anthropic dialect then defaults to 8,192."""
    stream: bool = False
    system_prompt: str | None = None
    requests_per_minute: float | None = None
    """Limit of this lane."""
    tokens_per_minute: float | None = None
    """Limit of this lane."""
    prices: Prices | None = None


@dataclass(frozen=True, slots=True)
class ModelTarget:
    """A model at an endpoint: what a lane leads to."""

    endpoint: Endpoint
    model: str
    """The name the endpoint knows it by, verbatim."""
    settings: ModelSettings = ModelSettings()


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat request."""

    role: Literal["system", "user", "assistant"]
    content: str
    cache_prefix: int = 0
    """So many characters at the start are the same for every candidate: a cache mark goes there."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the endpoint counted them; None where it did not say."""

    input_tokens: int | None = None
    """All input, cached input included."""
    output_tokens: int | None = None
    cached_input_tokens: int | None = None
    """The part of the input read from the provider's cache."""
    cache_write_tokens: int | None = None
    """The part of the input written to the provider's cache."""


UNKNOWN_USAGE = Usage()
"""For a call whose endpoint said nothing."""


@dataclass(frozen=True, slots=True)
class Request:
    """All that a callable or scripted candidate is told: never the id, the rubric or the scenes."""

    dialogue: tuple[Turn, ...]
    prompt: str
    """The answering prompt as rendered for a model."""
    sample: int = 0


@dataclass(frozen=True, slots=True)
class Completion:
    """A callable's reply, where it wants to say more than the text."""

    text: str
    usage: Usage | None = None


CandidateFunction = Callable[[Request], "str | Completion | Awaitable[str | Completion]"]


@dataclass(frozen=True, slots=True)
class CallableTarget:
    """A Python callable under test."""

    import_path: str
    """``module:name``; part of the fingerprint."""
    function: CandidateFunction = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class OfflineTarget:
    """A scripted part of the product: candidates ``listener``, …; judges ``rules``, ``labels``."""

    name: str


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """One answer as a file holds it."""

    status: Literal["text", "absent", "null", "empty", "not_text"]
    """``absent``: the field is not there; ``not_text``: a number, a list, …"""
    text: str = ""
    """Empty unless ``status`` is ``text``."""


@dataclass(frozen=True, slots=True)
class FileTarget:
    """Answers made elsewhere."""

    path: Path
    answers: Mapping[str, tuple[FileAnswer, ...]] = field(repr=False, compare=False)
    """Question id → its answers, by sample; ids that the file does not name are not there."""

    def answer(self, question_id: str, sample: int) -> FileAnswer:
        """The answer of one place; ``absent`` where the file has none."""
        answers = self.answers.get(question_id, ())
        return answers[sample] if sample < len(answers) else FileAnswer("absent")


Target = ModelTarget | CallableTarget | OfflineTarget | FileTarget


def _settings_of(target: ModelTarget) -> list[object]:
    settings = target.settings
    return [
        target.model,
        dict(settings.parameters),
        dict(settings.extra_body),
        settings.max_tokens,
        settings.system_prompt,
    ]


def _identity(target: Target) -> list[object]:
    match target:
        case ModelTarget():
            return ["model", *_settings_of(target)]
        case CallableTarget():
            return ["callable", target.import_path]
        case OfflineTarget():
            return ["offline", target.name]
        case FileTarget():
            return ["file"]


@dataclass(frozen=True)
class Candidate:
    """The system under test."""

    label: str
    """Its name in tables; unique in a run."""
    target: Target
    revision: str = ""
    """The user's word for a checkpoint: another revision is another candidate."""

    @property
    def fingerprint(self) -> str:
        """Covers what can change an answer, and neither the address nor the key, the price or the pace.

        For a file the label stands for the system; the text's hash is part of the answer key.
        """
        identity = _identity(self.target)
        if isinstance(self.target, FileTarget):
            identity.append(self.label)
        return digest("candidate", [identity, self.revision])


@dataclass(frozen=True)
class Judge:
    """Who decides hit or miss."""

    label: str
    target: ModelTarget | OfflineTarget
    revision: str = ""

    @property
    def fingerprint(self) -> str:
        """Covers what can change a verdict, like :attr:`Candidate.fingerprint`."""
        return digest("judge", [_identity(self.target), self.revision])
