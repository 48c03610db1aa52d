"""The official prompts' texts are not known here: templates of every plausible kind stand in for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.errors import ProtocolError
from heartbench.language import describe, say
from heartbench.protocols import Mode, load_protocol
from heartbench.protocols.official import ALIASES, official_template
from heartbench.records import PromptTexts
from protocols.helpers import question

JUDGING = ("dialogue", "rubric", "answer")
VALUES = {
    "dialogue": "〔D {answer} {{}} %s $a〕",
    "rubric": "〔R〕",
    "answer": "〔A {rubric} {{7}} $dialogue〕",
}
DIALOGUE = (
    "[{'role': 'A', 'content': '跑单第四年了 {dialogue}'}, {'role': 'B', 'content': \"嗯？\\n'怎么'\"}, "
    "{'role': 'A', 'content': '蹲了十分钟 \"没哭\"'}]"
)
RUBRIC = (
    "[情绪感知][3] AI说出底下的累\n[言语表达][-10] AI一次给出八个以上的建议\n"
    "[温暖][2] AI语气关切 {answer} {0} 100%\n[好奇心][2.5] AI提一个开放的问题\n[其他][None] AI替用户说话"
)


def render(template: str, fields: dict[str, str] | None = None) -> str:
    return official_template(template, JUDGING, fields).render(VALUES)


@pytest.mark.parametrize(
    ("template", "rendered"),
    [
        ('{dialogue}|{rubric}|{response}|{{"detail":[1]}}', '{D}|{R}|{A}|{"detail":[1]}'),
        ('{dialogue}|{rubric}|{response}|{"detail":[1]}', '{D}|{R}|{A}|{"detail":[1]}'),
        ('{{ dialogue }}|{{criteria}}|{{answer}}|{"detail":[1]}', '{D}|{R}|{A}|{"detail":[1]}'),
        ("%(dialogue)s|%(rubric)s|%(answer)s|86%%|{x}", "{D}|{R}|{A}|86%|{x}"),
        ("$dialogue|${rubric}|$answer|$$5|{x}", "{D}|{R}|{A}|$5|{x}"),
        ("{conversation!s}{rubrics_text}{Model_Response}{Model_Response}", "{D}{R}{A}{A}"),
        ("{对话}，{评分标准}，{模型回复}", "{D}，{R}，{A}"),
    ],
)
def test_plausible_templates_are_understood_in_one_pass(template: str, rendered: str) -> None:
    expected = rendered
    for mark, slot in (("{D}", "dialogue"), ("{R}", "rubric"), ("{A}", "answer")):
        expected = f"\0{slot}\0".join(expected.split(mark))
    for slot, value in VALUES.items():
        expected = expected.replace(f"\0{slot}\0", value)
    assert render(template) == expected


LITERAL = st.text(st.characters(exclude_characters="{}%$", codec="utf-8"), max_size=20)


@given(st.lists(LITERAL, min_size=4, max_size=4), st.permutations(JUDGING), st.data())
def test_it_renders_as_str_format_does(literals: list[str], order: list[str], data: st.DataObject) -> None:
    names = {slot: data.draw(st.sampled_from(ALIASES[slot])) for slot in JUDGING}
    template = "{{{{ }}}}".join(
        [literals[0], *(f"{{{names[slot]}}}{text}" for slot, text in zip(order, literals[1:], strict=True))]
    )
    assert render(template) == template.format(**{names[slot]: VALUES[slot] for slot in JUDGING})


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("no places at all", "—"),
        ("{dialogue}{rubric}", "dialogue, rubric"),
        ("{dialogue}{rubric}{text_3}", "dialogue, rubric, text_3"),
        ("{}{}{}", "0, 1, 2"),
        ("{dialogue}{conversation}{rubric}{answer}", "dialogue, conversation, rubric, answer"),
        ("{dialogue:>9}{rubric}{answer!r}", "rubric"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_names(template: str, found: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        render(template)
    assert caught.value.code == "protocols.template_not_understood"
    fields = dict(caught.value.fields)
    example = str(fields.pop("example"))
    assert {name: say(value, "en") for name, value in fields.items()} == {
        "needed": "dialogue, rubric, answer",
        "found": found,
    }
    assert example in ("NAME", "text_3", "0")
    assert example == "NAME" or example in found
    assert found in describe(caught.value, "en")
    assert found.replace(", ", "、") in describe(caught.value, "zh")


def test_fields_say_what_names_mean() -> None:
    assert render("{a}{b}{c}", {"a": "answer", "b": "rubric", "c": "dialogue"}) == (
        VALUES["answer"] + VALUES["rubric"] + VALUES["dialogue"]
    )
    assert render("{}{}{}", {"0": "dialogue", "1": "rubric", "2": "answer"}) == "".join(VALUES.values())
    assert render("{answer}{rubric}{reply}", {"answer": "dialogue"}) == "".join(VALUES.values())


def test_one_nameless_place_is_enough_for_one_slot() -> None:
    assert official_template("说：{}", ("dialogue",)).render({"dialogue": "{}"}) == "说：{}"
    assert official_template("说：{0}", ("dialogue",)).render({"dialogue": "x"}) == "说：x"


def test_dialogue_and_rubric_are_rendered_byte_for_byte() -> None:
    prompts = PromptTexts("<{dialogue}>", "{dialogue}\n--\n{rubric}\n--\n{answer}", "test")
    protocol = load_protocol("official", prompts)
    (asked,) = protocol.answering_messages(question())
    assert (asked.role, asked.content) == ("user", f"<{DIALOGUE}>")
    assert protocol.answering_text(question()) == asked.content
    (judged,) = protocol.judging(question(), Mode()).parts[0].messages("抱抱 {rubric}")
    assert judged.role == "user"
    assert judged.content == f"{DIALOGUE}\n--\n{RUBRIC}\n--\n抱抱 {{rubric}}"
    assert judged.content[: judged.cache_prefix] == f"{DIALOGUE}\n--\n{RUBRIC}\n--\n"


def test_fields_reach_the_protocol_and_its_hash() -> None:
    fields = {"x": "dialogue", "y": "rubric", "z": "answer"}
    other = {"x": "dialogue", "y": "answer", "z": "rubric"}
    one, two = (
        load_protocol("official", PromptTexts("{x}", "{x}{y}{z}", "test", names)) for names in (fields, other)
    )
    assert one.answering_text(question()) == DIALOGUE
    assert one.judging_hash != two.judging_hash
