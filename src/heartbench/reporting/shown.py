"""How a result shows itself in Python: one line as it is, tables in a notebook and where it is printed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from heartbench.language import Language, resolve_language

if TYPE_CHECKING:
    from heartbench.reporting.sheet import Sheet

# What renders a record imports it: so a record looks for its renderer only when it is to be shown.


class Shown(ABC):
    """A record that notebooks show as tables and ``print`` as text, in the reader's language."""

    __slots__ = ()

    @abstractmethod
    def _sheet(self, language: Language) -> Sheet:
        """What is shown."""

    def _repr_html_(self) -> str:
        from heartbench.reporting.sheet import sheet_html

        return sheet_html(self._sheet(resolve_language()))

    def __str__(self) -> str:
        from heartbench.reporting.sheet import sheet_text

        return sheet_text(self._sheet(resolve_language()))

    def __repr__(self) -> str:
        from heartbench.reporting.escape import plain

        return f"<{plain(self._sheet('en').head)}>"
