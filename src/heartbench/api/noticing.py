"""What a run has to say to those who called it from Python."""

from __future__ import annotations

import logging

from heartbench.evaluation import Progress
from heartbench.language import Language, text, variant

LOGGER = "heartbench"


class LoggedNotices:
    """An observer that logs notices as warnings, so that they are seen unless someone turns them off."""

    def __init__(self, language: Language, program: str = "python") -> None:
        self._language = language
        self._program = program
        self._logger = logging.getLogger(LOGGER)

    def on_progress(self, progress: Progress) -> None:
        """Nothing is shown."""

    def on_notice(self, key: str, fields: dict[str, object]) -> None:
        """Logs the sentence."""
        said = variant(key, self._program, self._language)
        self._logger.warning("%s", text(said, self._language, **fields))
