from __future__ import annotations

import re
from importlib import resources

from heartbench.language.texts.html import EN, ZH
from heartbench.reporting.html.browser import BROWSER_TEXTS
from heartbench.reporting.html.page import SCRIPTS

SOURCES = {
    path.name: path.read_text("utf-8")
    for path in resources.files("heartbench.reporting.html").iterdir()
    if path.name.endswith((".py", ".js", ".j2"))
}


def test_both_languages_say_the_same_with_the_same_fields() -> None:
    assert list(EN) == list(ZH)
    for key, text in EN.items():
        assert set(re.findall(r"{(\w+)[|}]", text)) == set(re.findall(r"{(\w+)[|}]", ZH[key])), key


def test_the_script_has_every_text_it_shows() -> None:
    script = "\n".join(SOURCES[name] for name in SCRIPTS)
    shown = set(re.findall(r'(?<![\w.])(?:text|step)\("(\w+)"', script))
    shown |= set(re.findall(r'data-text="(\w+)"', SOURCES["page.html.j2"]))
    assert shown <= set(BROWSER_TEXTS) <= set(EN)


def test_no_text_is_left_over() -> None:
    everything = "\n".join(SOURCES.values())
    for key in EN:
        name = key.removeprefix("block_")
        assert re.search(rf"[\"'.]{name}[\"']", everything), key
