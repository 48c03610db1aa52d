"""Is the judge any good: how it agrees with the labelled answers."""

from heartbench.audit.build import WRITERS, checked, halo_marks, of_the_writers
from heartbench.audit.collect import evidence_of
from heartbench.audit.records import Effect, Evidence, JudgeCheck, Marking, Replies
from heartbench.audit.rendering import print_check
from heartbench.audit.structure import check_structure
from heartbench.audit.tables import badge, check_notes, check_sections

__all__ = [
    "WRITERS",
    "Effect",
    "Evidence",
    "JudgeCheck",
    "Marking",
    "Replies",
    "badge",
    "check_notes",
    "check_sections",
    "check_structure",
    "checked",
    "evidence_of",
    "halo_marks",
    "of_the_writers",
    "print_check",
]
