"""Writes ``data/croissant.json`` anew: run it whenever a file in ``data/`` changed.

The metadata follows Croissant 1.1 (https://docs.mlcommons.org/croissant/). A test compares it with the files
and lets mlcroissant validate and read it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"
FILES = {
    "question_all.jsonl": "All questions.",
    "question_hard.jsonl": "The hard questions.",
    "question_normal.jsonl": "The normal questions.",
    "labelled_answers.jsonl": "Replies to the questions, each marked on every criterion twice and settled.",
}
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "arrayShape": "cr:arrayShape",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
QUESTION_FIELDS = (
    ("question_id", "Six characters of A-Z, a-z, 0-9; the key of a question."),
    ("difficulty", "hard or normal."),
    ("primary_scene", "One of five scenes, in Chinese."),
    ("secondary_scene", "One of 33 scenes, in Chinese."),
)
LABEL_FIELDS = (
    ("question_id", "The question that the reply answers."),
    ("kind", "best, flawed or plain."),
    ("style", "What a flawed reply is like; else empty."),
    ("response", "The reply, B's next turn."),
)
MARKS = (
    ("detail", "sc:Integer", "1: hit, 0: miss, as settled; one for each criterion, in the rubric's order."),
    ("detail_first", "sc:Integer", "The same by the first marker."),
    ("detail_second", "sc:Integer", "The same by the second marker, who saw neither kind nor first marks."),
    ("reasons", "sc:Text", "Why it is a hit, or why a near miss is none; else empty."),
)
LISTS = {
    "dialogue": (
        "The turns; A speaks first and last.",
        (("role", "sc:Text", "A: the person, B: the listener."), ("content", "sc:Text", "What is said.")),
    ),
    "rubric": (
        "The criteria; the last one is the veto.",
        (
            ("dimension", "sc:Text", "The ability in Chinese, 其他 for the veto."),
            ("score", "sc:Integer", "The weight: positive a bonus, negative a penalty, null for the veto."),
            ("content", "sc:Text", "What is hit or missed."),
        ),
    ),
}
DESCRIPTION = (
    "296 Chinese counselling-like dialogues in 33 scenes with 2,818 weighted criteria for 15 abilities, "
    "to measure how human a language model is in conversation. Written for the HeartBench project with "
    "the help of language models by the blueprint of the public HeartBench set (arXiv 2512.21849); not "
    "taken from real counselling and not yet reviewed by experts."
)
CITATION = (
    "@misc{heartbench-builtin-set, title={The built-in question set of HeartBench}, author={HeartBench "
    "contributors}, year={2026}, note={A blueprint-matched alternate form of the HeartBench questions, "
    "version 1.0.0}}"
)
RESPONSIBLE_AI = {
    "rai:dataCollection": (
        "Written by language models to a plan of 296 rows, read a second time by others, revised after a "
        "blind test against dialogues of the public set. Labelled answers: written and marked twice by "
        "language models of one family, the second time without sight of kind or first marks."
    ),
    "rai:dataUseCases": (
        "Research and model evaluation. Not for counselling, diagnosis or therapy, and not for training."
    ),
    "rai:dataLimitations": (
        "Invented people; not reviewed by experts; scores are not comparable with those on the public set "
        "until both were taken by the same candidates under one judge."
    ),
    "rai:personalSensitiveInformation": (
        "None: no person in it exists. Some dialogues touch on loss, illness, abuse or self-harm, without "
        "method or detail."
    ),
}


def metadata(data: Path = DATA) -> dict[str, object]:
    """The metadata of the files in ``data``."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": "HeartBench-built-in-questions",
        "description": DESCRIPTION,
        "version": "1.0.0",
        "datePublished": "2026-11-30",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "url": "https://arxiv.org/abs/2512.21849",
        "citeAs": CITATION,
        "creator": {"@type": "sc:Organization", "name": "HeartBench contributors"},
        "inLanguage": "zh-CN",
        "keywords": ["emotional intelligence", "empathy", "dialogue", "benchmark", "rubric", "Chinese"],
        **RESPONSIBLE_AI,
        "distribution": [_file(data / name, text) for name, text in FILES.items()],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "questions",
                "name": "questions",
                "description": "One record for each question.",
                "key": {"@id": "questions/question_id"},
                "field": [
                    *(
                        _field("questions", "question_all.jsonl", name, text)
                        for name, text in QUESTION_FIELDS
                    ),
                    *(_list(name, *parts) for name, parts in LISTS.items()),
                ],
            },
            {
                "@type": "cr:RecordSet",
                "@id": "labelled_answers",
                "name": "labelled_answers",
                "description": "One record for each labelled answer: question_id and kind are its key.",
                "field": [
                    *(_label(*item) for item in LABEL_FIELDS),
                    *(_marks(*item) for item in MARKS),
                ],
            },
        ],
    }


def _file(path: Path, description: str) -> dict[str, object]:
    content = path.read_bytes()
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "description": description,
        "contentUrl": path.name,
        "contentSize": f"{len(content)} B",
        "encodingFormat": "application/jsonlines",
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _field(records: str, file: str, name: str, description: str, kind: str = "sc:Text") -> dict[str, object]:
    return {
        "@type": "cr:Field",
        "@id": f"{records}/{name}",
        "name": name,
        "description": description,
        "dataType": kind,
        "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
    }


def _label(name: str, description: str, kind: str = "sc:Text") -> dict[str, object]:
    return _field("labelled_answers", "labelled_answers.jsonl", name, description, kind)


def _marks(name: str, kind: str, description: str) -> dict[str, object]:
    """A list of values, one for each criterion."""
    field = _label(name, description, kind)
    return {**field, "isArray": True, "arrayShape": "-1"}


def _list(name: str, description: str, parts: tuple[tuple[str, str, str], ...]) -> dict[str, object]:
    return {
        "@type": "cr:Field",
        "@id": f"questions/{name}",
        "name": name,
        "description": description,
        "repeated": True,
        "subField": [
            {
                "@type": "cr:Field",
                "@id": f"questions/{name}/{part}",
                "name": part,
                "description": text,
                "dataType": kind,
                "source": {
                    "fileObject": {"@id": "question_all.jsonl"},
                    "extract": {"column": name},
                    "transform": {"jsonPath": f"$.{part}"},
                },
            }
            for part, kind, text in parts
        ],
    }


def main() -> int:
    """Writes the file."""
    text = json.dumps(metadata(), ensure_ascii=False, indent=2) + "\n"
    (DATA / "croissant.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
