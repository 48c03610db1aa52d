from __future__ import annotations

import json
from pathlib import Path

from .conftest import Invoke, question, write_rows

PROMPTS = {
    "heartbench/generate_answers.py": 'PROMPT_TEMPLATE = """Continue: {dialogue}"""\n',
    "heartbench/score_answers.py": 'PROMPT_TEMPLATE = """Judge {dialogue} {rubric} {response}"""\n',
}


def test_check_lists_findings(invoke: Invoke) -> None:
    ended = invoke("data", "check", "questions.jsonl")
    assert ended.code == 0
    assert "4 questions" in ended.out
    assert isinstance(json.loads(invoke("data", "check", "questions.jsonl", "--json").out), list)


def test_check_names_the_question_of_a_finding(invoke: Invoke, folder: Path) -> None:
    write_rows(folder / "odd.jsonl", [{**question(1), "primary_scene": "", "secondary_scene": ""}])
    assert "q1" in invoke("data", "check", "odd.jsonl").out
    assert "[警告]" in invoke("data", "check", "odd.jsonl", "--lang", "zh").out
    (finding, *_) = json.loads(invoke("data", "check", "odd.jsonl", "--json").out)
    assert finding["question_id"] == "q1"
    assert finding["text"]


def test_check_holds_a_set_against_a_blueprint(invoke: Invoke, folder: Path) -> None:
    ended = invoke("data", "check", "questions.jsonl", "--blueprint", "seed")
    assert ended.code == 1
    assert "Not checked: standing was not given." in ended.out
    assert "296" in ended.out
    standing = {"veto": ["AI扮演用户发言"], "asked": ["AI对用户的感受提问"]}
    (folder / "standing.json").write_text(json.dumps(standing), encoding="utf-8")
    (folder / "card.md").write_text("no such word here", encoding="utf-8")
    more = ("--standing", "standing.json", "--card", "card.md", "--upstream", "questions.jsonl")
    rules = {
        finding["rule"]
        for finding in json.loads(
            invoke("data", "check", "questions.jsonl", "--blueprint", "seed", *more, "--json").out
        )
    }
    assert {"no_canary", "like_upstream", "upstream_id", "standing_share"} <= rules
    assert invoke("data", "check", "questions.jsonl", "--blueprint", "sead").code == 2


def test_stats_shows_both_tables_and_the_baseline(invoke: Invoke) -> None:
    english = invoke("data", "stats", "questions.jsonl").out
    chinese = invoke("data", "stats", "questions.jsonl", "--lang", "zh").out
    assert "Curiosity" in english
    assert "4 (50.0%)" in english
    assert "Silent baseline" in english
    assert "言语表达" in chinese
    assert json.loads(invoke("data", "stats", "questions.jsonl", "--json").out)["single_cells"] == 8


def test_stats_of_the_upstream_set_are_those_of_the_seed(invoke: Invoke, shared: Path) -> None:
    shown = invoke("data", "stats", str(shared / "upstream" / "question_all.jsonl"), "--lang", "zh").out
    for part in ("565 (20.0%)", "367 (13.0%)", "37 (12.5%)", "30 (10.1%)", "17.43"):
        assert part in shown


def test_export_writes_the_three_files(invoke: Invoke, folder: Path) -> None:
    ended = invoke("data", "export", "questions.jsonl", "-o", "out")
    assert ended.code == 0
    names = {path.name for path in (folder / "out").iterdir()}
    assert {"question_all.jsonl", "question_hard.jsonl", "question_normal.jsonl"} <= names


def write_checkout(folder: Path, sources: dict[str, str]) -> None:
    rows = [question(1), question(2, "normal")]
    (folder / "checkout" / "data").mkdir(parents=True)
    (folder / "checkout" / "heartbench").mkdir()
    for name in ("all", "hard", "normal"):
        write_rows(folder / "checkout" / "data" / f"question_{name}.jsonl", rows)
    for name, content in sources.items():
        (folder / "checkout" / name).write_text(content, encoding="utf-8")


def test_a_checkout_is_imported_and_used(invoke: Invoke, folder: Path) -> None:
    write_checkout(folder, PROMPTS)
    ended = invoke("data", "import", "checkout")
    assert ended.code == 0, ended.err
    assert "2 official questions" in ended.out
    run = invoke("run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "official", "--json")
    assert json.loads(run.out)["run"]["question_set"]["name"] == "official"


def test_what_is_no_checkout_or_address_is_said(invoke: Invoke) -> None:
    assert invoke("data", "import", "nowhere").code == 2
    assert invoke("data", "pull", "--address", "http://127.0.0.1:9/x.zip").code == 2


def test_names_in_imported_prompts_are_given_a_meaning(invoke: Invoke, folder: Path) -> None:
    sources = {
        "heartbench/generate_answers.py": 'PROMPT_TEMPLATE = "答：{text_1}"\n',
        "heartbench/score_answers.py": 'PROMPT_TEMPLATE = "评：{text_1}\\n{text_2}\\n{text_3}"\n',
    }
    write_checkout(folder, sources)
    invoke("data", "import", "checkout")
    run = ["run", "-m", "offline:silent", "--judge", "offline:rules", "--dataset", "questions.jsonl"]
    run += ["--protocol", "official"]
    unknown = invoke(*run)
    assert unknown.code == 2
    assert "--prompt-field text_1=dialogue" in unknown.err
    meanings = ("text_1=dialogue", "text_2=rubric", "text_3=answer")
    named = [part for meaning in meanings for part in ("--prompt-field", meaning)]
    assert invoke(*run, *named).code == 0
    wrong = invoke(*run, "--prompt-field", "text_1=question")
    assert (wrong.code, "prompt_fields.text_1" in wrong.err) == (2, True)
    toml = '[run.prompt_fields]\ntext_1 = "dialogue"\ntext_2 = "rubric"\ntext_3 = "answer"\n'
    (folder / "heartbench.toml").write_text(toml, encoding="utf-8")
    assert invoke(*run).code == 0


def test_scenes_have_english_names_beside_those_of_the_files(invoke: Invoke, folder: Path) -> None:
    write_rows(folder / "odd.jsonl", [question(1), {**question(2), "secondary_scene": "别的"}])
    english, chinese = (invoke("data", "stats", "odd.jsonl", "--lang", lang).out for lang in ("en", "zh"))
    assert "  Psychological distress (心理困扰)" in english
    assert "  别的" in english
    assert "Break-up (关系的破裂与分手), " in english
    assert "Psychological" not in chinese
    assert "关系的破裂与分手、" in chinese


def test_check_lists_what_a_run_would_refuse(invoke: Invoke, folder: Path) -> None:
    easy = {**question(2), "difficulty": "easy"}
    write_rows(folder / "odd.jsonl", [question(1), question(1), easy, question(3)])
    ended = invoke("data", "check", "odd.jsonl")
    assert ended.code == 1
    assert "stands there twice" in ended.out
    assert "odd.jsonl:3, question q2: difficulty" in ended.out
    assert "2 questions, " in ended.out and "2 errors among them" in ended.out
    found = json.loads(invoke("data", "check", "odd.jsonl", "--json").out)
    assert [item["rule"] for item in found if item["severity"] == "error"] == ["id_doubled", "field_wrong"]
    assert invoke("data", "stats", "odd.jsonl").code == 2


def test_check_of_nothing_but_faults_lists_them(invoke: Invoke, folder: Path) -> None:
    (folder / "odd.jsonl").write_text('{"question_id": \n{"a": 1}\n', encoding="utf-8")
    ended = invoke("data", "check", "odd.jsonl", "--json")
    assert ended.code == 1
    assert json.loads(ended.out)[0]["rule"] == "broken_json"
    (folder / "odd.jsonl").write_text("", encoding="utf-8")
    assert invoke("data", "check", "odd.jsonl").code == 2
