"""An argument parser that speaks one language in help and errors; argparse alone knows only English."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from heartbench.language.catalog import Language, text

_SAID: Sequence[tuple[str, str]] = (
    (r"unrecognized arguments: (?P<names>.*)", "unknown"),
    (r"the following arguments are required: (?P<names>.*)", "required"),
    (r"ambiguous option: (?P<name>\S+) could match (?P<names>.*)", "ambiguous"),
    (r"argument (?P<name>.*?): expected (?:one|at least one) argument", "no_value"),
    (r"argument (?P<name>.*?): ignored explicit argument '(?P<value>.*)'", "no_value_wanted"),
    (r"argument (?P<name>.*?): invalid choice: '(?P<value>.*)' \(choose from (?P<names>.*)\)", "no_choice"),
    (r"argument (?P<name>.*?): invalid \S+ value: '(?P<value>.*)'", "wrong_value"),
)


class SpokenParser(argparse.ArgumentParser):
    """As its base, in one language."""

    def __init__(self, program: str, description: str, language: Language) -> None:
        self._language: Language = language
        super().__init__(program, description=description, formatter_class=self._formatter, add_help=False)
        self._optionals.title = text("arguments.options", language)
        self.add_argument("-h", "--help", action="help", help=text("arguments.help", language))

    def error(self, message: str) -> NoReturn:
        """Says in one sentence what is wrong, and leaves with exit code 2."""
        self.exit(2, f"{self._sentence(message)}\n")

    def _sentence(self, message: str) -> str:
        for pattern, name in _SAID:
            found = re.fullmatch(pattern, message)
            if found:
                fields: dict[str, object] = dict(found.groupdict())
                if "names" in fields:
                    fields["names"] = found["names"].replace("'", "").split(", ")
                return text(f"arguments.{name}", self._language, program=self.prog, **fields)
        return text("arguments.other", self._language, program=self.prog, words=message)

    def _formatter(self, prog: str) -> argparse.HelpFormatter:
        return _Formatter(prog, text("arguments.usage", self._language))


class _Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog)
        self._usage_word = usage

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begins with the word of the language."""
        super().add_usage(usage, actions, groups, self._usage_word if prefix is None else prefix)
