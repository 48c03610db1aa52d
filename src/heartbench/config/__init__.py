"""heartbench.toml, options and the environment become candidates and judges."""

from heartbench.config.addresses import check_address, mask_address
from heartbench.config.callables import callable_target
from heartbench.config.credentials import Addresses, AddressOption, endpoint_for
from heartbench.config.files import ConfigFile, RunTable
from heartbench.config.loading import CONFIG_NAME, Settings, load_settings, parse_config, parse_run_table
from heartbench.config.resolving import (
    DEFAULT_JUDGE,
    FileCandidate,
    Surroundings,
    read_prompt,
    resolve_candidates,
    resolve_judges,
)
from heartbench.config.targets import (
    LABELS_JUDGE,
    OFFLINE_CANDIDATES,
    OFFLINE_JUDGES,
    WrittenTarget,
    parse_target,
)

__all__ = [
    "CONFIG_NAME",
    "DEFAULT_JUDGE",
    "LABELS_JUDGE",
    "OFFLINE_CANDIDATES",
    "OFFLINE_JUDGES",
    "AddressOption",
    "Addresses",
    "ConfigFile",
    "FileCandidate",
    "RunTable",
    "Settings",
    "Surroundings",
    "WrittenTarget",
    "callable_target",
    "check_address",
    "endpoint_for",
    "load_settings",
    "mask_address",
    "parse_config",
    "parse_run_table",
    "parse_target",
    "read_prompt",
    "resolve_candidates",
    "resolve_judges",
]
