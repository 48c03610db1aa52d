"""What candidates and judges are asked with, and how a judge's reply is read.

Pure: nothing here talks to anyone.
"""

from heartbench.protocols.assembly import assemble, assemble_raw
from heartbench.protocols.contracts import Contract, Parsed, ParseFailure
from heartbench.protocols.modes import Mode
from heartbench.protocols.protocol import PROTOCOLS, Judging, JudgingPart, Protocol, load_protocol
from heartbench.protocols.replies import parse_reply

__all__ = [
    "PROTOCOLS",
    "Contract",
    "Judging",
    "JudgingPart",
    "Mode",
    "ParseFailure",
    "Parsed",
    "Protocol",
    "assemble",
    "assemble_raw",
    "load_protocol",
    "parse_reply",
]
