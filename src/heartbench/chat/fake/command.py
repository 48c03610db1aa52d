"""The command line of the fake endpoint."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from heartbench.chat.fake.endpoint import FakeEndpoint
from heartbench.chat.fake.faults import FAULTS
from heartbench.chat.fake.plan import FaultPlan
from heartbench.chat.fake.profiles import read_profiles
from heartbench.chat.fake.settings import FakeSettings
from heartbench.errors import UsageError
from heartbench.language import describe, resolve_language, system_reason, text
from heartbench.language.arguments import SpokenParser

_DEFAULTS = FakeSettings()


def build_parser() -> argparse.ArgumentParser:
    """The options, described in the user's language."""
    language = resolve_language()

    def told(name: str) -> str:
        return text(f"fake.{name}", language)

    parser = SpokenParser("python -m heartbench.chat.fake", told("about"), language)
    add = parser.add_argument
    add("--host", default=_DEFAULTS.host, help=told("option_host"))
    add("--port", type=int, default=_DEFAULTS.port, help=told("option_port"))
    add("--latency", type=float, default=_DEFAULTS.latency, help=told("option_latency"))
    add("--slots", type=int, help=told("option_slots"))
    add("--retry-after", help=told("option_retry_after"))
    add("--hits", type=float, default=_DEFAULTS.hit_probability, help=told("option_hits"))
    add("--veto-hits", type=float, default=_DEFAULTS.veto_probability, help=told("option_veto_hits"))
    add("--profiles", type=Path, metavar="FILE", help=told("option_profiles"))
    add("--seed", type=int, default=_DEFAULTS.seed, help=told("option_seed"))
    add("--long-wait", type=float, default=_DEFAULTS.long_wait, help=told("option_long_wait"))
    add("--outage-after", type=int, help=told("option_outage_after"))
    add("--outage", type=float, default=_DEFAULTS.outage, help=told("option_outage"))
    add("--key", help=told("option_key"))
    add("--log", type=Path, help=told("option_log"))
    add("--reply", action="append", help=told("option_reply"))
    add("--faults", default="", metavar="SPEC", help=told("option_faults"))
    add("--script", default="", metavar="NAMES", help=told("option_script"))
    add("--model-faults", action="append", default=[], metavar="MODEL=SPEC", help=told("option_model_faults"))
    add("--list-faults", action="store_true", help=told("option_list_faults"))
    return parser


def build_endpoint(options: argparse.Namespace) -> FakeEndpoint:
    """The endpoint that the options ask for; raises UsageError for a bad plan of faults."""
    settings = FakeSettings(
        latency=options.latency,
        slots=options.slots,
        retry_after=options.retry_after,
        hit_probability=options.hits,
        veto_probability=options.veto_hits,
        seed=options.seed,
        profiles=read_profiles(options.profiles) if options.profiles else {},
        long_wait=options.long_wait,
        outage_after=options.outage_after,
        outage=options.outage,
        key=options.key,
        host=options.host,
        port=options.port,
        log=options.log,
    )
    models: dict[str, FaultPlan | str] = {}
    for item in options.model_faults:
        model, mark, spec = item.partition("=")
        if not mark:
            raise UsageError("fake.bad_model_faults", item=item)
        models[model] = spec
    faults = FaultPlan.parse(options.faults, options.script)
    return FakeEndpoint(settings, replies=options.reply, faults=faults, models=models)


def list_faults() -> str:
    """One line per fault: its name, its row of the table of wire cases, what it does."""
    language = resolve_language()
    width = max(map(len, FAULTS))
    lines = []
    for name, fault in FAULTS.items():
        row = str(fault.row) if fault.row else "-"
        lines.append(f"{name:<{width}}  {row:>2}  {text(f'fake.fault_{name}', language)}")
    return "\n".join(lines)


async def serve(endpoint: FakeEndpoint) -> None:
    """Opens the endpoint, prints its URL on one line and stays until it is cancelled."""
    async with endpoint:
        print(endpoint.url, flush=True)
        await asyncio.Event().wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = build_parser().parse_args(arguments)
    if options.list_faults:
        print(list_faults())
        return 0
    try:
        asyncio.run(serve(build_endpoint(options)))
    except UsageError as problem:
        print(describe(problem, resolve_language()), file=sys.stderr)
        return problem.exit_code
    except OSError as problem:
        reason = system_reason(problem)
        print(text("fake.not_open", resolve_language(), problem=reason), file=sys.stderr)
        return UsageError.exit_code
    except KeyboardInterrupt:
        return 130
    return 0
