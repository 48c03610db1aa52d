"""The words of the field: 5 categories, 15 abilities, 33 scenes, and their aliases.

Source: the HeartBench technical report (arXiv 2512.21849) and the public data files.
The ``dimension`` of a criterion in a file is resolved by :func:`ability_of`; a spelling
that is neither an ability, nor an alias, nor the veto mark is refused by the caller,
never taken for a new ability.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

VETO_DIMENSION = "其他"
"""The ``dimension`` that marks a veto criterion; it is no ability."""


@dataclass(frozen=True, slots=True)
class Category:
    """One of the five groups of abilities."""

    id: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Ability:
    """One of the fifteen abilities that are scored."""

    id: str
    zh: str
    """The spelling of the data files."""
    en: str
    category: str
    """Id of the category it belongs to."""
    aliases: tuple[str, ...] = ()
    """Other spellings met in users' files."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A secondary scene inside a primary one."""

    zh: str
    en: str
    primary: str
    """Chinese name of the primary scene."""


CATEGORIES: tuple[Category, ...] = (
    Category("personality", "人格", "Personality"),
    Category("emotion", "情绪", "Emotion"),
    Category("social", "社交", "Social"),
    Category("motivation", "动机", "Motivation"),
    Category("morality", "道德", "Morality"),
)

ABILITIES: tuple[Ability, ...] = (
    Ability("verbal_expression", "言语表达", "Verbal Expression", "personality", ("语言表达",)),
    Ability("curiosity", "好奇心", "Curiosity", "personality"),
    Ability("warmth", "温暖", "Warmth", "personality"),
    Ability("first_person", "第一人称使用", "First-Person Usage", "personality", ("第一人称",)),
    Ability("autonomy", "自主性", "Autonomy", "personality"),
    Ability("humor", "幽默", "Humor", "personality", ("幽默感",)),
    Ability("self_awareness", "自我认知", "Self-Awareness", "personality", ("自我意识", "自我觉察")),
    Ability("emotional_coping", "情绪应对", "Emotional Coping", "emotion"),
    Ability("emotional_understanding", "情绪理解", "Emotional Understanding", "emotion"),
    Ability("emotional_perception", "情绪感知", "Emotional Perception", "emotion"),
    Ability("emotional_reaction", "情绪反应", "Emotional Reaction", "emotion", ("情绪响应",)),
    Ability("proactivity", "主动性", "Proactivity", "social"),
    Ability("relationship_building", "关系构建", "Relationship Building", "social", ("关系建立",)),
    Ability("motivation", "动机", "Motivation", "motivation"),
    Ability("morality", "道德", "Morality", "morality"),
)

PRIMARY_SCENES: tuple[tuple[str, str], ...] = (
    ("个人成长", "Personal Growth"),
    ("人际与社会化发展", "Interpersonal & Social Development"),
    ("职场心理", "Workplace Psychology"),
    ("家庭关系", "Family Relationships"),
    ("亲密关系", "Intimate Relationships"),
)

SCENES: tuple[Scene, ...] = (
    Scene("情绪管理与压力管理", "Emotion and stress management", "个人成长"),
    Scene("人格与自我", "Personality and self", "个人成长"),
    Scene("心理困扰", "Psychological distress", "个人成长"),
    Scene("心理与生活", "Psychology and daily life", "个人成长"),
    Scene("创伤疗愈", "Healing from trauma", "个人成长"),
    Scene("财富关系", "Relationship with money", "个人成长"),
    Scene("冲突解决", "Conflict resolution", "人际与社会化发展"),
    Scene("社交技能", "Social skills", "人际与社会化发展"),
    Scene("特殊关系", "Special relationships", "人际与社会化发展"),
    Scene("自我与他人", "Self and others", "人际与社会化发展"),
    Scene("文化适应/文化差异", "Cultural adaptation and difference", "人际与社会化发展"),
    Scene("虚拟社交", "Online socialising", "人际与社会化发展"),
    Scene("沟通合作", "Communication and cooperation", "人际与社会化发展"),
    Scene("人际网络", "Social network", "人际与社会化发展"),
    Scene("职场困境与危机", "Predicaments and crises at work", "职场心理"),
    Scene("职场人际关系", "Relationships at work", "职场心理"),
    Scene("职业选择与规划", "Career choice and planning", "职场心理"),
    Scene("职场能力发展", "Growing competence at work", "职场心理"),
    Scene("职业倦怠与应对", "Burnout", "职场心理"),
    Scene("职场沟通与合作", "Communication at work", "职场心理"),
    Scene("工作效率与任务管理", "Productivity and task management", "职场心理"),
    Scene("打破代际创伤，延续代际资源", "Intergenerational trauma and resources", "家庭关系"),
    Scene("常见的家庭关系问题破解", "Common family problems", "家庭关系"),
    Scene("家庭边界", "Family boundaries", "家庭关系"),
    Scene("家庭关系建设", "Building family relationships", "家庭关系"),
    Scene("家庭生命周期", "Family life cycle", "家庭关系"),
    Scene("家庭变故与危机", "Family crisis", "家庭关系"),
    Scene("家庭资源", "Family resources", "家庭关系"),
    Scene("亲密关系中的相处模式", "Patterns in intimate relationships", "亲密关系"),
    Scene("关系的破裂与分手", "Break-up", "亲密关系"),
    Scene("建立亲密的关系", "Building intimacy", "亲密关系"),
    Scene("保持关系的激情与活力", "Keeping a relationship alive", "亲密关系"),
    Scene("做出结婚的决策", "Deciding to marry", "亲密关系"),
)

ABILITY_BY_ID = MappingProxyType({ability.id: ability for ability in ABILITIES})
CATEGORY_BY_ID = MappingProxyType({category.id: category for category in CATEGORIES})
SCENE_BY_NAME = MappingProxyType({scene.zh: scene for scene in SCENES})


@lru_cache(maxsize=256)
def _spelling(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).strip().casefold()
    return folded.replace("-", " ").replace("_", " ")


_BY_SPELLING = MappingProxyType(
    {
        _spelling(spelling): ability
        for ability in ABILITIES
        for spelling in (ability.zh, ability.en, ability.id, *ability.aliases)
    }
)
_VETO_SPELLINGS = frozenset({VETO_DIMENSION, "other", "others", "veto"})


def ability_of(dimension: str) -> Ability | None:
    """The ability that a file's ``dimension`` means, or None where it means none.

    Chinese and English names, ids and known aliases are taken, in any case and with
    blanks around them.
    """
    return _BY_SPELLING.get(_spelling(dimension))


def is_veto_dimension(dimension: str) -> bool:
    """Whether a file's ``dimension`` marks a veto criterion (其他)."""
    return _spelling(dimension) in _VETO_SPELLINGS


def abilities_in(category_id: str) -> tuple[Ability, ...]:
    """The abilities of one category, in the order of the taxonomy."""
    return tuple(ability for ability in ABILITIES if ability.category == category_id)
