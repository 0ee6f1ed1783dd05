"""Tests of the analyses of finished games. Each is computed once and stored, and running games are
refused."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.analysis import service as module
from bot.analysis.service import ANALYST, Analyses
from bot.analysis.worker import Job, find, found_in
from bot.core.errors import NoFinishedGame, NotAnalysed, StillPlayed
from bot.db import schema
from bot.db.writer import Statement
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.thinking import progress
from bot.thinking.workers import Workers
from games.analysis import AnalysisBudget, accuracy_of, analyse
from games.record import dumps
from tests.bot.conftest import Now
from tests.bot.evening import (
    ANN,
    BOB,
    GUILD,
    dealt,
    one_move,
    play_out,
    run_out,
    waited_on,
)
from tests.bot.subjects import server_forgotten
from tests.games.test_analysis import golden
from tests.looked_at import next_deadline
from tests.present import present

SMALL = AnalysisBudget(cost=1, deals=8, close=1, opened=1, nodes=2_000)


@pytest.fixture
def found(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[Analyses, list[Job]]:
    """Return the service for analyses, and a list. Each job that the service computes is added to
    the list."""
    computed: list[Job] = []

    def compute(job: Job) -> str:
        computed.append(job)
        return found_in(job)

    monkeypatch.setattr(module, "found_in", compute)
    analyses = Analyses(store)
    analyses.budget = SMALL
    return analyses, computed


async def test_a_game_is_analysed_once_and_kept(
    tables: Tables, store: Store, found: tuple[Analyses, list[Job]]
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, computed = found
    finished = await analyses.finished(table.id, 1, GUILD)
    assert await analyses.kept(finished) is None
    one, other = await asyncio.gather(analyses.of(finished), analyses.of(finished))
    assert one == other == analyse(finished.record, SMALL)
    assert len(computed) == 1
    afterwards = Analyses(store)
    assert await afterwards.of(finished) == one
    assert len(computed) == 1, "it was kept in the database"


async def test_what_an_older_version_found_is_computed_anew(
    tables: Tables, store: Store, found: tuple[Analyses, list[Job]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, computed = found
    finished = await analyses.finished(table.id, 1, GUILD)
    with monkeypatch.context() as older:
        older.setattr("games.analysis.findings.VERSION", 0)
        await analyses.of(finished)
    await analyses.of(finished)
    await analyses.of(finished)
    assert len(computed) == 2
    assert len(await store.rows(select(schema.analyses.c.table_id))) == 1


async def test_a_member_is_judged_by_their_own_moves_alone(
    tables: Tables, store: Store, now: Now, found: tuple[Analyses, list[Job]]
) -> None:
    analyses, _ = found
    table = await dealt(tables, ANN, BOB, bots=1, game="durak")
    rng = random.Random(3)
    for _ in range(12):
        if waited_on(table):
            table = (await one_move(tables, table, rng)).table
        else:
            now.moment = present(await next_deadline(tables))
            table = present(await tables.run_due(table.id)).table
    await run_out(tables, table, now)
    finished = await analyses.finished(table.id, 1, GUILD)
    assert finished.played.stood_in
    analysis = await analyses.of(finished)
    told = 0
    for seat, who in enumerate((ANN, BOB)):
        own = [
            each
            for each in analysis.decisions
            if each.seat == seat and each.step not in finished.played.stood_in
        ]
        judged = await analyses.judged(GUILD, who.id)
        assert [each.decisions for each in judged] == [len(own)] * bool(own)
        for each in judged:
            assert each.accuracy == accuracy_of(own)
            assert [(made.step, made.kind) for made in each.mistakes] == [
                (made.step, made.kind) for made in own if made.is_mistake
            ]
            told += each.decisions
    assert told < len(analysis.decisions)
    assert len(await store.rows(select(schema.judged.c.seat))) <= 2, "no bot is judged"


async def test_what_an_older_version_judged_is_not_told(
    tables: Tables, store: Store, found: tuple[Analyses, list[Job]]
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, _ = found
    finished = await analyses.finished(table.id, 1, GUILD)
    await analyses.of(finished)
    assert await analyses.judged(GUILD, ANN.id)
    await store.write([Statement(update(schema.judged).values(version=0))])
    assert await analyses.judged(GUILD, ANN.id) == []
    await store.write(server_forgotten(GUILD))
    assert await store.rows(select(schema.judged.c.seat)) == []


@pytest.mark.parametrize("made", [{"annulled_by": 1}, {"kind": "void"}])
async def test_a_game_that_does_not_count_tells_nothing_of_how_somebody_plays(
    tables: Tables, store: Store, found: tuple[Analyses, list[Job]], made: dict[str, Any]
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, _ = found
    await analyses.of(await analyses.finished(table.id, 1, GUILD))
    assert await analyses.judged(GUILD, ANN.id)
    await store.write([Statement(update(schema.results).values(**made))])
    assert await analyses.judged(GUILD, ANN.id) == []


async def test_a_game_that_is_being_played_is_refused_to_everyone(
    tables: Tables, found: tuple[Analyses, list[Job]]
) -> None:
    first = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    for who in (ANN, BOB):
        first = (await tables.rematch(first.id, who, 5)).table
    analyses, computed = found
    with pytest.raises(StillPlayed):
        await analyses.finished(first.id, 2, GUILD)
    with pytest.raises(NoFinishedGame):
        await analyses.finished(first.id, 2, GUILD + 1)
    with pytest.raises(NoFinishedGame):
        await analyses.finished(first.id, 3, GUILD)
    await analyses.of(await analyses.finished(first.id, 1, GUILD))
    assert len(computed) == 1


async def test_a_failure_is_told_and_tried_again_at_the_next_press(
    tables: Tables, found: tuple[Analyses, list[Job]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, _ = found
    finished = await analyses.finished(table.id, 1, GUILD)

    def fail(job: Job) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "found_in", fail)
    with pytest.raises(NotAnalysed):
        await analyses.of(finished)
    monkeypatch.setattr(module, "found_in", found_in)
    assert await analyses.of(finished) == analyse(finished.record, SMALL)


async def test_a_process_that_gives_way_computes_the_same_and_reports_its_progress() -> None:
    record = golden("durak-durnius-2", 3)
    decisions = len(analyse(record, SMALL).decisions)
    workers = Workers(1, ANALYST)
    try:
        assert workers.progress_of(1) is None
        text = await workers.run(find, Job(dumps(record), SMALL, 1))
        assert workers.progress_of(1) == (decisions - 1, decisions), "told before the last one"
        workers.rest()
        again = await workers.run(find, Job(dumps(record), SMALL, 2))
        assert workers.progress_of(2) == (decisions - 1, decisions)
        assert workers.progress_of(1) is None
    finally:
        workers.close()
    assert text == again == found_in(Job(dumps(record), SMALL))


async def test_it_is_known_how_far_an_analysis_is_without_a_process_for_it(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Analyses of other tests have reported in this process.
    monkeypatch.setattr(progress, "_here", [[0, 0, 0]])
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"))
    analyses, known = Analyses(store), list[tuple[int, int] | None]()
    analyses.budget = SMALL
    finished = await analyses.finished(table.id, 1, GUILD)
    assert analyses.progress_of(finished) is None

    def watched(job: Job) -> str:
        known.append(analyses.progress_of(finished))
        text = found_in(job)
        known.append(analyses.progress_of(finished))
        return text

    monkeypatch.setattr(module, "found_in", watched)
    decisions = len((await analyses.of(finished)).decisions)
    assert known == [None, (decisions - 1, decisions)]
    assert analyses.progress_of(finished) is None
