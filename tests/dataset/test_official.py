"""Importing a checkout: data and prompts, nothing executed."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from heartbench.dataset import import_checkout, load_official, user_folder
from heartbench.dataset.official import PINNED_HASHES, prompt_constant
from heartbench.errors import DataError
from heartbench.language import Language, describe

from .builders import save
from .checkouts import ANSWERING, JUDGING, checkout, files


def refused(source: Path, home: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        import_checkout(source, home)
    assert describe(caught.value, "zh") and describe(caught.value, "en")
    return caught.value


def test_data_and_prompts_are_kept_and_come_back(tmp_path: Path) -> None:
    source, home = checkout(tmp_path / "source"), tmp_path / "home"
    kept = import_checkout(source, home)
    shutil.rmtree(source)
    assert load_official(home) == kept
    assert (kept.prompts.answering, kept.prompts.judging) == (ANSWERING, JUDGING)
    assert kept.origin == kept.prompts.origin == str(source)
    assert [item.question_id for item in kept.questions.questions] == ["h", "n"]
    assert kept.questions.name == "official"
    assert kept.hashes["answering.txt"] == hashlib.sha256(ANSWERING.encode()).hexdigest()
    assert {finding.fields["file"] for finding in kept.findings} == set(PINNED_HASHES)
    assert kept.commit == ""


def test_the_public_files_are_recognised(shared: Path, tmp_path: Path) -> None:
    content = files()
    for name in PINNED_HASHES:
        content[f"data/{name}"] = (shared / "upstream" / name).read_bytes()
    kept = import_checkout(checkout(tmp_path / "source", content), tmp_path / "home")
    assert kept.findings == ()
    assert len(kept.questions.questions) == 296


@pytest.mark.parametrize("packed", [True, False])
def test_the_commit_is_read_from_gits_files(tmp_path: Path, packed: bool) -> None:
    source = checkout(tmp_path / "source")
    git = source / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    save(git / "HEAD", "ref: refs/heads/main\n")
    if packed:
        save(git / "packed-refs", "# pack-refs\n1111 refs/heads/other\nabc123 refs/heads/main\n")
    else:
        save(git / "refs" / "heads" / "main", "abc123\n")
    assert import_checkout(source, tmp_path / "home").commit == "abc123"
    save(git / "HEAD", "def456\n")
    assert import_checkout(source, tmp_path / "home").commit == "def456"


def test_a_new_import_replaces_the_old(tmp_path: Path) -> None:
    import_checkout(checkout(tmp_path / "one"), tmp_path / "home")
    content = files() | {"heartbench/score_answers.py": b"PROMPT_TEMPLATE = 'new'\r\n"}
    import_checkout(checkout(tmp_path / "two", content), tmp_path / "home")
    assert load_official(tmp_path / "home").prompts.judging == "new"


@pytest.mark.parametrize("name", [name for name in files() if name != "README.md"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    content = files()
    del content[name]
    error = refused(checkout(tmp_path / "source", content), tmp_path / "home")
    assert (error.code, error.fields["file"]) == ("dataset.no_checkout", name)
    assert not (tmp_path / "home").exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "nothing", tmp_path).code == "dataset.no_folder"


def test_without_an_import_the_way_is_shown(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_official(tmp_path)
    assert caught.value.code == "dataset.official_missing"
    assert "heartbench data import" in describe(caught.value, "en")


@pytest.mark.parametrize("name", ["question_all.jsonl", "judging.txt"])
def test_a_changed_file_is_noticed(tmp_path: Path, name: str) -> None:
    folder = import_checkout(checkout(tmp_path / "source"), tmp_path / "home").folder
    with (folder / name).open("ab") as file:
        file.write(b" ")
    with pytest.raises(DataError) as caught:
        load_official(tmp_path / "home")
    assert caught.value.code == "dataset.official_changed"


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b'{"origin": 1}'])
def test_a_broken_manifest_counts_as_missing(tmp_path: Path, damage: bytes) -> None:
    folder = import_checkout(checkout(tmp_path / "source"), tmp_path / "home").folder
    (folder / "origin.json").write_bytes(damage)
    with pytest.raises(DataError) as caught:
        load_official(tmp_path / "home")
    assert caught.value.code == "dataset.official_missing"


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = save(tmp_path / "file", "x")
    assert refused(checkout(tmp_path / "source"), blocked).code == "dataset.unwritable"


def test_where_data_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert user_folder({"HEARTBENCH_HOME": str(tmp_path)}) == tmp_path
    assert user_folder({}).name == "heartbench"
    monkeypatch.setenv("HEARTBENCH_HOME", str(tmp_path / "mine"))
    import_checkout(checkout(tmp_path / "source"))
    assert load_official().folder == tmp_path / "mine" / "official"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("PROMPT_TEMPLATE = 'a{b}'", "a{b}"),
        ("PROMPT_TEMPLATE = '''一\n二'''", "一\n二"),
        ("PROMPT_TEMPLATE = 'a' 'b'", "ab"),
        ("PROMPT_TEMPLATE = 'a' + 'b' + \\\n 'c'", "abc"),
        ("PROMPT_TEMPLATE: str = 'a'", "a"),
        ("PROMPT_TEMPLATE = 'a'\nPROMPT_TEMPLATE = 'b'", "b"),
        ("\ufeffPROMPT_TEMPLATE = '甲'\r\n", "甲"),
    ],
)
def test_constants(source: str, expected: str) -> None:
    assert prompt_constant(source.encode(), "x.py") == expected


@pytest.mark.parametrize(
    "source",
    [
        "",
        "OTHER = 'a'",
        "PROMPT_TEMPLATE: str",
        "PROMPT_TEMPLATE = f'{1}'",
        "PROMPT_TEMPLATE = open('x').read()",
        "PROMPT_TEMPLATE = 1",
        "PROMPT_TEMPLATE = b'a'",
        "PROMPT_TEMPLATE = 'a' * 1000000000",
        "PROMPT_TEMPLATE = (",
        "def f():\n    PROMPT_TEMPLATE = 'a'",
        "PROMPT_TEMPLATE = 'a\x00'",
        "PROMPT_TEMPLATE = " + "(" * 10_000,
        "PROMPT_TEMPLATE = " + "'a' + " * 50_000 + "'b'",
    ],
)
def test_what_is_no_constant_is_refused(source: str) -> None:
    with pytest.raises(DataError) as caught:
        prompt_constant(source.encode(), "x.py")
    assert (caught.value.code, caught.value.fields["file"]) == ("dataset.no_prompt", "x.py")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_wrong_folder_is_told_which_repository_is_meant(tmp_path: Path, language: Language) -> None:
    for folder in (tmp_path / "nothing", tmp_path):
        assert "inclusionAI/HeartBench" in describe(refused(folder, tmp_path / "home"), language)
