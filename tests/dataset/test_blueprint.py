"""Departures from a blueprint: a small set keeps to a small blueprint, and each change is found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from heartbench.dataset import (
    SEED_BLUEPRINT,
    Finding,
    References,
    blueprint_named,
    builtin_folder,
    check_blueprint,
    describe_finding,
    export_questions,
    read_questions,
)
from heartbench.dataset.blueprint import read_standing
from heartbench.dataset.blueprint_facts import AbilityQuota, Range
from heartbench.errors import DataError
from heartbench.records import QuestionSet

from .builders import criterion, questions, row, save

NONE = AbilityQuota(0, 0, 0, 0)
USED = {"warmth": (1, 0), "humor": (1, 0), "curiosity": (1, 0), "verbal_expression": (1, 1)}
SMALL = replace(
    SEED_BLUEPRINT,
    hard=1,
    normal=1,
    scenes=MappingProxyType({"个人成长": 2}),
    least_per_secondary=0,
    abilities={
        name: AbilityQuota(2 * USED[name][0], 2, 1, 2 * USED[name][1]) if name in USED else NONE
        for name in SEED_BLUEPRINT.abilities
    },
    tolerance=0.0,
    turn_shares={1: Range(0.5, 1)},
    mean_characters=Range(20, 60),
    most_standing=0.5,
)
FIRST = "早上挤地铁的时候忽然想起外婆腌的萝卜干，眼睛就有点酸了"
SECOND = "领导把我的方案署了他自己的名字，会上还夸我配合得好呢"
VETO = "AI没有倾听，而是替用户往下说"


def rubric(topic: str, **changes: dict[str, object]) -> list[dict[str, object]]:
    items = {
        "warmth": criterion("温暖", 3, f"AI惦记用户的{topic}"),
        "humor": criterion("幽默", 2, f"AI接住关于{topic}的玩笑"),
        "curiosity": criterion("好奇心", 3, f"AI问起{topic}的细节"),
        "verbal": criterion("言语表达", -3, f"AI就{topic}说教"),
        "veto": criterion("其他", None, VETO),
    }
    return list((items | changes).values())


def first(**changes: object) -> dict[str, object]:
    fields: dict[str, object] = {
        "rubric": rubric("萝卜干"),
        "dialogue": [{"role": "A", "content": FIRST}],
        "difficulty": "hard",
    }
    return row("aB3dE5", **(fields | changes))


def second(**changes: object) -> dict[str, object]:
    fields: dict[str, object] = {
        "rubric": rubric("署名"),
        "dialogue": [{"role": "A", "content": SECOND}],
        "difficulty": "normal",
    }
    question_id = changes.pop("question_id", "Xy7890")
    return row(question_id, **(fields | changes))


def standing_file(path: Path) -> Path:
    return save(path / "standing.json", json.dumps({"veto": [VETO], "first_person": []}))


def rules(path: Path, *rows: object, upstream: QuestionSet | None = None) -> list[tuple[str, str]]:
    """Rule and question of each departure, by the small blueprint, with all references but labels."""
    found = questions(path, *rows)
    card = save(path / "card.md", "CANARY: 5f0c1a52-2f4e-4b1a-9c57-0123456789ab")
    references = References(
        folder=export_questions(found, path / "out", overwrite=True)[0].parent,
        standing=standing_file(path),
        card=card,
        upstream=upstream
        or questions(path, row("other", dialogue=[{"role": "A", "content": "无关的一句话"}])),
    )
    findings = told(check_blueprint(found, SMALL, references))
    # Four abilities have no overall score, so the small set always departs there.
    usual = ("silent_score", "not_checked")
    return [(item.rule, item.question_id) for item in findings if item.rule not in usual]


def told(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    for finding in findings:
        assert describe_finding(finding, "zh") and describe_finding(finding, "en")
    return findings


def test_a_set_by_the_blueprint_has_no_departures(tmp_path: Path) -> None:
    assert rules(tmp_path, first(), second()) == []


def turns(*contents: str, roles: str = "ABABABABA") -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in zip(roles, contents, strict=False)]


SAYS = "电话{}，有空打给我，随时都行，不用客气，真的"


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"question_id": "123456"}, "id_form"),
        ({"question_id": "abc12"}, "id_form"),
        ({"question_id": "abc12_"}, "id_form"),
        ({"question_id": "Ab3De5"}, "id_not_apart"),
        ({"difficulty": ""}, "no_own_difficulty"),
        ({"secondary_scene": "家庭边界"}, "scene_form"),
        ({"rubric": rubric("署名", warmth=criterion("Warmth", 3, "AI惦记着他的署名"))}, "dimension_form"),
        ({"rubric": rubric("署名", veto=criterion("其他", -4, VETO))}, "veto_form"),
        ({"rubric": rubric("署名", more=criterion("其他", None, VETO + "。"))}, "veto_form"),
        ({"rubric": rubric("署名", veto=criterion("温暖", 2, "AI叫他的名字"))}, "veto_form"),
        ({"rubric": rubric("署名", veto=criterion("其他", None, "AI演用户"))}, "veto_wording"),
        ({"rubric": rubric("署名")[2:]}, "criteria_count"),
        ({"rubric": rubric("署名")[1:]}, "too_few_abilities"),
        (
            {"rubric": rubric("署名") + [criterion("温暖", 1, f"AI做到第{n}件小事") for n in range(12)]},
            "criteria_count",
        ),
        (
            {"rubric": rubric("署名") + [criterion("温暖", 1, f"AI做到第{n}件小事") for n in range(8)]},
            "too_many_bonuses",
        ),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 2.5, "AI惦记他"))}, "weight_form"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 0, "AI惦记他"))}, "weight_form"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", -11, "AI惦记他"))}, "weight_form"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 7, "AI惦记他"))}, "rare_bonuses"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 3, "AI说“别怕”"))}, "quote_form"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 3, 'AI说"别怕"'))}, "quote_form"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 3, "AI先听,再说"))}, "half_width"),
        ({"rubric": rubric("署名", warmth=criterion("温暖", 3, "AI就萝卜干说教"))}, "repeated_criterion"),
        ({"dialogue": turns(SECOND, "嗯")}, "turn_count"),
        ({"dialogue": turns(SECOND, "嗯", "唉", roles="AAA")}, "role_order"),
        ({"dialogue": turns(SECOND, "嗯", SECOND)}, "repeated_turn"),
        ({"dialogue": turns("太短了")}, "dialogue_length"),
        ({"dialogue": turns("长" * 2001)}, "dialogue_length"),
        ({"dialogue": turns(SECOND * 4)}, "mean_length"),
        ({"dialogue": turns(SECOND, "嗯", "唉")}, None),
        ({"dialogue": turns(SECOND[:4] + FIRST)}, "too_alike"),
        ({"dialogue": turns(SAYS.format("13812345678"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("138 1234 5678"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("010-62345678"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("someone@mail.example"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("，微信号：night_nurse"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("，我的主页www.x.example"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("11010519900101123X"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("，@小夜班护士"))}, "personal_data"),
        ({"dialogue": turns(SAYS.format("是2024年2月13日存的"))}, None),
        ({"dialogue": turns(SAYS.format("，工资8000块，微信里没钱"))}, None),
    ],
)
def test_each_rule_of_one_question(tmp_path: Path, change: dict[str, object], rule: str | None) -> None:
    found = rules(tmp_path, first(), second(**change))
    own = str(change.get("question_id", "Xy7890"))
    if rule is None:
        assert found == []
    else:
        assert {(rule, own), (rule, "")} & set(found), found
        assert all(name != "aB3dE5" for _, name in found), "the other question is left alone"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([first()], {"question_total", "difficulty_total", "scene_total", "ability_criteria"}),
        ([first(difficulty="normal"), second()], {"difficulty_total", "scene_without_hard"}),
        (
            [first(primary_scene="家庭关系", secondary_scene="家庭边界"), second()],
            {"scene_total", "scene_without_hard"},
        ),
        (
            [first(), second(rubric=rubric("署名", humor=criterion("温暖", 2, "AI叫他名字")))],
            {"ability_criteria", "too_few_abilities"},
        ),
    ],
)
def test_each_count(tmp_path: Path, rows: list[object], expected: set[str]) -> None:
    found = {rule for rule, _ in rules(tmp_path, *rows)}
    assert expected <= found


def test_quotas_that_are_not_exact_allow_a_tenth_and_at_least_one(tmp_path: Path) -> None:
    assert [SEED_BLUEPRINT.around(quota).holds(found) for quota, found in ((18, 16), (18, 20))] == [False] * 2
    assert [SEED_BLUEPRINT.around(quota).holds(found) for quota, found in ((18, 17), (0, 1), (292, 263))] == [
        True
    ] * 3
    without = second(rubric=[item for item in rubric("署名") if item["dimension"] != "言语表达"])
    blueprint = replace(SMALL, abilities={**SMALL.abilities, "verbal_expression": AbilityQuota(1, 3, 3, 3)})
    findings = check_blueprint(questions(tmp_path, first(), without), blueprint)
    assert {item.rule for item in findings if "言语表达" in item.fields.values()} == {
        "ability_questions",
        "ability_questions_hard",
        "ability_penalties",
    }


def test_scene_bounds_turn_shares_and_silence(tmp_path: Path) -> None:
    found = questions(tmp_path, first(), second())
    blueprint = replace(
        SMALL,
        least_per_secondary=2,
        turn_shares={9: Range(0.2, 0.4)},
        silent=Range(14, 21),
        most_standing=0.1,
    )
    findings = told(check_blueprint(found, blueprint, References(standing=standing_file(tmp_path))))
    counts = Counter(item.rule for item in findings)
    assert (counts["secondary_total"], counts["turn_share"], counts["silent_score"]) == (32, 1, 1)
    assert counts["standing_share"] == 1


def test_what_is_near_the_public_set(tmp_path: Path) -> None:
    public = questions(
        tmp_path,
        row("aB3dE5", dialogue=turns("完全不相干的开头，后面才是借来的：" + SECOND[3:16])),
        row("other1", dialogue=turns("无关的"), rubric=[criterion("温暖", 3, "AI惦记用户的萝卜干并问起")]),
    )
    changed = rubric("萝卜干", warmth=criterion("温暖", 3, "AI惦记用户的萝卜干并问起 "))
    assert rules(tmp_path, first(rubric=changed), second(), upstream=public) == [
        ("like_upstream", "Xy7890"),
        ("upstream_id", "aB3dE5"),
        ("upstream_criterion", "aB3dE5"),
    ]


def test_references_that_are_not_given_are_noted(tmp_path: Path) -> None:
    findings = told(check_blueprint(questions(tmp_path, first(), second()), SMALL))
    notes = [item for item in findings if item.severity == "note"]
    assert [(item.rule, item.fields["reference"]) for item in notes] == [
        ("not_checked", name) for name in ("standing", "upstream", "card", "folder", "labels")
    ]


def test_a_card_without_a_canary_and_a_folder_that_does_not_fit(tmp_path: Path) -> None:
    found = questions(tmp_path, first(), second())
    folder = export_questions(found, tmp_path / "out")[0].parent
    hard = folder / "question_hard.jsonl"
    hard.write_text(hard.read_text(encoding="utf-8").replace("萝卜", "白菜"), encoding="utf-8")
    references = References(folder=folder, card=save(tmp_path / "card.md", "canary: none"))
    rules_found = {item.rule: item for item in told(check_blueprint(found, SMALL, references))}
    assert rules_found["no_canary"].severity == "error"
    assert rules_found["file_differs"].fields == {"file": "question_hard.jsonl"}


@pytest.mark.parametrize("text", ["", "[]", '{"veto": 1}', '{"veto": [1]}', '"x"'])
def test_a_standing_list_that_is_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError) as caught:
        read_standing(save(tmp_path / "s.json", text))
    assert caught.value.code == "dataset.no_standing"


def test_an_empty_set_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        check_blueprint(QuestionSet("empty", ()))
    assert caught.value.code == "dataset.no_questions"


def test_blueprints_go_by_name() -> None:
    assert blueprint_named("seed") is SEED_BLUEPRINT
    assert SEED_BLUEPRINT.questions == sum(SEED_BLUEPRINT.scenes.values()) == 296
    assert sum(quota.criteria for quota in SEED_BLUEPRINT.abilities.values()) == 2818
    with pytest.raises(DataError) as caught:
        blueprint_named("sead")
    assert caught.value.code == "dataset.unknown_blueprint"


def test_the_blueprint_holds_the_counted_facts(shared: Path) -> None:
    facts = json.loads((shared / "facts" / "blueprint.json").read_text(encoding="utf-8"))["abilities"]
    assert SEED_BLUEPRINT.abilities == {
        fact["id"]: AbilityQuota(
            fact["criteria"], fact["questions"], fact["questions_hard"], fact["penalties"]
        )
        for fact in facts
    }


def test_upstream_meets_its_own_counts_and_is_like_itself(shared: Path) -> None:
    public = read_questions(shared / "upstream" / "question_all.jsonl").questions
    findings = told(check_blueprint(public, references=References(upstream=public)))
    counts = Counter(item.rule for item in findings)
    assert not [rule for rule in counts if rule.startswith("ability_")]
    for absent in (
        "question_total",
        "difficulty_total",
        "silent_score",
        "mean_length",
        "turn_share",
        "rare_bonuses",
    ):
        assert counts[absent] == 0, absent
    assert counts["upstream_id"] == 296
    assert len({item.question_id for item in findings if item.rule == "like_upstream"}) > 290
    assert counts["scene_total"] == 4, "the seed's quotas of three scenes, and the questions without any"


def test_the_worked_examples_depart_only_in_number(shared: Path) -> None:
    examples = read_questions(shared / "examples" / "questions.jsonl").questions
    own = [item for item in told(check_blueprint(examples)) if item.question_id]
    assert {item.rule for item in own} <= {"repeated_criterion"}


def test_the_builtin_set_has_no_departures_but_in_number(shared: Path) -> None:
    try:
        folder = builtin_folder()
    except DataError:
        pytest.skip("the built-in set is not beside the source")
    found = read_questions(folder / "question_all.jsonl").questions
    public = read_questions(shared / "upstream" / "question_all.jsonl").questions
    findings = told(check_blueprint(found, references=References(folder=folder, upstream=public)))
    wrong = [item for item in findings if item.question_id and item.severity == "error"]
    assert [item for item in wrong if item.rule != "repeated_criterion"] == []
