from __future__ import annotations

import io
import json
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from heartbench.audit import badge, check_notes, check_structure, checked, print_check
from heartbench.language import Language
from heartbench.language.texts.audit import EN, ZH
from heartbench.records import FailureKind, LabelledAnswer
from heartbench.reporting import safe_console
from heartbench.reporting.summary import FailureCount
from heartbench.statistics import Interval, Settings

from .evidences import evidence, nothing_paid

FEW = Settings(seed=5, resamples=300)


def copy(label: LabelledAnswer) -> tuple[bool, ...]:
    return label.hits


def printed(target: str, language: Language = "en", width: int = 80, **changes: object) -> str:
    stream = io.StringIO()
    found = checked(replace(evidence(copy, target=target), **changes), FEW)  # type: ignore[arg-type]
    print_check(found, safe_console(stream, width=width), language)
    return stream.getvalue()


def test_both_languages_have_the_same_texts_and_fields() -> None:
    assert EN.keys() == ZH.keys()
    for key, english in EN.items():
        assert set(re.findall(r"\{(\w+)", english)) == set(re.findall(r"\{(\w+)", ZH[key])), key


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_is_said_in_80_columns(language: Language) -> None:
    text = printed("some-model", language)
    assert "κ" in text and "AC1" in text and "some-model" in text
    shown = text.splitlines()
    assert max(map(cell_len, shown)) <= 80
    said = {"en": ("agreement with the authors' markings", "halo judge"), "zh": ("作者的标注", "光环评委")}
    for words in said[language]:
        assert words in text.replace("\n", " " if language == "en" else "")


def noisy(label: LabelledAnswer) -> list[bool]:
    """Misses every fifth hit, and every seventh miss is a hit."""
    number = int(label.question_id[1:])
    return [hit if (number + place) % (5 if hit else 7) else not hit for place, hit in enumerate(label.hits)]


def test_the_badge_has_who_how_well_and_on_what() -> None:
    assert badge(checked(evidence(copy), FEW), "en") == (
        "HeartBench judge check · some-model · κ flawed 1.00, κ plain 1.00 · 90 answers · native-v1, joint · "
        "labels 01234567"
    )
    found = checked(evidence(noisy), FEW)
    kappa = found.kinds["flawed"].measures["kappa"]
    assert isinstance(kappa.value, float) and isinstance(kappa.interval, Interval)
    bounds = f"[{kappa.interval.low:.2f}, {kappa.interval.high:.2f}]"
    assert f"κ flawed {kappa.value:.2f} {bounds}" in badge(found, "en")
    assert "\n" not in badge(found, "zh")


def test_tables_show_the_figures_of_the_record() -> None:
    found = checked(evidence(noisy), FEW)
    stream = io.StringIO()
    print_check(found, safe_console(stream, width=120), "en")
    text = stream.getvalue()
    flawed = found.kinds["flawed"]
    for part in (flawed.positives, flawed.judged_positives):
        assert f"{100 * part / flawed.items:.1f} %" in text
    assert flawed.positives != flawed.judged_positives
    for effect in found.effects:
        assert isinstance(effect.difference.value, float) and effect.difference.value < 0
        assert f"{effect.difference.value:+.1f}" in text
        assert f"{effect.by_judge:.1f}" in text and f"{effect.by_labels:.1f}" in text
    value = check_structure(found)
    effects = value["effects"]
    assert isinstance(effects, list)
    for effect, shown in zip(found.effects, effects, strict=True):
        assert shown["by_labels"] == effect.by_labels != effect.by_judge == shown["by_judge"]
        assert shown["difference"] == effect.difference.value
    kinds = value["kinds"]
    assert isinstance(kinds, dict)
    assert kinds["flawed"]["positives"] == flawed.positives
    assert kinds["flawed"]["judged_positives"] == flawed.judged_positives


def test_the_harder_test_is_told_first_in_one_sentence() -> None:
    found = checked(evidence(noisy), FEW)
    plain = found.kinds["plain"].measures
    share, kappa = plain["sensitivity"].value, plain["kappa"].value
    assert isinstance(share, float) and isinstance(kappa, float)
    note = check_notes(found)[0]
    assert (note.fields["sensitivity"], note.fields["kappa"]) == (f"{100 * share:.0f}", f"{kappa:.2f}")
    text = " ".join(printed("m").split())
    assert "In short, on plain replies: it finds 100 % of the hits" in text


def test_what_was_there_before_is_told() -> None:
    text = " ".join(printed("m", reused=7).split())
    assert "7 verdicts were in the store before this check began" in text
    assert "in the store before" not in printed("m")


def test_a_judge_of_the_family_is_called_consistent_with_itself() -> None:
    text = printed("claude-x").replace("\n", " ")
    assert "self-consistency, not a proof of quality" in text and "(self-consistency)" in text
    assert "self-consistency" not in printed("some-model")


def test_what_was_paid_and_what_failed_is_told() -> None:
    replies = replace(
        nothing_paid(),
        calls=40,
        calls_now=30,
        malformed={FailureKind.UNPARSEABLE: 3, FailureKind.WRONG_COUNT: 1},
        input_tokens=1000,
        output_tokens=200,
        cost=0.5,
    )
    failures = (FailureCount("judge", FailureKind.UNPARSEABLE, 2),)
    text = printed(
        "m", width=120, replies=replies, failures=failures, asked={"best": 32, "flawed": 30, "plain": 30}
    )
    assert "10.0 % (not readable 3, wrong number of verdicts 1)" in text
    assert "40, 30 of them now" in text and "1,000, 200" in text and "0.5000" in text
    assert "Verdicts on 90 of 92" in text


def test_json_has_the_same_figures_and_stays_json() -> None:
    found = checked(evidence(copy), FEW)
    value = json.loads(json.dumps(check_structure(found, "zh"), allow_nan=False))
    assert value["format"] == "heartbench-judge-check/1"
    assert value["headline"]["flawed"]["value"] == 1.0
    assert value["kinds"]["plain"]["kappa"]["interval"]["reason"] == "no_variation"
    assert value["polarities"]["veto"]["kappa"]["value"]["reason"] == "too_few_marks"
    assert {item["kind"] for item in value["effects"]} == {"best", "flawed", "plain"}
    assert value["replies"]["malformed_rate"] is None
    assert set(value["yardsticks"]) == {"second_marker", "halo", "base_rate"}


def test_it_shows_itself_in_python_and_in_notebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTBENCH_LANG", "en")
    found = checked(evidence(copy, target="<b>m</b>"), FEW)
    assert repr(found).startswith("<Judge ") and "\n" not in repr(found) and len(repr(found)) < 200
    assert "halo judge" in str(found)
    page = found._repr_html_()
    assert "&lt;b&gt;m&lt;/b&gt;" in page and "<b>m</b>" not in page and "halo judge" in page


def test_offline_judges_say_what_they_are() -> None:
    for target, key in (("rules", "audit.note_offline"), ("labels", "audit.note_replay")):
        own = evidence(copy, target=target)
        found = checked(replace(own, judge=replace(own.judge, kind="offline")), FEW)
        assert [note.key for note in check_notes(found)] == ["audit.note_short", key]
