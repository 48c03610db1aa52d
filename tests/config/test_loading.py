from __future__ import annotations

from pathlib import Path

import pytest

from heartbench.config import load_settings, parse_config
from heartbench.errors import ConfigError
from heartbench.language import describe

HERE = Path("heartbench.toml")

EVERYTHING = """
[endpoints.local]
base_url = "http://127.0.0.1:8000/v1"
dialect = "openai"
api_key_env = "LOCAL_KEY"
connect_timeout = 5
total_timeout = 120.5
requests_per_minute = 600
tokens_per_minute = 1_000_000

[models."local/qwen"]
parameters = { temperature = 0.2, top_p = 0.9 }
extra_body = { chat_template_kwargs = { enable_thinking = false } }
max_tokens = 2048
stream = true
connect_timeout = 3
total_timeout = 60
requests_per_minute = 60
tokens_per_minute = 90_000
prices = { input = 0.5, output = 1, cached_input = 0.1 }

[candidates.warm]
target = "local/qwen"
system_prompt_file = "prompts/warm.txt"
parameters = { temperature = 0.7 }
revision = "step-300"

[judge]
target = "offline:rules"
revision = "1"

[run]
dataset = "builtin"
difficulty = "hard"
limit = 10
samples = 2
repeats = 3
protocol = "native-v1"
mode = "chunk-4"
rule = "paper"
revision = "r"
retry_failed = "all"
concurrency = 8
store = "my.db"
results = "out"
"""


def test_every_key_is_taken() -> None:
    file = parse_config(EVERYTHING, HERE)
    assert file.endpoints["local"].tokens_per_minute == 1_000_000
    assert file.models["local/qwen"].extra_body == {"chat_template_kwargs": {"enable_thinking": False}}
    assert file.candidates["warm"].revision == "step-300"
    assert file.run.mode == "chunk-4"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("[run]\nlimt = 3", "unknown_key", "run.limt"),
        ("x = 1", "unknown_key", "x"),
        ('[endpoints.e]\nbase_url = "http://h"\napi_key = "k"', "unknown_key", "endpoints.e.api_key"),
        ("[models.m.prices]\ninput = 1\noutput = 1\nfree = 1", "unknown_key", "models.m.prices.free"),
        ('[judge]\ntarget = "x"\nsystem_prompt = "y"', "unknown_key", "judge.system_prompt"),
        ("[endpoints.e]", "missing_key", "endpoints.e.base_url"),
        ("[endpoints.e]\nbase_url = 3", "not_text", "endpoints.e.base_url"),
        ("[run]\nlimit = '3'", "not_number", "run.limit"),
        ("[run]\nlimit = 0", "out_of_range", "run.limit"),
        ("[models.m]\nstream = 1", "not_boolean", "models.m.stream"),
        ("models = 1", "not_table", "models"),
        ("[models]\nm = 1", "not_table", "models.m"),
        ("[run]\ndifficulty = 'medium'", "not_a_choice", "run.difficulty"),
        ("[run]\nsamples = 1001", "too_much", "run.samples"),
        ("[models.m]\nparameters = { temperature = nan }", "wrong_value", "models.m.parameters"),
        (
            "[models.m]\nparameters = { since = 1979-05-27 }",
            "wrong_value",
            "models.m.parameters.since",
        ),
        ("[models.m]\nextra_body = { messages = [] }", "reserved_field", "models.m.extra_body"),
        (
            "[candidates.c]\ntarget = 'm'\nparameters = { stream = true }",
            "reserved_field",
            "candidates.c.parameters",
        ),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, code: str, place: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, HERE)
    assert caught.value.code == f"config.{code}"
    assert caught.value.fields["place"] == place
    for language in ("zh", "en"):
        assert place in describe(caught.value, language)


def test_the_nearest_key_is_offered() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config("[run]\nconcurency = 3", HERE)
    assert caught.value.fields["known"] == ("concurrency",)


def test_what_is_no_toml_is_named_with_its_line() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config("[run]\nlimit = ?\n[judge]", HERE)
    assert caught.value.code == "config.not_toml"
    assert "line 2, column 9" in describe(caught.value, "en")
    assert "第 2 行第 9 列" in describe(caught.value, "zh")


@pytest.mark.parametrize("name", ["a/b", "a=b", ""])
def test_an_endpoint_name_that_no_target_could_spell_is_refused(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(f'[endpoints."{name}"]\nbase_url = "http://h"', HERE)
    assert caught.value.code == "config.endpoint_name"


def test_a_key_inside_a_declared_address_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config('[endpoints.e]\nbase_url = "http://u:sk-secret@h"', HERE)
    assert caught.value.code == "config.address_with_secret"
    assert "sk-secret" not in str(caught.value)


def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    settings = load_settings(folder=tmp_path)
    assert settings.path is None
    assert not settings.file.endpoints


def test_the_file_in_the_folder_is_found_with_bom(tmp_path: Path) -> None:
    (tmp_path / "heartbench.toml").write_text("\ufeff[run]\nlimit = 2\n", encoding="utf-8")
    settings = load_settings(folder=tmp_path)
    assert settings.file.run.limit == 2
    assert settings.folder == tmp_path.resolve()


def test_a_named_file_must_be_there_and_be_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as missing:
        load_settings(tmp_path / "no.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError) as unreadable:
        load_settings(tmp_path / "bad.toml")
    with pytest.raises(ConfigError) as folder:
        load_settings(tmp_path)
    assert missing.value.code == "config.file_missing"
    assert unreadable.value.code == "config.file_not_utf8"
    assert folder.value.code == "config.file_unreadable"
