from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.offline import offline_answer
from heartbench.evaluation.rules_judge import NOT_A_MEASUREMENT, judge_by_rules
from heartbench.language.texts import rules_judge as texts
from heartbench.records import Criterion, Question, Request, Turn
from heartbench.taxonomy import ability_of

DIALOGUE = (Turn("A", "跑单第四年了，今天暴雨，客户递给我一条毛巾，我在楼道里蹲了十分钟站不起来。"),)


def criterion(dimension: str, weight: float | None, text: str) -> Criterion:
    ability = ability_of(dimension)
    return Criterion(dimension, weight, text, ability.id if ability else None)


def hit(dimension: str, weight: float | None, text: str, answer: str) -> bool:
    verdict = judge_by_rules(Question("Tst001", DIALOGUE, (criterion(dimension, weight, text),)), answer)
    (reason,) = verdict.reasons
    assert NOT_A_MEASUREMENT in reason and len(reason) <= 80
    return verdict.hits[0]


FIRST = ("第一人称使用", 2, "AI以「我」的身份回应")
EIGHT = ("言语表达", -10, "AI一口气抛出八个以上的建议或问题")
THREE = ("言语表达", -5, "AI一次给出 3 条或以上的建议或问题")
LONG = ("言语表达", -4, "AI回复超过二百字，或用公文腔、编号条目")
SHORT = ("言语表达", 3, "AI的回复控制在一百字以内")
ADVICE = ("言语表达", -3, "没被问到，AI就给出换工作、规划、申诉一类的建议")
OPEN = ("好奇心", 3, "AI问一个关于这四年，或那条毛巾的开放式问题")
GRILL = ("言语表达", -3, "AI连珠炮似的盘问")
TIRED = ("情绪感知", 4, "AI说出「站不起来」里的累")
VETO = ("其他", None, "AI替用户把话接着说了下去")
PHRASE = ("情绪应对", -3, "AI用「坚持就是胜利」这类话带过")
LIST = "\n".join(f"{number}. 多喝热水；" for number in range(1, 9))


@pytest.mark.parametrize(
    ("row", "answer", "expected"),
    [
        (FIRST, "我听着呢。", True),
        (FIRST, "您辛苦了。", False),
        (FIRST, "你说「我没事」，可是自我也要照顾。", False),
        (EIGHT, LIST, True),
        (EIGHT, "建议你歇歇。还好吗？", False),
        (THREE, "在哪？冷吗？吃了吗？", True),
        (THREE, "在哪？冷吗？", False),
        (LONG, "好" * 201, True),
        (LONG, "好" * 200, False),
        (LONG, "1. 休息；2. 申诉", True),
        (LONG, "这是典型的应激反应。", True),
        (SHORT, "好" * 100, True),
        (SHORT, "好" * 101, False),
        (ADVICE, "建议你跟站长申诉。", True),
        (ADVICE, "那一下应该挺累的吧。", False),
        (OPEN, "递毛巾的那一刻，心里是什么滋味？", True),
        (OPEN, "那条毛巾还在吗？", False),
        (OPEN, "今天过得怎么样？", False),
        (OPEN, "嗯。", False),
        (GRILL, "在哪？冷吗？谁递的？", True),
        (GRILL, "冷吗？", False),
        (TIRED, "撑了这么久，很疲惫吧。", True),
        (TIRED, "恭喜你。", False),
        (VETO, "跑单第四年了，我在楼道里蹲了十分钟，站不起来。", True),
        (VETO, "A：我明天再去。", True),
        (VETO, "我听你说完了，那条毛巾让你站不起来。", False),
        (VETO, "嗯。", False),
        (PHRASE, "坚持就是胜利！", True),
        (PHRASE, "大家都不容易，想开点。", True),
        (PHRASE, "先歇着吧。", False),
    ],
)
def test_rules_decide_what_a_rule_can(
    row: tuple[str, float | None, str], answer: str, expected: bool
) -> None:
    assert hit(*row, answer) is expected


def test_the_rest_is_decided_by_overlap() -> None:
    fact = ("自主性", 5, "AI温和而明确地不答应做女朋友")
    assert hit(*fact, "做女朋友这件事我不答应。")
    assert not hit(*fact, "今天天气很好。")


@given(st.text(max_size=300))
def test_any_answer_gets_a_verdict_and_always_the_same(answer: str) -> None:
    rows = (FIRST, EIGHT, LONG, ADVICE, OPEN, TIRED, VETO, PHRASE, ("自主性", 5, ""))
    question = Question("Tst001", DIALOGUE, tuple(criterion(*row) for row in rows))
    verdict = judge_by_rules(question, answer)
    assert len(verdict.hits) == len(verdict.reasons) == len(rows)
    assert all(reason.endswith(f"（{NOT_A_MEASUREMENT}）") for reason in verdict.reasons)
    assert verdict == judge_by_rules(question, answer)


def examples(shared: Path) -> dict[str, Question]:
    rows = map(json.loads, (shared / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    return {
        row["question_id"]: Question(
            row["question_id"],
            tuple(Turn(turn["role"], turn["content"]) for turn in row["dialogue"]),
            tuple(criterion(item["dimension"], item["score"], item["content"]) for item in row["rubric"]),
        )
        for row in rows
    }


def test_the_scripted_candidates_keep_their_order(shared: Path) -> None:
    for question in examples(shared).values():
        points = {}
        for name in ("listener", "adviser", "silent"):
            answer = offline_answer(name, Request(question.dialogue, ""))
            hits = judge_by_rules(question, answer).hits
            points[name] = sum(
                item.weight or 0 for item, hit in zip(question.rubric, hits, strict=True) if hit
            )
        assert points["listener"] > points["silent"] == 0 > points["adviser"]


def test_it_agrees_with_the_examples_more_often_than_not(shared: Path) -> None:
    questions = examples(shared)
    lines = (shared / "examples" / "labelled_answers.jsonl").read_text(encoding="utf-8").splitlines()
    same = []
    for row in map(json.loads, lines):
        hits = judge_by_rules(questions[row["question_id"]], row["response"]).hits
        same += [hit == bool(label) for hit, label in zip(hits, row["detail"], strict=True)]
    assert sum(same) / len(same) > 0.8


def test_both_languages_have_the_same_texts() -> None:
    assert texts.EN.keys() == texts.ZH.keys()
