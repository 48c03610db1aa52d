from __future__ import annotations

import re
from typing import get_args

from heartbench.language.texts.statistics import EN, ZH
from heartbench.statistics import Reason


def test_every_reason_has_a_text_in_both_languages() -> None:
    assert set(get_args(Reason)) == set(EN) == set(ZH)
    for key, english in EN.items():
        assert set(re.findall(r"\{(\w+)", english)) == set(re.findall(r"\{(\w+)", ZH[key])), key
