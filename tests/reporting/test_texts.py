from __future__ import annotations

import re

from heartbench.errors import UsageError
from heartbench.language import describe
from heartbench.language.texts.reporting import EN, ZH
from heartbench.records import FailureKind


def test_both_languages_say_the_same_with_the_same_fields() -> None:
    assert list(EN) == list(ZH)
    for key, text in EN.items():
        assert set(re.findall(r"{(\w+)[|}]", text)) == set(re.findall(r"{(\w+)[|}]", ZH[key])), key


def test_every_kind_of_failure_has_a_name() -> None:
    assert {f"kind_{kind}" for kind in FailureKind} == {key for key in EN if key.startswith("kind_")}


def test_the_errors_of_this_room_have_a_sentence() -> None:
    error = UsageError("reporting.unwritable", path="/x", reason="read-only")
    assert "/x" in describe(error, "zh")
    assert "/x" in describe(error, "en")
