"""Python callables under test, by import path."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from heartbench.config.secrets import mask_secrets, secrets_of
from heartbench.errors import TargetError
from heartbench.records import CallableTarget, CandidateFunction, digest

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


def callable_target(function: CandidateFunction, label: str = "") -> CallableTarget:
    """The target that a callable in hand is: answers are found again by what stands for it.

    A function that can be imported: its import path, as if it were written ``python:module:name``. One
    that cannot (of the main module or a notebook, a lambda, a local one): its name and a hash of its code
    and of the plain values it holds. What a function reads from elsewhere counts no more than it does in a
    module: say it by a revision. Anything else (a method, a partial, an object): its type and ``label``.
    Raises TargetError where nothing stands for it: it is no callable, or an object without a label.
    """
    kind = type(function).__name__
    if not callable(function) or isinstance(function, type):
        raise TargetError("config.callable_wrong", import_path=repr(function)[:80], kind=kind)
    named = function if hasattr(function, "__qualname__") else type(function)
    path = f"{named.__module__}:{named.__qualname__}"
    if _is_importable(function, named.__module__, named.__qualname__):
        return CallableTarget(path, function)
    facts = _facts(function) if isinstance(function, FunctionType) else None
    if facts is not None:
        return CallableTarget(f"{path}#{digest('code', facts)[:12]}", function)
    if not label:
        raise TargetError("config.callable_unnamed", name=path, kind=kind)
    return CallableTarget(f"{path}[{label}]", function)


def _is_importable(function: object, module: str, qualname: str) -> bool:
    # A main module is another one tomorrow, and so is the function of that name.
    found: object = sys.modules.get(module) if module != "__main__" else None
    for name in qualname.split("."):
        found = getattr(found, name, None)
    return found is function


_PLAIN = (str, bytes, int, float, bool, type(None))


def _facts(function: FunctionType) -> list[object] | None:
    """What a function is made of; None where it holds an object that nothing stands for."""
    held = [
        *(function.__defaults__ or ()),
        *sorted((function.__kwdefaults__ or {}).items()),
        *(cell.cell_contents for cell in function.__closure__ or ()),
    ]
    values = list(map(_plain, held))
    return None if None in values else [list(_code_facts(function.__code__)), values]


def _plain(value: object) -> str | None:
    if isinstance(value, tuple):
        parts = [_plain(item) for item in value]
        return None if None in parts else f"({','.join(map(str, parts))})"
    return repr(value) if type(value) in _PLAIN else None


def _code_facts(code: CodeType) -> Iterator[object]:
    yield code.co_code.hex()
    yield [*code.co_names, *code.co_varnames, *code.co_freevars]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield list(_code_facts(constant))
        else:
            # The order of a set's members differs from process to process.
            yield sorted(map(repr, constant)) if isinstance(constant, frozenset) else repr(constant)
