"""Tests of what a board shows beside the game itself: taking back a move, guesses, chances of
winning, hints, clocks and table talk. The board shows the same as the table's Discord message."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace

import pytest

from board.scenes import of_table
from bot.core.model import Person, Phase, Speed, Table
from bot.doors.model import Door, Shows, Sight
from cogs.words.remarks import Remark
from tests.board.boards import ADA, BERTA, CHANNEL, CLEO, GUILD, House
from tests.board.test_scenes import page_of, played_on

DORA = Person(1004, "Dora")


async def learning(home: House, *people: Person, open_hands: bool = False) -> Table:
    """Start a game of Durak at a learning table, whose games are not rated, and return the table.
    The host is Ada, and `people` join. `open_hands` says whether all hands are shown."""
    opened = await home.tables.opening.create(
        guild_id=GUILD, channel_id=CHANNEL, host=ADA, game="durak", interaction_id=901, options={}
    )
    for number, who in enumerate(people):
        await home.tables.join(opened.table.id, who, 902 + number)
    await home.tables.choose(opened.table.id, ADA.id, learning=True, open_hands=open_hands)
    return (await home.tables.start(opened.table.id, ADA.id)).table


async def test_a_move_is_taken_back_when_the_other_agrees(home: House) -> None:
    table = await learning(home, BERTA)
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        mine, other = (ada, berta) if ada.state["moves"] else (berta, ada)
        name = "Ada" if mine is ada else "Berta"
        before, version = mine.state["moves"], mine.state["version"]
        assert (mine.state["takes_back"], other.state["takes_back"]) == (None, None)
        moved = await mine.ask(do="move", move=before[0]["move"], version=version)
        await mine.at(moved["version"])
        await other.at(moved["version"])
        assert mine.state["takes_back"] == {"label": "Take back my move", "waits": False}
        assert other.state["takes_back"] is None
        assert (await other.ask(do="take_back", version=moved["version"]))["is"] == "refused"
        asked = await mine.ask(do="take_back", version=moved["version"])
        await mine.at(asked["version"])
        await other.at(asked["version"])
        assert mine.state["takes_back"] == {"label": "Waiting for the others", "waits": True}
        assert other.state["takes_back"] == {
            "label": f"Let {name} take back a move",
            "waits": False,
        }
        assert (await other.ask(do="take_back", version=version))["is"] == "refused", "too old"
        agreed = await other.ask(do="take_back", version=other.state["version"])
        await mine.at(agreed["version"])
        await other.at(agreed["version"])
        assert mine.state["moves"] == before
        assert mine.state["takes_back"] is None
        assert other.state["news"][-1]["line"], "it is told as what happened"


async def test_a_watcher_guesses_how_it_ends_and_is_told_at_the_end(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng = await home.dealt("durak", ADA, BERTA, CLEO), random.Random(5)
    async with home.page(table, DORA.id) as dora, home.page(table, 1005) as other:
        offered = dora.state["guess"]
        assert (offered["line"], len(offered["answers"])) == ("", 3)
        refused = await dora.ask(do="guess", seat=1, game=1)
        assert "Discord isn't answering" in refused["why"], "their name is nowhere else"

        async def named(door: Door) -> Person:
            return Person(door.member_id, "Dora")

        monkeypatch.setattr(home.server._hub, "_named", named)
        for seat, game in ((1, 2), (1, 0), (3, 1)):
            assert (await dora.ask(do="guess", seat=seat, game=game))["is"] == "refused"
        assert (await dora.ask(do="guess", seat=1, game=1))["is"] == "done"
        await dora.until(lambda frame: bool(frame["is"] == "state" and frame["guess"]["line"]))
        assert "Berta" in dora.state["guess"]["line"]
        asked = home.server._hub.words.question(table)
        for seat, name in ((2, "Cleo"), (1, "Berta")):  # as by a press on Discord
            await home.bot.service.guesses.guess(table, DORA, seat, asked)
            frame = await dora.until(lambda frame: bool(frame["is"] == "state"))
            assert name in frame["guess"]["line"]
        async with home.page(table, ADA.id) as ada:
            assert ada.state["guess"] is None
            assert (await ada.ask(do="guess", seat=1, game=1))["is"] == "refused"
        closed = False
        while table.phase is Phase.PLAYING:
            table = await played_on(home, table, rng)
            state = await dora.at(table.version)
            closed = closed or (table.phase is Phase.PLAYING and not state["guess"]["answers"])
            assert "Berta" in state["guess"]["line"] if table.phase is Phase.PLAYING else True
        assert closed, "before the end it is too late"
        right = await home.bot.service.guesses.was_right(table, DORA.id)
        judged = "right!" if right else "wrong"
        assert f"You guessed {judged}" in dora.state["result"]["lines"][0]
        unasked = (await other.at(table.version))["result"]["lines"]
        assert not [line for line in unasked if "guessed" in line]


async def test_a_guess_is_about_the_table_as_it_is_when_discord_has_told_the_name(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng = await home.dealt("durak", ADA, BERTA, CLEO), random.Random(5)
    asked, told = asyncio.Event(), asyncio.Event()

    async def named(door: Door) -> Person:
        asked.set()
        await told.wait()
        return Person(door.member_id, "Dora")

    async def guesses(number: int) -> None:
        asked.clear()
        told.clear()
        guess = {"do": "guess", "id": number, "seat": 1, "game": 1}
        await dora.socket.send_str(json.dumps(guess))
        await asked.wait()

    monkeypatch.setattr(home.server._hub, "_named", named)
    async with home.page(table, DORA.id) as dora:
        await guesses(1)
        table = await played_on(home, table, rng)
        await dora.at(table.version)
        told.set()
        await dora.until(lambda frame: bool(frame["is"] == "state" and frame["guess"]["line"]))
        assert dora.state["version"] == table.version
        await guesses(2)
        while table.phase is Phase.PLAYING:
            table = await played_on(home, table, rng)
        told.set()
        said = await dora.until(lambda frame: frame.get("id") == 2)
        assert said["is"] == "refused", "its end is known by then"


async def test_all_hands_have_each_seats_chances_beside_them(home: House) -> None:
    table = await learning(home, BERTA, open_hands=True)
    async with page_of(home, Sight(table.id, Shows.HANDS), DORA) as page:
        chances = page.state["chances"]
        assert [each["label"].split(" · ")[1] for each in chances] == ["Ada", "Berta"]
        assert all(0 <= each["part"] <= 1000 for each in chances)
        assert all(f"{round(each['part'] / 10)}" in each["label"] for each in chances)
    for who in (ADA, DORA):
        async with home.page(table, who.id) as at_table:
            assert at_table.state["chances"] == [], "they would tell of the hands"


async def test_a_hint_is_shown_to_whoever_asks_at_a_learning_table(home: House) -> None:
    table, counted = await learning(home, BERTA), await home.dealt("durak", ADA, CLEO)
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        mine, other = (ada, berta) if ada.state["moves"] else (berta, ada)
        assert ("hint" in mine.state["can"]) > ("hint" in other.state["can"])
        assert (await mine.ask(do="hint"))["is"] == "done"
        told = (await mine.until(lambda frame: frame["is"] == "hint"))["line"]
        assert told.startswith("🎓")
        labels = [each["label"] for each in mine.state["moves"]]
        assert any(label in told for label in labels), "it is one of their moves"
        await other.ask(do="hint")
        refused = await other.until(lambda frame: frame["is"] == "hint")
        assert "no hint right now" in refused["line"]
        assert not [frame for frame in mine.frames[-3:] if frame["is"] == "hint"][1:]
    async with home.page(counted, ADA.id) as page:
        assert "hint" not in page.state["can"]
        await page.ask(do="hint")
        refused = await page.until(lambda frame: frame["is"] == "hint")
        assert "only get hints at learning tables" in refused["line"]


async def test_clocks_table_talk_and_the_way_back_are_those_of_the_message(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.doors.telling.remark_at", lambda _table: Remark(1, "Next."))
    opened = await home.tables.opening.create(
        guild_id=GUILD, channel_id=CHANNEL, host=ADA, game="durak", interaction_id=951, options={}
    )
    await home.tables.join(opened.table.id, BERTA, 952)
    await home.tables.choose(opened.table.id, ADA.id, speed=Speed.QUICK)
    table = (await home.tables.start(opened.table.id, ADA.id)).table
    for who in (ADA, DORA):
        async with home.page(table, who.id) as page:
            clocks = {seat: round(at.timestamp() * 1000) for seat, at in table.clocks.items()}
            shown = {seat["seat"]: seat["until"] for seat in page.state["seats"] if seat["until"]}
            assert clocks.keys() == shown.keys()
            assert all(abs(shown[seat] - clocks[seat]) <= 1 for seat in clocks)
            assert page.state["says"] == [{"seat": 1, "line": "Next."}]
            assert "back" not in page.state["can"]
    away = replace(table, seats=(replace(table.seats[0], absent=True), table.seats[1]))
    assert "back" in of_table(away, ADA.id).can
    assert "back" not in of_table(away, BERTA.id).can
