from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.redaction import Redactor


def test_every_way_of_writing_a_secret() -> None:
    redactor = Redactor()
    redactor.learn("sk/ab+cd=0123456789")
    text = "a sk/ab+cd=0123456789 b sk\\/ab+cd=0123456789 c sk%2Fab%2Bcd%3D0123456789"
    assert redactor.clean(text) == "a *** b *** c ***"


def test_the_longer_secret_goes_first() -> None:
    redactor = Redactor()
    for secret in ("abcdef", "abcdef-ghijkl"):
        redactor.learn(secret)
    assert redactor.clean("abcdef-ghijkl abcdef") == "*** ***"


def test_placeholders_do_not_garble_texts() -> None:
    redactor = Redactor()
    for secret in ("", "x", "none", "EMPTY"):
        redactor.learn(secret)
    assert redactor.clean("x none is") == "x none is"
    assert redactor.clean_reply("EMPTY 是空的") == "EMPTY 是空的"


@given(st.text(min_size=16), st.text(), st.text())
def test_no_secret_stays(secret: str, before: str, after: str) -> None:
    redactor = Redactor()
    redactor.learn(secret)
    if set(secret) <= {"*"}:
        return
    assert secret not in redactor.clean(before + secret + after).replace("***", "")
    body = json.dumps({"message": secret}, ensure_ascii=False)
    if json.dumps(secret, ensure_ascii=False) == f'"{secret}"':
        assert secret not in redactor.clean(body).replace("***", "")
