"""How sure one can be: intervals, comparisons, ranks, variance parts. Pure: arrays in, records out."""

from heartbench.statistics.clusters import Labels, single_linkage
from heartbench.statistics.comparison import (
    Difference,
    Pair,
    PairedComparison,
    compare,
    false_alarm_rate,
    variance_shares,
)
from heartbench.statistics.intervals import Interval, Intervals, intervals, intervals_of
from heartbench.statistics.measures import (
    CATEGORY_IDS,
    COUNT,
    OVERALL,
    QUESTION_MEAN,
    TOTALS,
    Floats,
    Total,
    stacked,
)
from heartbench.statistics.ranking import Ranking, RankInterval, rank_intervals
from heartbench.statistics.resampling import (
    DEFAULT,
    LEAST_QUESTIONS,
    MOST_LOST,
    Replicates,
    Settings,
    replicates,
)
from heartbench.statistics.testing import SignTest, holm, sign_flip
from heartbench.statistics.undefined import Reason, Undefined
from heartbench.statistics.variance import VarianceParts, variance_parts

__all__ = [
    "CATEGORY_IDS",
    "COUNT",
    "DEFAULT",
    "LEAST_QUESTIONS",
    "MOST_LOST",
    "OVERALL",
    "QUESTION_MEAN",
    "TOTALS",
    "Difference",
    "Floats",
    "Interval",
    "Intervals",
    "Labels",
    "Pair",
    "PairedComparison",
    "RankInterval",
    "Ranking",
    "Reason",
    "Replicates",
    "Settings",
    "SignTest",
    "Total",
    "Undefined",
    "VarianceParts",
    "compare",
    "false_alarm_rate",
    "holm",
    "intervals",
    "intervals_of",
    "rank_intervals",
    "replicates",
    "sign_flip",
    "single_linkage",
    "stacked",
    "variance_parts",
    "variance_shares",
]
