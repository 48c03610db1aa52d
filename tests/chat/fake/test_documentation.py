from __future__ import annotations

from pathlib import Path

import heartbench.chat.fake as room
from heartbench.chat.fake import FAULTS
from heartbench.chat.fake.command import build_parser
from heartbench.language.texts import fake as texts

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "fake-endpoint.md").read_text("utf-8")


def test_every_fault_is_documented_in_the_words_of_the_command() -> None:
    for name, fault in FAULTS.items():
        assert f"| `{name}` | {fault.row or '–'} | {texts.EN[f'fault_{name}']} |" in TEXT


def test_every_option_is_documented() -> None:
    options = {item for action in build_parser()._actions for item in action.option_strings}
    assert all(f"`{option}`" in TEXT for option in options - {"-h", "--help"})


def test_what_is_exported_is_what_is_said() -> None:
    modules = {"calls", "content", "endpoint", "faults", "http", "judging", "misjudging", "model", "plan"}
    modules |= {"process", "profiles", "settings", "stats", "command"}
    public = {name for name in vars(room) if not name.startswith("_")} - modules
    assert set(room.__all__) == public
