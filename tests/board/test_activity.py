"""How members enter the Activity (the board inside Discord). The bot asks only Discord, never the
page, which member has opened the Activity, and in which channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route
from pydantic import SecretStr

from board import visitors
from board.activity import MANY
from bot.config import WebSettings
from bot.core.model import Person, Table
from bot.core.scope import pocket_of
from bot.doors.service import Doors
from cardroom.faults import Fault
from cardroom.instances import Instance, Step
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cogs.doors import activity
from cogs.doors.activity import Brake
from cogs.doors.upkeep import Boards
from tests.board.boards import OWN, House, Page, house

SECRET = "the client's own secret"


class Inside:
    """A bot with an Activity, and a simulated Discord (`room`) where three members can open it."""

    def __init__(self, home: House, room: Room) -> None:
        self.home = home
        self.room = room
        self.application = str(room.world.bot["id"])
        self.origin = f"https://{self.application}.discordsays.com"
        self.channel = next(each for each in room.world.channels.all() if each["type"] == 0)
        self.place = int(self.channel["guild_id"]), int(self.channel["id"])
        members = [each for each in room.world.users.all() if not each["bot"]][:3]
        self.nora, self.pavel, self.aiko = (
            Person(int(each["id"]), str(each["global_name"])) for each in members
        )

    async def dealt(self, *people: Person) -> Table:
        """Deal a game of Durak for `people` in a text channel of the simulated server, and return
        its table."""
        return await self.home.dealt("durak", *people, place=self.place)

    def launched(self, who: Person, channel_id: str = "") -> Instance:
        """Let `who` open the Activity, by default in the channel of the games, and return the
        running instance."""
        return self.room.instances.launch(str(who.id), channel_id or str(self.channel["id"]))

    async def launches(self, who: Person, table: Table) -> None:
        """Tell the bot that `who` launched the Activity by the button *Open the table* of
        `table`."""
        doors = self.home.doors
        await doors.launch(await doors.link(table, who.id, "en"), who.id)

    def code(self, who: Person) -> str:
        """Let `who` agree that the page learns their identity. Return the authorization code that
        Discord gives to the page, or an empty string if Discord gives none."""
        return self.room.instances.authorize(str(who.id), self.application) or ""

    async def enter(
        self, code: str, instance: str, **headers: str
    ) -> tuple[int, dict[str, Any], str]:
        """Send a page's request to enter the Activity. Return the HTTP status, the JSON answer
        (empty if the answer isn't JSON), and the header that sets the cookie (empty if there is no
        cookie)."""
        sent = {"Host": "cards.example", "Origin": self.origin, **headers}
        body = {"code": code, "instance": instance, "member": self.nora.id, "guild_id": "10"}
        async with self.home.http.post(
            f"{self.home.url}/activity", json=body, headers=sent
        ) as answer:
            told = await answer.json() if answer.content_type == "application/json" else {}
            return answer.status, told, answer.headers.get("Set-Cookie", "")

    @asynccontextmanager
    async def page(self, who: Person, instance: str) -> AsyncIterator[Page]:
        """Open the board of `who`, who is in the Activity. Yield the board's page as soon as the
        page has received the first state."""
        _, told, cookie = await self.enter(self.code(who), instance)
        secret = cookie.partition(";")[0].removeprefix("door=")
        async with self.home.socket("/" + told["at"], secret, Origin=self.origin) as socket:
            page = Page(socket)
            await page.until(lambda frame: frame["is"] == "state")
            yield page


@pytest.fixture
async def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    portal = Portal(activities=True, client_secret=SECRET)
    web = WebSettings(public_url=OWN, port=0, activity=True, client_secret=SecretStr(SECRET))
    async with Room(Plan(portal=portal)) as room:
        monkeypatch.setattr(Route, "BASE", room.api_url)
        async with house(tmp_path, web=web, room=room) as home:
            yield Inside(home, room)


async def test_who_discord_names_gets_the_table_that_they_opened_it_for(inside: Inside) -> None:
    older = await inside.dealt(inside.nora, inside.pavel)
    wanted = await inside.dealt(inside.pavel, inside.aiko)
    instance = inside.launched(inside.nora)
    async with inside.page(inside.nora, instance.id) as page:
        assert page.state["me"] == 0, "without a word, it's where she sits"
    link = await inside.home.doors.link(wanted, inside.nora.id, "de")
    status, told, cookie = await inside.enter(inside.code(inside.nora), instance.id)
    assert status == HTTPStatus.OK
    path = "/" + told["at"]
    wanted_parts = {f"Path=/.proxy{path}", "HttpOnly", "Secure", "SameSite=None", "Partitioned"}
    assert wanted_parts | {"Max-Age=43200"} == set(cookie.split("; ")[1:])
    secret = cookie.partition(";")[0].removeprefix("door=")
    door = await inside.home.doors.enter(told["at"].split("/")[1], secret)
    assert timedelta(hours=11) < door.until - inside.home.bot.service.now() < timedelta(hours=13)
    async with inside.home.socket(path, secret, Origin=inside.origin) as socket:
        page = Page(socket)
        hello = await page.next()
        assert hello["language"] == "de"
        assert (await page.next())["me"] is None, "she watches the table that she pressed at"
        assert page.state["title"]
    assert (await inside.home.enter(link)).status == 403, "it was her link that was opened"

    # Whoever joins what others have opened sits at their own table of that channel; and Discord may
    # load the page anew: a moment later it is the same table.
    for who, seat in ((inside.aiko, 1), (inside.pavel, 0), (inside.nora, None)):
        inside.launched(who)
        async with inside.page(who, instance.id) as page:
            assert page.state["me"] == seat
            assert [each["name"] for each in page.state["seats"]] == ["Pavel", "Aiko"]

    # Several pages of hers at the same moment are all let in.
    codes = [inside.code(inside.nora) for _ in range(8)]
    came = await asyncio.gather(*(inside.enter(code, instance.id) for code in codes))
    assert [status for status, _, _ in came] == [HTTPStatus.OK] * 8

    # At another table pressed, the page that is open goes there.
    async with inside.page(inside.pavel, instance.id) as page:
        await inside.launches(inside.pavel, wanted)
        await inside.launches(inside.aiko, older)
        assert (await page.ask(do="rules"))["is"] == "text", "that was somebody else, or this table"
        assert "launched" not in {each["is"] for each in page.frames}
        await inside.launches(inside.pavel, older)
        await page.until(lambda frame: frame["is"] == "launched")
        async with inside.page(inside.pavel, instance.id) as anew:
            assert [each["name"] for each in anew.state["seats"]] == ["Nora", "Pavel"]
        # If nobody can say whether he has launched it again, the page shows what it has.
        with inside.home.fault("doors.until - doors.opened_at"):
            async with inside.page(inside.pavel, instance.id) as anew:
                assert "bye" not in {each["is"] for each in anew.frames}


async def test_neither_old_links_nor_those_of_other_places_nor_others_pockets_are_shown(
    inside: Inside,
) -> None:
    home, now = inside.home, inside.home.bot.service.now
    instance = inside.launched(inside.nora).id
    private = await home.dealt(
        "durak", inside.aiko, inside.pavel, place=(pocket_of(inside.aiko.id), inside.place[1])
    )
    elsewhere = await home.dealt("durak", inside.nora, inside.pavel, place=(10, 20))
    await home.doors.link(elsewhere, inside.nora.id, "en")
    status, told, _ = await inside.enter(inside.code(inside.nora), instance)
    assert (status, "no table here" in told["why"]) == (HTTPStatus.FORBIDDEN, True)

    mine = await inside.dealt(inside.nora, inside.pavel)
    other = await inside.dealt(inside.pavel, inside.aiko)
    late = Doors(home.bot.service.store, lambda: now() - timedelta(minutes=6))
    await late.link(other, inside.nora.id, "en")
    async with inside.page(inside.nora, instance) as page:
        assert [each["name"] for each in page.state["seats"]] == ["Nora", "Pavel"]
        assert mine.version <= page.state["version"]
    # In their own pocket members are wherever they are.
    await home.doors.link(private, inside.aiko.id, "en")
    inside.launched(inside.aiko)
    async with inside.page(inside.aiko, instance) as page:
        assert [each["name"] for each in page.state["seats"]] == ["Aiko", "Pavel"]


async def test_a_process_that_has_not_the_servers_tables_says_when_to_come_again(
    inside: Inside,
) -> None:
    """A process that doesn't serve the server refuses the page, and says after how many seconds the
    page can ask again. Such a process can't know the channel's tables. After a press on *Open the
    table*, every process knows the table, and lets the member in."""
    table = await inside.dealt(inside.nora, inside.pavel)
    instance = inside.launched(inside.nora).id
    inside.home.tables.served.hold = lambda: False
    status, told, _ = await inside.enter(inside.code(inside.nora), instance)
    assert (status, told["again"]) == (HTTPStatus.FORBIDDEN, 0.3)
    await inside.home.doors.link(table, inside.nora.id, "en")
    assert (await inside.enter(inside.code(inside.nora), instance))[0] == HTTPStatus.OK


async def test_nobody_else_gets_in_and_the_secret_stays_here(
    inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages that claim another member's identity or another place are refused with a sentence and
    get no cookie. No secret is in the log, in the refusals, or in the member's exported data."""
    caplog.set_level(logging.DEBUG)
    await inside.dealt(inside.nora, inside.pavel)
    refuses, api = inside.room.instances.refuses, inside.room.api
    inside.launched(inside.pavel)  # so that the instance goes on without Nora
    here = inside.launched(inside.nora).id
    other = inside.room.people.direct(str(inside.aiko.id))
    elsewhere = inside.launched(inside.aiko, other["id"]).id
    said: list[str] = []

    async def refused(code: str, instance: str, part: str) -> None:
        status, told, cookie = await inside.enter(code, instance)
        assert (status, cookie) == (HTTPStatus.FORBIDDEN, ""), told
        assert part in told["why"]
        said.append(told["why"])

    used = inside.code(inside.nora)
    assert (await inside.enter(used, here))[0] == HTTPStatus.OK
    await refused("forged", here, "told me your name")
    await refused(used, here, "told me your name")
    await refused("", here, "told me your name")
    await refused("ä", here, "told me your name")
    await refused(inside.code(inside.nora), "i-1-gc-2-3", "left this Activity")
    await refused(inside.code(inside.nora), "../../users/@me", "left this Activity")
    await refused(inside.code(inside.nora), elsewhere, "left this Activity")
    left = inside.code(inside.nora)
    inside.room.instances.leave(str(inside.nora.id))
    await refused(left, here, "left this Activity")
    inside.launched(inside.nora)
    for step, part in (
        (Step.CODE, "told me your name"),
        (Step.MEMBER, "told me your name"),
        (Step.INSTANCE, "left this Activity"),
    ):
        refuses.add(step)
        await refused(inside.code(inside.nora), here, part)
        refuses.clear()
    for path, fault in {
        "/oauth2/token": Fault("*", "", status=503),
        "/users/@me": Fault("*", "", status=502),
        "/applications/*/activity-instances/*": Fault("*", "", cut="before", times=None),
    }.items():
        api.faults.add(replace(fault, path=path))
        await refused(inside.code(inside.nora), here, "isn't answering")
        api.faults.list.clear()
    await refused(inside.code(inside.aiko), elsewhere, "no table here")
    await inside.home.bot.service.orders.block_member(inside.nora.id, "Enough.")
    await refused(inside.code(inside.nora), here, "blocked")

    export = await inside.home.bot.service.export.of(inside.nora.id)
    assert export.count('"opened_at"') <= 1, "the one door that was opened"
    heard = caplog.text + "".join(said) + export
    for secret in (SECRET, used, left, inside.room.plan.bot_token):
        assert secret not in heard


async def test_where_discord_refuses_the_secret_the_host_is_told_so(
    inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    instance = inside.launched(inside.nora)
    inside.room.instances._secret = "another since yesterday"
    status, told, _ = await inside.enter(inside.code(inside.nora), instance.id)
    assert status == HTTPStatus.FORBIDDEN
    assert "isn't answering" in told["why"]
    assert "[web] client_secret" in caplog.text
    assert SECRET not in caplog.text


async def test_after_too_many_requests_discord_is_left_alone(inside: Inside) -> None:
    """After Discord has answered with status 429 (too many requests), the next page is refused
    without a request to Discord. If such requests were sent, strangers with false codes could make
    Discord ban the bot's address."""
    await inside.dealt(inside.nora, inside.pavel)
    instance = inside.launched(inside.nora).id
    inside.room.api.faults.add(Fault("*", "/oauth2/token", status=429))
    for _ in range(2):
        status, told, _cookie = await inside.enter(inside.code(inside.nora), instance)
        assert status == HTTPStatus.FORBIDDEN, "the second isn't asked for: Discord would let it in"
        assert "isn't answering" in told["why"]


async def test_whoever_sends_junk_for_codes_locks_out_nobody_but_themselves(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """False codes of a member make only the members of the same instance (a running Activity) wait.
    Within a few seconds, pages from one address may ask only `MOST_LOOKS_OF_ADDRESS` times for
    instances that are unknown to the bot. After that, a new instance from this address has to wait
    too, unless the bot knows that Discord has opened the instance."""
    monkeypatch.setattr(activity, "MOST_OF_INSTANCE", 3)
    await inside.dealt(inside.nora, inside.pavel)
    direct = inside.room.people.direct(str(inside.aiko.id))
    theirs, ours = inside.launched(inside.aiko, direct["id"]).id, inside.launched(inside.nora).id
    for number in range(5):
        _, told, _ = await inside.enter(f"junk{number}", theirs)
        assert ("isn't answering" in told["why"]) is (number >= 3)
    assert (await inside.enter(inside.code(inside.nora), ours))[0] == HTTPStatus.OK
    looked = [
        (await inside.enter("junk", f"i-{number}-gc-1-2"))[1]
        for number in range(activity.MOST_LOOKS_OF_ADDRESS)
    ]
    assert "left this Activity" in looked[0]["why"]
    assert (looked[0]["again"], looked[-1]["again"]) == (None, 0.3), "it may come in a moment"
    assert (await inside.enter(inside.code(inside.nora), ours))[0] == HTTPStatus.OK
    inside.room.instances.leave(str(inside.nora.id))
    new = inside.launched(inside.nora).id
    assert new != ours
    assert (await inside.enter(inside.code(inside.nora), new))[1]["again"] == 0.3
    inside.home.bot.cog(Boards).launched(new)
    assert (await inside.enter(inside.code(inside.nora), new))[0] == HTTPStatus.OK


def test_brakes_are_loosened_as_time_passes_and_are_each_ones_own() -> None:
    now = 0.0
    brakes = Brake(lambda: now)
    for _ in range(activity.MOST_LOOKS_OF_ADDRESS):
        assert brakes.may_ask("made-up", "1.2.3.4")
    assert not brakes.may_ask("made-up", "1.2.3.4")
    assert brakes.may_ask("another", "5.6.7.8"), "that is somebody else"
    now += activity.LOOKS_WITHIN
    assert brakes.may_ask("made-up", "1.2.3.4")
    for instance in ("a", "b"):
        brakes.exists(instance)
    for _ in range(activity.MOST_OF_INSTANCE):
        brakes.refused("a")
    assert (brakes.may_ask("a", ""), brakes.may_ask("b", "")) == (False, True)
    now += activity.WITHIN
    assert brakes.may_ask("a", "")
    for number in range(activity.MOST_OF_ALL):
        brakes.refused(f"{number}")
    assert not brakes.may_ask("b", ""), "Discord would shut out the bot soon"


async def test_a_table_that_is_launched_while_a_page_is_on_its_way_is_shown(
    inside: Inside,
) -> None:
    first = await inside.dealt(inside.nora, inside.pavel)
    second = await inside.dealt(inside.nora, inside.aiko)
    instance = inside.launched(inside.nora).id
    await inside.home.doors.link(first, inside.nora.id, "en")
    _, told, cookie = await inside.enter(inside.code(inside.nora), instance)
    await inside.launches(inside.nora, second)
    secret = cookie.partition(";")[0].removeprefix("door=")
    async with inside.home.socket("/" + told["at"], secret, Origin=inside.origin) as socket:
        await Page(socket).until(lambda frame: frame["is"] == "launched")
    async with inside.page(inside.nora, instance) as page:
        assert [each["name"] for each in page.state["seats"]] == ["Nora", "Aiko"]
        assert (await page.ask(do="rules"))["is"] == "text"
        assert "launched" not in {each["is"] for each in page.frames}, "it is there"


async def test_the_page_may_be_framed_by_discord_alone_and_only_with_an_activity(
    inside: Inside, tmp_path: Path
) -> None:
    home = inside.home
    policy = (await home.get("/")).headers["Content-Security-Policy"]
    assert "frame-ancestors https://discord.com https://*.discord.com" in policy
    assert f" {inside.origin} {inside.origin.replace('https', 'wss')}; base-uri" in policy
    table = await inside.dealt(inside.nora, inside.pavel)
    instance = inside.launched(inside.nora).id
    for origin in (OWN, "https://1.discordsays.com", "https://discord.com", "null"):
        status, _, cookie = await inside.enter(inside.code(inside.nora), instance, Origin=origin)
        assert (status, cookie) == (HTTPStatus.FORBIDDEN, "")
    link = await home.doors.link(table, inside.pavel.id, "en")
    assert (await home.enter(link, Origin=inside.origin)).status == HTTPStatus.FORBIDDEN
    assert (await home.enter(link)).status == HTTPStatus.OK
    asked = await (await home.get("/activity", **{"Accept-Language": "en"})).json()
    assert asked["client"] == inside.application
    assert SECRET not in str(asked)

    (tmp_path / "plain").mkdir()
    async with house(tmp_path / "plain", room=inside.room) as plain:
        answer = await plain.get("/")
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "discord" not in answer.headers["Content-Security-Policy"]
        assert (await plain.get("/activity")).status == HTTPStatus.NOT_FOUND
        assert (await plain.get("/", Origin=inside.origin)).status == HTTPStatus.FORBIDDEN


async def test_the_addresses_of_discords_proxy_are_shared_by_all(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "A_MINUTE", 1)
    came = [(await inside.home.get("/")).status for _ in range(MANY + 1)]
    assert came == [HTTPStatus.OK] * MANY + [HTTPStatus.TOO_MANY_REQUESTS]
