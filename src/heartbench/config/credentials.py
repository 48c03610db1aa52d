"""Addresses and keys: both from one source, never mixed.

The order, for a candidate: ``--base-url`` with its key; ``HEARTBENCH_*``; ``ANTHROPIC_*`` for
claude names; ``OPENAI_*``; the seed's ``BASE_URL`` and ``API_KEY``. For a judge
``--judge-base-url`` and ``HEARTBENCH_JUDGE_*`` come before all these. An endpoint declared in
heartbench.toml is named by the target (``NAME/MODEL``) and so asks nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from heartbench.config.addresses import check_address, host_of
from heartbench.config.files import EndpointTable
from heartbench.errors import CredentialError
from heartbench.records import Credential, Dialect, Endpoint, Side

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")

OPENAI_ADDRESS = "https://api.openai.com/v1"
ANTHROPIC_ADDRESS = "https://api.anthropic.com"


@dataclass(frozen=True, slots=True)
class AddressOption:
    """An address given on the command line or by a caller, with its key."""

    name: str
    """The option, for people: ``--base-url``."""
    base_url: str
    api_key: str | None = field(default=None, repr=False)
    key_name: str = ""
    """The option that ``api_key`` came by, for people."""
    api_key_env: str | None = None
    """The variable that holds the key; refused together with ``api_key``."""
    default_pair: tuple[str, str] = ("HEARTBENCH_BASE_URL", "HEARTBENCH_API_KEY")
    """Where no key is named: the key variable counts, unless its address variable holds another address."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses given by hand; without them the environment is asked."""

    candidate: AddressOption | None = None
    """For candidates, and for judges that have no address of their own."""
    judge: AddressOption | None = None


Source = Callable[[Mapping[str, str]], Endpoint | None]


def _value(environ: Mapping[str, str], name: str) -> str | None:
    return environ.get(name, "").strip() or None


def infer_dialect(address: str) -> Dialect:
    """``anthropic`` at Anthropic's own host, else ``openai``: a claude name at a gateway speaks that."""
    host = host_of(address)
    return "anthropic" if host == "anthropic.com" or host.endswith(".anthropic.com") else "openai"


def is_claude(model: str) -> bool:
    """Whether Anthropic itself knows a model by this name."""
    return model.lower().startswith("claude")


def _credential(source: str, key: str | None) -> Credential | None:
    if key is None:
        return None
    if not key.isascii() or not key.isprintable():
        raise CredentialError("config.key_unusable", source=source)
    return Credential(source, key)


def _named_key(environ: Mapping[str, str], name: str, place: str) -> Credential | None:
    key = _value(environ, name)
    if key is None:
        if not _VARIABLE.fullmatch(name):
            # Not shown: it is probably the key.
            raise CredentialError("config.key_variable_name", place=place)
        raise CredentialError("config.key_variable_empty", name=name, place=place)
    return _credential(name, key)


def _key_of_option(option: AddressOption, address: str, environ: Mapping[str, str]) -> Credential | None:
    if option.api_key is not None and option.api_key_env is not None:
        raise CredentialError("config.two_keys", option=option.name)
    if option.api_key is not None:
        return _credential(option.key_name or option.name, option.api_key.strip() or None)
    if option.api_key_env is not None:
        return _named_key(environ, option.api_key_env, option.name)
    address_name, key_name = option.default_pair
    paired = _value(environ, address_name)
    if paired is not None and paired.rstrip("/") != address.rstrip("/"):
        return None
    return _credential(key_name, _value(environ, key_name))


def endpoint_of_option(option: AddressOption, environ: Mapping[str, str]) -> Endpoint:
    """The endpoint an option names. Raises ConfigError (address) and CredentialError (key)."""
    address = check_address(option.base_url, option.name)
    key = _key_of_option(option, address, environ)
    return Endpoint(option.name, address, infer_dialect(address), key)


def declared_endpoint(name: str, table: EndpointTable, environ: Mapping[str, str]) -> Endpoint:
    """The endpoint of an ``[endpoints.NAME]`` table; its key is the variable the table names."""
    place = f"endpoints.{name}"
    address = check_address(table.base_url, f"{place}.base_url")
    key = (
        None if table.api_key_env is None else _named_key(environ, table.api_key_env, f"{place}.api_key_env")
    )
    given = table.model_dump(
        include={"connect_timeout", "total_timeout", "requests_per_minute", "tokens_per_minute"},
        exclude_none=True,
    )
    return Endpoint(name, address, table.dialect or infer_dialect(address), key, **given)


def _pair(prefix: str, environ: Mapping[str, str]) -> Endpoint | None:
    address_name, key_name = f"{prefix}_BASE_URL", f"{prefix}_API_KEY"
    address, key = _value(environ, address_name), _value(environ, key_name)
    if address is None:
        if key is not None:
            raise CredentialError("config.key_without_address", key=key_name, address=address_name)
        return None
    address = check_address(address, address_name)
    return Endpoint(address_name, address, infer_dialect(address), _credential(key_name, key))


def _anthropic(environ: Mapping[str, str]) -> Endpoint | None:
    key = _value(environ, "ANTHROPIC_API_KEY")
    if key is None:
        return None
    address = check_address(_value(environ, "ANTHROPIC_BASE_URL") or ANTHROPIC_ADDRESS, "ANTHROPIC_BASE_URL")
    return Endpoint("ANTHROPIC_API_KEY", address, "anthropic", _credential("ANTHROPIC_API_KEY", key))


def _openai(environ: Mapping[str, str]) -> Endpoint | None:
    key, address = _value(environ, "OPENAI_API_KEY"), _value(environ, "OPENAI_BASE_URL")
    if key is None and address is None:
        return None
    name = "OPENAI_API_KEY" if address is None else "OPENAI_BASE_URL"
    address = check_address(address or OPENAI_ADDRESS, name)
    return Endpoint(name, address, "openai", _credential("OPENAI_API_KEY", key))


def _seed(environ: Mapping[str, str]) -> Endpoint | None:
    # Both names are so common that one alone is nobody's word about HeartBench.
    key, address = _value(environ, "API_KEY"), _value(environ, "BASE_URL")
    if key is None or address is None:
        return None
    address = check_address(address, "BASE_URL")
    return Endpoint("BASE_URL", address, infer_dialect(address), _credential("API_KEY", key))


def _sources(side: Side, model: str, addresses: Addresses) -> Iterator[Source]:
    judging = side == "judge"
    if judging and addresses.judge is not None:
        yield partial(endpoint_of_option, addresses.judge)
    if judging:
        yield partial(_pair, "HEARTBENCH_JUDGE")
    if addresses.candidate is not None:
        yield partial(endpoint_of_option, addresses.candidate)
    yield partial(_pair, "HEARTBENCH")
    if is_claude(model):
        yield _anthropic
    yield _openai
    yield _seed


def endpoint_for(side: Side, model: str, addresses: Addresses, environ: Mapping[str, str]) -> Endpoint:
    """The endpoint of the first source, in the order of this module's docstring, that names one.

    Raises CredentialError where no source does, and where the first one is half.
    """
    for source in _sources(side, model, addresses):
        endpoint = source(environ)
        if endpoint is not None:
            return endpoint
    raise CredentialError("config.no_judge_address" if side == "judge" else "config.no_address", model=model)
