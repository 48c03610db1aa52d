from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.chat.fake import FAULTS, FakeCall, FaultPlan
from heartbench.chat.fake.plan import FaultChooser
from heartbench.errors import UsageError


def call(name: str = "a", seen_before: int = 0) -> FakeCall:
    return FakeCall("openai", "/", "m", (), {}, {}, name, seen_before)


def names(plan: FaultPlan, calls: list[FakeCall], seed: int = 0) -> list[str]:
    chooser = FaultChooser(plan, seed)
    found = [chooser.choose(item, None) for item in calls]
    return [item.name if item else "ok" for item in found]


def test_the_spec_is_read() -> None:
    plan = FaultPlan.parse("forbidden, http_500=0.25,reset*2 ,http_502*1", "ok,cut")
    expected = FaultPlan(
        script=("ok", "cut"),
        tries=("reset", "reset", "http_502"),
        always=("forbidden",),
        rates=(("http_500", 0.25),),
    )
    assert plan == expected
    assert FaultPlan.parse("") == FaultPlan()


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("http_500=", "bad_faults"),
        ("http_500*x", "bad_faults"),
        ("http_500=1e", "bad_faults"),
        ("nope", "unknown_fault"),
        ("http_500=1.5", "bad_rates"),
        ("http_500=0.7,reset=0.7", "bad_rates"),
    ],
)
def test_a_spec_that_cannot_be_read_is_refused(spec: str, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        FaultPlan.parse(spec)
    assert caught.value.code == f"fake.{code}"


def test_a_script_goes_by_arrival_and_tries_by_request() -> None:
    plan = FaultPlan(script=("ok", "cut"), tries=("reset",))
    calls = [call("a"), call("b"), call("c"), call("c", 1)]
    assert names(plan, calls) == ["ok", "cut", "reset", "ok"]


def test_a_fault_that_does_not_concern_a_call_leaves_it_to_the_next() -> None:
    assert names(FaultPlan(always=("malformed", "http_500")), [call()]) == ["http_500"]
    assert names(FaultPlan(rates=(("malformed", 1.0),)), [call()]) == ["ok"]


def test_chances_hold_and_do_not_depend_on_the_order() -> None:
    plan = FaultPlan(rates=(("rate_limited", 0.05), ("http_500", 0.02)))
    calls = [call(str(number)) for number in range(5000)]
    found = names(plan, calls)
    assert 200 <= found.count("rate_limited") <= 300
    assert 70 <= found.count("http_500") <= 135
    assert names(plan, calls[::-1]) == found[::-1]
    assert names(plan, calls, seed=1) != found
    retried = [call(item.request_hash, 1) for item in calls]
    assert names(plan, retried) != found


@given(st.lists(st.tuples(st.sampled_from(sorted(FAULTS)), st.integers(1, 3)), max_size=4))
def test_tries_are_as_many_as_asked_for(items: list[tuple[str, int]]) -> None:
    plan = FaultPlan.parse(",".join(f"{name}*{times}" for name, times in items))
    assert list(plan.tries) == [name for name, times in items for _ in range(times)]
