from __future__ import annotations

import asyncio

import pytest

from heartbench.chat.slots import Slots


async def test_a_freed_slot_goes_to_the_lane_that_holds_the_fewest() -> None:
    slots, order = Slots(2), list[str]()

    async def take(lane: str) -> None:
        await slots.enter(lane)
        order.append(lane)

    await take("a")
    await take("a")
    waiting = [asyncio.create_task(take(lane)) for lane in ("a", "a", "b")]
    await asyncio.sleep(0)
    for _ in range(2):
        slots.leave("a")
        await asyncio.sleep(0)
    slots.leave("b")
    await asyncio.gather(*waiting)
    assert order == ["a", "a", "b", "a", "a"]


@pytest.mark.parametrize("granted", [False, True])
async def test_a_cancelled_wait_takes_no_slot(granted: bool) -> None:
    slots = Slots(1)
    await slots.enter("a")
    task = asyncio.create_task(slots.enter("b"))
    await asyncio.sleep(0)
    if granted:
        slots.leave("a")
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    if not granted:
        slots.leave("a")
    async with asyncio.timeout(1):
        await slots.enter("c")
