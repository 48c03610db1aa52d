"""The judge ``offline:rules``: rules decide what a rule can decide, overlap of characters the rest.

It is deterministic, asks nobody, and is **no measurement**: it lets a person try every step without a key.
Each of its reasons carries :data:`NOT_A_MEASUREMENT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from heartbench.language import text as language_text
from heartbench.records import Criterion, Question, Verdict

NOT_A_MEASUREMENT: Final = language_text("rules_judge.notice", "zh")
"""Stands in every reason of this judge; reports show it beside its scores."""


def judge_by_rules(question: Question, answer: str) -> Verdict:
    """Hit or miss with a short Chinese reason for every criterion, in the order of the rubric."""
    traits = _Traits(answer, question)
    decided = [_decide(criterion, traits) for criterion in question.rubric]
    return Verdict(
        tuple(item.hit for item in decided),
        tuple(f"{item.reason}（{NOT_A_MEASUREMENT}）" for item in decided),
    )


@dataclass(frozen=True, slots=True)
class _Decision:
    hit: bool
    reason: str


_SENTENCE: Final = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_QUOTED: Final = re.compile(r"[「『“\"]([^」』”\"]{1,80})[」』”\"]")
_FIRST_PERSON: Final = re.compile(r"(?<![自你])我|咱|俺")
_SECOND_PERSON: Final = re.compile(r"[你您]|抱抱")
_ITEM: Final = re.compile(
    r"(?:^|[\s。；;：:，,])(?:[0-9]{1,2}[.、．)）]|[一二三四五六七八九十]{1,2}、|[-•·*]\s)", re.MULTILINE
)
_ADVICE: Final = re.compile(
    r"建议|不妨|试试|试着|尝试|你可以|您可以|可以先|(?<![不本])应该(?!挺|很|是|会|不|也|蛮|像)|应当|最好|务必|记得|学会|要学着|需要学|要多|多去|必要时"
)
_QUESTION: Final = re.compile(r"[？?]|[吗呢]$")
_OPEN: Final = re.compile(r"什么|怎么|怎样|哪|为啥|啥|多久|如何|谁|几[时个天]|说说|聊聊|讲讲")
_JARGON: Final = re.compile(
    r"典型的|应激|宣泄|情绪耗竭|认知|机制|表现为|首先|其次|综上|总之|请记住|调节策略|自我觉察|边界感|心理学"
)
_SCOLDING: Final = re.compile(
    r"坚持就是胜利|大家都不容易|想开点|别想太多|别往心里去|会好起来的|加油|没(?:什么|啥)?恶意|要坚强|看开点"
)


class _Traits:
    """What an answer shows by itself. Lengths are in characters, white space left out."""

    def __init__(self, answer: str, question: Question) -> None:
        self.answer = answer
        self.said = _QUOTED.sub("", answer)
        self.length = len("".join(answer.split()))
        self.items = len(_ITEM.findall(answer))
        self.question = question

    @cached_property
    def sentences(self) -> list[str]:
        return [found.strip() for found in _SENTENCE.findall(self.answer) if found.strip()]

    @cached_property
    def questions(self) -> list[str]:
        return [sentence for sentence in self.sentences if _QUESTION.search(sentence)]

    @cached_property
    def suggestions(self) -> int:
        advising = sum(1 for sentence in self.sentences if _ADVICE.search(sentence))
        return max(advising, self.items)

    @cached_property
    def grams(self) -> frozenset[str]:
        return _grams(self.answer)

    @cached_property
    def told(self) -> frozenset[str]:
        """Character pairs of what the person told."""
        return _grams("\n".join(turn.content for turn in self.question.dialogue if turn.role == "A"))

    @cached_property
    def first_person(self) -> bool:
        return _FIRST_PERSON.search(self.said) is not None

    @cached_property
    def plays_user(self) -> bool:
        """Goes on in the person's own voice: says I, addresses nobody, and repeats what the person told."""
        if re.match(r"\s*(?:A|用户)\s*[:：]", self.answer):
            return True
        alone = self.first_person and not _SECOND_PERSON.search(self.answer) and self.length >= 12
        return alone and len(self.grams & self.told) >= 0.25 * len(self.grams)


def _grams(text: str) -> frozenset[str]:
    """Pairs of neighbouring Chinese characters, letters or digits."""
    plain = re.sub(r"[^\w]+", " ", text)
    return frozenset(a + b for a, b in pairwise(plain) if a != " " and b != " ")


_DIGITS: Final = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_NUMBER: Final = r"([0-9]{1,4}|[一二两三四五六七八九十百]{1,6})"
_AMOUNT: Final = re.compile(_NUMBER + r"\s*[个条点项](?:或|及|和)?(以上|或更多|以内|以下)?")
_LENGTH: Final = re.compile(
    r"(不超过|超过|多于|少于|不到|不足|控制在)?\s*" + _NUMBER + r"\s*个?字(以上|以内|以下)?"
)


def _number(text: str) -> int:
    """A number up to 999, in digits or in Chinese."""
    if text.isdigit():
        return int(text)
    total = 0
    unit = 0
    for character in text:
        if character in "十百":
            total += (unit or 1) * (10 if character == "十" else 100)
            unit = 0
        else:
            unit = _DIGITS[character]
    return total + unit


_FEELINGS: Final[tuple[str, ...]] = (
    "委屈|失落|难过|难受|心酸|伤心|刺痛|心凉|挺凉|疼|不好受|悲伤|心里一紧",
    "累|疲惫|疲倦|撑|耗竭|吃力|辛苦|绷",
    "孤单|孤独|寂寞|一个人|没人|被丢下|晾着",
    "害怕|怕|担心|焦虑|不安|紧张|慌|忐忑",
    "生气|愤怒|火大|气愤|恼|憋屈|不公平",
    "难堪|尴尬|丢人|丢脸|羞",
    "内疚|自责|愧疚|亏欠|对不起",
    "开心|高兴|喜悦|欢喜|骄傲|踏实",
    "矛盾|左右为难|纠结|两难|说不清",
    "压抑|憋|闷|堵",
    "麻木|空|没劲|无力|迷茫",
)
"""Words of one line count as the same feeling."""

_WORDINGS: Final[tuple[tuple[str, str], ...]] = (
    ("warmth", r"陪你|陪着|听着|我在|抱抱|慢慢说|慢慢来|歇|早点休息|照顾|惦记|暖|冷不冷|心疼"),
    (
        "emotional_coping",
        r"不是小气|不是你的错|正常|换谁|换作谁|难免|合情合理|不怪你|没关系|没事的|不丢人|不用急|不容易|允许",
    ),
    ("relationship_building", r"跟我说|听你说|愿意听|我听着|谢谢你告诉|信得过|在这儿|在这里|陪"),
    ("humor", r"哈哈|笑|嘿|😂|逗"),
    ("self_awareness", r"我是(?:一?个)?AI|我只是(?:一?个)?AI|作为(?:一?个)?AI|人工智能"),
    ("motivation", r"也许|或许|可能|大概|我猜|是不是因为"),
    ("proactivity", r"要不要|不如|我们一起|咱们一起|回头|下次"),
)
"""What shows an ability by wording; the criterion's own facts still count by overlap."""

_WORDING_OF: Final = {ability: re.compile(pattern) for ability, pattern in _WORDINGS}
_FEELING_OF: Final = tuple(re.compile(pattern) for pattern in _FEELINGS)
_FEELING_ABILITIES: Final = frozenset(
    {"emotional_perception", "emotional_understanding", "emotional_reaction"}
)

_ABOUT_FIRST_PERSON: Final = re.compile(r"第一人称|「我」|“我”|\"我\"")
_ABOUT_ADVICE: Final = re.compile(r"建议|教[她他用人]|办法|方案|出主意|解决|劝|指点|步骤|技巧")
_ABOUT_QUESTIONS: Final = re.compile(r"提问|追问|盘问|发问|[提问]一个|问[一用她他起]|询问|问题")
_ABOUT_LAYOUT: Final = re.compile(r"编号|条目|分点|列表|清单|罗列")
_ABOUT_TONE: Final = re.compile(r"公文|术语|说教|教科书|书面|客套|套话")
_NEGATED: Final = re.compile(r"(?:没有|没|未|不)(?:使用|用|以)?[^，。]{0,4}第一人称")


def _decide(criterion: Criterion, traits: _Traits) -> _Decision:
    for rule in _RULES:
        decision = rule(criterion, traits)
        if decision is not None:
            return decision
    return _by_overlap(criterion, traits)


def _say(hit: bool, name: str, **fields: object) -> _Decision:
    return _Decision(hit, language_text(f"rules_judge.{name}", "zh", **fields))


def _word(name: str) -> str:
    return language_text(f"rules_judge.{name}", "zh")


def _found(pattern: re.Pattern[str], texts: Iterable[str]) -> str:
    """The first words that fit, quoted."""
    found = next((hit.group() for hit in map(pattern.search, texts) if hit), None)
    return f"「{found}」" if found else _word("none")


def _veto(criterion: Criterion, traits: _Traits) -> _Decision | None:
    if not criterion.is_veto:
        return None
    return _say(traits.plays_user, "plays_user", seen=_word("as" if traits.plays_user else "not_as"))


def _first_person(criterion: Criterion, traits: _Traits) -> _Decision | None:
    if criterion.ability != "first_person" and not _ABOUT_FIRST_PERSON.search(criterion.text):
        return None
    wanted = not _NEGATED.search(criterion.text)
    seen = _word("yes" if traits.first_person else "no")
    return _say(traits.first_person == wanted, "first_person", seen=seen)


def _amount(criterion: Criterion, traits: _Traits) -> _Decision | None:
    found = _AMOUNT.search(criterion.text)
    if found is None or found.group(2) is None or not re.search(r"建议|问题|提问", criterion.text):
        return None
    bound = _number(found.group(1))
    given = traits.suggestions + len(traits.questions)
    if found.group(2) in ("以内", "以下"):
        return _say(given <= bound, "amount", given=given, bound=bound)
    return _say(given >= bound, "amount", given=given, bound=bound)


def _length(criterion: Criterion, traits: _Traits) -> _Decision | None:
    found = _LENGTH.search(criterion.text)
    if found is None or not (found.group(1) or found.group(3)):
        return None
    bound = _number(found.group(2))
    short = found.group(1) in ("不超过", "少于", "不到", "不足", "控制在") or found.group(3) in (
        "以内",
        "以下",
    )
    hit = traits.length <= bound if short else traits.length > bound
    layout = _layout(criterion, traits)
    if not hit and layout is not None and layout.hit:
        return layout
    return _say(hit, "length", given=traits.length, bound=bound)


def _layout(criterion: Criterion, traits: _Traits) -> _Decision | None:
    if (criterion.weight or 0) >= 0:
        return None
    if _ABOUT_LAYOUT.search(criterion.text) and (traits.items >= 2 or not _ABOUT_TONE.search(criterion.text)):
        return _say(traits.items >= 2, "layout", given=traits.items)
    if not _ABOUT_TONE.search(criterion.text):
        return None
    found = _found(_JARGON, [traits.answer])
    return _say(found != _word("none"), "wording", found=found)


def _advice(criterion: Criterion, traits: _Traits) -> _Decision | None:
    """A penalty for advice falls on any wording of it; a bonus for advice needs the criterion's facts too."""
    if not _ABOUT_ADVICE.search(criterion.text):
        return None
    found = _found(_ADVICE, traits.sentences)
    given = traits.suggestions > 0
    if (criterion.weight or 0) < 0:
        scolding = _found(_SCOLDING, [traits.answer])
        given = given or scolding != _word("none")
        found = scolding if scolding != _word("none") and traits.suggestions == 0 else found
        return _say(given, "advice", found=found)
    if not given:
        return _say(False, "advice", found=found)
    return _by_overlap(criterion, traits)


def _questions(criterion: Criterion, traits: _Traits) -> _Decision | None:
    """A bonus for a question needs one that takes up something told; a penalty for questions, three."""
    asked = criterion.ability == "curiosity" or _ABOUT_QUESTIONS.search(criterion.text)
    if not asked:
        return None
    if (criterion.weight or 0) < 0:
        return _say(len(traits.questions) >= 3, "many_questions", given=len(traits.questions))
    about = traits.told | _grams(criterion.text)
    for sentence in traits.questions:
        if _OPEN.search(sentence) and len(_grams(sentence) & about) >= 2:
            return _say(True, "question", found=f"「{sentence[-24:]}」")
    return _say(False, "question", found=_word("none"))


def _feeling(criterion: Criterion, traits: _Traits) -> _Decision | None:
    """A feeling that the criterion names, named in the answer by a word of the same line.

    To understand it the answer must also take up facts of the criterion.
    """
    if criterion.ability not in _FEELING_ABILITIES or (criterion.weight or 0) < 0:
        return None
    least = _UNDERSTANDING_OVERLAP if criterion.ability == "emotional_understanding" else 0
    for pattern in _FEELING_OF:
        named = pattern.search(traits.answer)
        if named and pattern.search(criterion.text) and _overlap(criterion, traits) >= least:
            return _say(True, "feeling", found=f"「{named.group()}」")
    return None


def _wording(criterion: Criterion, traits: _Traits) -> _Decision | None:
    pattern = _WORDING_OF.get(criterion.ability or "")
    if pattern is None or (criterion.weight or 0) < 0:
        return None
    found = pattern.search(traits.answer)
    return _say(True, "wording", found=f"「{found.group()}」") if found else None


def _belittling(criterion: Criterion, traits: _Traits) -> _Decision | None:
    """A penalty whose example phrases, or phrases of their kind, stand in the answer."""
    if (criterion.weight or 0) >= 0:
        return None
    for example in _QUOTED.findall(criterion.text):
        if len(example) >= 3 and example in traits.answer:
            return _say(True, "wording", found=f"「{example}」")
    if re.search(r"「[^」]*(?:坚持|不容易|想开|加油|恶意|别往心里去)", criterion.text):
        found = _found(_SCOLDING, [traits.answer])
        return _say(found != _word("none"), "wording", found=found)
    return None


_STOP: Final = re.compile(
    r"AI|用户|明确|说出|说明|指出|注意到|识别|表达|回应|一种|至少|而不是|不只|以及|或者|这个|那个|的话"
)
_BONUS_OVERLAP = 20
_PENALTY_OVERLAP = 30
_UNDERSTANDING_OVERLAP = 10
"""Per cent of the criterion's character pairs that must stand in the answer. Chosen by hand."""


def _overlap(criterion: Criterion, traits: _Traits) -> int:
    wanted = _grams(_STOP.sub(" ", criterion.text))
    return 100 * len(wanted & traits.grams) // len(wanted) if wanted else 0


def _by_overlap(criterion: Criterion, traits: _Traits) -> _Decision:
    percent = _overlap(criterion, traits)
    bound = _PENALTY_OVERLAP if (criterion.weight or 0) < 0 else _BONUS_OVERLAP
    return _say(percent >= bound, "overlap", percent=percent, bound=bound)


_RULES: Final[tuple[Callable[[Criterion, _Traits], _Decision | None], ...]] = (
    _veto,
    _first_person,
    _amount,
    _length,
    _layout,
    _belittling,
    _advice,
    _questions,
    _feeling,
    _wording,
)
