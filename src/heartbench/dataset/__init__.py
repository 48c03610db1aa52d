"""Question sets and answer files: read, check, count, fetch, export."""

from heartbench.dataset.findings import Finding, describe_finding
from heartbench.dataset.questions import LoadedQuestions, builtin_folder, builtin_questions, read_questions

__all__ = ["Finding", "LoadedQuestions", "builtin_folder", "builtin_questions", "describe_finding", "read_questions"]
