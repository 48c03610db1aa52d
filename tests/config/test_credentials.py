from __future__ import annotations

from itertools import combinations

import pytest

from heartbench.config import Addresses, AddressOption, endpoint_for
from heartbench.config.credentials import declared_endpoint, infer_dialect
from heartbench.config.files import EndpointTable
from heartbench.errors import ConfigError, CredentialError
from heartbench.records import Endpoint, Side

CLAUDE = "claude-sonnet-4-5-20250929"

SOURCES = {
    "JUDGE": {"HEARTBENCH_JUDGE_BASE_URL": "https://judge/v1", "HEARTBENCH_JUDGE_API_KEY": "key-judge"},
    "HEARTBENCH": {"HEARTBENCH_BASE_URL": "https://heartbench/v1", "HEARTBENCH_API_KEY": "key-heartbench"},
    "ANTHROPIC": {"ANTHROPIC_BASE_URL": "https://anthropic", "ANTHROPIC_API_KEY": "key-anthropic"},
    "OPENAI": {"OPENAI_BASE_URL": "https://openai/v1", "OPENAI_API_KEY": "key-openai"},
    "SEED": {"BASE_URL": "https://seed/v1", "API_KEY": "key-seed"},
}
HOSTS = {
    "JUDGE": "judge",
    "HEARTBENCH": "heartbench",
    "ANTHROPIC": "anthropic",
    "OPENAI": "openai",
    "SEED": "seed",
}
NOWHERE = Addresses()


def key_of(endpoint: Endpoint) -> str | None:
    return endpoint.credential.key if endpoint.credential else None


def environment(*names: str) -> dict[str, str]:
    return {key: value for name in names for key, value in SOURCES[name].items()}


ORDERS: list[tuple[Side, str, list[str]]] = [
    ("judge", CLAUDE, ["JUDGE", "HEARTBENCH", "ANTHROPIC", "OPENAI", "SEED"]),
    ("judge", "qwen", ["JUDGE", "HEARTBENCH", "OPENAI", "SEED"]),
    ("candidate", CLAUDE, ["HEARTBENCH", "ANTHROPIC", "OPENAI", "SEED"]),
    ("candidate", "qwen", ["HEARTBENCH", "OPENAI", "SEED"]),
]


@pytest.mark.parametrize(("side", "model", "order"), ORDERS)
def test_the_first_source_gives_both_address_and_key(side: Side, model: str, order: list[str]) -> None:
    for size in range(1, len(SOURCES) + 1):
        for present in combinations(SOURCES, size):
            first = next((name for name in order if name in present), None)
            if first is None:
                with pytest.raises(CredentialError):
                    endpoint_for(side, model, NOWHERE, environment(*present))
                continue
            endpoint = endpoint_for(side, model, NOWHERE, environment(*present))
            assert HOSTS[first] in endpoint.base_url
            assert key_of(endpoint) == f"key-{HOSTS[first]}"
            assert endpoint.dialect == ("anthropic" if first == "ANTHROPIC" else "openai")


def test_the_option_comes_before_the_environment_and_serves_the_judge() -> None:
    environ = environment("HEARTBENCH", "ANTHROPIC", "OPENAI", "SEED")
    option = AddressOption("--base-url", "https://option/v1", api_key="k")
    sides: tuple[Side, ...] = ("candidate", "judge")
    for side in sides:
        endpoint = endpoint_for(side, CLAUDE, Addresses(option), environ)
        assert (endpoint.base_url, key_of(endpoint)) == ("https://option/v1", "k")
        assert endpoint.dialect == "openai"


def test_the_judges_own_address_comes_first() -> None:
    candidate = AddressOption("--base-url", "https://option/v1")
    judge = AddressOption("--judge-base-url", "https://mine/v1", api_key="j")
    everything = environment(*SOURCES)
    assert endpoint_for("judge", CLAUDE, Addresses(candidate), everything).base_url == "https://judge/v1"
    assert (
        endpoint_for("judge", CLAUDE, Addresses(candidate, judge), everything).base_url == "https://mine/v1"
    )
    assert (
        endpoint_for("candidate", CLAUDE, Addresses(candidate, judge), everything).base_url
        == "https://option/v1"
    )


def test_a_key_is_never_sent_to_an_address_it_was_not_paired_with() -> None:
    option = Addresses(AddressOption("--base-url", "https://option/v1"))
    alone = endpoint_for("candidate", "qwen", option, {"HEARTBENCH_API_KEY": "k"})
    paired = endpoint_for("candidate", "qwen", option, environment(*SOURCES))
    same = endpoint_for(
        "candidate", "qwen", option, {"HEARTBENCH_API_KEY": "k", "HEARTBENCH_BASE_URL": "https://option/v1/"}
    )
    assert (key_of(alone), key_of(paired), key_of(same)) == ("k", None, "k")


def test_a_key_option_may_name_its_variable() -> None:
    option = AddressOption("--base-url", "https://option/v1", api_key_env="MINE")
    assert key_of(endpoint_for("candidate", "m", Addresses(option), {"MINE": " k \n"})) == "k"
    with pytest.raises(CredentialError) as caught:
        endpoint_for("candidate", "m", Addresses(option), {"MINE": " "})
    assert caught.value.code == "config.key_variable_empty"


def test_two_keys_for_one_address_are_refused() -> None:
    option = AddressOption("--base-url", "https://option/v1", api_key="a", api_key_env="B")
    with pytest.raises(CredentialError) as caught:
        endpoint_for("candidate", "m", Addresses(option), {"B": "b"})
    assert caught.value.code == "config.two_keys"


def test_a_key_without_its_address_is_said_and_not_completed_from_elsewhere() -> None:
    environ = {"HEARTBENCH_API_KEY": "k", **environment("OPENAI")}
    with pytest.raises(CredentialError) as caught:
        endpoint_for("candidate", "m", NOWHERE, environ)
    assert caught.value.code == "config.key_without_address"
    assert caught.value.fields == {"key": "HEARTBENCH_API_KEY", "address": "HEARTBENCH_BASE_URL"}


def test_an_address_without_a_key_is_an_open_one() -> None:
    for name in ("HEARTBENCH_BASE_URL", "OPENAI_BASE_URL"):
        assert endpoint_for("candidate", "m", NOWHERE, {name: "http://127.0.0.1:1"}).credential is None


def test_the_vendors_own_addresses_are_known() -> None:
    claude = endpoint_for("judge", CLAUDE, NOWHERE, {"ANTHROPIC_API_KEY": "k"})
    gpt = endpoint_for("candidate", "gpt", NOWHERE, {"OPENAI_API_KEY": "k"})
    assert (claude.base_url, claude.dialect) == ("https://api.anthropic.com", "anthropic")
    assert (gpt.base_url, gpt.dialect) == ("https://api.openai.com/v1", "openai")


def test_half_of_the_seeds_pair_counts_for_nothing() -> None:
    for name in ("API_KEY", "BASE_URL"):
        with pytest.raises(CredentialError) as caught:
            endpoint_for("candidate", "m", NOWHERE, {name: SOURCES["SEED"][name]})
        assert caught.value.code == "config.no_address"


@pytest.mark.parametrize("key", ["a\nb", "钥匙", "a\x00b"])
def test_a_key_that_no_header_can_carry_is_refused_unseen(key: str) -> None:
    with pytest.raises(CredentialError) as caught:
        endpoint_for("candidate", "m", NOWHERE, {"OPENAI_API_KEY": key})
    assert key not in str(caught.value)


def test_a_bad_address_in_the_environment_names_its_variable() -> None:
    with pytest.raises(ConfigError) as caught:
        endpoint_for("candidate", "m", NOWHERE, {"OPENAI_BASE_URL": "nope"})
    assert caught.value.fields["place"] == "OPENAI_BASE_URL"


def test_a_declared_endpoint_takes_its_own_variable_alone() -> None:
    table = EndpointTable(base_url="https://h/v1", api_key_env="MINE", total_timeout=30.0)
    endpoint = declared_endpoint("e", table, {"MINE": "k", **environment(*SOURCES)})
    assert (endpoint.name, key_of(endpoint), endpoint.total_timeout, endpoint.connect_timeout) == (
        "e",
        "k",
        30.0,
        10.0,
    )
    with pytest.raises(CredentialError):
        declared_endpoint("e", table, environment(*SOURCES))
    assert (
        declared_endpoint("e", EndpointTable(base_url="https://h"), environment(*SOURCES)).credential is None
    )


def test_the_dialect_follows_the_host() -> None:
    assert infer_dialect("https://api.anthropic.com/v1") == "anthropic"
    assert infer_dialect("https://anthropic.com.example.org/v1") == "openai"
    table = EndpointTable(base_url="https://h", dialect="anthropic")
    assert declared_endpoint("e", table, {}).dialect == "anthropic"
