"""The tables of heartbench.toml as they are written; unknown keys are errors."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue
from pydantic_core import PydanticCustomError

from heartbench.records import MOST_TIMES, Dialect, RetryFailed, Rule

Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]
Times = Annotated[int, Field(ge=1, le=MOST_TIMES)]
Text = Annotated[str, Field(min_length=1)]

RESERVED_FIELDS = frozenset({"model", "messages", "system", "stream", "stream_options"})
"""Fields of a request that are HeartBench's own."""


def _sendable(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Fields of a request: JSON, finite, none of those that say what is asked and how it comes back."""
    if taken := RESERVED_FIELDS.intersection(value):
        raise PydanticCustomError("reserved_field", "reserved", {"name": min(taken)})
    if any(isinstance(item, float) and not math.isfinite(item) for item in value.values()):
        raise PydanticCustomError("not_finite", "not finite")
    return value


RequestFields = Annotated[dict[str, JsonValue], AfterValidator(_sendable)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class EndpointTable(_Table):
    """``[endpoints.NAME]``: an address that is named once and used as ``NAME/MODEL``."""

    base_url: Text
    dialect: Dialect | None = None
    """Inferred from the host where absent."""
    api_key_env: Text | None = None
    """The variable that holds the key; absent for an address that wants none."""
    connect_timeout: Positive | None = None
    total_timeout: Positive | None = None
    requests_per_minute: Positive | None = None
    tokens_per_minute: Positive | None = None


class PriceTable(_Table):
    """``prices`` of a model, in US dollars per million tokens."""

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]
    cached_input: Annotated[float, Field(ge=0)] | None = None


class ModelTable(_Table):
    """``[models."ENDPOINT/MODEL"]`` or ``[models."MODEL"]``: how one model is asked."""

    parameters: RequestFields = {}
    extra_body: RequestFields = {}
    max_tokens: Count | None = None
    stream: bool | None = None
    connect_timeout: Positive | None = None
    """Seconds; where absent, the endpoint's. The same holds for the total timeout."""
    total_timeout: Positive | None = None
    requests_per_minute: Positive | None = None
    tokens_per_minute: Positive | None = None
    prices: PriceTable | None = None


class CandidateTable(_Table):
    """``[candidates.LABEL]``: a system under test, used as ``-m LABEL``."""

    target: Text
    system_prompt: str | None = None
    system_prompt_file: Text | None = None
    """Relative to the folder of heartbench.toml."""
    parameters: RequestFields = {}
    revision: str = ""


class JudgeTable(_Table):
    """``[judge]``: who judges where ``--judge`` is not given."""

    target: Text
    parameters: RequestFields = {}
    revision: str = ""


class RunTable(_Table):
    """``[run]``: defaults of the options of ``heartbench run``."""

    dataset: Text | None = None
    difficulty: Literal["all", "hard", "normal"] | None = None
    limit: Count | None = None
    samples: Times | None = None
    repeats: Times | None = None
    protocol: Text | None = None
    prompt_fields: dict[Text, Literal["dialogue", "rubric", "answer"]] | None = None
    """Name in an imported prompt → what it stands for, where that is not found out."""
    mode: Text | None = None
    rule: Rule | None = None
    revision: str | None = None
    retry_failed: RetryFailed | None = None
    concurrency: Count | None = None
    store: Text | None = None
    """The database; relative to the folder of heartbench.toml."""
    results: Text | None = None
    """The folder of reports; relative to the folder of heartbench.toml."""


class ConfigFile(_Table):
    """The whole heartbench.toml."""

    endpoints: dict[str, EndpointTable] = {}
    models: dict[str, ModelTable] = {}
    candidates: dict[str, CandidateTable] = {}
    judge: JudgeTable | None = None
    run: RunTable = RunTable()
