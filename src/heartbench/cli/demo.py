"""``heartbench demo``: an offline run on the built-in set."""

from __future__ import annotations

from dataclasses import dataclass, replace

from heartbench.cli.options import Reporting, words_of
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class DemoOptions(Reporting):
    """What ``heartbench demo`` takes."""


def demo(session: Session, options: DemoOptions) -> int:
    """Runs the three offline candidates past the offline judge: no key, no network."""
    from heartbench.api.preferences import preferences, settings_of
    from heartbench.api.wanted import wanted_run
    from heartbench.api.words import ReportWords, RunWords
    from heartbench.cli.executing import execute
    from heartbench.config import OFFLINE_CANDIDATES, ConfigFile, Settings

    # The demo is the same for everyone: of heartbench.toml only the places count.
    words = words_of(options, ReportWords)
    settings = settings_of(words)
    places = preferences(words, settings)
    asked = RunWords(
        models=[f"offline:{name}" for name in OFFLINE_CANDIDATES],
        judge="offline:rules",
        store=places.store,
        results=places.results,
        rule=places.rule,
    )
    plain = Settings(ConfigFile(), settings.folder)
    session = replace(session, program="demo")
    session.say("demo")
    return execute(wanted_run(asked, plain, preferences(asked, plain)), session, as_json=options.json)
