"""Python callables under test, by import path."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from heartbench.config.secrets import mask_secrets, secrets_of
from heartbench.errors import TargetError
from heartbench.records import CallableTarget

_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def _attribute(module: object, names: str, import_path: str) -> Callable[..., object]:
    value = module
    for name in names.split("."):
        if not hasattr(value, name):
            raise TargetError("config.callable_unknown", import_path=import_path, name=name)
        value = getattr(value, name)
    if not callable(value) or isinstance(value, type):
        raise TargetError("config.callable_wrong", import_path=import_path, kind=type(value).__name__)
    return value


def import_callable(import_path: str, folder: Path) -> CallableTarget:
    """The callable at ``module:name``, looked for in ``folder`` first, then among what is installed.

    Importing runs the user's module; ``folder`` stays on the path, for imports made later.
    Raises TargetError where the path is malformed, the import fails or the name is no function.
    """
    if not _IMPORT_PATH.fullmatch(import_path):
        raise TargetError("config.callable_path", import_path=import_path)
    module_name, _, names = import_path.partition(":")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        problem = mask_secrets(f"{type(error).__name__}: {error}", secrets_of(os.environ))
        raise TargetError("config.callable_import", import_path=import_path, problem=problem) from error
    return CallableTarget(import_path, _attribute(module, names, import_path))  # type: ignore[arg-type]
