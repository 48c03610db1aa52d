"""How sure one can be: intervals, comparisons, ranks, variance parts. Pure: arrays in, records out."""

from heartbench.statistics.agreement import (
    AGREEMENT_MEASURES,
    LEAST_MARKS,
    Agreement,
    AgreementMeasure,
    Estimate,
    Marks,
    agreements,
)
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
from heartbench.statistics.raters import fleiss_kappa, krippendorff_alpha
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
    "AGREEMENT_MEASURES",
    "CATEGORY_IDS",
    "COUNT",
    "DEFAULT",
    "LEAST_MARKS",
    "LEAST_QUESTIONS",
    "MOST_LOST",
    "OVERALL",
    "QUESTION_MEAN",
    "TOTALS",
    "Agreement",
    "AgreementMeasure",
    "Difference",
    "Estimate",
    "Floats",
    "Interval",
    "Intervals",
    "Labels",
    "Marks",
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
    "agreements",
    "compare",
    "false_alarm_rate",
    "fleiss_kappa",
    "holm",
    "intervals",
    "intervals_of",
    "krippendorff_alpha",
    "rank_intervals",
    "replicates",
    "sign_flip",
    "single_linkage",
    "stacked",
    "variance_parts",
    "variance_shares",
]
