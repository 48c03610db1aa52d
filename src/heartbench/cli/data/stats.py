"""``heartbench data stats``: what a question set consists of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from heartbench.cli.data.checking import DATASET, load
from heartbench.cli.options import Printing
from heartbench.cli.session import Session
from heartbench.taxonomy import ABILITY_BY_ID, CATEGORY_BY_ID, PRIMARY_SCENES, SCENE_BY_NAME

if TYPE_CHECKING:
    from heartbench.dataset import Count, SetStatistics
    from heartbench.scoring import Scores


@dataclass(frozen=True, kw_only=True)
class StatsOptions(Printing):
    """What ``heartbench data stats`` takes."""

    dataset: DATASET = "builtin"


def stats(session: Session, options: StatsOptions) -> int:
    """Prints the tables of abilities and scenes, the silent baseline and the single-criterion cells."""
    from heartbench.dataset import statistics

    found = statistics(load(options.dataset).questions)
    if options.json:
        session.show_json(asdict(found))
    else:
        _show(found, session)
    return 0


def _show(found: SetStatistics, session: Session) -> None:
    session.show(
        session.text(
            "stats_line",
            name=found.name,
            questions=found.questions,
            hard=found.hard,
            normal=found.normal,
            criteria=found.criteria,
            vetoes=found.vetoes,
        )
    )
    _table(("ability", "criteria", "questions", "single"), _ability_rows(found, session), session)
    _table(("scene", "questions", "hard"), _scene_rows(found, session), session)
    share = f"{100 * found.single_cells / found.cells:.1f}%" if found.cells else "—"
    session.show(session.text("stats_cells", single=found.single_cells, cells=found.cells, share=share))
    _show_baseline(found.baseline["all"], session)
    if found.unused_scenes:
        session.show(
            session.text("stats_unused", scenes=[_scene(name, session) for name in found.unused_scenes])
        )


def _percent(line: Count) -> str:
    return f"{line.count} ({line.percent})"


def _ability_rows(found: SetStatistics, session: Session) -> Iterable[tuple[str, ...]]:
    for group in found.categories:
        yield _in_language(CATEGORY_BY_ID[group.id], session), _percent(group), "", ""
        for line in group.abilities:
            name = _in_language(ABILITY_BY_ID[line.id], session)
            yield f"  {name}", _percent(line), str(line.questions), str(line.single_cells)
    yield session.text("total"), str(found.criteria), str(found.questions), str(found.single_cells)


def _scene_rows(found: SetStatistics, session: Session) -> Iterable[tuple[str, ...]]:
    for line in found.scenes:
        yield _scene(line.id, session), _percent(line), str(line.hard)
        for scene in line.secondary:
            yield f"  {_scene(scene.id, session)}", _percent(scene), ""
    yield session.text("total"), str(found.questions), str(found.hard)


def _scene(name: str, session: Session) -> str:
    """A scene by its name in the files; in English both names, for the files hold the Chinese one."""
    known = SCENE_BY_NAME.get(name)
    english = dict(PRIMARY_SCENES).get(name, known.en if known else None)
    if session.language == "zh" or english is None:
        return name or session.text("no_scene")
    return f"{english} ({name})"


def _in_language(named: object, session: Session) -> str:
    return str(getattr(named, session.language))


def _show_baseline(scores: Scores, session: Session) -> None:
    def shown(value: float | None) -> str:
        return "—" if value is None else f"{value:.2f}"

    highest = sorted(
        ((value, name) for name, value in scores.abilities.items() if value), key=lambda item: -item[0]
    )
    parts = [f"{_in_language(ABILITY_BY_ID[name], session)} {value:.2f}" for value, name in highest]
    session.show(
        session.text(
            "stats_baseline",
            overall=shown(scores.overall),
            mean=shown(scores.question_mean),
            abilities=parts or "0",
        )
    )


def _table(columns: Sequence[str], rows: Iterable[tuple[str, ...]], session: Session) -> None:
    from heartbench.reporting import Column

    titles = [
        Column(session.text(f"column_{name}"), numeric=number > 0) for number, name in enumerate(columns)
    ]
    session.show_table(titles, list(rows))
    session.show("")
