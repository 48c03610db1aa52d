from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat import mask_url, normalise_base_url
from heartbench.chat.addresses import embedded_credentials, is_local, proxy_for
from heartbench.errors import EndpointError
from heartbench.records import Dialect


@pytest.mark.parametrize(
    ("base", "dialect", "path"),
    [
        ("https://h", "openai", "https://h/v1/chat/completions"),
        ("https://h/", "openai", "https://h/v1/chat/completions"),
        ("https://h/v1", "openai", "https://h/v1/chat/completions"),
        ("https://h/v1/", "openai", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions", "openai", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions/", "openai", "https://h/v1/chat/completions"),
        ("https://h/api/paas/v4", "openai", "https://h/api/paas/v4/chat/completions"),
        (" https://h/v1 ", "openai", "https://h/v1/chat/completions"),
        ("https://h/x?api-version=1", "openai", "https://h/x/chat/completions?api-version=1"),
        ("http://[::1]:8000", "openai", "http://[::1]:8000/v1/chat/completions"),
        ("https://u:p@h:1/v1", "openai", "https://h:1/v1/chat/completions"),
        ("https://h", "anthropic", "https://h/v1/messages"),
        ("https://h/v1", "anthropic", "https://h/v1/messages"),
        ("https://h/v1/messages", "anthropic", "https://h/v1/messages"),
        ("https://h/anthropic", "anthropic", "https://h/anthropic/v1/messages"),
    ],
)
def test_one_right_path_each(base: str, dialect: Dialect, path: str) -> None:
    assert normalise_base_url(base, dialect) == path
    assert normalise_base_url(path, dialect) == path


@pytest.mark.parametrize(
    "base", ["", "h", "localhost:8000", "ftp://h", "https://", "https://h:x", "http://[", "http://a b"]
)
def test_what_is_no_address(base: str) -> None:
    with pytest.raises(EndpointError) as caught:
        normalise_base_url(base)
    assert caught.value.code == "chat.address_invalid"


@given(st.text(), st.sampled_from(["openai", "anthropic"]))
def test_any_text_is_an_address_or_an_error(base: str, dialect: Dialect) -> None:
    try:
        path = normalise_base_url(base, dialect)
    except EndpointError:
        return
    assert normalise_base_url(path, dialect) == path


def test_credentials_are_masked_and_kept_apart() -> None:
    url = "https://user:p%40ss-word@h/v1?key=geheim"
    assert mask_url(url) == "https://***@h/v1?***"
    assert mask_url("https://h/v1") == "https://h/v1"
    found = embedded_credentials(url)
    assert found is not None
    assert (found.header, found.secret) == ("Basic dXNlcjpwQHNzLXdvcmQ=", "p@ss-word")
    assert "ss-word" not in repr(found)
    assert embedded_credentials("https://h") is None


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("all_proxy", "http_proxy", "https_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


def test_the_proxy_of_the_scheme_goes_first(no_proxies: pytest.MonkeyPatch) -> None:
    assert proxy_for("https://h/") is None
    no_proxies.setenv("ALL_PROXY", "socks5://127.0.0.1:1080")
    no_proxies.setenv("HTTPS_PROXY", "http://u:s%20ecret@proxy:3128")
    found = proxy_for("https://h/")
    assert found is not None
    assert (found.url, found.secret) == ("http://u:s%20ecret@proxy:3128", "s ecret")
    assert "ecret" not in repr(found)
    no_proxies.setenv("NO_PROXY", "h,other")
    assert proxy_for("https://h/") is None


def test_a_lone_socks_proxy_is_named(no_proxies: pytest.MonkeyPatch) -> None:
    no_proxies.setenv("ALL_PROXY", "socks5://me:pass-word@127.0.0.1:1080")
    with pytest.raises(EndpointError) as caught:
        proxy_for("https://h/v1")
    assert caught.value.code == "chat.proxy_unsupported"
    assert "pass-word" not in str(caught.value)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.9.1", "::1", "0.0.0.0", "x.localhost"])
def test_this_machine_is_reached_directly(no_proxies: pytest.MonkeyPatch, host: str) -> None:
    no_proxies.setenv("ALL_PROXY", "socks://127.0.0.1:1080")
    assert is_local(host)
    assert proxy_for(f"http://[{host}]:1/" if ":" in host else f"http://{host}:1/") is None


def test_other_machines_are_not_this_one() -> None:
    assert not any(is_local(host) for host in ("h", "10.0.0.1", "localhost.example", "::2"))
