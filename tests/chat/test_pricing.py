from __future__ import annotations

import time
from dataclasses import replace
from decimal import Decimal

import genai_prices
import pytest

from chat.wire import ASK, QUICK, Server, completion, target
from heartbench.chat import ChatClient, price
from heartbench.chat.pricing import pricer
from heartbench.records import Dialect, Endpoint, ModelSettings, ModelTarget, Prices, Reply, Usage


def listed(model: str, url: str, dialect: Dialect = "openai") -> ModelTarget:
    return ModelTarget(Endpoint("e", url, dialect), model)


CASES = [
    ("gpt-4o", "https://api.openai.com/v1", Usage(1000, 500)),
    ("gpt-4o", "https://api.openai.com/v1", Usage(1000, 500, 800)),
    ("claude-sonnet-4-5-20250929", "https://api.anthropic.com", Usage(5000, 300, 2000, 1000)),
    ("claude-sonnet-4-5-20250929", "https://api.anthropic.com", Usage(250_000, 300)),
]


@pytest.mark.parametrize(("model", "url", "usage"), CASES)
def test_prices_equal_the_list(model: str, url: str, usage: Usage) -> None:
    theirs = genai_prices.Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_input_tokens or 0,
        cache_write_tokens=usage.cache_write_tokens or 0,
    )
    expected: Decimal = genai_prices.calc_price(theirs, model, provider_api_url=url).total_price
    assert price(listed(model, url), usage) == pytest.approx(float(expected), rel=1e-9)


def test_the_users_prices_come_first() -> None:
    where = listed("gpt-4o", "https://api.openai.com/v1")
    own = replace(where, settings=ModelSettings(prices=Prices(1.0, 10.0, 0.1)))
    assert price(own, Usage(1_000_000, 100_000, 500_000)) == pytest.approx(0.5 + 1.0 + 0.05)
    own = replace(where, settings=ModelSettings(prices=Prices(1.0, 10.0)))
    assert price(own, Usage(1_000_000, 0, 500_000)) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "url", ["http://localhost:8000", "http://127.0.0.1:8000/v1", "https://gateway.example/v1", "nonsense"]
)
def test_elsewhere_nothing_is_known(url: str) -> None:
    assert price(listed("gpt-4o", url), Usage(1, 1)) is None


def test_without_usage_there_is_no_price() -> None:
    where = listed("gpt-4o", "https://api.openai.com/v1")
    assert price(where, Usage()) is price(where, Usage(5, None)) is None
    assert price(listed("no-such-model", "https://api.openai.com/v1"), Usage(1, 1)) is None


def test_a_price_costs_microseconds() -> None:
    cost = pricer(listed("gpt-4o", "https://api.openai.com/v1"))
    started = time.perf_counter()
    for _ in range(1000):
        cost(Usage(1000, 500, 100))
    assert time.perf_counter() - started < 0.05


async def test_replies_carry_their_cost() -> None:
    settings = ModelSettings(prices=Prices(1.0, 10.0))
    async with Server([completion("好")]) as server, ChatClient(QUICK) as client:
        outcome = await client.ask(target(server, settings=settings), ASK)
    assert isinstance(outcome, Reply)
    assert outcome.cost == pytest.approx((12 + 70) / 1e6)
