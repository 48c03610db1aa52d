"""What is written and printed is harmless, whatever models and files say; nothing leaves its folder."""

from __future__ import annotations

import csv
import io
import json
import stat
import zipfile
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from cli.conftest import question, write_rows
from end_to_end.surroundings import Desk, archive_server, everything_written, serving
from evaluation.world import is_judging
from heartbench.chat.fake import FakeCall, FakeEndpoint, Wire

HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "<https://evil.example>",
    "`code` **bold** _it_ ~~no~~ # head\n# head\n> quote\n- list\n1. list\n---\n",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "```\nfence\n```",
    "&lt;script&gt; &#60;script&#62; &amp;",
    "\u202egnp.exe\u202c \u2066x\u2069 \u200f",
    "\x1b[31mred\x1b]0;title\x07\x00\x08\r\n\t\x7f\x9b2J",
    "a\u2028b\u2029c\x85d\x0be\x0cf",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1+1",
    "＝1+1",
    '"quoted", "cells"\n=next',
    "$x^2$ {{7*7}} {% raw %} ${7*7} %s {0}",
    "half \ud83e",
    "</td></table><h1>x",
    "[link]: https://evil.example 'x'",
    "x" * 40_000,
)
"""Things that some medium would run, draw, hide or break on."""

ALLOWED = frozenset(
    (
        "h1",
        "h2",
        "h3",
        "p",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "blockquote",
        "ul",
        "li",
        "hr",
        "strong",
        "br",
    )
)
"""The elements that a report is made of."""


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


def check_markdown(path: Path) -> None:
    """Rendered with raw HTML allowed, the report holds its own elements and no others."""
    text = path.read_text(encoding="utf-8")
    elements = Elements()
    elements.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
    assert elements.names <= ALLOWED, elements.names - ALLOWED
    assert elements.attributes <= {"style"}, "the alignment of cells alone"
    assert not hidden_in(text)
    assert "<" not in text.replace("\\<", "")


def hidden_in(text: str) -> list[str]:
    """Controls and direction marks that stand in a text."""
    return [
        mark
        for mark in text
        if (ord(mark) < 32 and mark != "\n")
        or 0x7F <= ord(mark) < 0xA0
        or mark in "\u2028\u2029\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        or 0xD800 <= ord(mark) < 0xE000
    ]


def check_table(path: Path, rows: int | None = None) -> None:
    """No cell of a CSV is run as a formula, and every row has the cells of its header."""
    csv.field_size_limit(10_000_000)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        found = list(csv.reader(stream, strict=True))
    assert rows is None or len(found) == rows + 1
    for row in found:
        assert len(row) == len(found[0])
        for cell in row:
            if cell.strip()[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20") or cell[:1] in tuple("\t\r\n"):
                float(cell)


def check_lines(path: Path) -> list[dict[str, object]]:
    """Every line is an object, also for readers that split at every kind of line break."""
    text = path.read_text(encoding="utf-8")
    assert text.splitlines() == text.split("\n")[:-1]
    return [json.loads(line) for line in text.split("\n")[:-1]]


def reasons_of(call: FakeCall, number: int) -> str:
    """A judge's reply whose reasons are hostile."""
    texts = (HOSTILE[(number + step) % len(HOSTILE)] for step in range(3))
    items = [{"criterion": index, "reason": text, "hit": True} for index, text in enumerate(texts, start=1)]
    return json.dumps({"verdicts": items})


def hostile_questions(folder: Path) -> None:
    rows = [question(number) for number in range(len(HOSTILE))]
    for row, text in zip(rows, HOSTILE, strict=True):
        row["question_id"] = f"q {text[:200]}"
        row["dialogue"] = [{"role": "A", "content": text}]
        rubric = row["rubric"]
        assert isinstance(rubric, list)
        rubric[0]["content"] = text
    (folder / "hostile.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


NAMES = (
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "../../../escaped",
    "/tmp/escaped",
    "..",
    "a|b|c",
    "=1+1",
    "C:\\escaped\\..\\x",
    "con.txt",
    "名字🫂" * 60,
    "~/escaped",
    "`x` **y** &lt;",
)


def test_texts_of_models_judges_and_files_are_harmless(desk: Desk) -> None:
    hostile_questions(desk.folder)
    asked = {"candidate": 0, "judge": 0}

    def reply(call: FakeCall) -> str:
        side = "judge" if is_judging(call) else "candidate"
        asked[side] += 1
        return reasons_of(call, asked[side]) if side == "judge" else HOSTILE[asked[side] % len(HOSTILE)]

    with serving(fake := FakeEndpoint(replies=reply)):
        wanted = ("run", "-m", "m", "--judge", "j", "--dataset", "hostile.jsonl", "--base-url", fake.url)
        ended = desk(*wanted, "--name", "r", "--concurrency", "1")
        assert ended.code == 0, ended.err
    folder = desk.folder / "results" / "r"
    check_markdown(folder / "report.md")
    for name in ("answers", "verdicts", "scores", "totals"):
        check_table(folder / f"{name}.csv")
        check_lines(folder / f"{name}.jsonl")
    for name in ("question_score", "overall_score_results"):
        check_lines(folder / f"{name}.jsonl")
    kept = {row["response"] for row in check_lines(folder / "answers.jsonl")}
    assert kept == set(HOSTILE), "the JSON lines keep every text as it was"
    assert not hidden_in(ended.out) and not hidden_in(ended.err)


def test_errors_of_endpoints_are_harmless(desk: Desk) -> None:
    write_rows(desk.folder / "many.jsonl", [question(number) for number in range(30)])
    texts = iter(HOSTILE * 2)

    def scripted(call: FakeCall) -> Wire | None:
        if call.model != "m":
            return None
        body = {"error": {"message": next(texts)[:5000], "code": "content_filter"}}
        return Wire(400, json.dumps(body).encode())

    with serving(fake := FakeEndpoint(replies=scripted)):
        wanted = ("run", "-m", "m", "--judge", "j", "--dataset", "many.jsonl", "--base-url", fake.url)
        ended = desk(*wanted, "--name", "r")
        assert ended.code == 3
    folder = desk.folder / "results" / "r"
    check_markdown(folder / "report.md")
    check_table(folder / "answers.csv")
    check_lines(folder / "answers.jsonl")
    assert not hidden_in(ended.out) and not hidden_in(ended.err)


def test_names_stay_in_the_output_folder(desk: Desk) -> None:
    """Names of runs, candidates and judges: harmless in texts, one folder each, and never outside."""
    keys = [json.dumps(name, ensure_ascii=False) for name in NAMES]
    toml = "".join(
        f'[candidates.{key}]\ntarget = "offline:silent"\nrevision = "{number}"\n'
        for number, key in enumerate(keys)
    )
    (desk.folder / "heartbench.toml").write_text(toml, encoding="utf-8")
    outside = set(everything_written(desk.folder.parent))
    for name in NAMES:
        ended = desk("run", "--judge", "offline:rules", "--dataset", "questions.jsonl", "--name", name)
        assert ended.code == 0, ended.err
        assert not hidden_in(ended.out) and not hidden_in(ended.err)
    runs = list((desk.folder / "results").iterdir())
    assert len(runs) == len(NAMES)
    for run in runs:
        check_markdown(run / "report.md")
        check_table(run / "answers.csv", len(NAMES) * 2)
        assert len(list((run / "candidates").iterdir())) == len(NAMES)
    written = set(everything_written(desk.folder.parent)) - outside
    assert all(name.startswith(("work/results/", "work/heartbench.db")) for name in written), written
    assert desk("runs").code == 0


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "a\x1b[31m", "\u202ex", "\udcff"])
def test_names_that_no_line_can_hold_are_refused(desk: Desk, name: str) -> None:
    ended = desk("run", "-m", "offline:silent", "--judge", "offline:rules", "--name", name)
    assert ended.code in (0, 2)
    assert not hidden_in(ended.out) and not hidden_in(ended.err)


def test_a_folder_that_is_a_link_is_not_written_through(desk: Desk) -> None:
    elsewhere = desk.folder.parent / "elsewhere"
    elsewhere.mkdir()
    (desk.folder / "results").mkdir()
    (desk.folder / "results" / "r").symlink_to(elsewhere)
    wanted = ("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "questions.jsonl")
    assert desk(*wanted, "--name", "r").code == 0
    assert not list(elsewhere.iterdir())
    assert (desk.folder / "results" / "r-2" / "report.md").is_file()


def test_a_link_to_a_runs_own_files_is_not_written_through(desk: Desk) -> None:
    wanted = ("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "questions.jsonl")
    assert desk(*wanted, "--name", "r").code == 0
    elsewhere = desk.folder.parent / "elsewhere"
    (desk.folder / "results" / "r").rename(elsewhere)
    (elsewhere / "report.md").write_text("kept")
    (desk.folder / "results" / "r").symlink_to(elsewhere)
    assert desk("report", "r").code == 0
    assert (elsewhere / "report.md").read_text() == "kept"


@pytest.mark.parametrize("command", ["check", "stats", "export"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_said_of_a_file_is_harmless(desk: Desk, command: str, language: str) -> None:
    hostile_questions(desk.folder)
    ended = desk("data", command, "hostile.jsonl", "--lang", language)
    assert ended.code in (0, 1)
    assert not hidden_in(ended.out) and not hidden_in(ended.err)
    texts = (*HOSTILE[9:], *HOSTILE[:9])
    rows: list[dict[str, object]] = [
        {"question_id": f"unknown {text[:200]}", "response": text} for text in texts
    ]
    (desk.folder / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    checking = ("data", "check", "hostile.jsonl", "--answers", "answers.jsonl")
    # A question that is known, so that the unknown ones are named and the rest is judged.
    write_rows(desk.folder / "few.jsonl", [{"question_id": "q1", "response": "嗯"}, *rows[:4]])
    scoring = ("score", "few.jsonl", "--dataset", "questions.jsonl", "--judge", "offline:rules")
    for arguments in (checking, (*checking, "--json"), scoring):
        ended = desk(*arguments, "--lang", language)
        assert not hidden_in(ended.out) and not hidden_in(ended.err)
        if "--json" in arguments:
            found = [text for finding in json.loads(ended.out) for text in finding["fields"].get("ids", ())]
            assert f"unknown {HOSTILE[10]}" in found, "escaped, and the same text to a program"
    for name in ("broken\x1b[31m", "broken\u202e"):
        (desk.folder / name).write_text('{"question_id": "\\u001b[31m", "rubric": 5}\n{"x')
        ended = desk("data", "check", name, "--lang", language)
        assert ended.code in (1, 2) and not hidden_in(ended.out) and not hidden_in(ended.err)


def zipped(entries: Mapping[str, bytes], links: tuple[str, ...] = ()) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFLNK if name in links else stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def repository(**more: bytes) -> dict[str, bytes]:
    rows = "".join(json.dumps(question(number), ensure_ascii=False) + "\n" for number in range(3)).encode()
    files = {f"top/data/question_{name}.jsonl": rows for name in ("all", "hard", "normal")}
    prompts = b'PROMPT_TEMPLATE = """{dialogue}{rubric}{response}"""\n'
    files |= {f"top/heartbench/{name}.py": prompts for name in ("generate_answers", "score_answers")}
    return {**files, **more}


def numbered(count: int, content: bytes) -> dict[str, bytes]:
    return {f"top/{number}": content for number in range(count)}


EVIL = b"evil"
LINKED = "top/data/question_all.jsonl"
BOMB = b"\0" * (70 * 1024 * 1024)

ARCHIVES: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "parent": ("unsafe", lambda: zipped({**repository(), "top/../../../escaped": EVIL})),
    "parent-first": ("unsafe", lambda: zipped({"../escaped": EVIL, **repository()})),
    "absolute": ("unsafe", lambda: zipped({**repository(), "/tmp/heartbench-escaped": EVIL})),
    "drive": ("unsafe", lambda: zipped({**repository(), "C:/escaped": EVIL})),
    "backslash": ("unsafe", lambda: zipped({**repository(), "top\\..\\..\\escaped": EVIL})),
    "link": ("unsafe", lambda: zipped({**repository(), LINKED: b"/etc/passwd"}, (LINKED,))),
    "doubled": ("missing", lambda: zipped({**repository(), "other/data/question_all.jsonl": EVIL})),
    "bomb": ("large", lambda: zipped(repository(**{"top/data/question_all.jsonl": BOMB}))),
    "many": (
        "archive-large",
        lambda: zipped({**repository(), **numbered(10_001, b"")}),
    ),
    "sum-of-sizes": (
        "archive-large",
        lambda: zipped({**repository(), **numbered(4, BOMB)}),
    ),
    "empty": ("none", lambda: b""),
    "cut": ("none", lambda: zipped(repository())[:-40]),
    "no-archive": ("none", lambda: b"<html>not here</html>"),
}


SAID = {
    "unsafe": "an entry that would leave its folder",
    "missing": "does not hold",
    "large": "is larger than",
    "archive-large": "goes beyond its bounds",
    "none": "did not give a zip archive",
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_archives_neither_leave_their_folder_nor_fill_it(desk: Desk, name: str) -> None:
    before = everything_written(desk.folder.parent)
    why, make = ARCHIVES[name]
    with archive_server(make()) as url:
        ended = desk("data", "pull", "--address", f"{url}/x.zip")
    assert ended.code == 2 and SAID[why] in ended.err
    assert everything_written(desk.folder.parent) == before
    assert not Path("/tmp/heartbench-escaped").exists()


def test_an_archive_whose_files_are_others_is_refused_at_the_pinned_commit(desk: Desk) -> None:
    before = everything_written(desk.folder.parent)
    with archive_server(zipped(repository())) as url:
        ended = desk("data", "pull", "--address", f"{url}/x.zip")
    assert ended.code == 2 and "question_all.jsonl" in ended.err
    assert everything_written(desk.folder.parent) == before


def test_packed_files_of_users_are_bounded(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    for module in ("decoding", "tables"):
        monkeypatch.setattr(f"heartbench.dataset.{module}.MAX_BYTES", 1_000_000)
    (desk.folder / "bomb.jsonl.gz").write_bytes(gzip.compress(b" " * 30_000_000))
    (desk.folder / "bomb.xlsx").write_bytes(zipped({"xl/workbook.xml": b" " * 30_000_000}))
    for name in ("bomb.jsonl.gz", "bomb.xlsx"):
        ended = desk("score", name, "--judge", "offline:rules")
        assert ended.code == 2 and "1000000" in ended.err.replace(",", "")
