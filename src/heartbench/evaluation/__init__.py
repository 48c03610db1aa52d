"""The room that plans what is owed, asks for it, and commits what comes back."""

from heartbench.evaluation.judging import read_reply
from heartbench.evaluation.observe import Observer, Progress, SilentObserver, Tally
from heartbench.evaluation.run import RunReport, evaluate

__all__ = ["Observer", "Progress", "RunReport", "SilentObserver", "Tally", "evaluate", "read_reply"]
