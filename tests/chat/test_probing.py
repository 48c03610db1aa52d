from __future__ import annotations

from chat.wire import QUICK, Seen, Server, completion, error, target
from heartbench.chat import probe
from heartbench.records import FailureKind, ModelSettings, Prices


async def test_a_model_that_works() -> None:
    settings = ModelSettings(prices=Prices(1, 1))
    async with Server([completion("<think>x</think>你好")]) as server:
        result = await probe(target(server, settings=settings))
    assert result.ok and result.failure is None
    assert (result.system_folded, result.counts_tokens, result.reasons, result.priced) == (
        False,
        True,
        True,
        True,
    )


async def test_a_parameter_that_is_not_taken_is_found_beforehand() -> None:
    refusal = error(400, "Unsupported value: 'temperature' does not support 0.5", param="temperature")
    async with Server([refusal]) as server:
        result = await probe(target(server, settings=ModelSettings({"temperature": 0.5})), "zh")
    assert not result.ok and result.failure is not None
    assert result.failure.kind is FailureKind.UNSUPPORTED_PARAMETER
    assert "不接受参数 temperature" in result.failure.message


async def test_folding_is_found() -> None:
    def script(_number: int, seen: Seen) -> object:
        folds = seen.body["messages"][0]["role"] == "user"
        return completion("好") if folds else error(400, "System role not supported")

    async with Server(script) as server:  # type: ignore[arg-type]
        result = await probe(target(server))
    assert result.ok and result.system_folded and not result.priced


async def test_nobody_there() -> None:
    result = await probe(target("http://127.0.0.1:9"), limits=QUICK)
    assert not result.ok and not result.counts_tokens
