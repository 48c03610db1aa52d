"""A small world for runs: questions, a fake endpoint, an observer that remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from heartbench.chat.fake import FakeCall
from heartbench.evaluation import Progress, RunReport, evaluate
from heartbench.records import (
    Candidate,
    Criterion,
    Endpoint,
    Judge,
    ModelSettings,
    ModelTarget,
    Question,
    QuestionSet,
    RunSpec,
    Turn,
)
from heartbench.store import Store
from store.whole import WholeRun, whole_run


def question(number: int, rubric: int = 3, extra: str = "") -> Question:
    """A question of one turn with ``rubric`` scored criteria and a veto."""
    scored = tuple(
        Criterion("温暖", 2 + index, f"AI说了第{index}件暖心的事{extra}", "warmth") for index in range(rubric)
    )
    veto = Criterion("其他", None, "AI扮演了用户", None)
    return Question(f"q{number:04d}", (Turn("A", f"第{number}件烦心事"),), (*scored, veto), "normal")


def question_set(count: int = 4, rubric: int = 3, extra: str = "") -> QuestionSet:
    """So many questions."""
    return QuestionSet("small", tuple(question(number, rubric, extra) for number in range(count)))


@dataclass
class Notes:
    """An observer that remembers its notices and the last progress."""

    notices: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    progress: Progress | None = None

    def on_progress(self, progress: Progress) -> None:
        """Keep it."""
        self.progress = progress

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Keep it."""
        self.notices.append((key, fields))

    def keys(self) -> list[str]:
        """The keys of all notices, in order."""
        return [key for key, _ in self.notices]


def candidate(url: str, label: str = "m", model: str = "model-a", revision: str = "") -> Candidate:
    """A model at the fake endpoint."""
    return Candidate(label, ModelTarget(Endpoint("fake", url), model, ModelSettings()), revision)


def judge(url: str, label: str = "j", model: str = "judge-a") -> Judge:
    """A judge at the fake endpoint."""
    return Judge(label, ModelTarget(Endpoint("fake", url), model))


def spec(url: str, **changes: object) -> RunSpec:
    """One candidate, one judge, four questions; changed as wanted."""
    base = RunSpec("r", question_set(), (candidate(url),), (judge(url),), concurrency=8)
    return replace(base, **changes)  # type: ignore[arg-type]


async def run(path: Path, wanted: RunSpec, notes: Notes | None = None) -> RunReport:
    """Run it on the store at ``path``."""
    with Store.open(path) as store:
        return await evaluate(wanted, store, notes or Notes())


def results(path: Path, name: str = "r") -> WholeRun:
    """What the store knows of a run."""
    with Store.open(path) as store:
        return whole_run(store, name)


def is_judging(call: FakeCall) -> bool:
    """Whether a call is a judging prompt of the protocol native-v1."""
    return "【评分条目】" in call.last_user_text


def verdicts(hits: Sequence[bool]) -> str:
    """A judge's reply under the contract ``verdicts``."""
    items = ",".join(
        f'{{"criterion":{number},"reason":"因为{number}","hit":{str(hit).lower()}}}'
        for number, hit in enumerate(hits, start=1)
    )
    return f'{{"verdicts":[{items}]}}'


def judging_script(reply: Callable[[FakeCall], str]) -> Callable[[FakeCall], str | None]:
    """A script that answers judging prompts by ``reply`` and leaves the rest to the endpoint."""
    return lambda call: reply(call) if is_judging(call) else None
