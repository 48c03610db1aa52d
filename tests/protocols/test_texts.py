from __future__ import annotations

import re
from inspect import ismodule
from pathlib import Path

from heartbench import protocols
from heartbench.language.texts import protocols as texts


def test_every_text_that_is_used_stands_in_both_languages_and_no_other_does() -> None:
    folder = Path(protocols.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    used = set(re.findall(r'"protocols\.(\w+)"', source)) | set(re.findall(r'"(reply_\w+)"', source))
    assert texts.EN.keys() == texts.ZH.keys() == used


def test_both_languages_name_the_same_fields() -> None:
    for key, english in texts.EN.items():
        fields = re.findall(r"\{(\w+)[|}]", english)
        assert sorted(fields) == sorted(re.findall(r"\{(\w+)[|}]", texts.ZH[key]))


def test_the_public_names_are_those_that_are_exported() -> None:
    public = {
        name for name, value in vars(protocols).items() if not name.startswith("_") and not ismodule(value)
    }
    assert set(protocols.__all__) == public
