from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.fake.helpers import post, request, said
from heartbench.chat.fake import FakeEndpoint, FakeSettings
from heartbench.chat.fake.judging import flat, recognise
from heartbench.chat.fake.profiles import ProfileJudge, chance_of, read_profiles, signed
from heartbench.errors import UsageError
from heartbench.protocols import Mode, load_protocol
from heartbench.records import Criterion, PromptTexts, Question, Turn
from heartbench.scoring import ABILITY_IDS, score_verdict
from heartbench.taxonomy import ABILITY_BY_ID

OFFICIAL = PromptTexts(
    "{dialogue}", '对话：{dialogue}\n标准：\n{rubric}\n回复：{answer}\n{"detail":[…]}', "test"
)

weights = st.integers(-9, 9).filter(bool)
scores = st.floats(0, 100)
cells = st.dictionaries(
    st.sampled_from(ABILITY_IDS), st.lists(weights, min_size=1, max_size=3), min_size=1, max_size=3
)


def question(own: dict[str, list[int]]) -> Question:
    rubric = [
        Criterion(ABILITY_BY_ID[name].zh, weight, "…", name)
        for name, found in own.items()
        for weight in found
    ]
    return Question("q", (Turn("A", "我累"),), (*rubric, Criterion("其他", -100, "扮演用户", None)))


def expected(own: Question, chances: Sequence[float]) -> dict[str, float]:
    """By trying all ways to hit or miss."""
    found: defaultdict[str, float] = defaultdict(float)
    for hits in itertools.product((False, True), repeat=len(chances)):
        likely = 1.0
        for hit, chance in zip(hits, chances, strict=True):
            likely *= chance if hit else 1.0 - chance
        if likely:
            for name, item in score_verdict(own.rubric, hits, "paper").abilities.items():
                found[name] += likely * item.score
    return found


@pytest.mark.parametrize("protocol", ["native-v1", "official"])
@given(own=cells, data=st.data())
def test_the_expected_score_of_every_ability_is_that_of_the_profile(
    protocol: str, own: dict[str, list[int]], data: st.DataObject
) -> None:
    profile = {name: data.draw(scores) for name in own}
    asked = question(own)
    loaded = load_protocol(protocol, OFFICIAL if protocol == "official" else None)
    task = recognise(loaded.judging(asked, Mode()).parts[0].messages(signed("抱抱你", "mine"))[-1].content)
    assert task is not None
    chances = ProfileJudge({"mine": profile}).chances(task, flat(task, 0.5, 0.0))
    found = expected(asked, chances)
    assert found == {name: pytest.approx(score, abs=1e-6) for name, score in profile.items()}


@given(st.lists(weights, min_size=1, max_size=30), scores, scores)
def test_the_chance_rises_with_the_score(own: list[int], one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= chance_of(tuple(own), low) <= chance_of(tuple(own), high) <= 1


def prompt(text: str, number: int = 0) -> dict[str, object]:
    own = Question(
        "q",
        (Turn("A", f"我累 {number}"),),
        (Criterion("温暖", 3, "…", "warmth"), Criterion("幽默", -2, "…", "humor")),
    )
    part = load_protocol("native-v1", None).judging(own, Mode()).parts[0]
    return request(part.messages(text)[-1].content)


async def verdicts(fake: FakeEndpoint, body: dict[str, object]) -> list[bool]:
    return [item["hit"] for item in json.loads(said((await post(fake, body))[1]))["verdicts"]]


async def test_answers_carry_their_models_name_and_are_marked_to_its_profile() -> None:
    profiles = {"good": {"warmth": 100, "humor": 100}, "bad": {"温暖": 0, "幽默": 0}}
    async with FakeEndpoint(FakeSettings(profiles=profiles)) as fake:
        good, bad, other = [said((await post(fake, request(model=name)))[1]) for name in ("good", "bad", "m")]
        assert good.endswith("⟦good⟧") and bad.endswith("⟦bad⟧") and "⟦" not in other
        for number in range(20):
            assert await verdicts(fake, prompt(good, number)) == [True, False]
            assert await verdicts(fake, prompt(bad, number)) == [False, True]
        by_chance = [tuple(await verdicts(fake, prompt(other, number))) for number in range(40)]
        assert len(set(by_chance)) == 4


async def test_verdicts_depend_on_seed_judge_candidate_and_question_alone() -> None:
    profiles = {name: dict.fromkeys(ABILITY_IDS, 50.0) for name in ("one", "two")}

    async def marks(seed: int, judge: str, model: str) -> list[list[bool]]:
        async with FakeEndpoint(FakeSettings(profiles=profiles, seed=seed)) as fake:
            asked = [{**prompt(signed("抱抱你", model), number), "model": judge} for number in range(30)]
            found = {number: await verdicts(fake, asked[number]) for number in reversed(range(30))}
            return [found[number] for number in range(30)]

    first = await marks(1, "judge", "one")
    assert first == await marks(1, "judge", "one")
    for other in [(2, "judge", "one"), (1, "another", "one"), (1, "judge", "two")]:
        assert first != await marks(*other)


@pytest.mark.parametrize(
    "profile",
    [{"m": {"courage": 5.0}}, {"m": {"warmth": 101.0}}, {"m": {"warmth": float("nan")}}, {"a⟧": {}}],
)
def test_what_is_no_profile_is_refused(profile: dict[str, dict[str, float]]) -> None:
    with pytest.raises(UsageError, match=r"fake\.bad_profile"):
        FakeEndpoint(FakeSettings(profiles=profile))


def test_profiles_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "profiles.json"
    path.write_text('{"m": {"温暖": 50.1}}', encoding="utf-8")
    assert read_profiles(path) == {"m": {"温暖": 50.1}}
    for text in ("[]", "{", '{"m": {"温暖": "x"}}', '{"m": 5}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(UsageError, match=r"fake\.bad_profiles"):
            read_profiles(path)
    with pytest.raises(UsageError, match=r"fake\.bad_profiles"):
        read_profiles(tmp_path / "absent.json")
