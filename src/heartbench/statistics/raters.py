"""Agreement of several raters: Fleiss' kappa and Krippendorff's alpha for categories.

Sources: Fleiss (1971), Psychological Bulletin 76; Krippendorff (2011), Computing Krippendorff's
Alpha-Reliability, whose worked examples are among the tests.
"""

from __future__ import annotations

import numpy as np

from heartbench.statistics.measures import Floats
from heartbench.statistics.undefined import Undefined


def fleiss_kappa(counts: Floats) -> float | Undefined:
    """Fleiss' kappa, at most 1, of counts [subjects x categories]: how many raters chose which category.

    Every subject has the same number of raters, two or more; ValueError otherwise. Undefined (``unanimous``)
    where all raters always choose one category, (``no_marks``) without subjects.
    """
    if not counts.size:
        return Undefined("no_marks")
    raters = counts.sum(axis=1)
    if raters.min() != raters.max() or raters[0] < 2:
        raise ValueError("each subject needs the same number of raters, two or more")
    number = raters[0]
    observed = float((((counts**2).sum(axis=1) - number) / (number * (number - 1.0))).mean())
    by_chance = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    if 1.0 - by_chance < 1e-12:
        return Undefined("unanimous")
    return (observed - by_chance) / (1.0 - by_chance)


def krippendorff_alpha(ratings: Floats) -> float | Undefined:
    """Krippendorff's alpha for categories, at most 1, of ratings [raters x units]; NaN where one is missing.

    A unit with fewer than two ratings says nothing about agreement and is left out. Undefined
    (``unanimous``) where all ratings are the same, (``no_marks``) where no unit has two.
    """
    there = ~np.isnan(ratings)
    pairable = there.sum(axis=0) >= 2
    kept = ratings[:, pairable]
    categories = np.unique(kept[~np.isnan(kept)])
    if not categories.size:
        return Undefined("no_marks")
    # [units x categories]: how many raters chose which.
    counts = np.stack([(kept == category).sum(axis=0) for category in categories], axis=1).astype(np.float64)
    sizes = counts.sum(axis=1)
    disagreeing = sizes**2 - (counts**2).sum(axis=1)
    total, by_category = counts.sum(), counts.sum(axis=0)
    observed = float((disagreeing / (sizes - 1.0)).sum() / total)
    by_chance = float((total**2 - (by_category**2).sum()) / (total * (total - 1.0)))
    if by_chance == 0.0:
        return Undefined("unanimous")
    return 1.0 - observed / by_chance
