"""Boards in the browser that don't show a running table, but a replay, a deal played alone, or open
hands. Such a board shows the same as the Discord message with its button, to the same members and
at the same time."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

import games
from board import scenes
from board.connection import PASSING
from bot.core.model import Person, Phase, Table
from bot.doors.model import Shows, Sight
from bot.history.moments import moment_at
from bot.tables import watching
from bot.today.model import MEMBER
from tests.board.boards import ADA, BERTA, CHANNEL, CLEO, GUILD, Frame, House, Page
from tests.present import present


@asynccontextmanager
async def page_of(home: House, sight: Sight, who: Person) -> AsyncIterator[Page]:
    """Open a board in the browser of the member `who`, and yield the board's page. `sight` says
    what the board shows, such as a replay. The page has already received its first state, or a
    frame that says why the connection is closed. The connection ends with the block."""
    answer = await home.enter(await home.doors.link_to(sight, GUILD, who.id, "en-GB"))
    path, cookie = "/" + (await answer.json())["at"], answer.cookies["door"].value
    async with home.socket(path, cookie) as socket:
        page = Page(socket)
        await page.until(lambda frame: frame["is"] in ("state", "bye"))
        yield page


async def played_on(home: House, table: Table, rng: random.Random) -> Table:
    """Choose a random seat for which the game waits, play a random legal move for it, and return
    the table after the move."""
    seat = rng.choice(sorted(present(table.live).waiting_on))
    move = rng.choice(present(table.view(seat)).moves)
    return (await home.tables.move(table.id, present(table.seats[seat].member_id), move)).table


def hands(state: Frame) -> list[list[str | None]]:
    """Return the cards of each hand that a state shows. A card that lies face down is None."""
    return [zone["cards"] for zone in state["view"]["zones"] if zone["hand"]]


def is_open(state: Frame) -> bool:
    return None not in [card for hand in hands(state) for card in hand]


def is_state(frame: Frame) -> bool:
    return bool(frame["is"] == "state")


async def test_a_replay_is_stepped_through_whatever_its_table_does_by_now(home: House) -> None:
    rng, table = random.Random(1), await home.dealt("durak")
    while table.phase is Phase.PLAYING:
        table = await played_on(home, table, rng)
    again = await home.tables.rematch(table.id, ADA, 701)
    await home.tables.join(again.table.id, BERTA, 702)
    finished = await home.bot.service.history.finished(table.id, 1, GUILD)
    last = len(finished.record.steps)
    async with page_of(home, Sight(table.id, Shows.REPLAY, 1), CLEO) as page:
        assert page.state["steps"] == {"at": 0, "last": last}
        assert (page.state["me"], page.state["moves"], page.state["news"]) == (None, [], [])
        for step, new in ((3, 3), (4, 1), (2, 0), (last, 12), (0, 0)):
            await page.ask(do="step", step=step)
            state = await page.until(is_state)
            shown = moment_at(finished, step).game.opened()
            zones = [sorted(map(str, zone["cards"])) for zone in state["view"]["zones"]]
            assert zones == [sorted(map(str, zone.cards)) for zone in shown.zones]
            assert state["steps"]["at"] == step
            assert len(state["news"]) == min(new, last)
            assert (state["result"] is not None) is (step == last)
        for deed in ("move", "again", "back", "emote", "ahead"):
            assert (await page.ask(do=deed))["is"] == "refused"
        assert (await page.ask(do="rules"))["paragraphs"]
    for begins, shown_at in ((5, 5), (last + 9, last)):
        async with page_of(home, Sight(table.id, Shows.REPLAY, 1, begins), CLEO) as page:
            assert page.state["steps"] == {"at": shown_at, "last": last}, "as its message stood"
    async with page_of(home, Sight(table.id, Shows.REPLAY, 2), CLEO) as page:
        assert page.frames[-1]["is"] == "bye", "a game that is still played is no replay"
    async with home.page(table, CLEO.id) as watching_it:
        assert (await watching_it.ask(do="step", step=1))["is"] == "refused"
    assert not home.doors.present.all_at(await home.tables.get(table.id))


async def test_todays_deal_is_played_alone_and_by_the_services_own_rules(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
    today, rng = home.bot.service.today, random.Random(2)
    sight = Sight(f"day-{today.day}", Shows.DEAL, today.day)
    async with page_of(home, sight, ADA) as page:
        assert page.frames[-1]["is"] == "bye", "she hasn't begun it"
    sitting = await today.begin(GUILD, ADA)
    async with page_of(home, sight, ADA) as page, page_of(home, sight, ADA) as beside:
        version = page.state["version"]
        while page.state["phase"] == "playing":
            assert page.state["me"] == MEMBER
            assert [None not in hand for hand in hands(page.state)].count(True) <= 1 + sum(
                not hand for hand in hands(page.state)
            )
            stale = await page.ask(do="move", move="take", version=page.state["version"] + 1)
            assert stale["is"] == "refused"
            await page.until(is_state)
            move = rng.choice(page.state["moves"])["move"]
            if rng.random() < 0.3:  # as a press in its message
                await today.move(ADA.id, today.day, move, version)
            else:
                asked = await page.ask(do="move", move=move, version=version)
                assert asked["is"] == "done"
            await page.at(version + 1)
            assert page.state["version"] > version
            version = page.state["version"]
        assert page.state["result"] is not None
        await beside.at(version)
        assert beside.state["result"] == page.state["result"]
        assert (await page.ask(do="again"))["is"] == "refused"
    sitting = present(await today.sitting(ADA.id, today.day))
    assert len(sitting.played.steps) == version
    assert sitting.played.result is not None
    yesterday = Sight(f"day-{today.day - 1}", Shows.DEAL, today.day - 1)
    async with page_of(home, yesterday, ADA) as page:
        assert page.frames[-1]["is"] == "bye"


async def test_a_board_ends_when_its_game_cannot_be_replayed_and_comes_again_after_a_fault(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = home.bot.service.today
    sight = Sight(f"day-{today.day}", Shows.DEAL, today.day)
    await today.begin(GUILD, ADA)
    async with page_of(home, sight, ADA) as page:
        with home.fault("day_games"):
            (connection,) = home.server._hub._all()
            connection.look_anew()
            bye = await page.until(lambda frame: frame["is"] == "bye")
    assert bye["again"] == PASSING
    async with page_of(home, sight, ADA) as page:
        assert page.frames[-1]["is"] == "state", "it is there again"
        kind = games.load((await today.deal(today.day)).header.game)
        monkeypatch.setattr(kind, "version", kind.version + 1)
        (connection,) = home.server._hub._all()
        connection.look_anew()
        bye = await page.until(lambda frame: frame["is"] == "bye")
    assert bye["again"] is None, "a release has changed the rules: coming again wouldn't help"
    assert bye["why"]


async def test_open_hands_are_shown_a_minute_late_and_to_nobody_who_plays_on(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = timedelta(seconds=1.5)
    monkeypatch.setattr(watching, "LATE", late)
    monkeypatch.setattr(scenes, "ASKED_AGAIN", timedelta(seconds=0.1))
    rng = random.Random(3)
    opened = await home.tables.opening.create(
        guild_id=GUILD, channel_id=CHANNEL, host=ADA, game="durak", interaction_id=801, options={}
    )
    await home.tables.join(opened.table.id, BERTA, 802)
    await home.tables.choose(opened.table.id, ADA.id, open_hands=True)
    table = (await home.tables.start(opened.table.id, ADA.id)).table
    sight = Sight(table.id, Shows.HANDS)
    async with page_of(home, sight, ADA) as page:
        assert page.frames[-1]["is"] == "bye"
        assert not page.state
    async with page_of(home, sight, CLEO) as page:
        assert not any(map(any, hands(page.state))), "in the first minute, as the table shows it"
        assert "minute" in page.state["status"]
        await page.until(lambda frame: is_state(frame) and is_open(frame))
        assert page.state["me"] is None
        assert page.state["moves"] == []
        before = page.state["view"]
        table = await played_on(home, table, rng)
        made = round(present(table.moved_at).timestamp() * 1000)
        while page.state["view"] == before:
            assert not page.state["news"]
            await page.until(is_state)
        assert page.state["now"] >= made + late.total_seconds() * 1000
        assert len(page.state["news"]) == 1
        assert is_open(page.state)
        assert (await page.ask(do="move", move="take"))["is"] == "refused"
