from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartbench.reporting.html import render_page
from heartbench.reporting.html.browser import script_json

from ..runs import RunMaker, full_set, participant
from .pages import FULL_MARKS, collected, data_of, hostile, lively, page

HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=http://evil.example/x onerror=alert(1)>',
    "<!--<script>",
    "]]></svg><svg onload=alert(1)>",
    "line\u2028separator\u2029here",
    "\u202egnp.exe\u2066",
    "{{ 7 * 7 }}{% raw %}",
    "\x00\x1b[31m\ud800",
    "'; DROP TABLE answers; --",
]


class Elements(HTMLParser):
    """Every element and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def whole() -> str:
    return page(lively())


def test_nothing_is_loaded(whole: str) -> None:
    for tag, attributes in Elements(whole).found:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "image", "use"}, tag
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            assert name not in {"src", "srcset", "style", "action", "data"}, (tag, name)
            if name in {"href", "xlink:href"}:
                assert value is not None and value.startswith("#")
    assert re.findall(r"url\((?!#)", whole) == []
    assert "@import" not in whole


def test_the_policy_forbids_all_but_our_own_style_and_script(whole: str) -> None:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', whole)
    assert found
    policy = found.group(1).replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        own = re.search(rf"<{tag}>(.*?)</{tag}>", whole, re.DOTALL)
        assert own
        digest = base64.b64encode(hashlib.sha256(own.group(1).encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_every_section_is_there_in_both_languages(whole: str) -> None:
    blocks = ["leaderboard", "forest", "abilities", "profiles", "drop", "scenes", "length", "judge", "calls"]
    for language in ("zh", "en"):
        found = re.findall(rf'id="{language}-g1-(\w+)"', whole)
        assert [name for name in found if name in blocks] == blocks
    assert "仅用于研究与模型评估" in whole
    assert "For research and model evaluation only" in whole


def test_ids_are_given_once(whole: str) -> None:
    ids = [str(attributes["id"]) for _, attributes in Elements(whole).found if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [str(item["href"]) for tag, item in Elements(whole).found if tag == "a"]
    assert {link[1:] for link in links} <= set(ids)


def test_the_browsers_data_are_what_the_store_holds(whole: str) -> None:
    data = data_of(whole)
    (group,) = data["groups"]
    first = next(item for item in group["candidates"] if item["no"] == 0)
    assert data["answers"][0][0][2][0] == {"a": FULL_MARKS, "g": ["plea"]}
    assert first["v"][4][0][0]["f"] == "wrong_count"
    last = next(item for item in group["candidates"] if item["no"] == 2)
    assert last["v"][6][0][0]["v"] == 1
    assert last["v"][6][0][0]["s"] == 0.0
    assert data["answers"][0][2][3][0]["f"] == "blocked"
    verdict = first["v"][0][0][0]
    assert len(verdict["h"]) == len(data["sets"][0][0]["c"])
    assert verdict["r"][0] == "reason 0"


def test_marks_ranks_and_baseline_stand_in_the_leaderboard(whole: str) -> None:
    table = whole[whole.index('id="en-g1-leaderboard"') : whole.index('id="en-g1-forest"')]
    assert "Silent baseline" in table
    assert "1–3" in table


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    made = render_page([hostile(text)], "zh")
    elements = Elements(made).found
    assert sum(tag == "script" for tag, _ in elements) == 2
    assert not any(tag in {"img", "table-x"} for tag, _ in elements)
    assert not any(name.startswith("on") for _, attributes in elements for name in attributes)
    assert "{{ 7" not in text or "49" not in data_of(made)["sets"][0][-1]["id"]
    assert data_of(made)["sets"][0][-1]["t"] == [["A", text]]
    assert not set("\u2028\u2029\u202e\u2066\x00\x1b") & set(
        re.sub(r"<script.*</script>", "", made, flags=re.S)
    )


@given(st.recursive(st.text() | st.none() | st.integers(), st.lists))
@settings(max_examples=200)
def test_json_survives_and_cannot_end_its_script(value: object) -> None:
    written = script_json(value)
    assert json.loads(written) == value
    assert not set("<>&\u2028\u2029") & set(written)


def test_the_language_is_the_one_asked_for() -> None:
    made = page(RunMaker(full_set()), language="zh")
    assert '<html lang="zh-CN" data-lang="zh">' in made
    assert data_of(made)["language"] == "zh"


def test_runs_that_cannot_be_compared_have_sections_of_their_own() -> None:
    made = page(RunMaker(full_set()), RunMaker(full_set(), protocol="official", name="two"))
    assert 'id="en-g1"' in made
    assert 'id="en-g2"' in made
    data = data_of(made)
    assert len(data["sets"]) == 1
    assert [item["what"][1] for item in data["groups"]] == ["native-v1", "official"]


def test_a_run_without_a_judge_can_be_read() -> None:
    made = page(RunMaker(full_set(), judges=[]))
    data = data_of(made)
    assert data["groups"][0]["candidates"][0]["v"] == []
    assert "no judge was asked" in made


def test_one_candidate_few_questions_and_no_calls() -> None:
    made = page(RunMaker(full_set()[:2], [participant("alone")]))
    assert "alone" in made
    assert "No call was made" in made


def test_the_same_runs_make_the_same_page() -> None:
    runs = [collected(lively())]
    assert render_page(runs, "en") == render_page(runs, "en")
