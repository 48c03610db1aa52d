from __future__ import annotations

from pathlib import Path

import pytest

from heartbench.config import (
    DEFAULT_JUDGE,
    FileCandidate,
    Settings,
    Surroundings,
    parse_config,
    resolve_candidates,
    resolve_judges,
)
from heartbench.errors import ConfigError, TargetError
from heartbench.records import Candidate, FileAnswer, FileTarget, ModelTarget, OfflineTarget, Prices

TOML = """
[endpoints.local]
base_url = "http://127.0.0.1:8000/v1"

[models."local/qwen"]
parameters = { temperature = 0.2 }
stream = true

[models.qwen]
max_tokens = 100
total_timeout = 30
stream = false
prices = { input = 1, output = 2 }

[candidates.bare]
target = "local/qwen"

[candidates.warm]
target = "local/qwen"
system_prompt_file = "warm.txt"
parameters = { top_p = 0.5 }
revision = "2"
"""


def around(folder: Path, toml: str = TOML, **more: object) -> Surroundings:
    settings = Settings(parse_config(toml, folder / "heartbench.toml"), folder)
    environ = {"HEARTBENCH_BASE_URL": "http://127.0.0.1:9/v1"}
    return Surroundings(settings, environ, folder=folder, **more)  # type: ignore[arg-type]


def model(item: Candidate | FileCandidate) -> ModelTarget:
    assert isinstance(item, Candidate)
    assert isinstance(item.target, ModelTarget)
    return item.target


def test_both_model_tables_count_and_the_narrower_wins(tmp_path: Path) -> None:
    (target,) = map(model, resolve_candidates(["local/qwen"], around(tmp_path)))
    assert target.endpoint.name == "local"
    assert (target.endpoint.connect_timeout, target.endpoint.total_timeout) == (10, 30)
    settings = target.settings
    assert dict(settings.parameters) == {"temperature": 0.2}
    assert (settings.max_tokens, settings.stream, settings.prices) == (100, True, Prices(1, 2))


def test_a_model_elsewhere_takes_the_wider_table_alone(tmp_path: Path) -> None:
    (target,) = map(model, resolve_candidates(["qwen"], around(tmp_path)))
    assert target.endpoint.base_url == "http://127.0.0.1:9/v1"
    assert (dict(target.settings.parameters), target.settings.stream) == ({}, False)


def test_a_declared_candidate_brings_prompt_parameters_and_revision(tmp_path: Path) -> None:
    (tmp_path / "warm.txt").write_text("\ufeff温暖些。\n", encoding="utf-8")
    (warm,) = resolve_candidates(["warm"], around(tmp_path, revision="1", system_prompt="other"))
    assert (warm.label, warm.revision) == ("warm", "2")
    assert model(warm).settings.system_prompt == "温暖些。"
    assert dict(model(warm).settings.parameters) == {"temperature": 0.2, "top_p": 0.5}


def test_without_targets_all_declared_candidates_run(tmp_path: Path) -> None:
    (tmp_path / "warm.txt").write_text("温暖些。", encoding="utf-8")
    found = resolve_candidates([], around(tmp_path, revision="1"))
    assert [(item.label, item.revision) for item in found] == [("bare", "1"), ("warm", "2")]


def test_the_options_prompt_reaches_every_model_and_no_judge(tmp_path: Path) -> None:
    surroundings = around(tmp_path, system_prompt="简短些。")
    found = resolve_candidates(["bare", "x=qwen", "offline:silent"], surroundings)
    assert [model(item).settings.system_prompt for item in found[:2]] == ["简短些。"] * 2
    (judge,) = resolve_judges(["qwen"], surroundings)
    assert isinstance(judge.target, ModelTarget)
    assert judge.target.settings.system_prompt is None


def test_files_stay_unread_until_their_answers_come(tmp_path: Path) -> None:
    plain, named = resolve_candidates(["file:answers/my.jsonl", "x=file:/tmp/b.json"], around(tmp_path))
    assert plain == FileCandidate("my", tmp_path / "answers/my.jsonl")
    assert isinstance(named, FileCandidate)
    candidate = named.with_answers({"q": (FileAnswer("text", "好"),)})
    assert candidate.label == "x"
    assert isinstance(candidate.target, FileTarget)


def test_offline_candidates_and_judges(tmp_path: Path) -> None:
    (listener,) = resolve_candidates(["offline:listener"], around(tmp_path))
    (rules,) = resolve_judges(["offline:rules"], around(tmp_path))
    assert listener == Candidate("listener", OfflineTarget("listener"))
    assert (rules.label, rules.target) == ("offline:rules", OfflineTarget("rules"))


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["offline:nobody"], "offline_unknown"),
        (["offline:rules"], "offline_unknown"),
        (["a=qwen", "a=local/qwen"], "label_twice"),
        (["qwen", "local/qwen"], "label_twice"),
        (["warm=other"], "label_declared"),
    ],
)
def test_targets_that_cannot_be_meant(tmp_path: Path, texts: list[str], code: str) -> None:
    with pytest.raises(TargetError) as caught:
        resolve_candidates(texts, around(tmp_path))
    assert caught.value.code == f"config.{code}"


@pytest.mark.parametrize("text", ["python:m:f", "file:x.jsonl"])
def test_callables_and_files_judge_nothing(tmp_path: Path, text: str) -> None:
    with pytest.raises(TargetError) as caught:
        resolve_judges([text], around(tmp_path))
    assert caught.value.code == "config.judge_kind"


def test_no_candidates_at_all(tmp_path: Path) -> None:
    with pytest.raises(TargetError) as caught:
        resolve_candidates([], around(tmp_path, toml=""))
    assert caught.value.code == "config.no_candidates"


def test_a_prompt_that_nobody_would_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetError) as option:
        resolve_candidates(["offline:silent"], around(tmp_path, system_prompt="x"))
    table = '[candidates.s]\ntarget = "offline:silent"\nsystem_prompt = "x"'
    with pytest.raises(TargetError) as declared:
        resolve_candidates(["s"], around(tmp_path, toml=table))
    assert option.value.code == "config.prompt_unused"
    assert declared.value.code == "config.extras_unused"


@pytest.mark.parametrize(
    ("content", "code"), [(None, "prompt_missing"), (b" \n", "prompt_empty"), (b"\xff", "file_not_utf8")]
)
def test_a_prompt_file_must_hold_text(tmp_path: Path, content: bytes | None, code: str) -> None:
    if content is not None:
        (tmp_path / "warm.txt").write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        resolve_candidates(["warm"], around(tmp_path))
    assert caught.value.code == f"config.{code}"


def test_two_prompts_for_one_candidate_are_refused(tmp_path: Path) -> None:
    table = '[candidates.s]\ntarget = "m"\nsystem_prompt = "x"\nsystem_prompt_file = "y"'
    with pytest.raises(ConfigError) as caught:
        resolve_candidates(["s"], around(tmp_path, toml=table))
    assert caught.value.code == "config.two_prompts"


def test_the_judge_of_the_file_and_the_default_judge(tmp_path: Path) -> None:
    toml = '[judge]\ntarget = "mine=j"\nrevision = "3"\nparameters = { temperature = 0 }'
    (declared,) = resolve_judges([], around(tmp_path, toml=toml))
    (default,) = resolve_judges([], around(tmp_path, toml=""))
    assert (declared.label, declared.revision) == ("mine", "3")
    assert isinstance(declared.target, ModelTarget)
    assert dict(declared.target.settings.parameters) == {"temperature": 0}
    assert default.label == DEFAULT_JUDGE


def test_several_judges_have_labels_of_their_own(tmp_path: Path) -> None:
    assert len(resolve_judges(["qwen", "offline:rules"], around(tmp_path))) == 2
    with pytest.raises(TargetError):
        resolve_judges(["qwen", "local/qwen"], around(tmp_path))
