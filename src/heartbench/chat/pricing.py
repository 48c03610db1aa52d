"""What a call costs, in US dollars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from heartbench.chat.addresses import is_local
from heartbench.records import ModelTarget, Prices, Usage

Pricer = Callable[[Usage], "float | None"]
Rate = Callable[[int], float]
"""Dollars per token, by the input tokens of the whole call: tiers are a cliff."""


def price(target: ModelTarget, usage: Usage) -> float | None:
    """The price of one call, None where no price or no usage is known."""
    return pricer(target)(usage)


def pricer(target: ModelTarget) -> Pricer:
    """The function that prices calls to a target: look it up once, it takes microseconds then.

    The user's prices come first. The published price list is asked only for addresses that it
    knows as a provider's: the same open model costs something else, or nothing, elsewhere.
    """
    if target.settings.prices is not None:
        return _by_user(target.settings.prices)
    if is_local(urlsplit(target.endpoint.base_url.strip()).hostname or ""):
        return _unknown
    return _by_list(target) or _unknown


def _unknown(_usage: Usage) -> None:
    return None


def _by_user(prices: Prices) -> Pricer:
    cached = prices.input if prices.cached_input is None else prices.cached_input
    return _sum_of(_flat(prices.input), _flat(prices.output), _flat(cached), _flat(prices.input))


def _flat(per_million: float) -> Rate:
    per_token = per_million / 1e6
    return lambda _total: per_token


def _by_list(target: ModelTarget) -> Pricer | None:
    import genai_prices

    empty = genai_prices.Usage(input_tokens=0, output_tokens=0)
    address = target.endpoint.base_url.strip()
    try:
        found = genai_prices.calc_price(empty, target.model, provider_api_url=address)
    except (LookupError, ValueError):
        return None
    listed = found.model_price
    if listed.input_mtok is None or listed.output_mtok is None:
        return None
    read = listed.cache_read_mtok if listed.cache_read_mtok is not None else listed.input_mtok
    written = listed.cache_write_mtok if listed.cache_write_mtok is not None else listed.input_mtok
    return _sum_of(_rate(listed.input_mtok), _rate(listed.output_mtok), _rate(read), _rate(written))


def _rate(listed: Any) -> Rate:
    tiers = getattr(listed, "tiers", None)
    if tiers is None:
        return _flat(float(listed))
    base = float(listed.base) / 1e6
    steps = [(tier.start, float(tier.price) / 1e6) for tier in tiers]

    def rate(total: int) -> float:
        found = base
        for start, per_token in steps:
            if total > start:
                found = per_token
        return found

    return rate


def _sum_of(fresh: Rate, output: Rate, read: Rate, written: Rate) -> Pricer:
    def cost(usage: Usage) -> float | None:
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        total = usage.input_tokens
        cached, stored = usage.cached_input_tokens or 0, usage.cache_write_tokens or 0
        plain = max(0, total - cached - stored)
        inward = plain * fresh(total) + cached * read(total) + stored * written(total)
        return inward + usage.output_tokens * output(total)

    return cost
