"""What a question set consists of: the seed's two tables, and what its scores have to be read against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heartbench.records import Criterion, Question, QuestionSet
from heartbench.scoring import Scores, silent_baseline
from heartbench.taxonomy import ABILITIES, CATEGORIES, PRIMARY_SCENES, SCENES


@dataclass(frozen=True, slots=True)
class Count:
    """One line of a table."""

    id: str
    """Id of the ability or category; Chinese name of the scene, empty for questions without one."""
    count: int
    share: float
    """Of the table's total, 0 to 1."""

    @property
    def percent(self) -> str:
        """The share as the seed prints it: one decimal, as ``20.0%``."""
        return f"{100 * self.share:.1f}%"


@dataclass(frozen=True, slots=True)
class AbilityCount(Count):
    """One ability's line: ``count`` counts criteria."""

    questions: int
    """Questions that have the ability."""
    questions_hard: int
    """Hard ones among these."""
    penalties: int
    """Criteria with a negative weight."""
    single_cells: int
    """Questions where one criterion alone decides the ability: 0 or 100, whatever its weight."""


@dataclass(frozen=True, slots=True)
class CategoryCount(Count):
    """One category's line with those of its abilities, most criteria first."""

    abilities: tuple[AbilityCount, ...]


@dataclass(frozen=True, slots=True)
class SceneCount(Count):
    """One primary scene's line: ``count`` counts questions."""

    hard: int
    secondary: tuple[Count, ...]
    """Secondary scenes that occur, most questions first; shares of all questions."""


@dataclass(frozen=True, slots=True)
class SetStatistics:
    """All that ``data stats`` prints."""

    name: str
    questions: int
    hard: int
    normal: int
    criteria: int
    """Scored criteria: vetoes are not among them."""
    vetoes: int
    categories: tuple[CategoryCount, ...]
    """In the order of the taxonomy."""
    scenes: tuple[SceneCount, ...]
    """In the order of the taxonomy, then what is off it, then questions without a scene."""
    unused_scenes: tuple[str, ...]
    """Secondary scenes of the taxonomy that no question has."""
    cells: int
    """Pairs of a question and an ability it has."""
    single_cells: int
    """Cells of one criterion: each is 0 or 100."""
    baseline: Mapping[str, Scores]
    """``all``, ``hard``, ``normal``, where there are any → scores of doing nothing, by rule ``paper``."""


def statistics(questions: QuestionSet) -> SetStatistics:
    """Counts, shares and the silent baseline of a set."""
    every = questions.questions
    scored = [item for question in every for item in question.rubric if not item.is_veto]
    abilities = _ability_counts(every, scored)
    lines = [line for group in abilities.values() for line in group]
    return SetStatistics(
        name=questions.name,
        questions=len(every),
        hard=sum(item.difficulty == "hard" for item in every),
        normal=sum(item.difficulty == "normal" for item in every),
        criteria=len(scored),
        vetoes=sum(len(item.rubric) for item in every) - len(scored),
        categories=tuple(_category(name, group, len(scored)) for name, group in abilities.items()),
        scenes=tuple(_scene_counts(every)),
        unused_scenes=_unused_scenes(every),
        cells=sum(line.questions for line in lines),
        single_cells=sum(line.single_cells for line in lines),
        baseline=_baselines(every),
    )


def _share(part: int, total: int) -> float:
    return part / total if total else 0.0


def _ability_counts(
    questions: Sequence[Question], scored: Sequence[Criterion]
) -> dict[str, tuple[AbilityCount, ...]]:
    criteria = Counter(item.ability for item in scored)
    penalties = Counter(item.ability for item in scored if item.weight is not None and item.weight < 0)
    having, hard, single = _cells(questions)
    lines = {
        ability.id: AbilityCount(
            id=ability.id,
            count=criteria[ability.id],
            share=_share(criteria[ability.id], len(scored)),
            questions=having[ability.id],
            questions_hard=hard[ability.id],
            penalties=penalties[ability.id],
            single_cells=single[ability.id],
        )
        for ability in ABILITIES
    }
    return {
        category.id: tuple(
            sorted(
                (lines[ability.id] for ability in ABILITIES if ability.category == category.id),
                key=lambda line: -line.count,
            )
        )
        for category in CATEGORIES
    }


def _cells(questions: Sequence[Question]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Questions, hard questions and single-criterion cells by ability."""
    having, hard, single = Counter[str](), Counter[str](), Counter[str]()
    for question in questions:
        own = Counter(item.ability for item in question.rubric if item.ability is not None)
        having.update(own.keys())
        hard.update(own.keys() if question.difficulty == "hard" else ())
        single.update(ability for ability, count in own.items() if count == 1)
    return having, hard, single


def _category(category_id: str, lines: tuple[AbilityCount, ...], total: int) -> CategoryCount:
    count = sum(line.count for line in lines)
    return CategoryCount(category_id, count, _share(count, total), lines)


def _scene_counts(questions: Sequence[Question]) -> Iterator[SceneCount]:
    primary = Counter(item.primary_scene for item in questions)
    hard = Counter(item.primary_scene for item in questions if item.difficulty == "hard")
    known = [name for name, _ in PRIMARY_SCENES]
    others = sorted(name for name in primary if name and name not in known)
    for name in (*known, *others, ""):
        if not primary[name] and name not in known:
            continue
        inside = Counter(item.secondary_scene for item in questions if item.primary_scene == name)
        inside.pop("", None)
        second = tuple(
            Count(scene, count, _share(count, len(questions))) for scene, count in inside.most_common()
        )
        yield SceneCount(name, primary[name], _share(primary[name], len(questions)), hard[name], second)


def _unused_scenes(questions: Sequence[Question]) -> tuple[str, ...]:
    used = {item.secondary_scene for item in questions}
    return tuple(scene.zh for scene in SCENES if scene.zh not in used)


def _baselines(questions: Sequence[Question]) -> dict[str, Scores]:
    strata = {
        "all": list(questions),
        "hard": [item for item in questions if item.difficulty == "hard"],
        "normal": [item for item in questions if item.difficulty == "normal"],
    }
    return {name: silent_baseline(chosen, "paper") for name, chosen in strata.items() if chosen}
