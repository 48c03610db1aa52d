"""``heartbench demo``: an offline run on the built-in set."""

from __future__ import annotations

from dataclasses import dataclass, replace

from heartbench.cli.options import Reporting, RunOptions
from heartbench.cli.session import Session


@dataclass(frozen=True, kw_only=True)
class DemoOptions(Reporting):
    """What ``heartbench demo`` takes."""


def demo(session: Session, options: DemoOptions) -> int:
    """Runs the three offline candidates past the offline judge: no key, no network."""
    from heartbench.cli.executing import execute
    from heartbench.cli.planning import wanted_run
    from heartbench.cli.preferences import preferences, settings_of
    from heartbench.config import OFFLINE_CANDIDATES, ConfigFile, Settings

    # The demo is the same for everyone: of heartbench.toml only the places count.
    settings = settings_of(options)
    places = preferences(options, settings)
    asked = RunOptions(
        models=[f"offline:{name}" for name in OFFLINE_CANDIDATES],
        judge=["offline:rules"],
        store=places.store,
        results=places.results,
        rule=places.rule,
    )
    plain = Settings(ConfigFile(), settings.folder)
    session = replace(session, program="demo")
    session.say("demo")
    return execute(wanted_run(asked, plain, preferences(asked, plain)), session, as_json=options.json)
