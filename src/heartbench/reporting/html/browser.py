"""The data of the page's browser, as JSON that can stand inside a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from heartbench.dataset import flag_phrase
from heartbench.dataset.manipulation import RULES
from heartbench.language import Language, say, text
from heartbench.records import FailureKind, Question
from heartbench.reporting.html.collecting import Json, RunData
from heartbench.reporting.html.grouping import Group
from heartbench.reporting.words import Words
from heartbench.taxonomy import ABILITIES, PRIMARY_SCENES, SCENES

LANGUAGES: tuple[Language, ...] = ("zh", "en")

BROWSER_TEXTS = (
    "ability",
    "all_abilities",
    "all_difficulties",
    "all_scenes",
    "any_disagreement",
    "choose",
    "criteria",
    "dialogue",
    "dialogue_roles",
    "difficulty",
    "disagreement_of",
    "failed",
    "failures_only",
    "flagged",
    "flags_only",
    "group",
    "hard",
    "hit",
    "miss",
    "more",
    "next",
    "no_such_question",
    "none_found",
    "normal",
    "not_stated",
    "owed",
    "permalink",
    "previous",
    "question",
    "question_criterion",
    "questions_found",
    "reason",
    "repeat",
    "sample",
    "scene",
    "score",
    "search",
    "spread",
    "title",
    "verdict",
    "veto",
    "vetoed",
    "vetoes_only",
    "weight",
)
"""Keys of the texts that the page's script shows."""

_ESCAPES = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def script_json(value: object) -> str:
    """JSON that nothing inside of it can end, wherever it stands in a page."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.translate(_ESCAPES)


def browser_data(runs: Sequence[RunData], groups: Sequence[Group], language: Language) -> Json:
    """Question sets, answers and verdicts, each once, and the words of the page in both languages."""
    numbers = {data: number for number, data in enumerate(runs)}
    sets: dict[str, int] = {}
    questions: list[list[Json]] = []
    for data in runs:
        fingerprint = data.summary.run.spec.questions
        if fingerprint not in sets:
            sets[fingerprint] = len(questions)
            questions.append([_question(item) for item in data.summary.questions])
    return {
        "language": language,
        "sets": questions,
        "answers": [data.answers for data in runs],
        "groups": [
            *(_group(group, sets[group.leaderboard.board.questions], numbers) for group in groups),
            *(
                _unjudged(data, sets, number)
                for number, data in enumerate(runs)
                if not data.summary.judgements
            ),
        ],
        "words": {name: _words(name) for name in LANGUAGES},
    }


def _question(question: Question) -> Json:
    return {
        "id": question.question_id,
        "t": [[turn.role, turn.content] for turn in question.dialogue],
        "c": [[item.ability or "", item.weight, item.text] for item in question.rubric],
        "d": question.difficulty,
        "p": question.primary_scene,
        "s": question.secondary_scene,
    }


def _group(group: Group, questions: int, numbers: Mapping[RunData, int]) -> Json:
    board = group.leaderboard.board
    return {
        "judge": group.judge.label,
        "what": [
            f"{board.question_set} ({len(group.questions)})",
            board.protocol,
            board.mode,
            group.leaderboard.rule,
        ],
        "set": questions,
        "candidates": [
            {
                "label": own.label,
                "run": numbers[own.data],
                "no": own.number,
                "v": own.data.verdicts[own.number][own.entry.place.judge_no],
            }
            for own in group.contenders
        ],
    }


def _unjudged(data: RunData, sets: Mapping[str, int], number: int) -> Json:
    """The answers of a run that asked no judge."""
    spec = data.summary.run.spec
    return {
        "judge": "",
        "what": [
            f"{data.summary.question_set} ({len(data.summary.questions)})",
            spec.protocol,
            data.summary.run.name,
        ],
        "set": sets[spec.questions],
        "candidates": [
            {"label": item.label, "run": number, "no": no, "v": []} for no, item in enumerate(spec.candidates)
        ],
    }


def _words(language: Language) -> Json:
    words = Words(language)
    return {
        "text": {key: _template(key, language) for key in BROWSER_TEXTS},
        "ability": {item.id: words.ability(item.id) for item in ABILITIES},
        "scene": dict(_scenes(language)),
        "kind": {kind.value: words(f"kind_{kind}") for kind in FailureKind},
        "flag": {rule: say(flag_phrase(rule), language) for rule in RULES},
    }


def _template(key: str, language: Language) -> str:
    """A text whose fields the script fills in."""
    return text(f"html.{key}", language, **{name: f"{{{name}}}" for name in ("points", "found", "all", "id")})


def _scenes(language: Language) -> list[tuple[str, str]]:
    pairs = [*PRIMARY_SCENES, *((scene.zh, scene.en) for scene in SCENES)]
    return [(zh, zh if language == "zh" else en) for zh, en in pairs]
