"""The addresses of answers and verdicts: what a result depends on, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from heartbench.records import digest


@dataclass(frozen=True, slots=True)
class AnswerAddress:
    """What an answer depends on."""

    dialogue_hash: str
    prompt_hash: str
    """Hash of the answering prompt's template."""
    candidate: str
    """Fingerprint of the candidate, revision included."""
    edition: int
    sample: int
    text_hash: str = ""
    """Only for files of answers: another text under the same name is another answer."""

    @property
    def key(self) -> str:
        """The content address."""
        parts = [self.dialogue_hash, self.prompt_hash, self.candidate, self.edition, self.sample]
        return digest("answer", [*parts, self.text_hash] if self.text_hash else parts)


@dataclass(frozen=True, slots=True)
class VerdictAddress:
    """What a verdict depends on."""

    text_hash: str
    """Hash of the judged text."""
    dialogue_hash: str
    judging_hash: str
    """Hash of the judging prompt as rendered without the answer, all parts."""
    judge: str
    """Fingerprint of the judge, revision included."""
    mode: str
    edition: int
    repeat: int

    @property
    def key(self) -> str:
        """The content address."""
        place = [self.text_hash, self.dialogue_hash, self.judging_hash]
        return digest("verdict", [*place, self.judge, self.mode, self.edition, self.repeat])


def verdict_scope(judge: str, candidate: str) -> str:
    """Where an edition of verdicts reaches: one judge's verdicts on one candidate's answers."""
    return digest("verdict-scope", [judge, candidate])
