"""How many calls a lane may have in flight: a rule that learns from what was accepted (pure)."""

from __future__ import annotations

from collections import deque

_MEMORY = 256
"""So many outcomes since the last change of the limit are looked back on."""
_NOISE = 0.25
"""A smaller share of refusals, among calls sent at such a crowd, says nothing about the limit."""
_FIRST_PATIENCE = 4
_LONGEST_PATIENCE = 16


class Pace:
    """The limit of one lane.

    It doubles each clean round until the first refusal. A refusal cuts it to what was
    accepted, whence it goes on by one after several clean rounds, more with each attempt that
    failed; once past the point of refusal it grows by a quarter each clean round. Refusals
    that strike at random, while as many calls were accepted before, do not cut it.
    """

    def __init__(self, start: int, most: int) -> None:
        self.limit = max(1, min(start, most))
        self._most = max(1, most)
        self._ceiling: int | None = None
        """The smallest limit that is known to be too much."""
        self._patience = _FIRST_PATIENCE
        self._outcomes: deque[int] = deque(maxlen=_MEMORY)
        """Crowds at which calls were sent: accepted ones positive, refused ones negative."""
        self._clean = 0
        self._peak = 0
        self._accepted = 0
        self._cutting = False

    def accept(self, crowd: int) -> None:
        """A call that was sent as the ``crowd``-th in flight was served."""
        self._outcomes.append(crowd)
        self._clean += 1
        self._peak = max(self._peak, crowd)
        if self._clean >= self.limit and self._peak >= self.limit and self.limit < self._most:
            self._maybe_grow()

    def refuse(self, crowd: int, in_flight: int, fresh: bool) -> None:
        """A call sent as the ``crowd``-th was refused.

        ``in_flight`` counts the calls sent and not yet ended, this one included; ``fresh`` says
        that the lane was not waiting already, so that a new episode begins.
        """
        if fresh:
            self._accepted, self._cutting = in_flight, False
        self._accepted -= 1
        self._outcomes.append(-crowd)
        if not self._cutting and self._is_noise(crowd):
            return
        if not self._cutting and self._ceiling is not None:
            self._patience = min(_LONGEST_PATIENCE, self._patience * 2)
        self._cutting = True
        self._set(max(1, min(self.limit, self._accepted)))
        self._ceiling = self.limit + 1

    def _is_noise(self, crowd: int) -> bool:
        accepted = sum(1 for outcome in self._outcomes if outcome >= crowd)
        refused = sum(1 for outcome in self._outcomes if outcome < 0)
        return refused <= _NOISE * (accepted + refused)

    def _maybe_grow(self) -> None:
        limit, ceiling = self.limit, self._ceiling
        if ceiling is None or limit < ceiling // 2:
            self._set(limit * 2)
        elif limit >= ceiling:
            self._patience = _FIRST_PATIENCE
            self._set(limit + max(1, limit // 4))
        elif self._clean >= self._patience * limit:
            self._set(limit + 1)

    def _set(self, limit: int) -> None:
        self.limit = min(limit, self._most)
        self._clean = self._peak = 0
        self._outcomes.clear()
