"""Tests of the export of a member's stored data. The export is complete, and contains nothing about
other members."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

from bot.core.model import Mention, Panel, Person
from bot.db.kept import HIDDEN, OF_OTHERS
from bot.subjects import KEPT
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import CHANNEL, dealt, lobby, play_out, waited_on
from tests.bot.privacy.test_privacy_page import ROW
from tests.bot.subjects import export, records
from tests.present import present

PARTS = {name: part for kept in KEPT for name, part in kept.parts.items()}
EVE, MALLORY = Person(81818181, "Evelina"), Person(92929292, "Mallory")
PAGE = (Path(__file__).parents[3] / "PRIVACY.md").read_text(encoding="utf-8")


def test_every_table_that_forgets_a_member_tells_them_before() -> None:
    named = {
        table
        for table, fields, _, until in ROW.findall(PAGE)
        if "Forget me…" in until or "`member_id`" in fields
    }
    assert named | {"judged", "team_matches"} == {part.table.name for part in PARTS.values()}
    for part in PARTS.values():
        left_out = {column.name for column in part.table.columns} - set(part.fields)
        if len(part.fields) > 3 and part.by != ("by_id",):
            assert left_out <= HIDDEN | OF_OTHERS, part.table.name


async def test_what_a_member_did_and_chose_is_in_it_and_nothing_of_others(
    tables: Tables, store: Store, now: Now
) -> None:
    over = await play_out(tables, await dealt(tables, EVE, MALLORY))
    await records(tables).tidy()
    running = await dealt(tables, MALLORY, EVE)
    member = present(running.seats[waited_on(running)[0]].member_id)
    move = present(running.view(0)).moves[0]
    await tables.move(running.id, member, move)
    hosted = await lobby(tables, EVE, MALLORY)
    await tables.preferences.change_member(EVE.id, text_only=True)
    expires = now() + timedelta(minutes=9)
    await tables.shown.panel_opened(Panel(running.id, EVE.id, "a-token", 901, expires))
    await tables.shown.mentioned(Mention(running.id, EVE.id, CHANNEL, 902))

    text = await export(tables).of(EVE.id)
    told = json.loads(text)
    assert [row["table_id"] for row in told["results"]] == [over.id]
    assert {row["id"] for row in told["tables_hosted"]} == {over.id, hosted.id}
    assert {row["table_id"] for row in told["seats"]} == {over.id, running.id, hosted.id}
    assert json.loads(told["settings"][0]["settings"])["text_only"]
    assert told["standings"]
    assert told["mentions"][0]["message_id"] == 902
    (game,) = [each for each in told["moves"] if each["table_id"] == over.id]
    mine = [step.move for step in present(over.record).steps if step.seat == 0]
    assert [made for _, made in game["moves"]] == mine

    assert "Mallory" not in text
    assert str(MALLORY.id) not in text
    assert "a-token" not in text
    for table in (over, running, hosted):
        row = present(await store.table(table.id))
        assert row.secret.hex() not in text
    hidden = present(running.live).position()["hands"][1]
    assert not re.search(
        "|".join(re.escape(f" {card}") for card in hidden),
        json.dumps([each for each in told["moves"] if each["table_id"] == running.id]),
    )


async def test_of_somebody_who_never_played_nothing_is_kept(tables: Tables) -> None:
    await play_out(tables, await dealt(tables))
    told = json.loads(await export(tables).of(EVE.id))
    assert not [name for name in PARTS if told[name]]
    assert (told["moves"], told["judged"]) == ([], [])
