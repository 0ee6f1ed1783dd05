"""Tests of a game that is played at boards in the browser, with moves, refusals, the next game, and
a restart of the server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

import games
from board import frames
from bot.core.model import Phase, Table
from bot.core.shards import Shards
from tests.beyond import the_first
from tests.board.boards import ADA, BERTA, CLEO, PATIENCE, House, Page, house
from tests.cogs.plugins import own_package

__all__ = ["own_package"]


async def played_out(home: House, table: Table, *pages: Page) -> Table:
    """Let the member whose turn it is play the first legal move that their board offers, until the
    game is over. Return the table. `pages` are the boards of the seats."""
    while True:
        now = await home.tables.get(table.id)
        if now.phase is not Phase.PLAYING:
            return now
        states = [await page.at(now.version) for page in pages]
        mover, state = next(
            (page, state)
            for page, state in zip(pages, states, strict=True)
            if state["moves"] and state["me"] in state["view"]["waiting"]
        )
        move = state["moves"][0]["move"]
        answer = await mover.ask(do="move", move=move, version=state["version"])
        assert answer == {"is": "done", "id": 1, "version": now.version + 1}


async def test_a_move_is_shown_on_each_board_as_its_reader_may_know_it(home: House) -> None:
    table = await home.dealt()
    async with (
        home.page(table, ADA.id) as ada,
        home.page(table, BERTA.id, "de") as berta,
        home.page(table, CLEO.id) as cleo,
    ):
        mover, other = (ada, berta) if ada.state["moves"] else (berta, ada)
        move = mover.state["moves"][0]
        assert move["label"].startswith(mover.state["verbs"][move["verb"]]["name"])
        answer = await mover.ask(do="move", move=move["move"], version=mover.state["version"])
        assert answer == {"is": "done", "id": 1, "version": table.version + 1}
        for page in (mover, other, cleo):
            shown = await page.at(table.version + 1)
            assert shown["log"][-1] == shown["news"][0]["line"]
            zones = {(each["name"], each["owner"]): each for each in shown["view"]["zones"]}
            assert move["card"] in zones["table", None]["cards"]
            hands = [zones["hand", seat] for seat in (0, 1)]
            seen = [seat for seat, hand in enumerate(hands) if any(hand["cards"])]
            assert seen == ([] if page is cleo else [shown["me"]])
        assert cleo.state["me"] is None
        assert cleo.state["moves"] == []
        hello = berta.frames[0]
        assert (hello["language"], hello["text"]["rules"]) == ("de", "Regeln")
        assert hello["cards"]["10H"][1] != ada.frames[0]["cards"]["10H"][1]


@pytest.mark.parametrize("game", the_first(1, ["durak", "dritzak", "tredici", "eights", "cheat"]))
@pytest.mark.usefixtures("own_package")
async def test_a_game_is_played_out_on_boards_and_the_next_one_asked_for(
    home: House, game: str
) -> None:
    people = (ADA, BERTA, CLEO)[: max(2, games.load(game).players[0])]
    table = await home.dealt(game, *people)
    async with AsyncExitStack() as boards:
        pages = [await boards.enter_async_context(home.page(table, who.id)) for who in people]
        over = await played_out(home, table, *pages)
        for page in pages:
            state = await page.at(over.version)
            assert state["phase"] == "over"
            assert state["result"]["headline"] == state["status"]
            assert "again" in state["can"]
            hands = [zone for zone in state["view"]["zones"] if zone["hand"]]
            assert all(None not in zone["cards"] for zone in hands), "all hands lie open"
        for number, page in enumerate(pages):
            assert (await page.ask(2, do="again", luck=4711 + number))["is"] == "done"
        dealt = await pages[0].until(lambda frame: frame.get("number") == 2 and frame["view"])
        assert dealt["result"] is None
    for who in people[1:]:
        await home.tables.resign(table.id, who.id)
    header = (await home.tables.get(table.id)).deal_header or ""
    assert "4711" in header
    assert "4712" in header, "each member's part of the shuffle is their page's"


async def test_all_boards_of_a_table_make_their_frames_before_one_of_them_sends(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, done = await home.dealt("durak", ADA, BERTA, CLEO), list[str]()
    made, sent = frames.state, web.WebSocketResponse.send_frame

    def state(*arguments: Any) -> frames.Frame:
        done.append("made")
        return made(*arguments)

    async def send(self: Any, frame: bytes, kind: WSMsgType) -> None:
        done.append("sent")
        await sent(self, frame, kind)

    async with (
        home.page(table, ADA.id) as ada,
        home.page(table, BERTA.id) as berta,
        home.page(table, CLEO.id) as cleo,
    ):
        monkeypatch.setattr(frames, "state", state)
        monkeypatch.setattr(web.WebSocketResponse, "send_frame", send)
        mover = next(page for page in (ada, berta, cleo) if page.state["moves"])
        move = mover.state["moves"][0]["move"]
        await mover.ask(do="move", move=move, version=mover.state["version"])
        for page in (ada, berta, cleo):
            await page.at(table.version + 1)
    assert done == 3 * ["made"] + 4 * ["sent"], "the fourth is the answer"


async def test_a_refused_move_comes_back_with_the_sentence_of_its_rule(home: House) -> None:
    table = await home.dealt()
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        mover = ada if ada.state["moves"] else berta
        said = await mover.ask(do="move", move="beat 6S 7S", version=table.version)
        assert said["is"] == "refused"
        assert "DUR-" in said["why"]
        assert "**" not in said["why"]
        rules = await mover.ask(2, do="rules")
        assert rules["title"] == "Durak"
        assert len(rules["paragraphs"]) > 3
        assert "back" not in mover.state["can"]
        assert (await mover.ask(3, do="back"))["is"] == "refused"
    assert await home.tables.get(table.id) == table


async def test_who_sits_at_a_board_is_known_until_they_leave_it_or_press_elsewhere(
    home: House,
) -> None:
    table = await home.dealt()
    at = home.doors.present
    async with home.page(table, ADA.id) as ada:
        assert not at.all_at(table)
        async with home.page(table, BERTA.id), home.page(table, CLEO.id):
            assert at.all_at(table)
            at.pressed(table.id, ADA.id)
            assert (await ada.ask(do="here"))["is"] == "done"
            assert not at.all_at(table), "the page asks that, and not she"
            await ada.ask(do="rules")
            assert at.all_at(table)
        left = asyncio.Event()
        at.left.append(lambda _: left.set())
        async with home.page(table, BERTA.id):
            pass
        async with asyncio.timeout(PATIENCE):
            await left.wait()
        assert not at.all_at(table)


async def test_a_restart_is_a_pause(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.dealt()
        path, secret = await home.door(table, ADA.id)
        async with home.socket(path, secret) as socket:
            page = Page(socket)
            before = await page.at(table.version)
            await home.server.close()
            said = await page.until(lambda frame: frame["is"] == "bye")
            assert said["again"] == 1.0
    async with house(tmp_path) as home, home.socket(path, secret) as socket:
        after = await Page(socket).at(table.version)
        assert {**after, "now": before["now"]} == before


async def test_an_emote_is_shown_at_its_seat_on_each_board(home: House) -> None:
    table = await home.dealt()
    async with home.page(table, ADA.id) as ada, home.page(table, CLEO.id) as cleo:
        offered = ada.state["emotes"]
        assert len(offered) == 4
        assert cleo.state["emotes"] == []
        assert (await ada.ask(do="emote", emote=offered[1]["emote"]))["is"] == "done"
        shown = await cleo.until(lambda frame: frame["is"] == "state")
        seen, other = (each["emote"] for each in shown["seats"])
        assert (seen["emote"], seen["sign"]) == (offered[1]["emote"], offered[1]["sign"])
        assert (offered[1]["label"], seen["label"], other) == ("clap", "claps", None)
        assert (await ada.ask(2, do="emote", emote="wave"))["is"] == "refused"
        assert (await cleo.ask(3, do="emote", emote=offered[1]["emote"]))["is"] == "refused"


async def test_a_move_is_chosen_before_ones_turn_and_nobody_else_is_told(home: House) -> None:
    table = await home.dealt("durak", misdeal="off")
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        chooser, mover = (berta, ada) if ada.state["moves"] else (ada, berta)
        assert mover.state["ahead"] is None
        plan = next(each for each in chooser.state["ahead"]["offered"] if "take" in each["moves"])
        assert (await chooser.ask(do="ahead", moves=plan["moves"]))["is"] == "done"
        state = await chooser.until(lambda frame: frame["is"] == "state")
        assert state["ahead"]["chosen"]
        assert state["ahead"]["line"]
        assert state["version"] == table.version
        frames = len(mover.frames)
        move = mover.state["moves"][0]["move"]
        await mover.ask(2, do="move", move=move, version=table.version)
        after = await mover.at(table.version + 1)
        told = {frame["version"] for frame in mover.frames[frames:] if frame["is"] == "state"}
        assert told == {table.version + 1}
        assert after["ahead"] is None or not after["ahead"]["chosen"]
        assert (await mover.ask(3, do="ahead", moves=["fly"]))["is"] == "refused"
        assert (await chooser.ask(4, do="ahead", moves=[]))["is"] in {"done", "refused"}


async def test_what_another_process_serves_is_looked_for_further(home: House) -> None:
    table = await home.dealt()
    home.tables.served.shards = Shards(2, (1,))  # the server is on shard 0
    async with home.socket(*await home.door(table, ADA.id)) as socket:
        said = await Page(socket).next()
        assert (said["is"], said["again"]) == ("bye", 0.3)
    home.tables.served.shards = Shards(2, (0, 1))
    async with home.page(table, ADA.id) as ada:
        home.tables.served.hold = lambda: False  # they are another's by now
        await home.server._hub.look()
        said = await ada.until(lambda frame: frame["is"] == "bye")
        assert said["again"] == 0.3
