from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.config import check_address, mask_address
from heartbench.errors import ConfigError


@pytest.mark.parametrize(
    "address",
    [
        "https://h",
        "https://h/v1/",
        " https://h/v1 ",
        "http://127.0.0.1:8000/v1",
        "http://[::1]:8000/v1",
        "https://h/api/paas/v4?api-version=2024",
    ],
)
def test_plain_addresses_pass_without_their_blanks(address: str) -> None:
    assert check_address(address, "--base-url") == address.strip()


@pytest.mark.parametrize(
    "address",
    ["", "h/v1", "ftp://h", "https://", "https://h:port", "https://h:99999", "https://h /v1", "file:///x"],
)
def test_anything_else_is_refused_with_its_place(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_address(address, "HERE")
    assert caught.value.code == "config.address_invalid"
    assert caught.value.fields["place"] == "HERE"


@pytest.mark.parametrize(
    "address",
    [
        "https://me:sk-secret@h/v1",
        "https://sk-secret@h/v1",
        "https://h/v1?api_key=sk-secret",
        "https://h/?x=1&Token=sk-secret",
    ],
)
def test_secrets_inside_an_address_are_refused_and_never_shown(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_address(address, "--base-url")
    assert caught.value.code == "config.address_with_secret"
    assert "sk-secret" not in str(caught.value)


def test_secrets_are_masked_in_what_is_no_address_too() -> None:
    with pytest.raises(ConfigError) as caught:
        check_address("htp://me:sk-secret@h/v1", "--base-url")
    assert "sk-secret" not in str(caught.value)


@given(st.text(alphabet=st.characters(exclude_characters="@/?&=#\\ \t\r\n", codec="utf-8"), min_size=12))
def test_no_user_part_survives_masking(secret: str) -> None:
    assert secret not in mask_address(f"https://{secret}@h/v1")


@given(st.text())
def test_masking_never_raises(text: str) -> None:
    mask_address(text)
